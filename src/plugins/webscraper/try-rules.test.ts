import { describe, expect, it } from "vitest";
import { closesAfterEach, item, scraper, site, WORDS } from "../../../test/web/scraper-world.js";
import { cannedBrowser } from "../../adapters/doubles/index.js";
import type { JsonObject, Providers } from "../../kernel/index.js";

closesAfterEach();

const LIST = `<ul class="list">${item("Blue", "12,50 €")}${item("Red", "9,90 €")}</ul>${WORDS}`;

async function tried(asked: JsonObject, data: JsonObject = {}, providers: Partial<Providers> = {}) {
  const { kernel, id } = await scraper(providers);
  const { shown, notes } = await kernel.tasks.try(id, { data, ...asked });
  type Shown = {
    rowSelector: JsonObject;
    rows: JsonObject[];
    columns: JsonObject[];
    examples?: JsonObject[];
    proposals?: JsonObject[];
  };
  return { ...(shown as Shown), notes };
}

describe("a row selector that finds nothing says why", () => {
  it.each([
    [
      "ul.list > li.mugg",
      'Its beginning "ul.list > li" finds 2, and ".mugg" behind it nothing more. Correct that part.',
    ],
    ["ul.list ol li", 'Its beginning "ul.list" finds 1, and "ol li" behind it nothing more. Correct that part.'],
    ["//ul/li[@id]/b", 'Its beginning "//ul/li" finds 2, and "[@id]/b" behind it nothing more. Correct that part.'],
    [".none .row", "Not even its beginning matches anything on the page. Check it against the page."],
    ["$.items[*]", "The page is no JSON, in which a JSON path finds nothing. Use CSS or XPath."],
  ])("%s", async (rowSelector, why) => {
    const { rowSelector: told } = await tried({ html: LIST }, { rowSelector });
    expect(told).toEqual({ selector: rowSelector, found: 0, problem: "", why });
  });

  it("in JSON", async () => {
    const { rowSelector } = await tried({ html: '{"items": [{"a": 1}]}' }, { rowSelector: "$.items[*].rows[*]" });
    expect(rowSelector["why"]).toBe(
      'Its beginning "$.items[*]" finds 1, and ".rows[*]" behind it nothing more. Correct that part.',
    );
  });

  it("and whether the page as a browser shows it has what it looks for", async () => {
    const url = await site((_, response) => response.setHeader("content-type", "text/html").end(WORDS));
    const data = { rowSelector: "li.mug", browser: "auto" };
    const browser = cannedBrowser({ [`${url}/`]: LIST });
    const { rowSelector } = await tried({ url: `${url}/` }, data, { browser });
    expect(rowSelector).toMatchObject({
      found: 0,
      why: 'It finds nothing in the page as it comes, but 2 in the page as a browser shows it. Set browser to "always".',
    });
    const never = await tried({ url: `${url}/` }, { ...data, browser: "never" }, { browser });
    expect(never.rowSelector["why"]).toMatch(/Whether a browser shows more was not tried, as browser is "never"\.$/);
  });
});

it("what was taken of the places of a column is shown: all of a list, and that in which regex finds something", async () => {
  const list = { name: "list", css: "b", all: true, transform: ["number"] };
  const first = { name: "first", css: "b", regex: "9,.*" };
  const { columns } = await tried({ html: `${LIST}` }, { columns: [list, first] });
  expect(columns).toMatchObject([
    { first: [{ matched: 2, raw: "12,50 €|9,90 €", value: "12.5|9.9" }] },
    { first: [{ matched: 2, raw: "9,90 €", excerpt: "<b>9,90 €</b>", value: "9,90 €" }] },
  ]);
});

it("a link that cannot become whole says what is missing", async () => {
  const link = { name: "link", css: "a", take: "attr:href", transform: ["url"] };
  const { columns } = await tried({ html: LIST }, { columns: [link] });
  expect(columns).toMatchObject([
    { first: [{ value: "", why: expect.stringMatching(/^The page has no address .* Give it as url,/) }] },
  ]);
  const { columns: whole } = await tried({ html: LIST, url: "https://a.test/" }, { columns: [link] });
  expect(whole).toMatchObject([{ first: [{ value: "https://a.test/mug/Blue" }] }]);
});

it.each([
  ["a.next > b", 'Its beginning "a.next" finds 1, and "> b" behind it nothing more. Correct that part.', null],
  ["a.next", "", "https://a.test/2"],
])("whether nextSelector %s finds a page is said, and why not", async (nextSelector, whyNoNext, next) => {
  const asked = { html: `${LIST}<a class="next" href="/2">Next</a>`, url: "https://a.test/" };
  expect(await tried(asked, { nextSelector, maxPages: 3 })).toMatchObject({ next, whyNoNext });
});

it.each([
  ["never", "nextSelector finds no link on https://a.test/, only something to click, which needs a browser and CSS."],
  ["auto", "nextSelector finds no link, only something to click, which a run does in the browser."],
])("of something to click as the next page it is said what a run does with browser %s", async (browser, says) => {
  const asked = { html: `${LIST}<button class="next">Next</button>`, url: "https://a.test/" };
  const shown = await tried(asked, { nextSelector: "button.next", maxPages: 3, browser });
  expect(shown).toMatchObject({ next: "", whyNoNext: expect.stringContaining(says) });
});

it.each([
  ['{"items": [{"a": 1}]}', "$.items", 'What rowSelector finds is a list. Write "$.items[*]" as rowSelector'],
  ['[{"a": 1}]', "", 'The page is a list. Write "$[*]" as rowSelector'],
  ['{"items": {"b": 1}}', "$.items", "Columns look inside the row, not at it: check them against what it holds."],
])("the row of %s by %j says how each item becomes one", async (html, rowSelector, says) => {
  const columns = [{ name: "a", jsonPath: "$.a" }];
  const shown = await tried({ html, examples: { a: "none" } }, { rowSelector, columns });
  expect(shown.rows).toEqual([{ a: "", _error: expect.stringContaining(says) }]);
  const { rows, columns: looked, examples } = shown;
  expect(JSON.stringify([rows, looked, examples])).not.toContain("browser");
});

it("a page is tried with the login in its address, which is in no answer", async () => {
  const seen: (string | undefined)[] = [];
  const url = await site((request, response) => {
    if (request.url === "/robots.txt") response.writeHead(404).end();
    else {
      seen.push(`${request.headers.authorization} ${request.headers["x-own"]}`);
      response.setHeader("content-type", "text/html").end(LIST);
    }
  });
  const login = `${url.replace("//", "//ann:right@")}/`;
  const own = { headers: { "x-own": "1" }, requestDelayFrom: 0, requestDelayTo: 0 };
  for (const urlsFile of [[], ["https://other.test/"], [`${url}/`]]) {
    const shown = await tried({ url: login }, { ...own, urlsFile, rowSelector: "li", browser: "never" });
    expect(shown).toMatchObject({ page: { url: `${url}/` }, rowSelector: { found: 2 } });
    expect(JSON.stringify(shown)).not.toContain("right");
  }
  const basic = `Basic ${btoa("ann:right")}`;
  expect(seen).toEqual([`${basic} 1`, `${basic} undefined`, `${basic} 1`]);
});

it.each<[JsonObject, string]>([
  [{ columns: [{ name: "a" }, { name: "a" }] }, 'Two columns have the name "a". Give each its own.'],
  [
    { columns: [{ name: "_a" }] },
    'The column "_a" begins with an underscore, as those of the web scraper do. Name it otherwise.',
  ],
  [
    { columns: [{ name: "a" }], mode: "changes", keyColumn: "sku" },
    'keyColumn is "sku", which is no column of the rows. Use one of a, or leave it empty.',
  ],
  [
    { urlPattern: "?p=2", maxPages: 2 },
    "urlPattern has neither {page} nor {offset}, so every page would be the same. Put one in.",
  ],
  [
    { rowSelector: "li", columns: [{ name: "a", css: "b", transform: ["replace:12,50 €|4/1/2026", "date"] }] },
    'No date of the column "a" shows whether the day or the month comes first, for example 4/1/2026. They were read with the day first; write date:dmy or date:mdy as its transform to say which.',
  ],
])("what a run refuses of %j, or warns of, is a note", async (data, note) => {
  expect((await tried({ html: LIST }, data)).notes).toEqual([note]);
});

it("what is wrong with one rule stands beside it, and is no note", async () => {
  const { columns, notes } = await tried({ html: LIST }, { columns: [{ name: "a", css: "[" }] });
  expect(columns).toMatchObject([{ problem: expect.stringMatching(/is no CSS selector that can be used/) }]);
  expect(notes).toEqual([]);
});

it("examples need no columns", async () => {
  const data = { urlsFile: ["https://a.test/"] };
  expect((await tried({ html: LIST, examples: { name: "Blue mug" } }, data)).notes).toEqual([]);
});

describe("examples", () => {
  it("may be numbers, whichever way the page writes them", async () => {
    const { examples, proposals } = await tried({ html: LIST, examples: { price: 12.5 } });
    expect(examples).toEqual([{ name: "price", places: 1, why: "" }]);
    expect(proposals![0]).toMatchObject({
      columns: [{ name: "price", transform: ["number"] }],
      fillRates: { price: 1 },
    });
  });

  it("that stand nowhere on the page are named, and rules for the others proposed", async () => {
    const asked = { html: LIST, examples: { name: "Blue mug", price: 12.5, size: "XXL" } };
    const { examples, proposals, notes } = await tried(asked);
    expect(proposals![0]).toMatchObject({ columns: [{ name: "name" }, { name: "price" }], rows: 2 });
    expect(notes).toContain(
      'Rules are proposed without "size", whose example stands nowhere on the page. Copy it from the page.',
    );
    expect(examples).toEqual([
      { name: "name", places: expect.any(Number), why: "" },
      { name: "price", places: 1, why: "" },
      { name: "size", places: 0, why: expect.stringMatching(/^It stands nowhere on the page/) },
    ]);
  });
});
