import type { ScriptoriumError } from "../../kernel/errors.js";
import type { Clock } from "../../kernel/values/clock.js";

/** What a request came to: an answer, and for callers that want pages alone the error that this answer is. */
export interface Outcome<Page> {
  readonly page?: Page;
  readonly error?: ScriptoriumError;
}

export interface RetryOptions {
  readonly retries: number;
  readonly maxRetryAfterMs: number;
  readonly clock: Clock;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** Called before a pause that is worth a word. */
  readonly tell?: ((milliseconds: number, because: string) => void) | undefined;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const TOLD_PAUSE_MS = 1000;
const FIRST_LOOKUP_PAUSE_MS = 1_000;
const MOST_LOOKUPS = 3;
/** Errors of a connection that may be gone a moment later. */
const PASSING_ERRNOS: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EADDRNOTAVAIL",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "PROXY",
]);
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Tries again what failed in passing, after pauses that double and are never quite alike, so that many who failed together
 * do not come back together. Where a site said when to come back, the wait for its host is what passes the time.
 */
export async function retrying<Page>(
  attempt: () => Promise<Outcome<Page>>,
  options: RetryOptions,
): Promise<Outcome<Page>> {
  for (let made = 0; ; made += 1) {
    const outcome = await attempt();
    const { error } = outcome;
    if (error === undefined || made >= options.retries) return outcome;
    const wait = pauseAfter(error, made, options);
    if (wait === undefined) return outcome;
    if (wait >= TOLD_PAUSE_MS) options.tell?.(wait, reasonOf(error));
    if (wait > 0) await options.clock.sleep(wait, options.signal);
  }
}

/** Milliseconds, or undefined where trying again is of no use. */
function pauseAfter({ code, facts }: ScriptoriumError, made: number, options: RetryOptions): number | undefined {
  const { retryAfterSeconds: seconds, status, errno } = facts;
  const full = Math.min(FIRST_PAUSE_MS * 2 ** made, LONGEST_PAUSE_MS);
  const pause = full / 2 + (full / 2) * options.random();
  if (code === "FETCH_LIMITED" && typeof seconds === "number") {
    if (seconds * 1000 > options.maxRetryAfterMs) return undefined;
    // A time that is over already is no leave to ask at once, and over again.
    return seconds * 1000 < pause ? pause : 0;
  }
  // A name server that is out of reach is back more slowly than a site, and three times are enough.
  if (errno === "EAI_AGAIN") return made < MOST_LOOKUPS ? FIRST_LOOKUP_PAUSE_MS * 2 ** made : undefined;
  const passing =
    code === "FETCH_TIMEOUT" ||
    code === "FETCH_LIMITED" ||
    (code === "FETCH_FAILED" && (typeof status === "number" ? isPassing(status) : PASSING_ERRNOS.has(errno)));
  if (!passing) return undefined;
  return pause;
}

function reasonOf({ code, facts: { status, errno } }: ScriptoriumError): string {
  if (typeof status === "number") return `it answered ${status}`;
  return code === "FETCH_TIMEOUT" ? "no answer in time" : String(errno ?? "it asks for a pause");
}

function isPassing(status: number): boolean {
  return PASSING_STATUSES.has(status) || status >= 500;
}

/** The wait a Retry-After header asks for, in milliseconds; it is a number of seconds or a date. */
export function readRetryAfter(header: string, now: Date): number | undefined {
  const text = header.trim();
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
