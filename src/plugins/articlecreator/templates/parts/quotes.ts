import { countWords } from "../../../../engines/pages/terms.js";
import type { BodyBlock, BodyText } from "../../../_kit/article-body/index.js";
import { cleanHeading } from "../../headings.js";
import type { Sentence } from "../../material.js";
import { bodyText, leadsToShown, type Shaping } from "../shaping.js";

/** What is short enough to be quoted from somebody else's text, with its source named. */
export const LONGEST_QUOTE = 50;
export const MOST_WORDS_OF_SOURCE = 120;

/** Of each source a heading and short quotations with a link. */
export function quotes({ pool, material, article }: Shaping): BodyBlock[] {
  const bySource = Map.groupBy(pool.left(), ({ paragraph }) => paragraph.source);
  return [...bySource].flatMap(([source, sentences]): BodyBlock[] => {
    const { title, address } = material.sources[source]!;
    const runs: { last: Sentence; texts: BodyText[] }[] = [];
    // Code and tables are too much to be quoted.
    for (const sentence of sentences.filter((each) => !leadsToShown(each))) {
      const open = runs.at(-1);
      if (open !== undefined && comesNext(sentence, open.last)) {
        open.texts.push(bodyText(sentence));
        open.last = sentence;
      } else if (!sentence.leans) runs.push({ last: sentence, texts: [bodyText(sentence)] });
    }
    const quoted = new Allowance();
    const blocks = runs.flatMap(({ texts }) => quoted.quote(texts, source));
    if (blocks.length === 0) return [];
    pool.take(sentences);
    const name = title === "" ? address : cleanHeading(title);
    const isTitle = bySource.size === 1 && name.toLowerCase() === article.title.toLowerCase();
    return isTitle ? blocks : [{ kind: "heading", level: 2, text: name }, ...blocks];
  });
}

/** Whether the one text comes right behind the other in their source. */
export type Follows = (one: BodyText, other: BodyText) => boolean;

/** What was left out between two sentences must not be hidden by quoting them as one. */
export function followingIn(sentences: readonly Sentence[]): Follows {
  const key = (source: number | undefined, text: string) => `${source} ${text}`;
  const known = new Map(
    sentences.map((sentence) => [key(sentence.paragraph.source, sentence.original ?? sentence.text), sentence]),
  );
  const sentenceOf = ({ source, text, original = text }: BodyText) => known.get(key(source, original));
  return (one, other) => {
    const [after, before] = [sentenceOf(one), sentenceOf(other)];
    return after !== undefined && before !== undefined && comesNext(after, before);
  };
}

function comesNext(one: Sentence, other: Sentence): boolean {
  return one.paragraph === other.paragraph && one.index === other.index + 1;
}

/** How much of each source is quoted so far. */
export class Allowance {
  private readonly words = new Map<number, number>();

  /** The beginning of the run that may be quoted, word for word; empty when nothing more of the source may be. */
  quote(run: readonly BodyText[], source: number): BodyBlock[] {
    const kept: BodyText[] = [];
    let length = 0;
    const before = this.words.get(source) ?? 0;
    for (const { text, original = text } of run) {
      const words = countWords(original);
      if (length + words > LONGEST_QUOTE || before + length + words > MOST_WORDS_OF_SOURCE) break;
      kept.push({ text: original, source, original });
      length += words;
    }
    this.words.set(source, before + length);
    return kept.length === 0 ? [] : [{ kind: "quote", sentences: kept, source }];
  }
}
