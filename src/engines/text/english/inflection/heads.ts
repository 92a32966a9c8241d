import { wordSet } from "../../word-set.js";

/** A lemma of several words, divided around the one that is inflected. */
interface Headed {
  readonly before: string;
  readonly head: string;
  readonly after: string;
}

const PREPOSITIONS = wordSet("of in on to by for at with from de du the a");
const PARTICLES = wordSet("in off up out on over down by away back through around about along ahead together");
const POSTPOSED = wordSet("general martial public apparent laureate elect royal errant emeritus designate");
// Compounds that have become one word: the plural stands at the end.
const FUSED = wordSet(`
  one-on-one merry-go-round forget-me-not touch-me-not jack-in-the-box jack-in-the-pulpit jack-o'-lantern
  good-for-nothing ne'er-do-well johnny-jump-up love-in-idleness will-o'-the-wisp`);
const FIXED_VERB_STARTS = new Set(["not", "never"]);

/** `look after`: look; `double-check`: check; `sit-in`: sit. */
export function headOfVerb(lemma: string): Headed {
  const words = lemma.split(" ");
  const at = FIXED_VERB_STARTS.has(words[0]!) && words.length > 1 ? 1 : 0;
  const word = words[at]!;
  const inner = word.split("-");
  // In `double-check` the last part is the verb, in `pick-up` the first.
  const part = inner.length > 1 && PARTICLES.has(inner.at(-1)!) ? 0 : inner.length - 1;
  return around(words.slice(0, at), inner, part, words.slice(at + 1));
}

/** `mother-in-law`: mother; `attorney general`: attorney; `coat of arms`: coat; `swimming pool`: pool. */
export function headOfNoun(lemma: string): Headed {
  if (!/[ -]/.test(lemma) || FUSED.has(lemma)) return { before: "", head: lemma, after: "" };
  const parts = lemma.split(/([ -])/);
  const words = parts.filter((_, index) => index % 2 === 0);
  let head = words.length - 1;
  const preposition = words.findIndex((word, index) => index > 0 && index < words.length - 1 && PREPOSITIONS.has(word));
  if (preposition > 0) head = preposition - 1;
  else if (POSTPOSED.has(words.at(-1)!) && !lemma.startsWith("major ")) head = words.length - 2;
  // A runner-up is a runner, but a close-up is no close.
  else if (PARTICLES.has(words.at(-1)!) && /(?:er|or)$/.test(words.at(-2)!) && words.at(-2) !== "over")
    head = words.length - 2;
  return { before: parts.slice(0, head * 2).join(""), head: words[head]!, after: parts.slice(head * 2 + 1).join("") };
}

function around(before: readonly string[], inner: readonly string[], part: number, after: readonly string[]): Headed {
  const front = inner.slice(0, part).map((piece) => `${piece}-`);
  const back = inner.slice(part + 1).map((piece) => `-${piece}`);
  return {
    before: [...before.map((word) => `${word} `), ...front].join(""),
    head: inner[part]!,
    after: [...back, ...after.map((word) => ` ${word}`)].join(""),
  };
}
