import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { ALL, answering, growth, MOST, open, read, TWO_SENTENCES, world } from "./bodies-in-tasks.js";
import { channel, item, testFeeds } from "./feeds-in-tasks.js";
import { article, cellsOf, feedOf, type Outcome, rawServer, sitemapOf } from "./web-world.js";

afterEach(() => world.close());

describe.each(ALL)("a body, %s,", (reader) => {
  it("N50: in 500 codings is a row with the reason", async () => {
    await open();
    world.answers.set(
      "/bad",
      answering(200, { "content-encoding": Array(500).fill("gzip").join(", ") }, gzipSync("page")),
    );
    expect((await read(reader, `${world.url}/bad`)).error).toMatch(TWO_SENTENCES);
  });

  it("N52: of a byte at a time is a row with the reason", async () => {
    await open({ totalTimeoutMs: 300, idleTimeoutMs: 200 });
    world.answers.set("/bad", (_request, response) => {
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    });
    expect((await read(reader, `${world.url}/bad`)).error).toMatch(TWO_SENTENCES);
  });

  it("N53: that never comes after its headers is a row with the reason", async () => {
    await open({ idleTimeoutMs: 100 });
    world.answers.set("/bad", (_request, response) => response.flushHeaders());
    expect((await read(reader, `${world.url}/bad`)).error).toMatch(TWO_SENTENCES);
  });

  it("N54: shorter than promised is a row with the reason", async () => {
    const raw = await rawServer(
      () => "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 1000\r\n\r\nshort",
    );
    onTestFinished(() => raw.close());
    await open({ allowPrivate: ["127.0.0.1"] });
    expect((await read(reader, `${raw.url}/bad`)).error).toMatch(TWO_SENTENCES);
  });

  it("N54: longer than promised is cut where it was to end", async () => {
    const raw = await rawServer(() => {
      const page = article("Long");
      return `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\ncontent-length: ${page.length}\r\n\r\n${page}<p>SMUGGLED words outside the page`;
    });
    onTestFinished(() => raw.close());
    await open({ allowPrivate: ["127.0.0.1"] });
    const { files, rows } = await read(reader, `${raw.url}/bad`);
    expect(JSON.stringify([files, rows])).not.toContain("SMUGGLED");
  });

  it("N55: that is empty is a row", async () => {
    await open();
    world.answers.set("/bad", answering(200, {}, ""));
    const { error, row } = await read(reader, `${world.url}/bad`);
    if (reader === "as a page of a crawl") expect(row).toMatchObject({ status: 200, bytes: 0, words: 0 });
    else expect(error).not.toBe("");
  });

  it.each([204, 304])("N56: with status %i, which has none, is a row", async (status) => {
    const raw = await rawServer(
      () => `HTTP/1.1 ${status} Nothing\r\ncontent-type: text/html\r\ncontent-length: 9\r\n\r\n<b>no</b>`,
    );
    onTestFinished(() => raw.close());
    await open({ allowPrivate: ["127.0.0.1"] });
    const { error, row } = await read(reader, `${raw.url}/bad`);
    if (reader === "as a page of a crawl" && status === 204) expect(row).toMatchObject({ status: 204, bytes: 0 });
    else expect(error).not.toBe("");
  });

  it.each([
    ["utf-7", Buffer.from("+ADw-script+AD4-alert(1)+ADw-/script+AD4-")],
    ["x-user-defined", Buffer.from([0x61, 0xff])],
    ["shift_jis, which it is not", Buffer.from("\u00e4\u00f6")],
    ["utf-16 with its mark", Buffer.from(`\ufeff${article("Sixteen")}`, "utf16le")],
    ["../../etc/passwd", Buffer.from("a")],
  ])("N57: in the charset %s is a row", async (charset, bytes) => {
    await open();
    world.answers.set(
      "/bad",
      answering(200, { "content-type": `text/html; charset=${charset.replace(/[, ].*/, "")}` }, bytes),
    );
    const { row, files } = await read(reader, `${world.url}/bad`);
    expect(row).toBeDefined();
    expect(JSON.stringify(files)).not.toContain("<script");
  });

  it("N58: of 100,000 elements one in the other is a row", async () => {
    await open();
    world.answers.set("/bad", `<html><body>${"<div>".repeat(100_000)}${article("Deep")}`);
    expect((await read(reader, `${world.url}/bad`)).row).toBeDefined();
  });
});

/** Markup that runs something in one way or the other; whatever it runs is called EVIL. */
const SCRIPTS = [
  "<script>EVIL()</script>",
  '<script type="application/ld+json">{"@type":"Article","headline":"<img src=x onerror=EVIL()>","author":"<script>EVIL()<\\/script>"}</script>',
  '<p>Text <img src="x" onerror="EVIL()"> here</p>',
  "<svg><script>EVIL()</script><p>In a picture</p></svg>",
  "<svg onload=EVIL()>",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=EVIL()&gt;">',
  '<math><annotation-xml encoding="text/html"><script>EVIL()</script></annotation-xml></math>',
  '<noscript><p title="</noscript><img src=x onerror=EVIL()>"></noscript>',
  '<p><a href="javascript:EVIL()">One</a> <a href="jav&#x09;ascript:EVIL()">Two</a> <a href=" vbscript:EVIL()">Three</a> <a href="data:text/html,<script>EVIL()</script>">Four</a></p>',
  '<p><iframe src="javascript:EVIL()"></iframe><object data="javascript:EVIL()"></object><embed src="javascript:EVIL()"></p>',
  '<form action="javascript:EVIL()"><button formaction="javascript:EVIL()">Send</button></form>',
  '<p style="background:url(javascript:EVIL())" onclick=EVIL()>Styled</p>',
  "<xmp><script>EVIL()</script></xmp><template><script>EVIL()</script></template>",
  "<p>Plain &lt;script&gt;EVIL()&lt;/script&gt; &lt;img src=x onerror=EVIL()&gt; words &lt;/title&gt;&lt;/textarea&gt;]]&gt;&lt;script&gt;EVIL()&lt;/script&gt;</p>",
  '<p><img src="http://a.test/&quot; onerror=EVIL() x=&quot;" alt="&quot;&gt;&lt;script&gt;EVIL()&lt;/script&gt;"></p>',
  "<pre><code>&lt;/code&gt;&lt;/pre&gt;&lt;script&gt;EVIL()&lt;/script&gt;</code></pre>",
  "<p>[click](javascript:EVIL()) ![x](javascript:EVIL()) &lt;javascript:EVIL()&gt;</p>",
];
const TITLE =
  "Towers &lt;/title&gt;&lt;script&gt;EVIL()&lt;/script&gt;&lt;img src=x onerror=EVIL()&gt; [x](javascript:EVIL())";

/** Elements and attributes of a file that could run something, as a browser would find them. */
async function running(html: string): Promise<string[]> {
  const { Parser } = await import("htmlparser2");
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (/^(?:script|iframe|object|embed|form|button|svg|math|style|base|template|noscript|xmp)$/.test(name))
        found.push(name);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (attribute.startsWith("on") || attribute === "style" || attribute === "srcdoc")
          found.push(`${name} ${attribute}`);
        if (/^[\s\u0000-\u001f]*(?:j\s*a\s*v\s*a\s*s|vbs|data:text)/i.test(value))
          found.push(`${name} ${attribute}=${value}`);
      }
    },
  });
  parser.end(html);
  return found;
}

/** What of Markdown a reader would take for HTML or for a link that runs something. */
function runningMarkdown(text: string): string[] {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, "");
  const bare = body.replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1\s*$/gm, "").replace(/(`+)[^`][\s\S]*?\1/g, "");
  return [...bare.matchAll(/(?<!\\)<\/?[a-z!][^\n]*|(?<!\\)\]\(\s*<?(?:javascript|vbscript|data):[^\n]*/gi)].map(
    ([found]) => found,
  );
}

describe("N62: content that is stored and later shown", () => {
  async function harmless({ files }: Outcome): Promise<string[]> {
    const bad: string[] = [];
    for (const [path, text] of Object.entries(files)) {
      const found = path.endsWith(".md") ? runningMarkdown(text) : path.endsWith(".html") ? await running(text) : [];
      for (const each of found) bad.push(`${path}: ${each}`);
    }
    return bad;
  }

  it("runs nothing in the files of articledownloader", async () => {
    await open();
    world.answers.set("/bad", article(TITLE, SCRIPTS.join("\n")));
    const data = {
      urlsFile: [`${world.url}/bad`],
      ...{ keepLinks: true, keepImages: true, extractMode: "recall" },
      outputFormats: ["txt", "md", "html", "json", "csv", "xml"],
    };
    const outcome = await world.run("articledownloader", data);
    expect(outcome.rows).toMatchObject([{ status: "ok" }]);
    expect(Object.keys(outcome.files)).toHaveLength(6);
    expect(await harmless(outcome)).toEqual([]);
  });

  it.each(["excerpt", "feed", "fulltext"])(
    "runs nothing in the files of rssscraper with content %s, nor in its feed",
    async (content) => {
      for (const publishFeed of ["rss", "atom", "json"]) {
        await open();
        world.answers.set("/bad", article(TITLE, SCRIPTS.join("\n")));
        const texts = `<title>${TITLE}</title><author>&lt;b onclick=EVIL()&gt;</author><description><![CDATA[${SCRIPTS.join(" ")}]]></description>`;
        const item = `<item><guid>1</guid><link>${world.url}/bad</link>${texts}<category>&lt;script&gt;EVIL()&lt;/script&gt;</category></item>`;
        world.answers.set(
          "/evil",
          feedOf([
            item,
            "<item><guid>2</guid><link>javascript:EVIL()</link><title>Second</title><description>x</description></item>",
          ]),
        );
        const data = {
          feedsFile: [`${world.url}/evil`],
          content,
          publishFeed,
          outputFormats: ["html", "md", "txt", "json"],
        };
        const outcome = await world.run("rssscraper", data);
        expect(outcome.rows).toHaveLength(2);
        expect(await harmless(outcome)).toEqual([]);
        const text = Object.entries(outcome.files).find(([path]) => /^(?:feed|atom)\.\w+$/.test(path))?.[1] ?? "";
        if (publishFeed === "json") {
          for (const item of JSON.parse(text).items) expect(await running(item.content_html)).toEqual([]);
        } else {
          // What is in sections is HTML in RSS, for those who read it.
          const html =
            publishFeed === "rss"
              ? text.replaceAll(/<!\[CDATA\[|\]\]>/g, "")
              : text.replaceAll(/<!\[CDATA\[.*?\]\]>/gs, "");
          expect(await running(html)).toEqual([]);
          expect(text).not.toMatch(/<link[^>]*>\s*javascript:|href="javascript:/i);
        }
        await world.close();
      }
      await open();
    },
  );

  it("runs nothing in the files of webcrawler", async () => {
    await open();
    world.answers.set("/bad", article(TITLE, SCRIPTS.join("\n")));
    const data = {
      startUrlsFile: [`${world.url}/bad`],
      savePages: "md",
      collect: ["links", "text", "meta", "images", "headings", "schema", "emails"],
    };
    const outcome = await world.run("webcrawler", data);
    expect(outcome.rows).toMatchObject([{ status: 200 }]);
    // The report has one of its own, which holds nothing of the site.
    expect(await harmless(outcome)).toEqual(["report.html: style"]);
    expect(/<style>(.*?)<\/style>/s.exec(outcome.files["report.html"]!)?.[1]).not.toMatch(/EVIL|bad/);
    for (const [path, text] of Object.entries(outcome.files)) {
      if (path.endsWith(".csv"))
        expect(cellsOf(text).filter((cell) => /^\s*(?:javascript|vbscript|data):/i.test(cell))).toEqual([]);
    }
    expect(outcome.files["report.json"]).not.toMatch(/"(?:javascript|vbscript|data):/i);
    expect(outcome.files["sitemap.xml"]).not.toContain("EVIL");
  });
});

describe("N61: links that lead elsewhere than they seem", () => {
  const BODY = `<base href="//evil.test/"><p><a href="x">One</a> <a href="javascript:EVIL()">Two</a> <a href="data:text/html,EVIL">Three</a> <a href="vbscript:EVIL()">Four</a></p>`;

  it("are not followed out of a crawl's site", async () => {
    const looked: string[] = [];
    await open({
      async lookup(host) {
        looked.push(host);
        return ["127.0.0.1"];
      },
    });
    world.answers.set("/bad", article("Base", BODY, '<base href="//evil.test/">'));
    const { rows } = await world.run("webcrawler", { startUrlsFile: [`${world.url}/bad`] });
    expect(rows).toHaveLength(1);
    expect(looked).toEqual([]);
  });

  it("are no links in the files of an article", async () => {
    await open();
    world.answers.set("/bad", article("Base", BODY));
    const data = {
      urlsFile: [`${world.url}/bad`],
      keepLinks: true,
      outputFormats: ["html", "md", "json", "txt", "xml"],
    };
    const { files, rows } = await world.run("articledownloader", data);
    expect(rows).toMatchObject([{ status: "ok" }]);
    expect(Object.values(files).join("\n")).not.toMatch(/(?:javascript|vbscript|data):\w/i);
  });
});

describe("N63: a feed made to hurt", () => {
  const laughs = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("");

  testFeeds([
    ["a billion laughs", () => channel(item("&l10;"), `<!DOCTYPE r [<!ENTITY l0 "ha">${laughs}]>`)],
    [
      "quadratic entities",
      () => channel(item("&a;".repeat(50_000)), `<!DOCTYPE r [<!ENTITY a "${"a".repeat(50_000)}">]>`),
    ],
    ["an entity of a file", () => channel(item("&f;"), '<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]>')],
    [
      "an entity of a server",
      () => channel(item("&f;"), `<!DOCTYPE r [<!ENTITY % f SYSTEM "http://127.0.0.1:${world.trapPort}/">%f;]>`),
    ],
    ["80,000 numbered characters", () => channel(item("&#65;".repeat(80_000)))],
    ["20,000 empty items", () => channel("<item/>".repeat(20_000))],
    ["characters that do not exist", () => channel(item("&#9999999; &#xffffffff; &#0; &#-1;"))],
    [
      "names of prototypes",
      () => channel(`<__proto__><polluted>1</polluted></__proto__><constructor>x</constructor>${item("x")}`),
    ],
  ]);
});

it("N64: items with dates that are none, no guid, and the same guid are distinguished and come once", async () => {
  await open();
  const item = (guid: string, date: string, title: string) =>
    `<item><guid>${guid}</guid><pubDate>${date}</pubDate><title>${title}</title><link>${world.url}/${title}</link><description>${title} is here</description></item>`;
  const items = [
    item("", "9999999999", "One"),
    item("", "-1", "Two"),
    item("same", "Sat, 99 Foo 99999 99:99:99 +9999", "Three"),
    item("same", "1e400", "Four"),
    item("", "", "Five"),
  ];
  world.answers.set("/bad", feedOf(items));
  const data = { feedsFile: [`${world.url}/bad`], maxItemsPerFeed: 0, publishFeed: "rss" };
  const { task, rows } = await world.run("rssscraper", data);
  expect(task.status).toBe("complete");
  const titles = rows.map(({ title }) => title).toSorted();
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles).toEqual(expect.arrayContaining(["Five", "One", "Two"]));
  const dates = rows.map(({ date }) => String(date));
  expect(dates.filter((date) => date !== "" && Number.isNaN(Date.parse(date)))).toEqual([]);
  const again = await world.kernel.tasks.run(task._id).then(() => world.kernel.tasks.settled(task._id));
  expect(again.status).toBe("complete");
  expect(await Array.fromAsync(world.kernel.content.rows(task._id))).toHaveLength(rows.length);
});

describe("N65: a sitemap index that lists itself", () => {
  const index = (...paths: readonly string[]) =>
    `<?xml version="1.0"?><sitemapindex>${paths.map((path) => `<sitemap><loc>${world.url}${path}</loc></sitemap>`).join("")}</sitemapindex>`;

  it("is read once by a crawl, as is one that leads back to it", async () => {
    await open();
    world.answers.set("/sitemap.xml", index("/sitemap.xml", "/other.xml"));
    world.answers.set("/other.xml", index("/sitemap.xml", "/other.xml", "/part.xml"));
    world.answers.set("/part.xml", sitemapOf([`${world.url}/hidden`]));
    world.answers.set("/hidden", article("Hidden"));
    const { rows } = await world.run("webcrawler", { startUrlsFile: [`${world.url}/good`], sitemap: "include" });
    expect(rows.map(({ url }) => url)).toEqual([`${world.url}/good`, `${world.url}/hidden`]);
    for (const path of ["/sitemap.xml", "/other.xml"])
      expect(world.asked.filter((each) => each === path)).toEqual([path]);
  });

  it("alone names no pages, which is a row with the reason", async () => {
    await open();
    world.answers.set("/bad", index("/bad", "/bad?", "/bad#a"));
    expect((await read("as a sitemap", `${world.url}/bad`)).error).toMatch(TWO_SENTENCES);
    expect(world.asked.filter((path) => path.startsWith("/bad")).length).toBeLessThan(5);
  });
});

it("N66: a robots.txt of 50 MB holds up no task", async () => {
  await open();
  const line = "Disallow: /a*b*c*d*e*f$\n".repeat(1000);
  let sent = 0;
  world.answers.set("/robots.txt", (_request, response) => {
    const more = () => {
      while (sent < 50_000_000 && !response.destroyed) {
        sent += line.length;
        if (!response.write(sent < 30_000 ? `User-agent: *\nDisallow: /private\n${line}` : line)) return;
      }
      response.end();
    };
    response.writeHead(200, { "content-type": "text/plain" }).on("drain", more);
    more();
  });
  world.answers.set("/private", article("Private"));
  const grown = growth();
  const { rows } = await world.run("articledownloader", { urlsFile: [`${world.url}/good`, `${world.url}/private`] });
  expect(rows.map(({ url, status }) => `${url} ${status}`).toSorted()).toEqual([
    `${world.url}/good ok`,
    `${world.url}/private robots`,
  ]);
  expect(sent).toBeLessThan(20_000_000);
  expect(grown()).toBeLessThan(MOST);
});

describe("N67: JSON that is not what was asked for", () => {
  const deep = (open: string, close: string, n = 200_000) => open.repeat(n) + close.repeat(n);
  const WRONG: readonly (readonly [string, string])[] = [
    ["a page with status 200", article("Not JSON")],
    ["an empty list", "[]"],
    ["an object", "{}"],
    ["null", "null"],
    ["a text", '"text"'],
    ["half of it", '{"version":"https://jsonfeed.org/version/1.1","items":[{"id":'],
    ["lists one in the other", deep("[", "]")],
    ["objects one in the other", `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`],
    ["names of prototypes", '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'],
    ["the name of a method", '{"url":{"toString":1,"valueOf":1},"timestamp":"20200101000000"}'],
    ["a depth in a field", `{"url":${deep("[", "]", 20_000)},"timestamp":"20200101000000"}`],
    ["numbers for texts", '[["urlkey","timestamp","original"],[1,20200101000000,3]]'],
    ["rows of nothing", '[["urlkey","timestamp","original"],null,[null],[[]],{}]'],
    ["a resume key that is none", '[["urlkey","timestamp","original"],[],[{"a":1}]]'],
  ];

  it.each(WRONG)("%s, for a feed, is a row with the reason", async (_name, text) => {
    await open();
    world.answers.set("/bad", answering(200, { "content-type": "application/feed+json" }, text));
    expect((await read("as a feed", `${world.url}/bad`)).error).toMatch(TWO_SENTENCES);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it.each(WRONG)("%s, for the list of an archive or of a collection, ends in words", async (_name, text) => {
    await open();
    world.answers.set("/cdx/search/cdx", answering(200, { "content-type": "application/json" }, text));
    world.answers.set("/all/cdx", answering(200, { "content-type": "application/json" }, text));
    for (const archiveUrl of [world.url, `${world.url}/all`]) {
      const { task, rows, log } = await world.run("waybackscraper", { domainsFile: ["shop.test"], archiveUrl });
      expect(["complete", "failed"]).toContain(task.status);
      if (task.status === "failed") {
        expect(task.error?.code).not.toBe("internal");
        expect(task.error?.message).toMatch(TWO_SENTENCES);
        expect(rows).toMatchObject([{ error: expect.stringMatching(TWO_SENTENCES) as string }]);
      } else {
        expect(rows).toEqual([]);
        expect(log.join("\n")).toContain("has no copies of shop.test that fit.");
      }
    }
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("numbers as texts and texts as lists in the items of a feed are items with what can be read", async () => {
    await open();
    const items = [
      { id: 5, title: 7, content_text: 12345, date_published: 1234, tags: { a: 1 }, authors: "x", url: 9 },
      { id: "6", title: ["x"], content_html: { a: 1 }, authors: [null, 5, { name: ["y"] }], attachments: "z" },
      null,
      "item",
      { id: "7", title: "Whole", content_text: "Text" },
    ];
    const feed = { version: "https://jsonfeed.org/version/1.1", title: 5, items };
    world.answers.set("/bad", answering(200, { "content-type": "application/feed+json" }, JSON.stringify(feed)));
    const { task, rows } = await world.run("rssscraper", { feedsFile: [`${world.url}/bad`], maxItemsPerFeed: 0 });
    expect(task.status).toBe("complete");
    expect(rows.some(({ title, error }) => title === "Whole" && error === "")).toBe(true);
  });
});

describe("tables", () => {
  const FORMULAS = ["=cmd|' /C calc'!A0", "+1+1", "-1+1", "@SUM(1)", "\t=1+1", "\r=1+1", "＝1+1", " =1+1"];
  const FORMULA = /^[=+\-@\t\r\uff1d]/;
  const tables = ({ files }: Outcome) => Object.entries(files).filter(([path]) => path.endsWith(".csv"));

  it("of a crawl hold no cell that a spreadsheet takes for a formula", async () => {
    await open();
    const links = FORMULAS.map(
      (text) => `<a href="/good?${encodeURIComponent(text)}">${text}</a> <img src="/i.png" alt="${text}">`,
    );
    for (const [number, text] of FORMULAS.entries()) {
      const head = `<meta name="description" content="${text}"><meta name="author" content="${text}"><meta name="keywords" content="${text}"><meta property="og:title" content="${text}"><meta name="robots" content="${text}">`;
      world.answers.set(`/${number}`, article(text, links.join(""), head).replace('lang="en"', `lang="${text}"`));
    }
    world.answers.set("/robots.txt", "");
    const urls = FORMULAS.map((_, number) => `${world.url}/${number}`);
    const data = { startUrlsFile: urls, collect: ["links", "meta", "images", "headings", "schema", "emails"] };
    const outcome = await world.run("webcrawler", data);
    expect(tables(outcome).map(([path]) => path)).toEqual(expect.arrayContaining(["links.csv", "pages.csv"]));
    for (const [path, text] of tables(outcome)) {
      expect([path, cellsOf(text).filter((cell) => FORMULA.test(cell))]).toEqual([path, []]);
    }
    expect(outcome.files["pages.csv"]).toContain("'+1+1");
  });

  it("of articles hold no cell that a spreadsheet takes for a formula", async () => {
    await open();
    for (const [number, text] of FORMULAS.entries()) {
      world.answers.set(`/${number}`, article(text, "", `<meta name="author" content="${text}">`));
      world.answers.set(
        `/feed${number}`,
        feedOf([
          `<item><guid>${number}</guid><title>${text}</title><author>${text}</author><description>${text}</description></item>`,
        ]),
      );
    }
    const urls = FORMULAS.map((_, number) => `${world.url}/${number}`);
    const feeds = FORMULAS.map((_, number) => `${world.url}/feed${number}`);
    const csv = { outputFormats: ["csv"] };
    const outcomes = [
      await world.run("articledownloader", { urlsFile: urls, dedupeContent: "off", ...csv }),
      await world.run("rssscraper", { feedsFile: feeds, ...csv }),
    ];
    for (const outcome of outcomes) {
      expect(tables(outcome).length).toBeGreaterThanOrEqual(FORMULAS.length - 1);
      for (const [path, text] of tables(outcome)) {
        expect([path, cellsOf(text).filter((cell) => FORMULA.test(cell))]).toEqual([path, []]);
      }
    }
  });
});
