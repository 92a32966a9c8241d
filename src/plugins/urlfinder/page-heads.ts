import { languageCode } from "../../engines/language-codes.js";
import { pageLinks } from "../../engines/pages/links/page-links.js";
import { runCodeOf, ScriptoriumError, type WebPage } from "../../kernel/index.js";
import { fileHitRefused, isFileHit } from "../_kit/search/file-hits.js";
import type { RunWeb } from "../_kit/web/run-web.js";

/** What an address answers, and what its page says of itself. */
export interface PageHead {
  /** HTTP status, or in a word why no answer came: `no-network`, `robots`, `blocked` ... */
  readonly status: number | string;
  readonly finalUrl: string;
  readonly title: string;
  readonly description: string;
  /** ISO 639-1. */
  readonly language: string;
  /** Why the address may not be fetched; empty where it may. */
  readonly refused: string;
  /** Who does not allow it. */
  readonly refusedBy?: "server" | "robots";
}

const MOST_BYTES = 3 * 1024 * 1024;
/** The head of a page is in its beginning. */
const MOST_TEXT = 500_000;
const NO_HEAD = { title: "", description: "", language: "", refused: "" };

/** Never throws but when the run ends. */
export async function headOf(url: string, web: RunWeb, signal: AbortSignal): Promise<PageHead> {
  try {
    if (isFileHit(url)) throw fileHitRefused(url);
    const page = await web.fetch(url, { as: "both", statuses: "any", maxBytes: MOST_BYTES });
    const answer = { status: statusOf(page), finalUrl: page.url };
    const isGood = page.status >= 200 && page.status <= 299 && page.refusal === undefined;
    if (!isGood || !/html/.test(page.mediaType)) return { ...answer, ...NO_HEAD };
    const { title, description, language, meta } = pageLinks(page.text.slice(0, MOST_TEXT), page.url, { maxLinks: 0 });
    return {
      ...answer,
      title: tidy(title),
      description: tidy(description || (meta.get("og:description") ?? "")),
      language: languageCode(language),
      refused: "",
    };
  } catch (error) {
    if (signal.aborted || !ScriptoriumError.is(error)) throw error;
    const { status, url: final } = error.facts;
    // Robots rules have an address of their own, which is not the page's.
    const isAnswer = typeof status === "number" && error.code !== "ROBOTS_REFUSED";
    return {
      status: isAnswer ? status : runCodeOf(error),
      finalUrl: isAnswer && typeof final === "string" ? final : "",
      ...NO_HEAD,
      ...refusalOf(error),
    };
  }
}

function refusalOf({ code, message, facts }: ScriptoriumError): Pick<PageHead, "refused" | "refusedBy"> {
  if (code === "ADDRESS_REFUSED" || facts["reason"] === "file-hit") return { refused: message, refusedBy: "server" };
  return code === "ROBOTS_REFUSED" ? { refused: message, refusedBy: "robots" } : { refused: "" };
}

/** A wall against programs may come with the status of a page, and is none. */
function statusOf({ status, refusal }: WebPage): number | string {
  if (refusal === undefined || status < 200 || status > 299) return status;
  return refusal.kind === "rate-limit" ? "rate-limited" : "blocked";
}

function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
