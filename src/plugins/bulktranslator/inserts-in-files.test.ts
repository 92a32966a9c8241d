import { describe, expect, it, onTestFinished } from "vitest";
import { pictureServer } from "../../../test/doubles/pictures.js";
import { finderWorld } from "../../../test/web/finder-world.js";
import { cannedFolder } from "../../adapters/doubles/canned-files.js";
import { cannedImages } from "../../adapters/doubles/canned-images.js";
import { cannedSpinner, cannedWriter } from "../../adapters/doubles/canned-texts.js";
import type { Json, Providers, TranslatorProvider } from "../../kernel/index.js";
import { memoryStorage } from "../../storage/memory.js";
import { bulktranslator } from "./index.js";

type Data = Readonly<Record<string, Json>>;

const translator: TranslatorProvider = { translate: async (text) => text.replaceAll("bee", "abeja") };

const HTML = `<!doctype html>
<html lang="en">
<head>
  <title>Keeping bees | The Site</title>
  <meta name="keywords" content="garden">
</head>
<body>
<nav><p>Home of the bee</p></nav>
<article>
  <h1>Keeping a bee</h1>
  <p>A bee lives in a hive. The hive is a box.</p>
  <section>
    <h2>Work</h2>
    <p>A queen bee lays eggs. The queen bee lives long.</p>
    <p>Honey is stored in combs. Nobody counts it.</p>
  </section>
</article>
</body>
</html>
`;
const MD = `---
title: "Keeping a bee"
categories:
  - Animals
---

# Keeping a bee

A bee lives in a hive. The hive is a box.

## Work
A queen bee lays eggs. The queen bee lives long.

Honey is stored in combs. Nobody counts it.
`;
const TXT = `Keeping a bee

A bee lives in a hive. The hive is a box.

A queen bee lays eggs. The queen bee lives long.
`;
const ALL = { "a.html": HTML, "b/c.md": MD, "d.txt": TXT };
const EN_ES = { articleSpinnerTranslateSource: "en", articleSpinnerTranslateTarget: "es" };
const PLACED = { FrequencyFrom: 1, FrequencyTo: 1 };

async function done(
  files: Readonly<Record<string, string | Uint8Array>>,
  data: Data,
  providers: Partial<Providers> = {},
) {
  const here = await finderWorld(bulktranslator, { folder: cannedFolder("in", files), translator, ...providers });
  return await here.run(await here.task({ inputFolder: "in", randomSeed: 1, ...EN_ES, ...data }));
}

describe("blocks that are put into files", () => {
  it("headings, HTML code and videos stand between the blocks of each form, and the rest stays as it was", async () => {
    const { files, task, log } = await done(ALL, {
      ...{
        articleUseHeadingInsert: true,
        headingInsert: { ...PLACED, Source: "file", HeadingsFile: ["The queen bee"] },
      },
      ...{ articleUseHtmlInsert: true, HtmlInsertCodeFile: ["<aside>{title}</aside>"], htmlInsertPosition: "end" },
      ...{
        articleUseVideos: true,
        videoInsert: { ...PLACED, Position: "start", UrlsFile: ["https://youtu.be/abcdefghijk|Hives"] },
      },
    });
    expect(task.error).toBeUndefined();
    expect(files["out/es/a.html"]).toBe(
      HTML.replace('lang="en"', 'lang="es"')
        .replaceAll("bee", "abeja")
        .replace(
          "is a box.</p>\n",
          'is a box.</p>\n  <figure><iframe src="https://www.youtube-nocookie.com/embed/abcdefghijk" title="Hives" width="560" height="315" loading="lazy" allowfullscreen></iframe></figure>\n',
        )
        .replace("    <p>Honey", "    <h3>The queen bee</h3>\n    <p>Honey")
        .replace("counts it.</p>\n", "counts it.</p>\n    <aside>Keeping a abeja</aside>\n"),
    );
    expect(files["out/es/b/c.md"]).toBe(
      MD.replaceAll("bee", "abeja")
        .replace("is a box.\n", "is a box.\n\n[Hives](<https://youtu.be/abcdefghijk>)\n")
        .replace("Honey", "### The queen bee\n\nHoney")
        .replace("counts it.\n", "counts it.\n\n<aside>Keeping a abeja</aside>\n"),
    );
    expect(files["out/es/d.txt"]).toBe(
      TXT.replaceAll("bee", "abeja")
        .replace("is a box.\n", "is a box.\n\nHives: https://youtu.be/abcdefghijk\n")
        .replace("A queen", "The queen bee\n\nA queen")
        .replace("lives long.\n", "lives long.\n\nKeeping a abeja\n"),
    );
    expect(log.filter((line) => line.startsWith("warn"))).toEqual([]);
  });

  it("are no choices of a text in spintax", async () => {
    const spinner = cannedSpinner((text) => text.replace("lives", "{lives|dwells}"));
    const { files } = await done(
      { "a.md": "A bee lives in a hive.\n" },
      {
        ...{ articleSpinnerTranslateTarget: "", spinMode: "spintax" },
        ...{ articleUseHtmlInsert: true, HtmlInsertCodeFile: ["<b>{a|b}</b>"] },
      },
      { spinner },
    );
    expect(files["out/en/a.md"]).toMatch(/\{lives\|dwells\}[\s\S]*\n\n<b>\\\{a\\\|b\\\}<\/b>\n$/);
  });

  it("name the first variant of a title in spintax, and leave its markup whole", async () => {
    const spinner = cannedSpinner((text) => text.replaceAll("lives", "{lives|dwells}"));
    const { files } = await done(
      { "a.html": "<h1>How a bee lives</h1><p>A bee lives here.</p>" },
      {
        ...{ articleSpinnerTranslateTarget: "", spinMode: "spintax" },
        ...{ articleUseHtmlInsert: true, HtmlInsertCodeFile: ["<i>{title}</i>"] },
      },
      { spinner },
    );
    expect(files["out/en/a.html"]).toBe(
      "<h1>How a bee {lives|dwells}</h1><p>A bee {lives|dwells} here.</p>\n<i>How a bee lives</i>",
    );
  });

  it("headings that a model writes, and a warning where there is nothing to take", async () => {
    const written = { articleUseHeadingInsert: true, headingInsert: { ...PLACED, Source: "ai", Levels: ["h2"] } };
    const writer = cannedWriter(JSON.stringify({ title: "x", sections: [{ heading: "Eggs and honey", points: [] }] }));
    const { files } = await done({ "d.txt": TXT }, written, { writer });
    expect(files["out/es/d.txt"]).toContain("\n\nEggs and honey\n\nA queen abeja");
    expect(writer.requests[0]).toMatchObject({
      sources: [{ text: "A queen abeja lays eggs. The queen abeja lives long." }],
    });
    const without = await done({ "d.txt": TXT }, written);
    expect(without.task.error).toMatchObject({ code: "no-provider" });
    const data = bulktranslator.options.parse({ textsFile: ["A bee."], ...EN_ES, articleUseHeadingInsert: true });
    const problems = await bulktranslator.check!(data, { providers: { translator } } as never);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('Source is "extracted"')]);
  });
});

describe("categories and tags of files", () => {
  const data = {
    ...{ articleUseCategoryInsert: true, articleCategories: ["Insects"] },
    ...{ articleUseTags: true, tagInsert: { Source: "file", TagsFile: ["queen abeja", "wasp"] } },
  };

  it("stand in the head of HTML and the front matter of Markdown, behind those that were there", async () => {
    const { files, log } = await done(ALL, data);
    expect(files["out/es/a.html"]).toContain('  <meta name="keywords" content="garden, queen abeja">\n');
    expect(files["out/es/a.html"]).toContain('\n<meta name="categories" content="Insects">\n</head>');
    expect(files["out/es/b/c.md"]).toMatch(
      /^---\ntitle: "Keeping a abeja"\ncategories: \["Animals","Insects"\]\ntags: \["queen abeja"\]\n---\n\n# Keeping/,
    );
    expect(files["out/es/d.txt"]).toBe(TXT.replaceAll("bee", "abeja"));
    expect(log.filter((line) => line.startsWith("warn"))).toEqual([
      "warn: Plain text has no place for categories and tags, so they are left out of the txt files. Give HTML or Markdown to have them.",
    ]);
  });

  it("begin a text without a head, and are phrases of the text for the source keywords", async () => {
    const text = "The queen bee lays eggs in spring. Every queen bee lives long. A queen bee is fed by others.";
    const { files } = await done(
      { "a.html": `<p>${text}</p>`, "b.md": `# The queen\n\n${text}\n` },
      { ...data, tagInsert: { Max: 1 }, articleSpinnerTranslateTarget: "", articleReplaceFilterFile: ["fed|kept"] },
    );
    expect(files["out/en/a.html"]).toMatch(
      /^<meta name="keywords" content="[^"]+">\n<meta name="categories" content="Insects">\n<p>The/,
    );
    expect(files["out/en/b.md"]).toBe(
      `---\ncategories: ["Insects"]\ntags: ["queen bee"]\n---\n\n# The queen\n\n${text.replace("fed", "kept")}\n`,
    );
  });
});

describe("images of files", () => {
  async function world() {
    const server = await pictureServer();
    onTestFinished(() => server.close());
    const images = cannedImages(
      [1, 2, 3, 4].map((n) => ({ url: `${server.url}/${n}.png`, title: `Bee ${n}`, licence: "by", author: "Jo" })),
    );
    return { server, images };
  }
  const data = { articleUseImages: true, imageInsert: { FrequencyFrom: 1, FrequencyTo: 1 } };

  it("lie below the language and are spoken of from where the file is, with their credit; plain text has none", async () => {
    const { images } = await world();
    const { files, rows, task, log } = await done({ ...ALL, "e/Über 100%.html": "<p>One bee.</p>" }, data, { images });
    expect(task.error).toBeUndefined();
    expect(Object.keys(files).filter((path) => path.endsWith(".png"))).toEqual([
      ...["out/es/images/a.html-1.png", "out/es/images/b/c.md-1.png", "out/es/images/e/Über 100%.html-1.png"],
    ]);
    expect(files["out/es/a.html"]).toMatch(
      /<h1>Keeping a abeja<\/h1>\n {2}<figure><img src="images\/a\.html-1\.png" alt="Keeping a abeja" width="800" height="600"><figcaption>.*Jo.*<\/figcaption><\/figure>\n {2}<p>A abeja/,
    );
    expect(files["out/es/b/c.md"]).toMatch(
      /^---\ntitle[\s\S]*\nimage: "\.\.\/images\/b\/c\.md-1\.png"\n---\n\n# Keeping a abeja\n\n!\[Keeping a abeja\]\(<\.\.\/images\/b\/c\.md-1\.png>\)\n\n.*Jo.*\n\nA abeja/,
    );
    expect(files["out/es/e/Über 100%.html"]).toContain('src="../images/e/%C3%9Cber%20100%25.html-1.png"');
    expect(images.asked[0]).toBe("keeping bee");
    expect(rows.map(({ file, images }) => [file, images])).toEqual([
      ...[
        ["a.html", 1],
        ["b/c.md", 1],
        ["d.txt", 0],
        ["e/Über 100%.html", 1],
      ],
    ]);
    expect(rows[3]).toMatchObject({
      licence: expect.stringContaining("CC BY"),
      imagesUsed: [{ file: "out/es/images/e/Über 100%.html-1.png", author: "Jo", upload: false }],
    });
    expect(log.join("\n")).toContain("Plain text has no place for images");
  });

  it("stand in one text of a run alone, also when it was interrupted", async () => {
    const { images } = await world();
    const storage = memoryStorage();
    let isDown = true;
    const failing: TranslatorProvider = {
      async translate(text, options) {
        if (isDown && text.includes("two")) throw new Error("down");
        return await translator.translate(text, options);
      },
    };
    const folder = cannedFolder("in", { "a.md": "One bee.\n", "b.md": "Bee two.\n" });
    const here = await finderWorld(bulktranslator, { folder, translator: failing, images }, { storage });
    const id = await here.task({ inputFolder: "in", randomSeed: 1, ...EN_ES, ...data });
    const first = await here.run(id);
    expect(first.task.status).toBe("failed");
    isDown = false;
    const second = await here.run(id);
    expect(second.task.status).toBe("complete");
    const used = second.rows.map(({ imagesUsed }) => (imagesUsed as { title: string }[])[0]?.title);
    expect(used).toHaveLength(2);
    expect(new Set(used).size).toBe(2);
  });

  it("are others in each variant of a text", async () => {
    const { images } = await world();
    const spinner = cannedSpinner((text) => text.replace("lives", "{lives|dwells}"));
    const more = { articleSpinnerTranslateTarget: "", spinMode: "spin", variants: 2 };
    const { files, rows } = await done(
      { "a.md": "A bee lives in a hive.\n" },
      { ...data, ...more },
      { images, spinner },
    );
    expect(files["out/en/a.md"]).toContain("![A](<images/a.md-1.png>)");
    expect(files["out/en/a-2.md"]).toContain("![A](<images/a-2.md-1.png>)");
    expect(rows[0]).toMatchObject({ variantCount: 2, images: 2 });
    expect(new Set((rows[0]!["imagesUsed"] as { title: string }[]).map(({ title }) => title)).size).toBe(2);
  });

  it("are shown and not stored by a try, which tells no service", async () => {
    const { images } = await world();
    const here = await finderWorld(bulktranslator, {
      folder: cannedFolder("in", { "a.md": "One bee.\n" }),
      translator,
      images,
    });
    const id = await here.task({ inputFolder: "in", ...EN_ES, ...data });
    const { shown } = await here.kernel.tasks.try(id);
    expect(JSON.stringify(shown)).toContain("images/a.md-1.png");
    expect(await Array.fromAsync(here.kernel.content.files(id))).toEqual([]);
    expect(images.told).toEqual([]);
  });

  it("are missing with a warning where the server has none, and the text is whole", async () => {
    const { files, rows, log } = await done({ "a.md": "One bee.\n" }, data);
    expect(files["out/es/a.md"]).toBe("One abeja.\n");
    expect(rows[0]).toMatchObject({ status: "ok", images: 0 });
    expect(log.filter((line) => line.startsWith("warn"))).toEqual([expect.stringContaining("images")]);
  });
});
