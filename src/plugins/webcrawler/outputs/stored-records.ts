import type { Frontier } from "../frontier.js";
import type { CrawlContext } from "../options.js";
import type { CrawlRecord, PageRecord } from "../record.js";

/** All that is stored of the pages of a run, in the order in which they were fetched. */
export async function* pagesOf(
  { checkpoints }: Pick<CrawlContext, "checkpoints">,
  { addresses }: Pick<Frontier, "addresses">,
): AsyncGenerator<{ readonly key: string; readonly page: number; readonly record: PageRecord }> {
  for await (const { key, value } of checkpoints()) {
    const record = value as unknown as CrawlRecord;
    const page = record.kind === "page" ? addresses.find(key) : undefined;
    if (record.kind === "page" && page !== undefined) yield { key, page, record };
  }
}
