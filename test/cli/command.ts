import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { cleanEnvironment } from "./server-process.js";

const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  /** What it wrote to standard error. */
  readonly said: string;
}

export interface Running {
  readonly process: ReturnType<typeof spawn>;
  readonly ended: Promise<Ended>;
}

/** Starts one command of the real command line. */
export function start(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const child = spawn(process.execPath, [bin, ...args], { cwd, env: { ...cleanEnvironment(), ...env } });
  let out = "";
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  // A command may end before it has read all it was given.
  child.stdin.on("error", () => {});
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code) => resolve({ code, out, said }));
  });
  return { process: child, ended };
}

/** Runs one to its end, with a text on its standard input. */
export function command(
  cwd: string,
  args: readonly string[],
  { input = "", env = {} }: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ended> {
  const { process: child, ended } = start(cwd, args, env);
  child.stdin?.end(input);
  return ended;
}
