import { plainKey } from "../../../engines/pages/blocks.js";
import { type Random, renderSpintax } from "../../../kernel/index.js";
import type { ArticleFacts } from "./article-facts.js";
import { elementsOf, type HtmlElement, type HtmlNode, isBlock, isHeading, textOf, without } from "./html-tree.js";

const LONGEST = 300;
/** As `articleTitle` names where the title is taken from, in lower case. */
export const FORMS = ["use filename", "use first line", "use first heading", "use metadata"];

export interface TitledBody {
  readonly title: string;
  /** Without the heading or line that became the title. */
  readonly nodes: readonly HtmlNode[];
}

/** The title of an article as `articleTitle` says; what is missing is replaced by the next best, at last by the name of the file. */
export function titled(
  nodes: readonly HtmlNode[],
  facts: ArticleFacts,
  { articleTitle, file, random }: { readonly articleTitle: string; readonly file: string; readonly random: Random },
): TitledBody {
  const heading = [...elementsOf(nodes)].find((element) => isHeading(element.name) && lineOf(element) !== "");
  const first = firstLine(nodes);
  const found = {
    filename: nameOf(file),
    heading: heading === undefined ? "" : lineOf(heading),
    firstline: first.line,
  };
  const form = articleTitle.trim().toLowerCase();
  const choices: Readonly<Record<string, readonly string[]>> = {
    "use filename": [],
    "use first line": [found.firstline, facts.title],
    "use first heading": [found.heading, facts.title],
    "use metadata": [facts.title, found.heading],
  };
  const candidates = FORMS.includes(form)
    ? choices[form]!
    : [form === "" ? "" : filled(articleTitle, { ...placeholders(facts, found) }, random)];
  const title = shortened([...candidates, found.filename].find((text) => text.trim() !== "") ?? "");
  if (form === "use first line" && title === found.firstline) return { title, nodes: first.rest };
  const isTitle = heading !== undefined && plainKey(found.heading) === plainKey(title);
  // A heading that the title was made from says it again.
  const isNamed = heading?.name === "h1" && plainKey(found.heading) === plainKey(facts.title) && !FORMS.includes(form);
  return { title, nodes: heading !== undefined && (isTitle || isNamed) ? without(nodes, heading) : nodes };
}

function placeholders(
  facts: ArticleFacts,
  found: { readonly filename: string; readonly heading: string; readonly firstline: string },
): Readonly<Record<string, string>> {
  return {
    ...facts.meta,
    ...found,
    title: facts.title || found.heading || found.filename,
    keyword: facts.keyword,
    author: facts.author,
    date: facts.date.slice(0, 10),
    year: facts.date.slice(0, 4),
    category: facts.categories[0] ?? "",
    slug: facts.slug,
    excerpt: facts.excerpt,
  };
}

/** Those that every article can fill; front matter may have others. */
export const TITLE_NAMES = [
  "title",
  "filename",
  "heading",
  "firstline",
  "keyword",
  "author",
  "date",
  "year",
  "category",
  "slug",
  "excerpt",
];

export const PLACEHOLDER = /\{([\w.-]{1,60})\}/g;

/** The template with its spintax chosen and its placeholders filled. Nothing in what fills them is looked at again. */
function filled(template: string, values: Readonly<Record<string, string>>, random: Random): string {
  const names: string[] = [];
  // Spintax would take a placeholder for a choice of one.
  const marked = template.replace(/[\ue000\ue001]/g, "").replace(PLACEHOLDER, (_, name: string) => {
    names.push(name.toLowerCase());
    return `\ue000${names.length - 1}\ue001`;
  });
  return renderSpintax(marked, random)
    .replace(/\ue000(\d+)\ue001/g, (_, at: string) => {
      const name = names[Number(at)]!;
      return Object.hasOwn(values, name) ? values[name]! : "";
    })
    .replace(/\s+/g, " ")
    .trim();
}

const KEYWORD = /\{keyword\}/gi;

/** Whether any of the categories or tags waits for a keyword. */
export function wantsKeyword(terms: readonly string[]): boolean {
  return terms.some((term) => term.search(KEYWORD) >= 0);
}

/** Says that categories and tags were left out for want of a keyword; undefined where none were. */
export function leftOutForKeyword(
  { keyword }: { readonly keyword: string },
  {
    articleCategory,
    articleTags,
  }: { readonly articleCategory: readonly string[]; readonly articleTags: readonly string[] },
): string | undefined {
  if (keyword !== "" || !wantsKeyword([...articleCategory, ...articleTags])) return undefined;
  return "Categories and tags with {keyword} are left out, because the article names no keyword. Name it as keyword in the front matter.";
}

/** Categories or tags with `{keyword}` filled. Those that have it are left out where there is no keyword. */
export function withKeyword(terms: readonly string[], keyword: string): string[] {
  const usable = keyword === "" ? terms.filter((term) => !wantsKeyword([term])) : terms;
  return usable.map((term) => term.replace(KEYWORD, () => keyword));
}

/** The name of a file as words: without folders and ending, with blanks for hyphens where it has none. */
export function nameOf(file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
  const words = (/\s/.test(name) ? name : name.replace(/[-_]+/g, " ")).replace(/\s+/g, " ").trim();
  return words === "" ? "Article" : words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

const lineOf = (element: HtmlElement) => textOf(element.children).replace(/\s+/g, " ");

/** The first line of the text, and the nodes without it. A line that is too long for a title stays. */
function firstLine(nodes: readonly HtmlNode[]): { readonly line: string; readonly rest: readonly HtmlNode[] } {
  const line = textOf(nodes).split("\n", 1)[0]!.replace(/\s+/g, " ").trim();
  if (line.length > LONGEST) return { line: shortened(line), rest: nodes };
  for (const element of elementsOf(nodes)) {
    if (!isBlock(element.name) || [...elementsOf(element.children)].some(({ name }) => isBlock(name))) continue;
    const text = textOf(element.children);
    if (text === "") continue;
    if (text === line) return { line, rest: without(nodes, element) };
    const cut = element.children.findIndex((node) => typeof node !== "string" && node.name === "br");
    if (cut < 0 || textOf(element.children.slice(0, cut)) !== line) break;
    const shorter = { ...element, children: element.children.slice(cut + 1) };
    return { line, rest: replaced(nodes, element, shorter) };
  }
  return { line, rest: nodes };
}

function replaced(nodes: readonly HtmlNode[], element: HtmlElement, by: HtmlElement): HtmlNode[] {
  return nodes.map((node) => {
    if (node === element) return by;
    return typeof node === "string" ? node : { ...node, children: replaced(node.children, element, by) };
  });
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim().toWellFormed();
  if (line.length <= LONGEST) return line;
  const cut = line.slice(0, LONGEST - 1).toWellFormed();
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), LONGEST / 2)).trimEnd()}\u2026`;
}
