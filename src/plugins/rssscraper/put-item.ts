import { languageCode } from "../../engines/language-codes.js";
import { blocksHtml } from "../../engines/pages/extraction/as-html.js";
import type { ExtractedPage } from "../../engines/pages/extraction/page.js";
import type { Feed } from "../../engines/pages/feeds/feed.js";
import type { PublishedItem } from "../../engines/pages/feeds/write-feed.js";
import type { JsonObject } from "../../kernel/index.js";
import { type ArticleFile, articleFacts, articleFiles } from "../_kit/article-files.js";
import { saveImages } from "../_kit/images.js";
import { slug } from "../_kit/slug.js";
import { runWeb } from "../_kit/web/run-web.js";
import type { IdentifiedItem } from "./identity.js";
import { attributed, cleanAddress, type ItemPage, itemPage, withoutTracking } from "./item-page.js";
import { publishedItem } from "./published.js";
import type { LineContext } from "./run-state.js";
import type { Story } from "./stories.js";

/** Everything of a page goes into its files. */
const LOOK = { links: true, images: true, tables: true, formatting: true, comments: false } as const;

/** Of a title that is made of the text. */
const TITLE_WORDS = 10;

/** What is to be stored of one item. */
export interface PutItem {
  readonly row: JsonObject;
  readonly files: readonly { readonly path: string; readonly content: string | Uint8Array; readonly type: string }[];
  /** Of its files, without ending. */
  readonly name: string;
  /** What the name was given to. */
  readonly id: string;
  readonly published: PublishedItem;
  readonly story: Story;
  /** As `ItemPage.failed`. */
  readonly failed: ItemPage["failed"];
}

/** Makes row and files of an item; `earlier` is the name of the files it had in an earlier run. */
export async function putItem(
  entry: IdentifiedItem,
  feed: Feed,
  earlier: string,
  context: LineContext,
): Promise<PutItem> {
  const { options, state, signal, log } = context;
  const { item } = entry;
  const { page: found, problem, failed, rendered = "" } = await itemPage(item, feed, context);
  const url = options.stripTracking ? cleanAddress(item.url) : item.url;
  const bare = options.stripTracking ? withoutTracking(found) : found;
  const categories = [...new Set([...item.categories, ...state.rules.categories(entry)])];
  const date = item.published || item.updated;
  const title = item.title || found.metadata.title || beginning(entry.text) || url;
  const id = entry.everywhere.at(-1)!;
  const name = earlier || (await nameOf(title || "item", id, context));
  if (earlier !== "") state.names.restore(earlier, id);
  const { words } = articleFacts(bare, url);
  const source = feed.title || feed.site || feed.url;
  const whole: ExtractedPage = {
    ...(options.attribution ? attributed(bare, url, feed.title) : bare),
    words,
    metadata: {
      ...bare.metadata,
      title,
      tags: categories,
      language: languageCode(bare.metadata.language),
      canonical: url,
    },
  };
  const images = options.downloadImages
    ? await saveImages(whole, name, runWeb(context, state.session), signal)
    : undefined;
  for (const note of images?.notes ?? []) log.warn(note);
  const page = images?.page ?? whole;
  const facts = { ...articleFacts(page, url), title, words, date, author: page.metadata.authors.join(", ") };
  const shared = { url, title, author: facts.author, date, categories };
  const files = articleFiles(page, facts, options.outputFormats, name, LOOK).map((file) => templated(file));
  const story = state.clusters.storyOf(entry, feed.url);
  if (options.clusterStories) state.clusters.add(story);
  return {
    row: {
      feed: feed.url,
      guid: item.guid,
      title,
      url,
      author: facts.author,
      date,
      categories,
      words,
      image: images?.files[0]?.path ?? (item.image || firstImage(page)),
      file: files[0]?.path ?? "",
      status: problem === "" ? "ok" : "feed-text",
      error: problem,
      cluster: options.clusterStories ? story.cluster : "",
      rendered,
    },
    files: [...files, ...(images?.files ?? [])],
    name,
    id,
    published: publishedItem(id, whole, feed, { ...shared, date: date || context.clock.now().toISOString() }),
    story,
    failed,
  };

  function templated(file: ArticleFile): ArticleFile {
    if (state.template === undefined || !file.path.endsWith(".html")) return file;
    const content = blocksHtml(page.content).join("\n");
    return { ...file, content: state.template({ ...shared, content, source, categories: categories.join(", ") }) };
  }
}

/** A name that no other item of the task has, nor had in an earlier run. */
async function nameOf(title: string, id: string, { options, state, stored }: LineContext): Promise<string> {
  const plain = slug(title);
  const path = `articles/${plain}.${options.outputFormats[0]}`;
  if ((await stored(path)) !== undefined) state.names.restore(plain, "an earlier item");
  return state.names.claim(title, id);
}

/** Notes have no title of their own. */
function beginning(text: string): string {
  const words = text.split(/\s+/);
  return words.length > TITLE_WORDS ? `${words.slice(0, TITLE_WORDS).join(" ")} …` : text;
}

function firstImage({ content }: ExtractedPage): string {
  const image = content.find((block) => block.kind === "image");
  return image?.kind === "image" ? image.src : "";
}
