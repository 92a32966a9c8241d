import phrases from "../../../../data/english/rewriting-phrases.txt";
import { once, readTable } from "../../tables.js";
import type { Form, Tag } from "../english/types.js";
import { nounPhraseAt, verbGroupAt } from "./chunks.js";
import { bodyEnd, clauseAt, startsClause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { type Word, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { BE, CLOSED_TAGS, MODALS, TIME_NOUNS } from "./vocabulary.js";

interface Entry {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly guards: readonly string[];
}

/** Set phrases for set phrases, by the table. */
export function phraseChanges(): Transformation {
  const entries = setPhrases();
  const verbs = entries.filter((entry) => entry.from[0]!.startsWith("V:"));
  const byFirst = new Map<string, Entry[]>();
  for (const entry of entries) {
    if (entry.from[0]!.startsWith("V:")) continue;
    const same = byFirst.get(entry.from[0]!);
    if (same === undefined) byFirst.set(entry.from[0]!, [entry]);
    else same.push(entry);
  }
  const byVerb = Map.groupBy(verbs, (entry) => entry.from[0]!.slice(2));
  return {
    kind: "set phrase",
    strength: 0.35,
    apply(words, grammar) {
      const made: Word[][] = [];
      let taken = 0;
      for (const [index, item] of words.entries()) {
        if (index < taken || item.made) continue;
        const literal = byFirst.get(item.low) ?? [];
        const verbal =
          item.tag === "VERB" || item.tag === "AUX"
            ? (byVerb.get(grammar.lemma(item, "verb") ?? (BE.has(item.low) ? "be" : "")) ?? [])
            : [];
        const fitting = [...literal, ...verbal].filter((entry) => stands(words, index, entry.from));
        // Of phrases within phrases only the longest means what it says.
        const longest = Math.max(0, ...fitting.map((entry) => entry.from.length));
        taken = longest > 1 ? index + longest : taken;
        for (const entry of fitting) {
          const change = entry.from.length === longest ? changed(words, index, entry, grammar) : undefined;
          if (change !== undefined) made.push(change);
        }
      }
      return made;
    },
  };
}

/** The table of set phrases; what is said both ways has two entries. */
export const setPhrases = once((): readonly Entry[] =>
  readTable(
    { name: "english/rewriting-phrases.txt", text: phrases },
    {
      columns: { phrase: "text", way: "text", other: "text", conditions: "list?" },
      unique: ["phrase", "other", "conditions"],
      known: { way: [">", "="], conditions: Object.keys(GUARDS) },
    },
  ).flatMap(({ phrase, way, other, conditions: guards = [] }) => {
    const entry = { from: phrase.split(" "), to: other.split(" "), guards };
    return way === "=" ? [entry, { from: entry.to, to: entry.from, guards }] : [entry];
  }),
);

/** Whether the phrase is there, in words nobody has changed yet. */
function stands(words: readonly Word[], start: number, phrase: readonly string[]): boolean {
  return phrase.every((wanted, offset) => {
    const item = words[start + offset];
    return (
      item !== undefined &&
      !item.made &&
      item.before + item.after === "" &&
      (item.low === wanted || (offset === 0 && wanted.startsWith("V:")))
    );
  });
}

function changed(words: readonly Word[], start: number, entry: Entry, grammar: Grammar): Word[] | undefined {
  const end = start + entry.from.length;
  let form: Form | undefined;
  if (entry.from[0]!.startsWith("V:")) {
    form = grammar.verbForm(words[start]!, words.slice(Math.max(0, start - 3), start));
    if (form === undefined) return undefined;
  }
  if (!entry.guards.every((guard) => GUARDS[guard]?.(words, start, end, grammar))) return undefined;
  const matched = words.slice(start, end);
  const by: Word[] = [];
  for (const [offset, wanted] of entry.to.entries()) {
    const sources = offset === 0 ? matched : [];
    if (!wanted.startsWith("V:")) {
      by.push(word(wanted, tagOf(wanted, matched), sources, wanted !== ","));
      continue;
    }
    const shown = verbShown(wanted.slice(2), form, words, start, grammar);
    if (shown === undefined) return undefined;
    by.push(word(shown, wanted === "V:be" ? "AUX" : "VERB", sources));
  }
  // The first word of a sentence made by a split has its capital already.
  const capital =
    start > 0 && /^\p{Lu}/u.test(matched[0]!.text) ? by[0]!.text[0]!.toUpperCase() + by[0]!.text.slice(1) : by[0]!.text;
  by[0] = { ...by[0]!, text: capital, space: matched[0]!.space };
  return replaced(words, start, end, by);
}

function verbShown(
  lemma: string,
  form: Form | undefined,
  words: readonly Word[],
  start: number,
  grammar: Grammar,
): string | undefined {
  if (form === undefined) return undefined;
  if (lemma !== "be") return grammar.inflect(lemma, form);
  if (form === "past" || form === "base") {
    const before = words[start - 1];
    if (before === undefined || MODALS.has(before.low) || before.low === "to")
      return form === "base" ? "be" : undefined;
    const plural = before.tag === "NOUN" ? grammar.plural(before) : undefined;
    if (form === "base") return plural === true ? "are" : undefined;
    return plural === undefined ? undefined : plural ? "were" : "was";
  }
  return { third: "is", gerund: "being", participle: "been" }[form as "third" | "gerund" | "participle"];
}

function tagOf(text: string, matched: readonly Word[]): Tag {
  if (/^[,;]$/u.test(text)) return "PUNCT";
  const same = matched.find((item) => item.low === text);
  return CLOSED_TAGS.get(text) ?? same?.tag ?? MORE_TAGS.get(text) ?? "ADV";
}

const MORE_TAGS: ReadonlyMap<string, Tag> = new Map(
  (
    [
      ["ADJ", "several many numerous few most different large small great important valuable"],
      [
        "NOUN",
        "number variety range majority fact reason result aim goal way means types kinds start beginning end name support help aid",
      ],
      ["SCONJ", "since as while though once whenever that provided"],
      [
        "ADP",
        "despite besides regarding during before after near except for beside compared unlike throughout over under about upon",
      ],
    ] as const
  ).flatMap(([tag, list]) => list.split(" ").map((entry): [string, Tag] => [entry, tag])),
);

type Guard = (words: readonly Word[], start: number, end: number, grammar: Grammar) => boolean;

const GUARDS: Readonly<Record<string, Guard>> = {
  start: (_words, start) => start === 0,
  inside: (words, start) => start > 0 && !/^[.;:]$/u.test(words[start - 1]!.text),
  clause: (words, _start, end, grammar) => startsClause(words, end, grammar),
  phrase: (words, _start, end, grammar) => nounPhraseAt(words, end) !== undefined && !startsClause(words, end, grammar),
  plural: (words, _start, end, grammar) => {
    const phrase = nounPhraseAt(words, end);
    return phrase !== undefined && !phrase.pronoun && grammar.plural(words[phrase.head]!) === true;
  },
  mass: (words, _start, end, grammar) => {
    const phrase = nounPhraseAt(words, end);
    return (
      phrase !== undefined && !phrase.pronoun && phrase.start === end && grammar.plural(words[phrase.head]!) === false
    );
  },
  bare: (words, _start, end) =>
    words[end] !== undefined &&
    words[end]!.tag !== "DET" &&
    !/^(?:its|their|his|her|our|my|your)$/u.test(words[end]!.low),
  base: (words, _start, end, grammar) => {
    const verb = skipAdverbs(words, end);
    return words[verb]?.tag === "VERB" ||
      words[verb]?.low === "be" ||
      words[verb]?.low === "have" ||
      words[verb]?.low === "do"
      ? grammar.lemma(words[verb]!, "verb") === words[verb]!.low || words[verb]!.low === "be"
      : false;
  },
  gerund: (words, _start, end, grammar) => words[end]?.tag === "VERB" && grammar.verbForm(words[end]!, []) === "gerund",
  adjective: (words, _start, end) => words[end]?.tag === "ADJ",
  number: (words, _start, end) => words[end]?.tag === "NUM" && !/^(?:one|zero)$/u.test(words[end]!.low),
  end: (words, _start, end) => end >= bodyEnd(words) || /^[,;:.]$/u.test(words[end]!.text),
  // "to" of purpose: behind an object or at the very front, never behind the verbs, nouns and adjectives that demand one.
  purpose: (words, start) => {
    const before = words[start - 1];
    if (before === undefined) return false;
    return (
      before.tag === "NOUN" && PURPOSEFUL.has(words.slice(0, start).findLast((item) => item.tag === "VERB")?.low ?? "")
    );
  },
  // "due to" behind a form of be is a predicate and stays.
  adverbial: (words, start) => {
    const before = words[start - 1];
    return (
      before !== undefined &&
      !BE.has(before.low) &&
      before.tag !== "ADV" &&
      before.tag !== "ADJ" &&
      before.tag !== "AUX" &&
      before.tag !== "PART"
    );
  },
  event: (words, _start, end, grammar) => {
    const phrase = nounPhraseAt(words, end);
    return phrase !== undefined && ["event", "act", "phenomenon"].includes(grammar.category(words[phrase.head]!) ?? "");
  },
  place: (words, _start, end, grammar) => {
    const phrase = nounPhraseAt(words, end);
    if (phrase === undefined || phrase.pronoun) return false;
    return ["artifact", "location", "object"].includes(grammar.category(words[phrase.head]!) ?? "");
  },
  abstract: (words, _start, end, grammar) => {
    const phrase = nounPhraseAt(words, end);
    return phrase !== undefined && ABSTRACT.has(grammar.category(words[phrase.head]!) ?? "");
  },
  timely: (words, _start, end, grammar) => {
    const phrase = nounPhraseAt(words, end);
    return phrase !== undefined && TIME_NOUNS.has(grammar.lemma(words[phrase.head]!, "noun") ?? "");
  },
  // Only "since" that cannot be of time: the main clause or its own verb is in the present or negated.
  causal: (words, start, end, grammar) => {
    const verb = clauseAt(words, end, grammar)?.verb;
    return (
      start === 0 &&
      verb !== undefined &&
      /^(?:is|are|has|have|can|must|will|do|does|should)$/u.test(words[verb.auxiliaries[0] ?? verb.head]!.low)
    );
  },
  contrast: (words, start) => start > 0 && words[start - 1]!.text === ",",
  modal: (words, _start, end, grammar) => {
    const verb = clauseAt(words, end, grammar)?.verb;
    const auxiliary = verb?.auxiliaries[0];
    return auxiliary !== undefined && /^(?:can|could|may|might|will|would|should)$/u.test(words[auxiliary]!.low);
  },
  quantity: (words, start) => {
    const before = words[start - 1];
    return (
      before === undefined ||
      !(
        before.tag === "DET" ||
        before.tag === "ADV" ||
        before.tag === "NUM" ||
        before.tag === "ADJ" ||
        /^(?:how|as|so|too|very|not|these|those|the|its|their|his|her|our|my|your|'s)$/u.test(before.low)
      )
    );
  },
  // "since" and "as" are of time when something happens, of cause when something is so.
  stative: (words, _start, end, grammar) => {
    const verb = clauseAt(words, end, grammar)?.verb;
    return (
      verb !== undefined &&
      /^(?:is|are|was|were|has|have|had|can|could|must)$/u.test(words[verb.auxiliaries[0] ?? verb.head]!.low) &&
      (verb.auxiliaries.length > 0 || words[verb.head]!.tag === "AUX" || /^ha/u.test(words[verb.head]!.low))
    );
  },
  things: (words, _start, end, grammar) => {
    const phrase = nounPhraseAt(words, end);
    return phrase !== undefined && !TIME_NOUNS.has(grammar.lemma(words[phrase.head]!, "noun") ?? "");
  },
  noun: (words, _start, end) => words[end]?.tag === "NOUN",
  // "the energy that it needs to grow" needs the energy and not the growing.
  free: (words, start) =>
    !words
      .slice(Math.max(0, start - 5), start)
      .some((item) => /^(?:that|which|what|whom|all|everything|anything)$/u.test(item.low)),
  perfect: (words, _start, end, grammar) => {
    const verb = clauseAt(words, end, grammar)?.verb;
    return (
      verb !== undefined &&
      verb.form === "participle" &&
      verb.auxiliaries.length > 0 &&
      /^(?:has|have|had)$/u.test(words[verb.auxiliaries[0]!]!.low)
    );
  },
  // "while" is also of time, which a perfect would show it to be; and "as" is also of cause, which needs no request.
  lasting: (words, start, end, grammar) => !GUARDS.perfect!(words, start, end, grammar),
  narrated: (words, _start, end, grammar) => {
    const opener = clauseAt(words, end, grammar)?.verb.auxiliaries[0];
    return opener !== undefined && /^(?:was|were)$/u.test(words[opener]!.low);
  },
  // Roads lead to what they do not result in.
  pathless: (words, start, _end, grammar) =>
    !words.slice(0, start).some((item) => PATHS.has(grammar.lemma(item, "noun") ?? "")),
  progressive: (words, _start, end, grammar) => clauseAt(words, end, grammar)?.verb.form === "gerund",
  manyof: (words, start, end, grammar) => {
    const phrase = nounPhraseAt(words, end);
    return (
      words[start - 1]?.tag !== "DET" &&
      phrase !== undefined &&
      words[end]!.tag === "DET" &&
      grammar.plural(words[phrase.head]!) === true
    );
  },
  placed: (words, start, _end, grammar) => {
    const noun = words[start - 1];
    return noun?.tag === "NOUN" && ["artifact", "location"].includes(grammar.category(noun) ?? "");
  },
  verbal: (words, _start, end, grammar) => verbGroupAt(words, end, grammar)?.finite === true,
  commaless: (words, start) => words[start - 1]?.text !== "," && words[start - 1]?.tag === "NOUN",
  reported: (words, _start, end) => /^(?:that|how|why|whether|what)$/u.test(words[end]?.low ?? ""),
  present: (words, start) => /^(?:is|are|am)$/u.test(words[start]!.low),
  verb: (words, start, end, grammar) =>
    verbGroupAt(words, end, grammar) !== undefined && words[start - 1]?.tag !== "DET",
  general: () => true,
};

const PATHS = new Set(
  "way path road route street lane track trail stair stairs step staircase door gate bridge tunnel passage corridor line rail ladder pipe tube".split(
    " ",
  ),
);
const ABSTRACT = new Set("act event state cognition attribute phenomenon process feeling".split(" "));

function skipAdverbs(words: readonly Word[], from: number): number {
  let index = from;
  while (words[index]?.tag === "ADV" && index < from + 3) index += 1;
  return index;
}

const PURPOSEFUL = new Set(
  "use uses used using built build builds made make makes added add adds opened introduced designed created develop developed hired moved closed changed wrote visited".split(
    " ",
  ),
);
