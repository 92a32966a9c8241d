import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../../test/any-character.js";
import { cpuMs } from "../../../../test/cpu-time.js";
import { ScriptoriumError } from "../../../kernel/index.js";
import { checkSelectors, extractPage } from "./extract.js";
import type { ContentBlock, ExtractedPage, Span } from "./page.js";

const SENTENCES = [
  "Honey bees live in colonies of many thousands, and each of them has its work in the hive.",
  "In spring the queen lays up to two thousand eggs a day, which is more than her own weight.",
  "The workers feed the brood, build the combs from wax, and keep the nest at thirty-five degrees.",
  "When the lime trees flower, a strong colony brings home several pounds of nectar in one day.",
  "A beekeeper looks into the hive once a week, because in May the bees may want to swarm.",
  "What is left over after the harvest is replaced with sugar, so that no colony starves in winter.",
];
const paragraphs = (from = 0, to = SENTENCES.length) =>
  SENTENCES.slice(from, to)
    .map((sentence) => `<p>${sentence} ${sentence.replace("the", "every")}</p>`)
    .join("\n");
const FRAME = (
  content: string,
  head = "",
) => `<!DOCTYPE html><html lang="en"><head><title>Keeping bees | The Almanac</title>${head}</head>
<body><header class="site-header"><a href="/">The Almanac</a><nav class="main-menu"><ul><li><a href="/garden">Garden</a></li><li><a href="/kitchen">Kitchen</a></li>
<li><a href="/stars">Stars and planets</a></li></ul></nav></header>
<main><article class="post">${content}</article></main>
<aside class="sidebar"><h3>Most read</h3><ul><li><a href="/1">Ten ways to prune a rose</a></li><li><a href="/2">When to sow beans</a></li></ul></aside>
<footer class="site-footer"><p>Copyright 2024 The Almanac. <a href="/privacy">Privacy policy</a></p></footer></body></html>`;

const spanText = (spans: readonly Span[]) => spans.map((span) => span.text).join("");
function words(block: ContentBlock): string {
  if (block.kind === "image") return block.caption;
  if (block.kind === "break") return "";
  if (block.kind === "code") return block.text;
  if (block.kind === "table") return block.rows.map((row) => row.map(spanText).join(" ")).join("\n");
  return spanText(block.spans);
}
const text = (page: ExtractedPage) => page.content.map(words).join("\n");
const ofKind = <K extends ContentBlock["kind"]>(page: ExtractedPage, kind: K) =>
  page.content.filter((block): block is Extract<ContentBlock, { kind: K }> => block.kind === kind);

describe("the content of a page", () => {
  it("is what the page is about, without what is around it", async () => {
    const page = await extractPage(FRAME(`<h1>Keeping bees</h1>${paragraphs()}`), {
      url: "https://almanac.test/blog/bees",
    });
    for (const sentence of SENTENCES) expect(text(page)).toContain(sentence);
    for (const other of ["Kitchen", "prune a rose", "Copyright"]) expect(text(page)).not.toContain(other);
    expect(page).toMatchObject({ type: "article", method: "model", metadata: { title: "Keeping bees" } });
    expect(page.words).toBeGreaterThan(150);
  });

  it("has neither the title of an article nor what it says a second time for small screens", async () => {
    const page = await extractPage(
      FRAME(`<h1>Keeping bees</h1>${paragraphs()}<div class="mobile">${paragraphs(0, 2)}</div>`),
    );
    expect(text(page)).not.toContain("Keeping bees");
    expect(text(page).split(SENTENCES[0]!)).toHaveLength(2);
  });

  it("keeps what words are: links made whole, strong, emphasis and code", async () => {
    const page = await extractPage(
      FRAME(
        `<p>See <a href="../tools?a=1#x">the <b>tools</b></a>, <a href="mailto:bee@almanac.test">write</a>, <a href="javascript:alert(1)">run</a> or <em>type</em> <code>hive --open</code>, and so on, as every keeper of bees does in May.</p>${paragraphs()}`,
      ),
      { url: "https://almanac.test/blog/bees" },
    );
    const first = ofKind(page, "paragraph")[0]!;
    expect(first.spans.slice(0, 9)).toEqual([
      { text: "See " },
      { text: "the ", href: "https://almanac.test/tools?a=1#x" },
      { text: "tools", href: "https://almanac.test/tools?a=1#x", strong: true },
      { text: ", " },
      { text: "write", href: "mailto:bee@almanac.test" },
      { text: ", run or " },
      { text: "type", emphasis: true },
      { text: " " },
      { text: "hive --open", code: true },
    ]);
  });

  it("makes links whole by the page's own base", async () => {
    const html = FRAME(
      `<p>Read <a href="wax">about wax</a> and about much else in this almanac, which is old.</p>${paragraphs()}`,
      '<base href="/old/">',
    );
    const page = await extractPage(html, { url: "https://almanac.test/blog/bees" });
    expect(ofKind(page, "paragraph")[0]!.spans[1]).toEqual({ text: "about wax", href: "https://almanac.test/old/wax" });
  });

  it("has headings, items with their depth, quotes, code and tables", async () => {
    const page = await extractPage(
      FRAME(`${paragraphs(0, 2)}<h2>What you need<a class="headerlink" href="#need">¶</a></h2><ul><li>A smoker, which calms the bees<ol><li>with dry grass in it, not with leaves</li></ol></li><li>A veil and a pair of gloves</li></ul>
${paragraphs(2, 4)}<blockquote><p>Bees do nothing invariably, as an old saying of the craft has it.</p></blockquote>
<p>The following program counts the bees of a hive, as long as they hold still:</p><pre class="language-js"><code>for (const bee of hive) {
  count += 1;
}
</code></pre><p>These are the yields of three colonies in two years, in pounds of honey:</p>
<table><thead><tr><th>Colony</th><th>2022</th><th>2023</th></tr></thead><tbody><tr><td>North</td><td>31</td><td>28</td></tr><tr><td>South</td><td>40</td><td>37</td></tr></tbody></table>${paragraphs(4)}`),
    );
    expect(ofKind(page, "heading")).toContainEqual({ kind: "heading", level: 2, spans: [{ text: "What you need" }] });
    expect(ofKind(page, "item").map(({ ordered, depth, spans }) => [ordered, depth, spanText(spans)])).toEqual([
      [false, 0, "A smoker, which calms the bees"],
      [true, 1, "with dry grass in it, not with leaves"],
      [false, 0, "A veil and a pair of gloves"],
    ]);
    expect(ofKind(page, "quote").map(words)).toEqual([
      "Bees do nothing invariably, as an old saying of the craft has it.",
    ]);
    expect(ofKind(page, "code")).toEqual([
      { kind: "code", language: "js", text: "for (const bee of hive) {\n  count += 1;\n}" },
    ]);
    expect(ofKind(page, "table")).toHaveLength(1);
    expect(ofKind(page, "table")[0]).toMatchObject({ header: true });
    expect(words(ofKind(page, "table")[0]!)).toBe("Colony 2022 2023\nNorth 31 28\nSouth 40 37");
  });

  it("takes apart tables that only put things side by side", async () => {
    const page = await extractPage(
      `<title>Bees</title><table><tr><td><a href="/">Home</a><br><a href="/a">About</a></td><td><h2>Bees</h2>${paragraphs()}</td></tr></table>`,
    );
    expect(ofKind(page, "table")).toEqual([]);
    expect(ofKind(page, "paragraph").length).toBeGreaterThanOrEqual(SENTENCES.length);
  });

  it("has the pictures among its text, with their captions, and no ornaments", async () => {
    const page = await extractPage(
      FRAME(`${paragraphs(0, 3)}<figure><img src="data:image/gif;base64,R0" data-src="/hive.jpg" alt="A hive" width="800"><figcaption>The hive in May.</figcaption></figure>
<img class="icon" src="/share.png"><img src="/pixel.gif" width="1" height="1">${paragraphs(3)}`),
      { url: "https://almanac.test/blog/bees" },
    );
    expect(ofKind(page, "image")).toEqual([
      { kind: "image", src: "https://almanac.test/hive.jpg", alt: "A hive", caption: "The hive in May." },
    ]);
    expect(ofKind(page, "paragraph").map(words)).not.toContain("The hive in May.");
  });

  it("never joins the words of two blocks, nor parts those of one", async () => {
    const page = await extractPage(
      FRAME(
        `<p>The fa<b>mi</b>ly of bees<br>has a queen, and she is the mother of all.</p><div>One thing<div>another thing</div></div>${paragraphs()}`,
      ),
      { mode: "full" },
    );
    expect(text(page).split("\n")).toContain("The family of bees has a queen, and she is the mother of all.");
    expect(text(page).split("\n")).toEqual(expect.arrayContaining(["One thing", "another thing"]));
  });

  it("is found in what a page shows where no script runs", async () => {
    const page = await extractPage(
      `<title>Bees</title><div id="app"></div><noscript><div>${paragraphs()}</div></noscript>`,
    );
    expect(text(page)).toContain(SENTENCES[0]);
  });
});

describe("a page in any language", () => {
  const news: Readonly<Record<string, readonly string[]>> = {
    de: [
      "Die Stadt will in den kommenden drei Jahren alle Brücken über den Fluss sanieren. Das hat der Gemeinderat am Dienstag beschlossen.",
      "Die Arbeiten beginnen im Frühjahr mit der ältesten Brücke, deren Pfeiler Risse zeigen. Autofahrer müssen sich auf Umwege einstellen.",
    ],
    ru: [
      "Город намерен в ближайшие три года отремонтировать все мосты через реку. Такое решение во вторник вечером принял городской совет.",
      "Работы начнутся весной с самого старого моста, опоры которого покрылись трещинами. Водителям придётся ездить в объезд.",
    ],
    ja: [
      "市は今後三年間で、川にかかるすべての橋を補修する方針を決めた。火曜日の夜に開かれた市議会で、賛成多数で可決された。",
      "工事は来年の春に最も古い橋から始まる。橋脚にひび割れが見つかっており、車は長い迂回を求められることになる。",
    ],
    zh: [
      "市政府计划在未来三年内修复所有跨河桥梁。星期二晚上召开的市议会以多数票通过了这一决定。",
      "工程将于明年春天从最古老的桥梁开始，该桥的桥墩已经出现裂缝。司机们将不得不绕行很长的路程。",
    ],
  };
  it.each(Object.keys(news))("has its paragraphs and a sensible count of words in %s", async (language) => {
    const own = news[language]!;
    const html = FRAME(`<h1>Bridges</h1>${own.map((one) => `<p>${one}</p>`).join("")}`);
    for (const mode of ["balanced", "precision", "fast"] as const) {
      const page = await extractPage(html, { mode });
      expect(ofKind(page, "paragraph").map(words)).toEqual(own);
      expect(page.words).toBeGreaterThan(25);
      expect(page.words).toBeLessThan(70);
    }
  });
});

describe("a page that says one thing over and over", () => {
  it("is not read as if it said it once", async () => {
    const page = await extractPage(`<main>${`<p>${SENTENCES[0]}</p>`.repeat(500)}</main>`);
    expect(page.words).toBeGreaterThan(5000);
  });
});

describe("a page that is no article", () => {
  const post = (name: string, words: string) =>
    `<div class="post"><div class="author"><a href="/u/${name}">${name}</a> <time>Jan 4, 2024</time></div><div class="message-body"><p>${words}</p></div><div class="actions"><button>Reply</button> <button>Like</button></div></div>`;
  it("has the posts when it is a thread", async () => {
    const page = await extractPage(
      `<html><head><title>Swarm in the garden - Bee Forum</title><meta name="generator" content="phpBB"><script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script></head><body><ul class="nav"><li><a href="/">Board index</a></li></ul><div class="thread"><h1>Swarm in the garden</h1>${SENTENCES.map((sentence, index) => post(`keeper${index}`, `${sentence} What would you do about it, I wonder?`)).join("")}</div><div class="footer">Powered by phpBB</div></body></html>`,
      { url: "https://bees.test/forum/viewtopic.php?t=12" },
    );
    expect(page.type).toBe("forum");
    for (const sentence of SENTENCES) expect(text(page)).toContain(sentence);
    expect(text(page)).not.toContain("Board index");
  });

  it("has text and code when it is documentation", async () => {
    const page = await extractPage(
      `<html><head><title>hive.open - Hive 2.0 documentation</title><meta name="generator" content="Docutils"></head><body><div class="sphinxsidebar"><ul><li><a href="a">Install</a></li><li><a href="b">Reference</a></li></ul></div><div class="document"><div class="body" role="main"><h1>hive.open</h1><p>Opens a hive and gives its frames, of which there are ten at most, in their order from the left.</p><pre>hive.open(name, smoke=True)</pre><p>The name is that of the hive; a hive that does not exist is made, unless the option says otherwise.</p><pre>frames = hive.open("north")</pre><p>When the bees are angry an error of the kind AngryBees is raised, and nothing was opened at all.</p></div></div></body></html>`,
      { url: "https://docs.bees.test/en/latest/hive.html" },
    );
    expect(page.type).toBe("docs");
    expect(text(page)).toContain("hive.open(name, smoke=True)");
    expect(text(page)).toContain("When the bees are angry");
    expect(text(page)).not.toContain("Install");
  });
});

describe("how much is taken", () => {
  const html = FRAME(
    `<h1>Keeping bees</h1>${paragraphs()}<p class="note">A short note, which may or may not belong here.</p><div id="comments" class="comments"><div class="comment"><p>I have kept bees for thirty years, and I have never seen a colony like the one you tell of here.</p></div></div>`,
  );
  it("grows from precision over balanced to recall and to the whole page", async () => {
    const counts = [];
    for (const mode of ["precision", "balanced", "recall", "full"] as const) {
      counts.push((await extractPage(html, { mode })).words);
    }
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(text(await extractPage(html, { mode: "full" }))).toContain("Privacy policy");
  });

  it("is of the same kind under an address without a name", async () => {
    const stated = '<link rel=canonical href="https://wax.example/2024/05/my-first-hive/">';
    const html = `<title>My first hive - Wax</title>${stated}<nav><a href=/>Home</a> <a href=/about>About</a></nav>
      <h1>My first hive</h1><p>In spring the hive wakes up, and the queen begins to lay.</p><footer>Wax 2024</footer>`;
    for (const url of ["https://wax.example/2024/05/my-first-hive/", "https://wax.example/?p=7", ""]) {
      expect((await extractPage(html, { url })).type).toBe("article");
    }
  });

  it("goes by rules alone when it has to be fast", async () => {
    const page = await extractPage(html, { mode: "fast" });
    expect(page.method).toBe("rules");
    for (const sentence of SENTENCES) expect(text(page)).toContain(sentence);
    expect(text(page)).not.toContain("prune a rose");
  });

  it("is what selectors find in the mode for that", async () => {
    const page = await extractPage(html, {
      mode: "selector",
      include: ["aside ul", "h1"],
      exclude: ["li:first-child"],
    });
    expect(page.method).toBe("selectors");
    expect(text(page)).toBe("Keeping bees\nWhen to sow beans");
  });

  it("may be single cells and words, and leave out single words", async () => {
    const table =
      "<table><tr><th>Colony</th><th>Yield</th></tr><tr><td>North</td><td class='y'>31 <sup>a</sup></td></tr></table>";
    const page = await extractPage(
      `<p>Up to <span class="top">forty pounds</span> each.</p>${table}<img id="hive" src="/h.jpg">`,
      {
        url: "https://a.test/",
        mode: "selector",
        include: [".top", "td.y", "#hive"],
        exclude: ["sup"],
      },
    );
    expect(page.content.map((block) => (block.kind === "image" ? block.src : words(block)))).toEqual([
      "forty pounds",
      "31",
      "https://a.test/h.jpg",
    ]);
  });

  it("has what is included in any case, and not what is excluded", async () => {
    const page = await extractPage(html, { include: ["footer"], exclude: ["article p:first-of-type"] });
    expect(text(page)).toContain("Privacy policy");
    expect(text(page)).not.toContain(SENTENCES[0]);
    expect(text(page)).toContain(SENTENCES[1]);
  });

  it("has comments of readers apart, and only on request", async () => {
    const said = "I have kept bees for thirty years";
    const page = await extractPage(html, { mode: "precision", comments: true });
    expect(page.comments.map(words).join()).toContain(said);
    expect((await extractPage(html, { mode: "precision" })).comments).toEqual([]);
  });
});

describe("a selector that cannot be used", () => {
  it.each([
    ["is not finished", "div["],
    ["knows no such class of elements", "p:nonsense"],
    ["is empty", " "],
    ["is far too long", `p${" p".repeat(500)}`],
  ])("is refused and named when it %s", async (_, selector) => {
    const error: unknown = await checkSelectors({ exclude: ["p", selector] }).catch((thrown: unknown) => thrown);
    expect(ScriptoriumError.is(error) && error.code).toBe("bad-input");
    expect((error as Error).message).toContain(`"${selector.slice(0, 100)}`);
    await expect(extractPage("<p>x</p>", { include: [selector] })).rejects.toMatchObject({ code: "bad-input" });
  });

  it("is also one that is missing where the mode needs it", async () => {
    await expect(checkSelectors({ mode: "selector" })).rejects.toMatchObject({ code: "bad-input" });
    await expect(checkSelectors({ mode: "selector", include: ["p > a, .b"] })).resolves.toBeUndefined();
  });
});

describe("a page made to hurt", () => {
  const sentence = `<p>${SENTENCES[0]}</p>`;
  it.each([
    ["is nested 100,000 deep", `${"<div>".repeat(100_000)}${sentence}`],
    ["has 100,000 lists in lists", `${"<ul><li>".repeat(100_000)}${sentence}`],
    ["has 100,000 tables in tables", `${"<table><tr><td>".repeat(100_000)}${sentence}`],
    ["has 100,000 spans in spans", `<p>${"<b><i>".repeat(50_000)}${SENTENCES[0]}`],
    ["has an attribute of 50 MB", `<p title="${"x".repeat(50_000_000)}">${SENTENCES[0]}</p>`],
    ["has 100,000 links", "<a href=/a>b</a>".repeat(100_000)],
    ["has 100,000 cells", `<table>${"<tr><td>a<td>b".repeat(50_000)}</table>`],
    ["has 100,000 pictures", '<img src="/a.png">'.repeat(100_000)],
    ["has one class of 3 MB", `<div class="${"comment ".repeat(400_000)}">${sentence}</div>`],
    ["is one word of 5 MB", `<p>${"a".repeat(5_000_000)}</p>`],
    ["has 200,000 open quotes", '<a x="'.repeat(200_000)],
    ["is half a JSON-LD", `<script type="application/ld+json">{"@type":${"[".repeat(100_000)}</script>${sentence}`],
    ["is white space", " \n".repeat(1_000_000)],
  ])("is answered in time when it %s", async (_, html) => {
    const started = cpuMs();
    const page = await extractPage(html, { url: "https://a.test/" });
    expect(page.content.length).toBeLessThan(40_000);
    expect(cpuMs() - started).toBeLessThan(20_000);
  });

  it("gives a page, whatever it is made of", async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "<p>",
        "</p>",
        "<div class='comment'>",
        "</div>",
        "<table>",
        "<tr>",
        "<td>",
        "<th>",
        "<caption>",
        "<h2>",
        "</h2>",
        "<li>",
        "<ul>",
        "<dl>",
        "<dt>",
        "<dd>",
        "<br>",
        "<pre>",
        "</pre>",
        "<a href=x>",
        "</a>",
        "<img src=y>",
        "<figure>",
        "<figcaption>",
        "<noscript>",
        "<!--",
        "-->",
        "<",
        ">",
        '"',
        "&amp;",
        "&#0;",
        "&#xd800;",
        "<base href='::'>",
        "<html>",
        "<body>",
        "</body>",
        "<svg>",
        "<title>",
        "<sup>[1]</sup>",
      ),
      fc.string({ maxLength: 20, unit: anyCharacter }),
      fc.constant(` ${SENTENCES[0]} `),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 60 }),
        fc.constantFrom("balanced", "precision", "recall", "fast", "full"),
        fc.constantFrom("", "https://a.test/b", "nonsense"),
        async (pieces, mode, url) => {
          const page = await extractPage(pieces.join(""), { mode, url });
          for (const block of page.content) {
            const own = words(block);
            expect(own.isWellFormed()).toBe(true);
            if (block.kind !== "image" && block.kind !== "code" && block.kind !== "table") expect(own).toBe(own.trim());
          }
          expect(page.method === "none").toBe(page.content.length === 0);
          expect(structuredClone(page)).toEqual(page);
        },
      ),
      { numRuns: 300 },
    );
  });
});
