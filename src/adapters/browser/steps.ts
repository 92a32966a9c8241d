import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { BrowserStep, RenderRequest } from "../../kernel/index.js";
import { shown } from "../../kernel/values/json.js";
import { untilAborted } from "../../kernel/values/until-aborted.js";
import { scrollToEnd } from "./in-page.js";
import { takeScreenshot } from "./pictures.js";
import type { Rest } from "./settle.js";

/** What the steps of a page need and give. */
export interface Stage {
  readonly page: Page;
  readonly rest: Rest;
  /** Aborts when the time of the page is over or it broke down. */
  readonly signal: AbortSignal;
  readonly notes: string[];
  /** Those of the notes that say what could not be done. */
  readonly undone: string[];
  readonly screenshots: Uint8Array[];
  /** Milliseconds that one wait may take. */
  readonly patienceMs: () => number;
}

const SCROLL_PAUSE_MS = 800;
/** A page that did not grow so many times in a row has an end. */
const UNCHANGED = 3;
const STEP_SETTLE_MS = 3_000;

export function sayUndone({ notes, undone }: Stage, note: string): void {
  notes.push(note);
  undone.push(note);
}

export async function waitedFor(stage: Stage, selector: string): Promise<boolean> {
  return await found(stage, selector, "attached", stage.patienceMs());
}

async function found(
  { page, signal }: Stage,
  selector: string,
  state: "attached" | "visible",
  timeout: number,
): Promise<boolean> {
  const waiting = page.locator(css(selector)).first().waitFor({ state, timeout });
  return await untilAborted(signal, waiting).then(
    () => true,
    (error: unknown) => {
      signal.throwIfAborted();
      if (isTimeout(error)) return false;
      throw error;
    },
  );
}

/** Does the steps in order; one that finds nothing is noted and passed over. */
export async function doSteps(stage: Stage, steps: readonly BrowserStep[]): Promise<void> {
  for (const [index, step] of steps.entries()) {
    stage.signal.throwIfAborted();
    const problem = await untilAborted(stage.signal, done(stage, step)).catch((error: unknown) => {
      stage.signal.throwIfAborted();
      if (isTimeout(error)) return "took too long";
      return error instanceof Error ? `failed: ${shown(firstLine(error.message))}` : "failed";
    });
    if (problem !== undefined) sayUndone(stage, `Step ${index + 1} (${step.do}) ${problem}.`);
  }
}

async function done(stage: Stage, step: BrowserStep): Promise<string | undefined> {
  const { page, rest, signal, screenshots } = stage;
  const timeout = stage.patienceMs();
  const at = (selector: string) => page.locator(css(selector)).first();
  const missing = (selector: string) => `found nothing for ${shown(selector)}`;
  switch (step.do) {
    case "wait":
      if (step.selector !== undefined && !(await waitedFor(stage, step.selector))) return missing(step.selector);
      if (step.milliseconds !== undefined) await sleep(Math.min(step.milliseconds, 60_000), undefined, { signal });
      return undefined;
    case "click":
      if (!(await found(stage, step.selector, "attached", timeout))) return missing(step.selector);
      await at(step.selector).click({ timeout });
      await rest.answered(STEP_SETTLE_MS);
      return undefined;
    case "type":
      if (!(await found(stage, step.selector, "attached", timeout))) return missing(step.selector);
      await at(step.selector).fill(step.text, { timeout });
      return undefined;
    case "press":
      if (step.selector !== undefined && !(await waitedFor(stage, step.selector))) return missing(step.selector);
      if (step.selector === undefined) await page.keyboard.press(step.key);
      else await at(step.selector).press(step.key, { timeout });
      await rest.answered(STEP_SETTLE_MS);
      return undefined;
    case "scroll":
      if (step.selector !== undefined) {
        if (!(await waitedFor(stage, step.selector))) return missing(step.selector);
        await at(step.selector).scrollIntoViewIfNeeded({ timeout });
        await rest.answered(STEP_SETTLE_MS);
        return undefined;
      }
      await scrolled(stage, {
        times: step.times ?? 1,
        ...(step.delayMs === undefined ? {} : { delayMs: step.delayMs }),
      });
      return undefined;
    case "evaluate":
      await page.evaluate(step.script);
      await rest.answered(STEP_SETTLE_MS);
      return undefined;
    case "screenshot":
      screenshots.push(await takeScreenshot(page, { full: step.full === true, timeout, notes: stage.notes }));
      return undefined;
  }
}

/** Scrolls to the end again and again, until there is nothing more. */
export async function scrolled(stage: Stage, scroll: NonNullable<RenderRequest["scroll"]>): Promise<void> {
  const { page, rest, signal } = stage;
  const pauseMs = scroll.delayMs ?? SCROLL_PAUSE_MS;
  const { untilSelector } = scroll;
  let height = 0;
  let unchanged = 0;
  for (let time = 0; time < scroll.times; time += 1) {
    if (untilSelector !== undefined && (await untilAborted(signal, page.locator(css(untilSelector)).count())) > 0)
      return;
    const now = await untilAborted(signal, page.evaluate(scrollToEnd));
    unchanged = now === height ? unchanged + 1 : 0;
    if (unchanged >= UNCHANGED) return;
    height = now;
    const begun = performance.now();
    await untilAborted(signal, rest.answered(Math.max(pauseMs, STEP_SETTLE_MS)));
    await sleep(Math.max(0, pauseMs - (performance.now() - begun)), undefined, { signal });
  }
  if (untilSelector !== undefined && (await page.locator(css(untilSelector)).count()) === 0) {
    sayUndone(stage, `Scrolling ${scroll.times} times did not bring ${shown(untilSelector)}.`);
  }
}

/** Clicks as often as there is something to click and the page changes by it; `stand` gives the HTML after each. */
export async function clickedNext(
  stage: Stage,
  next: NonNullable<RenderRequest["next"]>,
  stand: () => Promise<string>,
): Promise<string[]> {
  const { page, rest, signal, notes } = stage;
  const stands = [await stand()];
  for (let time = 0; time < next.times; time += 1) {
    const button = page.locator(css(next.selector)).first();
    const isThere = await untilAborted(
      signal,
      button.isVisible().catch(() => false),
    );
    if (
      !isThere ||
      !(await untilAborted(
        signal,
        button.isEnabled().catch(() => false),
      ))
    )
      return stands;
    const clicked = await untilAborted(signal, button.click({ timeout: Math.min(5_000, stage.patienceMs()) })).then(
      () => true,
      () => {
        signal.throwIfAborted();
        return false;
      },
    );
    if (!clicked) {
      notes.push(`${shown(next.selector)} could not be clicked, because something lies over it.`);
      return stands;
    }
    const begun = performance.now();
    await untilAborted(signal, rest.answered());
    await sleep(Math.max(0, (next.delayMs ?? 0) - (performance.now() - begun)), undefined, { signal });
    const html = await stand();
    if (html === stands.at(-1)) return stands;
    stands.push(html);
  }
  return stands;
}

/** Only CSS: the library knows other kinds of selectors too. */
function css(selector: string): string {
  return `css=${selector}`;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}

function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").replace(/^[\w.]+: (?:Error: )?/, "");
}
