import { describe, expect, it } from "vitest";
import { assistantWorld, BEES, folderOf, writingWorld } from "../../../test/doubles/writing-world.js";
import { cannedImages, cannedPrompts } from "../../adapters/doubles/index.js";

const DATA = {
  promptsFile: ["bee hives"],
  research: "folder" as const,
  sourceFolder: "bees",
  articleLengthFrom: 40,
  stages: ["draft", "meta"],
  outputFormats: ["html", "json"],
  randomSeed: 1,
};

describe("what is put into articles besides their text", () => {
  it("links, HTML code, videos, categories, tags, headings and replacements, as for every article", async () => {
    const { ran } = await writingWorld();
    const { rows, task, text, json } = await ran({
      ...DATA,
      linkSets: [{ keywordsFile: ["honey bees"], urlsFile: ["https://shop.example/"], nofollow: true }],
      ...{ articleUseHtmlInsert: true, HtmlInsertCodeFile: ['<p class="ad">Hives for {keyword}</p>'] },
      ...{ articleUseVideos: true, videoInsert: { FrequencyFrom: 1, UrlsFile: ["https://video.example/1|Bee hives"] } },
      ...{ articleUseCategoryInsert: true, articleCategories: ["Garden"] },
      ...{ articleUseTags: true, tagInsert: { Source: "file", TagsFile: ["frames"] } },
      ...{
        articleUseHeadingInsert: true,
        headingInsert: { Source: "file", FrequencyFrom: 1, HeadingsFile: ["Looking In"] },
      },
      ...{ articleReplaceFilterFile: ["Langstroth|L. L. Langstroth"], articleJunkFilterFile: ["nobody should lift"] },
    });
    expect(task.error).toBeUndefined();
    expect(rows).toMatchObject([{ status: "ok", images: 0, licence: "" }]);
    const html = await text("articles/bee-hives.html");
    expect(html).toContain('<a href="https://shop.example/" rel="nofollow">honey bees</a>');
    expect(html).toContain('<p class="ad">Hives for bee hives</p>');
    expect(html).toContain("https://video.example/1");
    expect(html).toContain("Lorenzo L. L. Langstroth patented");
    expect(html).not.toContain("nobody should lift");
    expect(await json("articles/bee-hives.json")).toMatchObject({
      categories: ["Garden"],
      tags: ["bees", "hives", "frames"],
    });
    expect(await json("articles/bee-hives.meta.json")).toMatchObject({ categories: ["Garden"] });
  });

  it("the category of a row's column, and what is replaced is replaced in the stored sentences", async () => {
    const { ran, kernel } = await writingWorld();
    const { id, json } = await ran({
      ...DATA,
      promptsFile: [],
      rowsFile: ["keyword,category", "bee hives,Animals"],
      articleReplaceFilterFile: ["frames|combs"],
      includeTakeaways: true,
    });
    expect(await json("articles/bee-hives.json")).toMatchObject({ categories: ["Animals"] });
    const { sentences } = await kernel.content.article(id, "bee hives");
    expect(sentences).toContain("The keeper of a hive lifts the combs out one by one and looks for eggs.");
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it("images with their credit, stored beside the article", async () => {
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
      "base64",
    );
    const folder = {
      ...folderOf(BEES),
      list: async (name: string) =>
        name === "pictures" ? [{ path: "hive.png", size: png.length }] : [{ path: "hive.md", size: 10 }],
      bytes: async () => png,
    };
    const { ran, kernel } = await writingWorld(undefined, { providers: { folder, images: cannedImages([]) } });
    const { id, rows, text } = await ran({
      ...DATA,
      articleUseImages: true,
      imageInsert: { UseFolder: "pictures", FrequencyFrom: 1, FrequencyTo: 1, MinWidth: 0 },
    });
    expect(rows).toMatchObject([{ images: 1 }]);
    expect(await text("articles/bee-hives.html")).toContain('src="../images/bee-hives-1.png"');
    expect((await kernel.content.file(id, "images/bee-hives-1.png"))?.bytes.length).toBe(png.length);
  });

  it("headings that the model writes; without one the run is refused", async () => {
    const written = {
      articleUseHeadingInsert: true,
      headingInsert: { Source: "ai", FrequencyFrom: 1, FrequencyTo: 1 },
    };
    // A paragraph that has no heading yet.
    const draft =
      "# Bee hives\n\nBee hives are boxes in which people keep honey bees. Most of them follow one plan.\n\nThe keeper of a hive lifts the frames out one by one and looks for eggs. A full frame of honey weighs about 3 kilograms, and hives stand in a dry place.";
    const { ran } = await writingWorld(({ task, count }) => {
      if (task === "draft") return draft;
      const sections = [{ heading: "What the Keeper Looks For", points: [] }];
      return task === "outline" && count === 1 ? JSON.stringify({ title: "Bee hives", sections }) : undefined;
    });
    const { text, task } = await ran({ ...DATA, ...written });
    expect(task.error).toBeUndefined();
    expect(await text("articles/bee-hives.html")).toContain("What the Keeper Looks For</h");

    const offline = await assistantWorld({ folder: folderOf(BEES) });
    const refused = await offline.ran({ ...DATA, ...written, writerProvider: "template" });
    expect(refused.task).toMatchObject({ status: "failed", error: { code: "no-provider" } });
  });

  it("nothing is inserted into what waits for approval", async () => {
    const { ran } = await writingWorld();
    const { text, rows } = await ran({
      ...DATA,
      ...{ requireApproval: true, approvalStage: "draft" },
      ...{ articleUseHtmlInsert: true, HtmlInsertCodeFile: ["<hr class='own'>"] },
    });
    expect(rows).toMatchObject([{ status: "needs-approval" }]);
    expect(await text("drafts/bee-hives.html")).not.toContain("own");
  });
});

describe("a brand voice of the server", () => {
  const prompts = cannedPrompts({}, { calm: "Short sentences, no exclamation marks." });

  it("is said to the model with the task's own", async () => {
    const { ran, service } = await writingWorld(undefined, { providers: { prompts } });
    await ran({ ...DATA, brandVoiceId: "calm", brandVoice: "Say keeper, never owner." });
    expect(service.asked[0]!.system).toContain(
      "How the brand writes: Short sentences, no exclamation marks.\nSay keeper, never owner.",
    );
  });

  it("is refused before anything is asked where there is none of the id", async () => {
    const { ran, service } = await writingWorld(undefined, { providers: { prompts } });
    const { task } = await ran({ ...DATA, brandVoiceId: "loud" });
    expect(task.error).toMatchObject({
      code: "bad-input",
      message: expect.stringContaining(
        'brandVoiceId is "loud", and the server has no brand voice with this id. Use "calm", or add it to brandVoices in the config file of the server',
      ),
    });
    expect(service.asked).toEqual([]);
  });
});

it("a dry run reads the sources, says what would be written and asks no writer", async () => {
  const { ran, service, kernel } = await writingWorld();
  const { id, rows, task } = await ran({ ...DATA, dryRun: true });
  expect(task.status).toBe("complete");
  expect(rows).toMatchObject([
    { line: "bee hives", status: "planned", file: "", sources: [{ title: "Bee hives", path: "hive.md" }], tokensIn: 0 },
  ]);
  expect(service.asked).toEqual([]);
  expect(await Array.fromAsync(kernel.content.files(id))).toEqual([]);
});
