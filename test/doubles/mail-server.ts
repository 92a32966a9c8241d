import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
  readonly secured: boolean;
}

/** What becomes of a message: taken, refused with a status, or the connection is cut off when all of it has come. */
export type MailFate = "take" | "cut" | { readonly status: number; readonly says: string };

export interface MailServerOptions {
  readonly tls?: { readonly key: string; readonly cert: string };
  /** TLS from the first byte. */
  readonly secure?: boolean;
  readonly login?: { readonly user: string; readonly password: string };
  readonly size?: number;
  /** By its recipient, before its text comes. */
  readonly recipient?: (address: string, count: number) => MailFate;
  /** Of the message, counted from 0. */
  readonly fate?: (mail: ReceivedMail, count: number) => MailFate;
}

export interface MailServer {
  readonly port: number;
  /** All whose text has come, those that were cut off included. */
  readonly mails: ReceivedMail[];
  /** Logins that were tried. */
  readonly logins: string[];
  close(): Promise<void>;
}

/** A real SMTP server on 127.0.0.1, in this process. */
export async function mailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { tls, secure = false, login, size, recipient, fate } = options;
  const mails: ReceivedMail[] = [];
  const logins: string[] = [];
  let recipients = 0;
  const server = new SMTPServer({
    ...{ logger: false, secure, authOptional: login === undefined, disableReverseLookup: true, closeTimeout: 50 },
    ...(tls === undefined ? { disabledCommands: ["STARTTLS"], allowInsecureAuth: true } : tls),
    ...(size === undefined ? {} : { size }),
    onAuth(auth, _session, done) {
      logins.push(auth.username ?? "");
      if (auth.username === login?.user && auth.password === login?.password) done(null, { user: auth.username });
      else done(refusal({ status: 535, says: "5.7.8 Authentication credentials invalid" }));
    },
    onRcptTo({ address }, _session, done) {
      const what = recipient?.(address, recipients++) ?? "take";
      done(typeof what === "object" ? refusal(what) : null);
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      buffer(stream).then((raw) => {
        const from = mailFrom === false ? "" : mailFrom.address;
        const mail = { from, to: rcptTo.map(({ address }) => address), raw, secured: session.secure };
        mails.push(mail);
        if (stream.sizeExceeded) return done(refusal({ status: 552, says: "5.3.4 Message too big" }));
        const what = fate?.(mail, mails.length - 1) ?? "take";
        if (what === "take") return done(null, "2.0.0 Taken");
        if (what !== "cut") return done(refusal(what));
        for (const connection of server.connections) {
          if (connection.id === session.id) (connection as unknown as { _socket: Socket })._socket.destroy();
        }
      }, done);
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    ...{ mails, logins },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A server that says what it is told to whoever connects, and to each line that comes. */
export async function sayingServer(
  greeting: string | undefined,
  answer: (line: string) => string = () => "",
): Promise<{ readonly port: number; readonly heard: string[]; close(): Promise<void> }> {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    if (greeting !== undefined) socket.write(greeting);
    socket.on("data", (bytes) => {
      for (const line of bytes.toString().split("\r\n").slice(0, -1)) {
        heard.push(line);
        socket.write(answer(line));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refusal({ status, says }: { readonly status: number; readonly says: string }): Error {
  return Object.assign(new Error(says), { responseCode: status });
}
