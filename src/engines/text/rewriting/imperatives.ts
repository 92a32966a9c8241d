import { wordSet } from "../word-set.js";
import { verbGroups } from "./chunks.js";
import { bodyEnd } from "./clauses.js";
import { isRequest } from "./main-clauses.js";
import { retext, stop } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { WH } from "./vocabulary.js";

/** "Cut the melon and remove the seeds" as two sentences. */
export const imperatives: Transformation = {
  kind: "sequence",
  whole: true,
  strength: 0.7,
  apply(words, grammar) {
    const end = bodyEnd(words);
    const first = words[0];
    const lemma = first === undefined ? undefined : grammar.lemma(first, "verb");
    if (first === undefined || lemma === undefined || end < 8 || !isRequest(words, 0, grammar)) return [];
    if (first.low === "do" || STANDING.has(lemma)) return [];
    const and = words.findIndex(
      (item, index) => index > 1 && item.low === "and" && isRequest(words, index + 1, grammar),
    );
    // Two short orders are a stammer.
    if (and === -1 || end - and < 4 || Math.max(and, end - and - 1) < 7) return [];
    const second = words[and + 1]!;
    // "Run CHECK and REPAIR commands": names by their capitals.
    if (/^\p{Lu}/u.test(second.text)) return [];
    // A condition at the end holds for both.
    if (words.slice(and, end).some((item) => item.tag === "SCONJ" || item.low === "when")) return [];
    if (words[and]!.before + words[and]!.after !== "" || STANDING.has(second.low)) return [];
    const front = words[and - 1]!.text === "," ? and - 1 : and;
    const step = words.slice(0, front);
    if (step.some((item) => item.tag === "PUNCT" || item.tag === "SCONJ" || WH.has(item.low))) return [];
    if (verbGroups(words, 0, front, grammar).length > 1) return [];
    const capital = second.text[0]!.toUpperCase() + second.text.slice(1);
    return [[...step, stop(), retext(second, capital), ...words.slice(and + 2)]];
  },
};

/** Verbs of states and tries, after which nothing else is done. */
const STANDING = wordSet("be keep stay try go come let make continue remain wait have feel help see");
