import { describe, expect, it } from "vitest";
import { BEES, folderOf, writingWorld } from "../../../test/doubles/writing-world.js";
import { cannedImages } from "../../adapters/doubles/index.js";
import type { ParaphraserProvider, SpinnerProvider } from "../../kernel/index.js";

const DATA = {
  promptsFile: ["bee hives"],
  research: "folder" as const,
  sourceFolder: "bees",
  articleLengthFrom: 40,
  stages: ["draft"],
  randomSeed: 1,
};

/** Offers another word for two of the text, and changes a number, which no variant may have. */
function spinner() {
  const asked: { readonly text: string; readonly protectedWords: readonly string[] }[] = [];
  const provider: SpinnerProvider = {
    async spin(text, { protectedWords }) {
      asked.push({ text, protectedWords });
      const spun = text
        .replaceAll("boxes", "{boxes|crates}")
        .replaceAll("500 metres", "{500|600} metres")
        .replaceAll("dry place", "{dry|dry} {place|spot}");
      return { text: spun, notes: [] };
    },
  };
  return { asked, provider };
}

describe("spinMode", () => {
  it("spintax leaves the article as it is and writes its variants to a file, but none with another number", async () => {
    const { provider, asked } = spinner();
    const { ran } = await writingWorld(undefined, { providers: { spinner: provider } });
    const { task, rows, text } = await ran({
      ...DATA,
      ...{ spinMode: "spintax", outputFormats: ["html", "spintax"], protectedWordsFile: ["frames"] },
    });
    expect(task.error).toBeUndefined();
    expect(rows).toMatchObject([{ status: "ok" }]);
    expect(await text("articles/bee-hives.html")).toContain("Bee hives are boxes in which people keep honey bees.");
    const variants = await text("articles/bee-hives.spintax");
    expect(variants).toContain("Bee hives are {boxes|crates} in which people keep honey bees.");
    expect(variants).toContain("Water should be no farther away than 500 metres.");
    expect(asked[0]!.protectedWords.slice(0, 2)).toEqual(["bee hives", "frames"]);
    expect(asked[0]!.protectedWords).toEqual(expect.arrayContaining(["beginners", "hives"]));
    expect(asked[0]!.text).not.toContain("How a hive is used");
  });

  it("spin and paraphrase write one variant, of a sentence that no variant keeps the sentence itself", async () => {
    const paraphraser: ParaphraserProvider = {
      async paraphrase(text) {
        const spun = text
          .replace("Bee hives are boxes in which people keep honey bees.", "People keep honey bees in bee hives.")
          .replaceAll("500 metres", "600 metres");
        return { text: spun, notes: [] };
      },
    };
    const { ran } = await writingWorld(undefined, { providers: { paraphraser } });
    const { task, text } = await ran({ ...DATA, spinMode: "paraphrase" });
    expect(task.error).toBeUndefined();
    const html = await text("articles/bee-hives.html");
    expect(html).toContain("People keep honey bees in bee hives.");
    expect(html).toContain("no farther away than 500 metres");
  });

  it("keeps the citations of its sentences", async () => {
    const draft =
      "# Bee hives\n\nBee hives are boxes in which people keep honey bees [1]. The keeper of a hive lifts the frames out one by one and looks for eggs [1]. Hives stand in a dry place that the sun reaches in the morning, and a full frame of honey weighs about 3 kilograms [1].";
    const losing: SpinnerProvider = {
      spin: async (text) => ({ text: text.replace("honey bees [1]", "bees").replace("looks", "peers"), notes: [] }),
    };
    const { ran } = await writingWorld(({ task }) => (task === "draft" ? draft : undefined), {
      providers: { spinner: losing },
    });
    const { text } = await ran({ ...DATA, spinMode: "spin", citeSources: "inline" });
    const html = await text("articles/bee-hives.html");
    expect(html).toContain("people keep honey bees [1].");
    expect(html).toContain("peers for eggs [1].");
  });

  it("without an engine ends the run before a model is asked", async () => {
    const { ran, service } = await writingWorld();
    const { task } = await ran({ ...DATA, spinMode: "spin" });
    expect(task.error).toMatchObject({ code: "no-provider", message: expect.stringContaining("spinMode") });
    expect(service.asked).toEqual([]);
  });
});

describe("protectedWordsFile", () => {
  it("is said to the stage translate, and a translation without one of the words is not taken", async () => {
    const { ran, service } = await writingWorld(({ task }, { user }) =>
      task === "translate" ? user.replaceAll("Langstroth", "Langstock") : undefined,
    );
    const { rows, text } = await ran({
      ...DATA,
      ...{ protectedWordsFile: ["Langstroth"], articleSpinnerTranslateTarget: "de" },
    });
    expect(service.asked.at(-1)!.system).toContain("Leave these as they are: Langstroth.");
    expect(rows).toMatchObject([
      { status: "partial", error: expect.stringContaining('lacks "langstroth" of protectedWordsFile') },
    ]);
    expect(await text("articles/bee-hives.html")).toContain("Lorenzo Langstroth patented");
  });
});

it("what headings take stands in usage.csv under a step of its own", async () => {
  const draft =
    "# Bee hives\n\nBee hives are boxes in which people keep honey bees. Most of them follow one plan.\n\nThe keeper of a hive lifts the frames out one by one and looks for eggs. A full frame of honey weighs about 3 kilograms, and hives stand in a dry place.";
  const { ran } = await writingWorld(({ task }) => {
    if (task === "draft") return draft;
    const sections = [{ heading: "What the Keeper Looks For", points: [] }];
    return task === "outline" ? JSON.stringify({ title: "Bee hives", sections }) : undefined;
  });
  const { text } = await ran({
    ...DATA,
    ...{ articleUseHeadingInsert: true, headingInsert: { Source: "ai", FrequencyFrom: 1, FrequencyTo: 1 } },
  });
  const lines = (await text("usage.csv")).split("\n");
  expect(lines[2]).toContain("bee hives,headings,local,small");
});

it("an image of a stored article goes into no second one, though the run stops between the two", async () => {
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
  let stop: (() => Promise<unknown>) | undefined;
  const { ran, left, kernel } = await writingWorld(
    ({ task, subject }) => {
      if (task === "draft" && subject === "frames") void stop?.();
      return undefined;
    },
    { providers: { folder, images: cannedImages([]) } },
  );
  const data = {
    ...DATA,
    ...{ promptsFile: ["bee hives", "frames"], concurrency: 1, articleUseImages: true },
    imageInsert: { UseFolder: "pictures", FrequencyFrom: 1, FrequencyTo: 1, MinWidth: 0 },
  };
  const id = (await kernel.tasks.create("writingassistant", data))._id;
  stop = () => kernel.tasks.abort(id);
  await kernel.tasks.run(id);
  await kernel.tasks.settled(id);
  const first = await left(id);
  expect(first.task.status).toBe("aborted");
  expect(first.rows).toMatchObject([{ line: "bee hives", images: 1 }]);
  stop = undefined;
  const second = await ran({}, id);
  expect(second.task.runId).toBe(first.task.runId);
  expect(second.rows.map(({ line, images }) => ({ line, images }))).toEqual([
    { line: "bee hives", images: 1 },
    { line: "frames", images: 0 },
  ]);
});
