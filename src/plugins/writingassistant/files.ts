import type { Json, JsonObject } from "../../kernel/index.js";
import { escapedHtml } from "../../kernel/values/escaped-text.js";
import { type ArticleBody, BODY_MEDIA_TYPES, renderedBody } from "../_kit/article-body/index.js";
import { structuredData } from "../_kit/article-body/json-ld.js";
import { slug } from "../_kit/slug.js";
import type { Article } from "./article.js";
import { contentsHeading } from "./body.js";
import type { Fact } from "./facts/check-facts.js";
import type { Job } from "./jobs.js";
import type { OutputFormat, WritingAssistantOptions } from "./options.js";

export interface WrittenFile {
  readonly path: string;
  readonly content: string;
  /** Media type. */
  readonly type: string;
}

/** What is known of a text for search engines: what the stage `meta` made, or what can be taken from the text. */
export function metaOf(
  article: Article,
  job: Job,
  { tags, categories }: Pick<ArticleBody, "tags" | "categories">,
): JsonObject & { readonly description: string; readonly slug: string } {
  const { meta } = article;
  const first =
    article.body
      .replace(/^#{1,6} .*$/gm, "")
      .trim()
      .split(/\n\s*\n/)[0] ?? "";
  return {
    title: meta?.title || article.title,
    description: meta?.description || shortened(first.replace(/ ?\[\d+\]/g, "").replace(/[*_`]/g, "")),
    slug: slug(meta?.slug || article.title || job.subject),
    tags: [...tags],
    ...(categories.length === 0 ? {} : { categories: [...categories] }),
    language: article.language,
    faq: article.faq.map((one) => ({ ...one })),
  };
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 155 ? line : `${line.slice(0, 152).replace(/[\s,;:]+\S*$/, "")}...`;
}

/** The files of an article, those with what is known of it included. */
export function articleFiles(
  {
    article,
    body,
    job,
    facts,
    folder,
  }: {
    readonly article: Article;
    readonly body: ArticleBody;
    readonly job: Job;
    readonly facts: readonly Fact[] | undefined;
    readonly folder: "articles" | "drafts";
  },
  options: WritingAssistantOptions,
  formats: readonly OutputFormat[],
): WrittenFile[] {
  const meta = metaOf(article, job, body);
  const schema = options.includeSchema ? schemaOf(body, article, meta.description) : undefined;
  const path = (ending: string) => `${folder}/${job.name}.${ending}`;
  const json = (ending: string, value: Json): WrittenFile => ({
    path: path(ending),
    content: `${JSON.stringify(value, null, 2)}\n`,
    type: "application/json",
  });
  return [
    ...formats.map((format) => ({
      path: path(format),
      content: written(body, format, { options, meta, schema, article }),
      type: BODY_MEDIA_TYPES[format],
    })),
    json("meta.json", { ...meta, ...(schema === undefined ? {} : { jsonLd: schema }) }),
    ...(facts === undefined ? [] : [json("facts.json", facts as unknown as Json)]),
  ];
}

interface Around {
  readonly options: WritingAssistantOptions;
  readonly meta: ReturnType<typeof metaOf>;
  readonly schema: Json | undefined;
  readonly article: Article;
}

function written(body: ArticleBody, format: OutputFormat, { options, meta, schema, article }: Around): string {
  const citing = options.citeSources === "none" || body.sources.length === 0 ? "none" : "list";
  const text = renderedBody(body, format, { citing });
  const { description } = meta;
  if (format === "md") {
    const lines = [`description: ${JSON.stringify(description)}`, `slug: ${JSON.stringify(meta.slug)}`];
    return text.replace(/^---\n/, (mark) => `${mark}${lines.join("\n")}\n`);
  }
  if (format !== "html") return text;
  const head = [
    `<meta name="description" content="${escapedHtml(description)}">`,
    ...(schema === undefined ? [] : [`<script type="application/ld+json">${inScript(schema)}</script>`]),
  ].join("\n");
  const whole = text
    .replace("</title>\n", () => `</title>\n${head}\n`)
    .replace("<html>", `<html lang="${escapedHtml(article.language)}">`);
  return options.includeToc ? withAnchors(whole, contentsHeading(article.language)) : whole;
}

/** Headings with anchors, and the list of contents leading to them. */
function withAnchors(html: string, contents: string): string {
  const taken = new Set<string>();
  const anchors: string[] = [];
  const title = escapedHtml(contents);
  const marked = html.replace(/<h2>(.*?)<\/h2>/g, (whole, text: string) => {
    if (text === title) return whole;
    const plain = slug(text.replace(/&[#\w]+;/g, ""));
    let anchor = plain;
    for (let n = 2; taken.has(anchor); n += 1) anchor = `${plain}-${n}`;
    taken.add(anchor);
    anchors.push(`${anchor}\n${text}`);
    return `<h2 id="${anchor}">${text}</h2>`;
  });
  const list = new RegExp(`(<h2>${title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}</h2>\\n<ul>)([\\s\\S]*?)(</ul>)`);
  return marked.replace(list, (_whole, before: string, items: string, after: string) => {
    const linked = items.replace(/<li>(.*?)<\/li>/g, (item, text: string) => {
      const anchor = anchors.find((one) => one.endsWith(`\n${text}`))?.split("\n")[0];
      return anchor === undefined ? item : `<li><a href="#${anchor}">${text}</a></li>`;
    });
    return `${before}${linked}${after}`;
  });
}

/** Structured data of the article and its questions (https://schema.org). */
function schemaOf(body: ArticleBody, { faq }: Article, description: string): Json {
  const article = { ...(JSON.parse(structuredData(body, "article")) as JsonObject), description };
  if (faq.length === 0) return article;
  const { "@context": context, ...own } = article as JsonObject;
  const questions = faq.map(({ question, answer }) => ({
    ...{ "@type": "Question", name: question },
    acceptedAnswer: { "@type": "Answer", text: answer },
  }));
  return { "@context": context!, "@graph": [own, { "@type": "FAQPage", mainEntity: questions }] };
}

/** Nothing in it can end the script element. */
function inScript(value: Json): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
