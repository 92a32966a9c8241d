import { describe, expect, it } from "vitest";
import { cannedFolder, cannedWeb, LIGHTHOUSES, outcomeOf, page } from "../../../test/doubles/article-creator-world.js";
import {
  type ParaphraserProvider,
  ScriptoriumError,
  type SearchOptions,
  type SpinnerProvider,
} from "../../kernel/index.js";
import { articlecreator } from "./index.js";

const URLS = Object.keys(LIGHTHOUSES);
const FROM_URLS = { sourceMode: ["urls"], sourceUrlsFile: URLS, articleLengthFrom: 150, articleLengthTo: 400 };
const web = () => cannedWeb(LIGHTHOUSES);

const words = (text: string) => text.split(/\s+/).length;

async function refusal(run: Promise<unknown>): Promise<{ code: string; message: string }> {
  const error: unknown = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ScriptoriumError.is(error)) throw new Error(`expected a refusal, got ${String(error)}`);
  return { code: error.code, message: error.message };
}

describe("an article", () => {
  it("is made of sentences of its sources, word for word, each once", async () => {
    const { articles, failures } = await outcomeOf(
      { ...FROM_URLS, articleKeywordsFile: ["lighthouse"] },
      { providers: { web: web() } },
    );
    expect([...failures]).toEqual([]);
    const { sentences } = articles.get("lighthouse")!;
    const all = Object.values(LIGHTHOUSES).join(" ");
    for (const sentence of sentences) expect(all).toContain(sentence);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it("begins by saying what its subject is", async () => {
    const { articles } = await outcomeOf(
      { ...FROM_URLS, articleKeywordsFile: ["lighthouse"] },
      { providers: { web: web() } },
    );
    expect(articles.get("lighthouse")!.sentences[0]).toBe(
      "A lighthouse is a tower that carries a lamp high enough to be seen from ships.",
    );
  });

  it("keeps to the wished length and to the sentences one source may give", async () => {
    for (const seed of ["1", "2", "3", "4", "5"]) {
      const { rows, articles } = await outcomeOf(
        {
          ...FROM_URLS,
          articleKeywordsFile: ["lighthouse"],
          articleLengthFrom: 70,
          articleLengthTo: 100,
          maxSentencesPerSource: 4,
        },
        { providers: { web: web() }, seed },
      );
      const length = words(articles.get("lighthouse")!.sentences.join(" "));
      expect(length).toBeGreaterThanOrEqual(70);
      expect(length).toBeLessThanOrEqual(100);
      for (const source of rows[0]!["sources"] as { sentences: number }[])
        expect(source.sentences).toBeLessThanOrEqual(4);
    }
  });

  it("is never longer than asked, headings included", async () => {
    for (const articleLengthTo of [40, 60, 100, 200, 350, 420]) {
      const { files } = await outcomeOf(
        {
          ...FROM_URLS,
          articleKeywordsFile: ["lighthouse"],
          articleLengthFrom: 30,
          articleLengthTo,
          citeSources: "none",
          outputFormats: ["txt"],
        },
        { providers: { web: web() } },
      );
      const [, ...body] = files.get("articles/lighthouse.txt")!.trim().split("\n\n");
      expect(words(body.join(" "))).toBeLessThanOrEqual(articleLengthTo);
    }
  });

  it("has sub-headings from its sources when it is long, none twice and none like the title", async () => {
    const { files } = await outcomeOf(
      {
        ...FROM_URLS,
        articleKeywordsFile: ["lighthouse"],
        articleLengthFrom: 380,
        articleLengthTo: 600,
        maxSentencesPerSource: 9,
        outputFormats: ["json"],
      },
      { providers: { web: web() } },
    );
    const record = JSON.parse(files.get("articles/lighthouse.json")!) as {
      title: string;
      sections: { heading: string }[];
    };
    const headings = record.sections.map(({ heading }) => heading).filter((heading) => heading !== "");
    expect(headings.length).toBeGreaterThan(1);
    expect(new Set(headings).size).toBe(headings.length);
    expect(headings).not.toContain(record.title);
    expect(record.sections[0]!.heading).toBe("");
  });

  it("leaves a sentence that leans on another only behind that one", async () => {
    const body =
      "<p>Honey bees store food in wax cells. They seal each cell when the honey is ripe. Ripe honey bees leave holds little water.</p>";
    const filler =
      "<p>Honey bees gather nectar on warm days. Honey bees need pollen for their brood. Honey bees drink at shallow pools.</p>";
    const { articles } = await outcomeOf(
      {
        articleKeywordsFile: ["honey bees"],
        sourceMode: ["urls"],
        sourceUrlsFile: ["https://a.test/"],
        articleLengthFrom: 10,
        articleLengthTo: 80,
      },
      { providers: { web: cannedWeb({ "https://a.test/": page("Honey Bees", body + filler) }) } },
    );
    const { sentences } = articles.get("honey bees")!;
    const leaning = sentences.indexOf("They seal each cell when the honey is ripe.");
    if (leaning >= 0) expect(sentences[leaning - 1]).toBe("Honey bees store food in wax cells.");
    expect(leaning).not.toBe(0);
  });

  it("comes out byte for byte the same with the same seed, in whatever order pages arrive", async () => {
    const slow: ReturnType<typeof web> = web();
    const reversed = {
      ...slow,
      fetch: async (url: string, options: { signal: AbortSignal }) => {
        for (let turn = 0; turn < 50 - 10 * URLS.indexOf(url); turn += 1) await Promise.resolve();
        return slow.fetch(url, options);
      },
    };
    const data = {
      ...FROM_URLS,
      articleKeywordsFile: ["lighthouse"],
      articleCountRequired: 2,
      outputFormats: ["html", "txt", "md", "json"],
    };
    const one = await outcomeOf(data, { providers: { web: web() } });
    const other = await outcomeOf(data, { providers: { web: reversed } });
    expect([...other.files]).toEqual([...one.files]);
    expect(other.rows).toEqual(one.rows);
  });

  it("differs from the keyword's other articles in title, sentences and file", async () => {
    const { rows, files, articles } = await outcomeOf(
      {
        ...FROM_URLS,
        articleKeywordsFile: ["lighthouse"],
        articleCountRequired: 2,
        articleLengthTo: 200,
        outputFormats: ["json"],
      },
      { providers: { web: web() } },
    );
    expect(rows.map((row) => row["file"])).toEqual(["articles/lighthouse.json", "articles/lighthouse-2.json"]);
    expect(new Set(rows.map((row) => row["title"])).size).toBe(2);
    const texts = [...files.values()].map((file) =>
      (JSON.parse(file) as { sentences: { text: string }[] }).sentences.map(({ text }) => text),
    );
    const again = texts[1]!.filter((sentence) => texts[0]!.includes(sentence)).length;
    expect(again).toBeLessThanOrEqual(texts[1]!.length / 3);
    expect(articles.get("lighthouse")!.sentences).toEqual(texts.flat());
  });

  it("is not written a third time when there is nothing new to say, and the log says so", async () => {
    const { rows, log } = await outcomeOf(
      { ...FROM_URLS, articleKeywordsFile: ["lighthouse"], articleCountRequired: 9, sourceUrlsFile: URLS.slice(0, 2) },
      { providers: { web: web() } },
    );
    expect(rows.length).toBeLessThan(9);
    expect(log.join("\n")).toMatch(/Only \d of 9 articles were written for "lighthouse"/);
  });

  it("takes its related phrases from the sources, in lower case, after the keyword", async () => {
    const { articles } = await outcomeOf(
      { ...FROM_URLS, articleKeywordsFile: ["Lighthouse"] },
      { providers: { web: web() } },
    );
    const [keyword, ...related] = articles.get("Lighthouse")!.keywords;
    expect(keyword).toBe("Lighthouse");
    expect(related.length).toBeGreaterThan(2);
    expect(related.length).toBeLessThanOrEqual(10);
    const all = Object.values(LIGHTHOUSES).join(" ").toLowerCase();
    for (const phrase of related) expect(all).toContain(phrase);
  });

  it("is written with what there is and a warning with the figures when the sources are short", async () => {
    const { rows, log } = await outcomeOf(
      { articleKeywordsFile: ["lighthouse"], sourceMode: ["urls"], sourceUrlsFile: [URLS[0]!] },
      { providers: { web: web() } },
    );
    const count = rows[0]!["words"];
    expect(log).toContainEqual(expect.stringContaining(`has ${String(count)} words instead of 500`));
  });
});

describe("titles", () => {
  const given = { ...FROM_URLS, articleLengthTo: 250 };
  it("follow the template", async () => {
    const { rows } = await outcomeOf(
      { ...given, articleKeywordsFile: ["lighthouse"], articleTitle: "{keyword} {n} {year}: {title}" },
      { providers: { web: web() } },
    );
    expect(rows[0]!["title"]).toMatch(/^lighthouse 1 2026: \S/);
  });

  it("are the line's own when it has one", async () => {
    const { rows } = await outcomeOf(
      { ...given, articleKeywordsFile: ["lighthouse|All About Lights"], articleTitle: "x {title}" },
      { providers: { web: web() } },
    );
    expect(rows[0]!["title"]).toBe("All About Lights");
  });

  it("of a line have the placeholders of the template", async () => {
    const line = "lighthouse|How to Keep a {keyword}, {n} of {year}: {title} {x}";
    const { rows } = await outcomeOf({ ...given, articleKeywordsFile: [line] }, { providers: { web: web() } });
    expect(rows[0]!["title"]).toMatch(/^How to Keep a lighthouse, 1 of 2026: [^{]+ \{x\}$/);
  });

  it("do not repeat when several keywords find the same pages", async () => {
    const keywords = ["lighthouse", "lighthouse keeper", "lighthouse lens", "lighthouses"];
    const { rows } = await outcomeOf(
      { ...given, articleKeywordsFile: keywords, articleLengthFrom: 20 },
      { providers: { web: web() } },
    );
    const titles = rows.map((row) => row["title"]);
    expect(titles.length).toBeGreaterThan(2);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

describe("files", () => {
  const hostile = {
    "https://a.test/?a=1&b='\"": page(
      "Bees &amp; &lt;Script&gt;",
      '<p>Honey bees &amp; wasps share a * habit of _building_ wax_cells. Honey bees make wax, and wasps chew wood & bark. Honey bees write &amp;gt; for a greater wax cell. Honey bees "dance" to tell others of food. Honey bees sting once.</p>',
    ),
  };
  const run = (more: object) =>
    outcomeOf(
      {
        articleKeywordsFile: ["honey bees"],
        sourceMode: ["urls"],
        sourceUrlsFile: Object.keys(hostile),
        articleLengthFrom: 10,
        articleLengthTo: 100,
        sentenceMinWords: 3,
        outputFormats: ["html", "txt", "md", "json"],
        ...more,
      },
      { providers: { web: cannedWeb(hostile) } },
    );

  it("are written in every format asked for, and the row names the first", async () => {
    const { files, rows } = await run({});
    expect([...files.keys()]).toEqual(["html", "txt", "md", "json"].map((ending) => `articles/honey-bees.${ending}`));
    expect(rows).toMatchObject([
      { keyword: "honey bees", n: 1, file: "articles/honey-bees.html", status: "ok", error: "" },
    ]);
  });

  it("escape what sources hold", async () => {
    const { files } = await run({ articleTitle: "<b>{keyword}</b>" });
    const html = files.get("articles/honey-bees.html")!;
    expect(html).toContain("<h1>&lt;b&gt;honey bees&lt;/b&gt;</h1>");
    expect(html).toContain("Honey bees &amp; wasps");
    expect(html).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/);
    expect(files.get("articles/honey-bees.md")).toContain("write \\&gt; for");
    expect(files.get("articles/honey-bees.md")).toContain("a * habit of \\_building\\_ wax_cells");
    expect(JSON.parse(files.get("articles/honey-bees.md")!.match(/^title: (.*)$/m)![1]!)).toBe("<b>honey bees</b>");
  });

  it("list the sources, number passages, or leave them out, as asked", async () => {
    const list = await run({});
    expect(list.files.get("articles/honey-bees.txt")).toMatch(/\n\nSources\n1\. /);
    expect(list.files.get("articles/honey-bees.txt")).not.toContain("[1]");
    const inline = await run({ citeSources: "inline" });
    expect(inline.files.get("articles/honey-bees.txt")).toMatch(/\. \[1\]\n\nSources\n1\. /);
    expect(inline.articles.get("honey bees")!.sentences.join(" ")).not.toContain("[1]");
    const none = await run({ citeSources: "none" });
    expect(none.files.get("articles/honey-bees.txt")).not.toContain("Sources");
  });

  it("say of every sentence in json which source it is from", async () => {
    const { files } = await outcomeOf(
      { ...FROM_URLS, articleKeywordsFile: ["lighthouse"], outputFormats: ["json"] },
      { providers: { web: web() } },
    );
    const record = JSON.parse(files.get("articles/lighthouse.json")!) as {
      sentences: { text: string; source: number }[];
      sources: { url: string; sentences: number }[];
    };
    for (const { text, source } of record.sentences) expect(LIGHTHOUSES[record.sources[source]!.url]).toContain(text);
    expect(record.sources.reduce((sum, { sentences }) => sum + sentences, 0)).toBe(record.sentences.length);
  });

  it("of keywords that make one name do not overwrite each other", async () => {
    const { files } = await outcomeOf(
      {
        ...FROM_URLS,
        articleKeywordsFile: ["lighthouse", "Lighthouse!", "lighthouse 2", "lighthouse?"],
        articleCountRequired: 2,
      },
      { providers: { web: web() } },
    );
    expect(files.size).toBe(8);
  });
});

describe("sources", () => {
  it("given for all keywords are read once, however many keywords there are", async () => {
    const pages = web();
    await outcomeOf(
      { ...FROM_URLS, articleKeywordsFile: ["lighthouse", "lamp", "lighthouse keeper"] },
      { providers: { web: pages } },
    );
    expect(pages.asked).toEqual(URLS);
  });

  it("of a folder may be html, markdown and plain text", async () => {
    const folder = cannedFolder({
      "a.html": LIGHTHOUSES[URLS[0]!]!,
      "b/lamps.md":
        "---\ntitle: Lamps\n---\n# Lamps\n\nA lighthouse lamp burns *all* night. The flame of a [lighthouse](/x) was fed with oil. Keepers trimmed the wick of the lighthouse lamp every hour.\n",
      "c.txt":
        "Lighthouse Fog Signals\n\nA lighthouse sounds a horn when fog hides\nits light. Bells hung beside the lighthouse before steam came. Sailors heard the lighthouse from several miles away.\n",
    });
    const { rows, articles } = await outcomeOf(
      {
        articleKeywordsFile: ["lighthouse"],
        sourceMode: ["folder"],
        sourceFolder: "texts",
        articleLengthFrom: 180,
        articleLengthTo: 200,
      },
      { providers: { folder } },
    );
    const paths = (rows[0]!["sources"] as { path: string }[]).map(({ path }) => path);
    expect(new Set(paths)).toEqual(new Set(["a.html", "b/lamps.md", "c.txt"]));
    const text = articles.get("lighthouse")!.sentences.join(" ");
    expect(text).toContain("A lighthouse lamp burns all night.");
    expect(text).toContain("A lighthouse sounds a horn when fog hides its light.");
  });

  it("may be text of the task itself", async () => {
    const lines = [
      "Lamps",
      "A lighthouse lamp burns all night in every season. Keepers fed the lighthouse flame with oil.",
      "Bells hung beside the lighthouse before steam came to the coast.",
    ];
    const { articles } = await outcomeOf({
      articleKeywordsFile: ["lighthouse"],
      sourceMode: ["text"],
      sourceTextFile: lines,
      articleLengthFrom: 60,
      articleLengthTo: 80,
    });
    expect(articles.get("lighthouse")!.sentences).toHaveLength(3);
  });

  it("that are one page at two addresses count once", async () => {
    const pages = { ...LIGHTHOUSES, "https://mirror.test/towers": LIGHTHOUSES[URLS[0]!]! };
    const { rows } = await outcomeOf(
      {
        ...FROM_URLS,
        sourceUrlsFile: ["https://mirror.test/towers", URLS[0]!, URLS[1]!],
        articleKeywordsFile: ["lighthouse"],
      },
      { providers: { web: cannedWeb(pages) } },
    );
    expect(rows[0]!["sources"]).toHaveLength(2);
  });

  it("that cannot be used are a warning each and no failure while one is left", async () => {
    const pages = {
      ...LIGHTHOUSES,
      "https://x.test/empty": "",
      "https://x.test/links": page(
        "Links",
        "<ul><li><a href='/1'>Lighthouse one</a></li><li><a href='/2'>Lighthouse two</a></li></ul>",
      ),
      "https://x.test/short": page("Short", "<p>A lighthouse is tall.</p>"),
    };
    const urls = [
      ...Object.keys(pages).filter((url) => url.includes("x.test")),
      "https://gone.test/",
      ...URLS.slice(0, 2),
    ];
    const { failures, log } = await outcomeOf(
      { ...FROM_URLS, sourceUrlsFile: urls, articleKeywordsFile: ["lighthouse"] },
      { providers: { web: cannedWeb(pages) } },
    );
    expect(failures.size).toBe(0);
    const warnings = log.filter((entry) => entry.startsWith("warn: A source was left out"));
    expect(warnings).toContainEqual(expect.stringContaining("gone.test refused the connection"));
    expect(warnings).toContainEqual(expect.stringContaining("https://x.test/empty holds no text"));
  });

  it("found by a search are read in their order, together with the line's own page", async () => {
    const pages = web();
    const asked: unknown[] = [];
    const search = {
      search: async (query: string, options: SearchOptions) => {
        asked.push([query, options.limit, options.country, options.language, options.cacheHours]);
        return URLS.slice(0, 3).map((url) => ({ url, title: "", snippet: "" }));
      },
    };
    const { failures } = await outcomeOf(
      {
        articleKeywordsFile: [`lighthouse|||${URLS[4]!}`],
        urlLimitResults: 2,
        articleLengthFrom: 100,
        articleLengthTo: 200,
        searchCacheHours: 2,
      },
      { providers: { web: pages, search } },
    );
    expect(failures.size).toBe(0);
    expect(asked).toEqual([["lighthouse", 2, "us", "en", 2]]);
    expect(pages.asked).toEqual([URLS[4], URLS[0], URLS[1]]);
  });

  it("found by a search of this server are read as files, where their folder may be read", async () => {
    const known = cannedFolder({ "lamp house.html": Object.values(LIGHTHOUSES)[0]! });
    const folder: typeof known = {
      ...known,
      async read(place, path, options) {
        if (place === "/srv/texts") return known.read(place, path, options);
        throw new ScriptoriumError("FOLDER_REFUSED", `The folder "${place}" may not be read. Name another one.`);
      },
    };
    const search = {
      search: async () =>
        ["/srv/texts/lamp%20house.html", "/etc/passwd.txt"].map((path) => ({
          url: `file://${path}`,
          title: "",
          snippet: "",
        })),
    };
    const { rows, failures, log } = await outcomeOf(
      { articleKeywordsFile: ["lighthouse"], articleLengthFrom: 50, articleLengthTo: 200 },
      { providers: { web: cannedWeb({}), search, folder } },
    );
    expect([...failures]).toEqual([]);
    expect(rows[0]!["sources"]).toEqual([expect.objectContaining({ path: "file:///srv/texts/lamp%20house.html" })]);
    expect(log.join(" ")).toContain('A source was left out: The folder "/etc" may not be read.');
  });
});

describe("a run is refused in words", () => {
  it("when nothing but a search is asked for and there is no search provider", async () => {
    expect(await refusal(outcomeOf({ articleKeywordsFile: ["honey bees|Title", "wax"] }))).toEqual({
      code: "no-provider",
      message:
        'No search provider is configured. Article creator needs one to find pages for "honey bees". Set sourceMode to "folder", "text" or "urls" and give the sources, or to "wikipedia", which needs none. To have one, set providers.search in the config file of the server, or pass providers.search to createScriptorium.',
    });
  });

  it.each([
    [{ sourceMode: ["urls"] }, "no-input", "sourceUrlsFile is empty"],
    [{ sourceMode: ["folder"] }, "no-input", "sourceFolder is empty"],
    [{ sourceMode: ["text"] }, "no-input", "sourceTextFile is empty"],
    [{ sourceMode: ["text"], sourceTextFile: ["x"] }, "no-input", "The text of sourceTextFile is too short"],
    [{ sourceMode: [] }, "bad-input", "sourceMode is empty"],
    [{ sourceMode: ["rss"] }, "no-input", "Give the addresses of the feeds"],
    [{ sourceMode: ["rss"], sourceUrlsFile: ["https://a.test/"] }, "no-provider", "read the feeds of sourceUrlsFile"],
    [{ sourceMode: ["wikipedia"] }, "no-provider", "needs one to read Wikipedia"],
    [{ sourceMode: ["telepathy"] }, "bad-input", 'sourceMode has "telepathy", which is not known'],
    [{ sourceMode: ["text"], sourceTextFile: ["x"], outputFormats: ["docx"] }, "bad-input", 'outputFormats has "docx"'],
    [
      { sourceMode: ["text"], sourceTextFile: ["x"], articleJunkFilterFile: ["/(/"] },
      "bad-input",
      "articleJunkFilterFile",
    ],
    [{ sourceMode: ["urls"], sourceUrlsFile: ["https://a.test/"] }, "no-provider", "No web provider is configured"],
    [{ sourceMode: ["folder"], sourceFolder: "texts" }, "no-provider", "No folder provider is configured"],
  ])("with %j as %s", async (data, code, part) => {
    const found = await refusal(outcomeOf({ articleKeywordsFile: ["bees"], ...data }));
    expect(found.code).toBe(code);
    expect(found.message).toContain(part);
    expect(found.message).toMatch(/\. [A-Z]/);
  });

  it("when no page can be reached, and otherwise when every page refuses", async () => {
    const data = {
      ...FROM_URLS,
      articleKeywordsFile: ["bees"],
      sourceUrlsFile: ["https://x.test/1", "https://x.test/2"],
    };
    const unreached = await refusal(outcomeOf(data, { providers: { web: cannedWeb({}) } }));
    expect(unreached).toEqual({
      code: "no-network",
      message:
        "None of the 2 pages could be fetched: x.test refused the connection. Check the network or the proxy, then run again: the run resumes.",
    });
    const refusing = {
      fetch: async () => {
        throw new ScriptoriumError("FETCH_FAILED", "x.test answered with status 403 instead of a page. Leave it out.", {
          status: 403,
        });
      },
    };
    const blocked = await refusal(outcomeOf(data, { providers: { web: refusing } }));
    expect(blocked.code).toBe("blocked");
    expect(blocked.message).toBe(
      "None of the 2 pages could be read: x.test answered with status 403 instead of a page. Leave it out.",
    );
    const folder = { list: async () => [], read: async () => "" };
    const tasks = { articleKeywordsFile: ["bees"], sourceMode: ["folder"], sourceFolder: "task:nope/articles" };
    expect((await refusal(outcomeOf(tasks, { providers: { folder } }))).message).toBe(
      'sourceFolder is "task:nope/articles", but a task with this id has no html, md or txt file there, or there is no such task. Check the id, or run that task first.',
    );
  });

  it("when the search provider cannot be reached", async () => {
    const search = {
      search: async () => {
        throw new ScriptoriumError("FETCH_FAILED", "No.", {
          errno: "ECONNREFUSED",
          provider: "searxng",
          host: "127.0.0.1:8888",
        });
      },
    };
    const { failures } = await outcomeOf(
      { articleKeywordsFile: ["bees", "wax"] },
      { providers: { web: web(), search } },
    );
    expect(failures.get("bees")).toMatchObject({
      code: "no-network",
      message:
        'Search provider "searxng" at 127.0.0.1:8888 could not be reached (ECONNREFUSED). 0 of 2 keywords were processed. Check the network or the proxy, then run again: the run resumes.',
    });
  });
});

describe("keywords", () => {
  it("about which nothing is said fail alone, in words", async () => {
    const { failures, articles } = await outcomeOf(
      { ...FROM_URLS, articleKeywordsFile: ["quantum chromodynamics", "lighthouse"] },
      { providers: { web: web() } },
    );
    expect(failures.get("quantum chromodynamics")).toMatchObject({ code: "empty-result" });
    expect([...articles.keys()]).toEqual(["lighthouse"]);
  });

  it.each([
    ["characters of regular expressions", ".*(+)?["],
    ["a backslash", "\\"],
    ["emoji", "🐝🍯"],
    ["10 KB without a space", "a".repeat(10_240)],
    ["10 KB of one word", "lighthouse ".repeat(1000)],
    ["stop words", "the who"],
    ["a replacement pattern", "$&"],
    ["spintax", "{a|b}"],
    ["a title without a keyword", "|title only"],
  ])("made of %s end in an article or a plain failure", async (_, keyword) => {
    const { failures, articles } = await outcomeOf(
      { ...FROM_URLS, articleKeywordsFile: [keyword, "lighthouse"] },
      { providers: { web: web() } },
    );
    expect(articles.has("lighthouse")).toBe(true);
    for (const failure of failures.values()) {
      expect(failure.code).toBe("empty-result");
      expect(failure.message.length).toBeLessThan(400);
    }
  });

  it("of other languages find their passages", async () => {
    const german = page(
      "Der Leuchtturm",
      "<p>Ein Leuchtturm ist ein Turm, der mit seinem Licht den Schiffen den Weg zeigt. Die Wärter wohnten früher im Leuchtturm und pflegten die Lampe. Heute schaltet ein Rechner das Licht im Leuchtturm ein. Viele Leuchttürme dienen im Sommer als Gasthaus.</p>",
    );
    const chinese = page(
      "灯塔",
      "<p>灯塔是建在海岸或岛屿上的塔状建筑。灯塔的灯光引导船只安全航行。许多灯塔现在由计算机自动控制。古代的灯塔用木柴和油作为燃料。</p>",
    );
    const pages = cannedWeb({ "https://de.test/": german, "https://zh.test/": chinese });
    const { articles } = await outcomeOf(
      {
        articleKeywordsFile: ["Leuchtturm", "灯塔"],
        sourceMode: ["urls"],
        sourceUrlsFile: ["https://de.test/", "https://zh.test/"],
        articleLengthFrom: 10,
        articleLengthTo: 100,
      },
      { providers: { web: pages } },
    );
    expect(articles.get("Leuchtturm")!.sentences[0]).toContain("Ein Leuchtturm ist ein Turm");
    expect(articles.get("灯塔")!.sentences[0]).toBe("灯塔是建在海岸或岛屿上的塔状建筑。");
  });
});

it("drops sentences and headings that the junk filter names", async () => {
  const { articles } = await outcomeOf(
    {
      ...FROM_URLS,
      articleKeywordsFile: ["lighthouse"],
      articleLengthTo: 600,
      maxSentencesPerSource: 20,
      articleJunkFilterFile: ["KEEPER", "masons*stone", "/\\d{4}/"],
    },
    { providers: { web: web() } },
  );
  const text = articles.get("lighthouse")!.sentences.join(" ");
  expect(text).not.toMatch(/keeper|Masons raised|\d{4}/i);
  expect(text).toContain("lighthouse");
});

it("warns of nothing by default", async () => {
  const { log } = await outcomeOf({ ...FROM_URLS, articleKeywordsFile: ["lighthouse"] }, { providers: { web: web() } });
  expect(log.filter((entry) => entry.startsWith("warn"))).toEqual([]);
});

it("takes ranges given the wrong way round as they were meant", async () => {
  const { articles } = await outcomeOf(
    { ...FROM_URLS, articleKeywordsFile: ["lighthouse"], articleLengthFrom: 300, articleLengthTo: 150 },
    { providers: { web: web() } },
  );
  const length = words(articles.get("lighthouse")!.sentences.join(" "));
  expect(length).toBeGreaterThanOrEqual(130);
  expect(length).toBeLessThanOrEqual(300);
});

it("stops when the run is aborted", async () => {
  const abort = new AbortController();
  const pages = web();
  const aborting = {
    fetch: async (url: string, options: { signal: AbortSignal }) => {
      abort.abort(new Error("stopped"));
      return pages.fetch(url, options);
    },
  };
  await expect(
    outcomeOf(
      { ...FROM_URLS, articleKeywordsFile: ["lighthouse"] },
      { providers: { web: aborting }, signal: abort.signal },
    ),
  ).rejects.toThrow("stopped");
});

it("has a default for every option", () => {
  const defaults = articlecreator.options.parse({});
  expect(defaults).toMatchObject({
    articleCountRequired: 1,
    urlLimitResults: 5,
    sourceMode: ["search"],
    citeSources: "list",
    outputFormats: ["html"],
  });
  expect(defaults.linkSets).toHaveLength(5);
  for (const set of defaults.linkSets) expect(set).toMatchObject({ keywordsFile: [], urlsFile: [], lockUrl: false });
  expect(defaults.imageInsert).toMatchObject({ InsertType: "local", UseCreativeCommons: true, UseBing: false });
});

describe("a reworded article", () => {
  const heard: { text: string; protectedWords: readonly string[] }[] = [];
  const spinner: SpinnerProvider = {
    async spin(text, { protectedWords }) {
      heard.push({ text, protectedWords });
      return {
        text: text.replace(/\b(ships|sea|light|tower|tide|keepers|of)\b/g, "{$1|$1 (other)}"),
        notes: ["A word to the wise."],
      };
    },
  };
  const data = { ...FROM_URLS, articleKeywordsFile: ["lighthouse"], outputFormats: ["html", "json"] };

  it("has its sentences spun in one call, the keyword, the protected words and the terms of its headings named", async () => {
    heard.length = 0;
    const plain = await outcomeOf(data, { providers: { web: web() } });
    const spun = await outcomeOf(
      { ...data, spinMode: "spin", protectedWordsFile: ["lamp"] },
      { providers: { web: web(), spinner } },
    );
    expect(heard).toHaveLength(1);
    const [keyword, given, ...topic] = heard[0]!.protectedWords;
    expect([keyword, given]).toEqual(["lighthouse", "lamp"]);
    const terms = String(plain.rows[0]!["title"])
      .toLowerCase()
      .match(/[a-z]{6,}/g)!;
    expect(topic).toEqual(expect.arrayContaining(terms));
    expect(topic).not.toContain("the");
    const [before, after] = [plain, spun].map(({ articles }) => articles.get("lighthouse")!.sentences);
    expect(after!.map((sentence) => sentence.replaceAll(" (other)", ""))).toEqual(before);
    expect(after!.some((sentence) => sentence.includes("(other)"))).toBe(true);
    expect([...spun.files.values()].every((file) => file.includes("(other)"))).toBe(true);
    expect(spun.rows[0]!["words"]).toBeGreaterThan(plain.rows[0]!["words"] as number);
    expect(spun.rows[0]!["title"]).toBe(plain.rows[0]!["title"]);
    expect(spun.log).toContain("warn: A word to the wise.");
  });

  it("is spun sentence by sentence by an engine that does not keep paragraphs", async () => {
    const flat: SpinnerProvider = { spin: async (text) => ({ text: text.replace(/\s+/g, " "), notes: [] }) };
    const options = { ...data, spinMode: "spin" };
    const plain = await outcomeOf(data, { providers: { web: web() } });
    const spun = await outcomeOf(options, { providers: { web: web(), spinner: flat } });
    expect(spun.articles.get("lighthouse")!.sentences).toEqual(plain.articles.get("lighthouse")!.sentences);
  });

  it("is paraphrased from the language the task names", async () => {
    const languages: string[] = [];
    const paraphraser: ParaphraserProvider = {
      async paraphrase(text, { sourceLanguage }) {
        languages.push(sourceLanguage);
        return { text: text.toUpperCase(), notes: [] };
      },
    };
    const { articles } = await outcomeOf(
      { ...data, spinMode: "paraphrase", articleSpinnerTranslateSource: "nl" },
      { providers: { web: web(), paraphraser } },
    );
    expect(languages).toEqual(["nl"]);
    const { sentences } = articles.get("lighthouse")!;
    expect(sentences).toEqual(sentences.map((sentence) => sentence.toUpperCase()));
  });

  it.each(["spin", "paraphrase"])("is refused before anything is read when %s has no provider", async (spinMode) => {
    const refused = await refusal(outcomeOf({ ...data, spinMode }, { providers: { web: web() } }));
    expect(refused).toEqual({
      code: "no-provider",
      message: expect.stringContaining(`Set spinMode, which is "${spinMode}", to "none"`),
    });
  });
});
