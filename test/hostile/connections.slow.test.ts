import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { expectEnvelope, expectRefusal, itStands, targetOfFile } from "./target.js";

const target = targetOfFile();
const HOST = "Host: localhost\r\n";
const TEST = `GET /test HTTP/1.1\r\n${HOST}\r\n`;
const post = (headers: string, body: string) =>
  `POST /spin HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${headers}\r\n${body}`;
const get = (headers: string) => `GET /test HTTP/1.1\r\n${HOST}${headers}\r\n`;

describe("connections", () => {
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  const opened = async (count: number, bytes: string) => {
    await Promise.all(
      Array.from({ length: count }, async () => {
        const socket = connect({ port: target.port, host: "127.0.0.1", allowHalfOpen: true });
        socket.on("error", () => {}).resume();
        sockets.push(socket);
        await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
      }),
    );
  };

  /** Connections the server holds. */
  const held = () =>
    new Promise<number>((resolve, reject) => {
      target.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });

  it("200 slow ones do not hold up GET /test", async () => {
    // The first request of a process loads what answers.
    await target.raw(TEST);
    await opened(100, `GET /test HTTP/1.1\r\n${HOST}X: `);
    await opened(100, post("Content-Length: 1000\r\n", '{"te'));
    const { replies, tookMs } = await target.raw(TEST);
    expect(expectEnvelope(replies[0]).success).toBe(true);
    expect(tookMs).toBeLessThan(1000);
  });

  it.each([
    ["nothing", ""],
    ["half a request", `GET /test HTTP/1.1\r\n${HOST}X: `],
    ["half a body", post("Content-Length: 1000\r\n", '{"te')],
    ["one request and then nothing", TEST],
  ])("1000 that send %s shut nobody out, and cut no answer", async (_name, bytes) => {
    await expect.poll(() => held(), { timeout: 10_000 }).toBe(0);
    const events = connect({ port: target.port, host: "127.0.0.1" }).on("error", () => {});
    sockets.push(events);
    events.write(`GET /events HTTP/1.1\r\n${HOST}\r\n`);
    await once(events, "readable");
    for (let count = 0; count < 10; count += 1) {
      await opened(100, bytes);
      const { replies, tookMs } = await target.raw(TEST);
      expect(expectEnvelope(replies[0]).success).toBe(true);
      expect(tookMs).toBeLessThan(1000);
    }
    expect(events.closed).toBe(false);
  });

  it("an idle one is kept somewhat longer than its client is told, so that a late request is answered", async () => {
    const socket = connect({ port: target.port, host: "127.0.0.1" });
    sockets.push(socket);
    socket.write(TEST);
    const [first] = (await once(socket, "data")) as [Buffer];
    const told = Number(/^Keep-Alive: timeout=(\d+)/im.exec(first.toString("latin1"))?.[1]);
    await setTimeout(told * 1000 + 500);
    socket.write(TEST);
    const [second] = (await once(socket, "data")) as [Buffer];
    expect(second.toString("latin1")).toMatch(/^HTTP\/1\.1 200 /);
    await once(socket, "close");
  });

  it("a refused one is cut even if the client never hangs up", async () => {
    await expect.poll(() => held(), { timeout: 5000 }).toBe(0);
    await opened(3, "this is no request\r\n\r\n");
    await opened(3, "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await opened(3, get("Expect: 200-maybe\r\n"));
    await expect.poll(() => held(), { timeout: 5000 }).toBe(0);
  });

  it.each([
    ["nothing", ""],
    ["half a request line", "GET /te"],
    ["half its headers", `GET /test HTTP/1.1\r\n${HOST}X: `],
    ["half its body", post("Content-Length: 1000\r\n", '{"te')],
  ])("one that sends %s and then stops gets a 408 and is cut", async (_name, bytes) => {
    const { headersTimeout, requestTimeout } = target.server;
    Object.assign(target.server, { headersTimeout: 100, requestTimeout: 100 });
    const { replies, closed } = await target.raw(bytes, { replies: Infinity });
    Object.assign(target.server, { headersTimeout, requestTimeout });
    expect(replies).toHaveLength(1);
    expectRefusal(replies[0], 408);
    expect(closed).toBe(true);
  });

  it("an unfinished answer is never interrupted by another one", async () => {
    const articleKeywordsFile = Array.from({ length: 100_000 }, (_, index) => `keyword ${index}`);
    const ids = [];
    for (let count = 0; count < 10; count += 1) ids.push(await target.draft({ articleKeywordsFile }));
    const socket = connect({ port: target.port, host: "127.0.0.1" }).on("error", () => {});
    socket.write(`GET /task/find HTTP/1.1\r\n${HOST}\r\n`);
    await once(socket, "readable");
    socket.write("garbage\r\n\r\n");
    await setTimeout(200);
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    await once(socket, "close");
    const whole = Buffer.concat(chunks).toString("latin1");
    expect(whole.length).toBeGreaterThan(100_000);
    expect(whole.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    for (const id of ids) await target.kernel.tasks.delete(id);
  });
});

itStands(target);
