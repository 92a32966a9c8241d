import { nounPhraseAt } from "./chunks.js";
import { bodyEnd, clauses, isQuestion } from "./clauses.js";
import { retext } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";

const OPPOSITES: ReadonlyMap<string, string> = new Map(
  [
    ["larger", "smaller"],
    ["bigger", "smaller"],
    ["longer", "shorter"],
    ["higher", "lower"],
    ["faster", "slower"],
    ["heavier", "lighter"],
    ["warmer", "cooler"],
    ["stronger", "weaker"],
    ["wider", "narrower"],
    ["thicker", "thinner"],
    ["deeper", "shallower"],
  ].flatMap(([one, other]): [string, string][] =>
    one === "bigger"
      ? [["bigger", "smaller"]]
      : [
          [one!, other!],
          [other!, one!],
        ],
  ),
);

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
    if (
      !/^(?:is|are|was|were)$/u.test(words[verb.head]!.low) ||
      verb.auxiliaries.length > 0 ||
      verb.negation !== undefined
    )
      return [];
    const than = words.findIndex((item) => item.low === "than");
    const adjective = words[than - 1];
    const opposite = OPPOSITES.get(adjective?.low ?? "");
    if (adjective === undefined || opposite === undefined || than - 1 - verb.end > 3) return [];
    if (
      words
        .slice(verb.end, than - 1)
        .some(
          (item) =>
            ["NOUN", "ADJ", "NUM", "DET"].includes(item.tag) === false &&
            !/^(?:much|slightly|far|even|a|bit)$/u.test(item.low),
        )
    )
      return [];
    const other = nounPhraseAt(words, than + 1);
    if (
      other === undefined ||
      other.pronoun ||
      other.end !== end ||
      words[other.head]!.tag === "NUM" ||
      words[than + 1]!.tag === "NUM"
    )
      return [];
    const plural = grammar.plural(words[other.head]!);
    if (
      plural === undefined ||
      [...words.slice(0, subject.end), ...words.slice(other.start, end)].some((item) =>
        /^(?:any|every|no|all|most|many|its|his|her|their|other)$/u.test(item.low),
      )
    )
      return [];
    const past = /^w/u.test(words[verb.head]!.low);
    const be = past ? (plural ? "were" : "was") : plural ? "are" : "is";
    return [
      [
        ...words.slice(other.start, other.end),
        retext(words[verb.head]!, be),
        ...words.slice(verb.end, than - 1),
        retext(adjective, opposite),
        words[than]!,
        ...words.slice(0, subject.end),
        ...words.slice(end),
      ],
    ];
  },
};
