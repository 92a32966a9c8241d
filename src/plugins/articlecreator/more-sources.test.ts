import { describe, expect, it } from "vitest";
import { cannedWeb, LIGHTHOUSES, outcomeOf, page } from "../../../test/doubles/article-creator-world.js";
import { type Providers, ScriptoriumError, type SearchOptions, type TranslatorProvider } from "../../kernel/index.js";

const SHORT = { articleLengthFrom: 40, articleLengthTo: 250, articleKeywordsFile: ["lighthouse"] };
const URLS = Object.keys(LIGHTHOUSES);
const FROM_URLS = { ...SHORT, sourceMode: ["urls"], sourceUrlsFile: URLS };

/** A web that also answers with other media types: feeds and JSON. */
function webOf(pages: Readonly<Record<string, string>>): Providers["web"] & { readonly asked: string[] } {
  const web = cannedWeb(pages);
  return {
    ...web,
    async fetch(url, request) {
      const answer = await web.fetch(url, request);
      const isFeed = answer.text.startsWith("<?xml");
      const mediaType = isFeed ? "application/rss+xml" : answer.text.startsWith("{") ? "application/json" : "text/html";
      return { ...answer, mediaType };
    },
  };
}

const item = (title: string, link: string, description: string) =>
  `<item><title>${title}</title><link>${link}</link><description><![CDATA[${description}]]></description></item>`;
const feed = (...items: readonly string[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>The Almanac</title><link>https://feeds.test/</link>${items.join("")}</channel></rss>`;

const bodyOf = (url: string) => /<article>(.*)<\/article>/s.exec(LIGHTHOUSES[url]!)![1]!;
const sourcesOf = ({ sources }: Readonly<Record<string, unknown>> = {}) =>
  (sources as { url: string }[]).map(({ url }) => url).sort();

describe("feeds as sources", () => {
  const FEED = feed(
    item("How Lighthouses Are Built", "https://a.test/towers", bodyOf("https://a.test/towers")),
    item("Lamps and Lenses of a lighthouse", "https://b.test/lamps", "<p>Lamps inside a lighthouse burned wood.</p>"),
    item("Cheese at the market", "https://z.test/cheese", "<p>Cheese is sold on Fridays.</p>"),
  );
  const data = { ...SHORT, sourceMode: ["rss"], sourceUrlsFile: ["https://feeds.test/rss"] };

  it("give the items that belong to the keyword, the page of an item only where the feed lacks its text", async () => {
    const web = webOf({ ...LIGHTHOUSES, "https://feeds.test/rss": FEED });
    const { rows, failures } = await outcomeOf(data, { providers: { web } });
    expect([...failures]).toEqual([]);
    expect(sourcesOf(rows[0])).toEqual(["https://a.test/towers", "https://b.test/lamps"]);
    expect(web.asked).toEqual(["https://feeds.test/rss", "https://b.test/lamps"]);
  });

  it("are asked for once, and so is the page of an item, however many keywords there are", async () => {
    const web = webOf({ ...LIGHTHOUSES, "https://feeds.test/rss": FEED });
    await outcomeOf({ ...data, articleKeywordsFile: ["lighthouse", "lighthouse lamps"] }, { providers: { web } });
    expect(web.asked).toEqual(["https://feeds.test/rss", "https://b.test/lamps"]);
  });

  it("are found by the page that names them, unless pages are asked for too", async () => {
    const home = page("Home of the lighthouse", bodyOf("https://d.test/signals")).replace(
      "</title>",
      '</title><link rel="alternate" type="application/rss+xml" href="/rss">',
    );
    const pages = { ...LIGHTHOUSES, "https://feeds.test/": home, "https://feeds.test/rss": FEED };
    const sourceUrlsFile = ["https://feeds.test/"];
    const named = await outcomeOf({ ...data, sourceUrlsFile }, { providers: { web: webOf(pages) } });
    expect(sourcesOf(named.rows[0])).toEqual(["https://a.test/towers", "https://b.test/lamps"]);
    const both = await outcomeOf(
      { ...data, sourceMode: ["rss", "urls"], sourceUrlsFile: [...sourceUrlsFile, "https://feeds.test/rss"] },
      { providers: { web: webOf(pages) } },
    );
    expect(sourcesOf(both.rows[0])).toEqual(["https://a.test/towers", "https://b.test/lamps", "https://feeds.test/"]);
  });

  it("may be named by a keyword's line", async () => {
    const web = webOf({ ...LIGHTHOUSES, "https://feeds.test/rss": FEED });
    const { rows } = await outcomeOf(
      { ...SHORT, sourceMode: ["rss"], articleKeywordsFile: ["lighthouse|||https://feeds.test/rss"] },
      { providers: { web } },
    );
    expect(sourcesOf(rows[0])).toContain("https://a.test/towers");
  });

  it("that cannot be read say why, and a feed given as a page says what to set", async () => {
    const none = outcomeOf(data, { providers: { web: webOf({}) } });
    await expect(none).rejects.toMatchObject({ code: "no-network" });
    const asPage = outcomeOf(
      { ...data, sourceMode: ["urls"] },
      { providers: { web: webOf({ "https://feeds.test/rss": FEED }) } },
    );
    await expect(asPage).rejects.toThrow('Add "rss" to sourceMode');
  });
});

describe("Wikipedia as a source", () => {
  const data = { ...SHORT, sourceMode: ["wikipedia"] };
  const ARTICLE = "https://en.wikipedia.org/wiki/Lighthouse_(tower)";
  const API = "https://en.wikipedia.org/w/api.php";

  it("is asked by its API where no engine for it is set up, in the language of the search", async () => {
    const asked: { url: string; respectRobots: boolean | undefined }[] = [];
    const web: Providers["web"] = {
      async fetch(url, request) {
        asked.push({ url, respectRobots: request.session?.respectRobots });
        const text = url.includes("/api.php")
          ? JSON.stringify({ query: { search: [{ title: "Lighthouse (tower)" }] } })
          : LIGHTHOUSES["https://a.test/towers"]!;
        return { url, status: 200, mediaType: "text/html", text, bytes: text.length };
      },
    };
    const { rows } = await outcomeOf(data, { providers: { web } });
    expect(sourcesOf(rows[0])).toEqual([ARTICLE.replace("(", "%28").replace(")", "%29")].map(decodeURIComponent));
    expect(asked[0]!.url.startsWith(`${API}?`)).toBe(true);
    expect(new URL(asked[0]!.url).searchParams.get("srsearch")).toBe("lighthouse");
    expect(asked.map(({ respectRobots }) => respectRobots ?? true)).toEqual([false, true]);
    asked.length = 0;
    await outcomeOf({ ...data, articleGoogleCountry: "Germany:German:" }, { providers: { web } });
    expect(new URL(asked[0]!.url).host).toBe("de.wikipedia.org");
  });

  it("is asked by the engine of the settings where there is one", async () => {
    const asked: SearchOptions[] = [];
    const search: Providers["search"] = {
      async search(_query, options) {
        asked.push(options);
        return [{ url: "https://a.test/towers", title: "", snippet: "" }];
      },
      engines: () => [
        { name: "brave", title: "Brave Search", verticals: ["web"], pageSize: 20 },
        { name: "wiki", title: "Wikipedia", verticals: ["web"], pageSize: 50 },
      ],
    };
    const { rows } = await outcomeOf(data, { providers: { web: cannedWeb(LIGHTHOUSES), search } });
    expect(sourcesOf(rows[0])).toEqual(["https://a.test/towers"]);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ engines: ["wiki"], language: "en" });
  });

  it("that does not answer fails the keyword in words, and alone when a search answers", async () => {
    const alone = await outcomeOf(data, { providers: { web: webOf({}) } });
    expect(alone.failures.get("lighthouse")).toMatchObject({ code: "no-network" });
    const search: Providers["search"] = {
      search: async () => [{ url: "https://a.test/towers", title: "", snippet: "" }],
    };
    const both = await outcomeOf(
      { ...data, sourceMode: ["search", "wikipedia"] },
      { providers: { web: cannedWeb(LIGHTHOUSES), search } },
    );
    expect(sourcesOf(both.rows[0])).toEqual(["https://a.test/towers"]);
    expect(both.log.some((entry) => entry.startsWith("warn"))).toBe(true);
  });
});

describe("sources that are not wanted", () => {
  it("are those of blocked domains, wherever their addresses come from", async () => {
    const web = cannedWeb(LIGHTHOUSES);
    const asked: SearchOptions[] = [];
    const search: Providers["search"] = {
      async search(_query, options) {
        asked.push(options);
        return URLS.slice(0, 2).map((url) => ({ url, title: "", snippet: "" }));
      },
    };
    const { rows, log } = await outcomeOf(
      {
        ...FROM_URLS,
        sourceMode: ["search", "urls"],
        articleKeywordsFile: ["lighthouse|||https://www.e.test/x"],
        blockedDomainsFile: ["a.test", "*.e.test", "d.test"],
      },
      { providers: { web, search } },
    );
    expect(sourcesOf(rows[0])).toEqual(["https://b.test/lamps", "https://c.test/keepers"]);
    expect(web.asked.every((url) => /\/\/[bc]\.test/.test(url))).toBe(true);
    expect(asked[0]!.excludeDomains).toEqual(["a.test", "*.e.test", "d.test"]);
    expect(log.join("\n")).toContain("https://www.e.test/x is not read: blockedDomainsFile names its domain.");
  });

  it("are those in another language", async () => {
    const german =
      "Ein Leuchtturm ist ein Turm, der ein Licht trägt. Die Wärter zündeten die Lampe jeden Abend an und löschten sie am Morgen. Viele der alten Häuser sind heute Museen, in denen man die Geschichte der Küste sehen kann.";
    const { rows, log } = await outcomeOf(
      { ...FROM_URLS, sourceMode: ["urls", "text"], sourceTextFile: [german], languageFilter: ["en"] },
      { providers: { web: cannedWeb(LIGHTHOUSES) } },
    );
    expect(rows[0]).toMatchObject({ status: "ok" });
    expect(log).toContain(
      'warn: A source was left out: The language of text 1 is "de", and languageFilter asks for another.',
    );
  });
});

describe("keywords", () => {
  it("lose the markup they were pasted with", async () => {
    const { articles } = await outcomeOf(
      { ...FROM_URLS, articleKeywordsFile: ["<b>lighthouse</b>&nbsp;lamps", "AT&T < lighthouse"] },
      { providers: { web: cannedWeb(LIGHTHOUSES) } },
    );
    expect([...articles.keys()]).toEqual(["lighthouse lamps", "AT&T < lighthouse"]);
  });

  it.each([
    "/home/me/keywords.txt",
    "C:\\lists\\keywords.txt",
    "./keywords.txt",
    "~/lists/words",
    "file:///etc/hosts",
    "https://a.test/x",
  ])("that are the path or address %j fail alone, in words", async (line) => {
    const { failures, rows } = await outcomeOf(
      { ...FROM_URLS, articleKeywordsFile: [line, "lighthouse"] },
      { providers: { web: cannedWeb(LIGHTHOUSES) } },
    );
    expect([...failures.keys()]).toEqual([line]);
    expect(failures.get(line)).toMatchObject({ message: expect.stringContaining("no keyword") });
    expect(rows).toHaveLength(1);
  });

  it.each(["TCP/IP", "24/7 lighthouse", "robots.txt", "and/or"])(
    "may hold a slash or a dot as %j does",
    async (line) => {
      const { failures } = await outcomeOf(
        { ...FROM_URLS, articleKeywordsFile: [line] },
        { providers: { web: cannedWeb(LIGHTHOUSES) } },
      );
      expect(failures.get(line)?.message ?? "").not.toContain("no keyword");
    },
  );
});

describe("a translated article", () => {
  const asked: { text: string; from: string; to: string }[] = [];
  const translator: TranslatorProvider = {
    async translate(text, { from, to }) {
      asked.push({ text, from, to });
      return text.replace(/[A-Za-z]+/g, (word) => `${word}o`);
    },
  };
  const data = { ...FROM_URLS, articleSpinnerTranslateTarget: "de", outputFormats: ["html", "json"] };
  const world = { providers: { web: cannedWeb(LIGHTHOUSES), translator } };

  it("has sentences, headings and title in the other language, in one call, with protected words as they are", async () => {
    asked.length = 0;
    const plain = await outcomeOf({ ...data, articleSpinnerTranslateTarget: "" }, world);
    expect(asked).toEqual([]);
    const made = await outcomeOf({ ...data, protectedWordsFile: ["lamp"] }, world);
    expect(asked.map(({ from, to }) => [from, to])).toEqual([["en", "de"]]);
    const inOther = (text: string) => text.replace(/(?!lamp\b)\b[A-Za-z]+/gi, (word) => `${word}o`);
    const sentencesOf = ({ articles }: typeof made) => articles.get("lighthouse")!.sentences;
    expect(sentencesOf(made)).toEqual(sentencesOf(plain).map(inOther));
    expect(made.rows[0]!["title"]).toBe(inOther(String(plain.rows[0]!["title"])));
    expect(made.rows[0]!["keyword"]).toBe("lighthouse");
  });

  it("keeps the title that the user gave", async () => {
    const { rows } = await outcomeOf({ ...data, articleKeywordsFile: ["lighthouse|Der Turm"] }, world);
    expect(rows[0]!["title"]).toBe("Der Turm");
  });

  it("is translated before it is spun, in its new language", async () => {
    const heard: (string | undefined)[] = [];
    const spinner: Providers["spinner"] = {
      async spin(text, { language }) {
        heard.push(language);
        return { text: text.replaceAll("towero", "{toweroj|turo}"), notes: [] };
      },
    };
    const { articles } = await outcomeOf({ ...data, spinMode: "spin" }, { providers: { ...world.providers, spinner } });
    expect(heard).toEqual(["de"]);
    expect(articles.get("lighthouse")!.sentences.join(" ")).toMatch(/toweroj|turo/);
  });

  it("says which words a translator lost, and is translated with them", async () => {
    const losing: TranslatorProvider = { translate: async (text) => text.replace(/\{\{\d+\}\}/g, "") };
    const { log, articles } = await outcomeOf(
      { ...data, protectedWordsFile: ["lighthouse"] },
      { providers: { web: cannedWeb(LIGHTHOUSES), translator: losing } },
    );
    expect(log.some((entry) => entry.startsWith("warn: Words of protectedWordsFile were lost in"))).toBe(true);
    expect(articles.get("lighthouse")!.sentences.join(" ")).toContain("lighthouse");
  });

  it("is refused before anything is read without a translator, or for no language", async () => {
    const web = cannedWeb(LIGHTHOUSES);
    await expect(outcomeOf(data, { providers: { web } })).rejects.toMatchObject({
      code: "no-provider",
      message: expect.stringContaining("A target language is set but no translation provider is configured."),
    });
    await expect(outcomeOf({ ...data, articleSpinnerTranslateTarget: "klingonish" }, world)).rejects.toMatchObject({
      code: "bad-input",
    });
    expect(web.asked).toEqual([]);
  });

  it("fails its line when the translator does not answer", async () => {
    const broken: TranslatorProvider = {
      translate: () => Promise.reject(new ScriptoriumError("TRANSLATION_FAILED", "It does not answer. Try again.")),
    };
    const { failures, rows } = await outcomeOf(data, {
      providers: { web: cannedWeb(LIGHTHOUSES), translator: broken },
    });
    expect(failures.get("lighthouse")).toMatchObject({ code: "TRANSLATION_FAILED" });
    expect(rows).toEqual([]);
  });
});

it("only says what an article would be made from in a dry run", async () => {
  const { files, articles, rows, log } = await outcomeOf(
    { ...FROM_URLS, dryRun: true },
    { providers: { web: cannedWeb(LIGHTHOUSES) } },
  );
  expect([files.size, articles.size]).toEqual([0, 0]);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ keyword: "lighthouse", status: "planned", words: 0 });
  expect(log.some((entry) => entry.includes("an article would be made from 5 sources"))).toBe(true);
});

it("writes twenty keywords, each once", async () => {
  const words = Array.from({ length: 20 }, (_, at) => `lighthouse ${at}`);
  const { rows, failures, files } = await outcomeOf(
    { ...FROM_URLS, articleKeywordsFile: words, articleLengthTo: 60 },
    { providers: { web: cannedWeb(LIGHTHOUSES) } },
  );
  expect(rows.length + failures.size).toBe(20);
  expect(files.size).toBe(rows.length);
});

it("puts links, replacements, code and a video into the files, and categories and tags with them", async () => {
  const { files, articles, log } = await outcomeOf(
    {
      ...FROM_URLS,
      articleKeywordsFile: ["lighthouse||Coasts"],
      outputFormats: ["html", "md", "json"],
      linkSets: [
        {
          keywordsFile: ["tower", "lamp", "ships"],
          urlsFile: ["https://shop.test/"],
          maxPerArticle: 2,
          nofollow: true,
        },
      ],
      articleReplaceFilterFile: ["lighthouse|{sea mark|sea-mark}"],
      articleUseHtmlInsert: true,
      HtmlInsertCodeFile: ['<aside class="offer">', "Lamps for sale", "</aside>"],
      articleUseCategoryInsert: true,
      categoryInsert: { Mode: "byRule", CategoryInsertFile: ["Ships|ships, vessel", "Cars|engine oil"] },
      articleUseTags: true,
      articleUseVideos: true,
      videoInsert: { FrequencyFrom: 1, UrlsFile: ["https://www.youtube.com/watch?v=abc|A lighthouse"] },
    },
    { providers: { web: cannedWeb(LIGHTHOUSES) } },
  );
  const html = files.get("articles/lighthouse.html")!;
  expect(html.match(/<a href="https:\/\/shop\.test\/" rel="nofollow">/g)).toHaveLength(2);
  expect(html).toContain('<aside class="offer">\nLamps for sale\n</aside>');
  expect(html).toContain("youtube");
  const [text] = html.split("<h2>Sources</h2>");
  expect(text!.replace(/<[^>]*>/g, "")).toMatch(/sea[ -]mark/i);
  expect(articles.get("lighthouse")!.sentences.join(" ")).not.toMatch(/\blighthouse\b/i);
  const record = JSON.parse(files.get("articles/lighthouse.json")!) as Record<string, unknown>;
  expect(record).toMatchObject({ categories: ["Coasts", "Ships"], tags: expect.arrayContaining(["lighthouse"]) });
  expect(files.get("articles/lighthouse.md")).toContain("Coasts");
  expect(log.filter((entry) => entry.startsWith("warn"))).toEqual([]);
});

it("writes the variants of sentences that stay as they are, with the mode spintax", async () => {
  const spinner: Providers["spinner"] = {
    spin: async (text) => ({ text: text.replaceAll("tower", "{tower|turret}"), notes: [] }),
  };
  const data = { ...FROM_URLS, outputFormats: ["html", "spintax"] };
  const providers = { web: cannedWeb(LIGHTHOUSES), spinner };
  const plain = await outcomeOf({ ...data, outputFormats: ["html"] }, { providers });
  const spun = await outcomeOf({ ...data, spinMode: "spintax" }, { providers });
  expect(spun.articles).toEqual(plain.articles);
  const file = [...spun.files].find(([path]) => path.includes("spintax"));
  expect(file![1]).toContain("{tower|turret}");
  expect(spun.files.get("articles/lighthouse.html")).toBe(plain.files.get("articles/lighthouse.html"));
});

it("leaves an article whole when no image can be had, and says why", async () => {
  const images: Providers["images"] = {
    find: () => Promise.reject(new ScriptoriumError("SEARCH_FAILED", "Openverse does not answer. Try again later.")),
    engines: () => [{ name: "openverse", kind: "openverse", title: "Openverse" }],
  };
  const providers = { web: cannedWeb(LIGHTHOUSES), images };
  const plain = await outcomeOf(FROM_URLS, { providers });
  const { files, rows, log } = await outcomeOf({ ...FROM_URLS, articleUseImages: true }, { providers });
  expect(files.get("articles/lighthouse.html")).toBe(plain.files.get("articles/lighthouse.html"));
  expect(rows[0]).toMatchObject({ status: "ok", images: 0 });
  expect(log.some((entry) => entry.startsWith("warn") && entry.includes("Openverse"))).toBe(true);
});
