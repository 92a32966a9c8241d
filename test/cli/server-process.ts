import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));

export interface ServerProcess {
  readonly child: ChildProcess;
  /** The one line it prints. */
  readonly line: string;
  readonly address: string;
  /** Resolves with the exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>;
  kill(signal: NodeJS.Signals): void;
  /** All that it has written to standard output and standard error. */
  written(): string;
}

export interface Start {
  readonly cwd: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the real command line. Rejects with what it wrote to standard error when it ends before it listens. */
export function startServer({ cwd, args = [], env = {} }: Start): Promise<ServerProcess> {
  const child = spawn(process.execPath, [bin, "serve", ...args], {
    cwd,
    env: { ...cleanEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | string>((resolve) => {
    child.once("exit", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
  return new Promise((resolve, reject) => {
    let errors = "";
    let output = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      errors += chunk;
    });
    void ended.then((code) => reject(Object.assign(new Error(errors.trim()), { exitCode: code })));
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
    child.stdout.once("data", (line: string) => {
      const address = /http:\/\/\S+/.exec(line)?.[0] ?? "";
      const written = () => `${output}\n${errors}`;
      resolve({ child, line, address, ended, kill: (signal) => child.kill(signal), written });
    });
  });
}

/** The environment of this process, without settings of a server. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("SCRIPTORIUM_")));
}

export interface Reply {
  readonly success: boolean;
  readonly message: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server sent; the tests say what they expect
  readonly result: any;
}

export async function call(address: string, path: string, body?: unknown): Promise<Reply> {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(address + path, {
    signal: AbortSignal.timeout(60_000),
    ...(body === undefined ? {} : post),
  });
  return (await response.json()) as Reply;
}
