import { expect, it } from "vitest";
import { finderWorld } from "../../../../test/web/finder-world.js";
import { cannedFolder } from "../../../adapters/doubles/canned-files.js";
import { cannedParaphraser, cannedTranslator } from "../../../adapters/doubles/canned-texts.js";
import { bulktranslator } from "../../bulktranslator/index.js";
import { paraphraser } from "../../paraphraser/index.js";

const FILES = { "a.txt": "A house stands here today.", "b.txt": "A house stands there today." };
const folder = cannedFolder("in", FILES);

it("a try of a bulk translator shows the first texts in each language, and leaves nothing behind", async () => {
  const words = { house: "Haus" };
  const translator = cannedTranslator({ "en-de": words, "en-fr": { house: "maison" } });
  const { kernel, task } = await finderWorld(bulktranslator, { folder, translator });
  const id = await task({
    inputFolder: "in",
    ...{ articleSpinnerTranslateSource: "en", articleSpinnerTranslateTarget: "de,fr" },
  });
  const { shown } = await kernel.tasks.try(id, {});
  expect(shown).toMatchObject({
    texts: [
      { file: "a.txt", lang: "de", content: { "out/de/a.txt": "A Haus stands here today." } },
      { file: "a.txt", lang: "fr", content: { "out/fr/a.txt": "A maison stands here today." } },
    ],
  });
  expect(await Array.fromAsync(kernel.content.rows(id))).toEqual([]);
});

it("a try of a paraphraser shows as many texts as were asked for, as a run writes them", async () => {
  const engine = cannedParaphraser((unit) => unit.replace("stands", "is found"));
  const here = await finderWorld(paraphraser, { folder, paraphraser: engine });
  const id = await here.task({ inputFolder: "in", randomSeed: 1 });
  const { shown } = await here.kernel.tasks.try(id, { texts: 2 });
  const { files } = await here.run(id);
  const texts = [
    { file: "a.txt", content: { "out/a.txt": files["out/a.txt"] } },
    { file: "b.txt", content: { "out/b.txt": files["out/b.txt"] } },
  ];
  expect(shown).toMatchObject({ texts });
  expect(files["out/a.txt"]).toBe("A house is found here today.");
});

it("a try says what a run would refuse", async () => {
  const { kernel, task } = await finderWorld(paraphraser, { folder });
  const tried = kernel.tasks.try(await task({ inputFolder: "in" }), {});
  await expect(tried).rejects.toThrow("No paraphraser provider");
});
