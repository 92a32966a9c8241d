import { createHash } from "node:crypto";
import type { Task } from "../task.js";
import type { AnyTaskPlugin } from "../task-plugin.js";
import { parsedOptions } from "../tasks/options.js";

/** Most lines of one run: their keys are held in memory. */
const MAX_LINES = 250_000;

/** One input line with the key under which its end is stored. */
export interface InputLine {
  readonly text: string;
  readonly key: string;
}

export interface Prepared {
  readonly options: Record<string, unknown>;
  readonly lines: readonly InputLine[];
  readonly concurrency: number;
  /** The data object that the options were read from. */
  readonly data: Task["data"];
}

/** What a run has to do, or what is wrong with the data in words for people. */
export function prepare(plugin: AnyTaskPlugin, data: Task["data"]): Prepared | { readonly problem: string } {
  const parsed = parsedOptions(plugin.options, data);
  if ("problem" in parsed) return parsed;
  const lines = new Map<string, InputLine>();
  for (const input of plugin.inputs(parsed.options)) {
    const text = input.trim();
    const key = createHash("sha256").update(text).digest("hex").slice(0, 32);
    if (text !== "") lines.set(key, { text, key });
    if (lines.size > MAX_LINES) {
      return { problem: `The task has more than ${MAX_LINES} input lines. Divide them among several tasks.` };
    }
  }
  const concurrency = Number(data["concurrency"]);
  return {
    options: parsed.options,
    lines: [...lines.values()],
    concurrency: Number.isSafeInteger(concurrency) && concurrency >= 1 ? Math.min(concurrency, 64) : 4,
    data,
  };
}

export function isDone(line: { readonly state: string }): boolean {
  return line.state === "done";
}
