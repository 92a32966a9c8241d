import { type ColumnsAsked, type ColumnsRead, pageColumns } from "../../engines/pages/columns/page-columns.js";
import { NO_METADATA } from "../../engines/pages/extraction/no-metadata.js";
import type { ContentBlock, ExtractedPage, ExtractOptions } from "../../engines/pages/extraction/page.js";
import type { ReaderProvider } from "../../kernel/index.js";

/** What to read: a function of the HTML, or of the bytes of a PDF file as text. An error is thrown. */
type ReadAs = (text: string) => ExtractedPage | Error;

/** Reads every page by this answer; without one its lines become paragraphs, with the tags removed. Columns are read in place. */
export function cannedReader(
  answer: ReadAs = paragraphs,
): ReaderProvider<ExtractedPage, ExtractOptions, ColumnsAsked, ColumnsRead> {
  const read = (text: string, signal: AbortSignal) => {
    signal.throwIfAborted();
    const page = answer(text);
    if (page instanceof Error) throw page;
    return page;
  };
  return {
    page: async (html, { signal }) => read(html, signal),
    async columns(asked, { signal }) {
      signal.throwIfAborted();
      return pageColumns(asked);
    },
    pdf: async (bytes, { signal }) => ({ page: read(Buffer.from(bytes).toString("latin1"), signal), notes: [] }),
  };
}

function paragraphs(text: string): ExtractedPage {
  const lines = text.replace(/<[^>]*>/g, "\n").split("\n");
  const texts = lines.map((line) => line.trim()).filter((line) => line !== "");
  const content = texts.map((line): ContentBlock => ({ kind: "paragraph", spans: [{ text: line }] }));
  const words = texts.reduce((sum, line) => sum + line.split(/\s+/).length, 0);
  return { type: "article", metadata: NO_METADATA, content, comments: [], words, method: "whole" };
}
