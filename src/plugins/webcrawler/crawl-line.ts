import type { ScriptoriumError, WebPage } from "../../kernel/index.js";
import type { PageSource, RenderingReason } from "../_kit/web/page-source.js";
import type { CrawlContext } from "./options.js";

/** A start address that is being worked on. */
export interface Line {
  readonly number: number;
  readonly context: CrawlContext;
  readonly web: PageSource;
  readonly end: PromiseWithResolvers<void>;
  /** Pages and sitemaps in flight, and pages that wait for a time. */
  working: number;
  /** Its own page has not been sent for. */
  unsent: boolean;
  /** Why its start page is none. */
  error?: ScriptoriumError;
}

/** What came for a page, before it is written down. */
export interface Came {
  readonly line: Line;
  readonly page: number;
  /** As it was asked for in the end. */
  readonly url: string;
  readonly answer: WebPage | ScriptoriumError;
  /** Why a browser was used or would be needed. */
  readonly rendered: RenderingReason;
  readonly ms: number;
  /** Whether it is one of `maxPages`. */
  readonly counted: boolean;
}
