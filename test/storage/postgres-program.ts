import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "tsup";

/** Makes one file of a program of this folder, with pg in it or without, and gives its path. */
export async function built(name: string, folder: string, { pg = true } = {}): Promise<string> {
  const file = `${name}${pg ? "" : "-bare"}`;
  await build({
    config: false,
    silent: true,
    entry: { [file]: join(import.meta.dirname, `${name}.ts`) },
    outDir: folder,
    // In this format pg can be taken along; where the program stands there is no other.
    format: ["cjs"],
    outExtension: () => ({ js: ".cjs" }),
    platform: "node",
    ...(pg ? { noExternal: ["pg"], external: ["pg-native"] } : { external: ["pg"] }),
  });
  return join(folder, `${file}.cjs`);
}

export function started(program: string, ...words: readonly string[]): ChildProcess {
  return spawn(process.execPath, [program, ...words], { stdio: ["pipe", "pipe", "inherit"] });
}

/** The lines that a program prints until it ends, or until it is killed for having printed `enough`. */
export async function printedBy(program: ChildProcess, enough = Number.POSITIVE_INFINITY): Promise<string[]> {
  const ended = once(program, "close");
  const lines: string[] = [];
  for await (const line of linesOf(program)) {
    lines.push(line);
    if (lines.length === enough) program.kill("SIGKILL");
  }
  await ended;
  return lines;
}

export function linesOf({ stdout }: ChildProcess): AsyncIterable<string> {
  if (stdout === null) throw new Error("the program has no output");
  return createInterface({ input: stdout });
}
