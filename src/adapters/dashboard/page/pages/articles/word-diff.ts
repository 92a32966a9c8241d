/** A stretch that both texts have, or that only the later or the earlier one has. */
export interface DiffPart {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** The most differences in one line that are looked for; a line with more counts as exchanged altogether. */
const MOST = 600;

/** What became of a text, word by word and line by line. Linear in texts that are alike. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const old = before.split("\n");
  const fresh = after.split("\n");
  const parts: DiffPart[] = [];
  const isByLine = old.length === fresh.length;
  const pairs = isByLine ? fresh.map((line, index) => [old[index]!, line] as const) : [[before, after] as const];
  for (const [index, [one, other]] of pairs.entries()) {
    if (index > 0) add(parts, "same", "\n");
    if (one === other) add(parts, "same", one);
    else diffWords(one.match(WORDS) ?? [], other.match(WORDS) ?? [], parts);
  }
  return gathered(parts);
}

/** Changes with nothing but space between them as one: first what was there, then what is there instead. */
function gathered(parts: readonly DiffPart[]): DiffPart[] {
  const kept: DiffPart[] = [];
  let removed = "";
  let added = "";
  const flush = () => {
    add(kept, "removed", removed);
    add(kept, "added", added);
    removed = "";
    added = "";
  };
  for (const [index, { kind, text }] of parts.entries()) {
    const isBetween = kind === "same" && text === " " && (removed || added) && index < parts.length - 1;
    if (kind === "removed" || isBetween) removed += text;
    if (kind === "added" || isBetween) added += text;
    if (kind === "same" && !isBetween) {
      flush();
      add(kept, kind, text);
    }
  }
  flush();
  return kept;
}

const WORDS = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*|\s+|[^\p{L}\p{N}\p{M}\s]/gu;

function add(parts: DiffPart[], kind: DiffPart["kind"], text: string): void {
  if (text === "") return;
  const last = parts.at(-1);
  if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text };
  else parts.push({ kind, text });
}

/** Myers' greedy algorithm, between what both have at the beginning and at the end. */
function diffWords(old: readonly string[], fresh: readonly string[], parts: DiffPart[]): void {
  let first = 0;
  while (first < old.length && first < fresh.length && old[first] === fresh[first]) first += 1;
  let last = 0;
  while (
    last < old.length - first &&
    last < fresh.length - first &&
    old[old.length - 1 - last] === fresh[fresh.length - 1 - last]
  ) {
    last += 1;
  }
  add(parts, "same", old.slice(0, first).join(""));
  const from = old.slice(first, old.length - last);
  const to = fresh.slice(first, fresh.length - last);
  const steps = shortest(from, to);
  if (steps === undefined) {
    add(parts, "removed", from.join(""));
    add(parts, "added", to.join(""));
  } else for (const { kind, text } of steps) add(parts, kind, text);
  add(parts, "same", last === 0 ? "" : old.slice(-last).join(""));
}

function shortest(old: readonly string[], fresh: readonly string[]): DiffPart[] | undefined {
  const most = Math.min(MOST, old.length + fresh.length);
  const reach = new Map([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let steps = 0; steps <= most; steps += 1) {
    trace.push(new Map(reach));
    for (let line = -steps; line <= steps; line += 2) {
      const isDown = line === -steps || (line !== steps && reach.get(line - 1)! < reach.get(line + 1)!);
      let x = isDown ? reach.get(line + 1)! : reach.get(line - 1)! + 1;
      while (x < old.length && x - line < fresh.length && old[x] === fresh[x - line]) x += 1;
      reach.set(line, x);
      if (x >= old.length && x - line >= fresh.length) return walkedBack(old, fresh, trace);
    }
  }
  return undefined;
}

function walkedBack(
  old: readonly string[],
  fresh: readonly string[],
  trace: readonly Map<number, number>[],
): DiffPart[] {
  const parts: DiffPart[] = [];
  let x = old.length;
  let y = fresh.length;
  for (let steps = trace.length - 1; steps >= 0; steps -= 1) {
    const reach = trace[steps]!;
    const line = x - y;
    const isDown = line === -steps || (line !== steps && reach.get(line - 1)! < reach.get(line + 1)!);
    const before = isDown ? line + 1 : line - 1;
    const fromX = reach.get(before)!;
    const fromY = fromX - before;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x -= 1;
      y -= 1;
      parts.push({ kind: "same", text: old[x]! });
    }
    if (steps === 0) break;
    if (isDown) {
      y -= 1;
      parts.push({ kind: "added", text: fresh[y]! });
    } else {
      x -= 1;
      parts.push({ kind: "removed", text: old[x]! });
    }
  }
  return parts.reverse();
}
