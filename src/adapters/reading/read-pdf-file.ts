import type { ReadPdf } from "../../engines/pages/pdf/pdf.js";
import { sharedThreads } from "./shared-threads.js";

export interface ReadPdfFileOptions {
  /** What it is called in messages: its address or path. */
  readonly address: string;
  readonly signal?: AbortSignal;
}

/**
 * The text of a PDF file, as `readPdf` gives it, read in a thread whatever its size: a file of some hundred bytes can keep the
 * library busy without end. Rejects with the signal's reason when it is aborted, with PAGE_UNREADABLE also when reading takes
 * longer than 60 seconds or more than 512 MB, and with PROVIDER_MISSING when the library is not installed.
 */
export async function readPdfFile(bytes: Uint8Array, { address, signal }: ReadPdfFileOptions): Promise<ReadPdf> {
  return sharedThreads.pdf(bytes, address, signal);
}
