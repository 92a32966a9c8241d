import { escapeSpintax, firstVariant, splitSpintax, unescapeSpintax } from "../../../kernel/index.js";

/** A stretch of spintax and the characters of the text that it stands for. */
interface Stretch {
  readonly spintax: string;
  readonly isChoice: boolean;
  readonly from: number;
  readonly to: number;
}

/**
 * What stands between characters of a text, with its variants; a choice that only begins or ends there is the words of the text. Undefined
 * where the first variant of the spintax is not the text.
 */
export function spunAround(text: string, spintax: string): ((from: number, to: number) => string) | undefined {
  let at = 0;
  const stretches = splitSpintax(spintax).map(({ kind, start, end }): Stretch => {
    const part = spintax.slice(start, end);
    const isChoice = kind === "choice";
    const from = at;
    at += (isChoice ? firstVariant(part) : unescapeSpintax(part)).length;
    return { spintax: part, isChoice, from, to: at };
  });
  if (firstVariant(spintax) !== text || at !== text.length) return undefined;
  return (from, to) =>
    stretches
      .filter((stretch) => stretch.to > from && stretch.from < to)
      .map((stretch) =>
        stretch.isChoice && stretch.from >= from && stretch.to <= to
          ? stretch.spintax
          : escapeSpintax(text.slice(Math.max(from, stretch.from), Math.min(to, stretch.to))),
      )
      .join("");
}
