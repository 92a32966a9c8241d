import {
  type Block,
  cleanText,
  type DocumentText,
  type ItemList,
  shortText,
  withoutAppendices,
  withoutEmptyHeadings,
} from "./blocks.js";

const MAX_LENGTH = 5_000_000;
/** A line that was wrapped by hand or by a mailer is hardly longer. */
const WRAPPED_LINE = 100;
const HEADING_WORDS = 12;
const SENTENCE_END = /[.!?\u3002\uff01\uff1f\u2026:;,]["'\u201d\u2019)\]]*$/;
const ITEM = /^([-*\u2022\u2013+]|\d{1,3}[.)])\s+(?=\S)/;
const UNDERLINE = /^(={3,}|-{3,}|~{3,}|\*{3,}|_{3,})$/;

/** Plain text: paragraphs set off by blank lines, lines wrapped by hand joined again, the first line as the title. */
export function extractPlainText(text: string): DocumentText {
  const { title: given, body } = withoutFrontMatter(text.slice(0, MAX_LENGTH));
  const lines = body.split(/\r\n|[\n\r\u2028\u2029\f]/).map((line) => line.trim());
  const groups =
    lines.includes("") || isWrapped(lines)
      ? groupsOf(lines)
      : lines.filter((line) => line !== "").map((line) => [line]);
  const blocks = withLists(withSomeText(groups.flatMap(blocksOf)));
  const [first] = blocks;
  const hasTitle = first !== undefined && first.kind === "heading" && blocks.length > 1;
  const title = given || (hasTitle ? first.text : "");
  const rest = hasTitle && (given === "" || given === first.text) ? blocks.slice(1) : blocks;
  return { title: shortText(title, 300), site: "", byline: "", blocks: withoutEmptyHeadings(withoutAppendices(rest)) };
}

/** Short lines alone are a text below the first of them, and a single one is a text itself. */
function withSomeText(blocks: readonly Block[]): readonly Block[] {
  if (blocks.some(({ kind }) => kind !== "heading") || !blocks.some(({ text }) => text.includes(" "))) return blocks;
  return blocks.map((block, index) =>
    index === 0 && blocks.length > 1 ? block : { kind: "paragraph", text: block.text },
  );
}

/** Without blank lines, lines that mostly stop in the middle of a sentence are one wrapped text. */
function isWrapped(lines: readonly string[]): boolean {
  const inner = lines.filter((line) => line !== "").slice(0, -1);
  const cut = inner.filter((line) => line.length <= WRAPPED_LINE && !SENTENCE_END.test(line)).length;
  return inner.length > 2 && cut > inner.length / 2;
}

function groupsOf(lines: readonly string[]): string[][] {
  const groups: string[][] = [[]];
  for (const line of lines) {
    if (line === "") groups.push([]);
    else groups.at(-1)!.push(line);
  }
  return groups.filter((group) => group.length > 0);
}

/** An item, its list not yet numbered. */
type Line = Block & { readonly ordered?: boolean };

/** Items that follow each other and are marked alike are one list, blank lines between them or not. */
function withLists(lines: readonly Line[]): Block[] {
  let list: ItemList | undefined;
  let number = 0;
  return lines.map(({ ordered, ...block }) => {
    if (ordered === undefined) {
      list = undefined;
      return block;
    }
    if (list?.ordered !== ordered) {
      number += 1;
      list = { number, ordered };
    }
    return { ...block, list };
  });
}

function blocksOf(group: readonly string[]): Line[] {
  const blocks: Line[] = [];
  let paragraph: string[] = [];
  let kind: "paragraph" | "item" = "paragraph";
  let ordered = false;
  const end = () => {
    const text = cleanText(paragraph.join(" "));
    if (/[\p{L}\p{N}]/u.test(text)) {
      if (kind === "paragraph" && blocks.length === 0 && paragraph.length === 1 && isHeading(text)) {
        blocks.push({ kind: "heading", level: 2, text });
      } else blocks.push(kind === "item" ? { kind, text, ordered } : { kind, text });
    }
    paragraph = [];
  };
  for (const line of group) {
    if (UNDERLINE.test(line)) {
      end();
      kind = "paragraph";
      continue;
    }
    const item = ITEM.exec(line);
    if (item !== null) {
      end();
      kind = "item";
      ordered = /^\d/.test(line);
      paragraph = [line.slice(item[0].length)];
      continue;
    }
    paragraph.push(line);
  }
  end();
  return blocks;
}

function isHeading(text: string): boolean {
  return text.length <= 120 && text.split(" ").length <= HEADING_WORDS && !SENTENCE_END.test(text);
}

/** A text without the block of settings between `---` lines (or `+++`) at its head, and the title given there. */
export function withoutFrontMatter(text: string): { readonly title: string; readonly body: string } {
  const start = text.startsWith("\ufeff") ? 1 : 0;
  const fence = text.slice(start, start + 3);
  if ((fence !== "---" && fence !== "+++") || !/^[ \t]*\r?\n/.test(text.slice(start + 3, start + 40))) {
    return { title: "", body: text.slice(start) };
  }
  const lines = text.slice(start).split(/\r?\n/, 400);
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === fence);
  // A lone rule at the top is no front matter; settings have a name and a value.
  if (end < 0 || (end > 1 && !lines.slice(1, end).some((line) => /^\s*[\w-]+\s*[:=]/.test(line)))) {
    return { title: "", body: text.slice(start) };
  }
  const length = lines.slice(0, end + 1).join("\n").length;
  const body = text
    .slice(start)
    .replaceAll("\r\n", "\n")
    .slice(length + 1);
  const named = lines.slice(1, end).find((line) => /^title\s*[:=]/i.test(line)) ?? "";
  const value = cleanText(named.slice(named.search(/[:=]/) + 1));
  return { title: /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value, body };
}
