import type { Token, Tokens } from "marked";
import {
  type Block,
  cleanText,
  type DocumentText,
  plainKey,
  shortText,
  withoutAppendices,
  withoutEmptyHeadings,
} from "./blocks.js";
import { markedCode, readMarked, withoutMarks } from "./code-spans.js";
import { unescaped } from "./extraction/entities.js";
import { extractPlainText, withoutFrontMatter } from "./plain-text.js";
import { codePlace, type Part, tablePlace, tablesApart } from "./text-tables.js";

const MAX_LENGTH = 1_000_000;
/** People do not write longer lines or deeper nesting; what does is made to hurt a parser. */
const MAX_LINE = 20_000;
const MAX_MARKS = 60;

/** Markdown, with or without front matter: headings, paragraphs, items and quotes, and its tables apart. Never throws. */
export async function extractMarkdown(text: string): Promise<DocumentText> {
  const { lexer } = await import("marked");
  const { title: given, body } = withoutFrontMatter(text.slice(0, MAX_LENGTH));
  if (isHostileMarkdown(body)) return extractPlainText(text);
  try {
    const parts: Part[] = [];
    collect(lexer(body), { kind: "paragraph" }, parts);
    const title = given || titleIn(parts);
    const rest = parts.filter((block) => block.kind !== "heading" || plainKey(block.text) !== plainKey(title));
    const { blocks, tables } = tablesApart(withoutAppendices(rest));
    return {
      title: shortText(title, 300),
      site: "",
      byline: "",
      blocks: withoutEmptyHeadings(blocks),
      ...(tables.length > 0 && { tables }),
    };
  } catch {
    // The lexer is not made for every text there is; as plain text it can still be read.
    return extractPlainText(text);
  }
}

/** Attribute lists of kramdown: `[a link](https://a.example){:target="_blank"}`, `{: .note }`. */
const ATTRIBUTES = /\{:[^{}\n`]{0,200}\}/g;

/** The first heading of the first level, or the one that a text begins with and that all others are below. */
function titleIn(parts: readonly Part[]): string {
  const headings = parts.filter(({ kind }) => kind === "heading");
  const top = headings.find(({ level }) => level === 1);
  const [first, ...others] = headings;
  const isAbove = first !== undefined && first === parts[0] && others.every(({ level }) => level! > first.level!);
  return (top ?? (isAbove ? first : undefined))?.text ?? "";
}

/** Whether a text has what is made to hurt a parser of Markdown. */
export function isHostileMarkdown(text: string): boolean {
  return text.split("\n").some((line) => {
    if (line.length > MAX_LINE) return true;
    const [lead] = /^[\s>*+-]*/.exec(line)!;
    // Marks that nest: a row of dashes, as diagrams and rules have them, nests nothing.
    const marks = lead.match(/>|[*+-](?=\s)/g)?.length ?? 0;
    if (lead.length > 4 * MAX_MARKS && lead.length < line.trimEnd().length) return true;
    const brackets = line.length - line.replace(/[[\]()*_`<>!]/g, "").length;
    return (marks > MAX_MARKS && marks < line.trim().length) || brackets > 2_000;
  });
}

type Place = Pick<Block, "kind" | "list">;

function collect(tokens: readonly Token[], place: Place, blocks: Part[]): void {
  for (const token of tokens) {
    if (token.type === "heading") {
      const { depth, tokens: inline } = token as Tokens.Heading;
      push(blocks, { kind: "heading", level: depth, ...textWithCode(inline) });
    } else if (token.type === "paragraph" || token.type === "text") {
      const { tokens: inline, text } = token as Tokens.Paragraph | Tokens.Text;
      const heading = place.kind === "paragraph" ? boldHeading(inline) : undefined;
      if (heading !== undefined) blocks.push({ kind: "heading", level: BOLD_LEVEL, text: heading });
      else push(blocks, { ...place, ...(inline === undefined ? { text: cleanText(text) } : textWithCode(inline)) });
    } else if (token.type === "blockquote") collect((token as Tokens.Blockquote).tokens, { kind: "quote" }, blocks);
    else if (token.type === "list") {
      const { items, ordered } = token as Tokens.List;
      const list = place.list ?? { number: (blocks.findLast((block) => block.list)?.list?.number ?? 0) + 1, ordered };
      for (const {
        tokens: [first, ...others],
      } of items) {
        if (first !== undefined) collect([first], { kind: "item", list }, blocks);
        collect(others, { kind: "item", list: { ...list, inner: true } }, blocks);
      }
    } else if (token.type === "table") {
      const { header, rows } = token as Tokens.Table;
      const texts = (cells: readonly Tokens.TableCell[]) => cells.map(({ tokens: inline }) => inlineText(inline));
      blocks.push(tablePlace(texts(header), rows.map(texts)));
    } else if (token.type === "code") {
      const { text, lang = "" } = token as Tokens.Code;
      blocks.push(...codePlace(text, /^[\w+#.-]*/.exec(lang)![0]));
    }
  }
}

/** Below those of marks: a line in bold stands under them. */
const BOLD_LEVEL = 4;
const LONGEST_HEADING = 80;

/** A paragraph that is nothing but a few words in bold, `**Early life**` or `<b>Early life</b>`, and ends like no sentence. */
function boldHeading(inline: readonly Token[] | undefined): string | undefined {
  const parts = (inline ?? []).filter((token) => token.raw.trim() !== "");
  const [first, ...others] = parts;
  const isTagged =
    first?.type === "html" &&
    BOLD_TAG.test(first.raw) &&
    /^<\/(?:b|strong)>$/i.test(others.at(-1)?.raw.trim() ?? "") &&
    others.slice(0, -1).every(({ type }) => type !== "html");
  if (!(first?.type === "strong" && others.length === 0) && !isTagged) return undefined;
  const text = cleanText(inlineText(parts));
  return text.length <= LONGEST_HEADING && /\p{L}/u.test(text) && !/[.,:;!]$/.test(text) ? text : undefined;
}

const BOLD_TAG = /^<(?:b|strong)(?:\s[^<>]{0,200})?>$/i;

function push(blocks: Part[], block: Block): void {
  if (/[\p{L}\p{N}]/u.test(block.text)) blocks.push(block);
}

function textWithCode(tokens: readonly Token[]): Pick<Block, "text" | "code"> {
  return readMarked(cleanText(inlineText(tokens, true)).replace(LINK_TO_NOWHERE, "$1"));
}

/** A link to an address that the text does not give. */
const LINK_TO_NOWHERE = /(?<![\p{L}\p{N}_)\]])\[((?:[^[\]]|\[[^[\]]*\])+)\]\[[^[\]]*\]/gu;

function inlineText(tokens: readonly Token[], withMarks = false): string {
  let text = "";
  for (const token of tokens) {
    if (token.type === "image" || token.type === "html") continue;
    if (token.type === "br") text += " ";
    else if ("tokens" in token && token.tokens !== undefined) text += inlineText(token.tokens, withMarks);
    else if ("text" in token) {
      const own = withoutMarks(unescaped(String(token.text)));
      if (token.type === "codespan") text += withMarks ? markedCode(own) : own;
      else text += token.type === "text" ? own.replace(ATTRIBUTES, "") : own;
    }
  }
  return text;
}
