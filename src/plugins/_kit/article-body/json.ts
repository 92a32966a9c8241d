import { countWords } from "../../../engines/pages/terms.js";
import type { JsonObject } from "../../../kernel/index.js";
import type { ArticleBody, BodyBlock } from "./model.js";
import { isWebAddress, shownTexts, textsOf } from "./texts.js";

/** The words of an article, with the code and tables that it takes from its sources and without headings and other tables. */
export function bodyWords({ blocks }: Pick<ArticleBody, "blocks">): number {
  const texts = blocks.flatMap((block) => [...textsOf(block), ...shownTexts(block)]);
  return texts.reduce((words, { text }) => words + countWords(text), 0);
}

/** Sources by place: `url` for a page of the web, `path` for anything else, and how many texts are from each. */
function sourceRecords(body: ArticleBody): JsonObject[] {
  const texts = body.blocks.flatMap(textsOf);
  return body.sources.map(({ title, address }, at): JsonObject => {
    const sentences = texts.filter(({ source }) => source === at).length;
    return isWebAddress(address) ? { title, url: address, sentences } : { title, path: address, sentences };
  });
}

/** Kinds that sections of paragraphs cannot say. */
const SAID_IN_SECTIONS = new Set<BodyBlock["kind"]>(["heading", "paragraph", "list", "quote"]);

/**
 * The article as one JSON object; members of `more` replace its own. What is more than text, such as a table or an image, stands in
 * `blocks`, which is there only then.
 */
export function asJson(body: ArticleBody, more: JsonObject, oneLine: boolean): string {
  const { keyword, title, blocks, categories, tags } = body;
  const record: JsonObject = {
    keyword,
    title,
    words: bodyWords(body),
    ...(categories.length === 0 ? {} : { categories: [...categories] }),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    sections: sectionsOf(blocks),
    sentences: blocks
      .flatMap(textsOf)
      .map(({ text, source }): JsonObject => (source === undefined ? { text } : { text, source })),
    sources: sourceRecords(body),
    ...(blocks.every(({ kind }) => SAID_IN_SECTIONS.has(kind))
      ? {}
      : { blocks: JSON.parse(JSON.stringify(blocks)) as JsonObject[] }),
    ...more,
  };
  return `${JSON.stringify(record, null, oneLine ? 0 : 2)}\n`;
}

function sectionsOf(blocks: readonly BodyBlock[]): JsonObject[] {
  const sections: { heading: string; paragraphs: string[] }[] = [];
  for (const block of blocks) {
    if (block.kind === "heading") {
      sections.push({ heading: block.text, paragraphs: [] });
      continue;
    }
    const texts = textsOf(block).map((each) => each.text);
    const text = block.kind === "code" ? block.code.text : texts.join(" ");
    if (text === "") continue;
    if (sections.length === 0) sections.push({ heading: "", paragraphs: [] });
    sections.at(-1)!.paragraphs.push(text);
  }
  return sections;
}
