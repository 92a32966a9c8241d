import { ScriptoriumError, type WebPage, type WebProvider } from "../../kernel/index.js";

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

/** Rejects when the signal aborts, with its reason; never resolves. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
