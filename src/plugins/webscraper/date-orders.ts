import type { ColumnsRead, KnownOrder } from "../../engines/pages/columns/page-columns.js";
import type { JsonObject, RunLog } from "../../kernel/index.js";

interface Taken extends KnownOrder {
  /** A date that was read so before any showed the order; empty where there was none. */
  readonly either: string;
}

const WORDS = { dmy: "the day", mdy: "the month" } as const;

/**
 * In which order a run reads the dates of each column that are written like 5/1/2024. It is decided once for a column: by the first page
 * on which a date shows it, and until then as the first page was read.
 */
export class DateOrders {
  private readonly taken = new Map<string, Taken>();
  private readonly mixed = new Set<string>();
  private isSaved = true;

  /** `earlier` is what `unsaved` gave before the run was interrupted. */
  constructor(earlier: JsonObject = {}) {
    for (const [name, taken] of Object.entries(earlier)) this.taken.set(name, taken as unknown as Taken);
  }

  known(): Record<string, KnownOrder> {
    return Object.fromEntries([...this.taken].map(([name, { order, isSure }]) => [name, { order, isSure }]));
  }

  /** Takes what a page says; false when another page has decided otherwise meanwhile, so that it is to be read again. */
  accepts({ orders = {} }: Pick<ColumnsRead, "orders">, log: RunLog): boolean {
    const read = Object.entries(orders);
    const decided = read.every(([name, { order, ...first }]) => {
      const taken = this.taken.get(name);
      return taken === undefined || taken.order === order || (!taken.isSure && first[order] !== "");
    });
    if (!decided) return false;
    for (const [name, { order, isGiven, dmy, mdy, either }] of read) {
      const shownBy = { dmy, mdy }[order];
      const before = this.taken.get(name);
      if (before?.isSure !== true) this.take(name, { order, isSure: isGiven || shownBy !== "", either }, shownBy, log);
      if ((order === "dmy" ? mdy : dmy) !== "" && !this.mixed.has(name)) {
        this.mixed.add(name);
        const advice = isGiven
          ? "as its transform says; check it against the page."
          : "write date:dmy or date:mdy as its transform to have it otherwise.";
        log.warn(
          `The column "${name}" holds dates of both orders, such as ${order === "dmy" ? mdy : dmy}. Those that show neither are read with ${WORDS[order]} first${isGiven ? ", " : "; "}${advice}`,
        );
      }
    }
    return true;
  }

  /** What is to be kept for a run that is interrupted; undefined where nothing is new. */
  unsaved(): JsonObject | undefined {
    if (this.isSaved) return undefined;
    this.isSaved = true;
    return Object.fromEntries(this.taken) as unknown as JsonObject;
  }

  /** Names the columns of which no date has shown the order. */
  sayUnsure(log: RunLog): void {
    for (const [name, { order, isSure, either }] of this.taken) {
      if (isSure) continue;
      log.warn(
        `No date of the column "${name}" shows whether the day or the month comes first, for example ${either}. They were read with ${WORDS[order]} first; write date:dmy or date:mdy as its transform to say which.`,
      );
    }
  }

  private take(name: string, taken: Taken, shownBy: string, log: RunLog): void {
    const before = this.taken.get(name);
    if (before !== undefined && !taken.isSure) return;
    this.taken.set(name, taken);
    this.isSaved = false;
    if (before === undefined || before.order === taken.order) return;
    log.warn(
      `Dates of the column "${name}" such as ${before.either} were read with ${WORDS[before.order]} first, before ${shownBy} showed that ${WORDS[taken.order]} comes first. Write date:${taken.order} as its transform and run the task again.`,
    );
  }
}
