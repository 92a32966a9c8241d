import { checkSelectors } from "../../../engines/pages/extraction/selectors.js";
import { badField, givenLines } from "../../../engines/pages/fields.js";
import type { OptionProblem } from "../../../kernel/index.js";
import { ARTICLE_FORMATS, type ArticleFormat } from "../article-files.js";
import { namesAmong, problemsInLines, problemsOf, refuseNone } from "../checks.js";
import { filteredLanguages } from "../language-filter.js";
import { type DownloadOptions, METADATA_NAMES, type MetadataName } from "./options.js";

/** What is wrong with the fields of `downloadFields`. */
export async function downloadProblems(options: DownloadOptions): Promise<OptionProblem[]> {
  const { include, exclude } = selectorsOf(options);
  return [
    ...(await problemsOf([
      () => outputFormats(options),
      () => requiredMetadata(options),
      () => refuseNoRoom(options),
      () => refuseNoSelector(options),
    ])),
    ...(await problemsInLines(options.languageFilter, filteredLanguages)),
    ...(await problemsInLines(include, (lines) => checkSelectors({ include: lines }, "includeSelectorsFile"))),
    ...(await problemsInLines(exclude, (lines) => checkSelectors({ exclude: lines }, "excludeSelectorsFile"))),
  ];
}

/** Throws bad-input for names that are not known, and for none. */
export function outputFormats(options: DownloadOptions): ArticleFormat[] {
  const formats = namesAmong(ARTICLE_FORMATS, options.outputFormats, "outputFormats");
  refuseNone(formats, ARTICLE_FORMATS, "outputFormats");
  return formats;
}

/** Throws bad-input for names that are not known. */
export function requiredMetadata(options: DownloadOptions): MetadataName[] {
  return namesAmong(METADATA_NAMES, options.requireMetadata, "requireMetadata");
}

export function selectorsOf(options: DownloadOptions) {
  return { include: givenLines(options.includeSelectorsFile), exclude: givenLines(options.excludeSelectorsFile) };
}

function refuseNoRoom({ minWords, maxWords }: DownloadOptions): void {
  if (maxWords === 0 || maxWords >= minWords) return;
  throw badField(
    "maxWords",
    "maxWords is smaller than minWords, so no page can fit. Raise it, or set it to 0 for no limit.",
  );
}

function refuseNoSelector(options: DownloadOptions): void {
  if (options.extractMode !== "selector" || selectorsOf(options).include.length > 0) return;
  throw badField(
    "includeSelectorsFile",
    'extractMode is "selector", but includeSelectorsFile is empty. Give the CSS selectors of the content, or choose another mode.',
  );
}
