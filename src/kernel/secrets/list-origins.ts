import { isPlainObject, type Json } from "../values/json.js";

/**
 * Which element of a stored list each element of a posted one was, as far as that is known; secrets are kept by it, and
 * a password should not move to the account next to it. An element is
 * - the one at its own place, or the only other one, that is equal to it, masks included;
 * - else the one at its own place, when both lists are of one length, no other element is that one, and it is equal to
 *   none, so that it must have been edited.
 */
export function originsOf(posted: readonly Json[], stored: readonly Json[]): readonly (number | undefined)[] {
  const before = stored.map(canonical);
  const now = posted.map(canonical);
  const origins = now.map((text, index) => (text === before[index] ? index : undefined));
  const claimed = new Set(origins);
  const free = new Map<string, number[]>();
  for (const [index, text] of before.entries()) {
    const places = free.get(text) ?? [];
    if (!claimed.has(index)) places.push(index);
    free.set(text, places);
  }
  for (const [index, text] of now.entries()) {
    const [only, another] = free.get(text) ?? [];
    if (origins[index] !== undefined || only === undefined || another !== undefined) continue;
    free.set(text, []);
    origins[index] = only;
    claimed.add(only);
  }
  if (posted.length !== stored.length) return origins;
  return origins.map((origin, index) => origin ?? (claimed.has(index) || free.has(now[index]!) ? undefined : index));
}

/** JSON with the members of objects sorted, since clients write them in any order. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isPlainObject(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : Number(a > b))))
      : item,
  );
}
