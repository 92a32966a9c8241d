import { lexer, type Token, type Tokens } from "marked";
import { isHostileMarkdown } from "../../../engines/pages/markdown.js";
import type { BodyBlock } from "../article-body/index.js";
import { decoded } from "../rewriting/entities.js";
import { frontMatterEnd } from "./front-matter-place.js";
import { headingBlock, type Outline, oneLine, opaqueBlock, type Part, sentencesOf, withoutTitle } from "./parts.js";
import { itemsIn, plainOutline } from "./plain-outline.js";

/** The blocks of Markdown behind its front matter, whose lines end with `\n`. */
export function markdownOutline(text: string): Outline {
  const head = frontMatterEnd(text);
  const body = text.slice(head);
  const tokens = tokensOf(body);
  if (tokens === undefined) {
    const { title, parts, end } = plainOutline(body);
    const moved = parts.map((part) => ({ ...part, start: part.start + head, end: part.end + head }));
    return { title, parts: moved.map((part) => ({ ...part, within: [] })), end: end + head };
  }
  const parts: Part[] = [];
  let at = head;
  for (const token of tokens) {
    const start = at + (/^\s*\n/.exec(token.raw)?.[0].length ?? 0);
    const place = { start, end: at + token.raw.trimEnd().length };
    at += token.raw.length;
    if (token.type === "space" || token.type === "def" || place.end <= place.start) continue;
    if (token.type === "heading") {
      parts.push({
        ...place,
        within: [],
        ...headingBlock(wordsOf(token.tokens ?? []), (token as Tokens.Heading).depth),
      });
    } else {
      const within = token.type === "list" || token.type === "blockquote" ? itemsIn(text, place) : [];
      parts.push({ ...place, depth: 0, within, block: blockOf(token) });
    }
  }
  return { ...withoutTitle(parts), end: text.trimEnd().length };
}

/** Undefined for what the lexer cannot read, or of which it does not say where it stands. */
function tokensOf(text: string): readonly Token[] | undefined {
  if (isHostileMarkdown(text)) return undefined;
  try {
    const tokens = lexer(text);
    return tokens.map(({ raw }) => raw).join("") === text ? tokens : undefined;
  } catch {
    return undefined;
  }
}

function blockOf(token: Token): BodyBlock {
  const text = oneLine(wordsOf(inner(token)));
  if (text === "") return opaqueBlock();
  switch (token.type) {
    case "paragraph":
      return { kind: "paragraph", sentences: sentencesOf(text) };
    case "blockquote":
      return { kind: "quote", sentences: sentencesOf(text) };
    case "list": {
      const { ordered, items } = token as Tokens.List;
      return { kind: "list", ordered, items: items.map((item) => sentencesOf(wordsOf(item.tokens))) };
    }
    case "table": {
      const { header, rows } = token as Tokens.Table;
      const words = ({ tokens }: Tokens.TableCell) => oneLine(wordsOf(tokens));
      return { kind: "table", head: header.map(words), rows: rows.map((row) => row.map(words)) };
    }
    default:
      return opaqueBlock();
  }
}

function inner(token: Token): readonly Token[] {
  if (token.type === "list") return (token as Tokens.List).items;
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [...header, ...rows.flat()].flatMap(({ tokens }) => tokens);
  }
  return "tokens" in token ? (token.tokens ?? []) : [];
}

/** As a reader sees them: without marks, pictures and code in lines of its own. */
function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const within = inner(token);
      if (within.length > 0) return `${wordsOf(within)}${BLOCKS.has(token.type) ? " " : ""}`;
      if (token.type === "br" || token.type === "space") return " ";
      if (token.type === "image" || token.type === "html" || token.type === "code") return "";
      return "text" in token && typeof token.text === "string" ? decoded(token.text) : "";
    })
    .join("");
}

const BLOCKS: ReadonlySet<string> = new Set(["paragraph", "heading", "list", "list_item", "blockquote", "text"]);
