import { archivePlace } from "../../engines/pages/archive/archive-addresses.js";
import type { OptionProblem, WebProvider } from "../../kernel/index.js";
import { problemsOf } from "../_kit/checks.js";
import { filteredLanguages } from "../_kit/language-filter.js";
import { webProblems } from "../_kit/web/options.js";
import { choiceProblems } from "./choice.js";
import type { WaybackOptions } from "./options.js";

/** What is wrong with the data object of a Wayback scraper. */
export async function waybackProblems(options: WaybackOptions, web: WebProvider | undefined): Promise<OptionProblem[]> {
  return [
    ...(await problemsOf([() => archivePlace(options.archiveUrl), () => filteredLanguages(options.languageFilter)])),
    ...(await choiceProblems(options)),
    ...(await webProblems(options, web)),
  ];
}
