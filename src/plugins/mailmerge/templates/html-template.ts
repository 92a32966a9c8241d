import { marked } from "marked";
import { withoutFrontMatter } from "../../../engines/pages/plain-text.js";
import { escapedHtml } from "../../../kernel/values/escaped-text.js";
import type { Header } from "../tables/header.js";
import { placeholdersOf, type Style } from "./placeholders.js";

/** What a template is written in. */
export type TemplateKind = "html" | "md" | "txt";

/** By the ending of its file, else by whether there are tags in it, or cells that are HTML. */
export function kindOf(template: string, file: string, hasHtmlCells: boolean): TemplateKind {
  if (/\.html?$/i.test(file)) return "html";
  if (/\.txt$/i.test(file)) return "txt";
  if (/\.(md|markdown)$/i.test(file)) return "md";
  if (hasHtmlCells || /\{\{\{[^{}|]+\}\}\}|\{\{\s*&/.test(template)) return "html";
  return /<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>/i.test(template) ? "html" : "md";
}

/**
 * A template of Markdown or plain text as one of HTML, its placeholders as they are: so what is filled in is never taken for
 * Markdown.
 */
export function asHtmlTemplate(
  template: string,
  kind: Exclude<TemplateKind, "html">,
  { style, header, spintax }: { readonly style: Style; readonly header: Header; readonly spintax: boolean },
): string {
  const kept: string[] = [];
  const word = freeWord(template);
  const keep = (text: string) => `${word}${kept.push(text) - 1}z`;
  let held = "";
  let at = 0;
  const body = withoutFrontMatter(template).body;
  for (const { from, to, kind: tag } of placeholdersOf(body, style, header, new Set(["title", "row"]))) {
    const isSection = tag === "open" || tag === "inverted" || tag === "close";
    const isAlone =
      isSection && /(?:^|\n)[ \t]*$/.test(body.slice(0, from)) && /^[ \t]*(?:\r?\n|$)/.test(body.slice(to));
    const stand = keep(body.slice(from, to));
    held += withoutTagBefore(body.slice(at, from)) + (isAlone ? `<!--${stand}-->` : stand);
    at = to;
  }
  held += body.slice(at);
  if (spintax) held = held.replace(/\\[\\{|}]/g, keep);
  const html = kind === "txt" ? paragraphs(held) : marked.parse(held, { async: false, gfm: true, breaks: true });
  const place = new RegExp(`<!--${word}(\\d+)z-->|${word}(\\d+)z`, "g");
  return withOneList(html, word).replace(place, (_, alone?: string, inline?: string) => kept[Number(alone ?? inline)]!);
}

/** A cell must not become the name of a tag, as it would in `<{{mail}}>`. */
const withoutTagBefore = (text: string) => text.replace(/<(\/?)$/, "&lt;$1");

/** A section around an item of a list stands within the list, so that all its items are in one. */
function withOneList(html: string, word: string): string {
  const section = new RegExp(
    `(<!--${word}\\d+z-->)\\s*<(ul|ol)>\\s*(<li>(?:(?!<li>|<!--)[\\s\\S])*?</li>)\\s*</\\2>\\s*(<!--${word}\\d+z-->)`,
    "g",
  );
  return html.replace(section, "<$2>\n$1\n$3\n$4\n</$2>");
}

function paragraphs(text: string): string {
  const parts = text.split(/(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)\s*/).filter((part) => part.trim() !== "");
  return parts.map((part) => paragraph(part)).join("\n");
}

function paragraph(part: string): string {
  const lines = part.trim().split(/\r\n|\r|\n/);
  const written = lines.map((line) => (/^<!--\w+-->$/.test(line.trim()) ? line.trim() : escapedHtml(line)));
  // Sections are no lines of the text.
  return `<p>${written.join("<br>\n").replace(/(<!--\w+-->)<br>\n|<br>\n(?=<!--\w+-->)/g, "$1\n")}</p>`;
}

/** A word that is in no template, made of letters and digits that Markdown leaves alone. */
function freeWord(template: string): string {
  let word = "xplace";
  while (template.includes(word)) word += "q";
  return word;
}
