import { setImmediate } from "node:timers/promises";
import type { Dispatcher } from "undici";
import type { ScriptoriumError } from "../../kernel/errors.js";
import type { WebPage, WebPost, WebRequest, WebSession } from "../../kernel/providers.js";
import { untilAborted } from "../../kernel/values/until-aborted.js";
import { displayed } from "../network/displayed.js";
import type { AddressRules } from "./addresses.js";
import { asksForPause, type Reading, readAnswer } from "./answers.js";
import { discard } from "./body.js";
import type { Cookies } from "./cookies.js";
import type { Credentials } from "./credentials.js";
import { failed, failure, type Limits, limited, timeout } from "./failures.js";
import { type Headers, harmlessOf, headerOf, headersFor, setCookies, staysWith } from "./headers.js";
import { type Politeness, TooLong } from "./politeness.js";
import { type Outcome, readRetryAfter } from "./retrying.js";
import type { Slots } from "./slots.js";
import type { StoredPages } from "./stored-pages.js";

/** One request with all that its redirects need. */
export interface Job {
  readonly session: WebSession | undefined;
  readonly control: AbortController;
  readonly limits: Limits;
  readonly reading: Reading;
  /** How many redirects are followed. */
  readonly redirects: number;
  readonly userAgent: string;
  /** Headers of this request alone. */
  readonly own: Headers;
  /** What the user gave for the requests of the session. */
  readonly credentials: Credentials | undefined;
  readonly unless: WebRequest["unless"];
  readonly post: WebPost | undefined;
  readonly cookies: Cookies | undefined;
  /** Slots of the session, besides those of everybody. */
  readonly slots: Slots | undefined;
  /** Longest wait for a host that asked to be left alone. */
  readonly patienceMs: number;
  /** Who is to know of waits for a host. */
  readonly tell: TellOfHost | undefined;
  /**
   * Called before each request with its address: how long its host is to be left alone since the last request, `undefined`
   * for a request that does not count. Rejects when the address may not be fetched.
   */
  readonly permit: (url: URL) => Promise<number | undefined>;
  /** Pages that were fetched before, for hops that carry nothing of the caller; undefined where they are of no use. */
  readonly stored: StoredPages | undefined;
}

/** What of a job a wait for a host needs. */
type Waiting = Pick<Job, "control" | "slots" | "patienceMs" | "tell">;

/** `done` gives the place back. */
interface Placed<T> {
  readonly begun: T;
  readonly done: () => void;
}

/** Milliseconds from now on, and why in a few words. */
export type TellOfHost = (host: string, milliseconds: number, because: string) => void;

export interface Sending {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  /** @default GET */
  readonly method?: string;
  readonly body?: Uint8Array | undefined;
}

export interface RedirectsOptions {
  readonly rules: AddressRules;
  readonly politeness: Politeness;
  readonly slots: Slots;
  readonly now: () => Date;
  /** Asks for one address, redirects not followed. */
  readonly send: (session: WebSession | undefined, sending: Sending) => Promise<Dispatcher.ResponseData>;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Bodies of redirects that are read to their end, which is quicker than a new connection. */
const REDIRECT_BYTES = 16 * 1024;
const REDIRECT_MS = 250;

type Hop = { readonly outcome: Outcome<WebPage> } | { readonly location: URL; readonly status: number };

/** Follows an address through its redirects to the answer; each of them is judged, waited for and limited as the first. */
export function createRedirects({ rules, politeness, slots, now, send }: RedirectsOptions) {
  async function follow(first: URL, job: Job): Promise<Outcome<WebPage>> {
    const { signal } = job.control;
    const redirects: { url: string; status: number }[] = [];
    let url = first;
    let own = job.own;
    let leftMs = job.limits.totalTimeoutMs;
    for (;;) {
      const stored = await (await carriedTo(url, job, own)).stored?.fresh(url, redirects);
      signal.throwIfAborted();
      if (stored !== undefined) return { page: stored };
      // A redirect gives its place back before it asks for the next, so that two hosts cannot wait for each other.
      const { done } = await place(url, job, await job.permit(url));
      const started = performance.now();
      const timer = setTimeout(() => job.control.abort(timeout("total", url, job.limits)), leftMs);
      let hop: Hop;
      try {
        hop = await untilAborted(signal, ask(url, job, own, redirects));
      } catch (error) {
        throw signal.aborted ? signal.reason : failure(error, url, job.limits);
      } finally {
        clearTimeout(timer);
        done();
      }
      if ("outcome" in hop) return hop.outcome;
      redirects.push({ url: url.href, status: hop.status });
      if (redirects.length > job.redirects) {
        const isCircle = redirects.slice(0, -1).some((earlier) => earlier.url === url.href);
        throw tooMany(first, job.redirects, hop.status, isCircle);
      }
      if (!staysWith(url, hop.location)) own = harmlessOf(own);
      url = hop.location;
      leftMs = Math.max(0, leftMs - (performance.now() - started));
    }
  }

  /** Waits until the host may be asked and there is a place for it, and begins. */
  async function place(url: URL, job: Waiting, delayMs: number | undefined): Promise<Placed<void>>;
  async function place<T>(
    url: URL,
    job: Waiting,
    delayMs: number | undefined,
    begin: () => Promise<T>,
  ): Promise<Placed<T>>;
  async function place<T>(url: URL, job: Waiting, delayMs: number | undefined, begin?: () => Promise<T>) {
    const { signal } = job.control;
    const ofSession = await job.slots?.take(nameOf(url), signal);
    let ofHost: (() => void) | undefined;
    const done = () => {
      ofHost?.();
      ofSession?.();
    };
    try {
      const { tell, patienceMs } = job;
      const wait = {
        delayMs,
        patienceMs,
        tell: tell && ((ms: number, because: string) => tell(hostOf(url), ms, because)),
      };
      const begun = await politeness.turn(hostOf(url), wait, signal, async () => {
        ofHost = await slots.take(nameOf(url), signal);
        return await begin?.();
      });
      return { begun, done };
    } catch (error) {
      done();
      throw error instanceof TooLong ? limited(url, error.milliseconds, {}) : error;
    }
  }

  async function ask(
    url: URL,
    job: Job,
    own: Headers,
    redirects: readonly { url: string; status: number }[],
  ): Promise<Hop> {
    const { session, reading } = job;
    const carried = await carriedTo(url, job, own);
    const stored = await carried.stored?.conditionsFor(url);
    const { cookies } = carried;
    const headers = headersFor(carried.headers, { userAgent: job.userAgent, cookies, unless: stored ?? job.unless });
    const { signal } = job.control;
    const answer = await send(session, { url, ...askingOf(headers, job.post), signal });
    try {
      await job.cookies?.take(url, setCookies(answer));
      const status = answer.statusCode;
      const retryAfterMs = readRetryAfter(headerOf(answer, "retry-after"), now());
      if (retryAfterMs !== undefined && asksForPause(status)) {
        politeness.hold(hostOf(url), retryAfterMs, `it answered ${status}`);
      }
      const location = headerOf(answer, "location");
      const asItIs = job.redirects === 0 && reading.statuses === "any";
      if (REDIRECTS.has(status) && location !== "" && !asItIs) {
        const target = rules.read(location, url);
        await readOut(answer);
        return { location: target, status };
      }
      const fetchedAt = now().toISOString();
      const facts = { redirects, fetchedAt, retryAfterMs, signedIn: carried.headers["authorization"] !== undefined };
      if (status === 304 && stored !== undefined) {
        return { outcome: { page: await stored.confirmed(redirects, fetchedAt) } };
      }
      const outcome = await readAnswer(url, answer, reading, facts);
      if (setCookies(answer).length === 0) await carried.stored?.keep(url, outcome);
      return { outcome };
    } finally {
      discard(answer.body);
      // A socket is free again one turn of the event loop after its answer has ended; an earlier request gets a new one.
      await setImmediate();
    }
  }

  return { follow, place };
}

function askingOf(headers: Record<string, string>, post: WebPost | undefined): Omit<Sending, "url" | "signal"> {
  if (post === undefined) return { headers };
  return { method: "POST", headers: { ...headers, "content-type": post.type }, body: Buffer.from(post.text) };
}

/** Reads a short body that nobody wants to its end, when it comes soon, so that its connection can be used again. */
async function readOut(answer: Dispatcher.ResponseData): Promise<void> {
  const length = headerOf(answer, "content-length");
  if (length === "" || !(Number(length) <= REDIRECT_BYTES)) return;
  await answer.body.dump({ limit: REDIRECT_BYTES, signal: AbortSignal.timeout(REDIRECT_MS) }).catch(() => {});
}

/** The full stop that a name may end with makes no other host of it. */
function nameOf({ hostname }: URL): string {
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}

/** The host of an address with its port, as it is waited for. */
export function hostOf(url: URL): string {
  return url.port === "" ? nameOf(url) : `${nameOf(url)}:${url.port}`;
}

/** What a request for an address carries of its caller. Stored pages are for requests that carry nothing. */
async function carriedTo(url: URL, job: Job, own: Headers) {
  const headers = { ...job.credentials?.headersFor(url), ...own };
  const cookies = (await job.cookies?.headerFor(url, job.credentials?.reach(url) ?? false)) ?? "";
  const stored = cookies === "" && Object.keys(headers).length === 0 ? job.stored : undefined;
  return { headers, cookies, stored };
}

function tooMany(first: URL, redirects: number, status: number, isCircle: boolean): ScriptoriumError {
  const how = isCircle ? "in a circle" : `more than ${redirects} times`;
  return failed(first, `${displayed(first)} redirects ${how}. Give the address it should lead to.`, {
    redirects,
    status,
  });
}
