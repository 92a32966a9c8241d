import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:http";
import { z } from "zod";
import { exportFormats } from "../../src/adapters/export/index.js";
import type { FullerParts } from "../../src/adapters/http/fuller/fuller.js";
import { type Api, type ApiOptions, createApi } from "../../src/adapters/http/index.js";
import { RunWaits } from "../../src/adapters/http/run-waits.js";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { ephemeralKey } from "../../src/adapters/secrets/index.js";
import {
  createKernel,
  defineTaskPlugin,
  type JsonObject,
  type Kernel,
  type KernelOptions,
  silentLogger,
} from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { type Gate, gate } from "../kernel/world.js";
import { matchDocument } from "../openapi/recorded.js";

/** A reply as it came, whatever it holds. */
export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect
  readonly envelope: () => { success: boolean; message: string | null; result: any };
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A kernel with one task type whose lines say what they leave behind, and its API without a server. */
export interface FullerWorld {
  readonly kernel: Kernel;
  readonly api: Api;
  readonly gate: Gate;
  ask(target: string, asked?: Asked): Promise<RawAnswer>;
  /** The result of a call that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect
  result(target: string, asked?: Asked): Promise<any>;
  /** A task with these lines that has run to its end. */
  ran(lines: readonly Line[], data?: JsonObject): Promise<string>;
}

/** What a line does. */
export interface Line {
  readonly row?: JsonObject;
  readonly rows?: readonly JsonObject[];
  readonly file?: { readonly path: string; readonly text: string; readonly type?: string };
  /** A file that it removes. */
  readonly removes?: string;
  readonly log?: readonly ["debug" | "info" | "warn" | "error", string];
  readonly fails?: string;
  /** Waits at the gate under this name. */
  readonly waits?: string;
}

/** What the areas of our own routes are made with. */
export const fullerParts = (kernel: Kernel): FullerParts => ({
  kernel,
  logger: silentLogger,
  version: "",
  knownForm: (id = "") => id,
  waits: new RunWaits(kernel),
  hasNotes: true,
  about: () => ({ edition: "fuller", version: "", routes: [], needsKey: false }),
});

/** Does what its lines, which are JSON, say. */
const scripted = (at: Gate) =>
  defineTaskPlugin({
    type: "scripted",
    words: "scripted",
    title: "Scripted",
    summary: "Does what its lines say.",
    options: z.object({ linesFile: z.array(z.string()).default([]), password: z.string().default("") }),
    inputs: ({ linesFile }) => linesFile,
    async run(line, { output, log, signal }) {
      const { row, rows = [], file, removes, log: entry, fails, waits } = JSON.parse(line) as Line;
      if (entry) log[entry[0]](entry[1]);
      if (waits) await at.pass(waits, signal);
      if (fails) throw new Error(fails);
      for (const each of row ? [row, ...rows] : rows) output.row(each);
      if (removes) output.remove(removes);
      if (file) output.file(file.path, file.text, file.type ?? "text/plain");
    },
  });

export async function fullerWorld({
  api: own = {},
  kernel: parts = {},
}: {
  readonly api?: ApiOptions;
  readonly kernel?: Partial<KernelOptions>;
} = {}): Promise<FullerWorld> {
  const at = gate();
  const kernel = createKernel({
    storage: memoryStorage(),
    queue: inProcessQueue(),
    plugins: [scripted(at)],
    secrets: ephemeralKey(),
    ...parts,
  });
  await kernel.start();
  const api = createApi(kernel, { exports: exportFormats(), version: "1.2.3", ...own });
  const ask = (target: string, asked: Asked = {}) => asking(api, target, asked);
  const result = async (target: string, asked: Asked = {}) => {
    const answer = await ask(target, asked);
    const { success, message, result } = answer.envelope();
    if (!success) throw new Error(`${target} failed: ${message}`);
    return result;
  };
  return {
    kernel,
    api,
    gate: at,
    ask,
    result,
    async ran(lines, data = {}) {
      const { _id } = await kernel.tasks.create("scripted", {
        linesFile: lines.map((line) => JSON.stringify(line)),
        ...data,
      });
      await kernel.tasks.run(_id, { origin: "api" });
      await kernel.tasks.settled(_id);
      return _id;
    },
  };
}

export async function asking(
  api: Api,
  target: string,
  { method = "GET", headers = {}, body }: Asked = {},
): Promise<RawAnswer> {
  const reply = await api.handle({
    method,
    target,
    headers: { host: "localhost", ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const pieces: Buffer[] = [];
  if (typeof reply.body === "string") pieces.push(Buffer.from(reply.body));
  else for await (const piece of reply.body) pieces.push(Buffer.from(piece as string));
  const made = answer(reply.status, pairs(reply.headers), Buffer.concat(pieces));
  await matchDocument({ method, target, ...made, contentType: made.headers["content-type"] });
  return made;
}

function pairs(list: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < list.length; index += 2) {
    const name = list[index]!.toLowerCase();
    if (Object.hasOwn(headers, name)) throw new Error(`The header ${name} came twice.`);
    headers[name] = list[index + 1]!;
  }
  return headers;
}

function answer(status: number, headers: Readonly<Record<string, string>>, bytes: Buffer): RawAnswer {
  const text = bytes.toString("utf8");
  return { status, headers, bytes, text, envelope: () => JSON.parse(text) };
}

/** Worlds of one test file; `close` them after every test. */
export function worlds() {
  const open: FullerWorld[] = [];
  return {
    async start(parts?: Parameters<typeof fullerWorld>[0]): Promise<FullerWorld> {
      const world = await fullerWorld(parts);
      open.push(world);
      return world;
    },
    async close(): Promise<void> {
      for (const { gate, kernel } of open.splice(0)) {
        gate.openAll();
        await kernel.stop();
      }
    },
  };
}

/** The same over a socket. */
export function fetched(
  port: number,
  path: string,
  { method = "GET", headers = {}, body }: Asked = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.once("error", reject);
      incoming.once("end", () =>
        resolve(answer(incoming.statusCode ?? 0, single(incoming.headers), Buffer.concat(chunks))),
      );
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}

function single(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
