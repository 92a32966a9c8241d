import type { English, Sentence } from "../english/types.js";
import type { ReadSentence } from "./read-sentences.js";

/** How many sentences before and behind a reader still has in mind. */
const NEAR = 12;

/** The nouns of a text. A reader takes another noun for another thing, so none of them may be called by two. */
export interface TextNouns {
  /** Whether the option, said for the words, brings in a noun that stands nearby already or leaves out one that is said again. */
  mixes(sentence: ReadSentence, words: string, option: string): boolean;
}

/** The nouns of these sentences, which are in reading order. */
export function nounsOf(sentences: readonly ReadSentence[], english: English): TextNouns {
  const places = new Map<string, number[]>();
  const order = new Map<ReadSentence, number>();
  for (const [place, read] of sentences.entries()) {
    order.set(read, place);
    for (const noun of nounsIn(read.sentence, english)) {
      const known = places.get(noun);
      if (known === undefined) places.set(noun, [place]);
      else known.push(place);
    }
  }
  const timesOf = (part: string) => {
    const times = new Map<string, number>();
    for (const word of part.toLowerCase().match(/\p{L}+/gu) ?? []) {
      const noun = english.lemmaOf(word, "noun");
      if (noun !== undefined) times.set(noun, (times.get(noun) ?? 0) + 1);
    }
    return times;
  };

  return {
    mixes(read, words, option) {
      const place = order.get(read)!;
      const near = (noun: string) => (places.get(noun) ?? []).filter((other) => Math.abs(other - place) <= NEAR).length;
      if (saysTwo(read.sentence, words, option)) return true;
      const here = new Set(nounsIn(read.sentence, english));
      const [before, now] = [timesOf(words), timesOf(option)];
      const gone = (noun: string) => (before.get(noun) ?? 0) - (now.get(noun) ?? 0);
      const left = [...before.keys()].filter((noun) => here.has(noun) && gone(noun) > 0);
      if (left.length === 0) return false;
      return (
        left.some((noun) => near(noun) > gone(noun)) || [...now.keys()].some((noun) => gone(noun) < 0 && near(noun) > 0)
      );
    },
  };
}

/** Whether a verb or adjective that the sentence says more than once would have another word in one of its places. */
function saysTwo({ tokens }: Sentence, words: string, option: string): boolean {
  const times = (text: string, part: string) =>
    part
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .filter((word) => word === text).length;
  return tokens.some(({ tag, text }) => {
    const low = text.toLowerCase();
    if ((tag !== "VERB" && tag !== "ADJ") || low.length < 4) return false;
    const said = tokens.filter((token) => token.text.toLowerCase() === low).length;
    const gone = times(low, words) - times(low, option);
    return said > 1 && gone > 0 && gone < said;
  });
}

/** The dictionary forms of the nouns of a sentence, as often as they stand there. */
function nounsIn({ tokens }: Sentence, english: English): readonly string[] {
  return tokens.flatMap(({ tag, text }) => (tag === "NOUN" ? (english.lemmaOf(text, "noun") ?? []) : []));
}
