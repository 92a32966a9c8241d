import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { CsvReader, EndlessRecord, separatorOf } from "./csv-reader.js";

function read(pieces: readonly string[], options: { separator?: string; maxRecord?: number } = {}): string[][] {
  const reader = new CsvReader({ separator: ",", ...options });
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

it.each<[string, string, string[][]]>([
  ["nothing", "", []],
  ["a blank line", "\n", [[""]]],
  [
    "no line break at the end",
    "a,b\n1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "an empty cell at the end",
    "a,\n,b",
    [
      ["a", ""],
      ["", "b"],
    ],
  ],
  ["an empty cell at the very end", "a,", [["a", ""]]],
  ["mixed line ends", "a\r\nb\rc\nd", [["a"], ["b"], ["c"], ["d"]]],
  ["a line break, a comma and a quotation mark in quotes", '"a\r\nb","c,d","e""f"\n', [["a\r\nb", "c,d", 'e"f']]],
  ["a quotation mark within a cell", 'a 5" pipe,b\n', [['a 5" pipe', "b"]]],
  ["text behind a closing quotation mark", '"a"b,c\n', [["ab", "c"]]],
  ["NUL", "a\0b,c\n", [["a\0b", "c"]]],
])("%s is read", (_name, text, records) => {
  expect(read([text])).toEqual(records);
  expect(read([...text])).toEqual(records);
});

it("reads what csv-parse reads, in whatever pieces it comes", () => {
  const cell = fc.oneof(fc.string({ unit: fc.constantFrom(...'a,"\n\r é;'.split("")) }), fc.string());
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(table, fc.constantFrom("\n", "\r\n", "\r"), fc.integer({ min: 1, max: 9 }), (rows, lineBreak, size) => {
      const text = rows
        .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(",") + lineBreak)
        .join("");
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.slice(at * size, at * size + size),
      );
      expect(read(pieces)).toEqual(rows);
      expect(parse(text, { relax_column_count: true })).toEqual(rows);
    }),
  );
});

it("an open quotation mark ends with an error and not with memory", () => {
  const reader = new CsvReader({ separator: ",", maxRecord: 1000 });
  reader.push('a,b\n1,"2');
  expect(() => {
    for (let piece = 0; piece < 100_000; piece += 1) reader.push("x\n".repeat(50));
  }).toThrow(expect.objectContaining({ record: 2, isQuoted: true }));
  expect(() => read(['a\n"b'])).toThrow(EndlessRecord);
});

it("a record that is too long is refused", () => {
  expect(() => read([`a\n${"b".repeat(2000)}`], { maxRecord: 1000 })).toThrow(EndlessRecord);
});

it.each([
  ["a,b\n1,2", ","],
  ["a;b\n1,5;2,5", ";"],
  ["a\tb, c\n1\t2, 3", "\t"],
  ["a|b|c\n1|2|3", "|"],
  ['"a;b;c;d",e\n1,2', ","],
  ["name,greeting\nAnna,Hello; how are you; today\nBen,Hi", ","],
  ["one column\nonly", ","],
])("what divides the cells of %j is %j", (text, separator) => {
  expect(separatorOf(text)).toBe(separator);
});
