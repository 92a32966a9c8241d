/** The braces and bars that are not escaped, by position; the closing braces of pairs are left out. */
export interface Marks {
  readonly positions: readonly number[];
  /** The next mark of the same group, or LAST, STRAY or PAIR. */
  readonly nexts: readonly number[];
}

const BACKSLASH = 0x5c;
export const OPEN = 0x7b;
export const BAR = 0x7c;
export const CLOSE = 0x7d;

/** The closing brace of a group. No mark can be followed by mark 0. */
export const LAST = 0;
/** Read as text, being an unclosed or unopened brace, or a bar outside all groups. */
export const STRAY = -1;
/** The opening brace of a pair without a bar of its own, which is text. */
export const PAIR = -2;

/** One pass. A closing brace belongs to the nearest open one, so an unclosed brace is never inside a group. */
export function marksOf(text: string): Marks {
  const positions: number[] = [];
  const nexts: number[] = [];
  // Of the braces open at this place: their marks, and the latest mark of each one's group.
  const opens: number[] = [];
  const latest: number[] = [];
  for (let position = 0; position < text.length; position += 1) {
    const character = text.charCodeAt(position);
    if (character < OPEN) {
      // What follows a backslash is text, also where it is no escape and the backslash is text too.
      if (character === BACKSLASH && isSpecial(text.charCodeAt(position + 1))) position += 1;
      continue;
    }
    if (character > CLOSE) continue;
    const mark = positions.length;
    const depth = opens.length - 1;
    if (character === OPEN) {
      opens.push(mark);
      latest.push(mark);
    } else if (depth >= 0 && character === BAR) {
      nexts[latest[depth]!] = mark;
      latest[depth] = mark;
    } else if (depth >= 0) {
      const open = opens.pop()!;
      const before = latest.pop()!;
      if (before === open) {
        nexts[open] = PAIR;
        continue;
      }
      nexts[before] = mark;
    }
    positions.push(position);
    nexts.push(character === CLOSE && depth >= 0 ? LAST : STRAY);
  }
  for (let open of opens) {
    while (open > STRAY) {
      const next = nexts[open]!;
      nexts[open] = STRAY;
      open = next;
    }
  }
  return { positions, nexts };
}

function isSpecial(character: number): boolean {
  return character === BACKSLASH || (character >= OPEN && character <= CLOSE);
}
