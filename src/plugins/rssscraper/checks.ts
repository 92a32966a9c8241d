import { feedDate } from "../../engines/pages/feeds/feed-date.js";
import { badField, givenLines } from "../../engines/pages/fields.js";
import { type OptionProblem, shown, type WebProvider } from "../../kernel/index.js";
import { ARTICLE_FORMATS } from "../_kit/article-files.js";
import { problemsOf, refuseNone } from "../_kit/checks.js";
import { filteredLanguages } from "../_kit/language-filter.js";
import { webProblems } from "../_kit/web/options.js";
import { itemRules } from "./item-filter.js";
import { type ItemTemplate, itemTemplate, refuseSingleBraces } from "./item-template.js";
import type { RssScraperOptions } from "./options.js";

/** What is wrong with the data object of an RSS scraper. */
export async function rssScraperProblems(
  options: RssScraperOptions,
  web: WebProvider | undefined,
): Promise<OptionProblem[]> {
  const none = { filterInFile: [], filterOutFile: [], categoryRulesFile: [] };
  const { filterInFile, filterOutFile, categoryRulesFile } = options;
  return [
    ...(await problemsOf([
      () => refuseNone(options.outputFormats, ARTICLE_FORMATS, "outputFormats"),
      () => filteredLanguages(options.languageFilter),
      () => earliestDate(options),
      () => itemRules({ ...none, filterInFile }),
      () => itemRules({ ...none, filterOutFile }),
      () => itemRules({ ...none, categoryRulesFile }),
      () => templateOf(options),
      () => refuseNoHtml(options),
      () => refuseNoSelector(options),
      () => contentSelector(options),
      () => excludeSelectors(options),
    ])),
    ...(await problemsOf([() => refuseSingleBraces(options.itemTemplate)], "warning")),
    ...(await webProblems(options, web)),
  ];
}

/** ISO 8601; empty for no limit. Throws bad-input for what is no date. */
export function earliestDate({ fromDate }: RssScraperOptions): string {
  const from = feedDate(fromDate);
  if (fromDate.trim() === "" || from !== "") return from;
  throw badField(
    "fromDate",
    `fromDate is "${shown(fromDate)}", which is no date between 1970 and 2100. Write it as 2026-01-31.`,
  );
}

/** Undefined without a template. Throws bad-input for a field that there is not. */
export function templateOf({ itemTemplate: template }: RssScraperOptions): ItemTemplate | undefined {
  return template.trim() === "" ? undefined : itemTemplate(template);
}

function refuseNoHtml({ itemTemplate: template, outputFormats }: RssScraperOptions): void {
  if (template.trim() === "" || outputFormats.length === 0 || outputFormats.includes("html")) return;
  throw badField(
    "itemTemplate",
    'The itemTemplate makes html files, but outputFormats has no "html". Add it, or leave the template out.',
  );
}

function refuseNoSelector({ content, contentSelector }: RssScraperOptions): void {
  if (content !== "selector" || contentSelector.trim() !== "") return;
  throw badField(
    "contentSelector",
    'content is "selector", but contentSelector is empty. Give a CSS selector of the text.',
  );
}

function contentSelector({ content, contentSelector }: RssScraperOptions): Promise<void> | undefined {
  return content === "selector" ? checkSelectors(givenLines([contentSelector]), "contentSelector") : undefined;
}

function excludeSelectors({ content, excludeSelectorsFile }: RssScraperOptions): Promise<void> | undefined {
  const readsPages = content === "selector" || content === "fulltext";
  return readsPages ? checkSelectors(givenLines(excludeSelectorsFile), "excludeSelectorsFile") : undefined;
}

/** Loaded for the contents that are read from pages alone. */
async function checkSelectors(exclude: readonly string[], field: string): Promise<void> {
  const selectors = await import("../../engines/pages/extraction/selectors.js");
  await selectors.checkSelectors({ exclude }, field);
}
