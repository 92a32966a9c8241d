import type { ContentBlock, ExtractedPage } from "../../engines/pages/extraction/page.js";
import { ScriptoriumError, shown } from "../../kernel/index.js";
import type { RunWeb } from "./web/run-web.js";

/** Most images of one page that are saved, the bytes of one, and of all together. */
const MAX_IMAGES = 30;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_BYTES_TOGETHER = 30 * 1024 * 1024;

export interface SavedImages {
  /** The page with the addresses of the saved images instead of those on the web. */
  readonly page: ExtractedPage;
  readonly files: readonly { readonly path: string; readonly content: Uint8Array; readonly type: string }[];
  /** Why images were not saved, a sentence each. */
  readonly notes: readonly string[];
}

export interface SaveImagesOptions {
  /** Whether an address may be asked at all. @default all */
  readonly allowed?: (url: string) => boolean;
  /** @default 30 */
  readonly maxImages?: number;
  /** Of one image. @default 10 MB */
  readonly maxBytes?: number;
}

/**
 * Fetches the images of a page's content for `images/<name>-1.png` and so on. What cannot be fetched, is no image or
 * too large stays a link to the web and is a note; only an abort is thrown.
 */
export async function saveImages(
  page: ExtractedPage,
  name: string,
  web: Pick<RunWeb, "fetch">,
  signal: AbortSignal,
  { allowed = () => true, maxImages = MAX_IMAGES, maxBytes = MAX_BYTES }: SaveImagesOptions = {},
): Promise<SavedImages> {
  const sources = [...new Set([...page.content, ...page.comments].flatMap(sourceOf))];
  const files: { path: string; content: Uint8Array; type: string }[] = [];
  const saved = new Map<string, string>();
  const notes: string[] = [];
  let left = MAX_BYTES_TOGETHER;
  for (const src of sources) {
    if (files.length >= maxImages || left <= 0) {
      notes.push(
        `${sources.length - sources.indexOf(src)} more images of ${shown(page.metadata.title)} were not saved.`,
      );
      break;
    }
    if (!allowed(src)) continue;
    const image = await fetchImage(src, web, signal, Math.min(maxBytes, left));
    if ("problem" in image) {
      notes.push(image.problem);
      continue;
    }
    const path = `images/${name}-${files.length + 1}.${image.extension}`;
    files.push({ path, content: image.bytes, type: image.type });
    saved.set(src, `../${path}`);
    left -= image.bytes.byteLength;
  }
  const pointed = (block: ContentBlock): ContentBlock =>
    block.kind === "image" ? { ...block, src: saved.get(block.src) ?? block.src } : block;
  return { page: { ...page, content: page.content.map(pointed), comments: page.comments.map(pointed) }, files, notes };
}

export interface FetchedImage extends ImageType {
  readonly bytes: Uint8Array;
}

/** One image, or in a sentence why there is none. Throws only what an abort throws. */
export async function fetchImage(
  url: string,
  web: Pick<RunWeb, "fetch">,
  signal: AbortSignal,
  maxBytes = MAX_BYTES,
): Promise<FetchedImage | { readonly problem: string }> {
  try {
    const { body } = await web.fetch(url, { as: "bytes", maxBytes });
    const type = body && imageType(body);
    if (body === undefined || type === undefined) {
      return { problem: `The image ${shown(url)} was not saved: it is no JPEG, PNG, GIF, WebP, AVIF or BMP image.` };
    }
    return { bytes: body, ...type };
  } catch (error) {
    signal.throwIfAborted();
    const why = ScriptoriumError.is(error) ? error.message : "It could not be fetched.";
    return { problem: `The image ${shown(url)} was not saved. ${why}` };
  }
}

export interface ImageType {
  readonly extension: string;
  /** Media type. */
  readonly type: string;
}

/**
 * What an image is by its first bytes, whatever its server calls it. SVG is none: it may hold programs, and what is saved
 * is shown later.
 */
export function imageType(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (head.startsWith("\u0089PNG\r\n\u001a\n")) return { extension: "png", type: "image/png" };
  if (head.startsWith("\u00ff\u00d8\u00ff")) return { extension: "jpg", type: "image/jpeg" };
  if (/^GIF8[79]a/.test(head)) return { extension: "gif", type: "image/gif" };
  if (/^RIFF.{4}WEBP/s.test(head)) return { extension: "webp", type: "image/webp" };
  if (/^.{4}ftypavi[fs]/s.test(head)) return { extension: "avif", type: "image/avif" };
  if (/^BM.{4}\0\0\0\0/s.test(head)) return { extension: "bmp", type: "image/bmp" };
  return undefined;
}

function sourceOf(block: ContentBlock): string[] {
  return block.kind === "image" && /^https?:/i.test(block.src) ? [block.src] : [];
}
