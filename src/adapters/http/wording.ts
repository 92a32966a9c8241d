import { type ErrorCode, PROTOTYPE_KEYS, type RunErrorCode, type ScriptoriumError, shown } from "../../kernel/index.js";

/**
 * What a caller reads for each error code: the error's own message, or a text that knows about routes. A test keeps the
 * codes here, in the kernel's table and on the page docs/errors.md the same.
 */
export const WORDING: Readonly<
  Record<ErrorCode, "as thrown" | ((facts: Readonly<Record<string, unknown>>) => string)>
> = {
  TASK_NOT_FOUND: ({ id }) =>
    `${id === "" ? "A task without an id" : `The task with the id "${id}"`} could not be found. GET /all-projects lists the ids there are.`,
  RUN_NOT_FOUND: "as thrown",
  CONTENT_NOT_FOUND: ({ id, keyword }) =>
    keyword === undefined
      ? `No content was found in the project with the id "${id}". GET /projects lists what there is.`
      : `No content was found for the keyword "${keyword}" in the project with the id "${id}". GET /projects lists what there is.`,
  FILE_NOT_FOUND: "as thrown",
  TASK_TYPE_UNKNOWN: "as thrown",
  TASK_TYPE_TAKEN: "as thrown",
  ATTENDANT_TAKEN: "as thrown",
  ATTENDANT_MISSING: "as thrown",
  PLUGIN_INVALID: "as thrown",
  TRANSITION_REFUSED: "as thrown",
  BUSY: "as thrown",
  DATA_CHANGED: "as thrown",
  DATA_REFUSED: "as thrown",
  QUERY_REFUSED: "as thrown",
  QUERY_TOO_SLOW: "as thrown",
  SEARCH_BUSY: "as thrown",
  INPUT_REFUSED: "as thrown",
  PROVIDER_MISSING: "as thrown",
  NOT_ENTITLED: "as thrown",
  TEXT_TIMEOUT: "as thrown",
  TEXT_FAILED: "as thrown",
  LANGUAGE_PAIR_MISSING: "as thrown",
  TRANSLATION_FAILED: "as thrown",
  WRITER_FAILED: "as thrown",
  SEARCH_FAILED: "as thrown",
  BROWSER_FAILED: "as thrown",
  VIDEO_FAILED: "as thrown",
  MAPS_FAILED: "as thrown",
  TRY_REFUSED: "as thrown",
  TRY_BUSY: "as thrown",
  TRY_TIMEOUT: "as thrown",
  NOT_STARTED: "as thrown",
  STORAGE_FAILED: "as thrown",
  STORAGE_FULL: "as thrown",
  STORAGE_NEWER: "as thrown",
  CONFIG_INVALID: "as thrown",
  ADDRESS_REFUSED: "as thrown",
  FETCH_FAILED: "as thrown",
  FETCH_TOO_LARGE: "as thrown",
  FETCH_TIMEOUT: "as thrown",
  FETCH_BLOCKED: "as thrown",
  FETCH_LIMITED: "as thrown",
  ROBOTS_REFUSED: "as thrown",
  PAGE_UNREADABLE: "as thrown",
  FOLDER_REFUSED: "as thrown",
  FOLDER_UNREADABLE: "as thrown",
  SECRETS_UNAVAILABLE: "as thrown",
  SECRET_UNREADABLE: "as thrown",
  ACCOUNT_NOT_FOUND: "as thrown",
  ACCOUNT_TAKEN: "as thrown",
  ACCOUNT_REFUSED: "as thrown",
  WEBHOOK_NOT_FOUND: "as thrown",
  WEBHOOK_REFUSED: "as thrown",
  DELIVERY_NOT_FOUND: "as thrown",
};

export function messageOf(error: ScriptoriumError): string {
  const wording = isErrorCode(error.code) ? WORDING[error.code] : "as thrown";
  return wording === "as thrown" ? error.message : wording(error.facts);
}

function isErrorCode(code: ErrorCode | RunErrorCode): code is ErrorCode {
  return Object.hasOwn(WORDING, code);
}

/** The bodies that the specification shows. */
export const EXPECTED_BODY = {
  spin: '{"text": "the text to spin", "csvprotectedwords": ""}',
  paraphrase: '{"text": "one paragraph", "login": "you@example.com", "sourcelanguage": "en", "finallanguage": "de"}',
  aboutme: '{"keyword": "gardening"}',
  find: '{"query": {"status": "complete"}, "projection": {"name": 1}}',
  data: '{"jobName": "My task"}',
} as const;
type KnownBody = keyof typeof EXPECTED_BODY;
/** One that the specification shows, or the text of another example. */
export type ExpectedBody = KnownBody | `{${string}`;

const isKnown = (body: ExpectedBody): body is KnownBody => !body.startsWith("{");

export const postJson = (body: ExpectedBody) =>
  `Post application/json (header content-type: application/json) with a body such as ${isKnown(body) ? EXPECTED_BODY[body] : body}.`;
export const malformedJson = (body: ExpectedBody, position: number) =>
  `The body is not valid JSON: it breaks off or goes wrong at character ${position}. ${postJson(body)}`;
export const notUtf8 = (body: ExpectedBody) => `The body is not UTF-8 text. ${postJson(body)}`;
export const encodedBody = (body: ExpectedBody) =>
  `The body is compressed (header content-encoding). Send it as it is. ${postJson(body)}`;
export const tooDeep = (levels: number) =>
  `The body is nested deeper than ${levels} levels. Flatten it and post it again.`;
export const tooManyValues = (values: number) => `The body holds more than ${values} values. Post less at a time.`;
export const notAnObject = (body: ExpectedBody) => `The body is JSON, but not an object. ${postJson(body)}`;
export const missingText = (field: string, body: ExpectedBody) => `The field "${field}" is missing. ${postJson(body)}`;
export const missingKeyword = (path: string) => `The query has no "keyword". Write it as ${path}?keyword=gardening.`;
export const wantedText = (field: string, body: ExpectedBody) =>
  `The field "${field}" must be a text, in quotes. ${postJson(body)}`;
export const emptyText = (field: string, body: ExpectedBody) => `The field "${field}" is empty. ${postJson(body)}`;
export const blankText = (field: string, body: ExpectedBody) =>
  `The field "${field}" holds nothing but blanks. ${postJson(body)}`;
export const unknownChoice = (field: string, given: unknown, known: readonly string[]) =>
  `The field "${field}" is ${shown(JSON.stringify(given))}, which is not known. Use one of: ${known.join(", ")}.`;
export const wantedOptionalText = (field: string, body: ExpectedBody) =>
  `The field "${field}" must be a text when it is there. ${postJson(body)}`;
export const forbiddenName = () =>
  `A property name of the body is not allowed (${[...PROTOTYPE_KEYS].join(", ")}). Rename it.`;
export const brokenText = (field: string) =>
  `The field "${field}" has a NUL character or half of a surrogate pair. Remove it and post again.`;

export const loginMissing = () =>
  `The field "login" is missing. Send an e-mail address as "login", such as you@example.com.`;
export const loginMalformed = () => `The field "login" is not an e-mail address. Send one such as you@example.com.`;

export const tooLarge = (maxBytes: number) =>
  `The body is larger than the limit of ${maxBytes} bytes. Send less at a time.`;
export const noRoute = (method: string, path: string) =>
  `There is no route ${shown(method, 20)} ${shown(path)}. docs/http-api.md of the package lists the routes.`;
export const wrongMethod = (method: string, allowed: string) =>
  `The method ${shown(method, 20)} is not offered here. Use ${allowed}.`;
export const wrongKey = () =>
  "This server wants an API key, and the one sent is missing or wrong. Send it as ?apikey=, Authorization: Bearer or X-Api-Key.";
export const hostMissing = () => "The request needs exactly one Host header. Send it again with one.";
export const hostRefused = (host: string) =>
  `The host name "${shown(host, 100)}" is not one this server answers to. Start it with --allow-host ${shown(host.replace(/:\d*$/, ""), 100)} to allow it.`;
export const originRefused = (origin: string) =>
  `The origin "${shown(origin, 100)}" may not use this server. Start it with --allow-origin ${shown(origin, 100)} to allow it.`;
export const crossSiteRefused = () =>
  "The request comes from a page of another site, which may not use this server. Open the address directly, or allow the page's origin.";
export const prefetchRefused = () =>
  "The request is a prefetch, which this server does not answer. Open the address directly.";
export const badTarget = () => "The request target is not a path. Send a path that begins with one slash.";
export const longTarget = (limit: number) => `The request target is longer than ${limit} characters. Shorten it.`;
export const internal = (reference: string) =>
  `Something went wrong inside the server: internal error (ref ${reference}). Look the reference up in the server's log.`;

/** For requests that are broken below HTTP, by the status that is sent. */
export const BROKEN_REQUEST: Readonly<Record<number, string>> = {
  400: "The request is not valid HTTP. Correct it and send it again.",
  408: "The request did not arrive in time. Send it again, faster.",
  413: "A chunk of the request is too large. Send it again with smaller ones.",
  417: "The Expect header asks for something this server does not do. Send the request without it.",
  431: "The headers of the request are too large. Send fewer or shorter ones.",
};
