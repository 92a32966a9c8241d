import { RE2JS } from "re2js";
import { badField, givenLines } from "../../engines/pages/fields.js";
import { type ScriptoriumError, shown } from "../../kernel/index.js";
import type { IdentifiedItem } from "./identity.js";

type Test = (text: string) => boolean;
type ItemTest = (item: IdentifiedItem) => boolean;

const MAX_TEXT = 20_000;

export interface ItemRules {
  /** Whether the filters let it through. */
  wanted(item: IdentifiedItem): boolean;
  /** Categories that the rules give it, besides its own. */
  categories(item: IdentifiedItem): string[];
}

/**
 * The filters and category rules of a task. A line is words in any case, `*` in them for anything, or `/expression/`;
 * `title:`, `text:`, `author:` or `category:` before it says where to look, else it is title and text. Throws bad-input
 * for an expression that cannot be read or a rule without a category.
 */
export function itemRules(options: {
  readonly filterInFile: readonly string[];
  readonly filterOutFile: readonly string[];
  readonly categoryRulesFile: readonly string[];
}): ItemRules {
  const wanted = givenLines(options.filterInFile).map((line) => itemTest(line, "filterInFile"));
  const unwanted = givenLines(options.filterOutFile).map((line) => itemTest(line, "filterOutFile"));
  const rules = givenLines(options.categoryRulesFile).map(categoryRule);
  return {
    wanted: (item) =>
      (wanted.length === 0 || wanted.some((test) => test(item))) && !unwanted.some((test) => test(item)),
    categories: (item) => rules.filter(({ test }) => test(item)).map(({ category }) => category),
  };
}

function categoryRule(line: string): { readonly test: ItemTest; readonly category: string } {
  // An expression may hold bars of its own; a category has none.
  const bar = line.lastIndexOf("|");
  const category = line.slice(bar + 1).trim();
  const word = line.slice(0, Math.max(0, bar)).trim();
  if (word === "" || category === "") {
    throw badField(
      "categoryRulesFile",
      `The line "${shown(line)}" of categoryRulesFile is no rule. Write it as word|category.`,
    );
  }
  return { test: itemTest(word, "categoryRulesFile"), category };
}

function itemTest(line: string, field: string): ItemTest {
  const [, where = "", rest = line] = /^(title|text|author|category):\s*(.*)$/is.exec(line) ?? [];
  const test = textTest(rest, line, field);
  switch (where.toLowerCase()) {
    case "title":
      return ({ item }) => test(item.title);
    case "text":
      return ({ item, text }) => test(text.slice(item.title.length));
    case "author":
      return ({ item }) => test(item.author);
    case "category":
      return ({ item }) => item.categories.some(test);
    default:
      return ({ text }) => test(text);
  }
}

function textTest(pattern: string, line: string, field: string): Test {
  const expression = /^\/(.+)\/([a-z]*)$/is.exec(pattern);
  const source = expression === null ? wordsPattern(pattern) : expression[1]!;
  if (source === "") throw unusable(line, field, "holds no word to look for");
  try {
    const compiled = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL);
    return (text) => compiled.matcher(text.slice(0, MAX_TEXT)).find();
  } catch (cause) {
    throw unusable(line, field, "is not a regular expression that can be used", cause);
  }
}

/** Whole words, but for scripts that set no space between words. */
function wordsPattern(pattern: string): string {
  const parts = pattern.trim().split(/\s+/);
  const inner = parts
    .map((part) =>
      part
        .split("*")
        .map((piece) => RE2JS.quote(piece))
        .join("\\S*"),
    )
    .join("[\\s\\p{Z}]+");
  if (!/[\p{L}\p{N}]/u.test(pattern)) return pattern.trim() === "" || /^[\s*]*$/.test(pattern) ? "" : inner;
  const boundary = "[^\\p{L}\\p{N}]";
  const from = SPACED.test(pattern.trim().at(0)!) ? `(?:^|${boundary})` : "";
  const to = SPACED.test(pattern.trim().at(-1)!) ? `(?:$|${boundary})` : "";
  return `${from}${inner}${to}`;
}

const SPACED =
  /[\p{L}\p{N}](?<![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])/u;

function unusable(line: string, field: string, why: string, cause?: unknown): ScriptoriumError {
  return badField(
    field,
    `The line "${shown(line)}" of ${field} ${why}. Write words, or an expression between slashes (look-around and back-references are not supported).`,
    cause,
  );
}
