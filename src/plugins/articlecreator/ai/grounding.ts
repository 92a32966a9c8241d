import { splitSentences } from "../../../engines/pages/split-sentences.js";
import { termsOf } from "../../../engines/pages/terms.js";
import type { BodyText } from "../../_kit/article-body/index.js";
import type { Source } from "../sources.js";

/** Share of the terms of a sentence that one sentence of a source must have to bear it out. */
const LEAST_SUPPORT = 0.4;
const NUMBER = /\d+(?:[.,]\d+)*/g;

interface SourceSentence {
  readonly text: string;
  readonly source: number;
  readonly terms: ReadonlySet<string>;
}

/** What the sources bear out. */
export class Grounding {
  private readonly sentences: readonly SourceSentence[];
  private readonly numbers: ReadonlySet<string>;
  private readonly words: ReadonlySet<string>;
  /** Sentences that were left out because no source has their figures or names. */
  readonly refused: string[] = [];
  /** How many sentences rest on no single sentence of a source. */
  unfounded = 0;

  constructor(sources: readonly Source[], keyword: string) {
    this.sentences = sources.flatMap(({ blocks }, source) =>
      blocks.flatMap((block) =>
        splitSentences(block.text).map((text) => ({ text, source, terms: new Set(termsOf(text)) })),
      ),
    );
    const all = [keyword, ...sources.flatMap(({ title, blocks }) => [title, ...blocks.map(({ text }) => text)])].join(
      " ",
    );
    this.numbers = new Set((all.match(NUMBER) ?? []).map(plainNumber));
    this.words = new Set((all.match(/\p{L}[\p{L}\p{N}'\u2019-]*/gu) ?? []).map(plainWord));
  }

  /** The sentence with what it rests on; undefined for one with a figure or a name that no source has. */
  text(text: string, numbers: readonly number[]): BodyText | undefined {
    if (!this.isKnown(text)) {
      this.refused.push(text);
      return undefined;
    }
    const terms = new Set(termsOf(text));
    const named = new Set(numbers.map((number) => number - 1));
    let best: { sentence: SourceSentence; value: number } | undefined;
    for (const sentence of this.sentences) {
      let shared = 0;
      for (const term of terms) if (sentence.terms.has(term)) shared += 1;
      const value = (terms.size === 0 ? 0 : shared / terms.size) + (named.has(sentence.source) ? 0.1 : 0);
      if (shared > 0 && value > (best?.value ?? 0)) best = { sentence, value };
    }
    if (best !== undefined && best.value >= LEAST_SUPPORT)
      return { text, source: best.sentence.source, original: best.sentence.text };
    this.unfounded += 1;
    return { text };
  }

  private isKnown(text: string): boolean {
    const figures = (text.match(NUMBER) ?? []).map(plainNumber);
    // The first word has a capital whatever it is.
    const names = text.match(/(?<=[\p{Ll}\p{N},;:)] )\p{Lu}[\p{L}\p{N}'\u2019-]*/gu) ?? [];
    return (
      figures.every((figure) => this.numbers.has(figure)) && names.every((name) => this.words.has(plainWord(name)))
    );
  }
}

function plainNumber(number: string): string {
  return number.replace(/,(?=\d{3}(?!\d))/g, "");
}

function plainWord(word: string): string {
  return word.toLowerCase().replace(/['\u2019]s?$/, "");
}
