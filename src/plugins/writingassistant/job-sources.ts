import type { Block } from "../../engines/pages/blocks.js";
import { type JsonObject, ScriptoriumError, shown, type WriterSource } from "../../kernel/index.js";
import { engineOf } from "../_kit/search/options.js";
import { readRegion, regionFor } from "../_kit/search/region.js";
import { nothingRead, readPages, type Source } from "../_kit/source-texts/read-sources.js";
import { SourceIndex } from "../_kit/source-texts/source-index.js";
import type { Job } from "./jobs.js";
import type { RunContext } from "./preparation.js";

/** A numbered source of an article, with the name by which readers know it. */
export interface JobSource extends WriterSource {
  /** Address of a page, or path of a file. */
  readonly address: string;
}

/** A source as rows name it. */
export function sourceRecord({ title, url, address }: JobSource): JsonObject {
  return url === "" ? { title, path: address } : { title, url };
}

/**
 * The sources of one article, the best first. They are looked for once a run, so that a stage that is done again has them in the same
 * order. Throws `empty-result` where none speaks of the subject.
 */
export async function jobSources(
  job: Job,
  queries: () => Promise<readonly string[]>,
  context: RunContext,
): Promise<readonly JobSource[]> {
  const { options } = context;
  if (options.research === "none") return [];
  const act = async (): Promise<JsonObject> => {
    const sources = await found(job, queries, context);
    return { sources: sources.map((source) => ({ ...source })) };
  };
  const what = `sources ${job.name} ${options.research} ${options.urlLimitResults} ${options.maxSourceWords}`;
  const { result } = await context.effect(what, act, { onUncertain: "retry" });
  // It is what `act` made, now or in an earlier attempt.
  return (result?.["sources"] ?? []) as unknown as readonly JobSource[];
}

async function found(
  job: Job,
  queries: () => Promise<readonly string[]>,
  context: RunContext,
): Promise<readonly JobSource[]> {
  const { options, state, clock, signal } = context;
  const pause = () => clock.sleep(0, signal);
  const index =
    options.research === "search" ? new SourceIndex(await searched(await queries(), context)) : state.shared;
  const best = await index.best(job.subject, options.urlLimitResults, pause);
  if (best.length === 0) {
    throw new ScriptoriumError(
      "empty-result",
      `None of the sources speaks of "${shown(job.subject)}". Give sources that do, or change the line.`,
      { line: shown(job.line) },
    );
  }
  return best.map((source) => ({
    title: source.title || source.address,
    url: /^https?:/i.test(source.address) ? source.address : "",
    address: source.address,
    text: asMarkdown(source.blocks, options.maxSourceWords),
  }));
}

/** The pages that the queries find, in turns, so that each has a part in them. */
async function searched(queries: readonly string[], context: RunContext): Promise<readonly Source[]> {
  const { options, providers, state, signal } = context;
  const search = providers.search;
  if (search === undefined) return [];
  const engines = engineOf(options);
  const { articleGoogleCountry, searchCacheHours: cacheHours, urlLimitResults: limit } = options;
  const region = regionFor(readRegion(articleGoogleCountry), "us", search, engines);
  const asked = { limit, cacheHours, ...region, ...(engines.length === 0 ? {} : { engines }), signal };
  const lists: string[][] = [];
  for (const query of queries) {
    const hits = await search.search(query, asked);
    lists.push(hits.map(({ url }) => url.replace(/#.*$/, "")));
  }
  const most = Math.max(0, ...lists.map((list) => list.length));
  const inTurns = Array.from({ length: most }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  // Some pages cannot be read, and some say the same.
  const urls = [...new Set(inTurns)].slice(0, limit * 2);
  if (urls.length === 0) {
    throw new ScriptoriumError(
      "empty-result",
      `The search found no page for "${shown(queries[0] ?? "")}". Change the line, or give pages with research "urls".`,
    );
  }
  const { sources, failures } = await readPages(urls, context, state.session);
  if (sources.length === 0) throw nothingRead(failures);
  return sources;
}

/** The text with its headings and lists, from its beginning, as long as it may be. */
function asMarkdown(blocks: readonly Block[], mostWords: number): string {
  const parts: string[] = [];
  let left = mostWords;
  for (const { kind, level = 2, text } of blocks) {
    const words = text.split(/\s+/).length;
    if (words > left) break;
    left -= words;
    const isNextItem = kind === "item" && parts.at(-1)?.startsWith("- ") === true;
    const line = kind === "heading" ? `${"#".repeat(level)} ${text}` : kind === "item" ? `- ${text}` : text;
    if (isNextItem) parts.push(`${parts.pop()}\n${line}`);
    else parts.push(line);
  }
  return parts.join("\n\n");
}
