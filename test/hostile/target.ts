import type { Server } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { type ApiOptions, createApi, createApiServer } from "../../src/adapters/http/index.js";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { createKernel, defineTaskPlugin, type Json, type Kernel, type Logger } from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { textProviders } from "../api/providers.js";
import { heldBytes } from "../held-bytes.js";
import { type Gate, gate } from "../kernel/world.js";
import { type Answer, type AskOptions, type RawOptions, written } from "./exchange.js";
import { clearMirror, exchangedTwice, mirrorTask } from "./mirror.js";
import type { Reply } from "./replies.js";

export { type AskOptions, type RawOptions, written } from "./exchange.js";

/** What no message may show: stacks, paths of the machine, words of the engines beneath. */
const INSIDE = /\bat .*:\d+|node:|\/(src|dist|node_modules)\/|\bError\b:|SQLITE|mingo|undefined is not|\[object/;

export interface Envelope {
  readonly success: boolean;
  readonly message: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a result has the form of its route
  readonly result: any;
}

export interface Target {
  readonly server: Server;
  readonly port: number;
  readonly kernel: Kernel;
  /** Where keywords that begin with `wait` stop until the test lets them go on. */
  readonly gate: Gate;
  /** What the server logged as internal errors. */
  readonly logged: readonly string[];
  /** A finished task that nothing may touch. */
  readonly bystander: string;
  /** Sends bytes, one piece after the other, and reads what comes back. */
  raw(bytes: string | Uint8Array | readonly (string | Uint8Array)[], options?: RawOptions): Promise<Answer>;
  /** One ordinary request, its path sent letter for letter. */
  ask(method: string, path: string, options?: AskOptions): Promise<Reply>;
  /** One request that must be answered with the envelope. */
  envelope(method: string, path: string, options?: AskOptions): Promise<Envelope>;
  post(path: string, body: unknown): Promise<Envelope>;
  /** An article creator with these data; a draft. */
  draft(data?: Readonly<Record<string, Json>>): Promise<string>;
  /** Everything that is stored, to see that an attack changed nothing. */
  everything(): Promise<string>;
}

const lines = z.array(z.string()).default([]);

/** Stores an article, a row and a file for every keyword. */
const articleCreator = (at: Gate) =>
  defineTaskPlugin({
    type: "articlecreator",
    words: "article creator",
    title: "Article Creator",
    summary: "Writes a line for every keyword.",
    options: z.object({
      articleKeywordsFile: lines,
      articleCount: z.int().min(1).default(1),
      isSpun: z.boolean().default(false),
      categoryInsert: z.object({ CategoryInsertFile: lines }).prefault({}),
      linkSets: z.array(z.object({ keywordsFile: lines, lockUrl: z.boolean().default(false) })).default([]),
    }),
    inputs: ({ articleKeywordsFile }) => articleKeywordsFile,
    async run(keyword, { output, signal }) {
      if (keyword.startsWith("wait")) await at.pass(keyword, signal);
      output.article(keyword, { keywords: [keyword, "related"], sentences: [`About ${keyword}.`] });
      output.row({ keyword });
      output.file(`texts/${Buffer.from(keyword).toString("hex").slice(0, 100)}.txt`, keyword, "text/plain");
    },
  });

/** A real server for the tests of one file, with a finished task that takes no part. */
export function targetOfFile(options: ApiOptions = {}): Target {
  const logged: string[] = [];
  const logger: Logger = {
    info() {},
    warn() {},
    error: (message) => logged.push(message),
  };
  const at = gate();
  const plugins = [articleCreator(at)];
  const { providers } = textProviders();
  const kernel = createKernel({ storage: memoryStorage(), queue: inProcessQueue(), plugins, providers, logger });
  const server = createApiServer(createApi(kernel, { ...options, logger }));
  let port = 0;
  let bystander = "";

  const raw: Target["raw"] = (bytes, rawOptions) => exchangedTwice(port, [bytes].flat(), rawOptions);
  const ask: Target["ask"] = async (method, path, askOptions) => {
    const { replies } = await raw(written(port, method, path, askOptions));
    if (replies[0] === undefined) throw new Error(`${method} ${path.slice(0, 100)} was not answered.`);
    return replies[0];
  };
  const envelope: Target["envelope"] = async (...request) => expectEnvelope(await ask(...request));

  beforeAll(async () => {
    await kernel.start();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ({ port } = server.address() as { port: number });
    const task = await kernel.tasks.create("articlecreator", { jobName: "Bystander", articleKeywordsFile: ["calm"] });
    bystander = task._id;
    await mirrorTask(bystander, task.data);
    await kernel.tasks.run(bystander);
    await kernel.tasks.settled(bystander);
  });
  afterAll(async () => {
    at.openAll();
    await clearMirror();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    await kernel.stop();
  });

  return {
    get port() {
      return port;
    },
    get bystander() {
      return bystander;
    },
    server,
    kernel,
    gate: at,
    logged,
    raw,
    ask,
    envelope,
    post: (path, body) => envelope("POST", path, { headers: JSON_TYPE, body }),
    async draft(data = {}) {
      const { _id: id } = await kernel.tasks.create("articlecreator", data);
      await mirrorTask(id, data);
      return id;
    },
    async everything() {
      const tasks = [];
      for await (const task of kernel.tasks.search({})) tasks.push(task);
      return JSON.stringify(tasks);
    },
  };
}

export const JSON_TYPE = { "content-type": "application/json" };

/** Holds for every answer; gives its envelope. */
export function expectEnvelope(reply: Reply | undefined): Envelope {
  if (reply === undefined) throw new Error("There was no answer.");
  expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
  const envelope = JSON.parse(reply.text) as Envelope;
  expect(Object.keys(envelope).join()).toMatch(/^success,message,result(,notes)?$/);
  if (envelope.success) expect(envelope.message).toBeNull();
  else {
    expect(envelope.success).toBe(false);
    expect(envelope.message).toMatch(/\S/);
    expect(envelope.message).not.toMatch(INSIDE);
    expect(envelope.result).toBeNull();
  }
  return envelope;
}

/** An envelope that says no; gives its message. */
export function expectRefusal(reply: Reply | undefined, ...statuses: readonly number[]): string {
  const { success, message } = expectEnvelope(reply);
  expect(success).toBe(false);
  if (statuses.length > 0) expect(statuses).toContain(reply?.status);
  return message ?? "";
}

/** The end of every file: whatever was done before it, the server is as it was. */
export function itStands(target: Target): void {
  let before: { held: number; bystander: string; sockets: number };
  const bystander = async () => {
    const { kernel, bystander: id } = target;
    const task = await kernel.tasks.existing(id);
    const [article, rows, listing] = await Promise.all([
      kernel.content.article(id, "calm"),
      Array.fromAsync(kernel.content.rows(id)),
      kernel.content.listing(task),
    ]);
    return JSON.stringify({ task, article, rows, listing });
  };
  beforeAll(async () => {
    // Files that share this process may have left connections that are kept alive.
    const open = sockets();
    await target.ask("GET", "/test");
    before = { held: heldBytes(), bystander: await bystander(), sockets: open };
  });

  it("afterwards GET /test answers in under a second", async () => {
    const { replies, tookMs } = await target.raw(written(target.port, "GET", "/test"));
    expect(expectEnvelope(replies[0]).success).toBe(true);
    expect(tookMs).toBeLessThan(1000);
  });
  it("afterwards a task that took no part is as it was", async () => {
    expect(await bystander()).toBe(before.bystander);
  });
  it("afterwards the process holds no more than 100 MB that it did not hold before", () => {
    expect((heldBytes() - before.held) / 2 ** 20).toBeLessThan(100);
  });
  it("afterwards nothing keeps the process but the server itself", async () => {
    await expect.poll(sockets, { timeout: 8000, interval: 50 }).toBeLessThanOrEqual(before.sockets);
  });
  it("afterwards the log shows no internal error", () => {
    expect(target.logged.slice(0, 5)).toEqual([]);
  });
}

const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === "TCPSocketWrap").length;
