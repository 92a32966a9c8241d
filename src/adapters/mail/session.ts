import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type { ComposedMail } from "./compose.js";
import { mailFailure, type Stage } from "./failures.js";
import { mailLibrary } from "./library.js";
import type { MailLogin } from "./mail-accounts.js";

/** Opens a connection to a mail server, if it is one that may be connected to. Throws ADDRESS_REFUSED, and `no-network`. */
export type OpenSocket = (host: string, port: number, signal: AbortSignal) => Promise<Socket>;

export interface SessionLimits {
  /** For the greeting and the agreement on TLS. @default 20000 */
  readonly greetingMs?: number;
  /** Without a byte from the server. @default 120000 */
  readonly silenceMs?: number;
  /** For all of it. @default 600000 */
  readonly totalMs?: number;
}

/** No answer of a real server is longer. */
const LONGEST_ANSWER = 64 * 1024;
const PIECE = 16 * 1024;

export interface Session {
  readonly secured: boolean;
  /** What the server answered. */
  readonly says: string;
}

/** One connection: logs in, and hands the message over where there is one. Rejects as the port says. */
export async function session(
  login: MailLogin,
  mail: (ComposedMail & { readonly to: string }) | undefined,
  options: { readonly open: OpenSocket; readonly limits: SessionLimits; readonly signal: AbortSignal },
): Promise<Session> {
  const { signal, limits } = options;
  signal.throwIfAborted();
  const { SmtpConnection } = await mailLibrary();
  const { host, port, secure, username, password, allowPlain, allowSelfSigned } = login;
  const { greetingMs = 20_000, silenceMs = 120_000, totalMs = 600_000 } = limits;
  const tooLate = AbortSignal.timeout(totalMs);
  const either = AbortSignal.any([signal, tooLate]);
  const at: { stage: Stage } = { stage: "connecting" };
  const socket = await options.open(host, port, either).catch((error: unknown) => {
    signal.throwIfAborted();
    throw mailFailure(error, at.stage, login);
  });
  const connection = new SmtpConnection({
    ...{ host, port, secure, connection: socket },
    requireTLS: !secure && !allowPlain,
    // Whoever allows mail without TLS need not have it refused where a server offers it in vain.
    opportunisticTLS: !secure && allowPlain,
    // The name of this machine is nobody's business.
    name: "[127.0.0.1]",
    greetingTimeout: greetingMs,
    connectionTimeout: greetingMs,
    socketTimeout: silenceMs,
    socketCloseTimeout: 0,
    maxResponseSize: LONGEST_ANSWER,
    tls: { rejectUnauthorized: !allowSelfSigned, minVersion: "TLSv1.2" },
  });
  try {
    return await new Promise<Session>((resolve, reject) => {
      const cut = () =>
        reject(tooLate.aborted ? Object.assign(new Error("late"), { code: "ETIMEDOUT" }) : signal.reason);
      either.addEventListener("abort", cut, { once: true });
      if (either.aborted) cut();
      connection.on("error", reject);
      // What the server said with it comes a moment later.
      connection.on("end", () => setImmediate(() => reject(new Error("The connection has ended."))));
      const done = (says: string) => resolve({ secured: connection.secure, says });
      const hand = () => {
        if (mail === undefined) return done("");
        at.stage = "sending";
        const message = piecesOf(mail.bytes);
        // With the last piece the server has all it needs to take the message, whatever happens then.
        message.once("end", () => {
          at.stage = "given";
        });
        const envelope = { from: mail.from, to: [mail.to], size: mail.bytes.length };
        connection.send(envelope, message, (error, info) => {
          if (error) reject(error);
          else done(info?.response ?? "");
        });
      };
      connection.connect((error?: Error | null) => {
        if (error) return reject(error);
        if (username === "") return hand();
        at.stage = "login";
        connection.login({ user: username, pass: password }, (refusal) => (refusal ? reject(refusal) : hand()));
      });
    });
  } catch (error) {
    // Nobody knows what became of a message that was given away, whoever broke off.
    if (signal.aborted && at.stage !== "given") throw signal.reason;
    throw mailFailure(signal.aborted ? new Error("broken off") : error, at.stage, login, mail?.to);
  } finally {
    if (at.stage !== "connecting" && !connection.destroyed) connection.quit();
    connection.close();
  }
}

function piecesOf(bytes: Buffer): Readable {
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += PIECE) pieces.push(bytes.subarray(start, start + PIECE));
  return Readable.from(pieces);
}
