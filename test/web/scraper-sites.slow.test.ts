import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScriptorium, type JsonObject, type Scriptorium } from "../../src/index.js";
import { describeDocumentation } from "./nginx.js";
import { describeWordPress, type WordPressPost } from "./wordpress.js";

/** Without pauses, and without a browser. */
const QUICK = { requestDelayFrom: 0, requestDelayTo: 0, maxRetries: 0, browser: "never" } as const;

let scriptorium: Scriptorium;
beforeAll(async () => {
  scriptorium = createScriptorium({ web: { allowPrivate: ["127.0.0.1"] } });
  await scriptorium.start();
});
afterAll(() => scriptorium.stop());

async function scraped(data: JsonObject) {
  const { tasks, content } = scriptorium.kernel;
  const { _id } = await tasks.create("webscraper", { ...QUICK, ...data });
  await tasks.run(_id);
  const { status, error } = await tasks.settled(_id);
  const rows = await Array.fromAsync(content.rows(_id));
  const text = async (path: string) => Buffer.from((await content.file(_id, path))?.bytes ?? "").toString();
  return { id: _id, status, error, rows, text };
}

async function tried(asked: JsonObject) {
  const { tasks } = scriptorium.kernel;
  const { _id } = await tasks.create("webscraper", QUICK);
  const { shown } = await tasks.try(_id, asked);
  return shown as unknown as {
    readonly proposals: readonly { rowSelector: string; columns: JsonObject[]; rows: number; first: JsonObject[] }[];
  };
}

const TITLES = [
  "Opening a hive",
  "Smoke & patience",
  "Reading the brood",
  "Stores for winter",
  "Weak colonies",
  "A calendar",
  "Swarms in May",
];
const posts: readonly WordPressPost[] = Array.from({ length: 14 }, (_, n) => ({
  title: `${TITLES[n % 7]}${n < 7 ? "" : ", again"}`,
  content: `<p>Number ${n}. ${"A keeper looks at the frames and closes the hive. ".repeat(20)}</p>`,
  date: `2026-01-${String(n + 1).padStart(2, "0")}T08:00:00Z`,
  categories: [n % 2 === 0 ? "Hives" : "Seasons"],
}));

describeWordPress(posts, (site) => {
  it("gives every post of its front page and the pages behind it, by the link to the next", async () => {
    const { status, rows } = await scraped({
      urlsFile: [`${site.url}/`],
      rowSelector: "article.post",
      columns: [
        { name: "title", css: "h1, h2" },
        { name: "link", css: "h1 a, h2 a", take: "attr:href", transform: ["url"] },
        { name: "date", css: "time", take: "attr:datetime", transform: ["date"] },
      ],
      nextSelector: "a.next, .nav-previous a",
      maxPages: 20,
    });
    expect(status).toBe("complete");
    const titles = rows.map(({ title }) => String(title));
    for (const { title } of posts) expect(titles).toContain(title);
    expect(rows.every(({ link, date }) => String(link).startsWith(site.url) && /^2026-/.test(String(date)))).toBe(true);
    expect(Math.max(...rows.map(({ _page }) => Number(_page)))).toBeGreaterThan(1);
  }, 60_000);

  it("is read by the rules that are proposed for one post of its front page, and so is its interface of JSON", async () => {
    const found = await tried({
      url: `${site.url}/`,
      examples: { title: "Swarms in May, again", link: `${site.url}/swarms-in-may-again/` },
    });
    const [best] = found.proposals;
    expect(best!.rows).toBeGreaterThanOrEqual(5);
    const { rows } = await scraped({
      urlsFile: [`${site.url}/`],
      rowSelector: best!.rowSelector,
      columns: best!.columns,
    });
    // WordPress begins with a post of its own.
    const titles = [...posts.map(({ title }) => title), "Hello world!"];
    const strange = rows.filter(
      ({ title, link }) => !titles.includes(String(title)) || !String(link).startsWith(site.url),
    );
    expect([rows.length, strange]).toEqual([best!.rows, []]);
    const json = await tried({ url: `${site.url}/wp-json/wp/v2/posts`, examples: { slug: "swarms-in-may-again" } });
    expect(json.proposals[0]).toMatchObject({
      rowSelector: "$[*]",
      columns: [{ name: "slug", jsonPath: "$.slug" }],
      rows: 10,
    });
  }, 60_000);
});

describeDocumentation((nginx) => {
  it("of git gives the options of its commands, with the first of each and its meaning", async () => {
    const { status, rows, text } = await scraped({
      urlsFile: [`${nginx.url}/git/git-{keyword}.html`],
      keywordsFile: ["add", "commit", "no-such"],
      columns: [
        { name: "command", css: "h1", transform: ["split:(|1"] },
        { name: "options", xpath: "count(//h2[@id='_options']/following-sibling::*//dt)", transform: ["number"] },
        { name: "first", xpath: "//h2[@id='_options']/following::dt[1]" },
      ],
    });
    expect(status).toBe("complete");
    const byCommand = Object.fromEntries(rows.map((row) => [String(row["command"]), row]));
    expect(byCommand["git-add"]!["options"]).toBeGreaterThan(20);
    expect(byCommand["git-commit"]!["options"]).toBeGreaterThan(40);
    expect(rows.find(({ _status }) => _status === 404)?.["_error"]).toMatch(/answered with status 404/);
    expect(JSON.parse(await text("report.json"))).toMatchObject({ rows: { found: 2, failed: 1 } });
  }, 60_000);

  it("of Debian gives the chapters of its questions by the links to the next", async () => {
    const { status, rows } = await scraped({
      urlsFile: [`${nginx.url}/faq/basic-defs.en.html`],
      rowSelector: "h2, h3",
      columns: [{ name: "question" }, { name: "chapter", css: "title", repeat: true }],
      nextSelector: "//link[@rel='next'] | //a[@accesskey='n']",
      maxPages: 30,
    });
    expect(status).toBe("complete");
    expect(rows.map(({ question }) => String(question)).join("\n")).toContain("What is Debian GNU/Linux?");
    expect(new Set(rows.map(({ chapter }) => chapter)).size).toBeGreaterThan(3);
    expect(rows.every(({ question, chapter }) => question !== "" && chapter !== "")).toBe(true);
  }, 60_000);
});

// Both at once: what they wait for is the limit of a page.
describe.concurrent("rules that take for ever", () => {
  const page = `<ul>${"<li><b>hive</b></li>".repeat(3000)}</ul>`;

  it("fail their try in words while the server answers others", async () => {
    const { tasks } = scriptorium.kernel;
    const { _id } = await tasks.create("webscraper", QUICK);
    const columns = [{ name: "slow", xpath: "count(for $a in //b, $b in //b, $c in //b return $a)" }];
    const stuck = tasks.try(_id, { html: page, data: { columns } }).then(
      () => "shown",
      (error: Error) => error.message,
    );
    const quick = await tasks.try(_id, { html: page, data: { columns: [{ name: "count", css: "b", take: "count" }] } });
    expect(quick.shown["rows"]).toEqual([{ count: 3000 }]);
    expect(await stuck).toMatch(/^The page, with these columns, (?:is so large or so tangled|needs more memory)/);
  }, 60_000);

  it("fail the row of their page, and the next page is read", async () => {
    const server = createServer((request, response) => {
      if (request.url === "/robots.txt") response.writeHead(404).end();
      else
        response
          .setHeader("content-type", "text/html")
          .end(request.url === "/big" ? page : "<ul><li><b>hive</b></li></ul>");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const { status, rows } = await scraped({
        urlsFile: [`${url}/big`, `${url}/small`],
        columns: [{ name: "n", xpath: "count(for $a in //b, $b in //b, $c in //b return $a)" }],
      });
      expect(status).toBe("complete");
      expect(
        Object.fromEntries(rows.map(({ _url, n, _error }) => [String(_url).slice(url.length), [n, _error]])),
      ).toEqual({
        "/big": ["", expect.stringMatching(/^The page, with these columns, .*simpler\.$/)],
        "/small": ["1", ""],
      });
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  }, 60_000);
});
