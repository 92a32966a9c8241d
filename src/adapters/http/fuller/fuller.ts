import type {
  JsonObject,
  Kernel,
  Logger,
  MachineProvider,
  MailerProvider,
  ProviderChecks,
  PublisherProvider,
} from "../../../kernel/index.js";
import type { ExportFormats } from "../../../kernel/values/export-formats.js";
import type { ListedSetting } from "../../../kernel/values/listed-setting.js";
import type { ApiAbout } from "../api-about.js";
import type { ApiRequest, Pieces } from "../envelope.js";
import type { McpDoor } from "../mcp-door.js";
import type { Query } from "../query.js";
import type { RunWaits } from "../run-waits.js";

/** A call of an additional route, besides those of the specification. */
export interface FullerCall {
  readonly request: ApiRequest;
  /** Decoded; one that was left out is absent. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Query;
  /** The body, which must be a JSON object; an empty one is `{}`. */
  object(): Promise<JsonObject>;
  /** The body, which may be a JSON list too. */
  objectOrList(): Promise<JsonObject | readonly unknown[]>;
}

/** A reply that is no envelope: a stream of events, a file, a table. */
export interface RawReply {
  /** 200 when absent. */
  readonly status?: number;
  /** Names and values in turn; they take the place of the usual ones of the same name. */
  readonly headers: readonly string[];
  /**
   * Pieces are asked for as the client takes them. When it leaves, the signal of the request aborts and `return` of the
   * iterator is called; one that waits for something that may never come listens to the signal.
   */
  readonly body: string | Pieces;
}

export const isRawReply = (reply: unknown): reply is RawReply =>
  typeof reply === "object" && reply !== null && RAW in reply;
const RAW = Symbol("raw reply");
export const rawReply = (reply: RawReply): RawReply => ({ ...reply, [RAW]: true }) as RawReply;

/** The result of an envelope, and what a person should know about it. */
export class NotedReply {
  constructor(
    readonly result: unknown,
    readonly notes: readonly string[],
  ) {}
}

/** One of our own routes. What `reply` resolves with is the result of the envelope, unless it is a raw or a noted reply. */
export interface FullerRoute {
  readonly method: "GET" | "POST" | "DELETE";
  /** As in routes.ts: `:name` is one segment, `:name?` one or none, `*name` all that are left. */
  readonly path: string;
  /** True when it changes something: then HEAD, prefetches and pages of other sites are refused. */
  readonly acts: boolean;
  /** The text of a body it takes, for callers that post something else; `{}` when absent. */
  readonly example?: `{${string}`;
  /** Its body may be as large as that of a data post. */
  readonly isLarge?: true;
  reply(call: FullerCall): unknown;
}

type Reply = FullerRoute["reply"];

/** A route that changes nothing. */
export const read = (path: string, reply: Reply): FullerRoute => ({ method: "GET", path, acts: false, reply });

/** A route that changes something, by POST. */
export const post = (path: string, example: `{${string}`, reply: Reply): FullerRoute => ({
  method: "POST",
  path,
  acts: true,
  example,
  reply,
});

/** The state of the server for those that collect figures of it. */
export interface MetricsPage {
  /** In the format that the header `Accept` prefers. Rejects never. */
  page(accept: string): Promise<{ readonly type: string; readonly text: string }>;
}

export interface FullerParts {
  readonly kernel: Kernel;
  readonly logger: Logger;
  readonly version: string;
  readonly exports?: ExportFormats;
  /** What GET /status asks. */
  readonly machine?: MachineProvider;
  /** What GET /readyz?verbose asks. */
  readonly providers?: ProviderChecks;
  /** What POST /accounts/:id/test logs in by. */
  readonly publisher?: PublisherProvider;
  readonly mailer?: MailerProvider;
  /** What GET /metrics sends. */
  readonly metrics?: MetricsPage;
  /** What GET /settings answers. */
  readonly settings?: () => readonly ListedSetting[];
  /** What POST /mcp answers by; `false` where it is switched off. */
  readonly mcp?: McpDoor | false;
  /** As the classic route does: the id in a form that can exist; throws TASK_NOT_FOUND. */
  knownForm(id: string | undefined): string;
  readonly waits: RunWaits;
  /** Whether replies may have notes. */
  readonly hasNotes: boolean;
  /** What a description of the API says; called once all routes are known. */
  about(): ApiAbout;
}

/** A file of fuller/ gives the routes of one area. */
export type FullerArea = (parts: FullerParts) => readonly FullerRoute[];
