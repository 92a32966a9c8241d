import type { WebPage, WebSession } from "./web.js";

/** One thing that is done in a page. `selector` is CSS, and pierces open shadow roots. */
export type BrowserStep =
  | { readonly do: "wait"; readonly selector?: string; readonly milliseconds?: number }
  | { readonly do: "click"; readonly selector: string }
  | { readonly do: "type"; readonly selector: string; readonly text: string }
  | { readonly do: "press"; readonly key: string; readonly selector?: string }
  | { readonly do: "scroll"; readonly selector?: string; readonly times?: number; readonly delayMs?: number }
  | { readonly do: "evaluate"; readonly script: string }
  | { readonly do: "screenshot"; readonly full?: boolean };

/** What a page may leave unloaded. */
export const BLOCKABLE_RESOURCES = ["image", "media", "font", "stylesheet"] as const;
export type BlockableResource = (typeof BLOCKABLE_RESOURCES)[number];

export interface RenderRequest {
  readonly signal: AbortSignal;
  /** Cookies, headers, user agent, proxies, robots.txt and delays, as of the web provider. */
  readonly session?: WebSession;
  /** Done in order once the page is there. */
  readonly steps?: readonly BrowserStep[];
  /** CSS selector of an element to wait for before the steps. */
  readonly waitFor?: string;
  /** Scrolls down so many times, or until the selector is there, with a pause after each. */
  readonly scroll?: { readonly times: number; readonly delayMs?: number; readonly untilSelector?: string };
  /**
   * Clicks the element again and again, at most so often, as long as it is there and the page changes: `pages` has the HTML
   * before the first click and after each.
   */
  readonly next?: { readonly selector: string; readonly times: number; readonly delayMs?: number };
  /** CSS pixels. @default 1280 by 800 */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** A touch screen of a phone's size. @default false */
  readonly mobile?: boolean;
  /** BCP 47: `de-DE`. */
  readonly locale?: string;
  /** IANA name. */
  readonly timezone?: string;
  /** @default ["media", "font"] */
  readonly blockResources?: readonly BlockableResource[];
  readonly screenshot?: "view" | "full";
  /** @default false */
  readonly pdf?: boolean;
  /** For the page with its steps, in milliseconds; never longer than the provider's own limit. */
  readonly timeoutMs?: number;
  /** Characters of the HTML; never more than the provider's own limit. */
  readonly maxBytes?: number;
  /** `any`: a page with another status than 200 to 299, and a block page, is returned. @default "ok" */
  readonly statuses?: "ok" | "any";
}

/** A page as it stood in the browser at the end: `text` is its HTML, with open shadow roots and readable frames in it. */
export interface RenderedPage extends WebPage {
  /** The HTML of each stand, where `next` was asked for; the last one is `text`. */
  readonly pages?: readonly string[];
  /** PNG images: of `screenshot`, and of each step that makes one, in order. */
  readonly screenshots?: readonly Uint8Array[];
  readonly pdf?: Uint8Array;
  /** What became of requests of the page. */
  readonly requests: { readonly made: number; readonly refused: number };
  /** For people, in sentences: steps that found nothing, requests that were refused, a page that never came to rest. */
  readonly notes: readonly string[];
  /** Those of `notes` that say what was asked for and could not be done: steps, `waitFor` and `scroll`. */
  readonly undone?: readonly string[];
}

export interface BrowserProvider {
  /**
   * Opens an address in a browser and gives the page as it is then. Everything the page asks for is judged as by the web
   * provider. Throws what `WebProvider.fetch` throws, BROWSER_FAILED when the browser or the page broke down, and
   * `no-browser` when there is no browser to start.
   */
  render(url: string, request: RenderRequest): Promise<RenderedPage>;
  /** Lets go of what is kept for a session: its cookies and storage. */
  forget?(sessionId: string): Promise<void>;
}
