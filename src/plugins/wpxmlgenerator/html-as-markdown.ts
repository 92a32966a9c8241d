import { type HtmlElement, type HtmlNode, htmlOf } from "../_kit/articles-in/index.js";
import { codeSpan, fencedCode } from "./code-as-markdown.js";
import { NOTE, NOTE_MARK, withNotes } from "./footnotes-as-markdown.js";

/** Elements around blocks that say nothing of their own. */
const AROUND = new Set(["div", "section", "article", "main", "header", "footer", "aside", "nav", "address"]);
const INLINE: Readonly<Record<string, string>> = { strong: "**", b: "**", em: "*", i: "*", del: "~~" };

/** HTML as Markdown. What Markdown has no form for, such as tables and figures, stays HTML, which is Markdown too. */
export function markdownOf(nodes: readonly HtmlNode[]): string {
  return within(withNotes(nodes));
}

const within = (nodes: readonly HtmlNode[]): string => blocksOf(nodes).join("\n\n");

function blocksOf(nodes: readonly HtmlNode[]): string[] {
  const blocks: string[] = [];
  let line: HtmlNode[] = [];
  const end = () => {
    const text = lineStart(inline(line).trim());
    if (text !== "") blocks.push(text);
    line = [];
  };
  for (const node of nodes) {
    if (typeof node === "string" || !isBlock(node.name)) {
      line.push(node);
      continue;
    }
    end();
    const block = blockOf(node);
    if (block !== "") blocks.push(block);
  }
  end();
  return blocks;
}

const isBlock = (name: string) =>
  AROUND.has(name) || name === NOTE || /^(?:p|h[1-6]|ul|ol|dl|blockquote|pre|hr|table|figure|details)$/.test(name);

function blockOf(element: HtmlElement): string {
  const { name, children } = element;
  if (AROUND.has(name)) return within(children);
  if (name === NOTE) return `[^${element.attributes["label"]}]: ${setIn(within(children), 4)}`;
  if (name === "hr") return "---";
  if (name === "p") return lineStart(inline(children).trim());
  if (name === "blockquote") return within(children).replace(/^/gm, "> ").replace(/^> $/gm, ">");
  if (name === "ul" || name === "ol") return list(element);
  if (/^h[1-6]$/.test(name)) return `${"#".repeat(Number(name[1]))} ${inline(children).replace(/\s+/g, " ").trim()}`;
  const fenced = name === "pre" ? fencedCode(element) : undefined;
  if (fenced !== undefined) return fenced;
  return htmlOf([element]).replace(/\n{2,}/g, (breaks) => `\n${"&#10;".repeat(breaks.length - 1)}`);
}

function list({ name, attributes, children }: HtmlElement): string {
  const items = children.filter((node): node is HtmlElement => typeof node !== "string" && node.name === "li");
  const first = Number.parseInt(attributes["start"] ?? "1", 10) || 1;
  return items
    .map((item, at) => {
      const marker = name === "ol" ? `${first + at}. ` : "- ";
      return marker + setIn(within(item.children), marker.length);
    })
    .join("\n");
}

/** With the lines behind the first further in. */
const setIn = (text: string, width: number) => text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(width)}`);

function inline(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return escaped(node);
      const { name, attributes, children } = node;
      if (name === "br") return "  \n";
      if (name === NOTE_MARK) return `[^${attributes["label"]}]`;
      const text = inline(children);
      const mark = INLINE[name];
      if (mark !== undefined && text.trim() === text && text !== "") return `${mark}${text}${mark}`;
      const code = name === "code" ? codeSpan(node) : undefined;
      if (code !== undefined) return code;
      if (name === "img" && hasOnly(attributes, ["src", "alt", "title"])) {
        return `![${escaped(attributes["alt"] ?? "")}](${target(attributes["src"], attributes["title"])})`;
      }
      if (name === "a" && attributes["href"] !== undefined && isPlainLink(attributes))
        return `[${text}](${target(attributes["href"], attributes["title"])})`;
      return htmlOf([node]).replace(/\n+/g, " ");
    })
    .join("")
    .replace(/\n +/g, "\n");
}

const hasOnly = (attributes: HtmlElement["attributes"], names: readonly string[]) =>
  Object.keys(attributes).every((name) => names.includes(name));

/** A link without what Markdown cannot say. That it opens a window, and what is said for the safety of that, counts for nothing. */
function isPlainLink({ rel = "", target: _target, ...rest }: HtmlElement["attributes"]): boolean {
  const words = rel.toLowerCase().split(/\s+/);
  return hasOnly(rest, ["href", "title"]) && words.every((word) => /^(?:noopener|noreferrer)?$/.test(word));
}

function target(address = "", title = ""): string {
  const safe = address.replace(/[<>\s\\]/g, encodeURIComponent);
  const reference = /[()*_]/.test(safe) || safe === "" ? `<${safe}>` : safe;
  const words = title.replace(/\s+/g, " ").trim();
  return words === "" ? reference : `${reference} "${escaped(words).replaceAll('"', '\\"')}"`;
}

function escaped(text: string): string {
  return text
    .replace(/[\s]+/g, " ")
    .replace(/[\\`*_[\]<>&~|]/g, (mark) => (mark === "&" ? "&amp;" : mark === "<" ? "&lt;" : `\\${mark}`));
}

/** What would make a line another kind of block. */
function lineStart(text: string): string {
  return text.replace(/^(\s*)([#+-]|=+$)/gm, "$1\\$2").replace(/^(\s*\d+)([.)])(?=\s)/gm, "$1\\$2");
}
