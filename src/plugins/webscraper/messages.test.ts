import { describe, expect, it } from "vitest";
import {
  closesAfterEach,
  item,
  names,
  RULES,
  ran,
  scraper,
  shop,
  site,
  WORDS,
} from "../../../test/web/scraper-world.js";
import { cannedBrowser } from "../../adapters/doubles/index.js";
import type { Json } from "../../kernel/index.js";

closesAfterEach();

/** Answers all but robots.txt alike. */
const answering = (body: string | Buffer, type: string) =>
  site((request, response) => {
    if (request.url === "/robots.txt") response.writeHead(404).end();
    else response.setHeader("content-type", type).end(body);
  });

describe("the row of a page that cannot be read", () => {
  it("has the status with which broken JSON came", async () => {
    const url = await answering("{", "application/json");
    const { rows } = await ran(await scraper(), { ...RULES, urlsFile: [url], rowSelector: "$.items[*]" });
    expect(rows).toMatchObject([{ _status: 200, _error: expect.stringMatching(/is said to be JSON, and is none/) }]);
  });

  it("names the field that is too small", async () => {
    const url = await site(shop());
    const { rows } = await ran(await scraper(), { ...RULES, urlsFile: [`${url}/`], maxBytes: 100 });
    expect(rows[0]!["_error"]).toBe(`${url}/ is larger than maxBytes, which is 100. Raise it, or leave the page out.`);
  });

  it("is none where the address has the right name and password, also in a try", async () => {
    const url = await site((request, response) => {
      const isRight = request.headers.authorization === `Basic ${btoa("ann:right")}`;
      if (request.url === "/robots.txt") response.writeHead(404).end();
      else if (isRight) response.setHeader("content-type", "text/html").end(`<ul>${item("Blue")}</ul>`);
      else response.writeHead(401).end();
    });
    const one = await scraper();
    const { rows } = await ran(one, { ...RULES, urlsFile: [`${url.replace("//", "//ann:right@")}/[1-2]`] });
    expect(names(rows)).toBe("Blue,Blue");
    expect(JSON.stringify(rows)).not.toContain("right");
    const { shown } = await one.kernel.tasks.try(one.id, {});
    expect(shown).toMatchObject({ rows: [{ name: "Blue mug" }] });
  });

  it.each([
    ["", /asks for a name and a password \(status 401\)\. Give them in the address, .*, or leave the page out\.$/],
    [
      "ann:wrong@",
      /refuses the name and the password that were given for it \(status 401\)\. Correct them in the address/,
    ],
  ])("says of 401 whether a name and a password are missing or were refused: %j", async (login, says) => {
    const url = await site((request, response) =>
      response.writeHead(request.url === "/robots.txt" ? 404 : 401, { "www-authenticate": "Basic" }).end(),
    );
    const line = `${url.replace("//", `//${login}`)}/[1-1]?to=a@b.test`;
    const { rows } = await ran(await scraper(), { ...RULES, urlsFile: [line] });
    expect(rows[0]!["_error"]).toMatch(says);
    expect(rows[0]!["_error"]).not.toContain("wrong");
  });

  it("names what each line was asked for with", async () => {
    const url = await site((request, response) =>
      response.writeHead(request.url === "/robots.txt" ? 404 : 200, { "content-type": "text/html" }).end(
        `<p>${
          Buffer.from((request.headers.authorization ?? "").slice(6), "base64")
            .toString()
            .split(":")[0]
        }</p>${WORDS}`,
      ),
    );
    const line = (login: string, path: string) => `${url.replace("//", `//${login}@`)}/who/${path}`;
    const data = { columns: [{ name: "who", css: "p" }], rowSelector: "", outputFormats: ["csv"] };
    const { rows } = await ran(await scraper(), {
      ...data,
      urlsFile: [line("alice:a1", "[1-2]"), line("bob:b1", "3")],
    });
    expect(rows.map(({ who }) => who)).toEqual(["alice", "alice", "bob"]);
  });

  it("names the address that was asked for where it leads to a page to sign in", async () => {
    const url = await site((request, response) => {
      if (request.url === "/robots.txt") response.writeHead(404).end();
      else if (request.url === "/account") response.writeHead(302, { location: "/login?next=%2Faccount" }).end();
      else response.setHeader("content-type", "text/html").end('<form><input type="password"></form>');
    });
    const { rows } = await ran(await scraper(), { ...RULES, urlsFile: [`${url}/account`] });
    expect(rows[0]!["_error"]).toContain(`answered with a page to sign in instead of ${url}/account. `);
  });

  it.each([
    ["text/plain", "{items: []}", "$.items[*]", "comes as text/plain, not as JSON"],
    ["text/html", WORDS, "$.items[*]", "comes as text/html, not as JSON"],
    ["text/html", WORDS, "li", "Check it against the page, or whether the page needs a browser."],
    ["application/json", '{"items": []}', "li", "is JSON, in which CSS and XPath find nothing"],
    ["text/plain", '{"items": []}', "li", "is JSON, in which CSS and XPath find nothing"],
    ["text/html", '{"items": []}', "//li", "is JSON, in which CSS and XPath find nothing"],
    ["application/x-ndjson", '{"a": 1}\n{"a": 2}\n', "li", "is JSON, in which CSS and XPath find nothing"],
    ["application/json", '{"items": []}', "$.items[*]", "rowSelector finds nothing in the JSON of "],
  ])("says of %s %j what %s does not find", async (type, text, rowSelector, why) => {
    const url = await answering(text, type);
    const { rows } = await ran(await scraper(), { ...RULES, urlsFile: [url], rowSelector });
    expect(rows[0]!["_error"]).toContain(why);
  });

  it("names the kind of a refusal of which no more is known", async () => {
    const url = await site((_, response) => response.writeHead(403).end());
    const { rows, files } = await ran(await scraper(), { ...RULES, urlsFile: [url], respectRobots: false });
    expect(rows).toMatchObject([{ _status: 403, _blocked: "block" }]);
    expect(JSON.parse(files.get("report.json")!).pages.blocked).toEqual({ block: 1 });
  });
});

it.each([
  ["text/plain", '[{"a": 1}, {"a": 2}]'],
  ["text/html", ' [{"a": 1}, {"a": 2}]'],
  ["application/x-ndjson", '{"a": 1}\n\n{"a": 2}\r\n'],
])("JSON that comes as %s is read", async (type, text) => {
  const data = {
    rowSelector: "$[*]",
    columns: [{ name: "a", jsonPath: "$.a" }],
    urlsFile: [await answering(text, type)],
  };
  expect((await ran(await scraper(), data)).rows).toMatchObject([{ a: "1" }, { a: "2" }]);
});

it.each<[string, Record<string, string | string[]>, string]>([
  [
    "<ul><li><b>soon</b></ul>",
    { css: "b", transform: ["date"] },
    'The column "x" finds "soon" in it, of which its transform date makes nothing. Correct it, or leave it out.',
  ],
  [
    "<ul><li><b>soon</b></ul>",
    { css: "b", regex: "[0-9]+" },
    'The column "x" finds "soon" in it, where its regex matches nothing. Correct the pattern.',
  ],
  ['[{"a": 1}]', { css: "b" }, "The page is JSON, in which css and xpath find nothing. Use jsonPath."],
  [
    "<ul><li><b>1</b></ul>",
    { jsonPath: "$.a" },
    "The page is no JSON, in which jsonPath finds nothing. Use css or xpath, or say with from where to look.",
  ],
  [
    "<ul><li><b>1</b></ul>",
    { css: "li" },
    "Columns look inside the row, not at it: check them against what it holds, and whether the page needs a browser.",
  ],
])("a row without a value says why: %s %j", async (text, rule, why) => {
  const isJson = text.startsWith("[");
  const data = { rowSelector: isJson ? "$[*]" : "li", columns: [{ name: "x", ...rule }] };
  const url = await answering(text, isJson ? "application/json" : "text/html");
  const { rows, files } = await ran(await scraper(), { ...data, urlsFile: [url] });
  expect(rows).toMatchObject([{ x: "", _error: `No column has a value in this row. ${why}` }]);
  expect(JSON.parse(files.get("report.json")!).rows).toMatchObject({ found: 0, empty: 1 });
});

it("texts that do not fit the encoding of their page are warned of", async () => {
  const url = await answering(Buffer.from("<ul><li><b>caf\xe9</b></ul>", "latin1"), "text/html; charset=utf-8");
  const data = { rowSelector: "li", columns: [{ name: "x", css: "b" }], urlsFile: [url] };
  const { rows, log } = await ran(await scraper(), data);
  expect(rows).toMatchObject([{ x: "caf\uFFFD" }]);
  expect(log).toContain(
    `warn: 1 character on 1 page, such as ${url}/, does not fit the encoding that it is said to be in, and stands as "\uFFFD". Tell the owner of the site, or take them out.`,
  );
});

it("CSS finds elements of XML by their names, whatever their case", async () => {
  const url = await answering("<Items><Item><Name>Blue</Name></Item></Items>", "application/xml");
  const data = { rowSelector: "Item", columns: [{ name: "name", css: "Items Name" }], urlsFile: [url] };
  expect((await ran(await scraper(), data)).rows).toMatchObject([{ name: "Blue", _error: "" }]);
});

it("a further page behind a button that cannot be opened is a warning", async () => {
  const url = await answering(`<ul>${item("Blue")}</ul>${WORDS}<button class="more">More</button>`, "text/html");
  const browser = cannedBrowser({});
  const data = { ...RULES, urlsFile: [`${url}/`], nextSelector: ".more", maxPages: 3, browser: "auto" };
  const { task, rows, log } = await ran(await scraper({ browser }), data);
  expect(task.status).toBe("complete");
  expect(names(rows)).toBe("Blue,");
  expect(rows.map((row) => row["_page"])).toEqual([1, 2]);
  expect(log.join("\n")).toContain(`warn: Page 2 of ${url}/ could not be read, and reading ends there.`);
});

const NO_NEXT =
  "nextSelector found nothing on the first page of any line, so that no further page was read. Check it against a page, or leave it out.";

it("the log says where reading ends, and why", async () => {
  const url = await site(shop());
  const cut = await ran(await scraper(), { ...RULES, urlsFile: [`${url}/`], nextSelector: "a.next", maxPages: 2 });
  expect(cut.log).toContain(`info: ${url}/ has more pages than maxPages, which is 2: reading ends there.`);
  const none = await ran(await scraper(), { ...RULES, urlsFile: [`${url}/`], nextSelector: "a.none", maxPages: 3 });
  expect(none.log).toContain(`info: nextSelector finds nothing on ${url}/, so that no further page is read.`);
  expect(none.log).toContain(`warn: ${NO_NEXT}`);
  const some = { urlsFile: [`${url}/`, `${url}/?page=3`], nextSelector: "a.next", maxPages: 3 };
  const { log } = await ran(await scraper(), { ...RULES, ...some });
  expect(log).toContain(`info: nextSelector finds nothing on ${url}/?page=3, so that no further page is read.`);
  expect(log).not.toContain(`warn: ${NO_NEXT}`);
});

it("a column that is emptier than before is no sign of another page where pages failed", async () => {
  let status = 200;
  const url = await site((request, response) => {
    if (request.url === "/robots.txt") response.writeHead(404).end();
    else if (request.url === "/b") response.writeHead(status, { "content-type": "text/html" }).end(item("Blue"));
    else response.setHeader("content-type", "text/html").end('<li class="mug"><b>1</b></li>');
  });
  const one = await scraper();
  await ran(one, { ...RULES, urlsFile: [`${url}/a`, `${url}/b`] });
  status = 410;
  const { log } = await ran(one, {});
  expect(log.join("\n")).toContain(
    'The column "name" is filled in 0 % of the rows, 50 % in the last run. 1 page could not be read, which may be why: run it again before you change the rule.',
  );
});

it.each<[Record<string, Json>, RegExp]>([
  [{ nextSelector: "a.next" }, /^nextSelector is not used, as maxPages is 1\./],
  [{ urlPattern: "?p={page}" }, /^urlPattern is not used, as maxPages is 1\./],
  [
    { templateColumns: [{ name: "t", template: "{{name" }] },
    /^The template of "t" has "\{\{" or "\}\}" without the other/,
  ],
  [{ columns: [{ name: "a", css: "b", hidden: true }] }, /^All columns are hidden/],
  [{ keywordsFile: ["a"] }, /^keywordsFile is not used/],
  [
    { urlsFile: ["https://a.test/[1-3]", "https://a:b@a.test/2", "https://a.test/[2-4]"] },
    /^urlsFile gives addresses more than once, such as https:\/\/a\.test\/2 \(3 in all\)\. Each is read once/,
  ],
])("%j is noted when it is posted", async (wrong, note) => {
  const { kernel, id } = await scraper();
  const data = { ...RULES, urlsFile: ["https://a.test/"], ...wrong };
  expect(await kernel.tasks.notesOn(await kernel.tasks.patch(id, data), data)).toEqual([expect.stringMatching(note)]);
});

it.each<[Record<string, Json>, RegExp]>([
  [{ urlsFile: ["# only a comment"] }, /^urlsFile holds nothing but comments\./],
  [{ columns: [{ name: "x", css: "a", transform: ["regex:("] }] }, /Its pattern is no regular expression of RE2\./],
  [{ columns: [{ name: "x", xpath: "//g:price" }] }, /prefixes are not known/],
])("%j is refused with what is wrong with it", async (wrong, message) => {
  const { task } = await ran(await scraper(), { ...RULES, urlsFile: ["https://a.test/"], ...wrong });
  expect(task.error?.message).toMatch(message);
});
