import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "tsup";

/** Makes one file of a program of this folder, where it finds pg or where it does not, and gives its path. */
export async function built(name: string, folder: string, { pg = true } = {}): Promise<string> {
  const place = join(folder, pg ? "with-pg" : "bare");
  await mkdir(place, { recursive: true });
  if (pg) await symlink(join(import.meta.dirname, "../../node_modules"), join(place, "node_modules"));
  await build({
    config: false,
    silent: true,
    entry: { [name]: join(import.meta.dirname, `${name}.ts`) },
    outDir: place,
    format: ["cjs"],
    outExtension: () => ({ js: ".cjs" }),
    platform: "node",
  });
  return join(place, `${name}.cjs`);
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
