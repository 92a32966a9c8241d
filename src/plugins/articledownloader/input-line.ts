import { decodedUri } from "../../engines/decoded-uri.js";

/** What a line of work names. */
export type InputLine =
  | { readonly kind: "page"; readonly url: string }
  /** Many pages, named by a sitemap or a feed. */
  | { readonly kind: "sitemap" | "feed"; readonly url: string }
  | { readonly kind: "file"; readonly folder: string; readonly path: string }
  | { readonly kind: "folder"; readonly folder: string };

/** Endings of the files that are read. */
export const READABLE = ["html", "htm", "xhtml", "md", "markdown", "txt", "pdf"];

/** Stands before the folder of `inputFolder`, so that it is a line like others. */
const FOLDER = /^folder:/i;

/** The lines of a task: those of the list, and its folder as one more. */
export function inputLines(urls: readonly string[], inputFolder: string): string[] {
  const folder = inputFolder.trim();
  return folder === "" ? [...urls] : [...urls, `folder:${folder}`];
}

/**
 * The specification leaves lines without a scheme open: `www.a.test` and `a.test/page` are taken for pages of the web, and
 * what begins with `/`, `./` or `task:`, or ends like a file that is read and has no host before it, for a file or, with
 * no ending, a folder.
 */
export function inputLine(text: string): InputLine {
  const line = text.trim();
  const named = /^(sitemap|feed):\s*(.+)$/is.exec(line);
  // `feed://a.test/` is how some programs write the address of a feed.
  if (named !== null) {
    const kind = named[1]!.toLowerCase() as "sitemap" | "feed";
    return { kind, url: webAddress(named[2]!.replace(/^\/\//, "http://")) };
  }
  if (FOLDER.test(line)) return { kind: "folder", folder: localPath(line.replace(FOLDER, "").trim()) };
  if (/^file:/i.test(line)) return fileOrFolder(localPath(line));
  if (/^task:/i.test(line) || /^\.{0,2}\//.test(line) || /^[a-z]:[\\/]/i.test(line)) return fileOrFolder(line);
  if (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(line)) return { kind: "page", url: line };
  const [first = ""] = line.split(/[/?#]/, 1);
  const isHost = /^[^\s.]+(\.[^\s.]+)+$/.test(first) || /^localhost(:\d+)?$/i.test(first);
  if (isHost && (first !== line || !isReadable(line))) return { kind: "page", url: webAddress(line) };
  return fileOrFolder(line);
}

/** The address of a line that names one of the web. */
export function webAddressOf(text: string): string[] {
  const line = inputLine(text);
  return "url" in line ? [line.url] : [];
}

/** Whether a file can be read, by its ending. */
export function isReadable(path: string): boolean {
  return READABLE.includes(endingOf(path));
}

/** In lower case and without the dot; empty when there is none. */
export function endingOf(path: string): string {
  const name = path.slice(lastSlash(path) + 1);
  const dot = name.lastIndexOf(".");
  return dot < 1 ? "" : name.slice(dot + 1).toLowerCase();
}

function fileOrFolder(path: string): InputLine {
  const cut = lastSlash(path);
  if (cut === path.length - 1 || endingOf(path) === "") return { kind: "folder", folder: withoutSlashes(path) };
  const folder = cut < 0 ? "." : cut === 0 ? "/" : path.slice(0, cut);
  return { kind: "file", folder, path: path.slice(cut + 1) };
}

function lastSlash(path: string): number {
  return Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
}

/** Without those at the end; the root is nothing but one. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && /[/\\]/.test(path[end - 1]!)) end -= 1;
  return path.slice(0, end);
}

function webAddress(text: string): string {
  return /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`;
}

/** `file:///srv/a%20b.html` is `/srv/a b.html`. */
function localPath(text: string): string {
  if (!/^file:/i.test(text)) return text;
  const path = text.replace(/^file:(\/\/(localhost)?(?=\/))?/i, "").replace(/[?#].*$/s, "");
  return decodedUri(path.replace(/^\/(?=[a-z]:[\\/])/i, ""));
}
