import type { UploadedImage } from "../../kernel/index.js";
import { articleImage, type SourceArticle } from "../_kit/articles-in/index.js";
import { webSession } from "../_kit/web/options.js";
import { runWeb } from "../_kit/web/run-web.js";
import { imageMarker } from "./keys.js";
import { memory } from "./memory.js";
import type { Context } from "./options.js";
import type { Entry } from "./plan.js";

export interface PlacedImages {
  /** New addresses by those in the article; null for one that cannot be shown. */
  readonly addresses: ReadonlyMap<string, string | null>;
  /** Id of the image that stands for the post. */
  readonly featured?: string;
  readonly notes: readonly string[];
  /** Of what was uploaded, or was there. */
  readonly markers: readonly string[];
}

type Image = SourceArticle["images"][number];

/** Where an image goes, and for which entry of the plan. */
interface Place extends Pick<Entry, "blogId" | "marker" | "isUnasked"> {
  readonly index: number;
}

/** Images that this attempt at the run has uploaded, by their markers. */
export type Uploaded = Map<string, UploadedImage>;

/** Brings the images of an article into the media of its blog. What cannot be had is left out with a note. */
export async function placedImages(
  article: SourceArticle,
  entry: Place,
  uploaded: Uploaded,
  context: Context,
): Promise<PlacedImages> {
  const { options } = context;
  if (!options.uploadImages) return { addresses: new Map(), notes: notesOnKept(article), markers: [] };
  const addresses = new Map<string, string | null>();
  const ids = new Map<string, string>();
  const notes: string[] = [];
  const markers: string[] = [];
  const named = featuredOf(article, options.featuredImage);
  for (const image of imagesOf(article, named)) {
    const found = await articleImage(image.src, article.file, options, imageWorld(context));
    if ("problem" in found) {
      notes.push(found.problem);
      // An address of the web may be shown from there; a file of this machine may not.
      if (!/^https?:/i.test(image.src)) addresses.set(image.src, null);
      continue;
    }
    const marker = imageMarker(context.taskId, entry.blogId, found.bytes);
    const { alt, caption, credit } = image;
    const one =
      uploaded.get(`${entry.blogId} ${marker}`) ??
      (entry.isUnasked ? await rememberedImage(marker, context) : undefined) ??
      (await context.providers.publisher.upload(
        entry.blogId,
        { fileName: found.fileName, bytes: found.bytes, type: found.type, alt, caption, credit, marker },
        { signal: context.signal },
      ));
    if (!uploaded.has(`${entry.blogId} ${marker}`)) notes.push(...one.notes);
    uploaded.set(`${entry.blogId} ${marker}`, one);
    addresses.set(image.src, one.url);
    ids.set(image.src, one.id);
    if (!markers.includes(marker)) {
      markers.push(marker);
      await keep(marker, one, entry, markers, context);
    }
  }
  const featured = ids.get(named);
  return { addresses, notes, markers, ...(featured !== undefined && { featured }) };
}

function notesOnKept({ images }: SourceArticle): readonly string[] {
  if (!images.some(({ src }) => /^data:/i.test(src))) return [];
  return ["Images in the text itself stay there, which some blogs do not show. Turn uploadImages on to upload them."];
}

async function rememberedImage(marker: string, context: Context): Promise<UploadedImage | undefined> {
  const known = await memory.image(marker, context);
  return known && { id: known.id, url: known.url, notes: [] };
}

/** Whose image it is, so that taking a run back takes it along. */
async function keep(
  marker: string,
  { id, url }: UploadedImage,
  { blogId, index, marker: post }: Place,
  markers: readonly string[],
  context: Context,
): Promise<void> {
  const { runId, output } = context;
  const known = await memory.image(marker, context);
  const usedBy = known?.id === id ? known.usedBy : [];
  if (!usedBy.some((user) => user.post === post && user.runId === runId)) {
    memory.keepImage(marker, { blogId, id, url, usedBy: [...usedBy, { post, runId }] }, output);
  }
  memory.keepUploads(runId, index, markers, output);
  await context.checkpoint(`images ${index}`, {});
}

/** The source of the image that stands for the post; empty for none. */
function featuredOf({ images, featuredImage }: SourceArticle, wanted: "first" | "metadata" | "none"): string {
  if (wanted === "none") return "";
  return wanted === "metadata" ? featuredImage : (images[0]?.src ?? featuredImage);
}

/** Each once; what only stands for the post comes along. */
function imagesOf({ images, title }: SourceArticle, featured: string): readonly Image[] {
  const bySource = new Map(images.map((image) => [image.src, image]));
  if (featured !== "" && !bySource.has(featured)) {
    bySource.set(featured, { src: featured, alt: title, caption: "", credit: "" });
  }
  return [...bySource.values()];
}

function imageWorld(context: Context) {
  const { providers, options, runId, signal } = context;
  // Articles were read, so there are folders.
  const folder = providers.folder!;
  if (providers.web === undefined) return { folder, signal };
  return { folder, signal, web: runWeb(context, webSession(options, runId, [])) };
}
