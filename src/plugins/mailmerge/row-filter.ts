import { badField } from "../../engines/pages/fields.js";
import { shown } from "../../kernel/index.js";
import { nearestName } from "../../kernel/values/nearest-name.js";
import type { Header } from "./tables/header.js";

export type RowFilter = (cells: readonly string[]) => boolean;

interface Condition {
  readonly name: string;
  readonly operator: string;
  readonly value: string;
}

const TOKEN =
  /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'(?=\s|$|[=<>!])|(<=|>=|!=|<>|==|=|<|>)|([^\s=<>!"]+)|(\S))/gy;

interface Token {
  readonly text: string;
  readonly kind: "quoted" | "operator" | "word";
}

/** Conditions joined by `and`, and such groups by `or`. Throws bad-input. */
export function readRowFilter(rowFilter: string): readonly (readonly Condition[])[] {
  if (rowFilter.trim() === "") return [];
  const groups: Condition[][] = [[]];
  let part: Token[] = [];
  const end = () => {
    groups.at(-1)!.push(conditionOf(part, rowFilter));
    part = [];
  };
  for (const token of tokensOf(rowFilter)) {
    const word = token.kind === "word" ? token.text.toLowerCase() : "";
    if (word === "and" || word === "or") {
      end();
      if (word === "or") groups.push([]);
    } else part.push(token);
  }
  end();
  return groups;
}

function tokensOf(text: string): Token[] {
  const form = new RegExp(TOKEN);
  const tokens: Token[] = [];
  const source = text.trim();
  while (form.lastIndex < source.length) {
    const match = form.exec(source);
    if (match === null) break;
    const [, double, single, operator, word, strange] = match;
    const quoted = double ?? single;
    if (quoted !== undefined) tokens.push({ kind: "quoted", text: quoted.replace(/\\(.)/g, "$1") });
    else if (operator !== undefined) tokens.push({ kind: "operator", text: operator });
    else tokens.push({ kind: "word", text: word ?? strange! });
  }
  return tokens;
}

function conditionOf(tokens: readonly Token[], rowFilter: string): Condition {
  const at = tokens.findIndex(({ kind }) => kind === "operator");
  const words = tokens.map(({ kind, text }) => (kind === "word" ? text.toLowerCase() : ""));
  const texts = (from: number, to?: number) =>
    tokens
      .slice(from, to)
      .map(({ text }) => text)
      .join(" ");
  const tail = words.slice(1).join(" ");
  for (const [said, operator] of [
    [" is not empty", "filled"],
    [" is empty", "empty"],
  ] as const) {
    const length = said.trim().split(" ").length;
    if (` ${tail}`.endsWith(said) && tokens.length > length)
      return { name: texts(0, tokens.length - length), operator, value: "" };
  }
  const contains = words.indexOf("contains");
  const place = at > 0 ? at : contains;
  if (place > 0 && place < tokens.length - 1 && tokens.slice(place + 1).every(({ kind }) => kind !== "operator")) {
    const isNot = place === contains && words[place - 1] === "not" && place > 1;
    const operator = place === contains ? (isNot ? "not contains" : "contains") : tokens[place]!.text;
    return { name: texts(0, isNot ? place - 1 : place), operator, value: texts(place + 1) };
  }
  throw badField(
    "rowFilter",
    `rowFilter is "${shown(rowFilter)}", of which "${shown(texts(0))}" is no condition. Write one such as city = Berlin, price > 10, name contains "x" or mail is not empty.`,
  );
}

/** The filter of rows with this header. Throws bad-input for a column that there is not. */
export function rowFilterOf(rowFilter: string, header: Header): RowFilter {
  const groups = readRowFilter(rowFilter).map((group) => group.map((condition) => testOf(condition, header)));
  if (groups.length === 0) return () => true;
  return (cells) => groups.some((group) => group.every((test) => test(cells)));
}

function testOf({ name, operator, value }: Condition, header: Header): RowFilter {
  const column = header.find(name);
  if (column === undefined) {
    const nearest = nearestName(name, header.names);
    const meant = nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
    throw badField(
      "rowFilter",
      `Column "${shown(name)}" used in rowFilter is not in the CSV header (${header.listed}).${meant || " Use one of them."}`,
    );
  }
  const wanted = plain(value);
  const number = numberOf(value);
  const order = (cell: string) => {
    if (cell === "") return undefined;
    const own = number === undefined ? undefined : numberOf(cell);
    if (number !== undefined) return own === undefined ? undefined : own - number;
    const text = plain(cell);
    return text < wanted ? -1 : text > wanted ? 1 : 0;
  };
  const equals = (cell: string) => plain(cell) === wanted || (number !== undefined && numberOf(cell) === number);
  const ordered = (holds: (order: number) => boolean) => (cell: string) => {
    const found = order(cell);
    return found !== undefined && holds(found);
  };
  const tests: Readonly<Record<string, (cell: string) => boolean>> = {
    "=": equals,
    "==": equals,
    "!=": (cell) => !equals(cell),
    "<>": (cell) => !equals(cell),
    "<": ordered((found) => found < 0),
    "<=": ordered((found) => found <= 0),
    ">": ordered((found) => found > 0),
    ">=": ordered((found) => found >= 0),
    contains: (cell) => plain(cell).includes(wanted),
    "not contains": (cell) => !plain(cell).includes(wanted),
    empty: (cell) => cell === "",
    filled: (cell) => cell !== "",
  };
  const test = tests[operator]!;
  return (cells) => test(cells[column] ?? "");
}

const plain = (text: string) => text.trim().toLowerCase();

/** A number as people write it: with a currency or percent sign, with commas between thousands, or a comma for the point. */
function numberOf(text: string): number | undefined {
  const bare = text.trim().replace(/^[€$£¥]\s*|\s*[€$£¥%]$/g, "");
  if (/^[-+]?\d+(\.\d+)?$/.test(bare)) return Number(bare);
  if (/^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return Number(bare.replaceAll(",", ""));
  if (/^[-+]?\d{1,3}(\.\d{3})*,\d+$/.test(bare) || /^[-+]?\d+,\d+$/.test(bare))
    return Number(bare.replaceAll(".", "").replace(",", "."));
  return undefined;
}
