import { type Clock, ScriptoriumError, type WebPage } from "../../kernel/index.js";
import type { WebCrawlerOptions } from "./options.js";
import { hostOf } from "./scope.js";

/** A wait that a site may ask for; what asks for more is given up. */
const LONGEST_SECONDS = 3600;
const SAME_IN_ROW = 3;
/** Milliseconds between two requests to a host that refuses: at first, and as it goes on refusing. */
const FIRST_GAP = { least: 50, most: 1000 };
const LONGEST_GAP = 60_000;
const GROWTH = 1.5;
/** Pages in a row that a host has to give for requests to come at half the distance. */
const GOOD_IN_ROW = 20;
/** Those that say nothing of the host, whatever comes with them. */
const OF_PAGES = new Set([400, 401, 404, 410]);
/** Refusals that waiting does not end. */
const LASTING = new Set(["captcha", "challenge", "block", "sign-in", "consent"]);

/** How far apart a host that refuses is asked. */
interface Pace {
  gap: number;
  grownAt: number;
  good: number;
}

/**
 * What sites ask for that want fewer requests: pages wait, and so does a host that says for how long. Afterwards it is asked
 * for one page after the other, ever more slowly while it goes on refusing.
 */
export class RateLimits {
  private readonly restsUntil = new Map<string, number>();
  private readonly tries = new Map<number, number>();
  /** Answers in a row, by host, that asked for a pause. */
  private readonly inRow = new Map<string, number>();
  private readonly paces = new Map<string, Pace>();

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

  /** Milliseconds between two requests to a host; 0 when it does not refuse any. */
  gap(host: string): number {
    return this.paces.get(host)?.gap ?? 0;
  }

  /** A page is sent for. */
  sent(address: string): void {
    if (this.paces.size === 0) return;
    const host = hostOf(address);
    const gap = this.gap(host);
    if (gap > 0) this.restFor(host, gap);
  }

  /** Milliseconds after which a page is to be asked for again, or undefined when this answer is the last. */
  pauseAfter(number: number, address: string, answer: WebPage | ScriptoriumError): number | undefined {
    const host = hostOf(address);
    const asked = askedFor(answer, this.options.rateLimitStatuses, this.clock.now());
    const inRow = asked === undefined ? 0 : (this.inRow.get(host) ?? 0) + 1;
    if (inRow === 0) this.inRow.delete(host);
    else this.inRow.set(host, inRow);
    if (asked === undefined) {
      if (!ScriptoriumError.is(answer)) this.quicker(host);
      this.tries.delete(number);
      return undefined;
    }
    const made = this.tries.get(number) ?? 0;
    const { rateLimitRetries, rateLimitWait } = this.options;
    const seconds = asked.seconds ?? rateLimitWait;
    // One answer without a time may mean the page and not the host.
    const ofHost = asked.all || inRow >= SAME_IN_ROW;
    if (ofHost && asked.answered) this.slower(host, seconds * 1000);
    // A page that was not asked for, because its host rests on account of another, has used up none of its tries.
    const isLast = asked.answered && made >= rateLimitRetries;
    if (isLast || seconds > Math.max(LONGEST_SECONDS, rateLimitWait)) {
      this.tries.delete(number);
      return undefined;
    }
    if (asked.answered) this.tries.set(number, made + 1);
    if (!ofHost) return seconds * 1000;
    const pause = Math.max(seconds * 1000, this.gap(host));
    this.restFor(host, pause);
    return pause;
  }

  /** Leaves a host alone that refuses whatever it is asked for. Gives the milliseconds. */
  rests(host: string): number {
    const pause = 1000 * this.options.rateLimitWait;
    this.restFor(host, pause);
    return pause;
  }

  /** Whether an answer may be about whoever asks as well as about the page. Those of 404 and 410 are about the page. */
  isPlainRefusal({ status, refusal, headers }: WebPage): boolean {
    const isPlain = status === 403 ? refusal === undefined : status === 401;
    if (!isPlain || this.options.rateLimitStatuses.includes(status)) return false;
    return retryAfter(headers?.["retry-after"] ?? "", this.clock.now()) === undefined;
  }

  private restFor(host: string, milliseconds: number): void {
    this.restsUntil.set(host, Math.max(this.restsUntil.get(host) ?? 0, this.clock.monotonic() + milliseconds));
  }

  private slower(host: string, pause: number): void {
    const now = this.clock.monotonic();
    const pace = this.paces.get(host);
    if (pace === undefined) {
      const gap = Math.min(Math.max(pause, FIRST_GAP.least), FIRST_GAP.most);
      this.paces.set(host, { gap, grownAt: now, good: 0 });
      return;
    }
    pace.good = 0;
    // Pages that were in flight together were all refused for one reason.
    if (now - pace.grownAt < pace.gap / 2) return;
    pace.gap = Math.min(GROWTH * pace.gap, LONGEST_GAP);
    pace.grownAt = now;
  }

  private quicker(host: string): void {
    const pace = this.paces.get(host);
    if (pace === undefined) return;
    pace.good += 1;
    if (pace.good < GOOD_IN_ROW) return;
    pace.good = 0;
    pace.gap /= 2;
    if (pace.gap < FIRST_GAP.least) this.paces.delete(host);
  }
}

/** Whether an answer asks for a pause, for how long, and whether of the whole host. */
function askedFor(answer: WebPage | ScriptoriumError, statuses: readonly number[], now: Date) {
  if (ScriptoriumError.is(answer)) {
    if (answer.code !== "FETCH_LIMITED") return undefined;
    const seconds = answer.facts["retryAfterSeconds"];
    const answered = answer.facts["status"] !== undefined;
    return { all: true, answered, ...(typeof seconds === "number" ? { seconds } : {}) };
  }
  const { status, headers, refusal } = answer;
  const seconds = status >= 400 ? retryAfter(headers?.["retry-after"] ?? "", now) : undefined;
  // Who says when to come back is asked again then, whatever the settings are.
  if (seconds !== undefined) return { all: !OF_PAGES.has(status), answered: true, seconds };
  if (!statuses.includes(status) || LASTING.has(refusal?.kind ?? "")) return undefined;
  return { all: status === 429, answered: true };
}

function retryAfter(header: string, now: Date): number | undefined {
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header);
  if (!/^\s*[a-z]{3}/i.test(header)) return undefined;
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, (time - now.getTime()) / 1000);
}
