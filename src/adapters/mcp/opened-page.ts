import type { ExtractedPage } from "../../engines/pages/extraction/page.js";
import { type Providers, ScriptoriumError, type WebPage } from "../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import type { McpProviders } from "./tool.js";

export interface OpenedPage {
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly title: string;
  readonly mediaType: string;
  /** Whether a browser has read it. */
  readonly rendered: boolean;
  readonly text: string;
  readonly notes: readonly string[];
}

interface Asked {
  readonly format: "markdown" | "text" | "html";
  readonly browser: "auto" | "never" | "always";
}

/**
 * A page of the web as text. Throws what the web provider and the reader throw, and PROVIDER_MISSING where there is none, or no
 * browser although one must be used.
 */
export async function openedPage(
  { web, browser, reader }: McpProviders,
  address: string,
  asked: Asked,
  signal: AbortSignal,
): Promise<OpenedPage> {
  if (web === undefined) throw missing("web");
  if (asked.browser === "always" && browser === undefined) throw missing("browser");
  const notes: string[] = [];
  let page: WebPage | undefined;
  let isRendered = false;
  if (asked.browser !== "always") page = await web.fetch(address, { signal, as: "both" });
  if (browser !== undefined && asked.browser !== "never" && (await isToRender(page))) {
    const rendered = await browser.render(address, { signal });
    notes.push(...rendered.notes);
    page = rendered;
    isRendered = true;
  } else if (page !== undefined && asked.browser === "auto" && (await isToRender(page))) {
    notes.push(`The page seems to need JavaScript, and the server has no browser. ${toHaveProvider("browser")}`);
  }
  const { url, mediaType, text, body } = page!;
  const about = { url, mediaType, rendered: isRendered };
  if (mediaType === "application/pdf" && body !== undefined) {
    if (reader === undefined) throw missing("reader");
    const read = await reader.pdf(body, { address: url, signal });
    return { ...about, ...(await written(read.page as ExtractedPage, asked)), notes: [...notes, ...read.notes] };
  }
  if (!isHtml(page!) || asked.format === "html") {
    if (text === "" && page!.bytes > 0) {
      throw new ScriptoriumError(
        "PAGE_UNREADABLE",
        `The address holds no text but ${mediaType || "a file of an unknown kind"}, of ${page!.bytes} bytes. Open a page instead.`,
      );
    }
    return { ...about, title: "", text, notes };
  }
  if (reader === undefined) throw missing("reader");
  const read = (await reader.page(text, { url, signal })) as ExtractedPage;
  const found = await written(read, asked);
  if (found.text.trim() === "")
    notes.push("The page has no content that can be told from what surrounds it. Try the format html.");
  return { ...about, ...found, notes };
}

async function written(
  page: ExtractedPage,
  { format }: Asked,
): Promise<{ readonly title: string; readonly text: string }> {
  const { formatted } = await import("../../engines/pages/extraction/formats.js");
  const { title } = page.metadata;
  return { title, text: formatted(page, format === "text" ? "txt" : "md", { head: false, links: true }) };
}

/** Nothing that was read yet is read in the browser; what was read, where it needs one. */
async function isToRender(page: WebPage | undefined): Promise<boolean> {
  if (page === undefined) return true;
  if (!isHtml(page)) return false;
  const { renderingNeed } = await import("../../engines/pages/rendering-need.js");
  return renderingNeed(page.text) !== undefined;
}

function isHtml({ mediaType, text }: WebPage): boolean {
  return /html|xml\+xhtml/.test(mediaType) || (mediaType === "" && /^\s*</.test(text));
}

function missing(name: keyof Providers & ("web" | "browser" | "reader")): ScriptoriumError {
  return new ScriptoriumError("PROVIDER_MISSING", `${noProvider(name)} ${toHaveProvider(name)}`, { provider: name });
}
