import type { Dispatcher } from "undici";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { WebRequest } from "../../kernel/providers.js";
import { shown } from "../../kernel/values/json.js";
import { ACCEPTED_CODINGS } from "./body.js";

/** By lower-case name. */
export type Headers = Readonly<Record<string, string>>;

const USUAL: Headers = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-language": "en,*;q=0.5",
  "accept-encoding": ACCEPTED_CODINGS,
};
/** They say how a message is carried, which is not for its sender to choose, or lead it elsewhere than its address. */
const NOT_TO_SET: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
/** Of added headers, those that tell other hosts nothing that is not for them. */
const HARMLESS: ReadonlySet<string> = new Set(["accept", "accept-language", "user-agent"]);

/** The headers that a session or a request adds to the usual ones. Throws bad-input for one that cannot be sent. */
export function checkedHeaders(headers: Headers = {}): Headers {
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const key = name.trim().toLowerCase();
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(key) || !/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) {
      throw badHeader(name, "which holds characters that a request cannot carry. Correct its name or its value");
    }
    if (NOT_TO_SET.has(key) || key.startsWith("proxy-")) throw badHeader(name, "which a task cannot set. Take it out");
    own[key] = value;
  }
  return own;
}

/** What is left of them for another host than the one they were meant for. */
export function harmlessOf(own: Headers): Headers {
  return Object.fromEntries(Object.entries(own).filter(([name]) => HARMLESS.has(name)));
}

/** The headers of one request. Cookies of the session follow those that the run sets itself. */
export function headersFor(
  own: Headers,
  { userAgent, cookies, unless }: { userAgent: string; cookies: string; unless: WebRequest["unless"] },
): Record<string, string> {
  const cookie = [own["cookie"] ?? "", cookies].filter((each) => each !== "").join("; ");
  return {
    ...USUAL,
    "user-agent": userAgent,
    ...own,
    ...(cookie === "" ? {} : { cookie }),
    ...(unless?.etag === undefined ? {} : { "if-none-match": unless.etag }),
    ...(unless?.lastModified === undefined ? {} : { "if-modified-since": unless.lastModified }),
  };
}

/** Whether a redirect stays with who was asked, to whom the headers of a run may go on being sent. */
export function staysWith(from: URL, to: URL): boolean {
  if (from.hostname !== to.hostname) return false;
  // The step from http to https on the usual ports is the same site made safe; the other way gives secrets away.
  return (
    from.origin === to.origin ||
    (from.protocol === "http:" && from.port === "" && to.origin === `https://${from.hostname}`)
  );
}

/** The first value of a header, or empty text. */
export function headerOf({ headers }: Dispatcher.ResponseData, name: string): string {
  return [headers[name] ?? ""].flat()[0] ?? "";
}

/** All headers of an answer but its cookies. */
export function receivedHeaders({ headers }: Dispatcher.ResponseData): Headers {
  const received: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.toLowerCase() === "set-cookie") continue;
    received.push([name.toLowerCase(), [value].flat().join(", ")]);
  }
  return Object.fromEntries(received);
}

export function setCookies({ headers }: Dispatcher.ResponseData): readonly string[] {
  return [headers["set-cookie"] ?? []].flat();
}

function badHeader(name: string, problem: string): ScriptoriumError {
  return new ScriptoriumError("bad-input", `headers has "${shown(name)}", ${problem}.`, { field: "headers" });
}
