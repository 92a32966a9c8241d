import { changedFacts } from "../../engines/text/checks/changed-facts.js";
import { changedFactsInSpintax } from "../../engines/text/checks/changed-facts-in-spintax.js";
import { firstVariant } from "../../kernel/index.js";
import { type ArticleBody, type BodyBlock, type BodyText, textsOf } from "../_kit/article-body/index.js";
import { chosenFirst } from "../_kit/rewriting/chosen-first.js";
import { spunSentences, wantsVariants } from "../_kit/rewriting/spun-sentences.js";
import { topicWords } from "../_kit/rewriting/topic-words.js";
import { contentsHeading } from "./body.js";
import type { RunContext } from "./preparation.js";

/** How often another variant is tried where one changed what it must not. */
const TRIES = 5;
const CITATION = /\[\d{1,3}(?:, ?\d{1,3})*\]/g;

/**
 * The article with its sentences spun or paraphrased; as it is for the modes `none` and `spintax`, with the variants besides where they
 * are wanted. Title, headings, tables, quotations and texts with links stay, and so does a sentence of which no variant keeps its
 * numbers, names, negations and citations.
 */
export async function reworded(body: ArticleBody, context: RunContext): Promise<ArticleBody> {
  const { options, providers, random, signal, log } = context;
  const isKept = wantsVariants(options);
  const mode = isKept || options.spinMode === "spintax" ? "spin" : options.spinMode;
  if (mode === "none") return body;
  const contents = contentsHeading(body.language);
  const isText = (at: number) => !isContents(body.blocks, at, contents);
  const sentences = [
    ...new Set(body.blocks.flatMap((block, at) => (isText(at) ? rewordable(block) : [])).map(({ text }) => text)),
  ];
  if (sentences.length === 0) return body;
  const protectedWords = [body.keyword, ...options.protectedWordsFile];
  const { texts, notes } = await spunSentences(sentences, {
    ...{ mode, protectedWords, topicWords: topicWords(body), random, signal, engines: providers },
    ...{ language: body.language, sourceLanguage: body.language },
  });
  for (const note of notes) log.warn(note);
  const facts = { protectedWords, language: body.language };
  const fresh = new Map<string, Partial<BodyText>>();
  for (const [at, sentence] of sentences.entries()) {
    const spintax = texts[at]!;
    const variant = isKept ? asFirst(sentence, spintax, facts) : chosen(sentence, spintax);
    if (variant !== undefined) fresh.set(sentence, variant);
  }
  const renewed = (text: BodyText): BodyText => ({ ...text, ...fresh.get(text.text) });
  return { ...body, blocks: body.blocks.map((block, at) => (isText(at) ? withTexts(block, renewed) : block)) };

  function chosen(sentence: string, spintax: string): Partial<BodyText> | undefined {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const { text } = chosenFirst(spintax, random);
      if (changedFacts(sentence, text, facts).length === 0 && citations(text) === citations(sentence)) return { text };
    }
    return undefined;
  }
}

/** The variants of a sentence that stays, where every one of them keeps what it must. */
function asFirst(
  sentence: string,
  spintax: string,
  facts: { readonly protectedWords: readonly string[]; readonly language: string },
): Partial<BodyText> | undefined {
  const keeps = firstVariant(spintax) === sentence && changedFactsInSpintax(sentence, spintax, facts).length === 0;
  // A citation stands in no choice, so that all variants have it.
  return keeps && citations(spintax) === citations(sentence) ? { spintax } : undefined;
}

function citations(text: string): string {
  return (text.match(CITATION) ?? []).join(" ");
}

function isContents(blocks: readonly BodyBlock[], at: number, heading: string): boolean {
  const before = blocks[at - 1];
  return before?.kind === "heading" && before.text === heading;
}

/** Sentences of the writer's own, but for what is quoted word for word. */
function rewordable(block: BodyBlock): readonly BodyText[] {
  if (block.kind === "quote") return [];
  return textsOf(block).filter(
    ({ text, links = [] }) => links.length === 0 && !/["\u201c\u201d\u201e\u00ab\u00bb]/.test(text),
  );
}

function withTexts(block: BodyBlock, change: (text: BodyText) => BodyText): BodyBlock {
  if (block.kind === "paragraph") return { ...block, sentences: block.sentences.map(change) };
  return block.kind === "list" ? { ...block, items: block.items.map((item) => item.map(change)) } : block;
}
