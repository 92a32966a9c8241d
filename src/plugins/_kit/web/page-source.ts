import { renderingNeed } from "../../../engines/pages/rendering-need.js";
import {
  type BrowserProvider,
  type RenderedPage,
  type RenderRequest,
  type RunLog,
  ScriptoriumError,
  shown as shownText,
  type WebPage,
  type WebRequest,
  type WebSession,
} from "../../../kernel/index.js";
import { toHaveProvider } from "../../../kernel/values/provider-settings.js";
import { type BrowserMode, noBrowser } from "./browser-options.js";
import { exchangedBrowser } from "./exchange-files.js";
import { type RunWeb, runWeb, type WebContext } from "./run-web.js";

/** What is used of the context of a line. */
export type PageContext = Omit<WebContext, "options" | "providers"> & {
  readonly options: WebContext["options"] & { readonly browser: BrowserMode };
  readonly providers: WebContext["providers"] & { readonly browser?: BrowserProvider | undefined };
};

/** What is done with a page in the browser, besides looking at it. */
export type Rendering = Omit<RenderRequest, "signal" | "session" | "statuses" | "maxBytes">;

export interface PageRequest extends Omit<WebRequest, "session" | "signal" | "as"> {
  /** The page is read in the browser and this is done there, unless the task's `browser` is `never`. */
  readonly render?: Rendering;
  /** How the browser is set up where the page is read in it; it does not ask for the browser. */
  readonly look?: Rendering;
}

/** A page, and whether it was read in a browser. */
export interface SourcedPage {
  readonly page: WebPage;
  /** As the browser gave it; absent where it was read as it came. */
  readonly rendered?: RenderedPage;
  /** Why a browser was used or would be needed; empty for a page that was read as it came. */
  readonly why: RenderingReason;
}

/** The reason in a word, as rows name it. */
export type RenderingReason = "" | "always" | "few-words" | "app-frame" | "consent-wall";

export interface PageSource extends RunWeb {
  /** As `fetch`, read in a browser where the task wants it. What only a browser can do is refused with `no-browser`. */
  page(url: string, request?: PageRequest): Promise<SourcedPage>;
  /** A page that was fetched, as a browser shows it where the task wants that. */
  shown(page: WebPage, request?: Pick<PageRequest, "statuses" | "maxBytes" | "render">): Promise<SourcedPage>;
}

/** Runs that have said that they lack a browser, by their session. */
const said = new WeakSet<WebSession>();

/**
 * Pages as a task wants them read: as they come, in a browser, or with `auto` in a browser where they hold next to nothing
 * without one. With `auto` and no browser a page is read as it came, and the log says so once a run.
 * Throws as `runWeb`.
 */
export function pageSource(context: PageContext, session: WebSession): PageSource {
  const web = runWeb(context, session);
  const { options, signal, log, progress } = context;
  const browser = exchangedBrowser(context.providers.browser, context, session);

  async function rendered(url: string, { look, render, statuses, maxBytes }: PageRequest): Promise<RenderedPage> {
    if (browser === undefined) throw noBrowser("What this task does with its pages needs a browser");
    const page = await browser.render(url, {
      ...look,
      ...render,
      signal,
      session,
      ...(statuses === undefined ? {} : { statuses }),
      ...(maxBytes === undefined ? {} : { maxBytes }),
    });
    if (page.refusal !== undefined) progress({ blocked: 1 });
    for (const note of page.notes) log.info(`${shownText(url)}: ${note}`);
    return page;
  }

  async function automatic(url: string, request: PageRequest): Promise<SourcedPage> {
    const { render: _render, look: _look, ...asked } = request;
    const [page, wall] = await web.fetch(url, asked).then(
      (page) => [page, undefined] as const,
      (error: unknown) => [undefined, error] as const,
    );
    if (page !== undefined) return await shown(page, request);
    const why = reasonOfFailure(wall);
    const seen = why === "" ? undefined : await triedInBrowser(url, request, why);
    if (seen === undefined) throw wall;
    return seen;
  }

  async function shown(page: WebPage, request: PageRequest = {}): Promise<SourcedPage> {
    const why =
      options.browser === "always" && isPage(page) ? "always" : options.browser === "auto" ? reasonOf(page) : "";
    if (why === "") return { page, why };
    const seen = await triedInBrowser(page.url, request, why);
    return seen ?? { page, why };
  }

  /** Undefined where there is no browser that starts: with `auto` a task goes on without. */
  async function triedInBrowser(
    url: string,
    request: PageRequest,
    why: RenderingReason,
  ): Promise<SourcedPage | undefined> {
    if (browser === undefined) {
      sayOnce(
        session,
        log,
        url,
        `no browser is configured: it and pages like it are read as they came. ${toHaveProvider("browser")}`,
      );
      return undefined;
    }
    try {
      return await inBrowser(url, request, why);
    } catch (error) {
      if (options.browser !== "auto" || !ScriptoriumError.is(error) || error.code !== "no-browser") throw error;
      sayOnce(
        session,
        log,
        url,
        `the browser cannot be used: it and pages like it are read as they came. ${error.message}`,
      );
      return undefined;
    }
  }

  async function inBrowser(url: string, request: PageRequest, why: RenderingReason): Promise<SourcedPage> {
    const page = await rendered(url, request);
    return { page, rendered: page, why };
  }

  return {
    ...web,
    async page(url, request = {}) {
      if (options.browser === "never") {
        const { render: _render, look: _look, ...asked } = request;
        return { page: await web.fetch(url, asked), why: "" };
      }
      if (options.browser === "auto" && request.render === undefined) return await automatic(url, request);
      return await inBrowser(url, request, "always");
    },
    shown,
  };
}

const HTML: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);

function reasonOf(page: WebPage): RenderingReason {
  const { text, refusal } = page;
  if (refusal !== undefined) return refusal.kind === "consent" ? "consent-wall" : "";
  return isPage(page) ? (renderingNeed(text) ?? "") : "";
}

function isPage({ status, mediaType }: WebPage): boolean {
  return status >= 200 && status <= 299 && HTML.has(mediaType);
}

/** A wall that asks to consent is no page, and only in a browser can be seen what is behind it. */
function reasonOfFailure(error: unknown): RenderingReason {
  const isWall = ScriptoriumError.is(error) && error.code === "FETCH_BLOCKED" && error.facts["kind"] === "consent";
  return isWall ? "consent-wall" : "";
}

function sayOnce(session: WebSession, log: RunLog, url: string, says: string): void {
  if (said.has(session)) return;
  said.add(session);
  log.warn(`${shownText(url)} holds next to nothing without a browser, and ${says}`, "no-browser");
}
