import { ScriptoriumError } from "../../errors.js";
import { PROTOTYPE_KEYS, shown } from "../../values/json.js";

/** Limits of one search; a search beyond them is refused with QUERY_REFUSED. */
export const QUERY_LIMITS = {
  depth: 16,
  nodes: 500,
  projectionPaths: 100,
  arrayLength: 1000,
  pathSegments: 16,
  pathLength: 256,
  patternLength: 256,
} as const;

/** Whether the value at a path is a secret; `data.smtp.password` comes as its three segments. */
export type SecretPaths = (segments: readonly string[]) => boolean;

export function refused(problem: string, facts: Record<string, unknown> = {}): ScriptoriumError {
  return new ScriptoriumError("QUERY_REFUSED", `${problem}. Change the search and send it again.`, facts);
}

/** Members of an object from outside; a name of the prototype is refused, since engines drop it silently. */
export function entriesOf(value: Record<string, unknown>): [string, unknown][] {
  const result = Object.entries(value);
  for (const [key] of result)
    if (PROTOTYPE_KEYS.has(key)) throw refused(`The name "${key}" is not allowed`, { path: key });
  return result;
}

export function checkPath(path: string): void {
  const segments = path.split(".");
  const bad =
    path.length > QUERY_LIMITS.pathLength ||
    segments.length > QUERY_LIMITS.pathSegments ||
    isUnstorable(path) ||
    segments.some((segment) => segment === "" || segment.startsWith("$") || PROTOTYPE_KEYS.has(segment));
  if (bad) throw refused(`The path "${shown(path)}" is not allowed`, { path: shown(path) });
}

/** A caller that may ask whether a secret begins with some letter can find out all of it. */
export function checkNoSecret(path: string, isSecret: SecretPaths): void {
  if (isSecret(path.split(".")))
    throw refused(`The path "${shown(path)}" leads to a secret, and secrets cannot be searched`, { path: shown(path) });
}

/** Text that no storage holds, and that some would choke on: with NUL or half of a surrogate pair. */
export function isUnstorable(text: string): boolean {
  return text.includes("\0") || !text.isWellFormed();
}
