import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { parsedReplies, type Reply } from "./replies.js";

/** Longest time any answer may take. */
const ANSWER_MS = 5000;

export interface RawOptions {
  /** Longest wait for the answers. */
  readonly waitMs?: number;
  /** Answers after which the client leaves; 1 when nothing is said, Infinity to wait for the server to hang up. */
  readonly replies?: number;
  /** What the client does when all is sent. */
  readonly ending?: "stay" | "half-close" | "reset";
}

export interface Answer {
  readonly replies: readonly Reply[];
  /** Whether the server hung up. */
  readonly closed: boolean;
  readonly tookMs: number;
}

export interface AskOptions {
  readonly headers?: Readonly<Record<string, string>> | readonly string[];
  /** Sent as it is; anything but text and bytes is sent as JSON. */
  readonly body?: unknown;
}

/** A request as text or bytes; a Host header is added unless one is given. */
export function written(port: number, method: string, path: string, { headers = {}, body }: AskOptions = {}): Buffer {
  const own = Array.isArray(headers) ? headers : Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const has = (name: string) => own.some((line: string) => line.toLowerCase().startsWith(`${name}:`));
  const bytes =
    body instanceof Uint8Array ? body : Buffer.from(typeof body === "string" ? body : (JSON.stringify(body) ?? ""));
  const more = [
    ...(has("host") ? [] : [`Host: 127.0.0.1:${port}`]),
    ...(body === undefined || has("content-length") || has("transfer-encoding")
      ? []
      : [`Content-Length: ${bytes.length}`]),
  ];
  const head = [`${method} ${path} HTTP/1.1`, ...more, ...own, "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head), bytes]);
}

/** Sends the pieces, each in a packet of its own, and reads until enough answers are there or the server hangs up. */
export function exchanged(
  port: number,
  pieces: readonly (string | Uint8Array)[],
  { waitMs = ANSWER_MS, replies: wanted = 1, ending = "stay" }: RawOptions = {},
): Promise<Answer> {
  const begun = performance.now();
  const socket = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
  const chunks: Buffer[] = [];
  const isHead = /^HEAD /.test(Buffer.from(pieces[0] ?? "").toString("latin1"));
  return new Promise((resolve) => {
    const finish = (closed: boolean) => {
      clearTimeout(timer);
      const tookMs = performance.now() - begun;
      socket.destroy();
      resolve({ replies: parsedReplies(Buffer.concat(chunks), isHead), closed, tookMs });
    };
    const timer = setTimeout(() => finish(false), waitMs);
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      const complete = parsedReplies(Buffer.concat(chunks), isHead).filter(({ status }) => status >= 200);
      if (complete.length >= wanted) finish(false);
    });
    socket.on("end", () => finish(true));
    socket.on("error", () => {});
    socket.on("close", () => finish(true));
    const send = async () => {
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) await pause(5);
        if (socket.destroyed) return;
        socket.write(piece);
      }
      if (ending === "half-close") socket.end();
      if (ending === "reset") {
        await pause(5);
        socket.resetAndDestroy();
      }
    };
    socket.on("connect", () => void send());
  });
}
