import { expect, it } from "vitest";
import { createScriptorium } from "../../index.js";
import { memoryStorage } from "../../storage/memory.js";

const TEXT =
  "Bees make honey from nectar. The hive stores honey in wax comb for the winter. Honey keeps for years in a jar.";
const DATA = { articleKeywordsFile: ["honey"], sourceMode: ["text"], sourceTextFile: [TEXT], articleLengthFrom: 10 };

it.each([{}, { exportTemplate: { append: true } }])(
  "a run of the server writes articles and reports, again as well: %j",
  async (given) => {
    const { kernel, start, stop } = createScriptorium({ storage: memoryStorage() });
    await start();
    const { _id } = await kernel.tasks.create("articlecreator", { ...DATA, ...given });
    for (let run = 1; run <= 2; run += 1) {
      await kernel.tasks.run(_id);
      const { status, error } = await kernel.tasks.settled(_id);
      expect({ status, error }).toMatchObject({ status: "complete" });
    }
    const paths = (await Array.fromAsync(kernel.content.files(_id))).map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(["articles/honey.html", "facts.json", "report.json", "sources.jsonl"]),
    );
    const text = Buffer.from((await kernel.content.file(_id, "articles/honey.html"))!.bytes).toString();
    expect(text.split("<article>")).toHaveLength("exportTemplate" in given ? 3 : 2);
    expect(JSON.parse(Buffer.from((await kernel.content.file(_id, "facts.json"))!.bytes).toString())).toHaveLength(3);
    await stop();
  },
);
