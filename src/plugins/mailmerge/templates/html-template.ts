import { marked } from "marked";
import { escapedHtml } from "../../../kernel/values/escaped-text.js";
import type { Header } from "../tables/header.js";
import { placeholdersOf, type Style } from "./placeholders.js";

/** What a template is written in. */
export type TemplateKind = "html" | "md" | "txt";

/** By the ending of its file, else by whether there are tags in it. */
export function kindOf(template: string, file: string): TemplateKind {
  if (/\.html?$/i.test(file)) return "html";
  if (/\.txt$/i.test(file)) return "txt";
  if (/\.(md|markdown)$/i.test(file)) return "md";
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
  for (const { from, to, kind: tag } of placeholdersOf(template, style, header, new Set(["title", "row"]))) {
    const isSection = tag === "open" || tag === "inverted" || tag === "close";
    const isAlone =
      isSection && /(?:^|\n)[ \t]*$/.test(template.slice(0, from)) && /^[ \t]*(?:\r?\n|$)/.test(template.slice(to));
    const stand = keep(template.slice(from, to));
    held += template.slice(at, from) + (isAlone ? `<!--${stand}-->` : stand);
    at = to;
  }
  held += template.slice(at);
  if (spintax) held = held.replace(/\\[\\{|}]/g, keep);
  const html = kind === "txt" ? paragraphs(held) : marked.parse(held, { async: false, gfm: true, breaks: true });
  const place = new RegExp(`<!--${word}(\\d+)z-->|${word}(\\d+)z`, "g");
  return html.replace(place, (_, alone?: string, inline?: string) => kept[Number(alone ?? inline)]!);
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
