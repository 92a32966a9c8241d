import type { JsonObject } from "../../../kernel/index.js";
import type { SchemaKind } from "./look.js";
import type { ArticleBody, BodyBlock, BodyText } from "./model.js";
import { isWebAddress, textsOf } from "./texts.js";

/**
 * Structured data of schema.org, as the content of a script element: of the article, and of its questions or its steps where it
 * has some. Nothing in it can end the element.
 */
export function structuredData(body: ArticleBody, kind: SchemaKind): string {
  const own = kind === "faq" ? faqPage(body) : kind === "how-to" ? howTo(body) : undefined;
  const graph = [article(body), ...(own === undefined ? [] : [own])];
  const data =
    graph.length === 1
      ? { "@context": "https://schema.org", ...graph[0] }
      : { "@context": "https://schema.org", "@graph": graph };
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function article({ title, keyword, language, sources, blocks, categories, tags }: ArticleBody): JsonObject {
  const images = blocks.flatMap((block) =>
    block.kind === "image" && isWebAddress(block.image.src) ? [block.image.src] : [],
  );
  const citation = sources.map(({ address }) => address).filter(isWebAddress);
  const keywords = [...new Set([keyword, ...tags])].filter((one) => one !== "");
  return {
    "@type": "Article",
    headline: title,
    ...(language === "" ? {} : { inLanguage: language }),
    ...(keywords.length === 0 ? {} : { keywords: keywords.join(", ") }),
    ...(categories[0] === undefined ? {} : { articleSection: [...categories] }),
    ...(images.length === 0 ? {} : { image: images }),
    ...(citation.length === 0 ? {} : { citation }),
  };
}

/** A heading that asks, with what stands below it up to the next heading. */
function faqPage({ blocks }: ArticleBody): JsonObject | undefined {
  const questions = blocks.flatMap((block, at): JsonObject[] => {
    if (block.kind !== "heading" || !/[?\uff1f]$/.test(block.text)) return [];
    const text = said(upToHeading(blocks.slice(at + 1)));
    if (text === "") return [];
    return [{ "@type": "Question", name: block.text, acceptedAnswer: { "@type": "Answer", text } }];
  });
  return questions.length === 0 ? undefined : { "@type": "FAQPage", mainEntity: questions };
}

/** The first ordered list is the steps; a list that is not ordered and stands before it is what is needed. */
function howTo({ title, blocks }: ArticleBody): JsonObject | undefined {
  const isOrdered = (block: BodyBlock) => block.kind === "list" && block.ordered;
  const at = blocks.findIndex(isOrdered);
  const steps = blocks[at];
  if (steps?.kind !== "list") return undefined;
  const needed = blocks.slice(0, at).findLast((block) => block.kind === "list");
  return {
    "@type": "HowTo",
    name: title,
    ...(needed?.kind === "list"
      ? { supply: needed.items.map((item) => ({ "@type": "HowToSupply", name: joined(item) })) }
      : {}),
    step: steps.items.map((item, index) => ({ "@type": "HowToStep", position: index + 1, text: joined(item) })),
  };
}

function upToHeading(blocks: readonly BodyBlock[]): readonly BodyBlock[] {
  const end = blocks.findIndex(({ kind }) => kind === "heading");
  return end < 0 ? blocks : blocks.slice(0, end);
}

function said(blocks: readonly BodyBlock[]): string {
  return joined(blocks.flatMap(textsOf));
}

function joined(texts: readonly BodyText[]): string {
  return texts.map(({ text }) => text).join(" ");
}
