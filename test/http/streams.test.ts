import { request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createApi, createApiServer, fetchHandler } from "../../src/adapters/http/index.js";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import {
  createKernel,
  type Kernel,
  type Logger,
  type Selection,
  type StorageAdapter,
  type Task,
  type TaskHint,
  type TextResult,
} from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { startedKernel } from "../kernel/world.js";

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

interface Shelf {
  readonly storage: StorageAdapter;
  /** Resolves when a scan was closed before its end. */
  readonly letGo: Promise<number>;
}

/** A storage that delivers large tasks without end, or until it breaks, and resolves when its reader stops. */
function endlessShelf(breaksAfter = Number.POSITIVE_INFINITY): Shelf {
  const released = Promise.withResolvers<number>();
  const storage = memoryStorage();
  async function* scan<T>(selection: Selection<T>, hint?: TaskHint): AsyncGenerator<T> {
    // By itself the kernel looks for unfinished runs, old ones and those that a clock starts.
    if (hint !== undefined || !selection.reads.includes("data")) return;
    let delivered = 0;
    try {
      for (; delivered < breaksAfter; delivered += 1) {
        if (delivered % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
        const picked = selection.pick(task(delivered));
        if (picked !== undefined) yield picked;
      }
      throw new Error("disk on fire");
    } finally {
      released.resolve(delivered);
    }
  }
  return { storage: { ...storage, tasks: { ...storage.tasks, scan } }, letGo: released.promise };
}

const task = (number: number): Task => ({
  _id: number.toString(16).padStart(24, "0"),
  group: "",
  name: `task ${number}`,
  type: "echoer",
  status: "draft",
  data: { text: "x".repeat(20_000) },
  createdAt: "2030-01-01T00:00:00.000Z",
  updatedAt: "2030-01-01T00:00:00.000Z",
  revision: 0,
});

async function started({ storage }: Shelf): Promise<Kernel> {
  const kernel = createKernel({ storage, queue: inProcessQueue(), plugins: [] });
  await kernel.start();
  open.push(() => kernel.stop());
  return kernel;
}

interface Serving {
  readonly stalledMs?: number;
  readonly logger?: Logger;
}

async function served(shelf: Shelf, { stalledMs, ...options }: Serving = {}): Promise<number> {
  const server = createApiServer(
    createApi(await started(shelf), options),
    stalledMs === undefined ? {} : { stalledMs },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    return closed;
  });
  return (server.address() as { port: number }).port;
}

const list = { host: "127.0.0.1", path: "/task/find" };

describe("the storage is released when nobody reads a long list to its end", () => {
  it("because it was asked for with HEAD", async () => {
    const shelf = endlessShelf();
    const outgoing = request({ ...list, port: await served(shelf), method: "HEAD" }).end();
    const status = await new Promise((resolve) => outgoing.once("response", (reply) => resolve(reply.statusCode)));
    expect(status).toBe(200);
    expect(await shelf.letGo).toBeLessThan(100);
  });

  it("because the client leaves in the middle", async () => {
    const shelf = endlessShelf();
    const outgoing = request({ ...list, port: await served(shelf) }).end();
    outgoing.on("error", () => {});
    outgoing.once("response", (reply) => reply.once("data", () => outgoing.destroy()));
    expect(await shelf.letGo).toBeGreaterThan(0);
  });

  it("because the client stops reading and never leaves", async () => {
    const shelf = endlessShelf();
    const socket = connect(await served(shelf, { stalledMs: 200 }), "127.0.0.1");
    socket.on("error", () => {}).pause();
    socket.write("GET /task/find HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect(await shelf.letGo).toBeGreaterThan(0);
    socket.destroy();
  });

  it("because the reader of a fetch response cancels it, or asked with HEAD", async () => {
    for (const method of ["GET", "HEAD"]) {
      const shelf = endlessShelf();
      const handle = fetchHandler(createApi(await started(shelf)));
      const response = await handle(new Request("http://localhost/task/find", { method }));
      expect(response.status).toBe(200);
      await response.body?.cancel();
      expect(await shelf.letGo).toBeLessThan(100);
    }
  });
});

it("a client that takes no byte of one long answer is cut off", async () => {
  const kernel = await startedKernel();
  const { _id } = await kernel.tasks.create("echoer", { long: "x".repeat(7_000_000) });
  const server = createApiServer(createApi(kernel), { stalledMs: 200 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = new Promise((resolve) => server.once("connection", (socket) => socket.once("close", resolve)));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  socket.pause();
  socket.write(`GET /project/data/${_id} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await cut;
  socket.destroy();
  server.close();
  await kernel.stop();
});

describe("a list that fails", () => {
  it("before its first piece is a failure in words", async () => {
    const port = await served(endlessShelf(2));
    const reply = await fetch(`http://127.0.0.1:${port}/task/find`);
    expect(reply.status).toBe(500);
    expect(await reply.json()).toEqual({
      success: false,
      message: expect.stringMatching(/internal error \(ref [0-9a-f]{16}\)/),
      result: null,
    });
  });

  it("in the middle is cut, so that nobody takes it for the whole, and the log says why", async () => {
    const causes: unknown[] = [];
    const logger = { info() {}, warn() {}, error: (_message: string, cause?: unknown) => causes.push(cause) };
    const port = await served(endlessShelf(500), { logger });
    const reply = await fetch(`http://127.0.0.1:${port}/task/find`);
    await expect(reply.text()).rejects.toThrow();
    expect(causes).toEqual([new Error("disk on fire")]);
    expect((await fetch(`http://127.0.0.1:${port}/test`)).status).toBe(200);
  });

  it("and cannot even be logged ends the connection and nothing else", async () => {
    const full = () => {
      throw new Error("no space left");
    };
    const port = await served(endlessShelf(2), { logger: { info: full, warn: full, error: full } });
    await expect(fetch(`http://127.0.0.1:${port}/task/find`)).rejects.toThrow();
    expect((await fetch(`http://127.0.0.1:${port}/test`)).status).toBe(200);
  });

  it("in the middle of a fetch response errors its stream", async () => {
    const handle = fetchHandler(createApi(await started(endlessShelf(500))));
    const response = await handle(new Request("http://localhost/task/find"));
    await expect(response.text()).rejects.toThrow();
  });
});

it("the signal of a call by link aborts when the client leaves", async () => {
  const asked = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<unknown>();
  const aboutMe = {
    aboutMe: (_keyword: string, { signal }: { signal: AbortSignal }) =>
      new Promise<TextResult>((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          gone.resolve(signal.reason);
          reject(signal.reason);
        });
        asked.resolve();
      }),
  };
  const kernel = createKernel({
    storage: memoryStorage(),
    queue: inProcessQueue(),
    plugins: [],
    providers: { aboutMe },
  });
  await kernel.start();
  open.push(() => kernel.stop());
  const logged: string[] = [];
  const logger = { info() {}, warn: (text: string) => logged.push(text), error: (text: string) => logged.push(text) };
  const server = createApiServer(createApi(kernel, { logger }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as { port: number };
  const outgoing = request({ host: "127.0.0.1", port, path: "/aboutme?keyword=bees", agent: false }).end();
  outgoing.on("error", () => {});
  await asked.promise;
  outgoing.destroy();
  expect(await gone.promise).toBeInstanceOf(Error);
  expect(logged).toEqual([]);
});
