import { splitSentences } from "../../../engines/pages/split-sentences.js";
import { blocks } from "../../../engines/text/markup/index.js";
import { withoutCode } from "./code-lines.js";
import type { Form } from "./forms.js";

export const REWRITE_UNITS = ["sentence", "paragraph"] as const;
export type RewriteUnit = (typeof REWRITE_UNITS)[number];

export interface Stretch {
  readonly text: string;
  /** Whether it is to be rewritten; headings, markup, quotations and what is too short are not. */
  readonly isUnit: boolean;
}

/** Fewer words say nothing that could be said in another way. */
const FEWEST_WORDS = 4;
const WITHOUT_END = 8;

/** A text in what is rewritten at once, and what is between; joined they are the text again. */
export function stretchesOf(text: string, unit: RewriteUnit, form: Form): readonly Stretch[] {
  const found: Stretch[] = [];
  let at = 0;
  for (const { start, end, legible } of blocks(withoutCode(text, form))) {
    const sentences = unit === "sentence" ? splitSentences(legible) : [legible.trim()];
    let from = 0;
    for (const sentence of sentences) {
      const place = legible.indexOf(sentence, from);
      if (place < 0) continue;
      from = place + sentence.length;
      if (!isWorth(sentence)) continue;
      const [first, last] = [start + place, Math.min(start + from, end)];
      if (first > at) found.push({ text: text.slice(at, first), isUnit: false });
      found.push({ text: text.slice(first, last), isUnit: true });
      at = last;
    }
  }
  if (at < text.length) found.push({ text: text.slice(at), isUnit: false });
  return found;
}

function isWorth(sentence: string): boolean {
  const words = sentence.match(/\p{L}[\p{L}\p{M}'’-]*/gu)?.length ?? 0;
  return words >= (/[.!?…。！？]["'”’)\]]*\s*$/.test(sentence) ? FEWEST_WORDS : WITHOUT_END);
}
