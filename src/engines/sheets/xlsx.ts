import { ScriptoriumError } from "../../kernel/errors.js";
import { escapedXml } from "../../kernel/values/escaped-text.js";
import type { Rows, TableOptions } from "../../kernel/values/export-formats.js";
import { inPieces } from "../../kernel/values/in-pieces.js";
import type { Json, JsonObject } from "../../kernel/values/json.js";
import { archive } from "./archive.js";
import { measured, ownValue } from "./columns.js";

/** What a sheet holds besides its row of column names. */
const MOST_ROWS = 1_048_575;
/** The longest text of a cell, in UTF-16 units. */
const MOST_TEXT = 32_767;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The files around the one sheet (ECMA-376, the least that makes a workbook). */
const FRAME: Readonly<Record<string, string>> = {
  "[Content_Types].xml":
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Results" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

/**
 * A workbook of one sheet, written as the rows are read. Texts are texts whatever they begin with, so none becomes a
 * formula; one that is too long for a cell is cut and ends in an ellipsis.
 */
export async function* xlsx(
  rows: Rows,
  { columns: wanted }: Pick<TableOptions, "columns">,
): AsyncGenerator<Uint8Array> {
  const { columns, rows: count } = await measured(rows);
  if (count > MOST_ROWS) {
    throw new ScriptoriumError(
      "QUERY_REFUSED",
      `There are ${count} rows, and a sheet holds ${MOST_ROWS}. Ask for less with limit=, or for csv.`,
      { member: "limit" },
    );
  }
  const encoder = new TextEncoder();
  const frame = Object.entries(FRAME).map(([path, xml]) => ({
    path,
    compress: true,
    pieces: [encoder.encode(HEAD + xml)],
  }));
  const sheet = { path: "xl/worksheets/sheet1.xml", compress: true, pieces: sheetPieces(rows, wanted ?? columns) };
  yield* archive([...frame, sheet]);
}

/** A workbook of these rows as one piece. */
export async function workbook(rows: readonly JsonObject[], columns: readonly string[]): Promise<Uint8Array> {
  async function* each() {
    yield* rows;
  }
  return Buffer.concat(await Array.fromAsync(xlsx(each, { columns })));
}

async function* sheetPieces(rows: Rows, columns: readonly string[]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const letters = columns.map((_, index) => lettersOf(index));
  const line = (number: number, value: (name: string) => Json | undefined) =>
    `<row r="${number}">${columns.map((name, index) => cell(`${letters[index]}${number}`, value(name))).join("")}</row>`;
  // The line of names stays in sight.
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const head = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetData>`;
  const pieces = inPieces(rows(), (row, index) => line(index + 2, (name) => ownValue(row, name)), {
    head: head + line(1, (name) => name),
    foot: "</sheetData></worksheet>",
  });
  for await (const piece of pieces) yield encoder.encode(piece);
}

function cell(place: string, value: Json | undefined): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "number") return `<c r="${place}"><v>${value}</v></c>`;
  if (typeof value === "boolean") return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
  const whole = typeof value === "string" ? value : JSON.stringify(value);
  const text = whole.length > MOST_TEXT ? `${whole.slice(0, MOST_TEXT - 1)}…` : whole;
  // Excel reads _x0041_ as an escape, so the first underscore of what looks like one is escaped itself.
  const literal = text.replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_").replace(/\r\n?/g, "\n");
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapedXml(literal)}</t></is></c>`;
}

/** A, B ... Z, AA ... */
function lettersOf(index: number): string {
  const rest = index % 26;
  const letter = String.fromCharCode(65 + rest);
  return index < 26 ? letter : lettersOf((index - rest) / 26 - 1) + letter;
}
