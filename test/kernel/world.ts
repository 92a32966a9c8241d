import { join } from "node:path";
import { z } from "zod";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import {
  createKernel,
  defineTaskPlugin,
  type Json,
  type Kernel,
  type KernelOptions,
  ScriptoriumError,
  type StorageAdapter,
  type Task,
} from "../../src/kernel/index.js";
import { fileStorage } from "../../src/storage/file.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";
import { folderOfFile } from "../folders-of-file.js";

/** The storages that everything of the kernel is tried on. */
export const STORAGES = [
  { name: "memory", create: () => memoryStorage() },
  { name: "sqlite", create: () => sqliteStorage({ path: ":memory:" }) },
  { name: "file", create: () => fileStorage({ path: join(folderOfFile(), "store") }) },
] as const;

export interface Gate {
  /** Resolves when the line has come as far as the gate. */
  reached(line: string): Promise<void>;
  /** Lets the line through, or makes it throw. */
  open(line: string, error?: unknown): void;
  /** Lets every line through. */
  openAll(): void;
  pass(line: string, signal?: AbortSignal): Promise<void>;
}

/** Stops lines of work until the test lets them go on. */
export function gate(): Gate {
  const reached = new Map<string, PromiseWithResolvers<void>>();
  const opened = new Map<string, PromiseWithResolvers<void>>();
  let all = false;
  const of = (map: Map<string, PromiseWithResolvers<void>>, line: string) => {
    const known = map.get(line) ?? Promise.withResolvers<void>();
    map.set(line, known);
    return known;
  };
  return {
    reached: (line) => of(reached, line).promise,
    open(line, error) {
      const { promise, resolve, reject } = of(opened, line);
      promise.catch(() => {});
      if (error === undefined) resolve();
      else reject(error);
    },
    openAll() {
      all = true;
      for (const { resolve } of opened.values()) resolve();
    },
    async pass(line, signal) {
      of(reached, line).resolve();
      if (all) return;
      const aborted = new Promise<never>((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
      await Promise.race([of(opened, line).promise, ...(signal ? [aborted] : [])]);
    },
  };
}

/** A task type that stores an article, a row and a file for every line of `linesFile`. */
export function echo(at?: Gate, heedsAbort = true) {
  return defineTaskPlugin({
    type: "echoer",
    words: "echoer",
    title: "Echoer",
    summary: "Stores its lines.",
    options: z.object({
      linesFile: z.array(z.string()).default([]),
      count: z.int().min(1).default(1),
      loud: z.boolean().default(false),
      nested: z
        .object({ depth: z.int().default(2), kind: z.string().default("plain") })
        .default({ depth: 2, kind: "plain" }),
      sets: z.array(z.object({ words: z.array(z.string()).default([]) })).default([{ words: [] }, { words: [] }]),
    }),
    inputs: ({ linesFile }) => linesFile,
    async run(line, { output, log, signal, random, attempt }) {
      await at?.pass(line, heedsAbort ? signal : undefined);
      log.info(`worked on ${line}`);
      output.article(line, { keywords: [line, "related"], sentences: [`${line} is here.`] });
      output.row({ line, choice: random.integer(0, 1_000_000), attempt });
      output.file(`lines/${line}.txt`, line, "text/plain");
    },
    finish({ output }) {
      output.file("report.json", "{}", "application/json");
    },
  });
}

export type WorldOptions = Partial<KernelOptions>;

/** A started kernel; stop it when the test ends. */
export async function startedKernel(options: WorldOptions = {}): Promise<Kernel> {
  const kernel = createKernel({ storage: memoryStorage(), queue: inProcessQueue(), plugins: [echo()], ...options });
  await kernel.start();
  return kernel;
}

/** A draft of the echoing type with these lines. */
export async function draft(kernel: Kernel, lines: readonly string[], data: Record<string, Json> = {}): Promise<Task> {
  return kernel.tasks.create("echoer", { linesFile: [...lines], ...data });
}

export async function ran(kernel: Kernel, id: string): Promise<Task> {
  await kernel.tasks.run(id);
  return kernel.tasks.settled(id);
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** The code of the error a promise rejects with. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
  return "no error";
}

/** One store that several kernels use, each through a side that can be cut off. */
export function shared() {
  const storage = memoryStorage();
  return {
    storage,
    side(): [StorageAdapter, { now: boolean }] {
      const cut = { now: false };
      const guarded = <T extends object>(store: T): T =>
        new Proxy(store, {
          get(target, name) {
            const method = Reflect.get(target, name) as unknown;
            if (typeof method !== "function") return method;
            return (...given: unknown[]) => {
              if (cut.now) return broken();
              return method.apply(target, given) as unknown;
            };
          },
        });
      const { tasks, runs, content, accounts, deliveries } = storage;
      return [
        {
          name: "memory",
          tasks: guarded(tasks),
          runs: guarded(runs),
          content: guarded(content),
          accounts,
          deliveries,
          async open() {},
          async close() {},
        },
        cut,
      ];
    },
  };
}

/** What a storage gives that is out of reach: a promise that rejects, or a list that throws. */
function broken(): unknown {
  const error = new ScriptoriumError("STORAGE_FAILED", "The store is away. Try again.");
  const rejected = Promise.reject(error);
  rejected.catch(() => {});
  return Object.assign(rejected, {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }),
  });
}
