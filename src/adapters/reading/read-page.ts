import { checkSelectors, extractPage } from "../../engines/pages/extraction/extract.js";
import type { ExtractedPage, ExtractOptions } from "../../engines/pages/extraction/page.js";
import { sharedThreads } from "./shared-threads.js";

/** From so many characters on a page is read in a thread: below, taking it there costs more than it saves. */
const THREAD_FROM = 100 * 1024;

/**
 * The content of a page, as `extractPage` gives it; a large one is read in a thread, so that the server goes on answering.
 * Rejects with the signal's reason when it is aborted, with PAGE_UNREADABLE when reading takes longer than 30 seconds or more
 * than 256 MB, and with `bad-input` when a selector cannot be used.
 */
export async function readPage(
  html: string,
  options: ExtractOptions = {},
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<ExtractedPage> {
  signal?.throwIfAborted();
  if (html.length < THREAD_FROM) return extractPage(html, options);
  // Selectors that cannot be used are refused before the page waits for its turn.
  await checkSelectors(options);
  return sharedThreads.page(html, options, signal);
}
