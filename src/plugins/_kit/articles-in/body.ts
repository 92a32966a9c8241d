import { isHostileMarkdown } from "../../../engines/pages/markdown.js";
import { hasFootnotes, withFootnotes } from "./footnotes.js";
import { elementsOf, type HtmlElement, type HtmlNode, htmlTree, textOf } from "./html-tree.js";
import { textAsHtml } from "./text-as-html.js";

/** What a document says of itself, by the names that front matter uses. */
export type DocumentFacts = ReadonlyMap<string, string | readonly string[]>;

export interface Body {
  readonly nodes: HtmlNode[];
  readonly facts: DocumentFacts;
}

/** The body of an article in one of the formats, whose front matter is gone. Nothing of it is safe yet. */
export async function bodyOf(text: string, ending: string): Promise<Body> {
  const facts = headFacts(text, ending);
  if (isMarkdown(ending)) return { nodes: htmlTree(await markdownAsHtml(text)), facts };
  if (isPlain(text, ending)) return { nodes: htmlTree(textAsHtml(text)), facts };
  const tree = htmlTree(text);
  const body = [...elementsOf(tree)].find(({ name }) => name === "body");
  return { nodes: [...mainOf(body?.children ?? tree)], facts };
}

const isMarkdown = (ending: string) => ending === "md" || ending === "markdown";
/** A text file may hold a whole document. */
const isPlain = (text: string, ending: string) =>
  (ending === "txt" || ending === "text") && !/^\s*(?:<!doctype html|<html)/i.test(text);

async function markdownAsHtml(text: string): Promise<string> {
  if (isHostileMarkdown(text)) return textAsHtml(text);
  const { Marked } = await import("marked");
  const marked = new Marked({ gfm: true });
  try {
    return hasFootnotes(text) ? withFootnotes(marked, text) : await marked.parse(text, { async: true });
  } catch {
    // It is not made for every text there is; as plain text it can still be read.
    return textAsHtml(text);
  }
}

const LONGEST_HEAD = 100_000;

/** What the head of a document says of it. The rest is not looked at. */
export function headFacts(html: string, ending: string): DocumentFacts {
  if (isMarkdown(ending) || isPlain(html, ending)) return new Map();
  const start = html.slice(0, LONGEST_HEAD);
  const end = start.search(/<\/head>|<body[\s>]/i);
  if (end < 0 && !/<(?:title|meta)[\s>]/i.test(start)) return new Map();
  return factsOf([...elementsOf(htmlTree(end < 0 ? start : start.slice(0, end)))]);
}

/** The only article in a document, when nearly all that can be read is in it, or what is below it is set apart as a section. */
function mainOf(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  const articles = [...elementsOf(nodes)].filter(({ name }) => name === "article");
  const [only] = articles;
  if (only === undefined || articles.length > 1) return nodes;
  const outside = nodes.filter((node) => node !== only && (typeof node === "string" || node.name !== "section"));
  const isBeside = nodes.includes(only) && textOf(outside) === "";
  return isBeside || textOf(only.children).length > 0.9 * textOf(nodes).length ? only.children : nodes;
}

/** Of the names in the heads of documents, what front matter calls it; earlier ones count for more. */
const NAMES: Readonly<Record<string, string>> = {
  "og:title": "title",
  author: "author",
  "article:author": "author",
  "article:published_time": "date",
  "dcterms.issued": "date",
  "dc.date": "date",
  date: "date",
  description: "excerpt",
  "og:description": "excerpt",
  slug: "slug",
  keyword: "keyword",
  keywords: "tags",
  "article:tag": "tags",
  "article:section": "categories",
  categories: "categories",
};

function factsOf(elements: readonly HtmlElement[]): DocumentFacts {
  const facts = new Map<string, string | string[]>();
  const title = elements.find(({ name }) => name === "title");
  if (title !== undefined) facts.set("title", textOf(title.children).replace(/\s+/g, " "));
  for (const { name, attributes } of elements) {
    if (name !== "meta") continue;
    const said = (attributes["name"] ?? attributes["property"] ?? "").trim().toLowerCase();
    const content = (attributes["content"] ?? "").trim();
    const known = Object.hasOwn(NAMES, said) ? NAMES[said]! : undefined;
    if (known === undefined || content === "") continue;
    if (known === "tags" || known === "categories")
      facts.set(known, [facts.get(known) ?? [], content.split(",")].flat());
    else if (!facts.has(known)) facts.set(known, content);
    else if (said === "author") facts.set(known, `${facts.get(known)}, ${content}`);
  }
  return facts;
}
