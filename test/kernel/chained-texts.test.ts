import { expect, it, onTestFinished } from "vitest";
import { cannedParaphraser, cannedTranslator } from "../../src/adapters/doubles/canned-texts.js";
import { cannedFolder } from "../../src/adapters/doubles/index.js";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { createKernel } from "../../src/kernel/index.js";
import { bulktranslator } from "../../src/plugins/bulktranslator/index.js";
import { paraphraser } from "../../src/plugins/paraphraser/index.js";
import { wpxmlgenerator } from "../../src/plugins/wpxmlgenerator/index.js";
import { memoryStorage } from "../../src/storage/memory.js";

it("translated texts go on into a paraphraser, and what that makes of them into an export", async () => {
  const kernel = createKernel({
    storage: memoryStorage(),
    queue: inProcessQueue(),
    plugins: [bulktranslator, paraphraser, wpxmlgenerator],
    providers: {
      folder: cannedFolder("in", { "bees.md": "# Bienen\n\nDie Biene built a big Haus in Bonn.\n" }),
      translator: cannedTranslator({ "de-en": { Die: "The", Biene: "bee", Bienen: "Bees", Haus: "house" } }),
      paraphraser: cannedParaphraser((unit) => unit.replace("built", "made")),
    },
  });
  onTestFinished(() => kernel.stop());
  await kernel.start();
  const last = (await kernel.tasks.create("wpxmlgenerator", { siteUrl: "https://blog.example" }))._id;
  const middle = (await kernel.tasks.create("paraphraser", { chainJobId: last }))._id;
  const data = { articleSpinnerTranslateSource: "de", articleSpinnerTranslateTarget: "en" };
  const first = (await kernel.tasks.create("bulktranslator", { ...data, inputFolder: "in", chainJobId: middle }))._id;
  const ended = Promise.withResolvers<void>();
  kernel.events.on("chain.started", ({ childId }) => {
    if (childId === last) ended.resolve();
  });
  await kernel.tasks.run(first);
  await ended.promise;
  const { status, runId = "" } = await kernel.tasks.settled(last);
  expect(status).toBe("complete");
  expect(await Array.fromAsync(kernel.content.rows(last, { runId }))).toMatchObject([{ title: "Bees" }]);
  const rows = await Array.fromAsync(kernel.content.rows(middle));
  expect(rows).toMatchObject([{ file: "en/bees.md", rewritten: 1, outFile: "out/en/bees.md" }]);
});
