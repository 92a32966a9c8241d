import { describe, expect, it } from "vitest";
import { closesAfterEach, ran, scraper, site, WORDS } from "../../../test/web/scraper-world.js";
import { cannedFolder } from "../../adapters/doubles/index.js";
import type { Json } from "../../kernel/index.js";

closesAfterEach();

/** Pages `/0`, `/1`... with a list of such values each. */
async function lists(pages: readonly (readonly string[])[], language = "") {
  const url = await site((request, response) => {
    const values = pages[Number(request.url!.slice(1))];
    if (values === undefined) response.writeHead(404).end();
    else
      response
        .setHeader("content-type", "text/html")
        .end(`<html lang="${language}"><ul>${values.map((one) => `<li><b>${one}</b></li>`).join("")}</ul>${WORDS}`);
  });
  return pages.map((_, index) => `${url}/${index}`);
}

async function values(
  pages: readonly (readonly string[])[],
  transform: string,
  { language = "", all, ...rule }: { language?: string; all?: true; css?: string; default?: string } = {},
) {
  const { files, log, rows } = await ran(await scraper(), {
    ...{ urlsFile: await lists(pages, language), concurrency: 1, outputFormats: ["json"] },
    rowSelector: all === true ? "ul" : "li",
    columns: [{ name: "x", css: "b", transform: [transform], ...(all && { all }), ...rule }],
  });
  const json = JSON.parse(files.get("results.json")!) as { x: Json; _error: string }[];
  const warnings = log.filter((entry) => entry.startsWith("warn: ")).join("\n");
  return { values: json.map(({ x }) => x), warnings, rows, report: JSON.parse(files.get("report.json")!) };
}

describe("dates of a column", () => {
  it("are read in the order that one of them shows, those before it on the page included", async () => {
    const { values: found, warnings } = await values([["4/1/2026", "4/13/2026"], ["5/2/2026"]], "date");
    expect(found).toEqual(["2026-04-01", "2026-04-13", "2026-05-02"]);
    expect(warnings).toBe("");
  });

  it("keep the order that an earlier page has shown", async () => {
    const { values: found, warnings } = await values([["13/4/2026"], ["4/1/2026"]], "date", { language: "en-US" });
    expect(found).toEqual(["2026-04-13", "2026-01-04"]);
    expect(warnings).toBe("");
  });

  it.each([
    ["en-US", "2026-04-01", "the month"],
    ["de", "2026-01-04", "the day"],
  ])("that show no order are read as usual in the language of the page, %s, which is noted once", async (...given) => {
    const [language, date, first] = given;
    const { values: found, warnings } = await values([["4/1/2026"], ["4/1/2026"]], "date", { language });
    expect(found).toEqual([date, date]);
    expect(warnings).toBe(
      `warn: No date of the column "x" shows whether the day or the month comes first, for example 4/1/2026. They were read with ${first} first; write date:dmy or date:mdy as its transform to say which.`,
    );
  });

  it("that were read before a later page shows another order are named", async () => {
    const { values: found, warnings } = await values([["4/1/2026"], ["4/13/2026", "4/1/2026"]], "date");
    expect(found).toEqual(["2026-01-04", "2026-04-13", "2026-04-01"]);
    expect(warnings).toBe(
      'warn: Dates of the column "x" such as 4/1/2026 were read with the day first, before 4/13/2026 showed that the month comes first. Write date:mdy as its transform and run the task again.',
    );
  });

  it("in both orders are named", async () => {
    const { values: found, warnings } = await values([["13/4/2026", "4/14/2026", "14/4/2026"]], "date");
    expect(found).toEqual(["2026-04-13", "2026-04-14", "2026-04-14"]);
    expect(warnings).toContain('The column "x" holds dates of both orders, such as 4/14/2026.');
  });

  it.each([
    ["date:mdy", "2026-04-01"],
    ["date:dmy", "2026-01-04"],
  ])("are read as %s says", async (transform, date) => {
    const { values: found, warnings } = await values([["4/1/2026"]], transform, { language: "en-US" });
    expect([found, warnings]).toEqual([[date], ""]);
  });

  it("that the order of the transform does not fit are named", async () => {
    const { values: found, warnings } = await values([["03/04/2026", "25/06/2026"]], "date:mdy");
    expect(found).toEqual(["2026-03-04", "2026-06-25"]);
    expect(warnings).toBe(
      'warn: The column "x" holds dates of both orders, such as 25/06/2026. Those that show neither are read with the month first, as its transform says; check it against the page.',
    );
  });

  it("stay empty where there are two, or a time that is none", async () => {
    const texts = ["2026-06-05T25:00", "5/6/2026 - 7/6/2026", "June 5, 2026 (2026-06-05)", "2026-06-05T10:00:00.123Z"];
    const { values: found } = await values([texts], "date:dmy");
    expect(found).toEqual(["", "", "2026-06-05", "2026-06-05T10:00:00Z"]);
  });

  it("stay empty where they are none, which is counted in the log and the report", async () => {
    const { values: found, warnings, report } = await values([["2026-01-04", "soon"], ["later"]], "date");
    expect(found).toEqual(["2026-01-04", "", ""]);
    expect(warnings).toContain(
      'warn: 2 values of 3 in the column "x" are no date, for example "soon", and were left empty. Check its rule, or leave out the transform date.',
    );
    expect(report.columns).toEqual([
      { name: "x", fillRate: 0.333, notRead: { kind: "date", values: 3, unread: 2, example: "soon" } },
    ]);
  });
});

it("the advice for dates that are none names the transform as it is written", async () => {
  const { warnings } = await values([["soon", "2026-01-04"]], "date:dmy");
  expect(warnings).toMatch(/Check its rule, or leave out the transform date:dmy\.$/);
});

describe("links of saved pages", () => {
  async function links(html: string) {
    const { rows, log } = await ran(await scraper({ folder: cannedFolder("/pages", { "a.html": html }) }), {
      ...{ inputFolder: "/pages", rowSelector: "li" },
      columns: [
        { name: "x", css: "a", take: "attr:href", transform: ["url"] },
        { name: "name", css: "a" },
      ],
    });
    return { found: rows.map((row) => row["x"]), warnings: log.filter((entry) => entry.startsWith("warn: ")) };
  }
  const LINKS = '<li><a href="https://a.test/x y">A</a><li><a href="/b">B</a>';

  it("are whole where they are so on the page, and those that lack an address are warned of", async () => {
    expect(await links(LINKS)).toEqual({
      found: ["https://a.test/x%20y", ""],
      warnings: [
        'warn: 1 value of 2 in the column "x" is no address, for example "/b", and was left empty. A saved page has no address to make them whole by: put a <base href> into it, or leave out the transform url.',
      ],
    });
  });

  it("become whole by the base of the page", async () => {
    expect(await links(`<base href="https://b.test/c/">${LINKS}`)).toEqual({
      found: ["https://a.test/x%20y", "https://b.test/b"],
      warnings: [],
    });
  });
});

it("numbers that are ranges stay empty, which is counted in the log", async () => {
  const { values: found, warnings } = await values([["1.5k", "2–4", "3 Mio. €", "9,90 €"]], "number");
  expect(found).toEqual([1500, "", 3_000_000, 9.9]);
  expect(warnings).toContain(
    'warn: 1 value of 4 in the column "x" is no number, for example "2–4", and was left empty.',
  );
});

it("lists keep a place for what is no number", async () => {
  const { values: found } = await values([["1", "n/a", "3"]], "number", { all: true });
  expect(found).toEqual(["1||3"]);
});

it("a default does not hide that the page gives nothing", async () => {
  const { values: found, warnings, report } = await values([["1", "2"]], "number", { css: ".none", default: "?" });
  expect(found).toEqual(["?", "?"]);
  expect(warnings).toBe('warn: The column "x" is empty in every row. Check its rule.');
  expect(report.columns).toEqual([{ name: "x", fillRate: 0 }]);
});

it("texts that are cut are counted in the log and the report", async () => {
  const { warnings, report } = await values([["x".repeat(100_001), "y"]], "trim");
  expect(warnings).toBe('warn: 1 text in the column "x" was cut at 100,000 characters. Make its rule narrower.');
  expect(report.columns).toEqual([{ name: "x", fillRate: 1, cut: 1 }]);
});

it("a row in which no column finds anything says so", async () => {
  const { values: found, rows, report } = await values([["Blue", "", "Red"]], "trim");
  expect(found).toEqual(["Blue", "", "Red"]);
  expect(rows.map((row) => row["_error"])).toEqual([
    "",
    "No column has a value in this row. Columns look inside the row, not at it: check them against what it holds, and whether the page needs a browser.",
    "",
  ]);
  expect(report).toMatchObject({ rows: { found: 2, empty: 1, failed: 0 }, columns: [{ fillRate: 0.667 }] });
});
