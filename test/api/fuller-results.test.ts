import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { exportFormats } from "../../src/adapters/export/index.js";
import type { JsonObject } from "../../src/kernel/index.js";
import { anyCharacter } from "../any-character.js";
import { worlds } from "./fuller.js";
import { sentInPieces } from "./sent-in-pieces.js";
import { parsedCsv, parsedXlsx, rowsOfCsv } from "./tables.js";

const world = worlds();
afterEach(() => world.close());

const numbered = (count: number) => [{ rows: Array.from({ length: count }, (_, index) => ({ index })) }];
const indexes = (rows: readonly { index: number }[]) => rows.map(({ index }) => index);
const FORMATS = exportFormats();

/** The rows as a table, without any task around them. */
async function written(
  format: "csv" | "xlsx" | "rss",
  rows: readonly JsonObject[],
  options: { readonly escapeFormulas?: boolean; readonly columns?: readonly string[] } = {},
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const source = async function* () {
    yield* rows;
  };
  const table = FORMATS[format].write(source, {
    title: "Bees & <honey>",
    address: "http://localhost/task/results/x",
    escapeFormulas: true,
    byteOrderMark: false,
    ...options,
  });
  for await (const piece of table) pieces.push(Buffer.from(piece as string));
  return Buffer.concat(pieces);
}
const asCsv = async (...given: [rows: readonly JsonObject[], options?: Parameters<typeof written>[2]]) =>
  (await written("csv", ...given)).toString("utf8");

describe("the results of a task", () => {
  it("come a page at a time with the number of all, and the files with the first page", async () => {
    const { ran, result } = await world.start();
    const id = await ran([...numbered(250), { file: { path: "a/b.txt", text: "hello" } }]);
    const first = await result(`/task/results/${id}`);
    expect(first).toMatchObject({ total: 250, offset: 0, limit: 100 });
    expect(indexes(first.rows)).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(first.files).toEqual([
      { path: "a/b.txt", type: "text/plain", size: 5, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    const last = await result(`/task/results/${id}?offset=240&limit=100`);
    expect(indexes(last.rows)).toEqual([240, 241, 242, 243, 244, 245, 246, 247, 248, 249]);
    expect(last).not.toHaveProperty("files");
    expect((await result(`/task/results/${id}?offset=250`)).rows).toEqual([]);
    expect((await result(`/task/results/${id}?limit=0`)).rows).toEqual([]);
    expect((await result(`/task/results/${id}?limit=1000`)).rows).toHaveLength(250);
  });

  it("come newest first when asked for, in pages that fit together", async () => {
    const { ran, result } = await world.start();
    const id = await ran(numbered(1203));
    const all: number[] = [];
    for (let offset = 0; ; offset += 500) {
      const { rows } = await result(`/task/results/${id}?order=desc&limit=500&offset=${offset}`);
      if (rows.length === 0) break;
      all.push(...indexes(rows));
    }
    expect(all).toEqual(Array.from({ length: 1203 }, (_, index) => 1202 - index));
    expect(indexes((await result(`/task/results/${id}?order=desc&limit=1203`)).rows)).toEqual(all);
  });

  it("are those of the last run, of another or of all", async () => {
    const { kernel, ran, result } = await world.start();
    const id = await ran([{ row: { index: 1 } }]);
    const first = (await kernel.tasks.existing(id)).runId;
    await kernel.tasks.patch(id, { linesFile: [JSON.stringify({ row: { index: 2 } })] });
    await kernel.tasks.restart(id);
    await kernel.tasks.settled(id);
    const of = async (run: string) => indexes((await result(`/task/results/${id}?run=${run}`)).rows);
    expect(await of("last")).toEqual([2]);
    expect(await of("")).toEqual([2]);
    expect(await of(String(first))).toEqual([1]);
    expect(await of("all")).toEqual([1, 2]);
  });

  it("of a task that never ran are none, in every format", async () => {
    const { kernel, ask, result } = await world.start();
    const { _id } = await kernel.tasks.create("scripted");
    expect(await result(`/task/results/${_id}`)).toEqual({ total: 0, offset: 0, limit: 100, rows: [], files: [] });
    expect((await ask(`/task/results/${_id}?format=jsonl`)).text).toBe("");
    expect((await ask(`/task/results/${_id}?format=csv`)).text).toBe("");
    expect((await ask(`/task/results/${_id}?format=rss`)).text).toContain("<channel>");
    expect(parsedXlsx((await ask(`/task/results/${_id}?format=xlsx`)).bytes).cells.size).toBe(0);
  });

  it("hold the fields that were named in that order, or all but those that were left out", async () => {
    const { ran, result, ask } = await world.start();
    const id = await ran([{ rows: [{ a: 1, b: { c: [5, { d: 6 }] }, "x.y": 7, e: "" }, { b: 2 }] }]);
    const rows = async (query: string) => (await result(`/task/results/${id}?${query}`)).rows;
    expect(await rows("fields=e,a")).toEqual([{ e: "", a: 1 }, {}]);
    expect(Object.keys((await rows("fields=e,a"))[0])).toEqual(["e", "a"]);
    expect(await rows("fields=b.c.1.d,x.y")).toEqual([{ "b.c.1.d": 6, "x.y": 7 }, {}]);
    expect(await rows("omit=b,e,a")).toEqual([{ "x.y": 7 }, {}]);
    expect(await rows("fields=a,b&omit=b")).toEqual([{ a: 1 }, {}]);
    expect(await rows("fields=__proto__,constructor,b.__proto__,b.length")).toEqual([{}, {}]);
    expect(await rows("fields=,,")).toHaveLength(2);
    expect((await ask(`/task/results/${id}?format=csv&fields=b,nothing,a`)).text).toBe(
      'b,nothing,a\r\n"{""c"":[5,{""d"":6}]}",,1\r\n2,,\r\n',
    );
  });

  it("as files are all rows, under a name that is safe on any system", async () => {
    const { ran, ask } = await world.start();
    const id = await ran(numbered(150), { jobName: '../../etc/"bee\r\nSet-Cookie: x=1; <é>' });
    for (const [format, type] of [
      ["jsonl", "application/x-ndjson; charset=utf-8"],
      ["csv", "text/csv; charset=utf-8; header=present"],
      ["rss", "application/rss+xml; charset=utf-8"],
      ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    ]) {
      const { status, headers, bytes } = await ask(`/task/results/${id}?format=${format}`);
      expect(status).toBe(200);
      expect(headers["content-type"]).toBe(type);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      const disposition = headers["content-disposition"]!;
      expect(disposition).toMatch(
        /^attachment; filename="[^"\\/]+\.(jsonl|csv|rss|xlsx)"; filename\*=UTF-8''[\w.%~!-]+$/,
      );
      expect(disposition).not.toMatch(/[\r\n]/);
      expect(bytes.length).toBeGreaterThan(0);
    }
    expect((await ask(`/task/results/${id}?format=jsonl`)).text.trimEnd().split("\n")).toHaveLength(150);
    expect(parsedCsv((await ask(`/task/results/${id}?format=csv&limit=3&offset=10`)).text)).toEqual([
      ["index"],
      ["10"],
      ["11"],
      ["12"],
    ]);
  });
});

describe("as CSV", () => {
  it("every row comes back as it was", async () => {
    const name = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 }).filter((text) => text !== "__proto__");
    const value = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1 }),
      fc.constantFrom("=1", ";", "\r", "\n", '"', " x ", "'", "a,b"),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.dictionary(name, value, { minKeys: 1 }), { minLength: 1 }), async (rows) => {
        const expected = rows.map((row) =>
          Object.fromEntries(Object.entries(row).map(([key, one]) => [key, String(one).toWellFormed()])),
        );
        const keys = rows.flatMap((row) => Object.keys(row));
        // Halves of surrogate pairs are replaced on the way to bytes, which may make two names one.
        fc.pre(keys.every((key) => key.isWellFormed()));
        expect(rowsOfCsv(await asCsv(rows as JsonObject[], { escapeFormulas: false }))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("no column is lost, wherever it first appears", async () => {
    const rows = Array.from(
      { length: 1000 },
      (_, index): JsonObject => (index === 999 ? { z: 1 } : { a: index, b: null }),
    );
    const [names, ...records] = parsedCsv(await asCsv(rows));
    expect(names).toEqual(["a", "b", "z"]);
    expect(records.at(-1)).toEqual(["", "", "1"]);
  });

  it.each(["=", "+", "-", "@", "\t", "\r", "\n", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"])(
    "a text with %j at its beginning is no formula, in a cell, in the name of a column or behind any separator",
    async (mark) => {
      const formula = `${mark}cmd|' /C calc'!A0`;
      const text = await asCsv([{ [formula]: formula, b: `x;${formula}`, c: `x\n${formula}`, d: `x\t${formula}` }]);
      const [names, cells] = parsedCsv(text);
      expect(names![0]).toBe(`'${formula}`);
      expect(cells).toEqual([`'${formula}`, `x;${formula}`, `x\n${formula}`, `x\t${formula}`]);
      // A program that takes another character for the separator must not find a cell that begins with the mark.
      for (const quoted of [`"x;${formula}"`, `"x\n${formula}"`, `"x\t${formula}"`]) expect(text).toContain(quoted);
      expect(parsedCsv(await asCsv([{ a: formula }], { escapeFormulas: false }))[1]).toEqual([formula]);
    },
  );

  it("numbers stay numbers, and what is nested is JSON", async () => {
    const rows = [{ a: -1.5, b: 1e21, c: true, d: null, e: [1, "=x"], f: { g: { h: -1 } }, i: "" }];
    expect(parsedCsv(await asCsv(rows))[1]).toEqual(["-1.5", "1e+21", "true", "", '[1,"=x"]', '{"g":{"h":-1}}', ""]);
  });

  it("the mark by which Excel knows UTF-8 is there when asked for", async () => {
    const { ran, ask } = await world.start();
    const id = await ran([{ row: { a: "ü" } }]);
    expect((await ask(`/task/results/${id}?format=csv`)).text).toBe("a\r\nü\r\n");
    expect((await ask(`/task/results/${id}?format=csv&bom=true`)).text).toBe("\uFEFFa\r\nü\r\n");
  });

  it("the answer may be left as it is on request", async () => {
    const { ran, ask } = await world.start();
    const id = await ran([{ row: { a: "=1+1" } }]);
    expect(parsedCsv((await ask(`/task/results/${id}?format=csv`)).text)[1]).toEqual(["'=1+1"]);
    expect(parsedCsv((await ask(`/task/results/${id}?format=csv&escapeFormulas=false`)).text)[1]).toEqual(["=1+1"]);
  });

  it("rows with more different fields than a table can have are refused in words", async () => {
    const { ran, ask } = await world.start();
    const rows = Array.from({ length: 200 }, (_, row) =>
      Object.fromEntries(Array.from({ length: 100 }, (_, column) => [`f${row}-${column}`, 1])),
    );
    const id = await ran([{ rows }]);
    for (const format of ["csv", "xlsx"]) {
      const { envelope } = await ask(`/task/results/${id}?format=${format}`);
      expect(envelope()).toMatchObject({ success: false, message: expect.stringContaining("different fields") });
    }
    expect(rowsOfCsv((await ask(`/task/results/${id}?format=csv&fields=f0-0`)).text)[0]).toEqual({ "f0-0": "1" });
  });
});

describe("as a workbook", () => {
  it("cells have their type and their text, and none is a formula", async () => {
    const rows: JsonObject[] = [
      { a: "=1+1", b: -2.5, c: true, d: null, e: [1, "x"] },
      { z: 'a & <b> "c" \u0001\ud800 _x0041_', a: " spaced " },
    ];
    const { cells, hasFormulas } = parsedXlsx(await written("xlsx", rows));
    expect(hasFormulas).toBe(false);
    expect(Object.fromEntries(cells)).toEqual({
      A1: "a",
      B1: "b",
      C1: "c",
      D1: "d",
      E1: "e",
      F1: "z",
      A2: "=1+1",
      B2: -2.5,
      C2: true,
      E2: '[1,"x"]',
      A3: " spaced ",
      F3: 'a & <b> "c" \ufffd _x0041_',
    });
  });

  it("columns go on after Z, and a text too long for a cell ends in an ellipsis", async () => {
    const wide = Object.fromEntries(Array.from({ length: 704 }, (_, index) => [`c${index}`, index]));
    const { cells } = parsedXlsx(await written("xlsx", [wide, { c0: "x".repeat(40_000) }]));
    expect([cells.get("Z2"), cells.get("AA2"), cells.get("AZ2"), cells.get("ZZ2"), cells.get("AAA2")]).toEqual([
      25, 26, 51, 701, 702,
    ]);
    expect(cells.get("A3")).toHaveLength(32_767);
    expect(String(cells.get("A3")).endsWith("x…")).toBe(true);
  });
});

describe("as a feed", () => {
  const items = (xml: string) => [...xml.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item]) => item!);

  it("items have what the usual names hold", async () => {
    const xml = (
      await written("rss", [
        { Title: "T", url: "https://a.test/?x=1&y=2", summary: "S <b>", publishedAt: "2026-03-01T10:00:00Z", extra: 1 },
        { name: "N", link: "javascript:alert(1)", date: "not a date" },
        { text: "only text" },
        { number: 7, list: [1], empty: "", place: "a\nshore", sea: "north", more: "x" },
        { list: [] },
      ])
    ).toString("utf8");
    const [first, second, third, fourth, fifth] = items(xml);
    expect(first).toContain("<title>T</title><link>https://a.test/?x=1&amp;y=2</link>");
    expect(first).toContain("<description>S &lt;b&gt;</description><pubDate>Sun, 01 Mar 2026 10:00:00 GMT</pubDate>");
    expect(second).toMatch(/^<title>N<\/title><guid/);
    expect(third).toMatch(/^<description>only text<\/description><guid/);
    expect(fourth).toContain("<title>number: 7, place: a shore, sea: north</title>");
    expect(fifth).toContain("<title>A row without texts</title>");
    expect(xml).toContain("<title>Bees &amp; &lt;honey&gt;</title>");
    expect(xml).toContain("<link>http://localhost/task/results/x</link>");
  });

  it("holds no character that XML cannot, and no markup of a row", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: anyCharacter }),
        async (title, description) => {
          const xml = (await written("rss", [{ title, description }])).toString("utf8");
          expect(xml).toMatch(/^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
          const item = items(xml)[0]!;
          expect(item.replace(/<\/?(?:title|description|guid)(?: isPermaLink="false")?>/g, "")).not.toMatch(/[<>]/);
        },
      ),
      { numRuns: 100 },
    );
  });
});

it("forty thousand rows are sent in pieces, none of them large, whatever the format", async () => {
  const { kernel } = await world.start();
  await sentInPieces(kernel, 40_000);
});
