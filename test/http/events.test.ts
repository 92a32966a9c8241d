import { execFile, spawnSync } from "node:child_process";
import { get, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { EventSource } from "eventsource";
import { afterEach, describe, expect, it } from "vitest";
import { createApi, createApiServer } from "../../src/adapters/http/index.js";
import { Query } from "../../src/adapters/http/query.js";
import type { EventMap, Kernel } from "../../src/kernel/index.js";
import { fullerParts } from "../api/fuller.js";
import { created, servers } from "../api/server.js";
import { startedKernel } from "../kernel/world.js";

const { start, close } = servers();
const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of open.splice(0).reverse()) await end();
  await close();
});

interface Received {
  readonly id: string;
  readonly name: string;
  readonly data: Record<string, unknown>;
}

interface Client {
  readonly received: readonly Received[];
  readonly source: EventSource;
  /** Resolves with the first event of this name, once it came. */
  next(name: string): Promise<Received>;
  opened: Promise<void>;
}

const NAMES = ["task.created", "task.updated", "task.deleted", "task.waiting", "task.running", "task.complete"];

/** A real client, which connects again by itself. */
function client(url: string, names: readonly string[] = [...NAMES, "task.progress", "stream.reset"]): Client {
  const source = new EventSource(url);
  open.push(() => source.close());
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  for (const name of names) {
    source.addEventListener(name, ({ data, lastEventId }) => {
      received.push({ id: lastEventId, name, data: JSON.parse(data as string) as Received["data"] });
      for (const look of [...waiting]) look();
    });
  }
  return {
    received,
    source,
    opened: new Promise((resolve) => source.addEventListener("open", () => resolve(), { once: true })),
    next: (name) =>
      new Promise((resolve) => {
        const look = () => {
          const found = received.find((one) => one.name === name);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** A server whose connections can be cut and which can go away and come back on its port. */
async function cuttable(kernel: Kernel) {
  const api = createApi(kernel);
  let server: Server;
  const listen = async (port: number) => {
    server = createApiServer(api);
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const goAway = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  open.push(goAway);
  return { url: `http://127.0.0.1:${port}`, cut: () => server.closeAllConnections(), goAway, back: () => listen(port) };
}

async function started(): Promise<Kernel> {
  const kernel = await startedKernel();
  open.push(() => kernel.stop());
  return kernel;
}

const run = promisify(execFile);
const hasCurl = spawnSync("curl", ["--version"]).status === 0;
const progress = (done: number) => ({ done }) as EventMap["task.progress"]["progress"];

describe("the stream of events", () => {
  it("reports what happens to tasks, in order and with ids that count up", async () => {
    const api = await start();
    const { next, received, opened } = client(`${api.address}/events`);
    await opened;
    const id = await created(api, "articlecreator", { articleKeywordsFile: ["bees"] });
    await api.get(`/project/run/${id}`);
    const { data } = await next("task.complete");
    expect(data).toMatchObject({ at: expect.any(String) as string, task: { id, status: "complete" } });
    const names = received.map(({ name }) => name).filter((name) => name !== "task.progress");
    expect(names).toEqual(["task.created", "task.updated", "task.waiting", "task.running", "task.complete"]);
    const numbers = received.map(({ id }) => Number(id.split("-")[1]));
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
    expect(new Set(received.map(({ id }) => id.split("-")[0])).size).toBe(1);
  });

  it("is that of one task or of some names when asked", async () => {
    const api = await start();
    const id = await created(api, "articlecreator", { articleKeywordsFile: ["bees"] });
    const one = client(`${api.address}/events/${id}`);
    const some = client(`${api.address}/events?types=task.created,%20task.complete`);
    await Promise.all([one.opened, some.opened]);
    const other = await created(api, "articlecreator");
    await api.get(`/project/run/${id}`);
    await Promise.all([one.next("task.complete"), some.next("task.complete")]);
    expect(new Set(one.received.map(({ data }) => JSON.stringify(data).includes(other)))).toEqual(new Set([false]));
    expect(some.received.map(({ name, data }) => [name, (data["task"] as { id: string }).id])).toEqual([
      ["task.created", other],
      ["task.complete", id],
    ]);
  });

  it("says of unknown names and tasks what is wrong, in an envelope", async () => {
    const api = await start();
    const unknown = await api.get("/events?types=task.exploded");
    expect(unknown.envelope.message).toContain('"task.exploded"');
    const missing = await api.get("/events/000000000000000000000000");
    expect(missing.envelope).toMatchObject({
      success: false,
      message: expect.stringContaining("could not be found") as string,
    });
    const later = await api.get("/events/000000000000000000000000?lastEventId=old-1");
    expect(later.envelope.success).toBe(false);
  });

  it("is none of the reduced edition", async () => {
    const api = await start({ api: { edition: "reduced" } });
    expect((await api.get("/events")).status).toBe(404);
  });

  it("continues where a client was cut off, without a gap or a repetition", async () => {
    const kernel = await started();
    const server = await cuttable(kernel);
    const { next, received, opened, source } = client(`${server.url}/events?types=task.progress,task.deleted`);
    await opened;
    const emit = (done: number) => kernel.events.emit("task.progress", { id: "t", progress: progress(done) });
    emit(1);
    await next("task.progress");
    const again = new Promise((resolve) => source.addEventListener("open", resolve, { once: true }));
    await server.goAway();
    emit(2);
    emit(3);
    await server.back();
    await again;
    emit(4);
    kernel.events.emit("task.deleted", { id: "t" });
    await next("task.deleted");
    const seen = received
      .filter(({ name }) => name === "task.progress")
      .map(({ data }) => (data["progress"] as { done: number }).done);
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  it.skipIf(!hasCurl)(
    "replays to curl, where the machine has it, what was missed since the id in its header or address",
    async () => {
      const kernel = await started();
      const { url } = await cuttable(kernel);
      const life = kernel.eventLog.life;
      for (let done = 1; done <= 3; done += 1)
        kernel.events.emit("task.progress", { id: "t", progress: progress(done) });
      const byHeader = ["-H", `Last-Event-ID: ${life}-1`, `${url}/events?lastEventId=${life}-3`];
      for (const asked of [byHeader, [`${url}/events?lastEventId=${life}-1`]]) {
        const curl = run("curl", ["-sS", "-N", "-i", "--max-time", "20", ...asked]);
        curl.child.stdout?.on("data", (chunk: string) => {
          if (`${chunk}`.includes(`"done":3`)) curl.child.kill();
        });
        const { stdout } = await curl.catch((error: unknown) => error as { stdout: string });
        const [head, ...frames] = stdout.split(/\r?\n\r?\n/);
        expect(head).toMatch(/content-type: text\/event-stream/i);
        expect(frames[0]).toBe(`retry: 1000\nid: ${life}-1`);
        expect(frames.slice(1, 3).map((frame) => frame.split("\n").slice(0, 2))).toEqual([
          [`id: ${life}-2`, "event: task.progress"],
          [`id: ${life}-3`, "event: task.progress"],
        ]);
      }
    },
  );

  it.each(["gone-17", "rubbish", "-", "1", "\u00e9-1"])(
    "begins with a reset for the id %j, which is not of this life",
    async (lastEventId) => {
      const api = await start();
      const { next, received } = client(`${api.address}/events?lastEventId=${encodeURIComponent(lastEventId)}`);
      expect((await next("stream.reset")).data).toMatchObject({
        why: "restarted",
        message: expect.stringContaining("Read the state again") as string,
      });
      await created(api, "articlecreator");
      await next("task.created");
      expect(received[0]?.name).toBe("stream.reset");
    },
  );

  it("notifies a client that comes back late that too much has happened", async () => {
    const kernel = await started();
    const { url } = await cuttable(kernel);
    for (let done = 0; done <= 10_001; done += 1)
      kernel.events.emit("task.progress", { id: "t", progress: progress(done) });
    const { next } = client(`${url}/events?lastEventId=${kernel.eventLog.life}-1`);
    expect((await next("stream.reset")).data).toMatchObject({ why: "expired" });
  });

  it("reports the delete of a task also to a client that was away when it happened", async () => {
    const api = await start();
    const id = await created(api, "articlecreator");
    const last = api.kernel.eventLog.idOf(api.kernel.eventLog.last);
    await api.get(`/project/delete/${id}`);
    const { next } = client(`${api.address}/events/${id}?lastEventId=${last}`);
    expect((await next("task.deleted")).data).toMatchObject({ id });
  });

  it("leaves nothing behind when a client goes away", async () => {
    const kernel = await started();
    const { url } = await cuttable(kernel);
    const clients = Array.from({ length: 20 }, () => client(`${url}/events`));
    await Promise.all(clients.map(({ opened }) => opened));
    expect(kernel.eventLog.listening).toBe(20);
    for (const { source } of clients) source.close();
    while (kernel.eventLog.listening > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it("asks nothing of the log for HEAD", async () => {
    const api = await start();
    expect((await api.call("HEAD", "/events")).status).toBe(200);
    expect(api.kernel.eventLog.listening).toBe(0);
  });

  it("ends when the kernel stops", async () => {
    const kernel = await startedKernel();
    const { url } = await cuttable(kernel);
    const ended = new Promise<void>((resolve, reject) => {
      get(`${url}/events`, (response) => {
        response.on("end", resolve).on("error", reject).resume();
        void kernel.stop();
      });
    });
    await ended;
  });
});

it("a client that reads too slowly is notified that events are missing, and costs no memory meanwhile", async () => {
  const kernel = await started();
  const { url } = await cuttable(kernel);
  let text = "";
  const more = Promise.withResolvers<void>();
  get(`${url}/events`, (response) => {
    response.pause();
    response.setEncoding("utf8");
    open.push(() => void response.destroy());
    // More than the buffers of a connection take.
    const filler = "x".repeat(200_000);
    const flood = async () => {
      for (let round = 0; round < 400; round += 1) {
        kernel.events.emit("task.log", { id: "t", entries: [{ t: "", level: "info", msg: filler }] });
        if (round % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      response.on("data", (chunk: string) => {
        text = (text + chunk).slice(-1_000_000);
        if (text.includes("event: stream.reset")) more.resolve();
      });
      response.resume();
    };
    void flood();
  });
  await more.promise;
  expect(text).toContain('"why":"slow"');
});

it("shows on a silent stream that it is alive", async () => {
  const { createEvents } = await import("../../src/adapters/http/fuller/events.js");
  const kernel = await started();
  const [route] = createEvents({ keepAliveMs: 5 })(fullerParts(kernel));
  const request = { method: "GET", target: "/events", headers: {} };
  const reply = route!.reply({
    request,
    parameters: {},
    query: new Query(),
    object: async () => ({}),
    objectOrList: async () => ({}),
  });
  const pieces = (reply as { body: AsyncIterable<Uint8Array> }).body[Symbol.asyncIterator]();
  await pieces.next();
  const { value } = (await pieces.next()) as { value: Uint8Array };
  expect(Buffer.from(value).toString()).toBe(`: still here\nid: ${kernel.eventLog.life}-0\n\n`);
  const waiting = pieces.next();
  await pieces.return?.();
  expect((await waiting).done).toBe(true);
});
