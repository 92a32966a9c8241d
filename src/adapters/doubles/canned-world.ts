import {
  type FolderProvider,
  ScriptoriumError,
  type SearchHit,
  type SearchProvider,
  type WebPage,
  type WebProvider,
} from "../../kernel/index.js";

/** A page that never arrives: a fetch of it ends only when it is aborted. */
export const never: unique symbol = Symbol("never");

export interface CannedWeb extends WebProvider {
  /** Every address asked for so far, in order. */
  readonly requests: readonly string[];
  /** Resolves when the address has been asked for, at once when it has been already. */
  asked(url: string): Promise<void>;
}

/**
 * A web of these pages: html, a page with other fields, an error to throw, or `never`. Other addresses fail as a host
 * that does not exist would.
 */
export function cannedWeb(
  pages: Readonly<Record<string, string | Partial<WebPage> | Error | typeof never>>,
): CannedWeb {
  const requests: string[] = [];
  const waiting = new Map<string, (() => void)[]>();
  return {
    requests,
    asked: (url) =>
      new Promise((resolve) => {
        if (requests.includes(url)) resolve();
        else waiting.set(url, [...(waiting.get(url) ?? []), resolve]);
      }),
    async fetch(url, { signal }) {
      signal.throwIfAborted();
      requests.push(url);
      for (const resolve of waiting.get(url) ?? []) resolve();
      waiting.delete(url);
      const page = Object.hasOwn(pages, url) ? pages[url] : undefined;
      if (page === never) return aborted(signal);
      if (page instanceof Error) throw page;
      if (page === undefined) {
        throw new ScriptoriumError("FETCH_FAILED", "The host could not be found. Check the address.", {
          errno: "ENOTFOUND",
        });
      }
      const text = typeof page === "string" ? page : (page.text ?? "");
      const plain: WebPage = { url, status: 200, mediaType: "text/html", text, bytes: Buffer.byteLength(text) };
      return typeof page === "string" ? plain : { ...plain, ...page };
    },
  };
}

/** One folder with these files, by path. Other folders are refused. */
export function cannedFolder(folder: string, files: Readonly<Record<string, string>>): FolderProvider {
  const checked = (name: string) => {
    if (name !== folder) throw new ScriptoriumError("FOLDER_REFUSED", "The folder may not be read. Choose another.");
  };
  return {
    async list(name, { extensions }) {
      checked(name);
      return Object.entries(files)
        .filter(([path]) => extensions.some((extension) => path.toLowerCase().endsWith(`.${extension}`)))
        .map(([path, text]) => ({ path, size: Buffer.byteLength(text) }))
        .sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    async read(name, path) {
      checked(name);
      const text = Object.hasOwn(files, path) ? files[path] : undefined;
      if (text === undefined) throw new ScriptoriumError("FOLDER_UNREADABLE", "The file is not there. Check its name.");
      return text;
    },
  };
}

/** Answers every query with these hits, as many as the limit allows. */
export function cannedSearch(hits: readonly SearchHit[]): SearchProvider {
  return { search: async (_query, { limit }) => hits.slice(0, limit) };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
