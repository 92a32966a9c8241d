import type { Tag } from "../english/types.js";
import type { Grammar } from "./grammar.js";
import { retext, type Word, type Words } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";

/** Words for which another one stands whatever the sentence is about, by their class: the word, and what stands for it. */
const SURE: ReadonlyMap<Tag, ReadonlyMap<string, string>> = new Map(
  (
    [
      [
        "ADV",
        "often frequently, frequently often, usually normally, normally usually, typically usually, mainly mostly, mostly mainly, " +
          "primarily mainly, chiefly mainly, especially particularly, particularly especially, rarely seldom, seldom rarely, " +
          "quickly rapidly, rapidly quickly, swiftly quickly, sometimes occasionally, occasionally sometimes, originally initially, " +
          "initially originally, entirely completely, completely entirely, exactly precisely, precisely exactly, maybe perhaps, " +
          "immediately instantly, commonly often",
      ],
      [
        "ADJ",
        "whole entire, entire whole, huge enormous, enormous huge, vital essential, essential vital, hazardous dangerous, difficult hard, famous well-known",
      ],
      [
        "VERB",
        "begin start, commence begin, construct build, build construct, purchase buy, buy purchase, select choose, choose select, " +
          "occur happen, need require, require need, permit allow, allow permit, obtain get, utilize use, utilise use, assist help, demonstrate show, " +
          "reside live, seem appear, stay remain, collect gather",
      ],
      ["NOUN", "error mistake, mistake error, kind type, type kind, sort kind"],
      [
        "PRON",
        "anyone anybody, everyone everybody, someone somebody, anybody anyone, everybody everyone, somebody someone",
      ],
      ["ADP", "upon on, amongst among, toward towards"],
    ] as const
  ).map(([tag, pairs]): [Tag, ReadonlyMap<string, string>] => [
    tag,
    new Map(pairs.split(", ").map((pair) => pair.split(" ") as [string, string])),
  ]),
);

/** "it often rains" becomes "it frequently rains". */
export const sureWords: Transformation = {
  kind: "set phrase",
  strength: 0.1,
  apply(words, grammar) {
    return words.flatMap((item, index) => {
      if (item.made || item.before + item.after !== "" || (index > 0 && /^\p{Lu}/u.test(item.text))) return [];
      const tag = item.tag === "NOUN" && SURE.get("PRON")!.has(item.low) ? "PRON" : item.tag;
      const other = shown(words, index, tag, grammar);
      return other === undefined ? [] : [replaced(words, index, index + 1, [retext(item, other)])];
    });
  },
};

function shown(words: Words, index: number, tag: Tag, grammar: Grammar): string | undefined {
  const item = words[index]!;
  const [before, next] = [words[index - 1], words[index + 1]];
  const known = SURE.get(tag);
  if (known === undefined || next === undefined) return undefined;
  switch (tag) {
    case "VERB": {
      const lemma = grammar.lemma(item, "verb") ?? "";
      const other = known.get(lemma);
      const form = grammar.verbForm(item, words.slice(Math.max(0, index - 3), index));
      return other === undefined || form === undefined || !fits(lemma, item, next, before)
        ? undefined
        : grammar.inflect(other, form);
    }
    case "NOUN": {
      const isPlural = grammar.plural(item);
      const other = known.get(grammar.lemma(item, "noun") ?? "");
      if (other === undefined || isPlural === undefined || (next.low !== "of" && /ki|ty|so/u.test(item.low)))
        return undefined;
      return isPlural ? grammar.inflect(other, "plural") : other;
    }
    case "ADJ": {
      const attributive = next.tag === "NOUN" && before?.tag === "DET";
      const predicative = before?.tag === "AUX" && /^(?:PUNCT|PART|ADP)$/u.test(next.tag);
      const isHard = item.low === "difficult" && next.low !== "to";
      return (attributive || (predicative && !/^(?:whole|entire)$/u.test(item.low))) && !isHard
        ? known.get(item.low)
        : undefined;
    }
    default:
      // "more often", "as quickly as"
      return /^(?:more|most|less|least|as|so|too|how|very|not|quite)$/u.test(before?.low ?? "")
        ? undefined
        : known.get(item.low);
  }
}

/** Whether what follows the verb is what the other one has behind it as well. */
function fits(lemma: string, item: Word, next: Word, before: Word | undefined): boolean {
  if (/^(?:begin|commence|occur|reside)$/u.test(lemma)) return item.low !== "beginning";
  if (lemma === "stay") return next.tag === "ADJ";
  if (lemma === "seem") return next.low === "to" || next.tag === "ADJ";
  const isPassive = before?.tag === "AUX" && /^(?:ADP|PUNCT)$/u.test(next.tag);
  if (/^(?:need|require)$/u.test(lemma)) return /^(?:DET|NUM|ADJ|NOUN)$/u.test(next.tag);
  return isPassive
    ? /^(?:in|by|at|PUNCT)$/u.test(next.tag === "PUNCT" ? "PUNCT" : next.low)
    : /^(?:DET|NUM)$/u.test(next.tag);
}
