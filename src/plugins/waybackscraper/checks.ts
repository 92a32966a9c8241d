import { archivePlace } from "../../engines/pages/archive/archive-addresses.js";
import type { OptionProblem, Providers } from "../../kernel/index.js";
import { problemsInLines, problemsOf, warningsOf } from "../_kit/checks.js";
import { filteredLanguages } from "../_kit/language-filter.js";
import { browserProblems } from "../_kit/web/browser-options.js";
import { webProblems } from "../_kit/web/options.js";
import { choiceProblems, readTimestamp } from "./choice.js";
import type { WaybackOptions } from "./options.js";

/** What is wrong with the data object of a Wayback scraper. */
export async function waybackProblems(
  options: WaybackOptions,
  { web, browser }: Partial<Pick<Providers, "web" | "browser">>,
): Promise<OptionProblem[]> {
  return [
    ...(await problemsOf([() => archivePlace(options.archiveUrl)])),
    ...(await problemsInLines(options.languageFilter, filteredLanguages)),
    ...(await choiceProblems(options)),
    ...notRead(options),
    ...(await webProblems(options, web)),
    ...(savesArticles(options) ? await browserProblems(options, browser) : []),
  ];
}

/** What a run passes over because another setting does not ask for it. */
function notRead(options: WaybackOptions): OptionProblem[] {
  const { pick, asOf, saveAs, rewriteLinks, pageRequisites, browser } = options;
  const savesRaw = saveAs === "raw" || saveAs === "both";
  const unread = (field: string) =>
    `${field} is on, but saveAs is "${saveAs}", so a run does not act on it. Set saveAs to "raw" or "both".`;
  return warningsOf([
    [
      "asOf",
      pick !== "asOf" && readTimestamp(asOf) !== undefined,
      `asOf is set, but pick is "${pick}", so a run does not read it. Set pick to "asOf".`,
    ],
    ["rewriteLinks", rewriteLinks && !savesRaw, unread("rewriteLinks")],
    ["pageRequisites", pageRequisites && !savesRaw, unread("pageRequisites")],
    [
      "browser",
      browser !== "never" && !savesArticles(options),
      `browser is "${browser}", but saveAs is "${saveAs}", so a run does not act on it. Set saveAs to "article" or "both".`,
    ],
  ]);
}

/** Only the text of articles is taken from pages in a browser. */
export function savesArticles({ saveAs }: Pick<WaybackOptions, "saveAs">): boolean {
  return saveAs === "article" || saveAs === "both";
}
