import { splitSentences } from "../../../engines/pages/split-sentences.js";
import { termsOf } from "../../../engines/pages/terms.js";
import type { BodyBlock, BodyText } from "../../_kit/article-body/index.js";
import type { WrittenArticle } from "../article.js";
import { leadsToExhibit, type Shown } from "../exhibits.js";
import { likeness, SAME_FACT } from "../likeness.js";
import type { Material, Sentence } from "../material.js";
import type { SectionOfSource } from "./source-sections.js";

/** What a part is made from. Sources are numbered as in the material. */
export interface Shaping {
  readonly keyword: string;
  readonly article: WrittenArticle;
  readonly material: Material;
  readonly sentencesPerParagraph: { readonly from: number; readonly to: number };
  /** Words that an article may have at most. */
  readonly mostWords: number;
  /** Words that it should have at least. */
  readonly leastWords: number;
  /** What the sources say, section by section. */
  readonly sections: () => readonly SectionOfSource[];
  /** What a part found for the whole article. */
  readonly found: { title: string };
  readonly pool: Pool;
  /** What stands in tables, which name no sources themselves. */
  readonly cells: BodyText[];
}

/** The sentences of an article that no part has taken yet, and what others have taken besides. */
export class Pool {
  private readonly taken = new Set<Sentence>();
  private readonly texts = new Set<string>();
  private readonly terms = new Map<string, ReadonlySet<string>>();

  constructor(private readonly all: readonly Sentence[]) {}

  left(): Sentence[] {
    return this.all.filter((sentence) => this.isFree(sentence));
  }

  isFree(sentence: Sentence): boolean {
    return !this.taken.has(sentence) && !this.texts.has(sentence.text);
  }

  /** Whether it says what nothing taken says, nor what is to come in the article. */
  isNew(sentence: Sentence): boolean {
    const alike = (other: Sentence) =>
      other.text !== sentence.text && likeness(sentence.terms, other.terms) >= SAME_FACT;
    return this.isFree(sentence) && ![...this.taken, ...this.all].some(alike);
  }

  take(sentences: readonly Sentence[]): void {
    for (const sentence of sentences) {
      this.taken.add(sentence);
      this.texts.add(sentence.text);
    }
  }

  /** Keeps a text of a source from standing in the article a second time. */
  takeText(text: string): void {
    for (const sentence of [text, ...splitSentences(text)]) this.texts.add(sentence);
  }

  hasText(text: string): boolean {
    return this.texts.has(text);
  }

  /** Whether what is taken says the same already. */
  isSaid(text: string): boolean {
    if (this.texts.has(text)) return true;
    const terms = new Set(termsOf(text));
    return [...this.texts].some((other) => likeness(terms, this.termsOfTaken(other)) >= SAME_FACT);
  }

  private termsOfTaken(text: string): ReadonlySet<string> {
    const known = this.terms.get(text) ?? new Set(termsOf(text));
    this.terms.set(text, known);
    return known;
  }
}

export function bodyText({ text, original, code, paragraph }: Sentence): BodyText {
  return { text, source: paragraph.source, original: original ?? text, ...(code !== undefined && { code }) };
}

/** The sentences as paragraphs, with the code and tables that they show between them. */
export function paragraphBlocks(sentences: readonly Sentence[]): BodyBlock[] {
  const blocks: BodyBlock[] = [];
  let open: Sentence[] = [];
  const end = () => {
    if (open.length > 0) blocks.push({ kind: "paragraph", sentences: open.map(bodyText) });
    open = [];
  };
  for (const sentence of sentences) {
    open.push(sentence);
    if (sentence.shows === undefined) continue;
    end();
    for (const shown of sentence.shows) blocks.push(shownBlock(shown, sentence.paragraph.source));
  }
  end();
  return blocks;
}

function shownBlock(shown: Shown, source: number): BodyBlock {
  if (shown.kind === "table") return { kind: "table", head: shown.table.head, rows: shown.table.rows, source };
  const { text, language = "" } = shown;
  return { kind: "code", code: { text, source, original: text }, language };
}

/** Sentences in paragraphs of the wished length, none of which begins with a sentence that leans on the one before. */
export function paragraphsOf(sentences: readonly Sentence[], { sentencesPerParagraph }: Shaping): BodyBlock[] {
  const { from, to } = sentencesPerParagraph;
  const count = Math.max(1, Math.round(sentences.length / ((from + to) / 2)));
  const size = Math.ceil(sentences.length / count);
  const paragraphs: Sentence[][] = [];
  for (const sentence of sentences) {
    const last = paragraphs.at(-1);
    if (last === undefined || (last.length >= size && !sentence.leans)) paragraphs.push([sentence]);
    else last.push(sentence);
  }
  return paragraphs.flatMap(paragraphBlocks);
}

/** The sentences with those that lean on them and are free, in the order of the article. */
export function withLeaning(sentences: readonly Sentence[], pool: readonly Sentence[]): Sentence[] {
  const wanted = new Set(sentences);
  for (const [at, sentence] of pool.entries()) {
    const before = pool[at - 1];
    if (sentence.leans && before !== undefined && wanted.has(before) && before.paragraph === sentence.paragraph)
      wanted.add(sentence);
  }
  return pool.filter((sentence) => wanted.has(sentence));
}

/** Whether it says that code or a table comes next. */
export function leadsToShown({ text, shows }: Sentence): boolean {
  return shows !== undefined && leadsToExhibit(text);
}

/** Whether it can stand without the sentence before it and the one after it. */
export function standsAlone(sentence: Sentence): boolean {
  return !sentence.leans && !sentence.announces && !leadsToShown(sentence);
}
