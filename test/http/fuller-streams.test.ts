import { createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Api, type ApiRequest, fetchHandler, nodeListener } from "../../src/adapters/http/index.js";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A stream of events as a route gives it, in the hands of a test. */
class Stream {
  readonly left = Promise.withResolvers<void>();
  readonly aborted = Promise.withResolvers<void>();
  asked = 0;
  private readonly ready: string[] = [];
  private wake: (() => void) | undefined;
  private over = false;

  send(piece: string): void {
    this.ready.push(piece);
    this.wake?.();
  }

  api(): Api {
    return {
      ...{ about: { edition: "fuller", version: "", routes: [], needsKey: false }, owns: () => true },
      handle: (request: ApiRequest) => {
        request.signal?.addEventListener("abort", () => this.aborted.resolve());
        return { status: 200, headers: ["Content-Type", "text/event-stream"], body: this.pieces() };
      },
    };
  }

  private pieces(): AsyncIterable<string> {
    return {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          this.asked += 1;
          while (this.ready.length === 0 && !this.over) {
            await new Promise<void>((resolve) => {
              this.wake = resolve;
            });
          }
          return this.over ? { done: true, value: undefined } : { done: false, value: this.ready.shift()! };
        },
        return: async () => {
          this.over = true;
          this.wake?.();
          this.left.resolve();
          return { done: true, value: undefined };
        },
      }),
    };
  }
}

async function listening(api: Api, stalledMs?: number): Promise<number> {
  const server = createServer(nodeListener(api, stalledMs === undefined ? {} : { stalledMs }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    return closed;
  });
  return (server.address() as AddressInfo).port;
}

describe("a stream without an end", () => {
  it("notifies its client that it is open before anything happens, and sends every piece as it comes", async () => {
    const stream = new Stream();
    const port = await listening(stream.api());
    const outgoing = request({ host: "127.0.0.1", port }).end();
    const incoming = await new Promise<import("node:http").IncomingMessage>((resolve) =>
      outgoing.once("response", resolve),
    );
    expect(incoming.headers["content-type"]).toBe("text/event-stream");
    const chunks = incoming.setEncoding("utf8")[Symbol.asyncIterator]();
    for (const piece of ["data: 1\n\n", "data: 2\n\n"]) {
      stream.send(piece);
      expect((await chunks.next()).value).toBe(piece);
    }
    outgoing.destroy();
    await stream.left.promise;
  });

  it("is released when its client leaves, though nothing comes", async () => {
    const stream = new Stream();
    const port = await listening(stream.api());
    const outgoing = request({ host: "127.0.0.1", port }).end();
    await new Promise((resolve) => outgoing.once("response", resolve));
    outgoing.on("error", () => {});
    outgoing.destroy();
    await Promise.all([stream.left.promise, stream.aborted.promise]);
  });

  it("is released when it is asked for with HEAD", async () => {
    const stream = new Stream();
    const port = await listening(stream.api());
    const outgoing = request({ host: "127.0.0.1", port, method: "HEAD" }).end();
    await new Promise((resolve) => outgoing.once("response", resolve));
    await stream.left.promise;
    expect(stream.asked).toBe(0);
  });

  it("is not cut because nothing happens, even after its client was slow once", async () => {
    const stream = new Stream();
    const port = await listening(stream.api(), 150);
    const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    closing.push(async () => socket.destroy());
    let received = 0;
    let last = "";
    socket.on("data", (chunk) => {
      received += chunk.length;
      last = chunk.subarray(-40).toString("latin1");
    });
    let isCut = false;
    socket.on("close", () => {
      isCut = true;
    });
    // More than the system takes at once, so the connection gets its limit; then the client catches up.
    const bulk = 8 * 1024 * 1024;
    stream.send("x".repeat(bulk));
    await until(() => received > bulk);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(isCut).toBe(false);
    stream.send("data: still here\n\n");
    await until(() => last.includes("still here"));
  });

  it("is cut when its client takes nothing any more", async () => {
    const stream = new Stream();
    const port = await listening(stream.api(), 100);
    const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    closing.push(async () => socket.destroy());
    socket.on("error", () => {});
    socket.pause();
    stream.send("x".repeat(32 * 1024 * 1024));
    await stream.left.promise;
  });

  it("through a fetch handler sends every piece as it comes, and is released when it is cancelled", async () => {
    const stream = new Stream();
    const reply = await fetchHandler(stream.api())(new Request("http://localhost/events"));
    const reader = reply.body!.getReader();
    stream.send("data: 1\n\n");
    expect(Buffer.from((await reader.read()).value!).toString()).toBe("data: 1\n\n");
    await reader.cancel();
    await Promise.all([stream.left.promise, stream.aborted.promise]);
  });
});

it("bytes are sent as they are", async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  async function* body() {
    yield bytes;
    yield "ü";
  }
  const api: Api = {
    owns: () => true,
    about: { edition: "fuller", version: "", routes: [], needsKey: false },
    handle: () => ({ status: 200, headers: [], body: body() }),
  };
  const expected = Buffer.concat([bytes, Buffer.from("ü")]);
  const port = await listening(api);
  const overSocket = await fetch(`http://127.0.0.1:${port}/`);
  expect(Buffer.from(await overSocket.arrayBuffer())).toEqual(expected);
  const handled = await fetchHandler(api)(new Request("http://localhost/"));
  expect(Buffer.from(await handled.arrayBuffer())).toEqual(expected);
});

const until = (isTrue: () => boolean) => vi.waitUntil(isTrue, { interval: 5, timeout: 20_000 });
