/** The known name that was probably meant: one mistyped, else one that holds the given name or is held by it. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const wanted = given.toLowerCase();
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const lower = name.toLowerCase();
    const edits = editsBetween(wanted, lower);
    const holds = Math.min(wanted.length, lower.length) >= 4 && (lower.includes(wanted) || wanted.includes(lower));
    const distance = edits ?? (holds ? 100 + Math.abs(lower.length - wanted.length) : Number.POSITIVE_INFINITY);
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

/** The known name that the given one is but for some letters. */
export function mistypedName(given: string, known: readonly string[]): string | undefined {
  const near = known.filter((name) => editsBetween(given.toLowerCase(), name.toLowerCase()) !== undefined);
  return nearestName(given, near);
}

/**
 * How many letters are inserted, left out, replaced or exchanged with the next (optimal string alignment); undefined for
 * more than a quarter of them.
 */
function editsBetween(one: string, other: string): number | undefined {
  const most = Math.max(1, Math.floor(one.length / 4));
  if (Math.abs(one.length - other.length) > most) return undefined;
  let before: readonly number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let place = 0; place < other.length; place += 1) {
      const replaced = row[place]! + (one[at] === other[place] ? 0 : 1);
      const isExchange = at > 0 && place > 0 && one[at] === other[place - 1] && one[at - 1] === other[place];
      const exchanged = isExchange ? before[place - 1]! + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(replaced, exchanged, row[place + 1]! + 1, next[place]! + 1));
    }
    before = row;
    row = next;
  }
  const edits = row[other.length]!;
  return edits <= most ? edits : undefined;
}
