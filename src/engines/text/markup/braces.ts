import { splitSpintax } from "../../../kernel/text/spintax.js";

/** The braces of a text: its choice groups, and the pairs without a bar, which our spintax reads as text. */
export interface Braces {
  /** The outermost choice groups, in order. */
  readonly groups: readonly { readonly start: number; readonly end: number }[];
  /** From the place of an opening brace of a pair to the place of its closing one. */
  readonly pairs: ReadonlyMap<number, number>;
}

/** Pairs as the spintax grammar sees them: a closing brace belongs to the nearest open one, and escaped ones do not count. */
export function bracesOf(text: string): Braces {
  const groups: { start: number; end: number }[] = [];
  const pairs = new Map<number, number>();
  const opens: number[] = [];
  for (const segment of splitSpintax(text)) {
    if (segment.kind === "choice") {
      groups.push({ start: segment.start, end: segment.end });
      continue;
    }
    for (let position = segment.start; position < segment.end; position += 1) {
      const character = text[position];
      if (character === "\\" && isSpintaxMark(text[position + 1])) position += 1;
      else if (character === "{") opens.push(position);
      else if (character === "}") {
        const open = opens.pop();
        if (open !== undefined) pairs.set(open, position);
      }
    }
  }
  return { groups, pairs };
}

/** Whether a backslash before the character would be an escape. */
export function isSpintaxMark(character: string | undefined): boolean {
  return character === "{" || character === "|" || character === "}" || character === "\\";
}
