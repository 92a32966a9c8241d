import { htmlText } from "../../engines/pages/feeds/html-text.js";
import type { FoundImage, ImageLicence } from "../../kernel/providers/images.js";
import { textOf } from "../network/answer-members.js";
import type { ImageEngine, ImagesAsked } from "./engine.js";
import { licencePage } from "./licences.js";

/** What a service says of an image: anything, to be looked at. */
export interface ToldImage {
  readonly url: unknown;
  readonly page: unknown;
  readonly title: unknown;
  readonly width: unknown;
  readonly height: unknown;
  readonly author: unknown;
  readonly authorUrl: unknown;
  readonly licence: ImageLicence;
  readonly licenceVersion?: string;
  readonly licenceUrl?: unknown;
  readonly showFrom?: FoundImage["showFrom"];
  readonly notice?: unknown;
}

const MOST_TEXT = 300;
const MOST_ADDRESS = 4000;
/** What is not shown everywhere, or is no image. */
const OTHER_FILES = /\.(?:svgz?|tiff?|pdf|djvu|webm|ogv|mp4|xcf|psd)$/i;

/**
 * Images as the port gives them: with addresses of the web and plain texts, only those under a licence that was asked for and, as far
 * as the service knows, wide enough.
 */
export function foundImages(
  told: readonly ToldImage[],
  { name, title: service }: Pick<ImageEngine, "name" | "title">,
  { licences, minWidth, limit }: ImagesAsked,
): FoundImage[] {
  const found = told.flatMap((one): FoundImage[] => {
    const url = address(one.url);
    const [width, height] = [pixels(one.width), pixels(one.height)];
    if (url === "" || OTHER_FILES.test(new URL(url).pathname) || !licences.includes(one.licence)) return [];
    if (width > 0 && width < minWidth) return [];
    const { licence, licenceVersion = "" } = one;
    const told = address(one.licenceUrl);
    return [
      {
        url,
        page: address(one.page),
        title: titleOf(one.title),
        width,
        height,
        author: authorOf(one.author),
        authorUrl: address(one.authorUrl),
        licence,
        licenceVersion,
        licenceUrl: told === "" ? licencePage({ licence, licenceVersion }) : told,
        service,
        engine: name,
        showFrom: one.showFrom ?? "anywhere",
        notice: textOf(one.notice),
      },
    ];
  });
  return found.slice(0, limit);
}

/** The address of a link in a piece of HTML, such as the name of an author; empty when there is none. */
export function linkIn(html: string): string {
  const found = /<a\b[^>]*?\bhref\s*=\s*["']([^"']{1,2000})["']/i.exec(html)?.[1] ?? "";
  return address((found.startsWith("//") ? `https:${found}` : found).replaceAll("&amp;", "&"));
}

function address(value: unknown): string {
  const text = textOf(value).trim();
  if (text === "" || text.length > MOST_ADDRESS) return "";
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return "";
  return url.href;
}

function pixels(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}

/** Titles of files are their names; cameras give names that say nothing, and sites add marks of their own. */
function titleOf(value: unknown): string {
  const text = shortened(value)
    .replace(/^File:\s*/i, "")
    .replace(/\.(?:jpe?g|png|gif|webp|tiff?|svg|bmp|avif)$/i, "")
    .replaceAll("_", " ")
    .replace(/ - panoramio(?: - .*)?(?: \(\d+\))?$|\s*\(\d{6,}\)$/i, "")
    .replace(/(?:\s+[#@][\p{L}\p{N}_.]+)+$/u, "")
    .trim();
  return /^(?:(?:dsc[nf]?|img|imgp|p|pict|mg|gopr|dji|image|photo|untitled)?[\s\d().-]*|[\da-f-]{12,})$/i.test(text)
    ? ""
    : text;
}

function authorOf(value: unknown): string {
  // Names of users of wikis, as other services give them.
  const text = shortened(value)
    .replace(/^(?::?[a-z]{2,3}:)?User:/, "")
    // The licence is said beside it.
    .replace(/(?<=\S)[\s,;(]+licen[cs]ed?\b.*$/i, "");
  return /^(?:unknown|anonymous|n\/a|not known)(?:\s*(?:author|photographer|artist|unknown))*$/i.test(text) ? "" : text;
}

function shortened(value: unknown): string {
  const text = htmlText(textOf(value).slice(0, MOST_TEXT * 10));
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT - 1)}…` : text;
}
