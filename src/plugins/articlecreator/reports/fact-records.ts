import type { JsonObject } from "../../../kernel/index.js";
import { type BodySource, type BodyText, isWebAddress, shownTexts, textsOf } from "../../_kit/article-body/index.js";
import type { FormedArticle } from "../templates/formed.js";

/** Every text of an article that a source says, with the sentence of the source that it was made from. */
export function factRecords({ body, cells }: Pick<FormedArticle, "body" | "cells">, file: string): JsonObject[] {
  const texts = body.blocks.flatMap((block) => [...textsOf(block), ...shownTexts(block)]);
  return [...texts, ...cells].flatMap((text) => factRecord(text, body.sources, file));
}

function factRecord({ text, source, original }: BodyText, sources: readonly BodySource[], file: string): JsonObject[] {
  const from = source === undefined ? undefined : sources[source];
  if (from === undefined) return [];
  const place: JsonObject = isWebAddress(from.address) ? { url: from.address } : { path: from.address };
  return [{ file, sentence: text, ...place, title: from.title, original: original ?? "" }];
}
