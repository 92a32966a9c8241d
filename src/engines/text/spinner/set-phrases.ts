import phrases from "../../../../data/english/spinner-phrases.txt";
import { once, readTable } from "../../tables.js";
import { matchCase } from "../english/inflection/index.js";
import type { English, Sentence } from "../english/types.js";

/** A set phrase in a sentence, with what may replace it. */
export interface SetPhrase {
  /** Places of its tokens, both included. */
  readonly first: number;
  readonly last: number;
  readonly others: readonly string[];
}

interface Entry {
  readonly words: readonly string[];
  readonly others: readonly string[];
  readonly guards: readonly Guard[];
}

type Guard = (around: Around) => boolean;

interface Around {
  readonly tokens: Sentence["tokens"];
  readonly first: number;
  /** Place of the token behind the phrase. */
  readonly next: number;
  readonly english: English;
}

/** The set phrases of the sentence that may be exchanged, in order and apart; the longest one at each place. */
export function setPhrasesOf(sentence: Sentence, english: English): SetPhrase[] {
  const { tokens } = sentence;
  const table = entriesByFirst();
  const found: SetPhrase[] = [];
  for (let first = 0; first < tokens.length; first += 1) {
    const entries = table.get(tokens[first]!.text.toLowerCase());
    const entry = entries?.find(({ words, guards }) => {
      if (!words.every((word, place) => tokens[first + place]?.text.toLowerCase() === word)) return false;
      return guards.every((guard) => guard({ tokens, first, next: first + words.length, english }));
    });
    if (entry === undefined) continue;
    const last = first + entry.words.length - 1;
    const model = tokens[first]!.text;
    const others = entry.others.map((other) => (model.length === 1 ? initial(model, other) : matchCase(model, other)));
    found.push({ first, last, others });
    first = last;
  }
  return found;
}

/** A single capital letter, such as `A`, says that the sentence begins, not that all is in capitals. */
function initial(model: string, other: string): string {
  return model === model.toUpperCase() ? other.slice(0, 1).toUpperCase() + other.slice(1) : other;
}

const GUARDS: Readonly<Record<string, Guard>> = {
  start: ({ tokens, first }) => !tokens.slice(0, first).some(({ text }) => /[\p{L}\p{N}]/u.test(text)),
  inside: (around) => !GUARDS["start"]!(around),
  undenied: ({ tokens, first }) => !/^(?:no|not|never|any|n't)$/i.test(tokens[first - 1]?.text ?? ""),
  ungraded: ({ tokens, first }) =>
    tokens[first - 1]?.tag !== "DET" && !/^(?:too|so|as|how|very|that|this|not)$/i.test(tokens[first - 1]?.text ?? ""),
  comma: ({ tokens, next }) => tokens[next]?.text === ",",
  end: ({ tokens, next }) => tokens[next] === undefined || /^[.,;:!?)]/.test(tokens[next].text),
  base: ({ tokens, next, english }) => {
    const token = tokens[next];
    if (token === undefined || !/^[a-z]+$/.test(token.text)) return false;
    return (
      token.text === "be" ||
      token.text === "have" ||
      (token.tag === "VERB" && english.lemmaOf(token.text, "verb") === token.text)
    );
  },
  gerund: ({ tokens, next }) => /^[a-z]+ing$/.test(tokens[next]?.text ?? "") && tokens[next]!.tag === "VERB",
  noun: (around) => nounPhraseEnd(around) !== undefined && !isClause(around),
  plural: (around) => headOf(around)?.plural === true,
  mass: (around) => headOf(around)?.plural === false,
  clause: (around) => isClause(around),
  adjective: ({ tokens, next }) => tokens[next]?.tag === "ADJ" || tokens[next]?.tag === "ADV",
  number: ({ tokens, next }) => tokens[next]?.tag === "NUM" && /^(?:\d|[a-z]+$)/.test(tokens[next].text),
};

const IN_PHRASE = new Set(["DET", "ADJ", "NUM", "NOUN", "PROPN", "PRON"]);

/** Where the noun phrase that begins behind the set phrase ends. */
function nounPhraseEnd({ tokens, next }: Around): number | undefined {
  let end: number | undefined;
  for (let at = next; at < tokens.length && at < next + 8; at += 1) {
    const { tag, text } = tokens[at]!;
    if (tag === "NOUN" || tag === "PROPN" || (tag === "PRON" && at === next)) end = at;
    else if (!IN_PHRASE.has(tag) && tag !== "ADV" && !/^['’]s?$/.test(text)) break;
  }
  return end;
}

function headOf(around: Around): { readonly plural: boolean } | undefined {
  const { tokens, next, english } = around;
  if (tokens[next]?.tag === "DET" || tokens[next]?.tag === "PRON") return undefined;
  const end = nounPhraseEnd(around);
  if (end === undefined || tokens[end]!.tag !== "NOUN") return undefined;
  const noun = tokens[end]!.text.toLowerCase();
  const lemma = english.lemmaOf(noun, "noun");
  return lemma === undefined ? undefined : { plural: lemma !== noun || noun === "people" };
}

/** Whether a subject with its verb comes next, up to the next mark. */
function isClause(around: Around): boolean {
  const { tokens, next } = around;
  const subject = nounPhraseEnd(around);
  if (subject === undefined) return false;
  for (let at = next; at < tokens.length && at < next + 12; at += 1) {
    const { tag, text } = tokens[at]!;
    if (tag === "PUNCT") return false;
    if (/^(?:to|that|which|who)$/i.test(text) && at > next) return false;
    if (tag === "AUX" || (tag === "VERB" && !/ing$/.test(text))) return at > next;
  }
  return false;
}

/** Entries by their first word, the longest phrases first. */
const entriesByFirst = once((): ReadonlyMap<string, readonly Entry[]> => {
  const rows = readTable(
    { name: "english/spinner-phrases.txt", text: phrases },
    {
      columns: { phrase: "text", others: "list", conditions: "list?" },
      unique: ["phrase", "conditions"],
      known: { conditions: Object.keys(GUARDS) },
    },
  );
  const entries = rows.map(({ phrase, others, conditions = [] }) => ({
    words: phrase.split(" "),
    others,
    guards: conditions.map((name) => GUARDS[name]!),
  }));
  const byFirst = Map.groupBy(entries, ({ words }) => words[0]!);
  for (const list of byFirst.values()) list.sort((one, other) => other.words.length - one.words.length);
  return byFirst;
});
