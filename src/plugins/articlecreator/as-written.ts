import { termsOf } from "../../engines/pages/terms.js";
import type { Material } from "./material.js";

const FEWEST = 3;

/** A text with the capitals that the sources give its words: "SQLite" for "sqlite"; words without inner capitals stay. */
export function asWritten(text: string, { paragraphs }: Material): string {
  return text
    .split(" ")
    .map((word) => (/^\p{Ll}[\p{Ll}\d]{2,}$/u.test(word) ? (usualForm(word, paragraphs) ?? word) : word))
    .join(" ");
}

function usualForm(word: string, paragraphs: Material["paragraphs"]): string | undefined {
  const found = new RegExp(`(?<![\\p{L}\\d_.-])${word}(?![\\p{L}\\d_-])`, "giu");
  const terms = termsOf(word);
  const counts = new Map<string, number>();
  for (const { sentences } of paragraphs) {
    for (const sentence of sentences) {
      if (sentence === undefined || !terms.every((term) => sentence.terms.has(term))) continue;
      for (const [form] of sentence.text.matchAll(found)) counts.set(form, (counts.get(form) ?? 0) + 1);
    }
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const [form, count] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? ["", 0];
  const isNamed = /\p{L}\p{Lu}/u.test(form) && count >= FEWEST && 2 * count > all;
  return isNamed ? form : undefined;
}
