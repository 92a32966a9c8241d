import { type MailAttachment, shown } from "../../kernel/index.js";
import { elementsOf, htmlTree } from "../_kit/articles-in/html-tree.js";
import { articleImage, leftOutForKeyword, readArticle, type SourceArticle } from "../_kit/articles-in/index.js";
import { htmlOf } from "../_kit/articles-in/safe-html.js";
import { nameOf } from "../_kit/articles-in/title.js";
import type { Context } from "./context.js";

/** Most that the images of one message may have, before they are written in letters; many servers take no more. */
const MOST_IMAGE_BYTES = 15 * 1024 * 1024;

/** An article as it goes into messages. */
export interface Letter {
  readonly article: SourceArticle;
  /** By which it is known again under another title, and when its file has another name. */
  readonly contents: readonly string[];
  /** With its images as parts of the message. */
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
}

/** Reads an article and the images that it takes along. What is missing is told in the log. */
export async function letterOf(file: string, context: Context, random: Context["random"]): Promise<Letter> {
  const { options, providers, signal } = context;
  const folder = providers.folder!;
  const reading = { folder, random, signal, dataImages: true };
  const article = await readArticle(file, options, reading);
  const plain = await readArticle(file, { ...options, articleTitle: "Use metadata" }, reading);
  const keywordless = leftOutForKeyword(article, options);
  if (keywordless !== undefined) context.log.warn(`${shown(file)}: ${keywordless}`);
  const tree = htmlTree(article.html);
  // Where the article lay they led somewhere; in a message they do not.
  for (const link of [...elementsOf(tree)].filter(({ name }) => name === "a")) {
    if (!/^(?:https?:|mailto:|tel:|#)/i.test(link.attributes["href"] ?? "#"))
      Object.assign(link, { name: "span", attributes: {} });
  }
  const images = [...elementsOf(tree)].filter(({ name }) => name === "img");
  const attached = new Map<string, MailAttachment | undefined>();
  const taken = async (src: string, isInline: boolean) => {
    if (!attached.has(src))
      attached.set(src, await attachmentOf(src, [...attached.values()], isInline, article, context));
    return attached.get(src);
  };
  for (const image of images) {
    const { src = "" } = image.attributes;
    const attachment = options.attachImages ? await taken(src, true) : undefined;
    if (attachment !== undefined) Object.assign(image.attributes, { src: `cid:${attachment.contentId}` });
    // What is neither in the message nor on the web could not be seen.
    else if (!/^https?:/i.test(src))
      Object.assign(image, { name: "span", attributes: {}, children: [image.attributes["alt"] ?? ""] });
  }
  if (options.attachImages && article.featuredImage !== "") await taken(article.featuredImage, false);
  return {
    article,
    contents: contentsOf(plain),
    html: htmlOf(tree),
    attachments: [...attached.values()].filter((one) => one !== undefined),
  };
}

/** A title that is as the name of the file may be made of it, where the article has none of its own. */
function contentsOf({ file, title, html }: SourceArticle): string[] {
  return [`${title}\n${html}`, ...(title === nameOf(file) ? [`\n${html}`] : [])];
}

async function attachmentOf(
  src: string,
  before: readonly (MailAttachment | undefined)[],
  isInline: boolean,
  article: SourceArticle,
  { options, providers, signal, log }: Context,
): Promise<MailAttachment | undefined> {
  const { web, folder } = providers;
  const fetched = web && { fetch: (url: string, request: object = {}) => web.fetch(url, { ...request, signal }) };
  const reading = { folder: folder!, ...(fetched && { web: fetched }), signal };
  const image = await articleImage(src, article.file, options, reading);
  if ("problem" in image) {
    log.warn(image.problem);
    return undefined;
  }
  const used = before.reduce((sum, one) => sum + (one?.bytes.byteLength ?? 0), 0);
  if (used + image.bytes.byteLength > MOST_IMAGE_BYTES) {
    log.warn(
      `The image ${shown(src, 80)} was left out: the images of ${shown(article.file)} are larger than a message may be. Make them smaller.`,
    );
    return undefined;
  }
  const number = before.length + 1;
  const names = before.map((one) => one?.fileName);
  const fileName = names.includes(image.fileName) ? `${number}-${image.fileName}` : image.fileName;
  return { fileName, bytes: image.bytes, type: image.type, ...(isInline ? { contentId: `image-${number}` } : {}) };
}
