import { adverbPlace } from "./adverbs.js";
import { bodyEnd, clauseAt, isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { comma, spaced, type Words } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";

/** Phrases that connect a sentence with the one before, and stand at its front or behind its subject. */
const CONNECTING = [
  "for example",
  "for instance",
  "of course",
  "on the other hand",
  "by contrast",
  "in contrast",
  "in fact",
  "in turn",
];

/** "For example, the lock has two gates" becomes "The lock, for example, has two gates", and back; "however" likewise comes back. */
export const connectingPhrase: Transformation = {
  kind: "phrase order",
  strength: 0.6,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const behind = behindAuxiliary(words, grammar);
    if (behind !== undefined) return [behind];
    const first = lengthAt(words, 0);
    if (first > 0 && words[first]?.text === ",") {
      const clause = clauseAt(words, first + 1, grammar);
      if (clause === undefined || clause.subject.pronoun || clause.subject.end - clause.subject.start > 5) return [];
      const { end } = clause.subject;
      if (words.slice(first + 1, end).some((item) => /^[,(]$/u.test(item.text))) return [];
      // "our Oak Wall Mounted Bar": a name that goes on.
      if (/^\p{Lu}/u.test(words[end]?.text ?? "")) return [];
      // "Guests, for instance, may ...": as if the guests were the example.
      const isAny = end - first === 2 || /^an?$/u.test(words[first + 1]!.low);
      if (isAny && /^(?:example|instance)$/u.test(words[first - 1]!.low)) return [];
      const [opener, ...subject] = words.slice(first + 1, end);
      if (opener === undefined) return [];
      const phrase = [comma(), spaced(words[0]!), ...words.slice(1, first), comma()];
      return [[opener, ...subject, ...phrase, ...words.slice(end)]];
    }
    const mark = words.findIndex((item) => item.text === ",");
    const length = lengthAt(words, mark + 1, true);
    const close = mark + 1 + length;
    if (mark < 1 || mark > 7 || length === 0 || words[close]?.text !== "," || close + 2 >= bodyEnd(words)) return [];
    const said = [...words.slice(0, mark), ...words.slice(close + 1)];
    const clause = clauseAt(said, 0, grammar);
    if (clause?.subject.end !== mark || clause.verb.start !== mark) return [];
    return [[...words.slice(mark + 1, close), comma(), spaced(words[0]!), ...said.slice(1)]];
  },
};

/** "However, it can carry lorries" becomes "It can, however, carry lorries": a pronoun alone is too little to stand before the comma. */
function behindAuxiliary(words: Words, grammar: Grammar): Words | undefined {
  const length = words[0]?.low === "however" ? 1 : lengthAt(words, 0);
  if (length === 0 || words[length]?.text !== ",") return undefined;
  const start = length + 1;
  const clause = clauseAt(words, start, grammar);
  if (clause === undefined || !/^(?:it|they|we|you|he|she|this)$/u.test(words[start]!.low)) return undefined;
  const { subject, verb } = clause;
  if (subject.end !== start + 1 || verb.start !== subject.end || verb.negation !== undefined) return undefined;
  const place = adverbPlace(words, verb);
  const isOpen = place > verb.start && /^\p{L}+$/u.test(words[place - 1]!.text) && bodyEnd(words) - place > 2;
  if (!isOpen || /^(?:ADV|PUNCT)$/u.test(words[place]!.tag) || words.slice(start).some(({ text }) => text === ","))
    return undefined;
  const phrase = [comma(), spaced(words[0]!), ...words.slice(1, length), comma()];
  return [...words.slice(start, place), ...phrase, ...words.slice(place)];
}

/** How many words of such a phrase begin there; none are 0. */
function lengthAt(words: Words, start: number, alsoAdverbs = false): number {
  if (alsoAdverbs && /^(?:however|therefore|moreover|furthermore)$/u.test(words[start]?.low ?? "")) return 1;
  const found = CONNECTING.find((phrase) =>
    phrase.split(" ").every((part, offset) => words[start + offset]?.low === part),
  );
  return found === undefined ? 0 : found.split(" ").length;
}
