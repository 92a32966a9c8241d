import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Order, Reply, ThreadData } from "./messages.js";

/** What the functions of a plugin work in: a thread or a process of their own. */
export interface PluginHost {
  /** Throws when it holds something that is not data. */
  post(order: Order): void;
  /** Whether it takes up more memory than it may, in a way that its own limit does not see. */
  hasOutgrown(): Promise<boolean>;
  /** Ends it whatever it does. */
  end(): void;
}

export interface PluginHostOptions {
  readonly program: string | URL;
  readonly data: ThreadData;
  readonly memoryMb: number;
  hear(reply: Reply): void;
  /** It is gone, or no good any more; told once or more. */
  lost(why: "memory" | "exit" | "error", cause?: unknown): void;
}

const MB = 1024 * 1024;
/** What a process needs before a plugin does anything. */
const PROCESS_MB = 128;

export function threadHost({ program, data, memoryMb, hear, lost }: PluginHostOptions): PluginHost {
  const worker = new Worker(program, {
    workerData: data,
    env: withoutSettings(process.env),
    // What the process was started with is not meant for a plugin.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: Math.min(32, memoryMb) },
  });
  worker.on("message", hear);
  worker.on("messageerror", (error) => lost("error", error));
  worker.on("error", (error: { code?: unknown }) =>
    lost(error?.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "error", error),
  );
  worker.on("exit", () => lost("exit"));
  return {
    post: (order) => worker.postMessage(order),
    // Buffers do not count for the limit of the heap.
    hasOutgrown: async () => (await worker.getHeapStatistics()).external_memory > memoryMb * MB,
    end: () => void worker.terminate(),
  };
}

/** Processes that would outlive this one while they are busy. */
const children = new Set<ChildProcess>();

export function processHost({ program, data, memoryMb, hear, lost }: PluginHostOptions): PluginHost {
  const child = fork(program instanceof URL ? fileURLToPath(program) : program, [JSON.stringify(data)], {
    env: withoutSettings(process.env),
    execArgv: [`--max-old-space-size=${memoryMb}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  if (children.size === 0) process.once("exit", endAll);
  children.add(child);
  child.on("message", (reply) => hear(reply as Reply));
  child.on("error", (error) => lost("error", error));
  child.on("exit", (code, signal) => {
    children.delete(child);
    if (children.size === 0) process.off("exit", endAll);
    // A process whose heap is full aborts.
    lost(signal === "SIGABRT" || code === 134 ? "memory" : "exit");
  });
  return {
    post(order) {
      // To a process that has just ended nothing is said any more.
      if (child.connected) child.send(order);
    },
    hasOutgrown: async () => (await residentBytes(child.pid)) > (memoryMb + PROCESS_MB) * MB,
    end: () => void child.kill("SIGKILL"),
  };
}

function endAll(): void {
  for (const child of children) child.kill("SIGKILL");
}

/** Memory of another process, where the system tells (Linux); else 0, and only its heap has a limit. */
async function residentBytes(pid: number | undefined): Promise<number> {
  if (process.platform !== "linux" || pid === undefined) return 0;
  const [, pages] = (await readFile(`/proc/${pid}/statm`, "utf8")).split(" ");
  return Number(pages) * 4096;
}

/** The settings of the server hold keys. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("SCRIPTORIUM_")));
}
