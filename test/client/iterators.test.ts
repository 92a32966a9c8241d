import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createApi, createApiServer } from "../../src/adapters/http/index.js";
import { type ClientEvent, createClient, NotReachableError, type ScriptoriumClientError } from "../../src/client.js";
import { crawling, type StartedApi, servers, written } from "../api/server.js";

/** Wide enough for a machine with much to do. */
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 10_000 });

const open = servers();
const more: Server[] = [];
afterEach(async () => {
  await open.close();
  for (const server of more.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(server: Server, port = 0): Promise<number> {
  more.push(server);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Another server in front of the same tasks, so that one can go and come back at the same port. */
async function served(api: StartedApi, port = 0): Promise<{ port: number; end(): Promise<void> }> {
  const server = createApiServer(createApi(api.kernel));
  const taken = await listening(server, port);
  return {
    port: taken,
    async end() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const errorOf = (call: Promise<unknown>): Promise<ScriptoriumClientError> =>
  call.then(
    () => Promise.reject(new Error("The call succeeded.")),
    (error) => error,
  );

describe("rows", () => {
  it("are read page by page to the last, also from the newest on, and only as many as are wanted", async () => {
    const api = await open.start();
    const keywords = Array.from({ length: 23 }, (_, number) => `word ${number}`);
    const id = await written(api, keywords);
    let asked = 0;
    const counted: typeof fetch = (...call) => {
      asked += 1;
      return fetch(...call);
    };
    const client = createClient({ url: api.address, fetch: counted });
    const found = (rows: readonly { keyword: string }[]) => rows.map(({ keyword }) => keyword);
    const all = await Array.fromAsync(client.rows<{ keyword: string }>(id, { pageSize: 10, fields: ["keyword"] }));
    expect(found(all)).toEqual(keywords);
    const backwards = client.rows<{ keyword: string }>(id, { pageSize: 7, order: "desc", offset: 3 });
    expect(found(await Array.fromAsync(backwards))).toEqual(keywords.toReversed().slice(3));
    asked = 0;
    for await (const row of client.rows(id, { pageSize: 5 })) {
      expect(row).toMatchObject({ keyword: "word 0" });
      break;
    }
    // The run, and one page.
    expect(asked).toBe(2);
    expect(await Array.fromAsync(client.rows((await client.create("articlecreator")).id))).toEqual([]);
  });

  it("are those of one run, whatever begins meanwhile", async () => {
    const api = await open.start();
    const client = createClient({ url: api.address });
    const id = await written(api, ["a", "b", "c"]);
    const rows = client.rows(id, { pageSize: 1 });
    const found = [(await rows.next()).value];
    await client.setData<string>(id, { articleKeywordsFile: ["x"] });
    await client.restart(id, { wait: 10 });
    for await (const row of rows) found.push(row);
    expect(found).toMatchObject([{ keyword: "a" }, { keyword: "b" }, { keyword: "c" }]);
    expect(await Array.fromAsync(client.rows(id, { run: "all" }))).toHaveLength(4);
  });

  it("go on when the server is away in the middle", async () => {
    const api = await open.start();
    const id = await written(api, ["a", "b", "c"]);
    const first = await served(api);
    const client = createClient({ url: `http://127.0.0.1:${first.port}` });
    const rows = client.rows(id, { pageSize: 1 });
    const found = [(await rows.next()).value];
    await first.end();
    const next = rows.next();
    await served(api, first.port);
    found.push((await next).value);
    for await (const row of rows) found.push(row);
    expect(found).toMatchObject([{ keyword: "a" }, { keyword: "b" }, { keyword: "c" }]);
  });
});

describe("logs", () => {
  it("are followed until the task is at rest", async () => {
    const api = await open.start();
    const client = createClient({ url: api.address });
    const id = await crawling(api, "https://a.test/");
    const following = Array.fromAsync(client.logs(id, { follow: true }));
    await eventually(() => api.kernel.tasks.existing(id).then(({ status }) => status)).toBe("running");
    await client.abort(id);
    const entries = await following;
    expect(entries.length).toBeGreaterThan(0);
    expect(entries).toEqual(await client.log(id));
    expect(await Array.fromAsync(client.logs(id, { after: entries[0]!.n }))).toEqual(entries.slice(1));
  });

  it("end with the signal", async () => {
    const api = await open.start();
    const client = createClient({ url: api.address });
    const id = await crawling(api, "https://a.test/");
    const control = new AbortController();
    const following = Array.fromAsync(client.logs(id, { follow: true, signal: control.signal }));
    control.abort();
    expect(await following).toEqual([]);
  });
});

describe("events", () => {
  /** Puts events in a list until the signal. */
  function listened(events: AsyncIterable<ClientEvent>) {
    const seen: ClientEvent[] = [];
    const end = (async () => {
      for await (const event of events) seen.push(event);
    })();
    return { seen, end, names: () => seen.map(({ name }) => name) };
  }

  it("come as they happen, with what they hold, and end with the signal", async () => {
    const api = await open.start();
    const client = createClient({ url: api.address });
    const { signal, abort } = controlled();
    const all = listened(client.events({ signal, types: ["task.created", "task.complete"] }));
    await subscribed(api);
    const id = await written(api, ["bees"]);
    await eventually(all.names).toEqual(["task.created", "task.complete"]);
    const [created] = all.seen;
    if (created?.name !== "task.created") throw new Error("Another event came first.");
    expect(created.data.task.id).toBe(id);
    const missed = listened(client.events({ signal, task: id, after: created.id, types: ["task.complete"] }));
    await eventually(missed.names).toEqual(["task.complete"]);
    abort();
    await Promise.all([all.end, missed.end]);
    await eventually(() => api.kernel.eventLog.listening).toBe(0);
  });

  it("go on where they left off when the connection is lost, with nothing missing or twice", async () => {
    const api = await open.start();
    const first = await served(api);
    const { signal, abort } = controlled();
    const client = createClient({ url: `http://127.0.0.1:${first.port}` });
    const all = listened(client.events({ signal, types: ["task.created"] }));
    await subscribed(api);
    await api.kernel.tasks.create("articlecreator", { jobName: "one" });
    await eventually(() => all.seen.length).toBe(1);
    await first.end();
    await api.kernel.tasks.create("articlecreator", { jobName: "two" });
    await served(api, first.port);
    await api.kernel.tasks.create("articlecreator", { jobName: "three" });
    await eventually(() => all.seen.length).toBe(3);
    abort();
    await all.end;
    expect(all.seen.every(({ name }) => name === "task.created")).toBe(true);
    expect(new Set(all.seen.map(({ id }) => id)).size).toBe(3);
  });

  it("say that some are missing when the server was restarted", async () => {
    const before = await open.start();
    const first = await served(before);
    const { signal, abort } = controlled();
    const all = listened(createClient({ url: `http://127.0.0.1:${first.port}` }).events({ signal }));
    await subscribed(before);
    await before.kernel.tasks.create("articlecreator");
    await eventually(() => all.seen.length).toBeGreaterThan(0);
    await first.end();
    await served(await open.start(), first.port);
    await eventually(all.names).toContain("stream.reset");
    const reset = all.seen.find(({ name }) => name === "stream.reset");
    expect(reset).toMatchObject({ data: { why: "restarted" } });
    abort();
    await all.end;
  });

  it("are given up after so many attempts", async () => {
    const api = await open.start();
    const first = await served(api);
    const client = createClient({ url: `http://127.0.0.1:${first.port}`, reconnects: 1 });
    const all = listened(client.events());
    await subscribed(api);
    await first.end();
    expect(await errorOf(all.end)).toBeInstanceOf(NotReachableError);
  });

  it("survive line ends of all kinds, comments and pieces of any size", async () => {
    const stream =
      ': hello\r\nid: 1\r\nevent: task.deleted\r\ndata: {"id":\r\ndata: "é"}\r\n\r\nid: 2\rdata:{"a":1}\r\revent: x\n\nid: 3\n\n';
    const port = await listening(
      createServer(async (_request, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (const byte of Buffer.from(stream)) {
          response.write(Buffer.of(byte));
          await new Promise(setImmediate);
        }
      }),
    );
    const { signal, abort } = controlled();
    const all = listened(createClient({ url: `http://127.0.0.1:${port}` }).events({ signal }));
    await eventually(() => all.seen.length).toBe(2);
    abort();
    await all.end;
    expect(all.seen).toEqual([
      { id: "1", name: "task.deleted", data: { id: "é" } },
      { id: "2", name: "message", data: { a: 1 } },
    ]);
  });

  it("leave nothing at work while none is asked for, which would keep a program from its end", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const { signal, abort } = controlled();
      const events = createClient({
        fetch: async (_url, init) => streamOf("id: 1\ndata: {}\n\n", init?.signal),
      }).events({ signal });
      await events.next();
      expect(vi.getTimerCount()).toBe(0);
      const next = events.next();
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
      abort();
      expect((await next).done).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("are asked for again when the connection gives no sign of life for long", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const asked: (string | null)[] = [];
      const client = createClient({
        fetch: async (_url, init) => {
          asked.push(new Headers(init?.headers).get("last-event-id"));
          return streamOf(`id: ${asked.length}\ndata: {}\n\n`, init?.signal);
        },
      });
      const events = client.events();
      expect((await events.next()).value).toMatchObject({ id: "1" });
      const next = events.next();
      await vi.advanceTimersByTimeAsync(44_000);
      expect(asked).toEqual([null]);
      await vi.advanceTimersByTimeAsync(10_000);
      expect((await next).value).toMatchObject({ id: "2" });
      expect(asked).toEqual([null, "1"]);
      await events.return();
    } finally {
      vi.useRealTimers();
    }
  });

  /** A stream that says this and then nothing more, until the signal. */
  function streamOf(text: string, signal?: AbortSignal | null): Response {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        signal?.addEventListener("abort", () => controller.error(signal.reason));
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  }

  function controlled() {
    const control = new AbortController();
    return { signal: control.signal, abort: () => control.abort() };
  }

  /** Resolves when a stream of events has subscribed. */
  async function subscribed(api: StartedApi): Promise<void> {
    await eventually(() => api.kernel.eventLog.listening).toBeGreaterThan(0);
  }
});

describe("a connection that is closed by the reader", () => {
  it("is closed at the server, too", async () => {
    const sockets = new Set<Socket>();
    const api = await open.start();
    const server = createApiServer(createApi(api.kernel));
    server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
    const port = await listening(server);
    const client = createClient({ url: `http://127.0.0.1:${port}` });
    const events = client.events();
    const next = events.next();
    await eventually(() => sockets.size).toBe(1);
    await api.kernel.tasks.create("articlecreator");
    await next;
    await events.return();
    await eventually(() => sockets.size).toBe(0);
  });
});
