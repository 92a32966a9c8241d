import { unzipSync } from "fflate";

/** Reads comma-separated values as RFC 4180 says, with no library of ours. Throws where the text is not such. */
export function parsedCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field = "";
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        if (at >= text.length) throw new Error("A quoted field has no end.");
        if (text[at] !== '"') field += text[at];
        else if (text[at + 1] === '"') {
          field += '"';
          at += 1;
        } else break;
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== "," && text[at] !== "\r") {
        if (text[at] === '"' || text[at] === "\n") throw new Error(`A bare field holds ${JSON.stringify(text[at])}.`);
        field += text[at];
        at += 1;
      }
    }
    record.push(field);
    if (text[at] === ",") {
      at += 1;
      // A comma at the very end would leave a field open.
      if (at === text.length) throw new Error("The text ends within a record.");
    } else if (text.startsWith("\r\n", at)) {
      at += 2;
      records.push(record);
      record = [];
    } else throw new Error(`After a field comes ${JSON.stringify(text.slice(at, at + 5))}.`);
  }
  if (record.length > 0) throw new Error("The last record has no end.");
  return records;
}

/** The rows of a CSV by the names of its first line; empty cells are left out. */
export function rowsOfCsv(text: string): Record<string, string>[] {
  const [names = [], ...records] = parsedCsv(text);
  return records.map((record) => {
    if (record.length !== names.length) throw new Error("A record has another number of fields than the first.");
    return Object.fromEntries(record.map((value, index) => [names[index]!, value]).filter(([, value]) => value !== ""));
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** The cells of the one sheet of a workbook, by place, and whether any is a formula. */
export function parsedXlsx(bytes: Uint8Array): { cells: Map<string, string | number | boolean>; hasFormulas: boolean } {
  const files = unzipSync(bytes);
  const sheet = new TextDecoder("utf-8", { fatal: true }).decode(files["xl/worksheets/sheet1.xml"]);
  const cells = new Map<string, string | number | boolean>();
  for (const [, place = "", kind, value, text] of sheet.matchAll(
    /<c r="([A-Z]+\d+)"(?: t="(\w+)")?>(?:<v>([^<]*)<\/v>|<is><t[^>]*>([^<]*)<\/t><\/is>)<\/c>/g,
  )) {
    if (text !== undefined) {
      const plain = text.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name]!);
      cells.set(
        place,
        plain.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
      );
    } else cells.set(place, kind === "b" ? value === "1" : Number(value));
  }
  return { cells, hasFormulas: /<f[ >]/.test(sheet) };
}
