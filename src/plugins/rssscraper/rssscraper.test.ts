import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Loopback, serveHttp } from "../../../test/doubles/loopback.js";
import { cannedFolder } from "../../adapters/doubles/index.js";
import { inProcessQueue } from "../../adapters/queue/index.js";
import { createReader } from "../../adapters/reading/index.js";
import { createWeb } from "../../adapters/web/index.js";
import { readOpml } from "../../engines/pages/feeds/opml.js";
import { readFeed } from "../../engines/pages/feeds/read-feed.js";
import { createKernel, type Json, type JsonObject, type Kernel, type Providers } from "../../kernel/index.js";
import { memoryStorage } from "../../storage/memory.js";
import { rssscraper } from "./index.js";

/** By path: the text of the answer, or what answers. */
type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

let site: Loopback;
let answers: Map<string, Answer>;
let asked: string[];
let kernels: Kernel[];
let webs: { close(): Promise<void> }[];

beforeEach(async () => {
  answers = new Map();
  asked = [];
  kernels = [];
  webs = [];
  site = await serveHttp((request, response) => {
    const path = request.url ?? "/";
    asked.push(path);
    const answer = answers.get(path);
    if (typeof answer === "function") return answer(request, response);
    response.writeHead(answer === undefined ? 404 : 200, {
      "content-type": answer?.startsWith("<html") ? "text/html" : "text/xml; charset=utf-8",
    });
    response.end(answer ?? "");
  });
});
afterEach(async () => {
  for (const kernel of kernels) await kernel.stop();
  for (const web of webs) await web.close();
  await site.close();
});

async function started(providers: Partial<Providers> = {}): Promise<Kernel> {
  const web = createWeb({ allowPrivate: ["127.0.0.1"] });
  webs.push(web);
  const kernel = createKernel({
    storage: memoryStorage(),
    queue: inProcessQueue(),
    plugins: [rssscraper],
    providers: { web, reader: createReader().reader, ...providers },
  });
  kernels.push(kernel);
  await kernel.start();
  return kernel;
}

const QUICK = { requestDelayFrom: 0, requestDelayTo: 0, maxRetries: 0, respectRobots: false };

interface Run {
  readonly status: string;
  readonly error: string;
  /** Of the run alone. */
  readonly rows: readonly JsonObject[];
  readonly log: readonly string[];
}

/** Of a task that is run again and again. */
async function task(data: Record<string, Json>, providers?: Partial<Providers>) {
  const kernel = await started(providers);
  const { _id: id } = await kernel.tasks.create("rssscraper", { ...QUICK, ...data });
  let rowsBefore = 0;
  let logBefore = 0;
  return {
    kernel,
    id,
    async run(): Promise<Run> {
      await kernel.tasks.run(id);
      const { status, error } = await kernel.tasks.settled(id);
      const rows = await Array.fromAsync(kernel.content.rows(id));
      const log = await Array.fromAsync(kernel.content.log(id));
      const run = {
        status,
        error: error?.message ?? "",
        rows: rows.slice(rowsBefore),
        log: log.slice(logBefore).map(({ level, msg }) => `${level}: ${msg}`),
      };
      rowsBefore = rows.length;
      logBefore = log.length;
      return run;
    },
    async file(path: string): Promise<string | undefined> {
      const file = await kernel.content.file(id, path);
      return file && Buffer.from(file.bytes).toString();
    },
    async paths(): Promise<string[]> {
      return (await Array.fromAsync(kernel.content.files(id))).map(({ path }) => path);
    },
  };
}

const at = (path: string) => `${site.url}${path}`;
const item = (n: number | string, more = "") =>
  `<item><title>Item ${n}</title><link>/item/${n}</link><guid isPermaLink="false">g${n}</guid><description>&lt;p&gt;Text of ${n}.&lt;/p&gt;</description>${more}</item>`;
const feed = (items: string, title = "News") =>
  `<rss version="2.0"><channel><title>${title}</title><link>/</link>${items}</channel></rss>`;
const titles = ({ rows }: Run) => rows.map(({ title }) => title);

describe("a feed", () => {
  it("becomes a row and an article for each of its items", async () => {
    answers.set(
      "/feed",
      feed(
        item(
          1,
          "<pubDate>Wed, 02 Oct 2002 13:00:00 GMT</pubDate><dc:creator>Ann</dc:creator><category>Bees</category>",
        ),
      ),
    );
    const news = await task({ feedsFile: [at("/feed")] });
    const run = await news.run();
    expect(run.status).toBe("complete");
    expect(run.rows).toEqual([
      {
        feed: at("/feed"),
        guid: "g1",
        title: "Item 1",
        url: at("/item/1"),
        author: "Ann",
        date: "2002-10-02T13:00:00Z",
        categories: ["Bees"],
        words: 3,
        image: "",
        file: "articles/item-1.html",
        status: "ok",
        error: "",
        cluster: "",
        rendered: "",
      },
    ]);
    expect(Object.keys(run.rows[0]!).slice(0, 11)).toEqual(
      "feed guid title url author date categories words image file status".split(" "),
    );
    const html = await news.file("articles/item-1.html");
    expect(html).toContain("<p>Text of 1.</p>");
    expect(html).toContain(`<p>Source: <a href="${at("/item/1")}">News</a></p>`);
  });

  it("of notes without titles is titled with how they begin", async () => {
    const note = "one two three four five six seven eight nine ten eleven";
    answers.set(
      "/feed",
      feed(`<item><guid>1</guid><description>${note}</description></item><item><link>/2</link></item>`),
    );
    const { rows } = await (await task({ feedsFile: [at("/feed")] })).run();
    expect(rows.map(({ title }) => title)).toEqual(["one two three four five six seven eight nine ten …", at("/2")]);
    expect(rows[0]!["file"]).toBe("articles/one-two-three-four-five-six-seven-eight-nine-ten.html");
  });

  it("yields in the next run only what is new since", async () => {
    answers.set("/feed", feed(item(1) + item(2)));
    const news = await task({ feedsFile: [at("/feed")] });
    expect(titles(await news.run())).toEqual(["Item 1", "Item 2"]);
    answers.set("/feed", feed(item(3) + item(1) + item(2)));
    expect(titles(await news.run())).toEqual(["Item 3"]);
    const third = await news.run();
    expect([third.status, third.rows]).toEqual(["complete", []]);
    expect(third.log).toContain(`info: ${at("/feed")} has nothing new among its 3 items.`);
  });

  it("says so when none of the items fits the settings", async () => {
    answers.set("/feed", feed(item(1)));
    const news = await task({ feedsFile: [at("/feed")], filterInFile: ["coffee"] });
    const { status, log } = await news.run();
    expect(status).toBe("complete");
    expect(log).toContain(
      `info: ${at("/feed")} has 1 item, none of which fits the filters, dates and languages that are set.`,
    );
  });

  it("yields everything again when onlyNew is off, under the names there are", async () => {
    answers.set("/feed", feed(item(1) + item(2)));
    const news = await task({ feedsFile: [at("/feed")], onlyNew: false });
    const first = await news.run();
    const second = await news.run();
    expect(second.rows).toEqual(first.rows);
    expect((await news.paths()).filter((path) => path.startsWith("articles/"))).toHaveLength(2);
  });

  it("that is a picture is reported as no feed", async () => {
    const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    answers.set("/i.png", (_, response) => response.writeHead(200, { "content-type": "image/png" }).end(png));
    const { error } = await (await task({ feedsFile: [at("/i.png")] })).run();
    expect(error).toContain(`${at("/i.png")} is not a text page but image/png. Give the address of a feed.`);
  });

  it("is not sent again when it has not changed, unless the settings have", async () => {
    answers.set("/feed", (request, response) => {
      const isSame = request.headers["if-none-match"] === '"v1"';
      response.writeHead(isSame ? 304 : 200, { etag: '"v1"', "content-type": "text/xml" });
      response.end(isSame ? "" : feed(item(1) + item(2)));
    });
    const news = await task({ feedsFile: [at("/feed")], filterInFile: ["title:item 1"], publishFeed: "rss" });
    expect(titles(await news.run())).toEqual(["Item 1"]);
    const published = [await news.file("opml.xml"), await news.file("feed.xml")];
    const second = await news.run();
    expect([await news.file("opml.xml"), await news.file("feed.xml")]).toEqual(published);
    expect([second.status, second.rows]).toEqual(["complete", []]);
    expect(second.log).toContain(`info: ${at("/feed")} has not changed since it was last read.`);
    await news.kernel.tasks.patch(news.id, { filterInFile: [] });
    expect(titles(await news.run())).toEqual(["Item 2"]);
  });

  it.each([
    ["its own address", "/feed?access_token=0123abcd", "has not changed"],
    ["what its site says", "/site", "has nothing new"],
  ])("leaves a token of %s out of its files, and is found again", async (_, path, says) => {
    answers.set("/site", `<html><head><link rel="alternate" type="application/rss+xml" href="/feed?key=4567efgh">`);
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      const isSame = request.headers["if-none-match"] === '"v1"';
      response.writeHead(isSame ? 304 : 200, { etag: '"v1"', "content-type": "text/xml" });
      response.end(isSame ? "" : feed(item(1)));
    };
    answers.set("/feed?access_token=0123abcd", answer).set("/feed?key=4567efgh", answer);
    const news = await task({ feedsFile: [at(path)] });
    expect(titles(await news.run())).toEqual(["Item 1"]);
    const again = await news.run();
    expect([again.status, again.rows]).toEqual(["complete", []]);
    expect(again.log.join()).toContain(says);
    for (const one of await news.paths()) expect(await news.file(one), one).not.toMatch(/0123abcd|4567efgh/);
  });

  it("has its items distinguished by guid, address and text, whatever of them it repeats or leaves out", async () => {
    const long = "One and the same long text. ".repeat(8);
    const entry = (title: string, link: string, guid: string, text = title) =>
      `<item><title>${title}</title>${link && `<link>${link}</link>`}<guid isPermaLink="false">${guid}</guid><description>${text}</description></item>`;
    answers.set(
      "/feed",
      feed(
        entry("A", "/a", "same") +
          entry("B", "/b", "same") +
          entry("A", "/a", "same") +
          entry("C", "", "") +
          entry("D", "", "") +
          entry("C", "", ""),
      ),
    );
    const news = await task({ feedsFile: [at("/feed")] });
    expect(titles(await news.run()).sort()).toEqual(["A", "B", "C", "D"]);
    answers.set(
      "/feed",
      feed(entry("A changed", "/a?utm_source=rss", "new") + entry("D", "", "") + entry("E", "/e", "e", long)),
    );
    expect(titles(await news.run())).toEqual(["E"]);
    answers.set("/feed", feed(entry("E", "/other", "other", long)));
    expect(titles(await news.run())).toEqual([]);
  });

  it("gives the newest items, as many as asked for and not too old, whatever their order", async () => {
    const dated = (n: number) => item(n, `<pubDate>2026-01-0${n}T00:00:00Z</pubDate>`);
    answers.set("/feed", feed(dated(2) + dated(5) + dated(1) + dated(4) + dated(3)));
    const newest = await task({ feedsFile: [at("/feed")], maxItemsPerFeed: 2 });
    expect(titles(await newest.run())).toEqual(["Item 5", "Item 4"]);
    expect(titles(await newest.run())).toEqual([]);
    expect(titles(await (await task({ feedsFile: [at("/feed")], fromDate: "2026-01-03" })).run())).toHaveLength(3);
    expect(titles(await (await task({ feedsFile: [at("/feed")], maxAgeHours: 1 })).run())).toEqual([]);
  });

  it("is found by the page of its site, and asked for directly from then on", async () => {
    answers.set("/", `<html><head><link rel="alternate" type="application/rss+xml" href="/the-feed"></head></html>`);
    answers.set("/the-feed", feed(item(1)));
    const news = await task({ feedsFile: [at("/")] });
    expect(titles(await news.run())).toEqual(["Item 1"]);
    asked = [];
    await news.run();
    expect(asked).toEqual(["/the-feed"]);
    answers.delete("/the-feed");
    answers.set("/", `<html><head><link rel="alternate" type="application/rss+xml" href="/moved"></head></html>`);
    answers.set("/moved", feed(item(2) + item(1)));
    expect(titles(await news.run())).toEqual(["Item 2"]);
  });

  it("is looked for in the usual places when the page names none", async () => {
    answers.set("/blog", "<html><body>Welcome</body></html>");
    answers.set(
      "/atom.xml",
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><title>E</title><id>1</id></entry></feed>`,
    );
    expect(titles(await (await task({ feedsFile: [at("/blog")] })).run())).toEqual(["E"]);
    answers.delete("/atom.xml");
    const none = await (await task({ feedsFile: [at("/blog")] })).run();
    expect(none.error).toBe(
      `${at("/blog")} is a page that names no feed, and there is none at the usual places of its site. Give the address of the feed itself.`,
    );
  });

  it("is read from a file in a folder of the server", async () => {
    const folder = cannedFolder("feeds", { "my feed.xml": feed(item(1)) });
    const run = await (await task({ feedsFile: ["file://feeds/my%20feed.xml"] }, { folder })).run();
    expect(run.rows).toMatchObject([{ feed: "file://feeds/my%20feed.xml", title: "Item 1", status: "ok" }]);
    expect(run.error).toBe("");
  });

  it("that is quiet for too long is warned of", async () => {
    answers.set("/feed", feed(item(1, "<pubDate>2020-01-01</pubDate>")));
    const news = await task({ feedsFile: [at("/feed")], quietDays: 30 });
    const warning = expect.stringMatching(
      /^warn: .*\/feed has had nothing new for \d+ days\. See whether its site still writes there\.$/,
    );
    expect((await news.run()).log).toContainEqual(warning);
    answers.set("/feed", feed(item(2)));
    expect((await news.run()).log).not.toContainEqual(warning);
  });
});

describe("what is chosen and how it is written", () => {
  it("are the items that the filters let through", async () => {
    const about = (title: string, text: string, more = "") =>
      `<item><title>${title}</title><link>/${title}</link><description>${text}</description>${more}</item>`;
    answers.set(
      "/feed",
      feed(
        about("Honey", "from bees") +
          about("Wax", "art of candles") +
          about("Party", "no words", "<category>Events</category>") +
          about("Hives", "by Bo", "<dc:creator>Bo Lee</dc:creator>"),
      ),
    );
    const chosen = async (filterInFile: string[], filterOutFile: string[] = []) =>
      titles(await (await task({ feedsFile: [at("/feed")], filterInFile, filterOutFile })).run());
    expect(await chosen(["ART"])).toEqual(["Wax"]);
    expect(await chosen(["title:/^h/"])).toEqual(["Honey", "Hives"]);
    expect(await chosen(["author:bo lee", "category:event*"])).toEqual(["Party", "Hives"]);
    expect(await chosen(["text:honey"])).toEqual([]);
    expect(await chosen([], ["bees", "text:of candles"])).toEqual(["Party", "Hives"]);
    const bad = await (await task({ feedsFile: [at("/feed")], filterInFile: ["/(?<=x)/"] })).run();
    expect([bad.status, bad.error]).toEqual([
      "failed",
      expect.stringContaining("of filterInFile is not a regular expression"),
    ]);
  });

  it("are those in the languages asked for, and those whose language cannot be determined", async () => {
    const german =
      "Die Bienen fliegen am Morgen aus dem Stock und sammeln Nektar, den sie in den Waben zu Honig machen. ".repeat(3);
    const english =
      "The bees leave the hive in the morning and gather nectar, which they make into honey in their combs. ".repeat(3);
    const text = (title: string, body: string) =>
      `<item><title>${title}</title><link>/${title}</link><description>${body}</description></item>`;
    answers.set("/feed", feed(text("G", german) + text("E", english) + text("?", "ok")));
    expect(titles(await (await task({ feedsFile: [at("/feed")], languageFilter: ["de"] })).run())).toEqual(["G", "?"]);
  });

  it("get categories by rules", async () => {
    answers.set("/feed", feed(item(1, "<category>Own</category>")));
    const run = await (
      await task({
        feedsFile: [at("/feed")],
        categoryRulesFile: ["text|Texts", "nothing|None", "/item \\d|x/|Numbered"],
      })
    ).run();
    expect(run.rows[0]!["categories"]).toEqual(["Own", "Texts", "Numbered"]);
  });

  it("is an excerpt, or all that the feed holds, without anything that runs", async () => {
    const words = Array.from({ length: 100 }, (_, n) => `word${n}`).join(" ");
    const html = `<h2>Head</h2><p onclick="evil()">${words}<script>evil()</script> <a href="/x?utm_source=a&amp;b=1">link</a> <a href="javascript:evil()">bad</a></p>`;
    answers.set(
      "/feed",
      feed(
        `<item><title>T &lt;b&gt;x&lt;/b&gt;</title><link>/t?utm_medium=rss</link><content:encoded><![CDATA[${html}]]></content:encoded></item>`,
      ),
    );
    const excerpt = await task({
      feedsFile: [at("/feed")],
      outputFormats: ["txt", "html", "json", "csv", "xml", "md"],
    });
    expect((await excerpt.run()).rows[0]).toMatchObject({ words: 60, file: "articles/t-x.txt", url: at("/t") });
    expect(await excerpt.file("articles/t-x.txt")).toContain("word59 …");
    expect(JSON.parse((await excerpt.file("articles/t-x.json"))!)).toMatchObject({ words: 60 });
    const whole = await task({ feedsFile: [at("/feed")], content: "feed" });
    await whole.run();
    const written = await whole.file("articles/t-x.html");
    expect(written).toContain("<h2>Head</h2>");
    expect(written).toContain("word99");
    expect(written).toContain(`href="${at("/x?b=1")}"`);
    expect(written).not.toMatch(/evil|script>|javascript/);
    const tracked = await task({ feedsFile: [at("/feed")], stripTracking: false });
    expect((await tracked.run()).rows[0]!["url"]).toBe(at("/t?utm_medium=rss"));
  });

  it("is filled into a template in one pass, escaped where it is no HTML", async () => {
    answers.set(
      "/feed",
      feed(
        "<item><title>{{content}} &amp;lt; $&amp;</title><link>/1</link><description>&lt;p&gt;{{title}}&lt;/p&gt;</description></item>",
        "A &amp; B",
      ),
    );
    const news = await task({
      feedsFile: [at("/feed")],
      attribution: false,
      itemTemplate: "<h1>{{ title }}</h1>{{content}}<i>{{SOURCE}}</i>{{url}} {{}}",
    });
    const { rows } = await news.run();
    expect(await news.file(String(rows[0]!["file"]))).toBe(
      `<h1>{{content}} &lt; $&amp;</h1><p>{{title}}</p><i>A &amp; B</i>${at("/1")} {{}}`,
    );
    const unknown = await (await task({ feedsFile: [at("/feed")], itemTemplate: "{{constructor}}" })).run();
    expect(unknown.error).toContain("there is no such field");
  });

  it("has a name that no item of any run shares", async () => {
    const same = (n: number) => `<item><title>Weekly links</title><link>/${n}</link></item>`;
    answers.set("/feed", feed(same(1) + same(2)));
    const news = await task({ feedsFile: [at("/feed")] });
    await news.run();
    answers.set("/feed", feed(same(3)));
    await news.run();
    const files = (await news.paths()).filter((path) => path.startsWith("articles/"));
    expect(files).toHaveLength(3);
    expect(files).toContain("articles/weekly-links.html");
  });

  it("is the text of the page on wish, and that of the feed with a reason where the page cannot be had", async () => {
    const out =
      "Bees fly out in the morning to gather nectar from the meadows around their hive, and come home at dusk.";
    const home =
      "In the dark of the hive others take it from them, pass it on, and fan it with their wings until it is honey.";
    answers.set(
      "/item/1",
      `<html><head><title>Item 1</title></head><body><nav>Menu</nav><article><h1>Item 1</h1><p>${out}</p><div class="ad">Buy</div><p>${home}</p></article></body></html>`,
    );
    answers.set("/feed", feed(item(1) + item(2)));
    const news = await task({
      feedsFile: [at("/feed")],
      content: "selector",
      contentSelector: "article",
      excludeSelectorsFile: [".ad"],
    });
    const { rows } = await news.run();
    expect(rows).toMatchObject([
      { title: "Item 1", status: "ok", error: "" },
      { title: "Item 2", status: "feed-text", error: expect.stringContaining("404"), words: 3 },
    ]);
    expect(rows[0]!["words"]).toBeGreaterThan(40);
    expect(await news.file("articles/item-1.html")).not.toContain("Buy");
    const full = await (await task({ feedsFile: [at("/feed")], content: "fulltext" })).run();
    expect(full.rows[0]!["words"]).toBeGreaterThan(40);
  });

  it("is an excerpt without the link that invites to read on", async () => {
    const summary = `I had to open the… &lt;a href="${at("/1")}"&gt;Continue reading &lt;span&gt;Fleece&lt;/span&gt;&lt;/a&gt;`;
    answers.set(
      "/feed",
      feed(`<item><title>Fleece</title><link>/1</link><description>${summary}</description></item>`),
    );
    const news = await task({ feedsFile: [at("/feed")], attribution: false, outputFormats: ["txt"] });
    await news.run();
    const text = await news.file("articles/fleece.txt");
    expect([text?.includes("open the…"), text?.includes("Continue")]).toEqual([true, false]);
  });

  it("is an excerpt without what blogs put below it, and with what their authors wrote", async () => {
    const link = (to: string, text: string) => `&lt;a href="${to}"&gt;${text}&lt;/a&gt;`;
    const own = `&lt;p&gt;I opened the… ${link(at("/1?utm_source=rss#more-1"), "[more]")}&lt;/p&gt;`;
    const credit = `&lt;p&gt;Der Beitrag ${link(at("/1?utm_medium=rss"), "Fleece")} erschien zuerst auf ${link(at("/"), "Wax")}.&lt;/p&gt;`;
    const thanks = `&lt;p&gt;See ${link(at("/1"), "it")} and ${link("https://other.example/", "the workshop")}.&lt;/p&gt;`;
    const entry = (name: string, html: string) =>
      `<item><title>${name}</title><link>/1</link><guid>${name}</guid><description>${html}</description></item>`;
    answers.set("/feed", feed(entry("Fleece", own + credit) + entry("Wool", own + thanks)));
    const news = await task({ feedsFile: [at("/feed")], attribution: false, outputFormats: ["txt"] });
    await news.run();
    expect(await news.file("articles/fleece.txt")).toBe("Fleece\n\nI opened the…\n");
    expect(await news.file("articles/wool.txt")).toBe("Wool\n\nI opened the… See it and the workshop.\n");
  });

  it("is tried again in the next run where its page failed in passing, and a warning counts such items", async () => {
    const text = "Bees fly out in the morning to gather nectar from the meadows around their hive. ".repeat(6);
    const story = `<html><head><title>Item 1</title></head><body><article><h1>Item 1</h1><p>${text}</p></article></body></html>`;
    let status = 503;
    answers.set("/item/1", (_request, response) =>
      response.writeHead(status, { "content-type": "text/html" }).end(status === 200 ? story : "no"),
    );
    answers.set("/feed", (request, response) => {
      const isSame = request.headers["if-none-match"] === '"v1"';
      response.writeHead(isSame ? 304 : 200, { etag: '"v1"', "content-type": "text/xml" });
      response.end(isSame ? "" : feed(item(1) + item(2)));
    });
    const news = await task({ feedsFile: [at("/feed")], content: "fulltext" });
    const first = await news.run();
    expect(first.rows.map(({ status }) => status)).toEqual(["feed-text", "feed-text"]);
    expect(first.log).toContain(
      `warn: The pages of 2 items of ${at("/feed")} could not be read, and the text of the feed is in their place. The rows say why. 1 of them is tried again in the next run.`,
    );
    const second = await news.run();
    expect(second.rows).toEqual([]);
    expect(second.log).toContain(
      `warn: The page of 1 item of ${at("/feed")} could not be read, and the text of the feed is in its place. It is tried again in the next run.`,
    );
    status = 200;
    const third = await news.run();
    expect(third.rows).toMatchObject([{ title: "Item 1", status: "ok", file: first.rows[0]!["file"] }]);
    expect(await news.file("articles/item-1.html")).toContain("gather nectar");
    expect((await news.run()).log).toContain(`info: ${at("/feed")} has not changed since it was last read.`);
    expect(asked.filter((path) => path === "/item/2")).toHaveLength(1);
  });

  it("is the whole text if asked where it is on several pages", async () => {
    const page = (n: number, next = "") =>
      `<html><head><title>Long</title>${next && `<link rel="next" href="${next}">`}</head><body><main><h1>Long</h1><p>${`Part ${n} of the text tells what the bees did on day ${n} of the journey over the hills. `.repeat(6)}</p></main></body></html>`;
    answers.set("/story", page(1, "/story/2"));
    answers.set("/story/2", page(2));
    answers.set("/feed", feed("<item><title>Item 1</title><link>/story</link></item>"));
    const news = await task({ feedsFile: [at("/feed")], content: "selector", contentSelector: "main p" });
    await news.run();
    const html = await news.file("articles/item-1.html");
    expect([html?.includes("Part 1 of"), html?.includes("Part 2 of")]).toEqual([true, true]);
  });

  it("has its images saved on wish", async () => {
    const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    answers.set("/i.png", (_, response) => response.writeHead(200, { "content-type": "image/png" }).end(png));
    answers.set("/feed", feed(item(1, '<enclosure url="/i.png" type="image/png" length="16"/>')));
    const news = await task({ feedsFile: [at("/feed")], downloadImages: true });
    expect((await news.run()).rows[0]).toMatchObject({ image: "images/item-1-1.png" });
    expect(await news.file("articles/item-1.html")).toContain('src="../images/item-1-1.png"');
    expect(await news.paths()).toContain("images/item-1-1.png");
  });
});

describe("several feeds", () => {
  it("yield an item that is in more than one of them once, in later runs too", async () => {
    answers.set("/a", feed(item(1) + item(2), "A"));
    answers.set("/b", feed(item(2) + item(3), "B"));
    const news = await task({ feedsFile: [at("/a"), at("/b"), `${at("/a")} `] });
    expect(titles(await news.run()).sort()).toEqual(["Item 1", "Item 2", "Item 3"]);
    expect((await news.run()).rows).toEqual([]);
  });

  it("group reports of one thing", async () => {
    const story = (title: string, link: string, text: string) =>
      `<item><title>${title}</title><link>${link}</link><description>${text}</description></item>`;
    answers.set(
      "/a",
      feed(
        story("Comet returns over northern Europe tonight", "/a1", "The comet can be seen tonight with binoculars.") +
          story("Bread prices rise", "/a2", "Flour became dearer."),
        "A",
      ),
    );
    answers.set(
      "/b",
      feed(
        story(
          "Tonight: rare comet over northern Europe",
          "/b1",
          "Look north with binoculars tonight to see the comet return.",
        ),
        "B",
      ),
    );
    const { rows } = await (
      await task({ feedsFile: [at("/a"), at("/b")], clusterStories: true, concurrency: 1 })
    ).run();
    const [comet, bread, rare] = rows.map(({ cluster }) => cluster);
    expect(comet).toMatch(/^[0-9a-f]{12}$/);
    expect([rare, bread === comet]).toEqual([comet, false]);
  });

  it("in an OPML list are one line, and those that fail are rows with the reason", async () => {
    answers.set(
      "/list.opml",
      `<opml version="2.0"><body><outline text="x"><outline type="rss" text="One" xmlUrl="/a"/></outline><outline type="rss" xmlUrl="/gone" text="Gone"/><outline type="rss" xmlUrl="/b" text="Two"/></body></opml>`,
    );
    answers.set("/a", feed(item(1), "A"));
    answers.set("/b", feed(item(2), ""));
    const news = await task({ feedsFile: [`opml: ${at("/list.opml")}`], concurrency: 1 });
    const run = await news.run();
    expect(run.status).toBe("complete");
    expect(run.rows).toMatchObject([
      { title: "Item 1", status: "ok" },
      { feed: at("/gone"), title: "", status: "failed", error: expect.stringContaining("404") },
      { title: "Item 2", status: "ok" },
    ]);
    expect(Object.keys(run.rows[1]!)).toEqual(Object.keys(run.rows[0]!));
    expect(await readOpml((await news.file("opml.xml"))!, site.url)).toEqual([
      { url: at("/a"), title: "A", site: at("/") },
      { url: at("/b"), title: "Two", site: at("/") },
    ]);
  });

  it("in a long OPML list are read several at once, each once and wholly", async () => {
    const numbers = Array.from({ length: 30 }, (_, n) => n);
    const outlines = numbers.map((n) => `<outline xmlUrl="/feed/${n}"/>`).join("");
    answers.set("/list", `<opml><body>${outlines}</body></opml>`);
    let most = 0;
    let now = 0;
    for (const n of numbers) {
      answers.set(`/feed/${n}`, (_, response) => {
        most = Math.max(most, ++now);
        setImmediate(() => {
          now -= 1;
          response.end(n % 5 === 0 ? "no feed" : feed(item(n) + item("shared"), `Feed ${n}`));
        });
      });
    }
    const news = await task({ feedsFile: [`opml:${at("/list")}`, at("/feed/1")], concurrency: 8, publishFeed: "atom" });
    const { rows } = await news.run();
    const put = rows.filter(({ status }) => status === "ok").map(({ title }) => String(title));
    const expected = numbers.filter((n) => n % 5 !== 0).map((n) => `Item ${n}`);
    expect(put.toSorted()).toEqual([...expected, "Item shared"].toSorted());
    expect(rows.filter(({ status }) => status === "failed")).toHaveLength(6);
    expect(most).toBeGreaterThan(1);
    expect((await news.run()).rows.filter(({ status }) => status === "ok")).toEqual([]);
  });

  it("of which none can be fetched fail the run in one sentence", async () => {
    const gone = await (await task({ feedsFile: [at("/x"), at("/y")] })).run();
    expect(gone.status).toBe("failed");
    expect(gone.error).toMatch(/^None of the 2 feeds could be /);
    expect(gone.rows).toMatchObject([{ feed: at("/x"), status: "failed" }, { status: "failed" }]);
    answers.set("/list", `<opml><body><outline xmlUrl="/x"/><outline xmlUrl="/y"/></body></opml>`);
    const list = await (await task({ feedsFile: [`opml:${at("/list")}`] })).run();
    expect([list.status, list.error]).toEqual([
      "failed",
      expect.stringMatching(/^None of the 2 feeds of .* could be fetched\./),
    ]);
    answers.set("/feed", feed(item(1)));
    const partly = await (await task({ feedsFile: [at("/x"), at("/feed")] })).run();
    expect([partly.status, partly.rows.length]).toEqual(["complete", 2]);
  });

  it("in a list are fetched again when it is tried again, and leave no rows of earlier failures", async () => {
    answers.set("/list", `<opml><body><outline xmlUrl="/x"/><outline xmlUrl="/y"/></body></opml>`);
    const { kernel, id, run } = await task({ feedsFile: [`opml:${at("/list")}`] });
    expect((await run()).status).toBe("failed");
    const retried = async () => {
      await kernel.tasks.retry(id);
      const { status, progress } = await kernel.tasks.settled(id);
      const rows = await Array.fromAsync(kernel.content.rows(id));
      return { status, counted: progress?.rows, rows: rows.map((row) => `${row["feed"]} ${row["status"]}`).sort() };
    };
    const [list, x, y] = [`opml:${at("/list")}`, at("/x"), at("/y")];
    const failed = [`${x} failed`, `${y} failed`, `${list} failed`].sort();
    expect(await retried()).toEqual({ status: "failed", counted: 3, rows: failed });
    answers.set("/x", feed(item(1) + item(2), "X"));
    expect(await retried()).toEqual({ status: "complete", counted: 3, rows: [`${x} ok`, `${x} ok`, `${y} failed`] });
  });

  it.each(["nonsense", "javascript:alert(1)", "ftp://a.test/feed"])("%j is no address of one", async (line) => {
    const run = await (await task({ feedsFile: [line] })).run();
    expect([run.status, run.error]).toEqual(["failed", expect.stringContaining("is no address of a feed")]);
  });
});

describe("a run that was interrupted", () => {
  it("loses nothing and repeats nothing, within a feed and within a list", async () => {
    const many = Array.from({ length: 50 }, (_, n) => item(n)).join("");
    let hold: (() => void) | undefined;
    const held = Promise.withResolvers<void>();
    let isHeld = true;
    answers.set("/list", `<opml><body><outline xmlUrl="/a"/><outline xmlUrl="/b"/></body></opml>`);
    answers.set("/a", feed(item("a")));
    answers.set("/b", feed(many));
    for (let n = 0; n < 50; n += 1) {
      answers.set(`/item/${n}`, (_, response) => {
        const answer = () =>
          response
            .writeHead(200, { "content-type": "text/html" })
            .end(`<html><body><main><p>Page ${n}</p></main></body></html>`);
        if (n === 30 && isHeld) {
          hold = answer;
          held.resolve();
        } else answer();
      });
    }
    const news = await task({
      feedsFile: [`opml:${at("/list")}`],
      content: "selector",
      contentSelector: "main",
      maxItemsPerFeed: 0,
      publishFeed: "json",
      publishItems: 100,
    });
    await news.kernel.tasks.run(news.id);
    await held.promise;
    await news.kernel.tasks.abort(news.id);
    isHeld = false;
    hold?.();
    expect((await news.kernel.tasks.settled(news.id)).status).toBe("aborted");
    const before = await Array.fromAsync(news.kernel.content.rows(news.id));
    expect(before).toHaveLength(31);
    asked = [];
    await news.kernel.tasks.run(news.id);
    expect((await news.kernel.tasks.settled(news.id)).status).toBe("complete");
    const rows = await Array.fromAsync(news.kernel.content.rows(news.id));
    expect(rows.map(({ title }) => title)).toHaveLength(51);
    expect(new Set(rows.map(({ guid }) => guid)).size).toBe(51);
    expect(new Set(rows.map(({ file }) => file)).size).toBe(51);
    expect(asked).not.toContain("/item/5");
    const published = await readFeed((await news.file("feed.json"))!, site.url);
    expect(published.items).toHaveLength(51);
  });
});

describe.each([
  ["rss", "feed.xml"],
  ["atom", "atom.xml"],
  ["json", "feed.json"],
])("the feed that is published as %s", (publishFeed, path) => {
  it("holds the newest items of all feeds and all runs, and stays as it is while nothing is new", async () => {
    const dated = (n: number) => item(n, `<pubDate>2026-01-0${n}T00:00:00Z</pubDate>`);
    answers.set("/a", feed(dated(1) + dated(3), "A"));
    answers.set("/b", feed(dated(2), "B"));
    const news = await task({
      feedsFile: [at("/a"), at("/b")],
      publishFeed,
      publishItems: 3,
      publishTitle: "Ours & theirs",
    });
    await news.run();
    const first = await news.file(path);
    expect(await readFeed(first!, site.url)).toMatchObject({ format: publishFeed, title: "Ours & theirs" });
    await news.run();
    expect(await news.file(path)).toBe(first);
    answers.set("/b", feed(dated(4), "B"));
    await news.run();
    const { items } = await readFeed((await news.file(path))!, site.url);
    expect(items.map(({ title }) => title)).toEqual(["Item 4", "Item 3", "Item 2"]);
    expect(items[0]).toMatchObject({
      url: at("/item/4"),
      published: "2026-01-04T00:00:00Z",
      content: expect.stringContaining("<p>Text of 4.</p>"),
    });
    await news.kernel.tasks.patch(news.id, { feedsFile: [at("/a")] });
    await news.run();
    expect((await readFeed((await news.file(path))!, site.url)).items.map(({ title }) => title)).toEqual([
      "Item 3",
      "Item 1",
    ]);
  });
});

describe("settings that cannot be used", () => {
  it.each([
    [{ fromDate: "soon" }, 'fromDate is "soon", which is no date between 1970 and 2100. Write it as 2026-01-31.'],
    [{ languageFilter: ["klingon"] }, 'languageFilter has "klingon", which is no language code'],
    [{ content: "selector" }, "contentSelector is empty"],
    [{ categoryRulesFile: ["honey"] }, "of categoryRulesFile is no rule"],
    [{ itemTemplate: "{{title}}", outputFormats: ["txt"] }, 'outputFormats has no "html"'],
    [{ outputFormats: [] }, "outputFormats is empty"],
    [{ filterOutFile: ["title:"] }, "holds no word to look for"],
  ])("%j fail the run in words", async (data, words) => {
    const run = await (await task({ feedsFile: [at("/feed")], ...data })).run();
    expect([run.status, run.error]).toEqual(["failed", expect.stringContaining(words)]);
  });
});
