import { expect, it } from "vitest";
import { createScriptorium, silentLogger } from "../../src/index.js";
import { all } from "./world.js";

const TYPES = ["articlecreator", "writingassistant", "bulktranslator", "paraphraser"] as const;

it.each(TYPES)("a new task of %s has the common fields with their defaults, and is found by its tags", async (type) => {
  const server = createScriptorium({ logger: silentLogger });
  await server.start();
  const { tasks } = server.kernel;
  const task = await tasks.create(type);
  expect(task.data).toMatchObject({ outputFolder: "%project_folder%", notes: "", tags: [], maxCostPerRun: 0 });
  await tasks.create(type);
  await tasks.patch(task._id, { tags: ["spring", "bees"], notes: "For the club." });
  const found = await all(tasks.search({ query: { "data.tags": "bees" } }));
  expect(found).toMatchObject([{ _id: task._id, data: { notes: "For the club." } }]);
  await server.stop();
});

it("a prompt template and a brand voice that the server does not have end a run before its first line", async () => {
  const server = createScriptorium({
    logger: silentLogger,
    prompts: {
      promptTemplates: [{ id: "guide", prompt: "Write a guide to {{keyword}}." }],
      brandVoices: [{ id: "calm", voice: "Short sentences." }],
    },
  });
  await server.start();
  const { tasks } = server.kernel;
  const failed = async (type: string, data: Record<string, string | string[]>) => {
    const { _id: id } = await tasks.create(type, data);
    await tasks.run(id);
    return (await tasks.settled(id)).error?.message;
  };
  const asked = {
    articleKeywordsFile: ["bees"],
    sourceMode: ["text"],
    sourceTextFile: ["Bees fly."],
    articleMode: "ai",
  };
  expect(await failed("articlecreator", { ...asked, promptTemplateId: "essay" })).toContain(
    'promptTemplateId is "essay", and the server has no prompt template with this id. Use "guide", or add it to promptTemplates',
  );
  expect(await failed("articlecreator", { ...asked, promptTemplateId: "guide" })).not.toContain("promptTemplateId");
  expect(await failed("writingassistant", { promptsFile: ["bees"], brandVoiceId: "loud" })).toContain(
    'brandVoiceId is "loud", and the server has no brand voice with this id. Use "calm", or add it to brandVoices',
  );
  await server.stop();
});
