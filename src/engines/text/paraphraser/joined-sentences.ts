import { changedFacts } from "../checks/changed-facts.js";
import { isWordsAlone, type KeptToken, type Rewrite } from "../rewriting/rewriter.js";
import type { Link } from "./loose-links.js";
import type { ReadSentence } from "./read-sentences.js";
import { linkOf, looseLinkOf } from "./sentence-links.js";

/** The most words of two sentences that become one. */
const LONGEST = 36;
/** How many sentences lie between two semicolons at least. */
const APART = 3;

/**
 * The sentences of a text, of which two become one where the second says how it goes on from the first: "The lock is old. But
 * it works." becomes "The lock is old, but it works.". What is built otherwise in both already is left alone.
 */
export function joinedSentences(
  sentences: readonly ReadSentence[],
  text: string,
  protectedWords: readonly string[],
): ReadSentence[] {
  const joined: ReadSentence[] = [];
  let loose = -1 - APART;
  for (let index = 0; index < sentences.length; index += 1) {
    const [one, other] = [sentences[index]!, sentences[index + 1]];
    const way = { text, protectedWords, loosely: index - loose > APART };
    const both = other === undefined ? undefined : joinedPair(one, other, way);
    joined.push(both?.read ?? one);
    if (both === undefined) continue;
    index += 1;
    if (both.loosely) loose = index;
  }
  return joined;
}

/** What a pair may be joined in. */
interface Joining {
  readonly text: string;
  readonly protectedWords: readonly string[];
  /** Whether a semicolon will do, where no word joins them. */
  readonly loosely: boolean;
}

function joinedPair(
  one: ReadSentence,
  other: ReadSentence,
  { text, protectedWords, loosely }: Joining,
): { readonly read: ReadSentence; readonly loosely: boolean } | undefined {
  if (one.origin !== other.origin || !/^ {1,2}$/u.test(text.slice(one.end, other.start))) return undefined;
  if (isRebuilt(one) && isRebuilt(other)) return undefined;
  const [first, second] = [text.slice(one.start, one.end), text.slice(other.start, other.end)];
  if (wordsIn(first) + wordsIn(second) > LONGEST || !isOpen(first) || !isOpen(second)) return undefined;
  if (![one, other].every(isStated) || [one, other].some(isRequest)) return undefined;
  const close = linkOf(first, second, one.sentence.tokens, other.sentence.tokens);
  const far = loosely && !isRebuilt(one) && !isRebuilt(other) && wordsIn(first) > 4 && wordsIn(second) > 4;
  const link = close ?? (far ? looseLinkOf(first, second, other.sentence.tokens) : undefined);
  if (link === undefined) return undefined;
  const original = text.slice(one.start, other.end);
  const shift = one.sentence.tokens.length;
  const rewrites: Rewrite[] = [];
  for (const front of saidIn(one, first)) {
    for (const back of saidIn(other, second)) {
      const made = joinedRewrite(front, back, link, shift);
      if (made === undefined || rewrites.some((known) => known.text === made.text)) continue;
      if (changedFacts(original, made.text, protectedWords).length === 0) rewrites.push(made);
    }
  }
  if (rewrites.length === 0) return undefined;
  const tokens = [...one.sentence.tokens, ...other.sentence.tokens];
  const sentence = { start: one.sentence.start, end: other.sentence.end, tokens };
  const read = { start: one.start, end: other.end, origin: one.origin, sentence, rewrites };
  return { read, loosely: close === undefined };
}

const isRebuilt = ({ rewrites: [best] }: ReadSentence) => best !== undefined && !isWordsAlone(best);

const wordsIn = (sentence: string) => sentence.split(/\s+/u).length;

/** Whether it is one plain statement, which another can be joined to. */
const isOpen = (sentence: string) =>
  /^\p{Lu}[^;:!?"“”[\]<>*_—–\n]*[\p{Ll}\p{N}%]\.$/u.test(sentence) && !/[,.] |\.\p{L}/u.test(sentence.slice(-4, -1));

/** Whether it has a verb: "For instance, boats." is no place to go on from. */
const isStated = ({ sentence }: ReadSentence) => sentence.tokens.some(({ tag }) => tag === "AUX" || tag === "VERB");

/** "Book early.": what is asked and what is said are two things. */
const isRequest = ({ sentence: { tokens } }: ReadSentence) => tokens[0]?.tag === "VERB";

/** The sentence in other words of the same build, best first, and as it is. */
function saidIn({ rewrites, sentence }: ReadSentence, own: string): readonly Rewrite[] {
  const kept = sentence.tokens.map(
    ({ start, end }, token): KeptToken => ({
      token,
      start: start - sentence.start,
      end: end - sentence.start,
    }),
  );
  const worded = rewrites.filter(isWordsAlone).slice(0, 1);
  return [...worded, { text: own, kinds: [], fluency: 0, kept }];
}

/** The two as one; undefined where the second does not begin as the link has it. */
function joinedRewrite(front: Rewrite, back: Rewrite, link: Link, shift: number): Rewrite | undefined {
  const opening = link.opening.exec(back.text)?.[0];
  if (opening === undefined || !front.text.endsWith(".")) return undefined;
  const head = front.text.slice(0, -1) + link.by;
  const moved = head.length - opening.length;
  return {
    text: head + back.text.slice(opening.length),
    kinds: [...front.kinds, ...back.kinds, "joined"],
    fluency: Math.min(front.fluency, back.fluency),
    kept: [
      ...front.kept.filter(({ end }) => end < front.text.length),
      ...back.kept
        .filter(({ start }) => start >= opening.length)
        .map(({ token, start, end }) => ({ token: token + shift, start: start + moved, end: end + moved })),
    ],
  };
}
