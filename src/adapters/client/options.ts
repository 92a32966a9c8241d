import type { Json, JsonObject, RunOrigin } from "../../kernel/index.js";
import type { TaskProgress } from "./results.js";

export interface ClientOptions {
  /** Where the server is; `http://localhost:8008` by default. May have a path, for a server that is mounted under one. */
  readonly url?: string | URL;
  /** Sent with every call as `Authorization: Bearer`. */
  readonly apiKey?: string;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Used instead of the global one. */
  readonly fetch?: typeof fetch;
  /** How long a call may take, in milliseconds; 120,000 by default, 0 for no limit. Of files and streams, until they begin. */
  readonly timeoutMs?: number;
  /** Ends every call of the client. */
  readonly signal?: AbortSignal;
  /** How often a call that only reads is tried again when no reply came; 3 by default. */
  readonly retries?: number;
  /** How often in succession an iterator, or the wait for a run, connects again when the connection is lost; 10 by default. */
  readonly reconnects?: number;
  /** Called with what a person should know about a success, in sentences, and the call: `POST /spin`. */
  readonly onNotes?: (notes: readonly string[], call: string) => void;
}

export interface CallOptions {
  /** Ends the call: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** As that of the client, for this call. */
  readonly timeoutMs?: number;
  /** As that of the client, for this call. */
  readonly onNotes?: (notes: readonly string[], call: string) => void;
}

export interface RawCall extends CallOptions {
  /** `GET` by default. */
  readonly method?: "GET" | "POST" | "DELETE";
  /** Lists are joined by commas; what is undefined is left out. */
  readonly query?: object;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called with the headers of a success. */
  readonly onHeaders?: (headers: Headers) => void;
  /** Whether it only reads, so that it may be tried again; true for GET by default. */
  readonly reads?: boolean;
}

export interface PageOptions {
  readonly offset?: number;
  readonly limit?: number;
}

export interface ListOptions {
  readonly skip?: number;
  readonly limit?: number;
  /** `name`, `-createdAt`, several separated by commas. */
  readonly sort?: string;
}

export interface FilterOptions extends ListOptions {
  readonly group?: string;
  readonly name?: string;
  /** In any writing: `articlecreator`, `Article Creator`. */
  readonly type?: string;
  /** A status, or `done`, or `aborting`. */
  readonly status?: string;
}

export interface FindOptions extends Omit<ListOptions, "sort"> {
  /** A MongoDB-style query; all tasks without one. */
  readonly query?: JsonObject;
  /** Path by path, 1 to show it and 0 to leave it out. */
  readonly projection?: Readonly<Record<string, 0 | 1>>;
  readonly sort?: string | Readonly<Record<string, 1 | -1>>;
}

/** Who a caller says that it is. */
export type CallOrigin = Extract<RunOrigin, "api" | "ui" | "cli" | "webhook" | "mcp" | "library">;

export interface RunOptions extends CallOptions {
  /** Who asks for the run; `api` by default. */
  readonly origin?: CallOrigin;
  /** Seconds to wait for the end of the run, at most 300. */
  readonly wait?: number;
}

export interface RestartOptions extends RunOptions {
  /** Settings that replace those of the task in this run alone. */
  readonly overrides?: JsonObject;
}

export interface SetDataOptions extends CallOptions {
  /** Of `versionedData`: rejects with the code `DATA_CHANGED`, and stores nothing, when somebody has changed the data since. */
  readonly version?: string;
  /** Members whose objects take the place of what was there; they are merged otherwise. */
  readonly replace?: readonly string[];
  /** A posted null takes a member out that the task type does not have; it is stored otherwise. */
  readonly nulls?: "remove";
}

export interface SpinBody {
  readonly text: string;
  /** Words that stay as they are, separated by commas. */
  readonly csvprotectedwords?: string;
  readonly strength?: "conservative" | "default" | "bold";
  readonly language?: string;
  /** The same text and seed give the same result. */
  readonly seed?: string | number;
}

export interface ParaphraseBody extends Pick<SpinBody, "text" | "csvprotectedwords" | "seed"> {
  /** The e-mail address of the account. */
  readonly login: string;
  readonly sourcelanguage?: string;
  readonly finallanguage?: string;
}

export interface AboutMeBody {
  readonly keyword: string;
  readonly voice?: string;
  readonly seed?: string | number;
}

export interface OfRun {
  /** The id of a run, or `last`. */
  readonly run?: string;
}

export interface RunsOptions {
  readonly skip?: number;
  readonly limit?: number;
  /** `desc`, newest first, by default. */
  readonly order?: "asc" | "desc";
}

export interface LinesOptions extends OfRun, PageOptions {
  readonly state?: "all" | "done" | "failed";
}

export interface LogOptions extends OfRun {
  /** The lowest level that is shown. */
  readonly level?: "debug" | "info" | "warn" | "error";
  /** Only entries with a higher number. */
  readonly after?: number;
  /** 200 by default. */
  readonly limit?: number;
}

export interface LogsOptions extends Omit<LogOptions, "limit">, Pick<CallOptions, "signal"> {
  /** Goes on until the task is at rest. */
  readonly follow?: boolean;
}

interface Shape {
  /** The members to show; dots reach those further inside. */
  readonly fields?: readonly string[];
  readonly omit?: readonly string[];
}

export interface ResultsOptions extends PageOptions, Shape {
  /** `last` by default; `all` for the rows of all runs. */
  readonly run?: string;
  /** `asc`, as they were stored, by default. */
  readonly order?: "asc" | "desc";
}

export interface RowsOptions extends Omit<ResultsOptions, "limit">, Pick<CallOptions, "signal"> {
  /** How many are fetched at once; 500 by default. */
  readonly pageSize?: number;
}

export type ExportFormat = "jsonl" | "csv" | "xlsx" | "rss";

export interface ExportOptions extends ResultsOptions {
  /** `false` leaves CSV cells as they are that a spreadsheet would take for formulas. */
  readonly escapeFormulas?: boolean;
  /** Starts a CSV with a byte order mark. */
  readonly bom?: boolean;
}

export interface EventsOptions extends Pick<CallOptions, "signal"> {
  /** The id of a task; those of all tasks without one. */
  readonly task?: string;
  /** The names of events; all without them. */
  readonly types?: readonly string[];
  /** The id of the last event that is known already. */
  readonly after?: string;
}

export interface FileOptions extends CallOptions {
  /** The first byte and the last one, both included; to the end without a last one. */
  readonly range?: readonly [from: number, to?: number];
  /** The id of a run, or `last`. */
  readonly run?: string;
}

export interface WaitForOptions extends Pick<CallOptions, "signal"> {
  /** For how long to wait, in milliseconds; without a limit by default. */
  readonly timeoutMs?: number;
  /** Called about every second while the task is not at rest. */
  readonly onProgress?: (state: TaskProgress) => void;
}

export interface ImportOptions extends CallOptions {
  readonly kind?: "blog" | "mail";
  /** Stores nothing when a row is refused. */
  readonly whole?: boolean;
  /** Stores nothing, and says what would become of the rows. */
  readonly dryRun?: boolean;
}

/** The text of a file, or a list of accounts. */
export type ImportBody = { readonly format?: "csv" | "json"; readonly text: string } | readonly Json[];
