import { wordSet } from "../../word-set.js";
import type { Tag, Token } from "../types.js";

/** The words of a sentence in small letters, with their tags, which the rules set right in place. */
interface Reading {
  readonly words: readonly string[];
  readonly tokens: readonly Token[];
  readonly tags: Tag[];
  /** Where a quotation in single marks begins, or -1. */
  readonly quotation: number;
}

/** The tokens with the tags set right where the words around leave no doubt. */
export function corrected(tokens: readonly Token[]): Token[] {
  const tags = tokens.map(({ tag }) => tag);
  const words = tokens.map(({ text }) => text.toLowerCase().replaceAll("’", "'"));
  const quotation = tokens.findIndex(({ text, end }, index) => /^['‘]$/.test(text) && tokens[index + 1]?.start === end);
  const reading = { words, tokens, tags, quotation };
  for (let index = 0; index < tokens.length; index += 1) {
    if (words[index]!.startsWith("'")) setApostrophe(reading, index);
    else setWord(reading, index);
  }
  for (let index = 0; index < tokens.length; index += 1) if (words[index] === "to") setTo(reading, index);
  return tokens.map((token, index) => (tags[index] === token.tag ? token : { ...token, tag: tags[index]! }));
}

const CLITIC_TAGS = new Map<string, Tag>([
  ["'ll", "AUX"],
  ["'ve", "AUX"],
  ["'re", "AUX"],
  ["'m", "AUX"],
  ["'d", "AUX"],
]);
const HOSTS = wordSet(
  "it he she that this there here what who where when how why one everyone everything nothing something",
);
const ARTICLES = wordSet("a an the");
const POSSESSIVES = wordSet("my your his its our their");
const MODALS = wordSet("will would can could shall should may might must 'll ca wo");
const BE = wordSet("be am is are was were been being 's 're 'm");
const HAVE = wordSet("have has had 've having");
const SUBJECTS_PLAIN = wordSet("i we they you");
const SUBJECTS_THIRD = wordSet("he she it who which that");
const OBJECTS = wordSet("me him them us it you the a an this these those my your our their his its");
/** Behind the first word of a sentence they show an order: name me one. */
const ORDERED = wordSet("me him them us it your my our their its");
/** Adverbs as the model has them, but before a noun adjectives. */
const ADJECTIVES_TOO = wordSet(
  "big next long hard fast early late little only last high low deep close just right far daily weekly monthly yearly",
);
/** In -ing, but no forms of verbs. */
const NO_GERUNDS = wordSet(
  "thing something anything nothing everything king ring string spring wing morning evening ceiling sibling during sting sling darling pudding outing herring earring",
);
/** Where one goes, not what one does. */
const PLACES = wordSet(
  "bed church school town prison jail hell heaven college court breakfast lunch dinner university",
);
const BEFORE_NOUNS = wordSet(
  "due according thanks prior next close back access related leading led leads according contrary similar add added adds belong belongs compared reaction response attention",
);

const CERTAIN = new Map<string, Tag>([
  ["gonna", "AUX"],
  ["gotta", "AUX"],
  ["fun", "NOUN"],
  ["unless", "SCONJ"],
  ["although", "SCONJ"],
  ["whereas", "SCONJ"],
]);
const CALENDAR = wordSet(
  "january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday",
);
/** Adjectives and adverbs alike. */
const FLAT_ADVERBS = wordSet("early late hard fast long far straight");
const COPULAS =
  /^(?:look|seem|feel|sound|become|became|get|got|stay|remain|turn|appear|smell|taste|grow|prove|keep|make|made)(?:s|ed|ing)?$/;
/** Verbs in -s without an ending. */
const BASES_IN_S = wordSet("focus refocus bias gas canvas trellis bus");

function setApostrophe({ words, tokens, tags, quotation }: Reading, index: number): void {
  const word = words[index]!;
  const clitic = CLITIC_TAGS.get(word);
  const attached = tokens[index - 1]?.end === tokens[index]!.start;
  if (clitic) {
    if (attached) tags[index] = clitic;
    return;
  }
  if (word === "'s" && attached) {
    const host = words[index - 1]!;
    if (host === "let") tags[index] = "PRON";
    else if (HOSTS.has(host)) tags[index] = "AUX";
    else if (tags[index - 1] === "NOUN" || tags[index - 1] === "PROPN")
      tags[index] = isAfterName(words, tags, index + 1) ? "AUX" : "PART";
    return;
  }
  // The dogs' bowl: no quotation is open that the mark could close.
  if (word !== "'" || !attached || !/s$/.test(words[index - 1]!) || !/^(?:NOUN|ADJ|NUM)$/.test(tags[index + 1] ?? ""))
    return;
  if (quotation < 0 || quotation >= index) tags[index] = "PART";
}

/** What follows shows a sentence about the name (Anna's here, Tom's not), and not what belongs to it. */
function isAfterName(words: readonly string[], tags: readonly Tag[], index: number): boolean {
  const word = words[index];
  if (word === undefined) return false;
  if (
    /^(?:DET|PRON|SCONJ)$/.test(tags[index]!) ||
    /^(?:not|n't|gonna|going|been|here|there|gone|got|always|never|just|still|so|too)$/.test(word)
  )
    return true;
  return tags[index] === "VERB" && /(?:ing|ed)$/.test(word) && !/^(?:NOUN|PROPN|ADJ)$/.test(tags[index + 1] ?? "");
}

function setWord(reading: Reading, index: number): void {
  const { words, tags, tokens } = reading;
  const word = words[index]!;
  const tag = tags[index]!;
  const small = /^\p{Ll}/u.test(tokens[index]!.text);
  const certain = CERTAIN.get(word);
  if (certain) tags[index] = certain;
  else if (tag === "NOUN" && !small && CALENDAR.has(word)) tags[index] = "PROPN";
  const ordered = words[index + 1] ?? "";
  const orders =
    (tag === "NOUN" && OBJECTS.has(ordered) && ordered !== "that") || (tag === "PROPN" && ORDERED.has(ordered));
  if (index === 0 && orders) tags[index] = /(?:s|ing|ed|tion|ness|ity)$/.test(word) ? tag : "VERB";
  if (!small || index === 0) return;
  tags[index] = shownTag(reading, index, tag) ?? tags[index]!;
}

/** The tag that the words around a small word show, against the one that it had. */
function shownTag(reading: Reading, index: number, tag: Tag): Tag | undefined {
  const { words, tags } = reading;
  const word = words[index]!;
  const before = words[index - 1]!;
  const next = words[index + 1];
  const nextTag = tags[index + 1] ?? "PUNCT";
  const possessed = POSSESSIVES.has(before);
  switch (tag) {
    case "ADV":
      if (ADJECTIVES_TOO.has(word) && (possessed || ARTICLES.has(before)) && /^(?:ADJ|NOUN|NUM)$/.test(nextTag))
        return "ADJ";
      if (word !== "back" || (before !== "the" && !possessed)) return undefined;
      return nextTag === "PUNCT" || next === "of" ? "NOUN" : undefined;
    case "VERB":
    case "AUX":
      return isNounAfterDeterminer(reading, index) || isAskedAbout(reading, index) ? "NOUN" : undefined;
    case "ADJ": {
      const follows = tags[index - 1] === "VERB" && !COPULAS.test(before);
      if (follows && FLAT_ADVERBS.has(word) && nextTag !== "NOUN" && nextTag !== "ADJ") return "ADV";
      const graded = /est$|^(?:worst|most|least|more|few|first|last|latter|former)$/.test(word);
      if (ARTICLES.has(before) && next === "of" && !graded) return "NOUN";
      break;
    }
    case "NOUN":
      break;
    default:
      return undefined;
  }
  const isVerb = [isVerbAfterAuxiliary, isVerbAfterSubject, isVerbAfterPlural, isGerundWithObject];
  return isVerb.some((rule) => rule(reading, index)) ? "VERB" : undefined;
}

/** The visit was short; her singing; five defeats. */
function isNounAfterDeterminer({ words, tags }: Reading, index: number): boolean {
  const word = words[index]!;
  const before = words[index - 1]!;
  const nextTag = tags[index + 1];
  const closes = nextTag === undefined || /^(?:PUNCT|AUX|VERB|ADP|CCONJ|SCONJ)$/.test(nextTag);
  if (tags[index - 1] === "NUM" && /[^s]s$/.test(word) && tags[index] === "VERB") return closes;
  if (!ARTICLES.has(before) && !(POSSESSIVES.has(before) && tags[index - 1] !== "NOUN")) return false;
  if (/(?:ed|en)$/.test(word) || tags[index] === "AUX") return false;
  return closes;
}

/** Can dogs swim? Do leaves fall? */
function isAskedAbout({ words, tags }: Reading, index: number): boolean {
  return index === 1 && tags[0] === "AUX" && isPlural(words[1]!) && tags[2] === "VERB";
}

function isPlural(word: string): boolean {
  return /[^siu]s$/.test(word) || /^(?:people|children|men|women)$/.test(word);
}

/** Most bakers love it; dogs bark. */
function isVerbAfterPlural({ words, tags }: Reading, index: number): boolean {
  if (tags[index] !== "NOUN" || tags[index - 1] !== "NOUN" || !isPlural(words[index - 1]!)) return false;
  if (/(?:s|ing|tion|ness|ity|ment)$/.test(words[index]!)) return false;
  const next = words[index + 1] ?? "";
  if (OBJECTS.has(next) && next !== "that") return true;
  return next === "." && !tags.some((tag) => tag === "VERB" || tag === "AUX");
}

/** Must visit, will not answer, has quickly painted. */
function isVerbAfterAuxiliary({ words, tags }: Reading, index: number): boolean {
  const word = words[index]!;
  let at = index - 1;
  while (
    at > 0 &&
    (/^(?:not|n't|never|also|always|often|soon|then|still|just|even|ever)$/.test(words[at]!) ||
      (tags[at] === "ADV" && /ly$/.test(words[at]!)))
  )
    at -= 1;
  const auxiliary = words[at]!;
  const asks =
    at === 0 || /^(?:PUNCT|CCONJ)$/.test(tags[at - 1]!) || /^(?:what|why|how|when|where|who)$/.test(words[at - 1]!);
  const negated = words[at + 1] === "not" || words[at + 1] === "n't";
  if (tags[at] === "AUX" && (MODALS.has(auxiliary) || (negated && /^(?:do|does|did)$/.test(auxiliary)))) {
    return !asks && tags[index] === "NOUN" && !/(?:[^s]s|ing|ed|tion|ness|ity)$/.test(word);
  }
  if (HAVE.has(auxiliary) && at < index && /[^e]ed$/.test(word)) {
    return !asks && !/^(?:NOUN|PROPN|ADJ)$/.test(tags[index + 1] ?? "");
  }
  return false;
}

/** Who lives in, they plan the. */
function isVerbAfterSubject({ words, tags }: Reading, index: number): boolean {
  if (tags[index] !== "NOUN" || tags[index - 1] !== "PRON") return false;
  const before = words[index - 1]!;
  const next = words[index + 1] ?? "";
  const goesOn = OBJECTS.has(next) || /^(?:ADP|PRON|DET)$/.test(tags[index + 1] ?? "");
  if (!goesOn) return false;
  const word = words[index]!;
  if (SUBJECTS_THIRD.has(before)) return /[^s]s$/.test(word);
  return SUBJECTS_PLAIN.has(before) && !/(?:s|ing|men|people|folk)$/.test(word);
}

/** Were painting the wall; worth checking the oil. */
function isGerundWithObject({ words, tags }: Reading, index: number): boolean {
  const word = words[index]!;
  if (tags[index] !== "NOUN" || !/[a-z]{2}ing$/.test(word) || NO_GERUNDS.has(word)) return false;
  const before = words[index - 1]!;
  if (!OBJECTS.has(words[index + 1] ?? "")) return false;
  return BE.has(before) || /^(?:ADP|SCONJ|CCONJ|ADV|PUNCT)$/.test(tags[index - 1]!) || before === "worth";
}

/** "To" before a verb is a particle, before a thing or place a preposition; each determines what the other must be. */
function setTo({ words, tags, tokens }: Reading, index: number): void {
  let at = index + 1;
  while (at < words.length - 1 && (/^["“‘']$/.test(tokens[at]!.text) || (tags[at] === "ADV" && /ly$/.test(words[at]!))))
    at += 1;
  const word = words[at];
  if (word === undefined) return;
  const tag = tags[at]!;
  const small = /^\p{Ll}/u.test(tokens[at]!.text);
  if (PLACES.has(word) && !OBJECTS.has(words[at + 1] ?? "")) {
    tags[at] = "NOUN";
    tags[index] = "ADP";
    return;
  }
  if (tag === "VERB" && /[^s]s$/.test(word) && !BASES_IN_S.has(word)) {
    tags[at] = "NOUN";
    tags[index] = "ADP";
    return;
  }
  if (tag === "VERB" || tag === "AUX") {
    tags[index] = /(?:ing)$/.test(word) && word.length > 5 ? "ADP" : "PART";
    return;
  }
  const object = OBJECTS.has(words[at + 1] ?? "");
  if (
    small &&
    (tag === "NOUN" || tag === "ADJ") &&
    object &&
    !/(?:[^s]s|ing|ed|tion|ness|ity|ment)$/.test(word) &&
    !BEFORE_NOUNS.has(words[index - 1] ?? "")
  ) {
    tags[at] = "VERB";
    tags[index] = "PART";
    return;
  }
  if (/^(?:DET|PRON|NUM|PROPN|NOUN|ADJ)$/.test(tag)) tags[index] = "ADP";
}
