import type { ColumnsAsked, ColumnsRead } from "../../engines/pages/columns/page-columns.js";
import type { ExtractedPage, ExtractOptions } from "../../engines/pages/extraction/page.js";
import type { ReaderProvider } from "../../kernel/index.js";

/** A reader whose pages the task types can work with. */
export type PageReader = ReaderProvider<ExtractedPage, ExtractOptions, ColumnsAsked, ColumnsRead>;

/** The reader of a run. */
export function pageReader({ providers }: { readonly providers: { readonly reader: ReaderProvider } }): PageReader {
  // The kernel does not know what pages are made of; the reader it is given does.
  return providers.reader as PageReader;
}

/** What is said of a page whose text could not be told apart from what is around it. */
export const DOUBTFUL_TEXT =
  "Nothing on the page looks like its text, and the likeliest part of it was taken. Check what was saved.";
