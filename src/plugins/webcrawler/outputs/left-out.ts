import type { RunLog } from "../../../kernel/index.js";
import type { CrawlScope } from "../scope.js";

/** Counts the links that the patterns leave out, for a crawl that comes no further than its start addresses. */
export class LeftOutLinks {
  private readonly counts = { includePatternsFile: 0, excludePatternsFile: 0 };
  private links = 0;

  constructor(private readonly scope: Pick<CrawlScope, "leftOutBy">) {}

  /** Takes a link of a page that was fetched to one that was not. */
  link(address: string): void {
    const field = this.scope.leftOutBy(address);
    if (field === "reach") return;
    this.links += 1;
    if (field !== undefined) this.counts[field] += 1;
  }

  /** Warns when there were links, and the patterns left out each of them. */
  note(log: RunLog): void {
    const { includePatternsFile, excludePatternsFile } = this.counts;
    if (this.links === 0 || includePatternsFile + excludePatternsFile < this.links) return;
    const field = includePatternsFile > excludePatternsFile ? "includePatternsFile" : "excludePatternsFile";
    const all = this.links === 1 ? "the only link" : `all ${this.links} links`;
    const does =
      includePatternsFile > 0 && excludePatternsFile > 0
        ? "includePatternsFile and excludePatternsFile leave"
        : `${field} leaves`;
    log.warn(
      `Only start addresses were crawled: ${does} out ${all} on their pages. Correct the patterns.`,
      "empty-result",
    );
  }
}
