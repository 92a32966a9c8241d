import { checkSelectors } from "../../engines/pages/extraction/extract.js";
import { badField, givenLines } from "../../engines/pages/fields.js";
import { SeenTexts } from "../../engines/pages/near-duplicates.js";
import { type Checkpoint, shown } from "../../kernel/index.js";
import { ARTICLE_FORMATS } from "../_kit/article-files.js";
import { filteredLanguages } from "../_kit/language-filter.js";
import { PageNames } from "../_kit/page-names.js";
import { webSession } from "../_kit/web/options.js";
import { noteHowItReads } from "../_kit/web/run-web.js";
import { blockedDomains } from "./blocked-domains.js";
import { inputLine } from "./input-line.js";
import { METADATA_NAMES } from "./options.js";
import type { Context, RunState } from "./state.js";

/** Checks the settings and takes up what an earlier attempt at the run has finished. Throws bad-input. */
export async function prepared(context: Context & { readonly lines: readonly string[] }): Promise<RunState> {
  const { options, runId, lines } = context;
  const formats = namesAmong(ARTICLE_FORMATS, options.outputFormats, "outputFormats");
  if (formats.length === 0) {
    throw badField("outputFormats", `outputFormats is empty. Set it to one or more of ${listed(ARTICLE_FORMATS)}.`);
  }
  if (options.maxWords > 0 && options.maxWords < options.minWords) {
    throw badField(
      "maxWords",
      "maxWords is smaller than minWords, so no page can fit. Raise it, or set it to 0 for no limit.",
    );
  }
  const include = givenLines(options.includeSelectorsFile);
  if (options.extractMode === "selector" && include.length === 0) {
    throw badField(
      "includeSelectorsFile",
      'extractMode is "selector", but includeSelectorsFile is empty. Give the CSS selectors of the content, or choose another mode.',
    );
  }
  const exclude = givenLines(options.excludeSelectorsFile);
  await checkSelectors({ include, exclude });
  const state: RunState = {
    session: webSession(options, runId, { cacheHours: options.cacheMaxAge }),
    formats,
    look: {
      links: options.keepLinks,
      images: options.keepImages || options.downloadImages,
      tables: options.keepTables,
      comments: options.keepComments,
      formatting: options.keepFormatting,
    },
    extract: {
      mode: options.extractMode,
      include,
      exclude,
      comments: options.keepComments,
    },
    required: namesAmong(METADATA_NAMES, options.requireMetadata, "requireMetadata"),
    languages: filteredLanguages(options.languageFilter),
    isBlocked: blockedDomains(options.blockedDomainsFile),
    names: new PageNames(),
    seen: new SeenTexts(options.dedupeContent, options.nearDistance),
    finished: new Set(),
    pages: new Map(),
    workers: Math.max(1, Math.floor(options.concurrency / Math.min(lines.length, options.concurrency))),
  };
  if (lines.some((line) => !/^(file|folder)$/.test(inputLine(line).kind))) noteHowItReads(context);
  for await (const checkpoint of context.checkpoints()) restore(checkpoint, state);
  return state;
}

/** What is noted of a finished page: enough to go on as if the run had never stopped. */
export function finishedPage(page: {
  readonly url: string;
  readonly name?: string;
  readonly hash?: string;
  readonly simhash?: string;
}): Checkpoint["value"] {
  const { url, name = "", hash = "", simhash = "" } = page;
  return { url, name, hash, simhash };
}

function restore({ key, value }: Checkpoint, state: RunState): void {
  state.finished.add(key);
  const { url, name, hash, simhash } = value;
  if (typeof url !== "string") return;
  if (!state.pages.has(url)) state.pages.set(url, key);
  if (typeof name !== "string" || name === "") return;
  state.names.restore(name, url);
  if (typeof hash === "string" && typeof simhash === "string") state.seen.remember({ hash, simhash }, url);
}

function namesAmong<Name extends string>(known: readonly Name[], given: readonly string[], field: string): Name[] {
  const names = [...new Set(given.map((name) => name.trim().toLowerCase()).filter((name) => name !== ""))];
  return names.map((name) => {
    const found = known.find((each) => each === name);
    if (found !== undefined) return found;
    throw badField(field, `${field} has "${shown(name)}", which is not known. Use one or more of ${listed(known)}.`);
  });
}

function listed(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
