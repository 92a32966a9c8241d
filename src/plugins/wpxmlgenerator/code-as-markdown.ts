import { elementsOf, type HtmlElement, type HtmlNode } from "../_kit/articles-in/index.js";

/** What colours code and says nothing of its own. */
const WITHIN = new Set(["code", "span", "br"]);
/** As blocks of WordPress, highlight.js and Prism, Crayon, and SyntaxHighlighter name it in classes. */
const LANGUAGE = /(?:^|\s)(?:language-|lang[-:]\s?|brush:\s?)([\w+#.-]{1,30})/i;

/** Code as Markdown fences it, with its language where one is named; undefined for what is more than its characters. */
export function fencedCode(pre: HtmlElement): string | undefined {
  const within = [...elementsOf(pre.children)];
  const isVerse = /\bwp-block-verse\b/.test(pre.attributes["class"] ?? "");
  if (isVerse || within.some(({ name }) => !WITHIN.has(name))) return undefined;
  const code = charactersOf(pre.children)
    .replace(/\r\n?/g, "\n")
    .replace(/^\n|\n+$/g, "");
  const fence = "`".repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${languageOf([pre, ...within])}\n${code}\n${fence}`;
}

/** Code within a line; undefined for what is more than its characters. */
export function codeSpan({ children }: HtmlElement): string | undefined {
  if (children.some((node) => typeof node !== "string")) return undefined;
  const code = charactersOf(children).replace(/\s+/g, " ");
  if (code.trim() === "") return undefined;
  const fence = "`".repeat(longestRun(code) + 1);
  const edge = /^[`\s]|[`\s]$/.test(code) ? " " : "";
  return `${fence}${edge}${code}${edge}${fence}`;
}

function charactersOf(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => (typeof node === "string" ? node : node.name === "br" ? "\n" : charactersOf(node.children)))
    .join("");
}

function languageOf(elements: readonly HtmlElement[]): string {
  const named = elements.map(({ attributes }) => LANGUAGE.exec(attributes["class"] ?? "")?.[1]);
  return named.find((name) => name !== undefined) ?? elements[0]?.attributes["lang"] ?? "";
}

function longestRun(code: string): number {
  return Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
}
