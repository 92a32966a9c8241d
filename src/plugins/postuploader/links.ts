import { decodedUri } from "../../engines/decoded-uri.js";

const ROOT = "https://articles.invalid/";

/** The file that a link of an article may mean, with the `#` part behind it; undefined for one that leads elsewhere. */
export function linkedFile(
  href: string,
  from: string,
): { readonly file: string; readonly fragment: string } | undefined {
  if (href.trim() === "" || href.startsWith("#")) return undefined;
  const base = `${ROOT}${from.split("/").map(encodeURIComponent).join("/")}`;
  const url = URL.parse(href, base);
  if (url === null || !url.href.startsWith(ROOT) || url.search !== "") return undefined;
  return { file: decodedUri(url.pathname.slice(1)), fragment: url.hash };
}

/** By file, also where the link names another form of the article: `a.md` for `a.html`. */
export class FileAddresses {
  private readonly exact = new Map<string, string>();
  private readonly byStem = new Map<string, string>();

  add(file: string, url: string): void {
    this.exact.set(file, url);
    this.byStem.set(stem(file), url);
  }

  of(file: string): string | undefined {
    return this.exact.get(file) ?? this.byStem.get(stem(file));
  }
}

function stem(file: string): string {
  return file.replace(/\.(html?|md|markdown|txt)$/i, "");
}
