import { ScriptoriumError, type WebPassage } from "../../kernel/index.js";
import { shown } from "../../kernel/values/json.js";
import { displayed } from "../network/displayed.js";

/** Why a page could not be shown, for people; `reason` is for programs. */
export function brokenPage(url: string, reason: "crash" | "memory" | "stopped", memoryMb: number, cause?: unknown) {
  const says = {
    crash: `The page ${displayed(url)} broke down in the browser. Leave it out, or read it without a browser.`,
    memory: `The page ${displayed(url)} needed more than the ${memoryMb} MB of memory that the browser may use. Leave it out, or raise memoryMb of the browser provider.`,
    stopped: `The browser stopped while it showed ${displayed(url)}. Try again later.`,
  }[reason];
  return new ScriptoriumError("BROWSER_FAILED", says, { ...placeOf(url), reason }, { cause });
}

export function tooSlow(url: string, milliseconds: number): ScriptoriumError {
  const seconds = Math.round(milliseconds / 100) / 10;
  return new ScriptoriumError(
    "FETCH_TIMEOUT",
    `${displayed(url)} was not ready in the browser within ${seconds} seconds. Try again later, or leave the page out.`,
    { ...placeOf(url), limit: "total" },
  );
}

export function tooLarge(url: string, maxBytes: number): ScriptoriumError {
  const size = maxBytes >= 1024 * 1024 ? `${Math.round(maxBytes / 1024 / 1024)} MB` : `${maxBytes} bytes`;
  return new ScriptoriumError(
    "FETCH_TOO_LARGE",
    `${displayed(url)} is larger than ${size} with all that it loads. Give the address of a smaller page.`,
    { ...placeOf(url), maxBytes },
  );
}

/** The address leads to a file that a browser saves instead of showing it. */
export function noPage(url: string, status: number, mediaType: string): ScriptoriumError {
  const what = mediaType === "" ? "a file of an unknown kind" : shown(mediaType);
  return new ScriptoriumError(
    "FETCH_FAILED",
    `${displayed(url)} is not a page that a browser shows but ${what}. Give the address of a page.`,
    { ...placeOf(url), status, ...(mediaType === "" ? {} : { mediaType: shown(mediaType) }) },
  );
}

/** The error for a text of Chromium such as `net::ERR_CERT_DATE_INVALID`. */
export function networkFailure(passage: WebPassage, url: string, text: string): Error {
  const name = /net::ERR_([A-Z0-9_]+)/.exec(text)?.[1] ?? "";
  if (name === "TOO_MANY_REDIRECTS") {
    return new ScriptoriumError(
      "FETCH_FAILED",
      `${displayed(url)} redirects in a circle. Give the address it should lead to.`,
      { ...placeOf(url), redirects: 20 },
    );
  }
  return passage.failure(url, errnoOf(name));
}

function errnoOf(name: string): string {
  if (name.startsWith("CERT_")) return "CERT_INVALID";
  if (name.startsWith("SSL_") || name.includes("TLS")) return "EPROTO";
  if (name === "INVALID_HTTP_RESPONSE" || name.startsWith("RESPONSE_HEADERS")) return "HPE_INVALID";
  if (/^(?:CONNECTION_|EMPTY_RESPONSE|TUNNEL_|SOCKET_|HTTP2_|INCOMPLETE_|CONTENT_LENGTH)/.test(name))
    return "ECONNRESET";
  return name === "" ? "unknown" : name;
}

/** Where something went wrong, for programs. */
export function placeOf(text: string): { readonly url: string; readonly host?: string } {
  const url = URL.parse(text);
  return { url: displayed(text), ...(url === null ? {} : { host: shown(url.host) }) };
}
