import { remembering } from "../../remembering.js";
import type { Archive } from "../archive.js";
import type { WordClass } from "../types.js";
import { BAR, readVerdictLine, type WordVerdicts } from "./verdict-lines.js";

/** Gives what people said of the alternatives of a word; undefined for a word that they were not asked about. */
export type Verdicts = (word: string, wordClass: WordClass) => WordVerdicts | undefined;

/** Words whose verdicts are kept as objects; the words of a text repeat. */
const REMEMBERED = 2000;

/** @param text Of each class the lines of its table in the order of their words. */
export function createVerdicts(text: Readonly<Record<WordClass, string>>): Verdicts {
  const remembered = remembering<string, WordVerdicts | undefined>(REMEMBERED);
  const lineOf = {
    noun: lines(text.noun),
    verb: lines(text.verb),
    adjective: lines(text.adjective),
    adverb: lines(text.adverb),
  };
  return (word, wordClass) =>
    remembered(`${wordClass} ${word}`, () => {
      const line = lineOf[wordClass](word);
      return line === undefined ? undefined : readVerdictLine(line);
    });
}

export function openVerdicts(archive: Archive): Verdicts {
  return createVerdicts({
    noun: archive.text("noun"),
    verb: archive.text("verb"),
    adjective: archive.text("adjective"),
    adverb: archive.text("adverb"),
  });
}

/** Finds the line of a word: in one text and where its lines begin, which takes a tenth of the memory of a Map. */
function lines(text: string): (word: string) => string | undefined {
  const starts: number[] = [];
  if (text !== "") for (let at = 0; at >= 0; at = nextLine(text, at)) starts.push(at);
  const begin = Uint32Array.from(starts);
  return (word) => {
    let low = 0;
    let high = begin.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const end = begin[middle + 1] === undefined ? text.length : begin[middle + 1]! - 1;
      const line = text.slice(begin[middle]!, end);
      const bar = line.indexOf(BAR);
      const found = bar < 0 ? line : line.slice(0, bar);
      if (found === word) return line;
      if (found < word) low = middle + 1;
      else high = middle;
    }
    return undefined;
  };
}

function nextLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? -1 : end + 1;
}
