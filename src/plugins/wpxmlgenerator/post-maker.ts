import { decodedUri } from "../../engines/decoded-uri.js";
import type { FolderProvider, JsonObject, Output } from "../../kernel/index.js";
import { filledFields, type SourceArticle } from "../_kit/articles-in/index.js";
import { type Dating, secondLater, statusOf } from "./dating.js";
import { LostLinks, linked } from "./links.js";
import type { WpXmlGeneratorOptions } from "./options.js";
import type { Parts } from "./parts.js";
import { type Picture, type PicturedArticle, pictured } from "./pictures.js";
import { Slugs } from "./slugs.js";
import { xmlText } from "./wxr/escaping.js";
import { wpSlug } from "./wxr/names.js";
import { type Authors, type Term, type Terms, termPath } from "./wxr/terms.js";
import { type Attachment, attachmentItem, type Post, postItem, type Site } from "./wxr/write.js";

export interface MadePost {
  readonly post: Post;
  readonly article: SourceArticle;
  /** The address of its featured image; empty for none. */
  readonly featured: string;
  readonly row: JsonObject;
}

interface MakerWorld {
  readonly options: WpXmlGeneratorOptions;
  readonly folder: FolderProvider;
  readonly output: Pick<Output, "file" | "append">;
  readonly signal: AbortSignal;
  readonly site: Site;
  readonly terms: Terms;
  readonly authors: Authors;
  readonly dating: Dating;
  readonly parts: Parts;
  readonly now: Date;
  /** All articles of the run. */
  readonly files: ReadonlySet<string>;
  /** One of them; undefined when it cannot be read. */
  read(file: string): Promise<SourceArticle | undefined>;
  note(problem: string): void;
}

/** Makes posts of articles: gives them their ids, slugs and dates, and writes them and their images into the parts. */
export class PostMaker {
  posts = 0;
  private nextId: number;
  private readonly slugs = new Slugs();
  readonly lostLinks = new LostLinks();
  private readonly dated = new Set<string>();
  /** The ids of the images of the present part by their addresses: each file is imported for itself. */
  private attached = new Map<string, number>();
  /** What came since the last checkpoint. */
  private fresh = nothingFresh();

  constructor(private readonly world: MakerWorld) {
    this.nextId = world.options.startPostId;
  }

  async make(article: SourceArticle): Promise<MadePost> {
    const { options, site, authors, parts, note } = this.world;
    const slug = this.slugs.ofArticle(article);
    const shown = await this.shown(article);
    const title = xmlText(article.title);
    const planned = this.world.dating.dateOf(article);
    if (planned.problem !== "") note(planned.problem);
    const date = this.undated(title, planned.date);
    const id = this.nextId;
    const { fields, notes } = filledFields(options.postMeta, article, { slug: article.slug, option: "postMeta" });
    for (const one of notes) note(one);
    const post: Post = {
      id,
      title,
      slug,
      html: xmlText(shown.html),
      excerpt: article.excerpt,
      date,
      status: statusOf(article, options.postStatus, date, this.world.now),
      type: typeOf(article, options),
      author: authors.author(options.articleAuthors ? article.author : ""),
      terms: this.termsOf(article),
      meta: fields,
    };
    this.nextId += 1;
    if (post.html === "") note(`${article.file} has nothing left besides its title.`);
    const { path, items, contents } = this.written(post, shown, site);
    parts.add(items, contents);
    this.posts += 1;
    const names = (taxonomy: Term["taxonomy"]) => post.terms.filter((one) => one.taxonomy === taxonomy).map(termPath);
    const row = {
      file: article.file,
      postId: id,
      slug: decodeURIComponent(post.slug),
      title,
      date,
      status: post.status,
      categories: names("category"),
      tags: names("post_tag"),
      part: path,
    };
    return { post, article, featured: shown.featured?.url ?? "", row };
  }

  /** What the next attempt needs to go on from here. */
  kept(): JsonObject {
    const { fresh } = this;
    this.fresh = nothingFresh();
    return {
      ...fresh,
      slugs: this.slugs.kept(),
      posts: this.posts,
      nextId: this.nextId,
      planned: this.world.dating.taken,
      parts: this.world.parts.kept(),
    };
  }

  restore(value: JsonObject): void {
    this.slugs.restore(value["slugs"] as JsonObject);
    for (const key of value["dated"] as string[]) this.dated.add(key);
    this.posts = value["posts"] as number;
    this.nextId = value["nextId"] as number;
    this.world.dating.skip(value["planned"] as number);
    if (value["isNewPart"] === true) this.attached.clear();
    for (const [url, id] of value["attached"] as [string, number][]) this.attached.set(url, id);
    this.world.parts.restore(value["parts"] as JsonObject);
  }

  /** An article with its images on the web, and its links to other articles leading to their posts. */
  private async shown(article: SourceArticle): Promise<PicturedArticle> {
    const { site, files, read } = this.world;
    const shown = await pictured(article, this.world);
    const html = await linked(shown.html, article.file, {
      files,
      uploads: shown.addresses,
      lost: (href) => this.lostLinks.add(href, article.file),
      addressOf: async (file) => {
        const known = this.slugs.ofFile(file);
        const other = known === undefined ? await read(file) : undefined;
        const slug = other === undefined ? known : this.slugs.ofArticle(other);
        return slug === undefined ? undefined : `${site.url}/${slug}/`;
      },
    });
    return { ...shown, html };
  }

  /** The items of a post and its images for the part that they go into. */
  private written(post: Post, { pictures, featured }: PicturedArticle, site: Site) {
    const wanted = this.world.options.imageMode === "attachment" ? pictures : [];
    const attempt = () => {
      let id = this.nextId;
      const known = new Map(this.attached);
      const attachments = wanted
        .filter(({ url }) => !known.has(url))
        .map((picture) => {
          known.set(picture.url, id);
          id += 1;
          return { id: id - 1, picture };
        });
      const thumbnail = featured === undefined ? undefined : known.get(featured.url);
      const meta = thumbnail === undefined ? post.meta : { ...post.meta, _thumbnail_id: String(thumbnail) };
      return { known, attachments, item: postItem({ ...post, meta }, site) };
    };
    let tried = attempt();
    // How large the images' items are is known when they are written; each is of some thousand characters at most.
    const room = tried.item + " ".repeat(tried.attachments.length * 2500);
    const { path, isNew } = this.world.parts.partFor(room);
    if (isNew) {
      this.attached.clear();
      this.fresh = { ...this.fresh, isNewPart: true, attached: [] };
      tried = attempt();
    }
    this.attached = tried.known;
    this.fresh.attached.push(...tried.attachments.map(({ id, picture }): [string, number] => [picture.url, id]));
    const made = tried.attachments.map(({ id, picture }) => this.attachment(id, picture, post));
    this.nextId += made.length;
    return {
      path,
      items: [tried.item, ...made.map(attachmentItem)].join(""),
      contents: [
        { id: String(post.id), title: post.title, content: post.html },
        ...made.map(({ id, title }) => ({ id: String(id), title, content: "" })),
      ],
    };
  }

  private attachment(id: number, { url, alt, caption }: Picture, post: Post): Attachment {
    const file = decodedUri(
      url
        .replace(/[?#].*$/s, "")
        .split("/")
        .at(-1) ?? "",
    ).replace(/\.[^.]*$/, "");
    const title = xmlText((alt || file || "Image").slice(0, 200));
    return {
      id,
      parent: post.id,
      url,
      title,
      slug: this.slugs.take(wpSlug(file || title, "image")),
      alt,
      caption,
      date: this.undated(title, post.date),
      author: post.author,
    };
  }

  private termsOf(article: SourceArticle): Term[] {
    const { options, terms } = this.world;
    if (typeOf(article, options) === "page") return [];
    const { categories, tags } = article;
    const found = [...categories.map((name) => terms.category(name)), ...tags.map((name) => terms.tag(name))];
    return [...new Set(found.filter((term) => term !== undefined))];
  }

  /** The importer takes posts of one title and one time for the same, whatever the case and the accents. */
  private undated(title: string, date: string): string {
    let free = date;
    const key = () =>
      `${free.slice(0, 19)} ${title
        .normalize("NFD")
        .replace(/\p{M}+/gu, "")
        .toLowerCase()
        .trim()}`;
    while (this.dated.has(key())) free = secondLater(free);
    this.dated.add(key());
    this.fresh.dated.push(key());
    return free;
  }
}

interface Fresh {
  readonly dated: string[];
  readonly attached: [url: string, id: number][];
  /** Whether a part was begun, so that the images of the one before do not count any more. */
  readonly isNewPart: boolean;
}

const nothingFresh = (): Fresh => ({ dated: [], attached: [], isNewPart: false });

/** An article among posts may call itself a page. */
function typeOf({ meta }: Pick<SourceArticle, "meta">, { postType }: Pick<WpXmlGeneratorOptions, "postType">): string {
  const wanted = postType.trim();
  return wanted === "post" && (meta["type"] ?? "").trim().toLowerCase() === "page" ? "page" : wanted;
}
