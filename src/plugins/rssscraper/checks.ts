import { feedDate } from "../../engines/pages/feeds/feed-date.js";
import { badField, givenLines } from "../../engines/pages/fields.js";
import { type OptionProblem, type Providers, shown } from "../../kernel/index.js";
import { ARTICLE_FORMATS } from "../_kit/article-files.js";
import { howMany, problemsInLines, problemsOf, refuseNone, warningsOf } from "../_kit/checks.js";
import { filteredLanguages } from "../_kit/language-filter.js";
import { browserProblems } from "../_kit/web/browser-options.js";
import { webProblems } from "../_kit/web/options.js";
import { itemRules } from "./item-filter.js";
import { type ItemTemplate, itemTemplate, placesOf, refuseSingleBraces } from "./item-template.js";
import type { RssScraperOptions } from "./options.js";

/** What is wrong with the data object of an RSS scraper. */
export async function rssScraperProblems(
  options: RssScraperOptions,
  { web, browser }: Partial<Pick<Providers, "web" | "browser">>,
): Promise<OptionProblem[]> {
  const none = { filterInFile: [], filterOutFile: [], categoryRulesFile: [] };
  const { filterInFile, filterOutFile, categoryRulesFile } = options;
  return [
    ...(await problemsOf([
      () => refuseNone(options.outputFormats, ARTICLE_FORMATS, "outputFormats"),
      () => earliestDate(options),
      () => refuseNoHtml(options),
      () => refuseNoSelector(options),
      () => contentSelector(options),
    ])),
    ...(await problemsInLines(options.languageFilter, filteredLanguages)),
    ...(await problemsInLines(filterInFile, (lines) => itemRules({ ...none, filterInFile: lines }))),
    ...(await problemsInLines(filterOutFile, (lines) => itemRules({ ...none, filterOutFile: lines }))),
    ...(await problemsInLines(categoryRulesFile, (lines) => itemRules({ ...none, categoryRulesFile: lines }))),
    ...(await problemsInLines(placesOf(options.itemTemplate), (places) => itemTemplate(places.join("")))),
    ...(await problemsInLines(readsPages(options) ? options.excludeSelectorsFile : [], (lines) =>
      checkSelectors(givenLines(lines), "excludeSelectorsFile"),
    )),
    ...(await problemsOf([() => refuseSingleBraces(options.itemTemplate)], "warning")),
    ...notRead(options),
    ...(await webProblems(options, web)),
    ...(await browserProblems(options, browser)),
  ];
}

/** What a run passes over because another setting does not ask for it. */
function notRead(options: RssScraperOptions): OptionProblem[] {
  const { content, excludeSelectorsFile, publishFeed } = options;
  const ofContent = `but content is "${content}", so a run does not read it.`;
  return warningsOf([
    [
      "contentSelector",
      content !== "selector" && options.contentSelector.trim() !== "",
      `contentSelector is set, ${ofContent} Set content to "selector".`,
    ],
    [
      "excludeSelectorsFile",
      !readsPages(options) && givenLines(excludeSelectorsFile).length > 0,
      `excludeSelectorsFile has ${howMany(excludeSelectorsFile)}, ${ofContent} Set content to "fulltext" or "selector".`,
    ],
    [
      "publishTitle",
      publishFeed === "none" && options.publishTitle.trim() !== "",
      'publishTitle is set, but publishFeed is "none", so no feed is published. Set publishFeed to "rss", "atom" or "json".',
    ],
  ]);
}

function readsPages({ content }: RssScraperOptions): boolean {
  return content === "selector" || content === "fulltext";
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

/** Loaded for the contents that are read from pages alone. */
async function checkSelectors(exclude: readonly string[], field: string): Promise<void> {
  const selectors = await import("../../engines/pages/extraction/selectors.js");
  await selectors.checkSelectors({ exclude }, field);
}
