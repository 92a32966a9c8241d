import type { Turns } from "../../../kernel/values/turns.js";
import { matchCase } from "../english/inflection/index.js";
import { blocks } from "../markup/index.js";
import type { Packs } from "../packs/packs.js";
import { createProtection } from "./protection.js";
import { isTitle, quotationsOf } from "./quotations.js";
import type { Group } from "./spintax-writer.js";

/** What spinning needs of a language other than English. */
export type WordPack = NonNullable<ReturnType<Packs["find"]>>;

const MOST = 3;
/** How many words around a word are looked at. */
const AROUND = 40;
const TOKEN = /[\p{L}\p{M}]+(?:[-'’][\p{L}\p{M}]+)*|[\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;

/** The groups of a text whose words are exchanged by the rules of a pack. */
export async function spinForeign(
  text: string,
  pack: WordPack,
  protectedWords: readonly string[],
  turns: Turns,
  { keepQuotations }: { readonly keepQuotations: boolean },
): Promise<Group[]> {
  const protection = createProtection(protectedWords);
  const groups: Group[] = [];
  for (const block of blocks(text, { openQuotations: !keepQuotations })) {
    const closed = new Uint8Array(block.end - block.start);
    for (const { kind, start, end } of block.passages) {
      if (kind === "fixed") closed.fill(1, start - block.start, end - block.start);
    }
    for (const { start, end } of quotationsOf(block.legible)) {
      if (keepQuotations || isTitle(block.legible.slice(start, end))) closed.fill(1, start, end);
    }
    for (const { start, end } of protection(block.legible)) closed.fill(1, start, end);
    const tokens = [...block.legible.matchAll(TOKEN)];
    const words = tokens.map(([word]) => word);
    let first = 0;
    for (let index = 0; index < tokens.length; index += 1) {
      if (turns.due()) await turns.give();
      const word = words[index]!;
      if (/^[.!?…]$/.test(word)) first = index + 1;
      const start = tokens[index]!.index;
      const end = start + word.length;
      if (!/^\p{L}{3}/u.test(word) || closed.subarray(start, end).some(Boolean)) continue;
      if (/['’-]/.test(block.legible[start - 1] ?? "") || /['’-]/.test(block.legible[end] ?? "")) continue;
      const before = words.slice(Math.max(first, index - AROUND), index);
      const after = sentenceRest(words, index + 1);
      const near = new Set([...before.slice(-12), ...after.slice(0, 12)].map((other) => other.toLowerCase()));
      const others = pack
        .alternatives(word, { before, after })
        .filter((other) => !near.has(other.toLowerCase()))
        .slice(0, MOST)
        .map((other) => matchCase(word, other));
      if (others.length > 0) groups.push({ start: block.start + start, end: block.start + end, inner: [], others });
    }
  }
  return groups;
}

function sentenceRest(words: readonly string[], from: number): string[] {
  const rest = words.slice(from, from + AROUND);
  const end = rest.findIndex((word) => /^[.!?…]$/.test(word));
  return end < 0 ? rest : rest.slice(0, end);
}
