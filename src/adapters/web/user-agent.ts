import { ScriptoriumError } from "../../kernel/errors.js";

export interface UserAgentOptions {
  /** Version of this package. */
  readonly version?: string;
  /** Where the owner of a site can reach the operator of this server: a web address or a mail address. */
  readonly contact?: string;
  /** Replaces `Scriptorium/<version> (+<contact>)`. */
  readonly userAgent?: string;
}

/** The user agent of requests. Throws CONFIG_INVALID for what a request cannot carry. */
export function userAgentOf({ version, contact = "", userAgent = "" }: UserAgentOptions): string {
  const reachable = contact.trim();
  if (reachable !== "" && !isContact(reachable)) {
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      "The contact is neither a web address nor a mail address. Write it like https://example.com/bot or bot@example.com.",
      { setting: "contact" },
    );
  }
  const own = userAgent.trim();
  if (own === "") {
    return `Scriptorium${version === undefined ? "" : `/${version}`}${reachable === "" ? "" : ` (+${reachable})`}`;
  }
  if (/^[\x20-\x7e]+$/.test(userAgent)) return own;
  throw new ScriptoriumError(
    "CONFIG_INVALID",
    "The user agent holds characters that a request cannot carry. Use plain ASCII letters.",
    { setting: "userAgent" },
  );
}

function isContact(text: string): boolean {
  // Brackets would end the comment it is in.
  if (!/^[\x21-\x7e]{1,200}$/.test(text) || /[()\\]/.test(text)) return false;
  if (/^[^@\s:/]+@[^@\s:/]+\.[^@\s:/]+$/.test(text)) return true;
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}
