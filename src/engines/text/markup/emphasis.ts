interface Run {
  readonly start: number;
  readonly end: number;
}

/** Finds the marks that open and close emphasis; a mark without a partner in its paragraph is prose. */
export function emphasisFinder(text: string): {
  /** Notes the marks at the place and returns where they end. */
  run(at: number): number | undefined;
  /** A paragraph ended: what is open stays open in vain. */
  forget(): void;
  found(): readonly Run[];
} {
  const found: Run[] = [];
  let opens = new Map<string, Run[]>();
  let blankAfter = -1;
  return {
    run(at) {
      const mark = text[at]!;
      let end = at + 1;
      while (text[end] === mark) end += 1;
      if (end - at > 3 || (mark === "~" && end - at !== 2)) return end;
      if (at > blankAfter) {
        opens = new Map();
        const blank = text.indexOf("\n\n", at);
        blankAfter = blank < 0 ? text.length : blank;
      }
      const before = text[at - 1] ?? " ";
      const after = text[end] ?? " ";
      const key = text.slice(at, end);
      const within = WORD.test(before) && WORD.test(after);
      if (within && (mark === "_" || (DIGIT.test(before) && DIGIT.test(after)))) return end;
      const open = opens.get(key);
      if (!SPACE.test(before) && open !== undefined && open.length > 0) {
        found.push(open.pop()!, { start: at, end });
      } else if (!SPACE.test(after)) {
        if (open === undefined) opens.set(key, [{ start: at, end }]);
        else open.push({ start: at, end });
      }
      return end;
    },
    forget() {
      opens = new Map();
    },
    found: () => found,
  };
}

const WORD = /[\p{L}\p{N}]/u;
const DIGIT = /\d/;
const SPACE = /\s/;
