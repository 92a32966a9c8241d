import { describe, expect, it } from "vitest";
import {
  closesAfterEach,
  item,
  MUGS,
  names,
  RULES,
  ran,
  scraper,
  shop,
  site,
  WORDS,
} from "../../../test/web/scraper-world.js";
import { cannedBrowser, cannedFolder } from "../../adapters/doubles/index.js";
import type { BrowserProvider, Json } from "../../kernel/index.js";
import { expandedLines } from "./addresses.js";

closesAfterEach();

describe("pages", () => {
  it("are read by a link to the next one, as rows and as a file in every form", async () => {
    const url = await site(shop({ Red: "1.234,50 €" }));
    const { task, rows, files } = await ran(await scraper(), {
      ...RULES,
      ...{
        urlsFile: [`${url}/`],
        nextSelector: "a.next",
        maxPages: 10,
        outputFormats: ["csv", "json", "jsonl", "xlsx"],
      },
      templateColumns: [{ name: "offer", template: "{{name}} for {{price}}" }],
    });
    expect(task.status).toBe("complete");
    expect(rows).toHaveLength(5);
    expect(rows[1]).toEqual({
      ...{ name: "Red mug", price: 1234.5, link: `${url}/mug/Red`, offer: "Red mug for 1234.5" },
      ...{ _url: `${url}/`, _page: 1, _status: 200, _blocked: "", _rendered: "", _error: "" },
    });
    expect(files.get("results.csv")!.split("\n").slice(0, 3)).toEqual([
      "name,price,link,offer,_url,_page,_status,_blocked,_rendered,_error",
      `Blue mug,9.9,${url}/mug/Blue,Blue mug for 9.9,${url}/,1,200,,,`,
      `Red mug,1234.5,${url}/mug/Red,Red mug for 1234.5,${url}/,1,200,,,`,
    ]);
    expect(JSON.parse(files.get("results.json")!)).toEqual(rows);
    expect(files.get("results.jsonl")!.trim().split("\n")).toHaveLength(5);
    expect(files.get("results.xlsx")!.slice(0, 2)).toBe("PK");
    expect(JSON.parse(files.get("report.json")!)).toMatchObject({
      lines: { done: 1, failed: 0 },
      pages: { read: 3, failed: 0, blocked: {}, rendered: {} },
      rows: { found: 5, empty: 0, failed: 0 },
      columns: [{ name: "name", fillRate: 1 }, {}, {}, {}],
    });
  });

  it("are read by a pattern until one is not there, and to their number at most", async () => {
    const url = await site(shop());
    const one = await scraper();
    const data = { ...RULES, urlsFile: [`${url}/`], urlPattern: "?page={page}" };
    const all = await ran(one, { ...data, maxPages: 50 });
    expect([all.task.status, names(all.rows)]).toEqual(["complete", MUGS.join()]);
    expect(names((await ran(one, { ...data, maxPages: 2 })).rows)).toBe("Blue,Red,Green,Grey");
  });

  it("that lead back to one before end there", async () => {
    const url = await site(shop());
    const { rows, log } = await ran(await scraper(), {
      ...RULES,
      urlsFile: [`${url}/again?page=3`],
      nextSelector: "//a[@class='next']",
      maxPages: 50,
    });
    expect(names(rows)).toBe("White,Blue,Red,Green,Grey,White");
    expect(log.join("\n")).not.toMatch(/error:/);
  });

  it("are the numbers and keywords of a line", () => {
    const lines = {
      urlsFile: ["https://a.test/{keyword}?p=[08-10]", "https://a.test/[3-1]/[a-b]"],
      keywordsFile: ["x y", "z"],
      inputFolder: "",
    };
    expect(expandedLines(lines)).toEqual([
      ...["08", "09", "10"].map((number) => `https://a.test/x%20y?p=${number}`),
      ...["08", "09", "10"].map((number) => `https://a.test/z?p=${number}`),
      ...[3, 2, 1].map((number) => `https://a.test/${number}/[a-b]`),
    ]);
    expect(() => expandedLines({ ...lines, urlsFile: ["https://a.test/[1-999999]"] })).toThrow(
      /more than 100000 addresses/,
    );
  });

  it("of a folder need no network", async () => {
    const folder = cannedFolder("/pages", {
      "a.html": `<ul>${item("Blue")}</ul>`,
      "b.json": "[1]",
      "c.html": `<ul>${item("Red")}</ul>`,
    });
    const { task, rows } = await ran(await scraper({ folder }), { ...RULES, inputFolder: "/pages" });
    expect(task.status).toBe("complete");
    expect(rows.map((row) => [row["name"], row["_url"], row["_error"]])).toEqual([
      ["Blue mug", "a.html", ""],
      ["", "b.json", expect.stringMatching(/^b\.json is JSON, in which CSS and XPath find nothing\./)],
      ["Red mug", "c.html", ""],
    ]);
  });
});

describe("a page that cannot be had", () => {
  it("is a row with its reason, and the others go on", async () => {
    const url = await site((request, response) => {
      if (request.url === "/blocked")
        response.writeHead(403, { "cf-mitigated": "challenge" }).end("<title>Just a moment...</title>");
      else shop()(request, response);
    });
    const data = { ...RULES, urlsFile: [`${url}/missing`, `${url}/blocked`, `${url}/`] };
    const { task, rows, files } = await ran(await scraper(), data);
    expect(task.status).toBe("complete");
    const lines = files.get("results.csv")!.trim().split("\n").slice(1);
    expect(lines.map((line) => /,1,(\d+),/.exec(line)?.[1])).toEqual(["404", "403", "200", "200"]);
    const failed = rows.filter((row) => row["_error"] !== "");
    expect(failed.map((row) => [row["_status"], row["_blocked"]]).sort()).toEqual([
      [403, "challenge"],
      [404, ""],
    ]);
    expect(names(rows.filter((row) => row["_error"] === ""))).toBe("Blue,Red");
  });

  it("as it is larger than maxBytes says so in its row", async () => {
    const url = await site((request, response) => {
      if (request.url === "/large")
        response.setHeader("content-type", "text/html").end(`<ul>${item("Blue")}</ul>${WORDS.repeat(20)}`);
      else shop()(request, response);
    });
    const data = { ...RULES, urlsFile: [`${url}/large`, `${url}/`], maxBytes: 10_000 };
    const { task, rows, log } = await ran(await scraper(), data);
    expect(task.status).toBe("complete");
    expect(rows.filter((row) => row["_error"] !== "")).toMatchObject([
      { name: "", _url: `${url}/large`, _error: expect.stringMatching(/10,?000 bytes|larger/) },
    ]);
    expect(names(rows.filter((row) => row["_error"] === ""))).toBe("Blue,Red");
    expect(log.join("\n")).toContain("error: ");
  });

  it("fails the run where none could be", async () => {
    const url = await site((_, response) => response.writeHead(404).end());
    const { task } = await ran(await scraper(), { ...RULES, urlsFile: [`${url}/a`, `${url}/b`] });
    expect(task).toMatchObject({ status: "failed", error: { code: "not-found" } });
  });

  it("that holds no rows says so in its row and in the log", async () => {
    const url = await site(shop());
    const { task, rows, log } = await ran(await scraper(), { ...RULES, urlsFile: [`${url}/`], rowSelector: ".none" });
    expect(task.status).toBe("complete");
    expect(rows).toMatchObject([
      { name: "", _status: 200, _error: expect.stringMatching(/^rowSelector finds nothing on /) },
    ]);
    expect(log.join("\n")).toMatch(/warn: rowSelector finds nothing/);
  });
});

describe("from run to run", () => {
  it("only what is new or changed is kept with changes", async () => {
    const prices: Record<string, string> = {};
    const url = await site((request, response) => shop(prices)(request, response));
    const one = await scraper();
    const data = { ...RULES, urlsFile: [`${url}/`], mode: "changes", keyColumn: "name" };
    expect((await ran(one, data)).rows.map((row) => row["_change"])).toEqual(["new", "new"]);
    const same = await ran(one, data);
    expect([same.rows, same.task.status]).toEqual([[], "complete"]);
    expect(same.log.join("\n")).toContain("info: Nothing has changed since the last run.");
    prices["Red"] = "8,00 €";
    expect((await ran(one, data)).rows).toMatchObject([
      { name: "Red mug", price: 8, _change: "changed", _changed: "price" },
    ]);
  });

  it("a column that has become empty is warned of", async () => {
    let hasPrice = true;
    const url = await site((request, response) => {
      if (request.url === "/robots.txt") response.writeHead(404).end();
      else response.setHeader("content-type", "text/html").end(`${item("Blue", hasPrice ? "1 €" : "")}${WORDS}`);
    });
    const one = await scraper();
    await ran(one, { ...RULES, urlsFile: [`${url}/`] });
    hasPrice = false;
    const { log, files } = await ran(one, {});
    expect(log.join("\n")).toContain('warn: The column "price" is filled in 0 % of the rows, 100 % in the last run.');
    expect(JSON.parse(files.get("report.json")!).columns[1]).toEqual({ name: "price", fillRate: 0, lastFillRate: 1 });
  });
});

describe("a browser", () => {
  const APP = '<div id="root"></div><script src="/app.js"></script>';

  it("reads what holds nothing without one, and rows say why", async () => {
    const url = await site((request, response) => {
      if (request.url === "/robots.txt") response.writeHead(404).end();
      else response.setHeader("content-type", "text/html").end(APP);
    });
    const browser = cannedBrowser({ [`${url}/`]: `<ul>${item("Blue")}</ul>` });
    const { rows } = await ran(await scraper({ browser }), { ...RULES, urlsFile: [`${url}/`], browser: "auto" });
    expect(rows).toMatchObject([{ name: "Blue mug", _rendered: "app-frame" }]);
  });

  it("clicks a button to the next page, and does the steps", async () => {
    const asked: unknown[] = [];
    const stands = MUGS.slice(0, 3).map((name) => `<ul>${item(name)}</ul><button class="more">More</button>`);
    const browser: BrowserProvider = {
      async render(url, { next, steps }) {
        asked.push([next, steps]);
        const pages = next === undefined ? {} : { pages: stands.slice(0, next.times + 1) };
        const rendered = {
          status: 200,
          mediaType: "text/html",
          bytes: 1,
          requests: { made: 1, refused: 0 },
          notes: [],
        };
        return { ...rendered, url, text: stands[0]!, ...pages };
      },
    };
    const { rows } = await ran(await scraper({ browser }), {
      ...RULES,
      ...{
        urlsFile: ["https://a.test/"],
        browser: "always",
        nextSelector: "button.more",
        maxPages: 3,
        steps: [{ do: "click", selector: "#ok" }],
      },
    });
    expect(asked).toEqual([
      [undefined, [{ do: "click", selector: "#ok" }]],
      [{ selector: "button.more", times: 2 }, [{ do: "click", selector: "#ok" }]],
    ]);
    expect(names(rows)).toBe("Blue,Red,Green");
  });

  it("is said to be missing before anything is fetched", async () => {
    const { task } = await ran(await scraper(), {
      ...RULES,
      urlsFile: ["https://a.test/"],
      browser: "auto",
      waitFor: ".x",
    });
    expect(task).toMatchObject({ status: "failed", error: { code: "no-browser" } });
    expect(task.error?.message).toMatch(
      /^This task uses steps, scroll, waitFor or screenshot, which need a browser, and no browser is installed\./,
    );
  });
});

it.each<[Record<string, Json>, RegExp]>([
  [{ columns: [] }, /^columns is empty/],
  [{ columns: [{ name: "a", css: "[" }] }, /^The column "a" has "\["/],
  [{ rowSelector: "//a[" }, /^rowSelector has/],
  [{ urlPattern: "?p=2" }, /has neither \{page\} nor \{offset\}/],
  [{ nextSelector: "a", urlPattern: "{page}" }, /^Both nextSelector and urlPattern/],
  [{ templateColumns: [{ name: "t", template: "{{none}}" }] }, /names the column "none"/],
  [{ steps: [{ do: "click" }], browser: "auto" }, /^Step 1 is "click" and has no "selector"/],
  [{ outputFormats: ["pdf"] }, /"pdf"/],
])("%j is refused when it is posted and when it is run", async (wrong, message) => {
  const { kernel, id } = await scraper();
  const data = { ...RULES, urlsFile: ["https://a.test/"], ...wrong };
  const task = await kernel.tasks.patch(id, data);
  expect((await kernel.tasks.notesOn(task, data)).join("\n")).toMatch(new RegExp(message.source.replace("^", "")));
  await kernel.tasks.run(id);
  expect((await kernel.tasks.settled(id)).error).toMatchObject({
    code: "bad-input",
    message: expect.stringMatching(message),
  });
});

it.each(["nonsense", "a b", "ftp://a.test/", "nonsense[1-2]", "nonsense/{keyword}", "https://[::1"])(
  "the line %j is refused alike when it is posted and when it is run",
  async (line) => {
    const { kernel, id } = await scraper();
    const data = { ...RULES, urlsFile: [line], keywordsFile: line.includes("{") ? ["mugs"] : [] };
    const task = await kernel.tasks.patch(id, data);
    const [note = ""] = await kernel.tasks.notesOn(task, data);
    const { rows } = await ran({ kernel, id }, {});
    const [, says = ""] = /^Line 1 of urlsFile cannot be used: (?:".*?"\. )?(.+)$/.exec(note) ?? [];
    expect(says).toMatch(/ is refused: /);
    expect(rows[0]!["_error"]).toBe(says);
  },
);

it("keywords that are missing are noted, next to what else is wrong", async () => {
  const { kernel, id } = await scraper();
  const data = { ...RULES, urlsFile: ["https://shop.example/{keyword}", "ftp://x.example/"] };
  expect(await kernel.tasks.notesOn(await kernel.tasks.patch(id, data), data)).toEqual([
    '"https://shop.example/{keyword}" in urlsFile has {keyword}, but keywordsFile is empty. Give the keywords.',
    expect.stringMatching(/^Line 2 of urlsFile cannot be used: /),
  ]);
});

it("a comment and a site without a scheme are lines that can be used", async () => {
  const { kernel, id } = await scraper();
  const data = { ...RULES, urlsFile: ["# mugs", "shop.example/mugs?page=[1-3]"] };
  expect(await kernel.tasks.notesOn(await kernel.tasks.patch(id, data), data)).toEqual([]);
});
