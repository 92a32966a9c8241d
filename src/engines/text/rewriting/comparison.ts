import { nounPhraseAt } from "./chunks.js";
import { bodyEnd, clauses, isQuestion } from "./clauses.js";
import { retext, type Word } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";

const PAIRS =
  "larger/smaller longer/shorter higher/lower faster/slower heavier/lighter warmer/cooler stronger/weaker wider/narrower thicker/thinner deeper/shallower";
const OPPOSITES: ReadonlyMap<string, string> = new Map([
  ["bigger", "smaller"],
  ...PAIRS.split(" ").flatMap((pair) => {
    const [one, other] = pair.split("/") as [string, string];
    return [[one, other] as const, [other, one] as const];
  }),
]);

/** "The lake is deeper than the river" becomes "The river is shallower than the lake". */
export const comparison: Transformation = {
  kind: "comparison",
  whole: true,
  strength: 0.9,
  apply(words, grammar) {
    const end = bodyEnd(words);
    const clause = clauses(words, grammar)[0];
    if (isQuestion(words) || clause === undefined || clause.start !== 0 || clause.subject.pronoun) return [];
    const { subject, verb } = clause;
    const be = words[verb.head]!;
    if (!/^(?:is|are|was|were)$/u.test(be.low) || verb.auxiliaries.length > 0 || verb.negation !== undefined) return [];
    const than = words.findIndex((item) => item.low === "than");
    const adjective = words[than - 1];
    const opposite = OPPOSITES.get(adjective?.low ?? "");
    const degree = words.slice(verb.end, than - 1);
    if (adjective === undefined || opposite === undefined || degree.length > 3) return [];
    const fits = ({ tag, low }: Word) =>
      /^(?:NOUN|ADJ|NUM|DET)$/u.test(tag) || /^(?:much|slightly|far|even|a|bit)$/u.test(low);
    if (!degree.every(fits)) return [];
    const other = nounPhraseAt(words, than + 1);
    if (other === undefined || other.pronoun || other.end !== end) return [];
    if (words[other.head]!.tag === "NUM" || words[than + 1]!.tag === "NUM") return [];
    const [one, another] = [words.slice(0, subject.end), words.slice(other.start, end)];
    const plural = grammar.plural(words[other.head]!);
    const bound = /^(?:any|every|no|all|most|many|its|his|her|their|other)$/u;
    if (plural === undefined || [...one, ...another].some((item) => bound.test(item.low))) return [];
    const agreed = be.low.startsWith("w") ? (plural ? "were" : "was") : plural ? "are" : "is";
    return [
      [
        ...another,
        retext(be, agreed),
        ...degree,
        retext(adjective, opposite),
        words[than]!,
        ...one,
        ...words.slice(end),
      ],
    ];
  },
};
