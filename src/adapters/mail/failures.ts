import { type ErrorCode, type RunErrorCode, ScriptoriumError } from "../../kernel/errors.js";
import { shown } from "../../kernel/values/json.js";
import type { MailLogin } from "./mail-accounts.js";

/** Where a session was when it broke. */
export type Stage = "connecting" | "login" | "sending" | "given";

/** How long a server that answers 4xx is left alone, where nobody knows better. */
const BUSY_MS = 60_000;
/** Answers to a login that say nothing of the login. */
const LOGIN_REFUSED: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/** What went wrong in a session, as the error that a caller of the mailer meets. `to` is whom a message was for. */
export function mailFailure(cause: unknown, stage: Stage, { account }: Pick<MailLogin, "account">, to = ""): unknown {
  if (ScriptoriumError.is(cause)) return cause;
  const { code, status, says, detail, command } = read(cause);
  const fail = (as: ErrorCode | RunErrorCode, message: string, facts: Record<string, unknown> = {}) =>
    new ScriptoriumError(
      as,
      message,
      { server: account.server, account: account.id, ...(status === undefined ? {} : { status }), ...facts },
      { cause },
    );
  const server = `The mail server ${account.server}`;
  if (command === "STARTTLS" && status === 454) {
    const message = `${server} offers TLS and does not begin it, so nothing was sent: ${says} Tell who runs it, use port 465 with secure true, or allow mail without TLS with allowPlain of the account.`;
    return fail("no-network", message, { final: true });
  }
  if (status !== undefined && status >= 400 && status < 500) {
    const message = `${server} does not take the message now: ${says} Try again later.`;
    return fail("rate-limited", message, { waitMs: BUSY_MS, passing: true });
  }
  if ((stage === "login" && status !== undefined) || (status !== undefined && LOGIN_REFUSED.has(status))) {
    return fail("auth", `${server} refused the login: ${says} Correct the user name and the password of the account.`);
  }
  if (code === "EAUTH") {
    const message = `${server} takes no login of a kind that is known. Check the host, the port and the user name of the account.`;
    return fail("auth", message);
  }
  if (stage === "connecting" && (code === "ETLS" || status !== undefined || isCertificate(detail) || isNoTls(detail))) {
    return fail("no-network", `${server} ${withoutTls(detail)}`, { final: true });
  }
  if (status !== undefined) {
    if (command === "RCPT TO") {
      const message = `${server} refused the recipient ${to}: ${says} ${isFull(says) ? FULL : "Check the address."}`;
      return fail("bad-input", message, { recipient: true });
    }
    const isLarge = (status === 552 || status === 523) && !/\b5\.(?:2\.2|7\.\d+)\b/.test(says) && !isFull(says);
    const what = isLarge ? SMALLER : advice(status, says);
    return fail(isLarge ? "too-large" : "bad-input", `${server} refused the message: ${says} ${what}`);
  }
  if (code === "EMESSAGE") {
    return fail("too-large", `${server} takes no message of this size. ${SMALLER}`);
  }
  if (stage === "given") {
    const message = `The connection to ${account.server} was lost after the message was given away, so whether it was taken is not known. Look for it before you send it again.`;
    return fail("no-network", message, { uncertain: true });
  }
  if (code === "EPROTOCOL") {
    return fail("no-network", `${server} does not speak SMTP as it should. Check its host and port.`, { final: true });
  }
  if (code === "ETIMEDOUT")
    return fail("no-network", `${server} did not answer in time. Try again later.`, { passing: true });
  return fail("no-network", `${server} ${broken(detail)}`, { passing: true });
}

const SMALLER = "Make its images and attachments smaller, or leave them out.";
const FULL = "Its mailbox is full: write to another address, or later.";

function isFull(says: string): boolean {
  return /\b5\.2\.2\b|quota|mailbox (?:is )?full/i.test(says);
}

function advice(status: number, says: string): string {
  if (isFull(says)) return FULL;
  return status === 550 || status === 551 || status === 553
    ? "Check the address of the recipient and of the sender."
    : "Look into what it says.";
}

function withoutTls(detail: string): string {
  if (/self[- ]signed|unable to (?:verify|get)/i.test(detail)) {
    return "has a certificate that nobody vouches for, so nothing was sent. Give it one of a known authority, or allow it with allowSelfSigned of the account.";
  }
  if (isNoTls(detail)) {
    return "does not begin with TLS on this port, as secure true of the account asks for. Set secure to false for STARTTLS, which port 587 has, or use port 465.";
  }
  if (isCertificate(detail)) {
    return "has a certificate that is not valid for it, so nothing was sent. Check the host of the account.";
  }
  return "offers no TLS, so nothing was sent: password and message could be read on the way. Use another port, or allow it with allowPlain of the account.";
}

function isNoTls(detail: string): boolean {
  return /wrong version number|packet length too long|unknown protocol|http request/i.test(detail);
}

function isCertificate(detail: string): boolean {
  return /certificate|altnames|self[- ]signed|unable to (?:verify|get)/i.test(detail);
}

function broken(detail: string): string {
  if (/ENOTFOUND/.test(detail))
    return "cannot be found, because its name is not known. Check its host and the network.";
  if (/ECONNREFUSED/.test(detail)) return "refused the connection. Check its host and port.";
  return "broke the connection off or could not be reached. Try again later.";
}

interface Read {
  readonly code: string;
  /** What the server answered; undefined without an answer. */
  readonly status: number | undefined;
  readonly says: string;
  readonly detail: string;
  /** What was answered, such as `RCPT TO`; empty when it is not known. */
  readonly command: string;
}

function read(cause: unknown): Read {
  const { code, responseCode, response, message, originalCode, command } = (
    typeof cause === "object" && cause !== null ? cause : {}
  ) as Record<string, unknown>;
  const status =
    typeof responseCode === "number" && responseCode >= 400 && responseCode < 600 ? responseCode : undefined;
  const text = typeof response === "string" ? response.replace(/\s+/g, " ").trim() : "";
  const said = shown(text, 300);
  return {
    code: typeof code === "string" ? code : "",
    status,
    says: /[.!?]$/.test(said) ? said : `${said}.`,
    command: typeof command === "string" ? command : "",
    detail: `${String(originalCode ?? code ?? "")} ${String(message ?? "")}`,
  };
}
