import { escapedXml } from "../../../kernel/values/escaped-text.js";
import { cdata, cdataElement, element, xmlText } from "./escaping.js";
import type { Author, Term } from "./terms.js";

export interface Site {
  readonly url: string;
  readonly title: string;
  readonly language: string;
}

export interface Post {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly html: string;
  readonly excerpt: string;
  /** ISO 8601 with an offset. */
  readonly date: string;
  readonly status: string;
  readonly type: string;
  readonly author: Author;
  readonly terms: readonly Term[];
  readonly meta: Readonly<Record<string, string>>;
}

export interface Attachment {
  readonly id: number;
  readonly parent: number;
  readonly url: string;
  readonly title: string;
  readonly slug: string;
  readonly alt: string;
  readonly caption: string;
  readonly date: string;
  readonly author: Author;
}

/** What a file begins with: WXR 1.2 as WordPress itself exports it, one term on a line, so that every reader of it can follow. */
export function wxrHead(site: Site, authors: readonly Author[], terms: readonly Term[], now: Date): string {
  return `${[
    '<?xml version="1.0" encoding="UTF-8" ?>',
    "<!-- To be imported in WordPress: Tools, Import, WordPress. -->",
    '<rss version="2.0"',
    '\txmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"',
    '\txmlns:content="http://purl.org/rss/1.0/modules/content/"',
    '\txmlns:wfw="http://wellformedweb.org/CommentAPI/"',
    '\txmlns:dc="http://purl.org/dc/elements/1.1/"',
    '\txmlns:wp="http://wordpress.org/export/1.2/"',
    ">",
    "<channel>",
    `\t${element("title", site.title)}`,
    `\t${element("link", site.url)}`,
    "\t<description></description>",
    `\t${element("pubDate", rfc822(now))}`,
    `\t${element("language", site.language)}`,
    "\t<wp:wxr_version>1.2</wp:wxr_version>",
    `\t${element("wp:base_site_url", site.url)}`,
    `\t${element("wp:base_blog_url", site.url)}`,
    ...authors.map((author) => `\t${authorLine(author)}`),
    ...terms.map((term) => `\t${termLine(term)}`),
    "\t<generator>Scriptorium</generator>",
  ].join("\n")}\n`;
}

export const WXR_END = "</channel>\n</rss>\n";

function authorLine({ id, login, email, name }: Author): string {
  const parts = [
    element("wp:author_id", id),
    cdataElement("wp:author_login", login),
    cdataElement("wp:author_email", email),
    cdataElement("wp:author_display_name", name),
    cdataElement("wp:author_first_name", ""),
    cdataElement("wp:author_last_name", ""),
  ];
  return `<wp:author>${parts.join("")}</wp:author>`;
}

function termLine({ id, taxonomy, slug, name, within }: Term): string {
  if (taxonomy === "post_tag") {
    const parts = [element("wp:term_id", id), cdataElement("wp:tag_slug", slug), cdataElement("wp:tag_name", name)];
    return `<wp:tag>${parts.join("")}</wp:tag>`;
  }
  const parts = [
    element("wp:term_id", id),
    cdataElement("wp:category_nicename", slug),
    cdataElement("wp:category_parent", within?.slug ?? ""),
    cdataElement("wp:cat_name", name),
  ];
  return `<wp:category>${parts.join("")}</wp:category>`;
}

export function postItem(post: Post, site: Site): string {
  return item(
    {
      title: post.title,
      link: `${site.url}/?p=${post.id}`,
      date: post.date,
      author: post.author.login,
      content: post.html,
      excerpt: post.excerpt,
      id: post.id,
      slug: post.slug,
      status: post.status,
      parent: 0,
      type: post.type,
    },
    [
      ...post.terms.map(
        ({ taxonomy, slug, name }) =>
          `<category domain="${taxonomy}" nicename="${escapedXml(xmlText(slug))}">${cdata(name)}</category>`,
      ),
      ...Object.entries(post.meta).map(([key, value]) => metaLines(key, value)),
    ],
  );
}

export function attachmentItem(attachment: Attachment): string {
  const { id, parent, url, title, slug, alt, caption, date, author } = attachment;
  const alternative = alt === "" ? [] : [metaLines("_wp_attachment_image_alt", alt)];
  return item(
    {
      title,
      link: url,
      guid: url,
      date,
      author: author.login,
      content: "",
      excerpt: caption,
      id,
      slug,
      status: "inherit",
      parent,
      type: "attachment",
    },
    [cdataElement("wp:attachment_url", url), ...alternative],
  );
}

interface Item {
  readonly title: string;
  readonly link: string;
  /** The link when absent. */
  readonly guid?: string;
  readonly date: string;
  readonly author: string;
  readonly content: string;
  readonly excerpt: string;
  readonly id: number;
  readonly slug: string;
  readonly status: string;
  readonly parent: number;
  readonly type: string;
}

function item(one: Item, further: readonly string[]): string {
  const moment = new Date(one.date);
  const local = one.date.slice(0, 19).replace("T", " ");
  const utc = moment.toISOString().slice(0, 19).replace("T", " ");
  const lines = [
    cdataElement("title", one.title),
    element("link", one.link),
    element("pubDate", rfc822(moment)),
    cdataElement("dc:creator", one.author),
    `<guid isPermaLink="false">${escapedXml(xmlText(one.guid ?? one.link))}</guid>`,
    "<description></description>",
    cdataElement("content:encoded", one.content),
    cdataElement("excerpt:encoded", one.excerpt),
    element("wp:post_id", one.id),
    cdataElement("wp:post_date", local),
    cdataElement("wp:post_date_gmt", utc),
    cdataElement("wp:post_modified", local),
    cdataElement("wp:post_modified_gmt", utc),
    cdataElement("wp:comment_status", "open"),
    cdataElement("wp:ping_status", "closed"),
    cdataElement("wp:post_name", one.slug),
    cdataElement("wp:status", one.status),
    element("wp:post_parent", one.parent),
    element("wp:menu_order", 0),
    cdataElement("wp:post_type", one.type),
    cdataElement("wp:post_password", ""),
    element("wp:is_sticky", 0),
    ...further,
  ];
  return `\t<item>\n${lines.map((line) => `\t\t${line}\n`).join("")}\t</item>\n`;
}

function metaLines(key: string, value: string): string {
  return `<wp:postmeta>\n\t\t\t${cdataElement("wp:meta_key", key)}\n\t\t\t${cdataElement("wp:meta_value", value)}\n\t\t</wp:postmeta>`;
}

/** As RSS 2.0 writes times. */
export function rfc822(moment: Date): string {
  return moment.toUTCString().replace("GMT", "+0000");
}
