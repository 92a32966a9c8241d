import type { English, Token, WordClass } from "../english/types.js";
import { wordSet } from "../word-set.js";

/** A word of a sentence of the text, or an expression of several. */
interface Place {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Places of its tokens, both included. */
  readonly first: number;
  readonly last: number;
  readonly wordClass: WordClass;
  readonly english: English;
}

/** Whether other words would not do in the place, whatever they mean. */
export function isLeftAlone(place: Place): boolean {
  return (
    isFirstOfCompound(place) ||
    isFrame(place) ||
    isIrregularlyCompared(place) ||
    isBeforeName(place) ||
    isBesideCode(place) ||
    isSetting(place) ||
    isAttributiveParticiple(place) ||
    isOwnedNoun(place) ||
    isDeniedDegree(place)
  );
}

/** `garden` of `garden tools`. */
function isFirstOfCompound({ text, tokens, last, wordClass }: Place): boolean {
  const next = tokens[last + 1];
  return wordClass === "noun" && next?.tag === "NOUN" && /^\s+$/.test(text.slice(tokens[last]!.end, next.start));
}

/** Verbs with another verb that hangs on them: `helps people relax`, `makes it run`, `is said to be`, `refuse to`. */
function isFrame({ tokens, first, last, wordClass, english }: Place): boolean {
  if (wordClass !== "verb" || first !== last) return false;
  const lemma = english.lemmaOf(tokens[first]!.text, "verb") ?? "";
  const next = tokens[last + 1]?.text.toLowerCase();
  if (lemma === "refuse") return next === "to";
  if (lemma === "compare") return next === "to" || next === "with";
  return FRAMES.has(lemma) && hasInfinitive(tokens, last + 1, english);
}

const FRAMES = wordSet("help make say");
/** The most words of an object before the infinitive. */
const MOST_BEFORE = 5;

/** Whether an infinitive comes before the clause ends. */
function hasInfinitive(tokens: readonly Token[], from: number, english: English): boolean {
  for (let at = from; at <= from + MOST_BEFORE && at < tokens.length; at += 1) {
    const { tag, text } = tokens[at]!;
    const lower = text.toLowerCase();
    if (/^[.,;:!?()–—]$/.test(text) || tag === "SCONJ" || tag === "CCONJ") return false;
    if (tag === "PART" && lower === "to") return true;
    if (tag === "VERB" || tag === "AUX") return lower === "be" || english.lemmaOf(lower, "verb") === lower;
  }
  return false;
}

/** What is compared with a word of its own would be compared with `more`: `the best player`, `the most decent player`. */
function isIrregularlyCompared({ tokens, first, wordClass }: Place): boolean {
  return (wordClass === "adjective" || wordClass === "adverb") && COMPARED.has(tokens[first]!.text.toLowerCase());
}

const COMPARED = wordSet("better best worse worst farther further farthest furthest elder eldest less least lesser");

/** An adjective before a name without an article is mostly something else: `past Thornbury`, `inside Leeds`. */
function isBeforeName({ tokens, first, last, wordClass }: Place): boolean {
  const before = tokens[first - 1]?.tag;
  return (
    wordClass === "adjective" &&
    tokens[last + 1]?.tag === "PROPN" &&
    before !== "DET" &&
    before !== "ADJ" &&
    before !== "PRON"
  );
}

/** The most characters of a word beside that are looked at. */
const BESIDE = 60;

/** Whether a word of code stands directly before or behind, in the same clause. */
function isBesideCode({ text, tokens, first, last }: Place): boolean {
  const { start } = tokens[first]!;
  const { end } = tokens[last]!;
  const before = /(\S+)[ \t]+$/.exec(text.slice(Math.max(0, start - BESIDE), start))?.[1];
  const behind = /^[ \t]+(\S+)/.exec(text.slice(end, end + BESIDE))?.[1];
  if (before !== undefined && !/[,;:.!?)]$/.test(before) && isCode(before)) return true;
  return behind !== undefined && isCode(behind.replace(/[,;:.!?)]+$/, ""));
}

function isCode(word: string): boolean {
  return COMMANDS.has(word) || CODE.test(word) || /[`]|<\/?(?:code|kbd|samp|var)\b/i.test(word);
}

/** Options, names with capitals or underscores inside, calls, variables, paths and files. */
const CODE =
  /^(?:--?[a-z][\w=-]*|[a-z]+[A-Z]\w*|\w+_\w+|\w+(?:\.\w+)*\(\w*\)|[$@]\w+|\.{0,2}\/[\w./-]+|\w+=\S+|[\w-]+\.(?:js|ts|mjs|json|py|rb|go|rs|sh|html?|css|xml|ya?ml|toml|ini|conf|md|txt|env))$/;
const COMMANDS = wordSet(
  "apt apt-get npm npx yarn pnpm pip git docker kubectl sudo brew curl wget cargo conda systemctl chmod ssh",
);

/** `any required session`, `completed papers`: before its noun a participle is an adjective, and another verb is another one. */
function isAttributiveParticiple({ tokens, first, last, wordClass }: Place): boolean {
  if (wordClass !== "verb" || first !== last || !/(?:ed|en)$/i.test(tokens[first]!.text)) return false;
  const before = tokens[first - 1];
  const next = tokens[last + 1]?.tag;
  if (next !== "NOUN" && next !== "ADJ" && next !== "PROPN") return false;
  if (before === undefined) return true;
  return (
    before.tag === "DET" ||
    before.tag === "ADP" ||
    before.tag === "ADJ" ||
    /^(?:[.,;:]|[a-z]+s['’]|['’]s)$/.test(before.text)
  );
}

/** `the firm's focus on trade`: a noun, whatever it looks like. */
function isOwnedNoun({ tokens, first, wordClass, english }: Place): boolean {
  const { text } = tokens[first]!;
  return (
    wordClass === "verb" &&
    /^(?:['’]s|the|an?|my|your|his|its|our|their)$/i.test(tokens[first - 1]?.text ?? "") &&
    english.lemmaOf(text, "verb") === text.toLowerCase()
  );
}

/** `does not significantly limit`: how much is denied. */
function isDeniedDegree({ tokens, first, wordClass }: Place): boolean {
  return (
    wordClass === "adverb" &&
    /ly$/.test(tokens[first]!.text) &&
    tokens.slice(Math.max(0, first - 2), first).some(({ text }) => /^(?:not|n['’]t|never|cannot)$/i.test(text))
  );
}

/** The value of an option: `strict` of `set the mode to strict`. */
function isSetting({ tokens, first, last, english }: Place): boolean {
  const next = tokens[last + 1];
  const ends = next === undefined || next.tag === "PUNCT" || next.tag === "CCONJ";
  if (!ends || tokens[first - 1]?.text.toLowerCase() !== "to") return false;
  return tokens
    .slice(Math.max(0, first - 6), first - 1)
    .some(({ tag, text }) => tag === "VERB" && SETTING.has(english.lemmaOf(text, "verb") ?? ""));
}

const SETTING = wordSet("set switch default");
