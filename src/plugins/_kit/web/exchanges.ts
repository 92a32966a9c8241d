import { createHash } from "node:crypto";
import {
  type BrowserProvider,
  type ErrorCode,
  isPlainObject,
  type JsonObject,
  type RenderedPage,
  type RenderRequest,
  type RunErrorCode,
  ScriptoriumError,
  shown,
  type WebPage,
  type WebProvider,
  type WebRequest,
  type WebRobots,
} from "../../../kernel/index.js";

/**
 * One question to the web and its answer, as a recording keeps it: a JSON file with the name of `exchangeName`. Of a
 * question it holds what decides the answer and no header but those of `RECORDED_HEADERS`; so neither cookies nor passwords,
 * nor which proxy was used, come into a recording.
 */
export interface RecordedExchange {
  /** Of this format. */
  readonly version: 1;
  /** Whether a page was asked for, a page in a browser, or what the site's robots.txt says. */
  readonly what: "page" | "rendered" | "robots";
  /** As it was asked for, without a user name and password. */
  readonly url: string;
  readonly request: Pick<WebRequest, "as" | "statuses" | "maxBytes" | "redirects" | "unless" | "headers" | "post"> & {
    /** Of a page in a browser: what was asked for besides. */
    readonly render?: JsonObject;
  };
  /** The same question may be asked more than once in a run: from 0 on, in the order it was asked. */
  readonly number: number;
  /** One of the four. A page has its `body` in base64, when it was asked for as bytes. */
  readonly page?: Omit<WebPage, "body"> & { readonly body?: string };
  /** A page in a browser, its images and its PDF file in base64. */
  readonly rendered?: Omit<RenderedPage, "body" | "screenshots" | "pdf"> & {
    readonly screenshots?: readonly string[];
    readonly pdf?: string;
  };
  readonly robots?: WebRobots;
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly facts: Readonly<Record<string, unknown>>;
  };
}

/** Keeps an exchange under its name. */
export type PutExchange = (name: string, content: string) => void | Promise<void>;
/** The exchange of a name, or undefined when there is none. */
export type ReadExchange = (name: string) => Promise<string | Uint8Array | undefined> | string | Uint8Array | undefined;

/** Counts how often each question is asked, for all that record or replay parts of one run. */
export class Askings {
  private readonly counts = new Map<string, number>();
  private readonly firsts = new Map<string, Promise<number>>();

  /** `isKept` says whether an earlier attempt at the run kept an exchange under a name; these are skipped. */
  constructor(private readonly isKept?: (name: string) => Promise<boolean>) {}

  /** The number of this asking, counted at once: which of two is answered first is a matter of chance. */
  async number(question: Question): Promise<number> {
    const key = hashed(question, 0);
    const count = this.counts.get(key) ?? 0;
    this.counts.set(key, count + 1);
    if (this.isKept === undefined) return count;
    const first = this.firsts.get(key) ?? this.firstFree(question, this.isKept);
    this.firsts.set(key, first);
    return (await first) + count;
  }

  private async firstFree(question: Question, isKept: (name: string) => Promise<boolean>): Promise<number> {
    let number = 0;
    while (await isKept(exchangeName(question, number))) number += 1;
    return number;
  }
}

type Question = Pick<RecordedExchange, "what" | "url" | "request">;
type Answer = Pick<RecordedExchange, "page" | "rendered" | "robots" | "error">;

/** Headers of a request that may change what comes back and say nothing about the caller. */
const RECORDED_HEADERS: ReadonlySet<string> = new Set(["accept", "accept-language", "range", "if-range"]);
/** Of answers: a provider leaves cookies out, but not every one of them is ours. */
const SECRET_HEADERS = /^(?:set-cookie2?|cookie|authorization|authentication-info|proxy-.*)$/;

/**
 * A web provider that answers as this one and keeps every answer, failures included, with `put`. What an aborted request
 * came to is not kept. Meant for tests of plugins: record once with a real provider, then replay with `replayedWeb`.
 */
export function recordedWeb(web: WebProvider, put: PutExchange, askings = new Askings()): WebProvider {
  const kept = keeping(put, askings);
  return {
    fetch: (url, request) =>
      kept(
        pageQuestion(url, request),
        request.signal,
        () => web.fetch(url, request),
        (page) => ({ page: recordedPage(page) }),
      ),
    robots: (url, request) =>
      kept(
        robotsQuestion(url),
        request.signal,
        async () => (await web.robots?.(url, request)) ?? { allowed: true, sitemaps: [] },
        (robots) => ({ robots }),
      ),
    forget: async (sessionId) => web.forget?.(sessionId),
  };
}

/** A browser that renders as this one and keeps every page, failures included, as `recordedWeb` does. */
export function recordedBrowser(browser: BrowserProvider, put: PutExchange, askings = new Askings()): BrowserProvider {
  const kept = keeping(put, askings);
  return {
    render: (url, request) =>
      kept(
        renderedQuestion(url, request),
        request.signal,
        () => browser.render(url, request),
        (rendered) => ({ rendered: recordedRendering(rendered) }),
      ),
    forget: async (sessionId) => browser.forget?.(sessionId),
  };
}

function keeping(put: PutExchange, askings: Askings) {
  return async <T>(question: Question, signal: AbortSignal, ask: () => Promise<T>, of: (answer: T) => Answer) => {
    const number = await askings.number(question);
    const keep = (answer: Answer) => put(exchangeName(question, number), printed(question, number, answer));
    const answer = await ask().catch(async (error: unknown) => {
      if (!signal.aborted && ScriptoriumError.is(error)) {
        const { code, message, facts } = error;
        await keep({ error: { code, message, facts } });
      }
      throw error;
    });
    await keep(of(answer));
    return answer;
  };
}

/**
 * A web provider that answers from a recording and asks nobody. The same question gets its answers in the order in which
 * they were recorded. What the recording does not hold, or holds in a form that cannot be read, fails with FETCH_FAILED.
 */
export function replayedWeb(read: ReadExchange, askings = new Askings()): WebProvider {
  const answerTo = answering(read, askings);
  return {
    async fetch(url, request) {
      const { page } = await answerTo(pageQuestion(url, request), request.signal);
      if (page === undefined) throw unreadable(url);
      const { body, ...rest } = page;
      const replayed: WebPage = { ...rest, source: "recording" };
      return body === undefined ? replayed : { ...replayed, body: bytesOf(body) };
    },
    async robots(url, { signal }) {
      const { robots } = await answerTo(robotsQuestion(url), signal);
      if (robots === undefined) throw unreadable(url);
      return robots;
    },
    forget: async () => {},
  };
}

/** A browser that answers from a recording and renders nothing, as `replayedWeb` does. */
export function replayedBrowser(read: ReadExchange, askings = new Askings()): BrowserProvider {
  const answerTo = answering(read, askings);
  return {
    async render(url, request) {
      const { rendered } = await answerTo(renderedQuestion(url, request), request.signal);
      if (rendered === undefined) throw unreadable(url);
      const { screenshots, pdf, ...page } = rendered;
      return {
        ...page,
        source: "recording",
        ...(screenshots === undefined ? {} : { screenshots: screenshots.map(bytesOf) }),
        ...(pdf === undefined ? {} : { pdf: bytesOf(pdf) }),
      };
    },
    forget: async () => {},
  };
}

function answering(read: ReadExchange, askings: Askings) {
  return async (question: Question, signal: AbortSignal): Promise<Answer> => {
    signal.throwIfAborted();
    const number = await askings.number(question);
    const content = await read(exchangeName(question, number));
    if (content === undefined) throw notRecorded(question, number);
    const exchange = parsed(content, question);
    if (exchange?.error === undefined) return exchange ?? {};
    const { code, message, facts } = exchange.error;
    throw new ScriptoriumError(code as ErrorCode | RunErrorCode, message, facts);
  };
}

/** The name of the file of an exchange: 32 hex digits of the question and its number, and `.json`. */
export function exchangeName(question: Question, number: number): string {
  return `${hashed(question, number)}.json`;
}

function hashed({ what, url, request }: Question, number: number): string {
  const { as, statuses, maxBytes, redirects, unless, headers = {}, post, render } = request;
  const conditions = [unless?.etag, unless?.lastModified, ...Object.entries(headers).flat()];
  const rendering = render === undefined ? [] : [render];
  const posted = post === undefined ? [] : [post.type, post.text];
  const parts = [what, url, as, statuses, maxBytes, redirects, ...conditions, ...rendering, ...posted, number].map(
    (part) => part ?? null,
  );
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

function pageQuestion(url: string, asked: Omit<WebRequest, "signal">): Question {
  const { as, statuses, maxBytes, redirects, unless, post } = asked;
  const recorded = Object.entries({ ...asked.session?.headers, ...asked.headers })
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => RECORDED_HEADERS.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const request = {
    ...(as === undefined ? {} : { as }),
    ...(statuses === undefined ? {} : { statuses }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(redirects === undefined ? {} : { redirects }),
    ...(unless === undefined ? {} : { unless }),
    ...(post === undefined ? {} : { post }),
    ...(recorded.length === 0 ? {} : { headers: Object.fromEntries(recorded) }),
  };
  return { what: "page", url: withoutLogin(url), request };
}

function renderedQuestion(url: string, asked: RenderRequest): Question {
  const { signal: _signal, session: _session, statuses, ...render } = asked;
  // What is plain data, without members that are undefined.
  const plain = JSON.parse(JSON.stringify(render)) as JsonObject;
  return {
    what: "rendered",
    url: withoutLogin(url),
    request: { ...(statuses === undefined ? {} : { statuses }), render: plain },
  };
}

function robotsQuestion(url: string): Question {
  return { what: "robots", url: withoutLogin(url), request: {} };
}

/** Addresses with a password are refused by providers, and the refusal is recorded as well. */
function withoutLogin(url: string): string {
  return url.replace(/^(\s*[a-z][a-z0-9+.-]*:[/\\]*)[^/\\?#]*@/i, "$1");
}

function recordedPage({ body, headers, ...page }: WebPage): RecordedExchange["page"] {
  return {
    ...page,
    ...(headers === undefined ? {} : { headers: openHeaders(headers) }),
    ...(body === undefined ? {} : { body: base64(body) }),
  };
}

function recordedRendering({ body: _body, headers, screenshots, pdf, ...page }: RenderedPage) {
  return {
    ...page,
    ...(headers === undefined ? {} : { headers: openHeaders(headers) }),
    ...(screenshots === undefined ? {} : { screenshots: screenshots.map(base64) }),
    ...(pdf === undefined ? {} : { pdf: base64(pdf) }),
  };
}

function openHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !SECRET_HEADERS.test(name.toLowerCase())));
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "base64"));

function printed({ what, url, request }: Question, number: number, answer: Answer): string {
  const exchange: RecordedExchange = { version: 1, what, url, request, number, ...answer };
  // Facts of an error may hold what JSON cannot.
  return JSON.stringify(exchange, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value), 1);
}

/** Undefined for what is no exchange of this question; what it holds of an answer may be anything. */
function parsed(content: string | Uint8Array, question: Question): Answer | undefined {
  let read: unknown;
  try {
    read = JSON.parse(typeof content === "string" ? content : Buffer.from(content).toString());
  } catch {
    return undefined;
  }
  if (!isPlainObject(read) || read["version"] !== 1 || read["url"] !== question.url) return undefined;
  const { page, rendered, robots, error } = read;
  const whole = (page: Record<string, unknown>) =>
    TEXTS.every((name) => typeof page[name] === "string") && NUMBERS.every((name) => typeof page[name] === "number");
  if (isPlainObject(page) && whole(page)) {
    return { page: page as unknown as NonNullable<Answer["page"]> };
  }
  if (isPlainObject(rendered) && whole(rendered) && isPlainObject(rendered["requests"])) {
    return { rendered: { notes: [], ...rendered } as unknown as NonNullable<Answer["rendered"]> };
  }
  if (isPlainObject(robots) && Array.isArray(robots["sitemaps"])) return { robots: robots as unknown as WebRobots };
  if (isPlainObject(error) && typeof error["code"] === "string" && typeof error["message"] === "string") {
    const facts = isPlainObject(error["facts"]) ? error["facts"] : {};
    return { error: { code: error["code"], message: error["message"], facts } };
  }
  return undefined;
}

const TEXTS = ["url", "mediaType", "text"] as const;
const NUMBERS = ["status", "bytes"] as const;

function notRecorded({ what, url }: Question, number: number): ScriptoriumError {
  const subject = what === "robots" ? `the robots.txt for ${plainly(url)}` : plainly(url);
  const times = number === 0 ? "does not hold" : `does not hold a ${number + 1}${ordinal(number + 1)} answer for`;
  return new ScriptoriumError(
    "FETCH_FAILED",
    `The recording ${times} ${subject}. Run it again without replayRunId, or with the settings it was recorded with.`,
    { url: plainly(url), errno: "NOT_RECORDED" },
  );
}

function unreadable(url: string): ScriptoriumError {
  return new ScriptoriumError(
    "FETCH_FAILED",
    `What the recording holds for ${plainly(url)} cannot be read. Record the run again.`,
    { url: plainly(url), errno: "NOT_RECORDED" },
  );
}

/** An address without what may be secret in it. */
function plainly(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null
    ? shown(url.replace(/^.*@/s, ""))
    : shown(`${parsed.protocol}//${parsed.host}${parsed.pathname}`);
}

function ordinal(number: number): string {
  if (number % 100 >= 11 && number % 100 <= 13) return "th";
  return ["th", "st", "nd", "rd"][number % 10] ?? "th";
}
