import { Parser } from "htmlparser2";
import { zippedText } from "./zipped-text.js";

/** Columns of a sheet at most, as in Excel. */
const MOST_COLUMNS = 16_384;
/** Characters of the texts of a workbook at most. */
const MOST_TEXT = 200_000_000;

interface Book {
  readonly sheet: string;
  /** The texts that cells name by their number. */
  readonly strings: readonly string[];
  /** Whether numbers of a style are dates, by its number. */
  readonly dates: readonly boolean[];
  readonly is1904: boolean;
}

/**
 * The rows of the first sheet of a workbook that is not hidden, some at a time: numbers as they are written, dates by ISO 8601,
 * formulas by their results. Throws for what is no workbook.
 */
export function* readXlsx(bytes: Uint8Array): Generator<string[][]> {
  const book = bookOf(bytes);
  let ready: string[][] = [];
  const parser = sheetParser(book, (row) => void ready.push(row));
  let isThere = false;
  for (const text of zippedText(bytes, book.sheet)) {
    isThere = true;
    parser.write(text);
    if (ready.length === 0) continue;
    yield ready;
    ready = [];
  }
  if (!isThere) throw new Error("The workbook has no sheet.");
}

function bookOf(bytes: Uint8Array): Book {
  let id = "";
  let is1904 = false;
  parsed(bytes, "xl/workbook.xml", {
    open(name, attributes) {
      if (name === "sheet" && id === "" && !/hidden/i.test(attributes["state"] ?? ""))
        id = attributes["r:id"] ?? Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";
      if (name === "workbookPr") is1904 = /^(1|true)$/.test(attributes["date1904"] ?? "");
    },
  });
  let sheet = "";
  parsed(bytes, "xl/_rels/workbook.xml.rels", {
    open(name, { Id, Target = "" }) {
      if (name === "Relationship" && Id === id) sheet = Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`;
    },
  });
  return { sheet, strings: stringsOf(bytes), dates: datesOf(bytes), is1904 };
}

function stringsOf(bytes: Uint8Array): string[] {
  const strings: string[] = [];
  let text = "";
  let isText = false;
  let isSound = false;
  let size = 0;
  parsed(bytes, "xl/sharedStrings.xml", {
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") isSound = true;
      isText = name === "t" && !isSound;
    },
    text(more) {
      if (isText) text += more;
    },
    close(name) {
      if (name === "t") isText = false;
      if (name === "rPh") isSound = false;
      if (name !== "si") return;
      size += text.length;
      if (size > MOST_TEXT) throw new Error("The texts of the workbook are too long.");
      strings.push(unescapedText(text));
    },
  });
  return strings;
}

function datesOf(bytes: Uint8Array): boolean[] {
  const formats = new Map<string, string>();
  const dates: boolean[] = [];
  let isOfCells = false;
  parsed(bytes, "xl/styles.xml", {
    open(name, { numFmtId = "", formatCode = "" }) {
      if (name === "numFmt") formats.set(numFmtId, formatCode);
      if (name === "cellXfs") isOfCells = true;
      if (name === "xf" && isOfCells) dates.push(isDateFormat(Number(numFmtId), formats.get(numFmtId)));
    },
    close(name) {
      if (name === "cellXfs") isOfCells = false;
    },
  });
  return dates;
}

function sheetParser(book: Book, take: (row: string[]) => void): Parser {
  let row: string[] = [];
  let column = -1;
  let cell: Readonly<Record<string, string>> = {};
  let text = "";
  let isText = false;
  let isSound = false;
  return parserOf({
    open(name, attributes) {
      if (name === "row") {
        row = [];
        column = -1;
      } else if (name === "c") {
        cell = attributes;
        column = columnOf(attributes["r"]) ?? column + 1;
        text = "";
      } else if (name === "rPh") isSound = true;
      isText = (name === "v" || name === "t") && !isSound;
    },
    text(more) {
      if (isText) text += more;
    },
    close(name) {
      if (name === "v" || name === "t") isText = false;
      if (name === "rPh") isSound = false;
      if (name === "row") take(row);
      if (name !== "c" || column >= MOST_COLUMNS) return;
      while (row.length < column) row.push("");
      row[column] = cellText(text, cell, book);
    },
  });
}

/** From 0, of a place such as `AB12`. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place ?? "")?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(text: string, { t = "n", s }: Readonly<Record<string, string>>, book: Book): string {
  if (t === "s") return book.strings[Number(text)] ?? "";
  if (t === "b") return text === "1" ? "true" : text === "0" ? "false" : "";
  if (t === "e") return "";
  if (t !== "n" || text === "") return unescapedText(text);
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  if (book.dates[Number(s)] === true) return dateOf(number, book.is1904);
  // Excel keeps 15 digits, and files have what binary fractions make of them.
  return String(Number(number.toPrecision(15)));
}

/** Days since the end of 1899, with a day that was not in 1900; or since 1904. */
function dateOf(days: number, is1904: boolean): string {
  const whole = is1904 ? days + 1462 : days < 60 ? days + 1 : days;
  const date = new Date(Math.round((whole - 25_569) * 86_400) * 1000);
  if (Number.isNaN(date.getTime())) return String(days);
  const iso = date.toISOString();
  const time = iso.slice(11, iso.slice(17, 19) === "00" ? 16 : 19);
  if (days < 1) return time;
  return days % 1 === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
}

/** Built-in formats by their numbers (ECMA-376, 18.8.30), others by their codes. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined)
    return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58 && id !== 48 && id !== 49);
  return /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|\[(?!h|m|s)[^\]]*\]|_.|general/gi, ""));
}

/** Excel writes characters that XML cannot hold as _x0007_. */
function unescapedText(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

interface Visitor {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

function parsed(bytes: Uint8Array, path: string, visitor: Visitor): void {
  const parser = parserOf(visitor);
  for (const text of zippedText(bytes, path)) parser.write(text);
}

function parserOf({ open, text, close }: Visitor): Parser {
  const plain = (name: string) => name.slice(name.indexOf(":") + 1);
  return new Parser(
    {
      onopentag: (name, attributes) => open?.(plain(name), attributes),
      ontext: (more) => text?.(more),
      onclosetag: (name) => close?.(plain(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
}
