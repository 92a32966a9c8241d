import type { Wait } from "../providers.js";
import { shown } from "../values/json.js";

/** Most waits that are told; of the others the number is. */
const MOST_TOLD = 2;
const LONGEST_NAME = 80;

/** Whom a run waits for. What is over goes by itself. */
export class Waits {
  private readonly waits = new Map<string, { readonly until: number; readonly because: string }>();

  /** A wait that says nothing is left out. */
  add(wait: Wait, redacted: (text: string) => string): void {
    const until = Date.parse(wait.until);
    if (Number.isNaN(until) || typeof wait.for !== "string" || typeof wait.because !== "string") return;
    const text = (value: string) => shown(redacted(value), LONGEST_NAME);
    this.waits.set(text(wait.for), { until, because: text(wait.because) });
  }

  /** One sentence without a full stop for the next that end; empty when there are none. */
  text(now: Date): string {
    for (const [name, { until }] of this.waits) if (until <= now.getTime()) this.waits.delete(name);
    const next = [...this.waits].sort(([, one], [, other]) => one.until - other.until);
    const told = next.slice(0, MOST_TOLD).map(([name, { until, because }]) => {
      return `${name} rests until ${timeOf(until, now)} UTC (${because})`;
    });
    const rest = next.length - told.length;
    return [...told, ...(rest > 0 ? [`and ${rest} more`] : [])].join(", ");
  }
}

/** With the day where that is another one. */
function timeOf(until: number, now: Date): string {
  // A wait that begins at a full second ends at one as well.
  const [day = "", time = ""] = new Date(Math.ceil(until / 1000) * 1000).toISOString().split("T");
  const clock = time.slice(0, 8);
  return now.toISOString().startsWith(day) ? clock : `${day} ${clock}`;
}
