import { stem } from "../../engines/pages/terms.js";
import type { Paragraph, Sentence } from "./source-sentences.js";

/** A term that more paragraphs of every source hold belongs to the subject, and to no story in particular. */
const FEW_PARAGRAPHS = 2.5;
/** Terms in common, a name counted twice, with which two paragraphs tell one story ... */
const SAME_STORY = 6;
/** ... and the least share of those that the one with fewer has. */
const SAME_SHARE = 0.15;

const known = new WeakMap<readonly Paragraph[], Stories>();

/** Of the paragraphs of all sources of an article. */
export function storiesOf(paragraphs: readonly Paragraph[], query: readonly string[]): Stories {
  const stories = known.get(paragraphs) ?? new Stories(paragraphs, query);
  known.set(paragraphs, stories);
  return stories;
}

/** Knows the paragraphs in which two sources tell one story in other words: who and what they bring up is nowhere else. */
class Stories {
  private readonly particulars = new Map<Paragraph, ReadonlySet<string>>();
  private readonly names: ReadonlySet<string>;
  /** Of each paragraph those it was compared with: an article is planned several times. */
  private readonly compared = new Map<Paragraph, Map<Paragraph, boolean>>();

  constructor(paragraphs: readonly Paragraph[], query: readonly string[]) {
    const holding = new Map<string, { paragraphs: number; readonly sources: Set<number> }>();
    const terms = new Map(paragraphs.map((paragraph) => [paragraph, termsOf(paragraph)]));
    for (const [{ source }, own] of terms)
      for (const term of own) {
        const held = holding.get(term) ?? { paragraphs: 0, sources: new Set<number>() };
        held.paragraphs += 1;
        held.sources.add(source);
        holding.set(term, held);
      }
    const isParticular = (term: string) => {
      const held = holding.get(term)!;
      return held.paragraphs <= FEW_PARAGRAPHS * held.sources.size && !query.includes(term);
    };
    for (const [paragraph, own] of terms)
      this.particulars.set(paragraph, new Set([...own].filter((term) => isParticular(term))));
    this.names = new Set(
      paragraphs.flatMap(({ sentences }) =>
        sentences.flatMap((sentence) =>
          Array.from(sentence?.text.matchAll(NAME) ?? [], ([name]) => stem(name.toLowerCase())),
        ),
      ),
    );
  }

  /** Whether a paragraph tells what another source tells in one of these. */
  isToldIn(paragraph: Paragraph, others: Iterable<Paragraph>): boolean {
    for (const other of others)
      if (other.kind === "paragraph" && other.source !== paragraph.source && this.areOne(paragraph, other)) return true;
    return false;
  }

  private areOne(one: Paragraph, other: Paragraph): boolean {
    const known = this.compared.get(one) ?? new Map<Paragraph, boolean>();
    this.compared.set(one, known);
    const answer = known.get(other) ?? this.shareStory(one, other);
    known.set(other, answer);
    return answer;
  }

  private shareStory(one: Paragraph, other: Paragraph): boolean {
    const [mine, theirs] = [this.particulars.get(one)!, this.particulars.get(other)!];
    const common = [...mine].filter((term) => theirs.has(term));
    const named = common.filter((term) => this.names.has(term)).length;
    if (named === 0 || common.length + named < SAME_STORY) return false;
    return common.length >= SAME_SHARE * Math.min(mine.size, theirs.size);
  }
}

/** With a capital where no sentence begins. */
const NAME = /(?<=[\p{Ll}\d,;] )\p{Lu}\p{Ll}{2,}/gu;

function termsOf({ sentences }: Paragraph): Set<string> {
  return new Set(sentences.flatMap((sentence: Sentence | undefined) => [...(sentence?.terms ?? [])]));
}
