import { type OptionProblem, type Providers, shown } from "../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { withoutLogins } from "../_kit/web/logins.js";
import { keywordLine } from "./keyword-line.js";
import { type ArticleCreatorOptions, SOURCE_MODES, type SourceMode } from "./options.js";

type Sources = Partial<Pick<Providers, "web" | "search" | "folder">>;

/**
 * The kinds of sources that cannot be had for want of a provider: an error where nothing else was asked for, else a warning.
 * What the list of keywords is for is asked only when it has one.
 */
export function missingProviders(options: ArticleCreatorOptions, providers: Sources, taskId = ""): OptionProblem[] {
  const given = options.sourceMode.map((mode) => mode.trim().toLowerCase());
  const modes = SOURCE_MODES.filter((mode) => given.includes(mode));
  const isAlone = modes.length === 1;
  const lacking = modes.flatMap((mode) => lack(mode, options, providers, taskId));
  return lacking.map(({ alone, besides }) => ({
    field: "sourceMode",
    code: "no-provider",
    message: isAlone ? alone : besides,
    severity: isAlone ? "error" : "warning",
  }));
}

interface Lack {
  /** What is said where it is the only kind of source. */
  readonly alone: string;
  readonly besides: string;
}

function lack(
  mode: SourceMode,
  options: ArticleCreatorOptions,
  { web, search, folder }: Sources,
  taskId: string,
): Lack[] {
  const first = options.articleKeywordsFile.find((line) => line.trim() !== "");
  if (mode === "search" && first !== undefined && search === undefined) {
    const keyword = shown(keywordLine(withoutLogins(first.trim()), taskId).keyword);
    return [
      {
        alone: `${noProvider("search")} Article creator needs one to find pages for "${keyword}". Set sourceMode to "folder", "text" or "urls" and give the sources, or to "wikipedia", which needs none. ${toHaveProvider("search")}`,
        besides: "No search provider is configured: articles are made from the other sources only.",
      },
    ];
  }
  if (mode === "search" && first !== undefined && web === undefined) {
    return [
      {
        alone: noWeb("the pages that a search finds"),
        besides: "No web provider is configured: pages that a search finds cannot be read.",
      },
    ];
  }
  if ((mode === "urls" || mode === "rss") && isFilled(options.sourceUrlsFile) && web === undefined) {
    const what = mode === "urls" ? "pages of sourceUrlsFile" : "feeds of sourceUrlsFile";
    return [{ alone: noWeb(`the ${what}`), besides: unread(what, "web") }];
  }
  if (mode === "wikipedia" && first !== undefined && web === undefined) {
    return [{ alone: noWeb("Wikipedia"), besides: unread("articles of Wikipedia", "web") }];
  }
  if (mode === "folder" && isFilled([options.sourceFolder]) && folder === undefined) {
    return [
      {
        alone: `${noProvider("folder")} Article creator needs one to read sourceFolder. Set sourceMode to "text" or "urls" and give the sources. ${toHaveProvider("folder")}`,
        besides: unread("folder of sourceFolder", "folder"),
      },
    ];
  }
  return [];
}

function noWeb(what: string): string {
  return `${noProvider("web")} Article creator needs one to read ${what}. Set sourceMode to "folder" or "text" and give the sources. ${toHaveProvider("web")}`;
}

function unread(what: string, provider: "web" | "folder"): string {
  return `The ${what} cannot be read. ${noProvider(provider)} ${toHaveProvider(provider)}`;
}

function isFilled(lines: readonly string[]): boolean {
  return lines.some((line) => line.trim() !== "");
}
