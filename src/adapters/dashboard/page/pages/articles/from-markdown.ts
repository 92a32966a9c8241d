import { lexer, type Token, type Tokens } from "marked";
import { type Block, type Look, type Run, safeAddress } from "./document.js";
import { fromHtml } from "./from-html.js";

/** Markdown as blocks. Its front matter is left out; markup within it is read as `fromHtml` reads it. */
export function fromMarkdown(markdown: string): Block[] {
  return blocksOf(lexer(markdown.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/, "")));
}

function blocksOf(tokens: readonly Token[]): Block[] {
  return tokens.flatMap((token) => blocksOfToken(token as Tokens.Generic));
}

function blocksOfToken(token: Tokens.Generic): Block[] {
  switch (token.type) {
    case "heading":
      return [{ kind: "heading", level: token["depth"], runs: runsOf(token.tokens, {}) }];
    case "paragraph":
    case "text":
      return paragraphs(token.tokens ?? [token as Token]);
    case "code":
      return [{ kind: "code", text: token["text"] }];
    case "blockquote":
      return [{ kind: "quote", blocks: blocksOf(token.tokens ?? []) }];
    case "list": {
      const list = token as unknown as Tokens.List;
      const start = list.ordered ? Number(list.start) || 1 : undefined;
      return [{ kind: "list", start, items: list.items.map((item) => blocksOf(item.tokens)) }];
    }
    case "table": {
      const { header, rows } = token as unknown as Tokens.Table;
      const cells = [header, ...rows].map((row) => row.map((cell) => runsOf(cell.tokens, {})));
      return [{ kind: "table", rows: cells, hasHead: true }];
    }
    case "hr":
      return [{ kind: "rule" }];
    case "html":
      return fromHtml(token["text"]);
    default:
      return [];
  }
}

/** A paragraph, and the pictures in it by themselves. */
function paragraphs(tokens: readonly Token[]): Block[] {
  const pictures = tokens.filter((token): token is Tokens.Image => token.type === "image");
  const runs = runsOf(tokens, {});
  return [
    ...(runs.some(({ text }) => text.trim() !== "") ? [{ kind: "paragraph" as const, runs }] : []),
    ...pictures.map(({ href, text }) => ({ kind: "picture" as const, source: href, text })),
  ];
}

function runsOf(tokens: readonly Token[] = [], look: Look): Run[] {
  return tokens.flatMap((each): Run[] => {
    const token = each as Tokens.Generic;
    switch (token.type) {
      case "strong":
        return runsOf(token.tokens, { ...look, strong: true });
      case "em":
        return runsOf(token.tokens, { ...look, emphasis: true });
      case "del":
        return runsOf(token.tokens, { ...look, struck: true });
      case "codespan":
        return [{ ...look, code: true, text: token["text"] }];
      case "br":
        return [{ text: "\n" }];
      case "link": {
        const href = safeAddress(token["href"]);
        return runsOf(token.tokens, href === undefined ? look : { ...look, href });
      }
      case "html":
        return /^<br\s*\/?>$/i.test(token["text"]) ? [{ text: "\n" }] : [];
      case "image":
        return [];
      default:
        return token.tokens ? runsOf(token.tokens, look) : [{ ...look, text: characters(token["text"] ?? "") }];
    }
  });
}

/** The text with character references read, and lines joined. */
function characters(text: string): string {
  const joined = text.replace(/\s*\n\s*/g, " ");
  if (!/&[a-z#]/i.test(joined)) return joined;
  const escaped = joined.replace(/</g, "&lt;");
  return new DOMParser().parseFromString(`<body>${escaped}`, "text/html").body.textContent ?? joined;
}
