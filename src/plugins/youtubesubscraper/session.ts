import type { WebSession } from "../../kernel/index.js";
import { type WebFields, webSession } from "../_kit/web/options.js";
import type { YouTubeSubScraperOptions } from "./options.js";

/** How the requests of a run are made. Cookies and headers are for YouTube, which its provider sees to. */
export function sessionOf(options: YouTubeSubScraperOptions, runId: string): WebSession {
  return webSession(webFieldsOf(options), runId, []);
}

/** With the fields of other task types that have no meaning here. */
export function webFieldsOf(options: YouTubeSubScraperOptions): WebFields {
  return { ...options, headersFor: [], recordExchanges: false, replayRunId: "" };
}
