import { isPlainObject } from "../../kernel/index.js";

/** An answer of the service is some 30 deep. */
const MAX_DEPTH = 200;

/** What is at a path of members; undefined where there is nothing. */
export function at(data: unknown, ...path: readonly (string | number)[]): unknown {
  let here = data;
  for (const name of path) {
    if (Array.isArray(here) && typeof name === "number") here = here[name];
    else if (isPlainObject(here) && typeof name === "string" && Object.hasOwn(here, name)) here = here[name];
    else return undefined;
  }
  return here;
}

export function textAt(data: unknown, ...path: readonly (string | number)[]): string {
  const found = at(data, ...path);
  return typeof found === "string" ? found : "";
}

/** A text as the service writes it: `{simpleText}`, `{runs: [{text}]}` or `{content}`. */
export function writtenText(data: unknown): string {
  const runs = at(data, "runs");
  if (Array.isArray(runs)) return runs.map((run) => textAt(run, "text")).join("");
  return textAt(data, "simpleText") || textAt(data, "content");
}

/** Calls `see` with each member of an answer, in order; what it returns `false` for is not looked into. */
export function walk(data: unknown, see: (name: string, value: unknown) => unknown, depth = 0): void {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(data)) {
    for (const item of data) walk(item, see, depth + 1);
  } else if (isPlainObject(data)) {
    for (const [name, value] of Object.entries(data)) if (see(name, value) !== false) walk(value, see, depth + 1);
  }
}

/** Seconds of `1:02:03`; undefined for another text. */
export function clockSeconds(text: string): number | undefined {
  if (!/^(?:\d{1,3}:)?\d{1,2}:\d{2}$/.test(text.trim())) return undefined;
  return text
    .trim()
    .split(":")
    .reduce((sum, part) => sum * 60 + Number(part), 0);
}
