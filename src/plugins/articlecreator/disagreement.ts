import { differInFigure } from "./figures.js";
import type { Material, Sentence } from "./material.js";
import type { Arranged } from "./references.js";
import { type Passage, passageOf, standing } from "./runs.js";

const MOST = 2;
const FEWEST_TERMS = 3;
/** Share of the terms of the shorter sentence, figures apart. */
const ALIKE = 0.5;

/** Figures of such sentences are of something else. */
const COMPARING = /\b(than|without|compared)\b/i;

/** Where two sources give different figures for one thing, both are given and their sources named. */
export function withDisagreements(parts: readonly Arranged[], material: Material, room: number): Arranged[] {
  let left = room;
  let count = 0;
  const chosen = new Set(parts.flatMap(({ passages }) => passages.flatMap(({ sentences }) => sentences.map(sameKey))));
  return parts.map((part) => ({
    ...part,
    passages: part.passages.map((passage): Passage => {
      if (passage.list !== undefined || count >= MOST) return passage;
      for (const [at, sentence] of passage.sentences.entries()) {
        const other = disagreeing(sentence, material, chosen);
        if (other === undefined) continue;
        const mine = attributed(sentence, material);
        const theirs = attributed(other, material);
        if (mine === undefined || theirs === undefined || theirs.words + mine.words - sentence.words > left) continue;
        left -= theirs.words + mine.words - sentence.words;
        count += 1;
        chosen.add(sameKey(other));
        const end = passage.sentences.findIndex((each, index) => index > at && !each.leans);
        const sentences = passage.sentences
          .with(at, mine)
          .toSpliced(end < 0 ? passage.sentences.length : end, 0, theirs);
        return passageOf(sentences, passage.paragraph);
      }
      return passage;
    }),
  }));
}

function sameKey({ paragraph, at }: Sentence): string {
  return `${paragraph.source} ${at}`;
}

function disagreeing(sentence: Sentence, material: Material, chosen: ReadonlySet<string>): Sentence | undefined {
  if (sentence.figures.counts.size === 0 || COMPARING.test(sentence.text)) return undefined;
  for (const { source, sentences } of material.paragraphs) {
    if (source === sentence.paragraph.source) continue;
    for (const other of sentences) {
      if (
        other === undefined ||
        other.leans ||
        other.announces ||
        COMPARING.test(other.text) ||
        chosen.has(sameKey(other))
      )
        continue;
      if (
        other.figures.counts.size > 0 &&
        isOfOneThing(sentence, other) &&
        differInFigure(sentence.figures, other.figures)
      )
        return other;
    }
  }
  return undefined;
}

function isOfOneThing(one: Sentence, other: Sentence): boolean {
  const terms = ({ terms: all, figures }: Sentence) =>
    [...all].filter((term) => !/^\d/.test(term) || figures.years.has(term));
  const [mine, theirs] = [terms(one), new Set(terms(other))];
  const shared = mine.filter((term) => theirs.has(term)).length;
  return shared >= FEWEST_TERMS && shared >= ALIKE * Math.min(mine.length, theirs.size);
}

/** The sentence after the title of its source; undefined for a source without one. */
function attributed(sentence: Sentence, { sources, paragraphs }: Material): Sentence | undefined {
  const title = sources[sentence.paragraph.source]?.title ?? "";
  if (title === "") return undefined;
  const [first = ""] = sentence.text.split(/[ ,]/, 1);
  const lower = first.toLowerCase();
  const isName =
    first !== lower && !paragraphs.some(({ sentences }) => sentences.some((each) => each?.text.includes(` ${lower} `)));
  return standing(
    sentence,
    `According to \u201c${title}\u201d, ${isName ? first : lower}${sentence.text.slice(first.length)}`,
  );
}
