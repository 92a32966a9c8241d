import type { ColumnsAsked, ColumnsRead } from "../../engines/pages/columns/page-columns.js";
import type { ExtractedPage, ExtractOptions } from "../../engines/pages/extraction/page.js";
import type { ReadPdf } from "../../engines/pages/pdf/pdf.js";
import type { ReaderProvider } from "../../kernel/index.js";
import { whenNeeded } from "../../kernel/values/when-needed.js";
import { packagePath } from "../threads/package-path.js";

/** From so many characters on a page is read in a thread: below, taking it there costs more than it saves. */
const THREAD_FROM = 100 * 1024;

/** Loaded with the first page, and then at hand: asking for a module again costs more than reading a small page. */
let lightPages: Promise<typeof import("../../engines/pages/columns/light-pages.js")> | undefined;

export interface Reading {
  readonly reader: ReaderProvider<ExtractedPage, ExtractOptions, ColumnsAsked, ColumnsRead>;
  /** Ends its threads; what is read in them now is refused with NOT_STARTED. Closing again does nothing. */
  close(): Promise<void>;
}

/**
 * The built-in reader. A small page is read in the thread it is called in, and so are its columns where their rules are plain; a large
 * one, other columns, and a PDF file of any size, in one of two threads, so that one page that takes its whole time does not hold up all others. Its calls reject with the
 * signal's reason when it is aborted, with PAGE_UNREADABLE when a page takes longer than 30 seconds, its columns longer than
 * 15, or either more than 256 MB, or a PDF file longer than 60 seconds or more than 512 MB, with `bad-input` when a selector cannot be used, with PROVIDER_MISSING when the
 * library for PDF files is not installed, and with CONFIG_INVALID when a part of the package is missing.
 */
export function createReader(): Reading {
  const threads = whenNeeded(async () =>
    (await import("./thread.js")).readingThreads({
      program: () => packagePath("dist", "adapters", "reading", "worker.js"),
      pageLimitMs: 30_000,
      columnsLimitMs: 15_000,
      pdfLimitMs: 60_000,
      idleMs: 60_000,
      maxHeapMb: 256,
      maxBytesMb: 512,
      threads: 2,
    }),
  );
  return {
    reader: {
      async page(html, { signal, ...options }) {
        signal.throwIfAborted();
        // Loaded with the first page, as most of what is loaded at the start would be of it.
        const { checkSelectors, extractPage } = await import("../../engines/pages/extraction/extract.js");
        if (html.length < THREAD_FROM) return extractPage(html, options);
        // Selectors that cannot be used are refused before the page waits for its turn.
        await checkSelectors(options);
        return (await threads.opened()).page(html, options, signal);
      },
      async columns(asked, { signal }) {
        signal.throwIfAborted();
        lightPages ??= import("../../engines/pages/columns/light-pages.js");
        const { lightColumns } = await lightPages;
        // Not by the size of the page alone: an XPath of one line can keep it busy without end.
        return lightColumns(asked) ?? (await threads.opened()).columns(asked, signal);
      },
      // Whatever its size: a file of some hundred bytes can keep the library busy without end.
      pdf: async (bytes, { address, signal }) => (await threads.opened()).pdf(bytes, address, signal),
    },
    close: threads.close,
  };
}

/** For task types that have no reader of their own; its threads end by themselves. */
let shared: Reading["reader"] | undefined;

/**
 * The content of a page as the built-in reader gives it, whatever reader the server has; `providers.reader.page` is the same of
 * the server's own.
 */
export async function readPage(
  html: string,
  options: ExtractOptions = {},
  { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {},
): Promise<ExtractedPage> {
  shared ??= createReader().reader;
  return shared.page(html, { ...options, signal });
}

export interface ReadPdfFileOptions {
  /** What it is called in messages: its address or path. */
  readonly address: string;
  readonly signal?: AbortSignal;
}

/** The text of a PDF file as the built-in reader gives it; see `readPage`. */
export async function readPdfFile(
  bytes: Uint8Array,
  { address, signal = new AbortController().signal }: ReadPdfFileOptions,
): Promise<ReadPdf> {
  shared ??= createReader().reader;
  return shared.pdf(bytes, { address, signal });
}
