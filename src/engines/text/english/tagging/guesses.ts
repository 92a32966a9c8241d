import wordsThatAreNames from "../../../../../data/english/words-that-are-names.txt";
import { once, readLists } from "../../../tables.js";
import { isUncountable, lemmasOf } from "../inflection/index.js";
import type { Tag } from "../types.js";
import type { RawToken } from "./tokens.js";

/** The part of wink-nlp that is used: a text in, its tokens, their parts of speech and whether it knows the words out. */
export interface PartOfSpeechModel {
  read(text: string): {
    readonly values: readonly string[];
    readonly tags: readonly string[];
    readonly known: readonly boolean[];
  };
  knows(word: string): boolean;
}

// Many sentences in one call are faster than one each; beyond this size nothing is gained.
const MAX_BATCH = 20_000;
const MAX_WORD = 40;
const FUNCTION_PARTS = /^(?:in|on|up|off|out|by|to|of|the|and|over|down|away|back|it|a|an|me|all|for|with|at)$/i;

/**
 * The model's tag for every token. It is given a plain rendering of the text, one ASCII word per token with a blank
 * between, because it is slow on long unbroken runs and changes characters of its own accord.
 */
export function guessedTags(
  text: string,
  tokens: readonly RawToken[],
  ends: readonly number[],
  model: PartOfSpeechModel,
): Tag[] {
  const tags = tokens.map((token) => tagByKind(text, token));
  const words = tokens.map((token) => rendering(text, token));
  const sentences = ends.map((end, index) => ({ from: index === 0 ? 0 : ends[index - 1]!, to: end }));
  read(sentences, words, model, (index, tag) => {
    tags[index] = tag;
  });
  withoutCapitals(sentences, tags, words, model);
  return tags;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * A capital makes the model take a word for a name. Where it says nothing, at the beginning of a sentence and in headings,
 * the sentence is read again in small letters, and words that cannot well be names get the tag they have there.
 */
function withoutCapitals(
  sentences: readonly Stretch[],
  tags: Tag[],
  words: readonly (string | undefined)[],
  model: PartOfSpeechModel,
): void {
  const small = [...words];
  const doubtful: Stretch[] = [];
  const headings = new Set<number>();
  for (const { from, to } of sentences) {
    const heading = isHeading(words.slice(from, to));
    let found = false;
    for (let index = from, first = true; index < to; index += 1) {
      const word = words[index];
      if (word === undefined || !/^[A-Z]/i.test(word)) continue;
      if ((heading || first) && /^[A-Z]/.test(word) && (tags[index] === "PROPN" || heading)) {
        small[index] = word.toLowerCase();
        if (heading) headings.add(index);
        found = true;
      }
      first = false;
    }
    if (found) doubtful.push({ from, to });
  }
  const before = [...tags];
  read(doubtful, small, model, (index, tag, known) => {
    if (small[index] === words[index] || tag === "PROPN") return;
    const next = words[index + 1];
    const common = known || lemmasOf(small[index]!, "noun").some((lemma) => model.knows(lemma));
    if (headings.has(index)) {
      if (common) tags[index] = tag;
    } else if (common && before[index + 1] !== "PROPN" && isNoName(small[index]!, tag, next)) tags[index] = tag;
  });
}

/** All in capitals, or With a Capital on Nearly Every Word and no full stop. */
function isHeading(words: readonly (string | undefined)[]): boolean {
  const letters = words.filter((word) => word !== undefined && /^[A-Za-z]{2}/.test(word)) as string[];
  if (letters.length < 2) return false;
  if (letters.every((word) => word === word.toUpperCase())) return true;
  const long = letters.filter((word) => word.length > 3);
  return (
    letters.length > 2 &&
    long.length > 1 &&
    long.every((word) => /^[A-Z]/.test(word)) &&
    !/^[.!?]$/.test(words.at(-1) ?? "")
  );
}

/** Words of the language that are given names, family names, places or firms as well. */
const alsoNames = once(() => {
  const lists = readLists({ name: "english/words-that-are-names.txt", text: wordsThatAreNames }, [
    "given names",
    "family names",
    "places",
    "firms and products",
  ]);
  return new Set(Object.values(lists).flat());
});

/** A known word that, at the beginning of a sentence, is not likely the name it also is: Bread, but not Anna or Jordan. */
function isNoName(word: string, tag: Tag, next = ""): boolean {
  if (alsoNames().has(word)) return false;
  if (tag !== "NOUN" || isUncountable(word)) return true;
  if (/^[A-Z]/.test(next)) return false;
  if (/(?:tion|ness|ment|ity|ship|hood|ism|ing)s?$/.test(word)) return true;
  // A thing that can be counted has an article where one of it is spoken of: Felt is soft, but Felt said is a person.
  return !/^(?:said|says|told|'s)$/.test(next);
}

/** Has the model read the sentences, and reports on every token it was shown. */
function read(
  sentences: readonly Stretch[],
  words: readonly (string | undefined)[],
  model: PartOfSpeechModel,
  tell: (index: number, tag: Tag, known: boolean) => void,
): void {
  let owners: number[] = [];
  let rendered: string[] = [];
  let size = 0;
  const show = (word: string, owner: number) => {
    owners.push(owner);
    rendered.push(word);
    size += word.length + 1;
  };
  const flush = () => {
    if (rendered.length > 0) readBatch(rendered, owners, model, tell);
    owners = [];
    rendered = [];
    size = 0;
  };
  for (const { from, to } of sentences) {
    for (let index = from; index < to; index += 1) {
      const word = words[index];
      if (word !== undefined) show(word, index);
      if (size > MAX_BATCH) flush();
    }
    if (rendered.length > 0 && !/^[.!?]/.test(rendered.at(-1)!)) show(".", -1);
  }
  flush();
}

function readBatch(
  rendered: readonly string[],
  owners: readonly number[],
  model: PartOfSpeechModel,
  tell: (index: number, tag: Tag, known: boolean) => void,
): void {
  const { values, tags, known } = model.read(rendered.join(" "));
  let place = 0;
  let left = rendered[0]!.length;
  let begins = true;
  for (let index = 0; index < values.length; index += 1) {
    const tag = tags[index]!;
    if (tag === "SPACE") continue;
    const owner = owners[place]!;
    // Where the model divides a token further, the last part is its head, but for a full stop.
    if (owner >= 0 && (begins || (tag !== "PUNCT" && tag !== "PART"))) tell(owner, tag as Tag, known[index]!);
    begins = false;
    left -= values[index]!.length;
    while (left <= 0 && place < rendered.length - 1) {
      place += 1;
      left += rendered[place]!.length;
      begins = true;
    }
  }
}

/** The token in ASCII for the model, or undefined for what it need not see. */
function rendering(text: string, token: RawToken): string | undefined {
  const length = token.end - token.start;
  switch (token.kind) {
    case "number":
      return length <= 12 ? ascii(text.slice(token.start, token.end)) : "5";
    case "punctuation":
      return mark(text.slice(token.start, Math.min(token.end, token.start + 4)));
    case "word":
      return length <= MAX_WORD ? wordRendering(text.slice(token.start, token.end)) : undefined;
    case "symbol":
      return length === 1 && /[$%&+=]/.test(text[token.start]!) ? text[token.start] : undefined;
    default:
      return undefined;
  }
}

function wordRendering(word: string): string | undefined {
  const plain = /^[A-Za-z]+$/.test(word)
    ? word
    : word
        .normalize("NFD")
        .replace(/[\p{M}\u00ad\u200c\u200d]/gu, "")
        .replaceAll("’", "'")
        .replaceAll("‑", "-");
  if (!plain.includes("-")) return ascii(plain);
  // A compound is what its last part is; "check-in" and "mother-in-law" are not what "in" is.
  const parts = plain.split("-").filter((part) => part !== "");
  const head = parts.findLast((part) => !FUNCTION_PARTS.test(part)) ?? parts[0];
  return head === undefined ? undefined : ascii(head);
}

function ascii(word: string): string | undefined {
  return /^[!-~]+$/.test(word) ? word : undefined;
}

function mark(characters: string): string | undefined {
  if (/^[“”„«»]$/u.test(characters)) return '"';
  if (/^[‘’‚]$/u.test(characters)) return "'";
  if (/^(?:…|\.\.)/u.test(characters)) return "...";
  if (/^[—–]$/u.test(characters)) return ",";
  return /^[!-~]$/.test(characters) ? characters : undefined;
}

function tagByKind(text: string, token: RawToken): Tag {
  if (token.kind === "punctuation") return "PUNCT";
  if (token.kind === "symbol") return "SYM";
  if (token.kind === "number") return "NUM";
  return token.kind === "word" && /^\p{Lu}/u.test(text.slice(token.start, token.start + 2)) ? "PROPN" : "X";
}
