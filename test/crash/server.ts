import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { connectionTo } from "./client.js";

const program = fileURLToPath(new URL("working-server.mjs", import.meta.url));

/** Nobody waits longer than this for a start; no promise, only an end to a hang. */
const LONGEST_START_MS = 60_000;

/** Which storage the server is to use: the name of its module, and what it is made with. */
export interface StorageChoice {
  readonly storage: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** A file that every line writes itself to, as its effect on the world outside. */
  readonly effects?: string;
  /** Options of the web provider. */
  readonly web?: Readonly<Record<string, unknown>>;
  /** Folders that tasks may read. */
  readonly sourceRoots?: readonly string[];
  /** Options of the text engines. */
  readonly text?: { readonly timeLimitMs: number };
  /** Providers by setting. */
  readonly providers?: Readonly<Record<string, unknown>>;
}

export interface WorkingServer {
  readonly address: string;
  readonly pid: number;
  /** From the start of the process to its first answer. */
  readonly startMs: number;
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

export interface Starting {
  readonly ready: Promise<WorkingServer>;
  kill(): Promise<void>;
}

/** Starts the server of working-server.mjs. `ready` rejects with what it wrote when it ends before it answers. */
export function startServer(choice: StorageChoice): Starting {
  const begun = performance.now();
  const child = spawn(process.execPath, [program, JSON.stringify(choice)], { stdio: "pipe" });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-4000);
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  const ready = new Promise<WorkingServer>((resolve, reject) => {
    const timer = setTimeout(() => {
      errors += `It did not answer in ${LONGEST_START_MS} ms.`;
      child.kill("SIGKILL");
    }, LONGEST_START_MS);
    void ended.then(() => {
      clearTimeout(timer);
      reject(new Error(`The server ended: ${errors.trim()}`));
    });
    child.stdout.setEncoding("utf8").once("data", (line: string) => {
      const address = line.trim();
      const { call, close } = connectionTo(address);
      call("/test")
        .then(() => resolve({ address, pid: child.pid ?? 0, startMs: performance.now() - begun, ended, kill }), reject)
        .finally(() => {
          clearTimeout(timer);
          close();
        });
    });
  });
  // Whoever kills it while it starts does not wait for it.
  ready.catch(() => {});
  return { ready, kill };
}
