import { imageSize } from "../../../engines/image-size.js";
import { type FoundImage, type Output, type RunLog, shown } from "../../../kernel/index.js";
import type { ArticleBody, BodyBlock, BodyImage } from "../article-body/model.js";
import { inOrder } from "../checks.js";
import { type FetchedImage, fetchImage, imageType } from "../images.js";
import type { RunWeb } from "../web/run-web.js";
import { type Candidate, type CandidateContext, candidates } from "./candidates.js";
import { imageCredit, licenceName, wantsCredit } from "./credit.js";
import { type ImageInsert, type ImageInsertOptions, insertTypeOf } from "./options.js";
import { imagePlaces } from "./places.js";
import { imageInsertWarnings } from "./problems.js";
import { claimOf, claimOfContent, claimOfFile } from "./run-images.js";

export interface ImageInsertContext extends Omit<CandidateContext, "note"> {
  /** Absent where the server does not read the web: images are then linked to unseen, or left out. */
  readonly web: Pick<RunWeb, "fetch"> | undefined;
  /** Of the article's file in `articles/`, without its ending: images are `images/<name>-1.jpg` and so on. */
  readonly name: string;
  /** Where a file of this name goes, and how the article speaks of it; `images/` beside `articles/` when absent. */
  readonly placeOf?: (file: string) => { readonly path: string; readonly src: string };
  /** What images are looked for by, where that is something else than the keyword of the article, such as that of its source. */
  readonly about?: Pick<ArticleBody, "keyword" | "language">;
  readonly output: Pick<Output, "file">;
  readonly log: Pick<RunLog, "info" | "warn">;
  /** Nothing is stored, and no service is notified. @default false */
  readonly dryRun?: boolean;
}

/** An image of an article, for its row. */
export interface ArticleImage {
  /** As the article has it. */
  readonly src: string;
  /** Of the page or file that it is from. */
  readonly from: string;
  readonly title: string;
  readonly author: string;
  /** `CC BY-SA 4.0`; empty for images of the user's own. */
  readonly licence: string;
  readonly licenceUrl: string;
  readonly service: string;
  /** The post uploader is to put it into the blog. */
  readonly upload: boolean;
}

const MOST_BYTES = 10 * 1024 * 1024;
/** Images that cannot be had until an article goes without. */
const MOST_FAILURES = 8;

/**
 * The article with images between its blocks, and what they are. No image stands in two articles of a run. Whatever fails but an abort
 * leaves the article as it is, and the log says why. The claims are for a later attempt at the run to give to its `RunImages`.
 */
export async function imagesInto(
  body: ArticleBody,
  options: ImageInsertOptions,
  context: ImageInsertContext,
): Promise<{
  readonly body: ArticleBody;
  readonly images: readonly ArticleImage[];
  readonly claims: readonly string[];
}> {
  const { imageInsert: insert, articleUseImages } = options;
  const { random, log, run, providers } = context;
  const [from, to] = inOrder(insert.FrequencyFrom, insert.FrequencyTo);
  if (!articleUseImages || to === 0) return { body, images: [], claims: [] };
  const reasons: string[] = [];
  const note = (sentence: string) => {
    reasons.push(sentence);
    run.once(sentence, (once) => log.warn(once));
  };
  for (const warning of imageInsertWarnings(options, providers.images)) run.once(warning, (once) => log.warn(once));
  if (providers.images === undefined && insert.UseFolder.trim() === "") return { body, images: [], claims: [] };
  const places = imagePlaces(body.blocks, random.integer(from, to), insert.InsertAtStartOfBody);
  const placed: Placed[] = [];
  let failures = 0;
  if (places.length > 0) {
    for await (const candidate of candidates(context.about ?? body, insert, { ...context, note })) {
      const image = await settled(candidate, placed.length + 1, body, insert, context);
      if (typeof image === "string") {
        reasons.push(image);
        log.info(image);
        failures += 1;
      } else placed.push(image);
      if (placed.length >= places.length || failures >= MOST_FAILURES) break;
    }
  }
  if (placed.length < Math.min(from, places.length)) log.warn(tooFew(body.keyword, placed.length, from, reasons[0]));
  for (const { image } of placed) if (image !== undefined) await tell(image, context);
  return {
    body: { ...body, blocks: withImages(body.blocks, placed, places) },
    images: placed.map(({ row }) => row),
    claims: placed.flatMap(({ claims }) => claims),
  };
}

interface Placed {
  readonly body: BodyImage;
  readonly row: ArticleImage;
  readonly claims: readonly string[];
  /** Absent for one of the folder. */
  readonly image?: FoundImage;
}

/** An image as the article has it, stored where it is to be; or in a sentence why it cannot be had. */
async function settled(
  candidate: Candidate,
  n: number,
  body: ArticleBody,
  insert: ImageInsert,
  context: ImageInsertContext,
): Promise<Placed | string> {
  const { run, log, web, signal, name, output, dryRun = false, placeOf = besideArticles } = context;
  const found = "found" in candidate ? candidate.found : undefined;
  const isLink =
    found !== undefined &&
    (found.showFrom === "service" || (found.showFrom === "anywhere" && insertTypeOf(insert) === "hotlink"));
  if (found !== undefined) noteTerms(found, insert, (sentence) => run.once(sentence, (once) => log.warn(once)));
  if (found !== undefined && web === undefined && !isLink) {
    return 'Images cannot be stored, because the server does not read the web. Set imageInsert.InsertType to "hotlink".';
  }
  const got = "read" in candidate ? await readFile(candidate, signal) : await fetched(candidate.found, web, signal);
  if (typeof got === "string") return got;
  const size = got === undefined ? undefined : imageSize(got.bytes);
  const { width = found?.width ?? 0, height = found?.height ?? 0 } = size ?? {};
  const from = "path" in candidate ? candidate.path : candidate.found.url;
  if (width > 0 && width < insert.MinWidth && found !== undefined) {
    return `The image ${shown(from)} was left out: it is ${width} pixels wide, less than imageInsert.MinWidth.`;
  }
  if (got !== undefined && !run.takeContent(got.bytes)) {
    return `The image ${shown(from)} was left out: another article of this run has it.`;
  }
  let src = found?.url ?? "";
  if (!isLink && got !== undefined) {
    const place = placeOf(`${name}-${n}.${got.extension}`);
    if (!dryRun) output.file(place.path, got.bytes, got.type);
    ({ src } = place);
  }
  const title = found?.title ?? "";
  return {
    body: {
      ...{ src, alt: altOf(insert.AltTemplate, { body, title, n }), width, height },
      credit: found !== undefined && insert.WriteCredit ? imageCredit(found, body.language) : "",
      featured: insert.SetFeatured && n === 1,
    },
    row: {
      ...{ src, from: found === undefined ? from : found.page === "" ? found.url : found.page, title },
      author: found?.author ?? "",
      licence: found === undefined ? "" : licenceName(found),
      licenceUrl: found?.licenceUrl ?? "",
      service: found?.service ?? "",
      upload: !isLink && insertTypeOf(insert) === "upload",
    },
    claims: [
      "path" in candidate ? claimOfFile(candidate.path) : claimOf(candidate.found.url),
      ...(got === undefined ? [] : [claimOfContent(got.bytes)]),
    ],
    ...(found === undefined ? {} : { image: found }),
  };
}

function besideArticles(file: string) {
  return { path: `images/${file}`, src: `../images/${file}` };
}

/** Nothing where it is not looked at. */
async function fetched(
  { url }: FoundImage,
  web: ImageInsertContext["web"],
  signal: AbortSignal,
): Promise<FetchedImage | string | undefined> {
  if (web === undefined) return undefined;
  const image = await fetchImage(url, web, signal, MOST_BYTES);
  return "problem" in image ? image.problem : image;
}

async function readFile(
  { path, read }: Extract<Candidate, { read: unknown }>,
  signal: AbortSignal,
): Promise<FetchedImage | string> {
  try {
    const bytes = await read();
    if (bytes.byteLength > MOST_BYTES)
      return `The image ${shown(path)} was left out: it has more than 10 MB. Make it smaller.`;
    const type = imageType(bytes);
    return type === undefined
      ? `The file ${shown(path)} was left out: it is no JPEG, PNG, GIF, WebP, AVIF or BMP image.`
      : { bytes, ...type };
  } catch {
    signal.throwIfAborted();
    return `The image ${shown(path)} was left out: it cannot be read. Check its rights.`;
  }
}

/** What the terms of a service make of settings, and what of a licence they do not keep. */
function noteTerms({ showFrom, service, licence }: FoundImage, insert: ImageInsert, say: (sentence: string) => void) {
  const type = insertTypeOf(insert);
  if (showFrom === "service" && type !== "hotlink") {
    say(`Images of ${service} stay links, because its terms ask for that. Switch it off to have files alone.`);
  }
  if (showFrom === "copy" && type === "hotlink") {
    say(`Images of ${service} are stored as files, because its terms do not allow links to them.`);
  }
  if (!insert.WriteCredit && wantsCredit({ licence })) {
    say(
      "imageInsert.WriteCredit is off, but images under Creative Commons BY licences may be shown only with their author and licence. Switch it on, or set Licences to cc0 and pdm.",
    );
  }
}

/** Not to have told a service is no reason to go without the image. */
async function tell(
  image: FoundImage,
  { providers, signal, log, run, dryRun = false }: ImageInsertContext,
): Promise<void> {
  if (dryRun || image.notice === "") return;
  try {
    await providers.images?.used?.(image, { signal });
  } catch {
    signal.throwIfAborted();
    run.once(
      `${image.service} could not be told which of its images are used, as its terms ask for. Nothing needs to be done.`,
      (once) => log.info(once),
    );
  }
}

function altOf(
  template: string,
  { body, title, n }: { readonly body: ArticleBody; readonly title: string; readonly n: number },
): string {
  const values: Readonly<Record<string, string>> = {
    ...{ keyword: body.keyword, title: body.title, n: String(n) },
    image: title === "" ? body.keyword : title,
  };
  const text = template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : whole,
  );
  return text.replace(/\s+/g, " ").trim();
}

function withImages(
  blocks: readonly BodyBlock[],
  placed: readonly Placed[],
  places: readonly number[],
): readonly BodyBlock[] {
  const at = new Map(placed.map(({ body }, index) => [places[index]!, body]));
  const image = (index: number): BodyBlock[] => {
    const found = at.get(index);
    return found === undefined ? [] : [{ kind: "image", image: found }];
  };
  return [...blocks.flatMap((block, index) => [...image(index), block]), ...image(blocks.length)];
}

function tooFew(keyword: string, count: number, from: number, reason = "No service has one that may be used."): string {
  const has = count === 0 ? "no image" : `${count} ${count === 1 ? "image" : "images"} instead of ${from}`;
  return `The article for "${shown(keyword)}" has ${has}. ${reason}`;
}
