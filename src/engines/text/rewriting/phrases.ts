import phrases from "../../../../data/english/rewriting-phrases.txt";
import { once, readTable } from "../../tables.js";
import type { Form, Tag } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { type NounPhrase, nounPhraseAt, type VerbGroup, verbGroupAt, verbGroups } from "./chunks.js";
import { bodyEnd, clauseAt, clauses, startsClause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { type Word, type Words, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { BE, CLOSED_TAGS, MODALS, POSSESSIVES, TIME_NOUNS } from "./vocabulary.js";

interface Entry {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly guards: readonly string[];
}

/** Set phrases for set phrases, by the table. */
export function phraseChanges(): Transformation {
  const entries = setPhrases();
  const isVerbal = ({ from }: Entry) => from[0]!.startsWith("V:");
  const byVerb = Map.groupBy(entries.filter(isVerbal), ({ from }) => from[0]!.slice(2));
  const byFirst = Map.groupBy(
    entries.filter((entry) => !isVerbal(entry)),
    ({ from }) => from[0]!,
  );
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
function stands(words: Words, start: number, phrase: readonly string[]): boolean {
  return phrase.every((wanted, offset) => {
    const item = words[start + offset];
    return (
      item !== undefined &&
      !item.made &&
      !isTitled(words, start + offset) &&
      item.before + item.after === "" &&
      (item.low === wanted || (offset === 0 && wanted.startsWith("V:")))
    );
  });
}

/** Whether the word has a capital that no beginning of a sentence explains: a heading's, or a name's. */
function isTitled(words: Words, index: number): boolean {
  const { text, low } = words[index]!;
  return index > 0 && /^\p{Lu}/u.test(text) && low !== "i" && words[index - 1]!.text !== ".";
}

function changed(words: Words, start: number, entry: Entry, grammar: Grammar): Word[] | undefined {
  const end = start + entry.from.length;
  let form: Form | undefined;
  if (entry.from[0]!.startsWith("V:")) {
    form = grammar.verbForm(words[start]!, words.slice(Math.max(0, start - 3), start));
    if (form === undefined) return undefined;
    // "a hotel now managed by the owner": without a subject it is a participle.
    if (form === "past" && !clauses(words, grammar).some(({ verb }) => verb.head === start)) {
      // "found it cheap and decided to buy": behind another verb it may be either.
      if (words[start - 1]?.tag === "CCONJ") return undefined;
      form = "participle";
    }
  }
  // "was got rid of by"
  const passive = form === "participle" && BE.has(words[start - 1]?.low ?? "");
  if (passive && entry.from.length === 1 && entry.to.length > 1) return undefined;
  const place = new Place(words, start, end, grammar);
  if (!entry.guards.every((guard) => GUARDS[guard]?.(place))) return undefined;
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
  by[0] = {
    ...by[0]!,
    text: capital,
    space: matched[0]!.space || (matched[0]!.tag === "PUNCT" && by[0]!.tag !== "PUNCT"),
  };
  return replaced(words, start, end, by);
}

function verbShown(
  lemma: string,
  form: Form | undefined,
  words: Words,
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

function tagOf(text: string, matched: Words): Tag {
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

/** Where a phrase is, and what is around it. */
class Place {
  constructor(
    readonly words: Words,
    readonly start: number,
    /** Exclusive. */
    readonly end: number,
    readonly grammar: Grammar,
  ) {}

  get before(): Word | undefined {
    return this.words[this.start - 1];
  }

  get next(): Word | undefined {
    return this.words[this.end];
  }

  /** The noun phrase that follows. */
  get phrase(): NounPhrase | undefined {
    return nounPhraseAt(this.words, this.end);
  }

  /** The head of that phrase. */
  get noun(): Word | undefined {
    return this.words[this.phrase?.head ?? -1];
  }

  get category(): string {
    return (this.noun && this.grammar.category(this.noun)) ?? "";
  }

  get isTimely(): boolean {
    return this.noun !== undefined && TIME_NOUNS.has(this.grammar.lemma(this.noun, "noun") ?? "");
  }

  get isClause(): boolean {
    return startsClause(this.words, this.end, this.grammar);
  }

  /** The verb group that follows directly. */
  get group(): VerbGroup | undefined {
    return verbGroupAt(this.words, this.end, this.grammar);
  }

  /** The verb of the clause that follows. */
  get verb(): VerbGroup | undefined {
    return clauseAt(this.words, this.end, this.grammar)?.verb;
  }

  /** The first auxiliary of that verb; empty when it has none. */
  get auxiliary(): string {
    return this.words[this.verb?.auxiliaries[0] ?? -1]?.low ?? "";
  }

  /** The first auxiliary or, when there is none, the verb itself. */
  get opener(): string {
    return this.auxiliary || (this.words[this.verb?.head ?? -1]?.low ?? "");
  }
}

const GUARDS: Readonly<Record<string, (place: Place) => boolean>> = {
  start: ({ start }) => start === 0,
  inside: ({ before }) => before !== undefined && !/^[.;:]$/u.test(before.text),
  clause: ({ isClause }) => isClause,
  phrase: ({ phrase, isClause }) => phrase !== undefined && !isClause,
  plural: ({ phrase, noun, grammar }) => phrase?.pronoun === false && grammar.plural(noun!) === true,
  mass: ({ phrase, noun, grammar }) => phrase?.pronoun === false && grammar.plural(noun!) === false,
  bare: ({ next }) =>
    next !== undefined && next.tag !== "DET" && !/^(?:its|their|his|her|our|my|your)$/u.test(next.low),
  base: ({ words, end, grammar }) => {
    const verb = words[skipAdverbs(words, end)];
    if (verb === undefined || (verb.tag !== "VERB" && !/^(?:be|have|do)$/u.test(verb.low))) return false;
    return verb.low === "be" || grammar.lemma(verb, "verb") === verb.low;
  },
  gerund: ({ next, grammar }) => next?.tag === "VERB" && grammar.verbForm(next, []) === "gerund",
  adjective: ({ next }) => next?.tag === "ADJ",
  // A year is counted from nothing: "about 1450" is not "roughly 1450".
  number: ({ next }) => next?.tag === "NUM" && !/^(?:one|zero|1\d{3}|20\d\d)$/u.test(next.low),
  end: ({ words, end, next }) => end >= bodyEnd(words) || /^[,;:.]$/u.test(next!.text),
  // "this is because", "only because"
  unstressed: ({ before }) =>
    before === undefined ||
    !(BE.has(before.low) || /^(?:not|n't|only|just|simply|partly|mainly|mostly|largely|precisely)$/u.test(before.low)),
  // "the time needed to build it" has no subject; "looks at your business needs to plan" has another verb.
  finite: ({ words, start, before, grammar }) => {
    const { low } = words[start]!;
    if (low === "needs") return !isObjectBefore(words, start, grammar);
    if (!/(?:ed|en)$/u.test(low)) return true;
    if (before?.tag === "NOUN") return false;
    return clauses(words, grammar).some(({ verb }) => verb.head === start);
  },
  // "as though" and "even though" are conjunctions of their own.
  alone: ({ before }) => before?.low !== "as" && before?.low !== "even",
  // "to help to find" has one "to" too many.
  unled: ({ before }) => before?.low !== "to",
  // "due to" behind a form of be is a predicate and stays.
  adverbial: ({ before }) => before !== undefined && !BE.has(before.low) && !/^(?:ADV|ADJ|AUX|PART)$/u.test(before.tag),
  event: ({ category }) => /^(?:event|act|phenomenon)$/u.test(category),
  place: ({ phrase, category }) => phrase?.pronoun === false && /^(?:artifact|location|object)$/u.test(category),
  abstract: ({ category }) => ABSTRACT.has(category),
  timely: ({ isTimely }) => isTimely,
  // Only "since" that cannot be of time: the main clause or its own verb is in the present or negated.
  causal: ({ start, opener }) => start === 0 && /^(?:is|are|has|have|can|must|will|do|does|should)$/u.test(opener),
  contrast: ({ before }) => before?.text === ",",
  modal: ({ auxiliary }) => /^(?:can|could|may|might|will|would|should)$/u.test(auxiliary),
  quantity: ({ before }) =>
    before === undefined ||
    !(
      /^(?:DET|ADV|NUM|ADJ)$/u.test(before.tag) ||
      /^(?:how|as|so|too|very|not|these|those|the|its|their|his|her|our|my|your|'s)$/u.test(before.low)
    ),
  // "since" and "as" are of time when something happens, of cause when something is so.
  stative: ({ words, verb, opener }) => {
    if (!/^(?:is|are|was|were|has|have|had|can|could|must)$/u.test(opener)) return false;
    const head = words[verb!.head]!;
    return verb!.auxiliaries.length > 0 || head.tag === "AUX" || /^ha/u.test(head.low);
  },
  things: ({ phrase, isTimely }) => phrase !== undefined && !isTimely,
  // "the slightly odd pattern"
  undetermined: ({ before }) =>
    before !== undefined &&
    !/^(?:DET|ADP|CCONJ)$/u.test(before.tag) &&
    !POSSESSIVES.has(before.low) &&
    !/^['’]s?$/u.test(before.text),
  noun: ({ next }) => next?.tag === "NOUN",
  // Of two there is no "every".
  unpaired: ({ next }) => next === undefined || !PAIRED.has(next.low),
  // "the energy that it needs to grow" needs the energy and not the growing.
  free: ({ words, start }) =>
    !isOfNoun(words, start) &&
    !words
      .slice(Math.max(0, start - 5), start)
      .some((item) => /^(?:that|which|what|whom|all|everything|anything)$/u.test(item.low)),
  perfect: ({ verb, auxiliary }) => verb?.form === "participle" && /^(?:has|have|had)$/u.test(auxiliary),
  // "while" is also of time, which a perfect would show it to be; and "as" is also of cause, which needs no request.
  lasting: (place) => !GUARDS.perfect!(place),
  narrated: ({ auxiliary }) => /^(?:was|were)$/u.test(auxiliary),
  // Roads lead to what they do not result in.
  pathless: ({ words, start, grammar }) =>
    !words.slice(0, start).some((item) => PATHS.has(grammar.lemma(item, "noun") ?? "")),
  progressive: ({ verb }) => verb?.form === "gerund",
  manyof: ({ before, next, noun, grammar }) =>
    before?.tag !== "DET" && next?.tag === "DET" && noun !== undefined && grammar.plural(noun) === true,
  placed: ({ before, grammar }) =>
    before?.tag === "NOUN" && /^(?:artifact|location)$/u.test(grammar.category(before) ?? ""),
  verbal: ({ group }) => group?.finite === true,
  // "you", "don't": a scholar or an office says "such as".
  spoken: ({ words }) => words.some(({ low, tag }) => SPOKEN.test(low) || (low === "'s" && tag !== "PART")),
  // "compared with none and with others"
  single: ({ words, end }) =>
    !words
      .slice(end)
      .some(
        ({ tag, low }, index, rest) => tag === "ADP" && /^(?:to|with)$/u.test(low) && rest[index - 1]?.tag === "CCONJ",
      ),
  commaless: ({ before }) => before?.tag === "NOUN" && before.text !== ",",
  reported: ({ next }) => /^(?:that|how|why|whether|what)$/u.test(next?.low ?? ""),
  present: ({ words, start }) => /^(?:is|are|am)$/u.test(words[start]!.low),
  verb: ({ group, before }) => group !== undefined && before?.tag !== "DET",
  general: () => true,
};

/** "looks at your business needs": a noun behind a preposition, in a clause that has its verb. */
function isObjectBefore(words: Words, verb: number, grammar: Grammar): boolean {
  const start = words.slice(0, verb).findLastIndex(({ tag }) => !/^(?:NOUN|ADJ|DET|PRON|PROPN)$/u.test(tag));
  if (words[start]?.tag !== "ADP") return false;
  const from =
    words.slice(0, start).findLastIndex(({ tag, text }) => /^(?:CCONJ|SCONJ)$/u.test(tag) || text === ",") + 1;
  return verbGroups(words, from, start, grammar).some(({ finite }) => finite);
}

/** "the protein your body needs": a clause that tells of the noun before it. */
function isOfNoun(words: Words, verb: number): boolean {
  let start = verb;
  while (start > 0 && /^(?:NOUN|ADJ|ADV|PROPN|AUX)$/u.test(words[start - 1]!.tag)) start -= 1;
  const opener = words[start - 1];
  if (opener === undefined || (opener.tag !== "DET" && opener.tag !== "PRON")) return false;
  const before = words[start - 2];
  return before?.tag === "NOUN" || before?.low === "all" || before?.low === "everything";
}

const SPOKEN = /^(?:i|me|my|we|us|our|you|your|n't|'re|'ve|'ll|'m|'d)$/u;

const PAIRED = wordSet("end side half hand foot eye ear wing leg arm parent partner other bank shoulder knee");
const PATHS = wordSet(
  "way path road route street lane track trail stair stairs step staircase door gate bridge tunnel passage corridor line rail ladder pipe tube",
);
const ABSTRACT = wordSet("act event state cognition attribute phenomenon process feeling");

function skipAdverbs(words: Words, from: number): number {
  let index = from;
  while (words[index]?.tag === "ADV" && index < from + 3) index += 1;
  return index;
}
