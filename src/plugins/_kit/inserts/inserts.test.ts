import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ScriptoriumError, seededRandom, type VideoProvider } from "../../../kernel/index.js";
import type { ArticleBody, BodyBlock, BodyText } from "../article-body/model.js";
import { insertFields, insertProblems, insertsInto } from "./index.js";

const schema = z.object(insertFields);
const paragraph = (...sentences: (string | BodyText)[]): BodyBlock => ({
  kind: "paragraph",
  sentences: sentences.map((each) => (typeof each === "string" ? { text: each } : each)),
});

const BEES: readonly BodyBlock[] = [
  paragraph("Honey bees live in colonies.", "A hive holds one queen."),
  { kind: "heading", level: 2, text: "How bees make wax" },
  paragraph("Workers sweat wax from glands.", "They chew it and build comb."),
  { kind: "list", ordered: true, items: [[{ text: "Smoke the hive." }], [{ text: "Lift the frames." }]] },
  paragraph("Pollen feeds the brood.", "Nectar becomes honey."),
  { kind: "quote", sentences: [{ text: "The hive is a city." }] },
];

function bodyOf(blocks: readonly BodyBlock[] = BEES): ArticleBody {
  return { title: "Keeping Bees", keyword: "bees", blocks, sources: [], categories: [], tags: [], language: "en" };
}

async function inserted(
  data: Record<string, unknown>,
  {
    body = bodyOf(),
    seed = "1",
    ...context
  }: Partial<Parameters<typeof insertsInto>[2]> & { body?: ArticleBody; seed?: string } = {},
) {
  const said: string[] = [];
  const log = { warn: (message: string) => void said.push(message) };
  const result = await insertsInto(body, schema.parse(data), { random: seededRandom(seed), log, ...context });
  return { ...result, said };
}

/** Every link as `words -> address`. */
function linksOf({ blocks }: ArticleBody): string[] {
  const texts = blocks.flatMap((block) =>
    block.kind === "paragraph" || block.kind === "quote"
      ? block.sentences
      : block.kind === "list"
        ? block.items.flat()
        : [],
  );
  return texts.flatMap(({ text, links = [] }) => links.map(({ from, to, url }) => `${text.slice(from, to)} -> ${url}`));
}

const textOf = ({ blocks }: ArticleBody) =>
  blocks.map((block) =>
    block.kind === "paragraph" || block.kind === "quote"
      ? block.sentences.map(({ text }) => text).join(" ")
      : block.kind === "heading"
        ? `${"#".repeat(block.level)} ${block.text}`
        : block.kind,
  );

const NOTHING = schema.parse({});

it("leaves an article as it is by default", async () => {
  expect(await insertsInto(bodyOf(), NOTHING, { random: seededRandom("1"), log: { warn: () => {} } })).toEqual(
    bodyOf(),
  );
  expect(await insertProblems(NOTHING)).toEqual([]);
});

describe("links", () => {
  const set = (members: Record<string, unknown>) => ({
    linkSets: [{ keywordsFile: ["honey bees", "wax", "nectar"], urlsFile: ["https://a.test/"], ...members }],
  });

  it("stand on words of the text in any case, one per article by default", async () => {
    for (const seed of ["1", "2", "3", "4"]) {
      const [link, ...others] = linksOf(await inserted(set({}), { seed }));
      expect(["Honey bees -> https://a.test/", "wax -> https://a.test/", "Nectar -> https://a.test/"]).toContain(link);
      expect(others).toEqual([]);
    }
  });

  it("keep a word with the address of its line when locked, blank lines counted", async () => {
    const { ...body } = await inserted(
      set({
        keywordsFile: ["wax", "", "brood", "hive"],
        urlsFile: ["https://wax.test/", "https://nobody.test/", "https://brood.test/"],
        lockUrl: true,
        maxPerArticle: 9,
      }),
    );
    expect(linksOf(body)).toEqual(["wax -> https://wax.test/", "brood -> https://brood.test/"]);
  });

  it("go to one address no more often than asked", async () => {
    const body = await inserted(set({ urlsFile: ["https://a.test/", "b.test/page"], maxPerArticle: 9, maxPerUrl: 1 }));
    expect(
      linksOf(body)
        .map((link) => link.split(" -> ")[1])
        .sort(),
    ).toEqual(["https://a.test/", "https://b.test/page"]);
  });

  it("say what they are asked to", async () => {
    const { blocks } = await inserted(set({ keywordsFile: ["wax"], nofollow: true, newTab: true }));
    expect(blocks[2]).toMatchObject({
      sentences: [{ links: [{ from: 14, to: 17, nofollow: true, newTab: true }] }, {}],
    });
  });

  it("are whole words, never within each other, in headings or in quotations", async () => {
    const body = await inserted({
      linkSets: [
        { keywordsFile: ["honey bees"], urlsFile: ["https://a.test/"] },
        { keywordsFile: ["bees", "becomes honey", "hone", "city"], urlsFile: ["https://b.test/"], maxPerArticle: 9 },
      ],
    });
    expect(linksOf(body)).toEqual(["Honey bees -> https://a.test/", "becomes honey -> https://b.test/"]);
  });

  it("are in the part of the article that is asked for", async () => {
    const words = { keywordsFile: ["hive", "wax", "pollen"], maxPerArticle: 9 };
    expect(linksOf(await inserted(set({ ...words, position: "start" })))).toEqual(["hive -> https://a.test/"]);
    expect(linksOf(await inserted(set({ ...words, position: "end" })))).toEqual(["Pollen -> https://a.test/"]);
  });

  it("bring a sentence of their own where their word is missing, when asked", async () => {
    const missing = { keywordsFile: ["bee {suits}"], linkSentencesFile: ["{Read|See} our page on {keyword}."] };
    expect(linksOf(await inserted(set(missing)))).toEqual([]);
    const body = await inserted(set({ ...missing, whenMissing: "sentence" }));
    expect(linksOf(body)).toEqual(["bee {suits} -> https://a.test/"]);
    expect(textOf(body).join(" ")).toMatch(/(?:Read|See) our page on bee \{suits\}\./);
  });

  it("leave names in programs, addresses and compounds alone", async () => {
    const text = "See wax.d/config, --wax, $wax, wax_2, bees-wax and https://b.test/wax for the wax.";
    const { blocks } = await inserted(set({ keywordsFile: ["wax"] }), { body: bodyOf([paragraph(text)]) });
    expect(blocks).toMatchObject([{ sentences: [{ links: [{ from: text.length - 4, to: text.length - 1 }] }] }]);
  });

  it("go to no address that is a program, and a hundred thousand words take no long time", async () => {
    const keywordsFile = Array.from({ length: 100_000 }, (_, at) => `word ${at}`);
    const body = await inserted(
      set({
        keywordsFile: [...keywordsFile, "wax"],
        urlsFile: ["javascript:alert(1)", "https://a.test/"],
        maxPerArticle: 5,
      }),
    );
    expect(linksOf(body)).toEqual(["wax -> https://a.test/"]);
  });
});

describe("replacements", () => {
  const replaced = async (lines: string[], body = bodyOf()) =>
    await inserted({ articleReplaceFilterFile: lines }, { body });

  it("exchange whole words in any case and keep capitals, in title, headings, text and lists", async () => {
    const { title, ...body } = await replaced(["bees|wasps", "hive|nest"]);
    expect(title).toBe("Keeping Wasps");
    expect(textOf({ title, ...body })).toEqual([
      "Honey wasps live in colonies. A nest holds one queen.",
      "## How wasps make wax",
      "Workers sweat wax from glands. They chew it and build comb.",
      "list",
      "Pollen feeds the brood. Nectar becomes honey.",
      "The hive is a city.",
    ]);
    expect(body.blocks[3]).toMatchObject({ items: [[{ text: "Smoke the nest." }], [{ text: "Lift the frames." }]] });
  });

  it("expand spintax each time, and take out what is replaced by nothing", async () => {
    const texts = textOf(await replaced(["wax|{beeswax|fine wax}", "honey|", "chew it and |"]));
    expect(texts[0]).toBe("Bees live in colonies. A hive holds one queen.");
    expect(texts[1]).toMatch(/^## How bees make (?:beeswax|fine wax)$/);
    expect(texts[4]).toBe("Pollen feeds the brood. Nectar becomes.");
  });

  it("leave names in programs and addresses alone, and compounds whole", async () => {
    const text = "Run git-config(1), --git, $GIT_DIR and https://git.test/git for a git-like tool.";
    const [shop] = textOf(await replaced(["git|hg"], bodyOf([paragraph(text)])));
    expect(shop).toBe("Run git-config(1), --git, $GIT_DIR and https://git.test/git for a hg-like tool.");
    const [gone] = textOf(await replaced(["git|"], bodyOf([paragraph(text)])));
    expect(gone).toBe(text);
  });

  it("put a and an right before what has come to stand there", async () => {
    const body = bodyOf([paragraph("A hive is a home, an hour old, and a sparse index.")]);
    const [text] = textOf(await replaced(["hive|apiary", "home|unit", "hour|week", "sparse|"], body));
    expect(text).toBe("An apiary is a unit, a week old, and an index.");
  });

  it("take expressions with groups, bars and flags", async () => {
    const texts = textOf(await replaced(["/(nectar|pollen) (\\w+)/i|$2 $1"]));
    expect(texts[4]).toBe("Feeds Pollen the brood. Becomes Nectar honey.");
  });

  it("remember what the source said, keep links on their words, and keep alternatives that still say the same", async () => {
    const sentence: BodyText = {
      text: "Wax is soft.",
      spintax: "Wax is {soft|pliable wax}.",
      source: 0,
      links: [{ from: 7, to: 11, url: "https://a.test/", nofollow: false, newTab: false }],
    };
    const { blocks } = await replaced(["wax|beeswax"], bodyOf([paragraph(sentence)]));
    expect(blocks).toEqual([
      paragraph({
        text: "Beeswax is soft.",
        spintax: "Beeswax is {soft|pliable beeswax}.",
        source: 0,
        original: "Wax is soft.",
        links: [{ from: 11, to: 15, url: "https://a.test/", nofollow: false, newTab: false }],
      }),
    ]);
  });

  it("drop sentences and blocks of which nothing is left", async () => {
    const { blocks } = await replaced(["/.*queen.*/|", "/^How .*/|"]);
    expect(textOf(bodyOf(blocks)).slice(0, 2)).toEqual([
      "Honey bees live in colonies.",
      "Workers sweat wax from glands. They chew it and build comb.",
    ]);
  });

  it.each(["no bar", "|x", "/(/|x", "/a/q|x"])("refuse %j, with the line", async (line) => {
    const [problem, ...others] = await insertProblems(schema.parse({ articleReplaceFilterFile: ["fine|good", line] }));
    expect(problem).toMatchObject({ field: "articleReplaceFilterFile", code: "bad-input" });
    expect(problem!.message).toContain(`"${line}"`);
    expect(others).toEqual([]);
  });

  it("take an expression that would be slow elsewhere in no time", async () => {
    const body = bodyOf([paragraph(`${"a".repeat(50_000)}!`)]);
    expect((await replaced(["/(a+)+$/|b"], body)).blocks).toEqual(body.blocks);
  });
});

describe("categories", () => {
  const lists = { CategoryInsertFile: ["Wax|wax, comb", "Bees|bees", "Cars|engine"], Max: 2 };
  const chosen = async (members: Record<string, unknown>, context = {}) =>
    (await inserted({ articleUseCategoryInsert: true, categoryInsert: { ...lists, ...members } }, context)).categories;

  it("are drawn, all, named by the article or found by rules", async () => {
    const drawn = await chosen({});
    expect(drawn).toHaveLength(2);
    for (const name of drawn) expect(["Wax", "Bees", "Cars"]).toContain(name);
    expect(await chosen({ Mode: "all" })).toEqual(["Wax", "Bees", "Cars"]);
    expect(await chosen({ Mode: "byKeyword" })).toEqual(["Wax", "Bees"]);
    expect(await chosen({ Mode: "byRule" })).toEqual(["Bees", "Wax"]);
    expect(await chosen({ Mode: "byRule", Max: 1 })).toEqual(["Bees"]);
  });

  it("begin with that of the keyword's line, which needs no switch", async () => {
    expect(await chosen({ Mode: "all" }, { category: "cars" })).toEqual(["cars", "Wax", "Bees"]);
    expect((await inserted({}, { category: "Insects" })).categories).toEqual(["Insects"]);
  });
});

describe("tags", () => {
  it("are the keyword and its phrases, or those of a list that the article names", async () => {
    const phrases = ["queen bee", "Bees", "wax"];
    expect((await inserted({ articleUseTags: true, tagInsert: { Max: 3 } }, { phrases })).tags).toEqual([
      "bees",
      "queen bee",
    ]);
    const tagInsert = { Source: "file", TagsFile: ["engine", "nectar", "hive"] };
    expect((await inserted({ articleUseTags: true, tagInsert })).tags).toEqual(["hive", "nectar"]);
    const others = { Source: "file", TagsFile: ["engine", "wheel"], Max: 1 };
    expect((await inserted({ articleUseTags: true, tagInsert: others })).tags).toHaveLength(1);
  });
});

describe("blocks of HTML", () => {
  const html = async (HtmlInsertCodeFile: string[], members: Record<string, unknown> = {}, seed = "1") => {
    const { blocks } = await inserted({ articleUseHtmlInsert: true, HtmlInsertCodeFile, ...members }, { seed });
    const at = blocks.findIndex((block) => block.kind === "html");
    const found = blocks[at];
    return { at, html: found?.kind === "html" ? found.html : "" };
  };

  it("are written as they are, with the keyword and the title filled in", async () => {
    expect((await html(['<p class="ad">More on {keyword}: {title}</p>'])).html).toBe(
      '<p class="ad">More on bees: Keeping Bees</p>',
    );
  });

  it("may go over lines, and are closed where they are not", async () => {
    expect((await html(["<div>", "<!-- a", "</div> -->", "<br>", "</div>"])).html).toBe(
      "<div>\n<!-- a\n</div> -->\n<br>\n</div>",
    );
    expect((await html(["<div><b>Buy"])).html).toBe("<div><b>Buy</b></div>");
    const drawn = new Set<string>();
    for (const seed of ["1", "2", "3", "4", "5", "6"]) drawn.add((await html(["<i>1</i>", "<i>2</i>"], {}, seed)).html);
    expect([...drawn].sort()).toEqual(["<i>1</i>", "<i>2</i>"]);
  });

  it("stand where they are asked to, never below a heading", async () => {
    const place = async (htmlInsertPosition: string, seed = "1") =>
      (await html(["<hr>"], { htmlInsertPosition }, seed)).at;
    expect(await place("start")).toBe(1);
    expect(await place("middle")).toBe(3);
    expect(await place("end")).toBe(6);
    for (const seed of ["1", "2", "3", "4", "5", "6", "7"]) expect(await place("random", seed)).not.toBe(2);
  });
});

describe("headings", () => {
  it("of the sources stand over the paragraphs that stood under them, below the level that is there", async () => {
    const headings: Record<string, string> = {
      "They chew it and build comb.": "How bees make wax",
      "Pollen feeds the brood.": "Food",
      "Nectar becomes honey.": "Food",
      "Honey bees live in colonies.": "Colonies",
      "A hive holds one queen.": "Colonies",
    };
    const headingOf = ({ text }: BodyText) => headings[text] ?? "";
    const body = await inserted({ articleUseHeadingInsert: true }, { headingOf });
    expect(textOf(body).filter((text) => text.startsWith("#"))).toEqual(["## How bees make wax", "### Food"]);
  });

  it("of phrases stand only over what speaks of them more than once", async () => {
    const blocks = [...BEES, paragraph("Royal jelly is food.", "Workers make royal jelly.", "It is white.")];
    const headingInsert = { FrequencyFrom: 5, FrequencyTo: 5, Source: "keywords" };
    const body = await inserted(
      { articleUseHeadingInsert: true, headingInsert },
      { body: bodyOf(blocks), phrases: ["brood", "royal jelly"] },
    );
    expect(textOf(body).filter((text) => text.startsWith("#"))).toEqual(["## How bees make wax", "### Royal jelly"]);
  });

  it("of a file are used although they fit nothing, and no more than asked", async () => {
    const headingInsert = {
      FrequencyFrom: 2,
      FrequencyTo: 2,
      Levels: ["h2"],
      Source: "file",
      HeadingsFile: ["{What|Which} {keyword}?", "More"],
    };
    const body = await inserted({ articleUseHeadingInsert: true, headingInsert });
    const found = textOf(body).filter((text) => text.startsWith("#"));
    expect(found).toEqual(["## How bees make wax", expect.stringMatching(/^## (?:What|Which) bees\?$/)]);
  });
});

describe("videos", () => {
  const one = { FrequencyFrom: 1, FrequencyTo: 1 };

  it("of a list are preferred when their title names the keyword", async () => {
    const UrlsFile = ["https://v.test/1|Cars", "https://v.test/2|All about bees", "nothing"];
    const { blocks } = await inserted({ articleUseVideos: true, videoInsert: { ...one, UrlsFile } });
    expect(blocks.filter((block) => block.kind === "video")).toEqual([
      { kind: "video", url: "https://v.test/2", title: "All about bees" },
    ]);
  });

  const provider = (list: VideoProvider["list"]): VideoProvider => ({
    list,
    video: () => Promise.reject(new Error("not asked")),
    captions: () => Promise.reject(new Error("not asked")),
  });

  it("are searched for without a list", async () => {
    const video = provider(async ({ of }) => [{ id: "abc_-1", title: `On ${of}` }]);
    const { blocks } = await inserted({ articleUseVideos: true, videoInsert: one }, { video });
    expect(blocks).toContainEqual({ kind: "video", url: "https://www.youtube.com/watch?v=abc_-1", title: "On bees" });
  });

  it("leave the article whole where the search fails or cannot be made", async () => {
    const video = provider(async () => {
      throw new ScriptoriumError("VIDEO_FAILED", "YouTube does not answer. Try again later.");
    });
    const failed = await inserted({ articleUseVideos: true, videoInsert: one }, { video });
    expect(failed.blocks).toEqual(bodyOf().blocks);
    expect(failed.said).toEqual(['The article for "bees" has no video. YouTube does not answer. Try again later.']);
    const { said } = await inserted({ articleUseVideos: true, videoInsert: one });
    expect(said[0]).toContain("no video provider is configured");
  });
});

it("warns of what is set and comes to nothing", async () => {
  const options = schema.parse({
    linkSets: [
      { keywordsFile: ["a"] },
      { keywordsFile: ["a", "b"], urlsFile: ["https://a.test/"], lockUrl: true, whenMissing: "sentence" },
      { keywordsFile: ["a"], urlsFile: ["ftp://a"] },
    ],
    HtmlInsertCodeFile: ["<hr>"],
    articleCategories: ["a"],
    articleUseTags: true,
    tagInsert: { Source: "file" },
    articleUseHeadingInsert: true,
    headingInsert: { Source: "file" },
    articleUseVideos: true,
    videoInsert: { Provider: "vimeo", UrlsFile: ["x"] },
  });
  const problems = await insertProblems(options);
  expect(problems.map(({ field }) => field)).toEqual([
    ...["linkSets", "linkSets", "linkSets", "linkSets"],
    ...["HtmlInsertCodeFile", "articleUseCategoryInsert", "headingInsert", "tagInsert", "videoInsert", "videoInsert"],
  ]);
  expect(problems.every(({ severity }) => severity === "warning")).toBe(true);
});
