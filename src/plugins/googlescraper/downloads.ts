import { type JsonObject, ScriptoriumError } from "../../kernel/index.js";
import { type DownloadContext, type DownloadState, restoreDownload } from "../_kit/download/download-state.js";
import { downloaded, type Outcome } from "../_kit/download/one-page.js";
import type { PageFile } from "../_kit/download/page-files.js";
import { failureRow } from "../_kit/download/page-rows.js";
import { fileHitRefused, isFileHit } from "../_kit/search/file-hits.js";
import { downloadOptions } from "./checks.js";
import type { Context } from "./options.js";

/** What is used of a keyword in work. */
type PagesContext = Context & {
  /** Of the line among those that were given, counted from 1. */
  readonly number: number;
  readonly state: { readonly workers: number };
};

/** What became of a page, as the rows of its results say it. */
export interface Download {
  readonly file: string;
  readonly status: string;
  readonly error: string;
  /** Why a browser was used or would be needed. */
  readonly rendered: string;
}

/** What the pages of some results leave behind. */
export interface Downloaded {
  readonly rows: readonly JsonObject[];
  readonly files: readonly PageFile[];
  readonly corpus: string | undefined;
  /** For a run that is taken up again. */
  readonly notes: readonly JsonObject[];
}

/** The articles of a run, each page of which is fetched once however many keywords find it. */
export class Downloads {
  private readonly pages = new Map<string, Promise<Download>>();

  constructor(readonly state: DownloadState) {}

  /** Takes up a page that an earlier attempt at the run has saved. */
  restore(note: JsonObject): void {
    restoreDownload(note, this.state);
    const { url } = note;
    if (typeof url === "string") this.pages.set(url, Promise.resolve(downloadOf(note)));
  }

  /** The rows with what became of their pages, several of which are fetched at once. */
  async of(rows: readonly JsonObject[], context: PagesContext): Promise<Downloaded> {
    const files: PageFile[] = [];
    const notes: JsonObject[] = [];
    const lines: string[] = [];
    const done: JsonObject[] = [];
    const open = rows.entries();
    const turns = new Turns();
    const worker = async () => {
      for (const [index, row] of open) {
        context.signal.throwIfAborted();
        context.progress({ phase: "saving pages" });
        const url = String(row["url"]);
        let page = this.pages.get(url);
        if (page === undefined) {
          const { inTurn, end } = turns.next();
          const outcome = this.fetched(url, context, inTurn).finally(end);
          page = outcome.then(({ row }) => downloadOf(row));
          this.pages.set(url, page);
          // Whoever waits for it is told; nobody may.
          page.catch(() => this.pages.delete(url));
          const { files: made, corpus, note } = await outcome;
          files.push(...made);
          if (corpus !== undefined) lines[index] = corpus;
          notes.push({ ...note, url, ...(await page) });
        }
        done[index] = { ...row, ...(await page) };
      }
    };
    await Promise.all(Array.from({ length: context.state.workers }, worker));
    return { rows: done, files, notes, corpus: lines.length === 0 ? undefined : lines.join("") };
  }

  private async fetched(
    url: string,
    context: PagesContext,
    inTurn: NonNullable<DownloadContext["inTurn"]>,
  ): Promise<Outcome> {
    const { providers, options, signal, number } = context;
    const { reader, ...rest } = providers;
    if (reader === undefined) throw new Error("a run without a reader");
    const download: DownloadContext = {
      ...context,
      ...{ options: downloadOptions(options), providers: { ...rest, reader }, state: this.state, number, inTurn },
    };
    try {
      if (isFileHit(url)) throw fileHitRefused(url);
      return await downloaded(url, download);
    } catch (error) {
      signal.throwIfAborted();
      if (!ScriptoriumError.is(error)) throw error;
      const row = failureRow(url, error);
      // It fails no keyword, so that nothing else counts it.
      this.state.leftOut.page(row);
      return { files: [], row, note: {} };
    }
  }
}

/** Compares pages in the order of their rows, though several are read at once. Only those that are read here are waited for. */
class Turns {
  private before: Promise<unknown> = Promise.resolve();

  /** The turn of the next page, which ends with its comparison, or without one. */
  next(): { readonly inTurn: NonNullable<DownloadContext["inTurn"]>; readonly end: () => void } {
    const { before } = this;
    const { promise, resolve: end } = Promise.withResolvers<void>();
    this.before = Promise.all([before, promise]);
    return {
      async inTurn(compare) {
        await before;
        try {
          return compare();
        } finally {
          end();
        }
      },
      end,
    };
  }
}

function downloadOf({ file = "", status = "", error = "", rendered = "" }: JsonObject): Download {
  return { file: String(file), status: String(status), error: String(error), rendered: String(rendered) };
}
