import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Loss, startThread } from "../threads/pool.js";
import type { Order, Reply, ThreadData } from "./messages.js";

/** What the functions of a plugin work in: a thread or a process of their own. */
export interface PluginHost {
  /** Throws when it holds something that is not data. */
  post(order: Order): void;
  /** Ends it whatever it does. */
  end(): void;
}

export interface PluginHostOptions {
  readonly program: string | URL;
  readonly data: ThreadData;
  readonly memoryMb: number;
  readonly received: (reply: Reply) => void;
  /** It is gone or of no use any more; called once or more. */
  readonly lost: (loss: Loss) => void;
}

const MB = 1024 * 1024;
/** How often the memory outside of the limit of the heap is measured, in milliseconds. */
const MEASURE_EVERY_MS = 1000;
/** Room outside the heap beyond the limit, so that a file just over it is refused in words and not with its thread. */
const THREAD_MB = 16;
/** What a process needs before a plugin does anything. */
const PROCESS_MB = 128;

export function threadHost({ program, data, memoryMb, received, lost }: PluginHostOptions): PluginHost {
  const thread = startThread<Order, Reply>({
    program,
    data,
    env: withoutSettings(process.env),
    // What the process was started with is not meant for a plugin.
    execArgv: [],
    maxHeapMb: memoryMb,
    maxYoungMb: Math.min(32, memoryMb),
    maxBytesMb: memoryMb + THREAD_MB,
    measureEveryMs: MEASURE_EVERY_MS,
    received,
    lost,
  });
  return { post: (order) => thread.send(order), end: () => void thread.end() };
}

/** Processes that would outlive this one while they are busy. */
const children = new Set<ChildProcess>();

export function processHost({ program, data, memoryMb, received, lost }: PluginHostOptions): PluginHost {
  const child = fork(program instanceof URL ? fileURLToPath(program) : program, [JSON.stringify(data)], {
    env: withoutSettings(process.env),
    execArgv: [`--max-old-space-size=${memoryMb}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  if (children.size === 0) process.once("exit", endAll);
  children.add(child);
  const measuring = setInterval(async () => {
    // One that has ended has no memory to read.
    const bytes = await residentBytes(child.pid).catch(() => 0);
    if (bytes > (memoryMb + PROCESS_MB) * MB) lost({ why: "memory" });
  }, MEASURE_EVERY_MS).unref();
  child.on("message", (reply) => received(reply as Reply));
  child.on("error", (cause) => lost({ why: "error", cause }));
  child.on("exit", (code, signal) => {
    clearInterval(measuring);
    children.delete(child);
    if (children.size === 0) process.off("exit", endAll);
    // A process whose heap is full aborts.
    lost({ why: signal === "SIGABRT" || code === 134 ? "memory" : "exit" });
  });
  return {
    post(order) {
      // A process that has just ended takes no more messages.
      if (child.connected) child.send(order);
    },
    end() {
      clearInterval(measuring);
      child.kill("SIGKILL");
    },
  };
}

function endAll(): void {
  for (const child of children) child.kill("SIGKILL");
}

/** Memory of another process where the system shows it (Linux); else 0, and only its heap has a limit. */
async function residentBytes(pid: number | undefined): Promise<number> {
  if (process.platform !== "linux" || pid === undefined) return 0;
  const [, pages] = (await readFile(`/proc/${pid}/statm`, "utf8")).split(" ");
  return Number(pages) * 4096;
}

/** The settings of the server hold keys. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("SCRIPTORIUM_")));
}
