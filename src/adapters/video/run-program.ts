import { type ChildProcess, spawn } from "node:child_process";

export interface ProgramRun {
  readonly path: string;
  readonly args: readonly string[];
  /** Where it runs; nothing else of this machine is named to it. */
  readonly folder: string;
  readonly timeoutMs: number;
  /** Of what it prints. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface ProgramEnd {
  /** Undefined when it was ended by a limit. */
  readonly code: number | undefined;
  readonly output: string;
  /** The end of it. */
  readonly errors: string;
  readonly limit?: "time" | "output";
}

const MAX_ERRORS = 64 * 1024;

/**
 * Runs a program without a shell, in a process group of its own that is ended as a whole: by the signal, whose reason is then
 * thrown, by a limit, or when the program has ended itself. Rejects with the system's error for a program that cannot be started.
 */
export function runProgram({ path, args, folder, timeoutMs, maxBytes, signal }: ProgramRun): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const child = spawn(path, [...args], {
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8", HOME: folder, TMPDIR: folder, XDG_CONFIG_HOME: folder },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const output: Buffer[] = [];
    let bytes = 0;
    let errors = "";
    let limit: ProgramEnd["limit"];
    const stop = (because?: ProgramEnd["limit"]) => {
      limit ??= because;
      endGroup(child);
    };
    const timer = setTimeout(() => stop("time"), timeoutMs);
    const cut = () => stop();
    signal.addEventListener("abort", cut, { once: true });
    const settled = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cut);
    };
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) stop("output");
      else output.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      errors = `${errors}${chunk.toString("utf8")}`.slice(-MAX_ERRORS);
    });
    child.once("error", (error) => {
      settled();
      reject(error);
    });
    child.once("exit", () => endGroup(child));
    child.once("close", (code) => {
      settled();
      if (signal.aborted) reject(signal.reason);
      else if (limit !== undefined) resolve({ code: undefined, output: "", errors, limit });
      else resolve({ code: code ?? undefined, output: Buffer.concat(output).toString("utf8"), errors });
    });
  });
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All of it has ended.
  }
}
