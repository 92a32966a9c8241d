import type { Page, Request, Response } from "playwright-core";
import {
  type RenderedPage,
  type RenderRequest,
  ScriptoriumError,
  type WebPage,
  type WebPassage,
} from "../../kernel/index.js";
import { untilAborted } from "../../kernel/values/until-aborted.js";
import { displayed } from "../network/displayed.js";
import type { Settled } from "./browser-options.js";
import type { OpenPage, Place } from "./contexts.js";
import { brokenPage, networkFailure, noPage, tooLarge } from "./failures.js";
import { guardPage, type PageGuard } from "./page-guard.js";
import { takeScreenshot } from "./pictures.js";
import { readHtml } from "./read-html.js";
import { Rest } from "./settle.js";
import { clickedNext, doSteps, type Stage, sayUndone, scrolled, waitedFor } from "./steps.js";

export interface Rendering {
  readonly url: string;
  readonly request: RenderRequest;
  readonly passage: WebPassage;
  readonly options: Settled;
  /** Ends with the reason the page fails with. */
  readonly control: AbortController;
  /** When the time of the page is over, by the clock of the process. */
  readonly until: number;
  readonly limitMs: number;
  /** Why a page that broke down did. */
  readonly crashedBy: () => "crash" | "memory";
}

/** Of the time of a page, to read it: this part, within these limits. */
const READING_PART = 0.25;
const READING_MS = { least: 1_500, most: 5_000 };

/** Shows an address in a page and reads what became of it. */
export async function renderPage(place: Place, opened: OpenPage, rendering: Rendering): Promise<RenderedPage> {
  const { control, options } = rendering;
  const { signal } = control;
  const { page } = opened;
  page.on("crash", () => control.abort(brokenPage(rendering.url, rendering.crashedBy(), options.memoryMb)));
  page.on("dialog", (dialog) => void dialog.dismiss().catch(() => {}));
  try {
    return await untilAborted(signal, shownAndRead(place, opened, rendering));
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

async function shownAndRead(place: Place, opened: OpenPage, rendering: Rendering): Promise<RenderedPage> {
  const { url, request, passage, options, control } = rendering;
  const { signal } = control;
  const { page } = opened;
  const notes: string[] = [];
  const screenshots: Uint8Array[] = [];
  const rest = new Rest(opened, options.settleMs);
  const refusedBefore = new Map([...place.gate.refusals].map(([host, { count }]) => [host, count]));
  if (request.viewport !== undefined) await page.setViewportSize(request.viewport);
  const guard = await guardPage(opened, {
    passage,
    first: url,
    blocked: request.blockResources ?? ["media", "font"],
    hasHeaders: hasHeaders(request),
    signal,
    received: counter(url, control, options.maxLoadedBytes),
  });
  limitRequests(page, guard, rest, options.maxRequests, notes);

  const navigating = navigate(page, guard, place, rendering);
  place.prepare();
  let answer = await navigating;
  guard.arrived();
  rest.isLedOn = leadsOn(answer);
  page.on("response", (response) => {
    if (!isOfPage(page, response)) return;
    answer = response;
    rest.isLedOn = leadsOn(answer);
  });
  const mediaType = mediaTypeOf(answer);
  if (mediaType !== "" && !isShown(mediaType)) throw noPage(answer.url(), answer.status(), mediaType);

  const maxHtml = Math.min(request.maxBytes ?? options.maxHtml, options.maxHtml);
  const patienceMs = Math.min(options.settleMs, left(rendering));
  const still = isOnlyRead(request) ? await rest.still(patienceMs, maxHtml) : undefined;
  if (still === undefined && !(await rest.settled(Math.min(patienceMs, left(rendering))))) {
    notes.push("The page did not come to rest; it was read as it stood.");
  }
  const stage: Stage = {
    ...{ page, rest, signal, notes, screenshots, undone: [] },
    patienceMs: () => Math.max(100, Math.min(10_000, left(rendering))),
  };
  await prepare(stage, request);

  const read = async () => {
    const { html, notes: said } = await readHtml(page, maxHtml);
    for (const note of said) if (!notes.includes(note)) notes.push(note);
    if (html === undefined) throw tooLarge(url, maxHtml);
    return html;
  };
  const pages = request.next === undefined ? undefined : await clickedNext(stage, request.next, read);
  const isHtml = mediaTypeOf(answer) === "" || /html/.test(mediaTypeOf(answer));
  const text = pages?.at(-1) ?? (isHtml ? (still ?? (await read())) : await sourceOf(answer, maxHtml, url));
  if (request.screenshot !== undefined) {
    const full = request.screenshot === "full";
    screenshots.push(await takeScreenshot(page, { full, timeout: 0, notes }));
  }
  const pdf = request.pdf === true ? await page.pdf({ printBackground: true }) : undefined;
  notes.push(...refusedNotes(place, refusedBefore), ...ledNotes(guard.ledTo()));

  const webPage = await asWebPage(page, answer, text);
  const { refusal, error } = passage.judged(webPage);
  if (error !== undefined && request.statuses !== "any") throw error;
  const refused = refusedCount(place, refusedBefore);
  return {
    ...webPage,
    ...(refusal === undefined ? {} : { refusal }),
    ...(pages === undefined ? {} : { pages }),
    ...(screenshots.length === 0 ? {} : { screenshots }),
    ...(pdf === undefined ? {} : { pdf }),
    requests: { made: Math.max(rest.made, refused), refused },
    notes,
    ...(stage.undone.length === 0 ? {} : { undone: stage.undone }),
  };
}

/** Whether nothing is done with the page before it is read. */
function isOnlyRead({ waitFor, steps, scroll, next }: RenderRequest): boolean {
  return [waitFor, steps, scroll, next].every(
    (wish) => wish === undefined || (Array.isArray(wish) && wish.length === 0),
  );
}

/** Whether the server told the browser to go on to another page by itself. */
function leadsOn(answer: Response): boolean {
  return answer.headers()["refresh"] !== undefined;
}

async function navigate(page: Page, guard: PageGuard, place: Place, rendering: Rendering): Promise<Response> {
  const { url, passage, control } = rendering;
  const last = { url, status: 0, mediaType: "" };
  page.on("request", (request) => {
    if (isNavigation(page, request)) last.url = request.url();
  });
  page.on("response", (response) => {
    if (!isNavigation(page, response.request())) return;
    last.status = response.status();
    last.mediaType = mediaTypeOf(response);
  });
  try {
    const response = await page.goto(url, { waitUntil: "commit", timeout: 0 });
    if (response === null) throw networkFailure(passage, url, "net::ERR_EMPTY_RESPONSE");
    const failure = response.status() === 502 ? place.gate.failureOf(new URL(response.url())) : undefined;
    if (failure !== undefined) throw failure;
    return response;
  } catch (error) {
    control.signal.throwIfAborted();
    if (ScriptoriumError.is(error)) throw error;
    const refusal = guard.refusal();
    if (refusal !== undefined) throw refusal;
    const text = error instanceof Error ? error.message : "";
    if (text.includes("Download is starting")) throw noPage(last.url, last.status, last.mediaType);
    const failure = place.gate.failureOf(new URL(last.url));
    if (ScriptoriumError.is(failure)) throw failure;
    if (text.includes("ERR_INVALID_AUTH_CREDENTIALS")) {
      throw passage.judged(emptyPage(last.url, 401)).error ?? error;
    }
    throw /net::ERR_/.test(text) ? networkFailure(passage, last.url, text) : error;
  }
}

function emptyPage(url: string, status: number): WebPage {
  const fetchedAt = new Date().toISOString();
  return { url, status, mediaType: "", text: "", bytes: 0, redirects: [], source: "network", fetchedAt };
}

async function prepare(stage: Stage, { waitFor, steps, scroll }: RenderRequest): Promise<void> {
  if (waitFor !== undefined && !(await waitedFor(stage, waitFor))) {
    sayUndone(stage, `Nothing that fits ${waitFor} came up in the page.`);
  }
  if (steps !== undefined) await doSteps(stage, steps);
  if (scroll !== undefined) await scrolled(stage, scroll);
}

async function asWebPage(page: Page, answer: Response, text: string): Promise<WebPage> {
  const headers = await answer.allHeaders();
  const { "set-cookie": _cookies, ...kept } = headers;
  const redirects: { url: string; status: number }[] = [];
  for (let before = answer.request().redirectedFrom(); before !== null; before = before.redirectedFrom()) {
    const status = (await before.response())?.status() ?? 0;
    redirects.unshift({ url: before.url(), status });
  }
  const url = page.url().startsWith("http") ? page.url() : answer.url();
  return {
    url,
    status: answer.status(),
    mediaType: mediaTypeOf(answer) || "text/html",
    text,
    bytes: Buffer.byteLength(text),
    headers: kept,
    redirects,
    source: "network",
    fetchedAt: new Date().toISOString(),
  };
}

/** What is no HTML is given as it was sent, not as the browser shows it. */
async function sourceOf(answer: Response, limit: number, url: string): Promise<string> {
  const text = await answer.text();
  if (text.length > limit) throw tooLarge(url, limit);
  return text;
}

function counter(url: string, control: AbortController, most: number): (bytes: number) => void {
  let received = 0;
  return (bytes) => {
    received += bytes;
    if (received > most) control.abort(tooLarge(url, most));
  };
}

function limitRequests(page: Page, guard: PageGuard, rest: Rest, most: number, notes: string[]): void {
  let made = 0;
  page.on("request", () => {
    made += 1;
    if (made !== most) return;
    notes.push(`The page made ${most} requests; it was given no more.`);
    guard.stop();
    rest.giveUp();
  });
}

function refusedNotes({ gate }: Place, before: ReadonlyMap<string, number>): string[] {
  const fresh = [...gate.refusals].filter(([host, { count }]) => count > (before.get(host) ?? 0));
  if (fresh.length === 0) return [];
  const hosts = fresh.slice(0, 5).map(([host]) => host);
  const more = fresh.length > hosts.length ? ` and ${fresh.length - hosts.length} more` : "";
  return [`The page asked for addresses that may not be fetched: ${hosts.join(", ")}${more}. They were refused.`];
}

function ledNotes(addresses: readonly string[]): string[] {
  if (addresses.length === 0) return [];
  return [`The page wanted to lead on to ${addresses.map(displayed).join(", ")}, where no task may go. It was kept.`];
}

function refusedCount({ gate }: Place, before: ReadonlyMap<string, number>): number {
  let count = gate.refused;
  for (const earlier of before.values()) count -= earlier;
  return count;
}

function isOfPage(page: Page, response: Response): boolean {
  return isNavigation(page, response.request()) && (response.status() < 300 || response.status() >= 400);
}

function isNavigation(page: Page, request: Request): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame();
}

function mediaTypeOf(answer: Response): string {
  return (answer.headers()["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function isShown(mediaType: string): boolean {
  return /^text\/|html|xml|json|javascript/.test(mediaType);
}

function hasHeaders({ session }: RenderRequest): boolean {
  const headers = Object.keys(session?.headers ?? {}).some((name) => name.toLowerCase() !== "user-agent");
  return headers || (session?.addresses ?? []).some((address) => /^https?:\/\/[^/?#]*@/i.test(address));
}

/** Milliseconds that may still be waited before the page is read. */
function left({ until, limitMs }: Rendering): number {
  const reading = Math.min(READING_MS.most, Math.max(READING_MS.least, limitMs * READING_PART));
  return Math.max(200, until - performance.now() - reading);
}
