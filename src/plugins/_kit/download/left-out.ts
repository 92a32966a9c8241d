import { type JsonObject, type RunLog, shown } from "../../../kernel/index.js";
import type { PageStatus } from "./page-rows.js";

/** What to change where pages are left out for a reason. */
const REMEDIES: Partial<Readonly<Record<PageStatus, string>>> = {
  "too-short": "Lower minWords.",
  "too-long": "Raise maxWords, or set it to 0.",
  "other-language": "Add the language to languageFilter, or empty the list.",
  "missing-metadata": "Ask for less in requireMetadata.",
  "blocked-domain": "Correct blockedDomainsFile.",
};

/** Counts the pages of a run that have no article and are no failures of their line, for a run that saves nothing. */
export class LeftOut {
  private readonly reasons = new Map<unknown, { count: number; readonly url: string; readonly error: string }>();
  private hasSaved = false;

  /** A page of this run was saved, now or in an earlier attempt at it. */
  saved(): void {
    this.hasSaved = true;
  }

  page({ status, url, error, words }: JsonObject): void {
    if (status === "ok") this.saved();
    const reason = status === "too-short" && words === 0 ? "empty" : status;
    const known = this.reasons.get(reason);
    if (known !== undefined) known.count += 1;
    else this.reasons.set(reason, { count: 1, url: String(url), error: String(error) });
  }

  /** Warns that the run saved nothing, and says which setting left its pages out. */
  note(log: RunLog): void {
    const [most, ...rest] = [...this.reasons].sort(([, a], [, b]) => b.count - a.count);
    if (this.hasSaved || most === undefined) return;
    const [status, { count, url, error }] = most;
    const total = [...this.reasons.values()].reduce((sum, reason) => sum + reason.count, 0);
    const others =
      total === 1 ? "was left out." : `and ${total - 1} more were left out, ${count} of them for one reason.`;
    const remedy = REMEDIES[status as PageStatus];
    const why = remedy === undefined ? error : `${error} ${remedy}`;
    const counts = rest.map(([reason, { count: of }]) => `${reason} ${of}`);
    const theRest = counts.length === 0 ? "" : ` The reasons of the others: ${counts.join(", ")}.`;
    log.warn(`Nothing was saved: ${shown(url)} ${others} ${why}${theRest}`, "empty-result");
  }
}
