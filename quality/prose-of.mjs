// What of a Markdown file is prose.
import { lexer } from "marked";

/** Parts of a file that are read by other rules than sentences. */
const NO_PROSE = new Set(["code", "table", "html", "hr", "def"]);

/** The prose of a Markdown file: `markdown` with its marks, names of code in theirs among them, `text` without them, and these names. */
export function proseOf(file) {
  const parts = lexer(withoutFrontMatter(file))
    .map(withoutCode)
    .filter((token) => token !== undefined);
  return {
    markdown: parts
      .map(rawOf)
      .filter((raw) => raw !== "")
      .join("\n\n"),
    text: parts
      .map(plainOf)
      .filter((text) => text !== "")
      .join("\n\n"),
    code: [...new Set(parts.flatMap(codeIn))],
  };
}

/** A plain text with the given names marked as code again, wherever they stand as words of their own. */
export function withCode(text, code) {
  const names = code.toSorted((one, other) => other.length - one.length);
  if (names.length === 0) return text;
  const escaped = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_])(?:${escaped.join("|")})(?![\\p{L}\\p{N}_])`, "gu"), "`$&`");
}

function codeIn(token) {
  if (token.type === "codespan") return [token.text];
  return [...(token.tokens ?? []), ...(token.items ?? [])].flatMap(codeIn);
}

/** The sections of an article below its title, as headings and paragraphs; lists, tables and code are lines. */
export function sectionsIn(file) {
  const sections = [];
  for (const token of lexer(withoutFrontMatter(file))) {
    if (token.type === "space" || (token.type === "heading" && token.depth === 1)) continue;
    const isHeading = token.type === "heading";
    if (isHeading || sections.length === 0) sections.push({ heading: isHeading ? plainOf(token) : "", paragraphs: [] });
    if (isHeading) continue;
    const isProse = token.type === "paragraph" || token.type === "blockquote";
    sections.at(-1).paragraphs.push(isProse || token.type === "list" ? plainOf(token) : `${token.raw.trim()}\n`);
  }
  return sections;
}

function withoutFrontMatter(file) {
  return file.replace(/^---\n[\s\S]*?\n---\n/, "");
}

/** A part as it is; headings as lines, since their capitals are a matter of taste. */
function rawOf({ type, raw }) {
  return type === "heading" ? raw.replace(/^#+ /, "").trim() : raw.trim();
}

/** The part without code below the items of its lists; undefined where nothing is left of it. */
function withoutCode(token) {
  if (NO_PROSE.has(token.type)) return undefined;
  if (token.type !== "list") return token;
  const items = token.items.map((item) => {
    const own = item.tokens.filter(({ type }) => !NO_PROSE.has(type));
    return own.length === item.tokens.length
      ? item
      : { ...item, tokens: own, raw: `- ${own.map(({ raw }) => raw).join(" ")}\n` };
  });
  return { ...token, items, raw: items.map(({ raw }) => raw).join("") };
}

function plainOf(token) {
  if (token.type === "space") return "";
  if (token.type === "list")
    return token.items.map((item) => `- ${item.tokens.map(plainOf).join(" ").trim()}`).join("\n");
  if (token.type === "codespan" || token.type === "escape") return token.text;
  if (token.type === "br") return "\n";
  if (token.type === "image" || token.type === "html") return "";
  return token.tokens === undefined ? (token.text ?? "") : token.tokens.map(plainOf).join("");
}
