import type { ExtractedPage } from "../../engines/pages/extraction/page.js";
import type { ArticleFacts } from "../_kit/article-files.js";
import type { MetadataName } from "./options.js";
import type { PageStatus } from "./page-rows.js";
import type { LineContext, RunState } from "./state.js";

/** Why a page that was read is not wanted, if it is not. */
export function unfitness(
  page: ExtractedPage,
  { words, language }: ArticleFacts,
  { options, state }: LineContext,
): { readonly status: PageStatus; readonly error: string } | undefined {
  const { minWords, maxWords } = options;
  if (words === 0) return { status: "too-short", error: "It holds no text that can be used." };
  if (words < minWords) {
    return { status: "too-short", error: `It has ${words} words, and minWords asks for ${minWords}.` };
  }
  if (maxWords > 0 && words > maxWords) {
    return { status: "too-long", error: `It has ${words} words, and maxWords allows ${maxWords}.` };
  }
  if (state.languages.size > 0 && !state.languages.has(language)) {
    const found = language === "" ? "not known" : `"${language}"`;
    return { status: "other-language", error: `Its language is ${found}, and languageFilter asks for another.` };
  }
  const missing = missingMetadata(page, state);
  if (missing.length > 0) return { status: "missing-metadata", error: `It does not say its ${missing.join(", ")}.` };
  return undefined;
}

function missingMetadata({ metadata }: ExtractedPage, { required }: RunState): MetadataName[] {
  const said: Readonly<Record<MetadataName, string>> = {
    title: metadata.title,
    author: metadata.authors.join(),
    date: metadata.published || metadata.modified,
    language: metadata.language,
    licence: metadata.licence,
    description: metadata.description,
    image: metadata.image,
    site: metadata.site,
  };
  return required.filter((name) => said[name] === "");
}
