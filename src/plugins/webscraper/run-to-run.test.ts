import { expect, it } from "vitest";
import { closesAfterEach, RULES, ran, scraper, shop, site } from "../../../test/web/scraper-world.js";

closesAfterEach();

it("the report counts lines, pages and rows, as the log does", async () => {
  const url = await site((request, response) => {
    if (request.url === "/blocked")
      response.writeHead(403, { "cf-mitigated": "challenge" }).end("<title>Just a moment...</title>");
    else shop()(request, response);
  });
  const { files, log } = await ran(await scraper(), {
    ...RULES,
    ...{ urlsFile: [`${url}/missing`, `${url}/blocked`, `${url}/`], nextSelector: "a.next", maxPages: 9 },
  });
  expect(JSON.parse(files.get("report.json")!)).toMatchObject({
    lines: { done: 1, failed: 2 },
    pages: { read: 3, failed: 2, blocked: { challenge: 1 }, rendered: {} },
    rows: { found: 5, empty: 0, failed: 2 },
  });
  expect(log).toContain("info: 5 rows with values, 0 without, from 3 pages; 2 pages could not be read.");
  expect(log).toContain("info: 1 of 3 lines are done, 2 failed.");
});

it("rows of a run with all are no new ones for a later run with changes, whatever its keyColumn", async () => {
  const prices: Record<string, string> = {};
  const url = await site((request, response) => shop(prices)(request, response));
  const one = await scraper();
  await ran(one, { ...RULES, urlsFile: [`${url}/`], mode: "all" });
  prices["Red"] = "8,00 €";
  const { rows, log } = await ran(one, { mode: "changes", keyColumn: "name" });
  expect(rows).toMatchObject([{ name: "Red mug", _change: "changed", _changed: "price" }]);
  expect(log.join("\n")).not.toContain("No rows of an earlier run");
});

it("a first run with changes says that there is nothing to compare with", async () => {
  const url = await site(shop());
  const { rows, log } = await ran(await scraper(), { ...RULES, urlsFile: [`${url}/`], mode: "changes" });
  expect(rows.map((row) => row["_change"])).toEqual(["new", "new"]);
  expect(log).toContain("info: No rows of an earlier run are there to compare with, so that every row is new.");
});

it("unchanged rows count in the report, and in how full the columns are", async () => {
  const prices: Record<string, string> = { Red: "" };
  const url = await site((request, response) => shop(prices)(request, response));
  const one = await scraper();
  const data = { ...RULES, urlsFile: [`${url}/`], mode: "changes", keyColumn: "name" };
  await ran(one, data);
  const { files, log } = await ran(one, data);
  expect(JSON.parse(files.get("report.json")!)).toMatchObject({
    rows: { found: 0, empty: 0, unchanged: 2, failed: 0, unusable: 0 },
    columns: [{ name: "name", fillRate: 1, lastFillRate: 1 }, { name: "price", fillRate: 0.5, lastFillRate: 0.5 }, {}],
  });
  expect(log).toContain("info: 0 rows with values, 0 without, 2 unchanged, from 1 page; 0 pages could not be read.");
});

it("a page without rows is none that could not be read", async () => {
  const url = await site(shop());
  const data = { ...RULES, urlsFile: [`${url}/`, `${url}/missing`], rowSelector: ".none" };
  const { files } = await ran(await scraper(), data);
  expect(JSON.parse(files.get("report.json")!)).toMatchObject({
    pages: { read: 1, failed: 1 },
    rows: { found: 0, empty: 0, failed: 1, unusable: 1 },
  });
});

it("rows that share a key, or have none, are known by all of their columns, which is warned of", async () => {
  const rows = [
    { name: "Blue", price: 1 },
    { name: "Blue", price: 2 },
    { name: "", price: 3 },
    { name: "", price: 4 },
    { name: "Red", price: 5 },
  ];
  const url = await site((_, response) =>
    response.setHeader("content-type", "application/json").end(JSON.stringify(rows)),
  );
  const one = await scraper();
  const columns = ["name", "price"].map((name) => ({ name, jsonPath: `$.${name}` }));
  const data = { urlsFile: [url], rowSelector: "$[*]", columns, mode: "changes", keyColumn: "name" };
  const first = await ran(one, data);
  expect(first.log).toContain(
    'warn: keyColumn "name" is empty in 2 rows, and 2 rows share its value with another. Such a row counts as new when it differs in anything: name a column that is filled and different in each.',
  );
  expect((await ran(one, data)).rows).toEqual([]);
  rows[1]!.price = 20;
  rows[3]!.price = 40;
  rows[4]!.price = 50;
  expect((await ran(one, data)).rows).toMatchObject([
    { price: "20", _change: "new" },
    { price: "40", _change: "new" },
    { price: "50", _change: "changed", _changed: "price" },
  ]);
  rows.push({ name: "Red", price: 6 });
  expect((await ran(one, data)).rows).toMatchObject([{ price: "6", _change: "new", _changed: "" }]);
});
