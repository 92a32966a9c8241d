import type { EnglishWithExpressions } from "../english/english.js";
import { matchCase } from "../english/inflection/index.js";
import type { Sentence } from "../english/types.js";
import { matchedAt, shown, verbOf } from "./phrase-match.js";
import { type PhraseEntry, phrasesWith } from "./phrase-table.js";

/** A set phrase in a sentence, with what may replace it. */
export interface SetPhrase {
  /** Places of its tokens, both included. */
  readonly first: number;
  readonly last: number;
  readonly others: readonly string[];
}

/** The set phrases of the sentence that may be exchanged, in order and apart; the longest one at each place. */
export function setPhrasesOf(sentence: Sentence, english: EnglishWithExpressions): SetPhrase[] {
  const found: SetPhrase[] = [];
  for (let first = 0; first < sentence.tokens.length; first += 1) {
    const phrase = phraseAt(sentence.tokens, first, english);
    if (phrase === undefined) continue;
    found.push(phrase);
    first = phrase.last;
  }
  return found;
}

/** "is Right for You": which words of another phrase have capitals in a title, nobody says. */
const IN_TITLE = /(?=.*\s(?!I\b)\p{Lu}\p{Ll})(?=.*(?:^|\s)\p{Ll})/u;

function phraseAt(tokens: Sentence["tokens"], first: number, english: EnglishWithExpressions): SetPhrase | undefined {
  let longest: SetPhrase | undefined;
  for (const entry of entriesFor(tokens, first, english)) {
    const match = matchedAt(tokens, first, entry.words, english);
    if (match === undefined || (longest !== undefined && match.last <= longest.last)) continue;
    if (!entry.conditions.every((isMet) => isMet({ tokens, first, next: match.last + 1, english }))) continue;
    // The whole phrase, because a single capital letter such as `A` says that the sentence begins, not that all is capitals.
    const model = tokens
      .slice(first, match.last + 1)
      .map(({ text }) => text)
      .join(" ");
    if (IN_TITLE.test(model)) continue;
    const others = entry.others
      .map((other) => shown(other, match, tokens, english))
      .filter((other) => other !== undefined)
      .filter((other) => !echoes(other, tokens, first, match.last))
      .filter((other) => !(ARTICLE.test(tokens[first - 1]?.text ?? "") && ARTICLE.test(other.split(" ")[0]!)))
      .map((other) => matchCase(model, other));
    if (others.length > 0) longest = { first, last: match.last, others };
  }
  return longest;
}

/** Whether a word of it stands elsewhere in the sentence, and not in the phrase: no "close at the close of the day". */
function echoes(other: string, tokens: Sentence["tokens"], first: number, last: number): boolean {
  const stands = (word: string, from: number, to: number) =>
    tokens.slice(from, to).some(({ text, tag }) => ECHOING.has(tag) && text.toLowerCase() === word);
  return other
    .toLowerCase()
    .split(" ")
    .some(
      (word) =>
        word.length > 3 &&
        !stands(word, first, last + 1) &&
        (stands(word, 0, first) || stands(word, last + 1, tokens.length)),
    );
}

const ECHOING: ReadonlySet<string> = new Set(["NOUN", "VERB", "ADJ", "ADV"]);

/** Two of them never meet: "a much easier way" is not "an a lot easier way". */
const ARTICLE = /^(?:an?|the)$/i;

/** What a noun follows, whatever it looks like: "the firm's focus on trade". */
const OWNERS = /^(?:['’]s?|an?|the|my|your|his|its|our|their)$/i;

/** The entries that can begin with the token. */
function entriesFor(
  tokens: Sentence["tokens"],
  first: number,
  english: EnglishWithExpressions,
): readonly PhraseEntry[] {
  const { text, tag } = tokens[first]!;
  const word = text.toLowerCase();
  const next = tokens[first + 1]?.text.toLowerCase();
  const literal = phrasesWith(english.phraseTable, word, next);
  const isVerb = (tag === "VERB" || tag === "AUX") && !OWNERS.test(tokens[first - 1]?.text ?? "");
  const verbal = isVerb ? phrasesWith(english.phraseTable, `V:${verbOf(word, english)}`, next) : [];
  const nominal = tag === "NOUN" ? phrasesWith(english.phraseTable, `N:${english.lemmaOf(word, "noun")}`, next) : [];
  return verbal.length + nominal.length === 0 ? literal : [...literal, ...verbal, ...nominal];
}
