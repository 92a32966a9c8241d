import {
  type BrowserProvider,
  type RenderedPage,
  type RenderRequest,
  ScriptoriumError,
  type WebPassage,
} from "../../kernel/index.js";
import { untilAborted } from "../../kernel/values/until-aborted.js";
import { createPlaces, type Places } from "../network/places.js";
import { type BrowserOptions, type Settled, settledOptions } from "./browser-options.js";
import type { OpenPage, SavedCookies } from "./contexts.js";
import { brokenPage, tooSlow } from "./failures.js";
import { renderPage } from "./render-page.js";
import { type RunningBrowser, startBrowser } from "./running-browser.js";

export interface Browser extends BrowserProvider {
  /** Starts it and says which it is. */
  probe(signal: AbortSignal): Promise<string>;
  forget(sessionId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * A Chromium of this machine, led by playwright-core. It starts with the first page, is shared by all sessions, and ends when
 * nobody has needed it for a while. Each session has a context of its own. What it asks for leaves by `web.passage` alone.
 */
export function createBrowser(given: BrowserOptions): Browser {
  const options = settledOptions(given);
  const saved: SavedCookies = new Map();
  const places = createPlaces(options.maxPages);
  let starting: Promise<RunningBrowser> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  const opened = async (): Promise<RunningBrowser> => {
    if (isClosed) throw stopped();
    clearTimeout(idle);
    const known = await starting?.catch(() => undefined);
    if (known !== undefined && !known.isGone()) return known;
    // Whoever else found it gone may have started another meanwhile.
    const current = await starting?.catch(() => undefined);
    if (current === undefined || current.isGone()) starting = restarted(starting);
    return await starting!;
  };

  const restarted = async (before: Promise<RunningBrowser> | undefined): Promise<RunningBrowser> => {
    const old = await before?.catch(() => undefined);
    old?.kill();
    await old?.gone;
    const running = await startBrowser(options, saved);
    if (!isClosed) return running;
    await running.close();
    throw stopped();
  };

  const restWhenIdle = (running: RunningBrowser) => {
    clearTimeout(idle);
    if (running.pages > 0 || isClosed) return;
    idle = setTimeout(() => {
      if (running.pages > 0) return;
      starting = undefined;
      void running.close();
    }, options.idleMs);
    idle.unref();
  };

  async function render(url: string, request: RenderRequest): Promise<RenderedPage> {
    request.signal.throwIfAborted();
    if (isClosed) throw stopped();
    const passage = await passageOf(options, request);
    const { begun: release, done } = await passage.visit(url, request.signal, () => placeFor(places, request.signal));
    try {
      return await attempt(url, request, passage).catch(async (error: unknown) => {
        if (isClosed || !isStopped(error)) throw error;
        // Nothing is known against the page: it was there when the browser ended.
        return await attempt(url, request, passage);
      });
    } finally {
      release();
      done();
    }
  }

  async function attempt(text: string, request: RenderRequest, passage: WebPassage): Promise<RenderedPage> {
    const running = await untilAborted(request.signal, opened());
    const url = new URL(text);
    url.username = "";
    url.password = "";
    url.hash = new URL(text).hash;
    const limitMs = timeLimit(request, options);
    const control = new AbortController();
    const cut = () => control.abort(request.signal.reason);
    request.signal.addEventListener("abort", cut, { once: true });
    if (request.signal.aborted) cut();
    const timer = setTimeout(() => control.abort(tooSlow(url.href, limitMs)), limitMs);
    const reason = () => (running.wasTooLarge() ? "memory" : "stopped");
    void running.gone.then(() =>
      control.abort(isClosed ? stopped() : brokenPage(url.href, reason(), options.memoryMb)),
    );
    running.pages += 1;
    try {
      const place = await untilAborted(control.signal, running.contexts.enter(request.session?.id, request, passage));
      let opened: OpenPage | undefined;
      try {
        const opening = place.open();
        opened = await untilAborted(control.signal, opening).catch((error: unknown) => {
          // It may be there later, when nobody wants it any more.
          void opening.then(({ page }) => page.close()).catch(() => {});
          throw error;
        });
        return await renderPage(place, opened, {
          ...{ url: url.href, request, passage, options, control, limitMs },
          until: performance.now() + limitMs,
          crashedBy: () => (running.wasTooLarge() ? "memory" : "crash"),
        });
      } finally {
        await running.contexts.leave(place, opened);
      }
    } catch (error) {
      if (control.signal.aborted) throw control.signal.reason;
      if (ScriptoriumError.is(error)) throw error;
      // The browser may be gone before anybody has said so.
      throw brokenPage(url.href, running.isGone() ? reason() : "crash", options.memoryMb, error);
    } finally {
      clearTimeout(timer);
      request.signal.removeEventListener("abort", cut);
      running.pages -= 1;
      restWhenIdle(running);
    }
  }

  return {
    render,
    async probe(signal) {
      const running = await untilAborted(signal, opened());
      restWhenIdle(running);
      return `Chromium ${running.version} starts.`;
    },
    async forget(sessionId) {
      saved.delete(sessionId);
      const running = await starting?.catch(() => undefined);
      if (running !== undefined && !running.isGone()) await running.contexts.forget(sessionId);
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      const running = await starting?.catch(() => undefined);
      await running?.close();
    },
  };
}

async function passageOf({ web }: Settled, { session }: RenderRequest): Promise<WebPassage> {
  if (web.passage !== undefined) return await web.passage(session);
  throw new ScriptoriumError(
    "CONFIG_INVALID",
    "The browser provider needs a web provider that has a passage. Pass one that createWeb made.",
    { setting: "web" },
  );
}

/** Waits for one of the places for pages; gives what lets go of it. */
function placeFor(places: Places, signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    places(() => new Promise<void>((release) => resolve(release)), signal).catch(reject);
  });
}

function timeLimit({ timeoutMs, session }: RenderRequest, options: Settled): number {
  return Math.min(timeoutMs ?? session?.timeoutMs ?? options.timeoutMs, options.maxTimeoutMs);
}

function isStopped(error: unknown): boolean {
  return ScriptoriumError.is(error) && error.code === "BROWSER_FAILED" && error.facts["reason"] === "stopped";
}

function stopped(): ScriptoriumError {
  return new ScriptoriumError(
    "BROWSER_FAILED",
    "The page was not shown, because the server is stopping. Start it again.",
    { reason: "closed" },
  );
}
