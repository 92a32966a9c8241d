import { type FolderProvider, ScriptoriumError, shown } from "../../../kernel/index.js";
import { fetchImage, imageType } from "../images.js";
import { slug } from "../slug.js";
import type { RunWeb } from "../web/run-web.js";

export interface ImageContext {
  readonly folder: FolderProvider;
  /** Without it images of the web are a problem. */
  readonly web?: Pick<RunWeb, "fetch">;
  readonly signal: AbortSignal;
}

interface ImageBytes {
  readonly bytes: Uint8Array;
  /** Media type. */
  readonly type: string;
  readonly fileName: string;
}

/**
 * The bytes of an image of an article: a file in its folder or next to that (`../images/x.png`), never farther away, what an
 * http or https address answers, or what a `data:` address holds. What it is its first bytes say. A problem in a sentence instead; only an abort is thrown.
 */
export async function articleImage(
  src: string,
  file: string,
  { articleFolder }: { readonly articleFolder: string },
  { folder, web, signal }: ImageContext,
): Promise<ImageBytes | { readonly problem: string }> {
  if (/^data:/i.test(src)) return imageInText(src, file);
  if (/^(?:https?:)?\/\//i.test(src)) {
    const address = src.startsWith("//") ? `https:${src}` : src;
    if (web === undefined) return problem(src, "it is on the web, and this task reads no pages of the web.");
    const image = await fetchImage(address, web, signal);
    if ("problem" in image) return { problem: image.problem };
    return {
      bytes: image.bytes,
      type: image.type,
      fileName: named(URL.parse(address)?.pathname ?? "", image.extension),
    };
  }
  const place = placeOf(src, file, articleFolder.trim());
  if (place === undefined)
    return problem(src, "it is neither on the web nor in or next to the folder of the articles.");
  if (folder.bytes === undefined) return problem(src, "the folders of this server give texts only.");
  try {
    const bytes = await folder.bytes(place.folder, place.path, { signal });
    const type = imageType(bytes);
    if (type === undefined) return problem(src, "it is no JPEG, PNG, GIF, WebP, AVIF or BMP image.");
    return { bytes, type: type.type, fileName: named(place.path, type.extension) };
  } catch (error) {
    signal.throwIfAborted();
    if (!ScriptoriumError.is(error)) throw error;
    return { problem: `The image ${shown(src)} was not used. ${error.message}` };
  }
}

function imageInText(src: string, file: string): ImageBytes | { readonly problem: string } {
  const [, base64 = ""] = /^data:image\/[\w.+-]+(?:;[\w.=-]+)*;base64,([\w+/=-]+)$/i.exec(src) ?? [];
  const bytes = Buffer.from(base64, "base64");
  const type = imageType(bytes);
  if (type !== undefined) return { bytes, type: type.type, fileName: named("", type.extension) };
  return {
    problem: `An image in the text of ${shown(file)} was not used: it is no JPEG, PNG, GIF, WebP, AVIF or BMP image in base64.`,
  };
}

function problem(src: string, why: string): { readonly problem: string } {
  return { problem: `The image ${shown(src)} was not used: ${why}` };
}

interface Place {
  readonly folder: string;
  readonly path: string;
}

/** Where a reference leads from an article; undefined for what leaves the folder by more than one step, and for all but paths. */
function placeOf(src: string, file: string, folder: string): Place | undefined {
  const reference = decoded(src.replace(/[?#].*$/s, ""));
  if (reference === undefined || reference === "" || /^[/\\]|^[a-z][a-z\d+.-]*:|[\\\0]/i.test(reference))
    return undefined;
  const segments = file.split("/").slice(0, -1);
  let above = 0;
  for (const segment of reference.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.length > 0) segments.pop();
    else above += 1;
  }
  const path = segments.join("/");
  if (path === "" || above > 1) return undefined;
  if (above === 0) return { folder, path };
  const parent = /^(.*[^/\\])[/\\]+[^/\\]+[/\\]*$/.exec(folder)?.[1];
  return parent === undefined ? undefined : { folder: parent, path };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function named(path: string, extension: string): string {
  const last = decoded(path.slice(path.lastIndexOf("/") + 1)) ?? "";
  const name = last.replace(/\.[^.]*$/, "");
  return `${name === "" ? "image" : slug(name)}.${extension}`;
}
