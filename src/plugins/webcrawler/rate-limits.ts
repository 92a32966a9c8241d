import type { Clock, WebPage } from "../../kernel/index.js";
import { ScriptoriumError } from "../../kernel/index.js";
import type { WebCrawlerOptions } from "./options.js";
import { hostOf } from "./scope.js";

/** A wait that a site may ask for; what asks for more is given up. */
const LONGEST_SECONDS = 3600;
const SAME_IN_ROW = 3;
/** Refusals that waiting does not end. */
const LASTING = new Set(["captcha", "challenge", "block", "sign-in", "consent"]);

/** What sites ask for that want fewer requests: pages wait, and so does a host that says for how long. */
export class RateLimits {
  private readonly restsUntil = new Map<string, number>();
  private readonly tries = new Map<number, number>();
  /** Answers in a row, by host, that asked for a pause. */
  private readonly inRow = new Map<string, number>();

  constructor(
    private readonly options: WebCrawlerOptions,
    private readonly clock: Clock,
  ) {}

  /** Milliseconds for which the host of an address has to be left alone; 0 when it has not. */
  rest(address: string): number {
    if (this.restsUntil.size === 0) return 0;
    const host = hostOf(address);
    const left = (this.restsUntil.get(host) ?? 0) - this.clock.monotonic();
    if (left <= 0) this.restsUntil.delete(host);
    return Math.max(0, left);
  }

  /** Milliseconds after which a page is to be asked for again, or undefined when this answer is the last. */
  pauseAfter(number: number, address: string, answer: WebPage | ScriptoriumError): number | undefined {
    const host = hostOf(address);
    const asked = askedFor(answer, this.options.rateLimitStatuses, this.clock.now());
    const inRow = asked === undefined ? 0 : (this.inRow.get(host) ?? 0) + 1;
    if (inRow === 0) this.inRow.delete(host);
    else this.inRow.set(host, inRow);
    const made = this.tries.get(number) ?? 0;
    const { rateLimitRetries, rateLimitWait } = this.options;
    const seconds = asked?.seconds ?? rateLimitWait;
    if (asked === undefined || made >= rateLimitRetries || seconds > Math.max(LONGEST_SECONDS, rateLimitWait)) {
      this.tries.delete(number);
      return undefined;
    }
    this.tries.set(number, made + 1);
    const pause = seconds * 1000;
    // One answer without a time may mean the page and not the host.
    if (asked.seconds !== undefined || asked.all || inRow >= SAME_IN_ROW) {
      const until = this.clock.monotonic() + pause;
      this.restsUntil.set(host, Math.max(this.restsUntil.get(host) ?? 0, until));
    }
    return pause;
  }
}

/** Whether an answer asks for a pause, for how long, and whether of the whole host. */
function askedFor(answer: WebPage | ScriptoriumError, statuses: readonly number[], now: Date) {
  if (ScriptoriumError.is(answer)) {
    if (answer.code !== "FETCH_LIMITED") return undefined;
    const seconds = answer.facts["retryAfterSeconds"];
    return { all: true, ...(typeof seconds === "number" ? { seconds } : {}) };
  }
  if (!statuses.includes(answer.status) || LASTING.has(answer.refusal?.kind ?? "")) return undefined;
  const seconds = retryAfter(answer.headers?.["retry-after"] ?? "", now);
  return { all: answer.status === 429, ...(seconds === undefined ? {} : { seconds }) };
}

function retryAfter(header: string, now: Date): number | undefined {
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header);
  if (!/^\s*[a-z]{3}/i.test(header)) return undefined;
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, (time - now.getTime()) / 1000);
}
