import type { ErrorCode, JsonObject } from "../../kernel/index.js";

/** A reply that is no envelope, by its content type. */
export interface RawContent {
  readonly about: string;
  /** A text of any kind when absent. */
  readonly schema?: JsonObject;
}

/** What the document says of an operation. */
export interface Operation {
  /** The operationId, after which clients name their methods; it never changes. */
  readonly id: string;
  readonly tag: Tag;
  /** One line without a full stop. */
  readonly summary: string;
  /** More than the summary says. */
  readonly about?: string;
  /** With `{name}`; the path of the route with all that may be left out when absent. */
  readonly path?: string;
  /** Parameters of the query by name, each with its meaning as the description. */
  readonly query?: Readonly<Record<string, JsonObject>>;
  readonly headers?: Readonly<Record<string, JsonObject>>;
  readonly body?: { readonly schema: JsonObject; readonly example?: unknown; readonly optional?: true };
  /** Of the envelope; absent where a success is never in one. */
  readonly result?: JsonObject;
  readonly raw?: Readonly<Record<string, RawContent>>;
  /** Further codes of replies without an envelope, such as 304, with what they mean. */
  readonly others?: Readonly<Record<string, string>>;
  /** What every failure is answered with, where it is not the envelope. */
  readonly failure?: JsonObject;
  /** What it is refused with, besides what every call may be. */
  readonly errors?: readonly ErrorCode[];
  /** The operationId of the same call at another path. */
  readonly aliasOf?: string;
}

export const TAGS = {
  server: "The server: whether it is there, what it is doing and what it can do.",
  text: "Texts that are made at once: spintax, paraphrases and about-me texts.",
  tasks: "Tasks: created, found, configured, copied and deleted.",
  runs: "Runs of tasks: begun, ended, followed.",
  results: "What runs have left behind: articles, rows, files and logs.",
  schedule: "When tasks run by themselves, and which start each other.",
  events: "What happens, as it happens.",
  webhooks: "Addresses that are notified of events, and what was sent to them.",
  accounts: "Blogs, mail accounts and keys of providers.",
  types: "Task types and what their data objects hold.",
} as const;
export type Tag = keyof typeof TAGS;

/** By method and path of the route, as the table of routes has them: `GET /task/run/:id/:run?`. */
export type Operations = Readonly<Record<string, Operation | readonly Operation[]>>;

/** The same operation at another path, or by another method. */
export const alias = (operation: Operation, id = `${operation.id}Alias`): Operation => ({
  ...operation,
  id,
  aliasOf: operation.id,
});
