/**
 * Every error a caller can meet, by its stable code. `kind` says what kind of error it is; the HTTP adapter derives the
 * status from it and nothing else. `docs/errors.md` lists the same codes, and a test keeps the two equal.
 */
export const ERROR_CODES = {
  TASK_NOT_FOUND: { kind: "missing", means: "No task has this id." },
  RUN_NOT_FOUND: { kind: "missing", means: "The task has no run with this id." },
  CONTENT_NOT_FOUND: { kind: "missing", means: "The task has nothing stored under this keyword or file name." },
  FILE_NOT_FOUND: { kind: "missing", means: "The task has no file of this name." },
  TASK_TYPE_UNKNOWN: { kind: "invalid", means: "No installed task type has this name." },
  TASK_TYPE_TAKEN: { kind: "setup", means: "Two plugins were given for one task type." },
  ATTENDANT_TAKEN: { kind: "setup", means: "Two attendants of one name were given." },
  ATTENDANT_MISSING: { kind: "unconfigured", means: "The call needs an attendant that the server works without." },
  PLUGIN_INVALID: { kind: "setup", means: "A plugin does not keep the plugin contract." },
  TRANSITION_REFUSED: { kind: "conflict", means: "The task cannot change from its present status to the wanted one." },
  BUSY: { kind: "conflict", means: "Too many writers changed one task at the same moment." },
  DATA_CHANGED: { kind: "conflict", means: "Somebody else has changed the data object since it was read." },
  DATA_REFUSED: { kind: "invalid", means: "The data object holds something that cannot be stored." },
  QUERY_REFUSED: { kind: "invalid", means: "A query, projection, sort or page is not allowed." },
  QUERY_TOO_SLOW: { kind: "invalid", means: "A search took longer than its time limit." },
  SEARCH_BUSY: { kind: "unavailable", means: "Too many others sort very many tasks at the same moment." },
  INPUT_REFUSED: { kind: "invalid", means: "A field of a text request is missing or has the wrong form." },
  PROVIDER_MISSING: { kind: "unconfigured", means: "The call needs a provider that is not configured." },
  NOT_ENTITLED: { kind: "invalid", means: "The login may not use this feature." },
  TEXT_TIMEOUT: { kind: "unavailable", means: "A text took longer than its time limit." },
  TEXT_FAILED: { kind: "unavailable", means: "The text engine stopped in the middle of a text." },
  LANGUAGE_PAIR_MISSING: { kind: "unconfigured", means: "No translation service can translate between two languages." },
  TRANSLATION_FAILED: { kind: "unavailable", means: "A translation service did not answer as it should." },
  WRITER_FAILED: { kind: "unavailable", means: "A language model did not answer as it should." },
  SEARCH_FAILED: { kind: "unavailable", means: "A search engine did not answer as it should." },
  BROWSER_FAILED: { kind: "unavailable", means: "The browser, or a page in it, broke down." },
  VIDEO_FAILED: { kind: "unavailable", means: "A video, or its captions, could not be had." },
  MAPS_FAILED: { kind: "unavailable", means: "A maps service did not answer as it should." },
  TRY_REFUSED: { kind: "invalid", means: "A task cannot be tried with what the call asks for." },
  TRY_BUSY: { kind: "unavailable", means: "Too many others try tasks at the same moment." },
  TRY_TIMEOUT: { kind: "unavailable", means: "A try took longer than its time limit." },
  NOT_STARTED: { kind: "unavailable", means: "The kernel is not started or is stopping." },
  STORAGE_FAILED: { kind: "unavailable", means: "The storage could not read or write." },
  STORAGE_FULL: { kind: "unavailable", means: "The disk of the storage is full." },
  STORAGE_NEWER: { kind: "setup", means: "The store was written by a newer version." },
  CONFIG_INVALID: { kind: "setup", means: "A setting has a value that cannot be used." },
  ADDRESS_REFUSED: { kind: "invalid", means: "An address is not one this server may fetch." },
  FETCH_FAILED: { kind: "unavailable", means: "A page could not be fetched." },
  FETCH_TOO_LARGE: { kind: "unavailable", means: "A page is larger than the limit." },
  FETCH_TIMEOUT: { kind: "unavailable", means: "A page did not arrive in time." },
  FETCH_BLOCKED: { kind: "unavailable", means: "A site answered with a block or captcha page instead of the page." },
  FETCH_LIMITED: { kind: "unavailable", means: "A site asked for fewer requests, for longer than a run waits." },
  ROBOTS_REFUSED: { kind: "unavailable", means: "The robots.txt of a site forbids this address to programs." },
  PAGE_UNREADABLE: { kind: "unavailable", means: "A page was fetched, but what it holds cannot be used." },
  FOLDER_REFUSED: { kind: "invalid", means: "A folder is outside those this server may read." },
  FOLDER_UNREADABLE: { kind: "unavailable", means: "A folder or file could not be read." },
  SECRETS_UNAVAILABLE: { kind: "unconfigured", means: "A secret cannot be stored, because there is no key for it." },
  SECRET_UNREADABLE: { kind: "unavailable", means: "A stored secret cannot be opened." },
  ACCOUNT_NOT_FOUND: { kind: "missing", means: "No account has this id or name." },
  ACCOUNT_TAKEN: { kind: "conflict", means: "Another account has this id, or this name within its kind." },
  ACCOUNT_REFUSED: { kind: "invalid", means: "An account holds something that cannot be stored." },
  WEBHOOK_NOT_FOUND: { kind: "missing", means: "No webhook has this id." },
  WEBHOOK_REFUSED: { kind: "invalid", means: "A webhook holds something that cannot be used." },
  DELIVERY_NOT_FOUND: { kind: "missing", means: "No delivery of a webhook has this id." },
} as const satisfies Record<string, { kind: ErrorKind; means: string }>;

export type ErrorKind = "missing" | "invalid" | "conflict" | "unconfigured" | "unavailable" | "setup";

/** Why a run stopped short of its end, as shown in `task.error.code`. */
export const RUN_ERROR_CODES = {
  "no-input": "The task has nothing to work on.",
  "bad-input": "A setting of the task cannot be used.",
  "no-provider": "A provider the task needs is not configured.",
  "no-browser": "The task needs a browser, and none is installed or set.",
  "no-network": "Nothing could be reached over the network.",
  "not-found": "There is no page at the address: the server answered 404 or 410.",
  "not-a-page": "The address leads to no page that can be read, but to an image, a program or round in circles.",
  "too-large": "A page is larger than the limit.",
  "server-error": "A server answered that it is not well: 500 to 599.",
  blocked: "Every source refused or was refused.",
  robots: "The robots rules of every site forbid what the task asks for.",
  "rate-limited": "A service asked for fewer requests than the run needs.",
  quota: "The allowance of a service is used up.",
  auth: "A service refused the credentials.",
  budget: "The run would cost more than it may.",
  "time-limit": "The run took longer than it may.",
  "too-many-failures": "More lines failed than the run allows.",
  "chain-cycle": "The chain of the task leads back to it, or has too many links.",
  "empty-result": "The sources were read, but held nothing that fits.",
  disk: "The disk of the storage is full.",
  interrupted: "The server stopped in the middle of the run too often.",
  internal: "The task type failed in a way it did not expect.",
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
export type RunErrorCode = keyof typeof RUN_ERROR_CODES;

const MARK = Symbol.for("scriptorium.error");

/**
 * The one error class. `message` is written for people and holds no secret, path or text of a library; `facts` are the
 * same things for programs; the underlying error is `cause`.
 */
export class ScriptoriumError extends Error {
  override readonly name = "ScriptoriumError";
  readonly [MARK] = true;

  constructor(
    readonly code: ErrorCode | RunErrorCode,
    message: string,
    readonly facts: Readonly<Record<string, unknown>> = {},
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }

  /** True for errors of this class, also when they come from another copy of the library. */
  static is(error: unknown): error is ScriptoriumError {
    try {
      return typeof error === "object" && error !== null && (error as { [MARK]?: unknown })[MARK] === true;
    } catch {
      // A plugin may throw anything, a proxy that refuses to be looked at included.
      return false;
    }
  }
}

export function isRunErrorCode(code: string): code is RunErrorCode {
  return Object.hasOwn(RUN_ERROR_CODES, code);
}

/** The kind of error of a code; a run's own codes count as unavailable. */
export function errorKind(code: ErrorCode | RunErrorCode): ErrorKind {
  return isRunErrorCode(code) ? "unavailable" : ERROR_CODES[code].kind;
}

/** What is wrong with a value of a data object. */
export interface OptionProblem {
  /** The field of the data object. */
  readonly field: string;
  /** For people: one sentence of what is wrong, one of what to do. */
  readonly message: string;
  /** What the run fails with; `bad-input` by default. */
  readonly code?: RunErrorCode;
  /** A run is refused for an `error`; a `warning` is noted at the data post alone. `error` by default. */
  readonly severity?: "error" | "warning";
}
