import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { readXlsx } from "./read-xlsx.js";
import { workbook } from "./xlsx.js";

const rows = (bytes: Uint8Array) => [...readXlsx(bytes)].flat();

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A workbook as Excel lays it out. */
function book({
  sheet,
  strings = "",
  styles = "",
  sheets = '<sheet name="A" sheetId="1" r:id="rId1"/>',
  properties = "",
}: Readonly<Record<"sheet", string>> &
  Partial<Readonly<Record<"strings" | "styles" | "sheets" | "properties", string>>>) {
  return zipSync({
    "xl/workbook.xml": strToU8(`<workbook ${MAIN} xmlns:r="r">${properties}<sheets>${sheets}</sheets></workbook>`),
    "xl/_rels/workbook.xml.rels": strToU8(
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    ),
    "xl/worksheets/sheet1.xml": strToU8(`<worksheet ${MAIN}><sheetData>${sheet}</sheetData></worksheet>`),
    "xl/worksheets/sheet2.xml": strToU8(
      '<worksheet><sheetData><row><c t="inlineStr"><is><t>second</t></is></c></row></sheetData></worksheet>',
    ),
    "xl/sharedStrings.xml": strToU8(`<sst>${strings}</sst>`),
    "xl/styles.xml": strToU8(`<styleSheet>${styles}</styleSheet>`),
  });
}

it("reads what is written", async () => {
  const bytes = await workbook(
    [
      { name: "Åsa <b>", n: -1.5, yes: true },
      { name: "=1+1\nx _x0041_", yes: false },
    ],
    ["name", "n", "yes"],
  );
  expect(rows(bytes)).toEqual([
    ["name", "n", "yes"],
    ["Åsa <b>", "-1.5", "true"],
    ["=1+1\nx _x0041_", "", "false"],
  ]);
});

it("reads shared texts in their runs, without what says how they sound", () => {
  const strings =
    '<si><t>a &amp; b</t></si><si><r><t xml:space="preserve">rich </t></r><r><t>text</t></r></si><si><t>東京</t><rPh><t>トウキョウ</t></rPh></si>';
  const sheet = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c><c r="D1" t="s"><v>2</v></c></row>';
  expect(rows(book({ sheet, strings }))).toEqual([["a & b", "", "rich text", "東京"]]);
});

it("reads dates as dates, times as times and numbers without what binary fractions add", () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="dd.mm.yyyy"/><numFmt numFmtId="165" formatCode="0.00 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs>';
  const sheet =
    '<row><c s="1"><v>45292</v></c><c s="2"><v>45292.5</v></c><c s="3"><v>3.5</v></c><c s="4"><v>0.75</v></c><c><v>19.989999999999998</v></c><c><v>1E-3</v></c><c t="e"><v>#N/A</v></c><c t="str"><f>A1&amp;"x"</f><v>result</v></c></row>';
  expect(rows(book({ sheet, styles }))).toEqual([
    ["2024-01-01", "2024-01-01 12:00", "3.5", "18:00", "19.99", "0.001", "", "result"],
  ]);
  expect(
    rows(
      book({
        sheet: '<row><c s="1"><v>0</v></c><c s="1"><v>43830</v></c></row>',
        styles,
        properties: '<workbookPr date1904="1"/>',
      }),
    )[0]![1],
  ).toBe("2024-01-01");
});

it("takes the first sheet that is not hidden", () => {
  const sheets = '<sheet name="A" state="hidden" r:id="rId1"/><sheet name="B" r:id="rId2"/>';
  expect(rows(book({ sheet: "", sheets }))).toEqual([["second"]]);
});

it.each([
  ["no archive", Buffer.from("PK\u0003\u0004 nothing")],
  ["another archive", zipSync({ "a.txt": strToU8("x") })],
])("%s is no workbook", (_name, bytes) => {
  expect(() => rows(bytes)).toThrow();
});
