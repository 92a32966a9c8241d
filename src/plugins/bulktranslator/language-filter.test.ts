import { describe, expect, it } from "vitest";
import { finderWorld } from "../../../test/web/finder-world.js";
import { cannedFolder } from "../../adapters/doubles/canned-files.js";
import type { Json, TranslatorProvider } from "../../kernel/index.js";
import { bulktranslator } from "./index.js";

const translator: TranslatorProvider = { translate: async (text) => text.toUpperCase() };
const world = (files: Readonly<Record<string, string>>) =>
  finderWorld(bulktranslator, { folder: cannedFolder("in", files), translator });

async function done(files: Readonly<Record<string, string>>, data: Readonly<Record<string, Json>>) {
  const here = await world(files);
  return await here.run(await here.task({ inputFolder: "in", articleSpinnerTranslateTarget: "es", ...data }));
}

describe("languageFilter", () => {
  const GERMAN = "Die Katze schl\u00e4ft heute den ganzen Tag unter dem alten Baum im Garten.";
  const ENGLISH = "The cat sleeps under the old tree in the garden for the whole day.";

  it("has texts in other languages skipped, with a row that says so, in a run, a plan and a try", async () => {
    const here = await world({ "a.txt": GERMAN, "b.txt": ENGLISH });
    const id = await here.task({ inputFolder: "in", languageFilter: ["en"], articleSpinnerTranslateTarget: "es" });
    const { task, rows, files, log } = await here.run(id);
    expect(task.status).toBe("complete");
    expect(Object.keys(files)).toEqual(["out/es/b.txt"]);
    expect(rows.map(({ file, status }) => [file, status])).toEqual([
      ["a.txt", "skipped"],
      ["b.txt", "ok"],
    ]);
    expect(rows[0]).toMatchObject({ outFile: "", error: expect.stringContaining('The language of a.txt is "de"') });
    expect(log).toContain("info: 1 file done, 1 skipped.");
    const { texts } = (await here.kernel.tasks.try(id, { texts: 2 })).shown as { texts: readonly object[] };
    expect(texts[0]).toMatchObject({ file: "a.txt", status: "skipped", content: {} });
    await here.kernel.tasks.patch(id, { dryRun: true });
    expect((await here.run(id)).rows.slice(-2).map(({ status }) => status)).toEqual(["skipped", "planned"]);
  });

  it("warns where that is all of them, and refuses what is no language", async () => {
    const none = await done({ "a.txt": GERMAN }, { languageFilter: ["en"] });
    expect(none.task.status).toBe("complete");
    expect(none.log.join("\n")).toContain("All texts are in other languages");
    const wrong = await done({ "a.txt": GERMAN }, { languageFilter: ["elvish"] });
    expect(wrong.task.error).toMatchObject({ code: "bad-input", message: expect.stringContaining("elvish") });
  });
});
