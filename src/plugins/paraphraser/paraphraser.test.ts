import { describe, expect, it } from "vitest";
import { finderWorld } from "../../../test/web/finder-world.js";
import { cannedFolder } from "../../adapters/doubles/canned-files.js";
import { cannedParaphraser, cannedTranslator, cannedWriter } from "../../adapters/doubles/canned-texts.js";
import type { Json, Providers } from "../../kernel/index.js";
import { paraphraser } from "./index.js";

type Files = Readonly<Record<string, string>>;
type Data = Readonly<Record<string, Json>>;

async function done(files: Files, data: Data, providers: Partial<Providers>) {
  const here = await finderWorld(paraphraser, { folder: cannedFolder("in", files), ...providers });
  return await here.run(await here.task({ inputFolder: "in", ...data }));
}

/** Says `built` and `big` in other ways, and changes facts of sentences about cats. */
const engine = cannedParaphraser((unit) =>
  unit.includes("cat")
    ? `{${unit.replace("12", "13").replace("not ", "").replace("Bonn", "Kiel")}|${unit}}`
    : `{${unit.replace("built a big", "made a {large|big}")}|${unit}}`,
);

const TEXT = "The men built a big house in Bonn.";

describe("a paraphrased file", () => {
  it("is skipped where languageFilter asks for other languages, with a row that says so", async () => {
    const german = "Die Katze schl\u00e4ft heute den ganzen Tag unter dem alten Baum im Garten.";
    const english = "The men built a big house in the town and the women built another one there.";
    const data = { languageFilter: ["en"], maxOverlap: 1 };
    const { rows, files, log } = await done({ "a.txt": german, "b.txt": english }, data, { paraphraser: engine });
    expect(Object.keys(files)).toEqual(["out/b.txt"]);
    expect(rows.map(({ status }) => status)).toEqual(["skipped", "ok"]);
    expect(log).toContain(
      'info: The language of a.txt is "de", and languageFilter asks for another. Add it to languageFilter to have the text done.',
    );
  });

  it("lies below out, with a row that says how far it went", async () => {
    const { task, rows, files } = await done({ "x/a.md": `# A title of it\n\n${TEXT}\n` }, {}, { paraphraser: engine });
    expect(task.status).toBe("complete");
    expect(files).toEqual({ "out/x/a.md": "# A title of it\n\nThe men made a big house in Bonn.\n" });
    expect(rows).toEqual([
      {
        file: "x/a.md",
        units: 1,
        rewritten: 1,
        overlap: 0.375,
        similarity: 0.958,
        rejectedUnits: 0,
        variantCount: 1,
        outFile: "out/x/a.md",
        status: "ok",
        error: "",
      },
    ]);
  });

  it("keeps sentences of which a number, a name or a negation would change, and counts them", async () => {
    const text = `The 12 cats sleep here. The cat did not sleep here. One cat sleeps in Bonn today. ${TEXT}`;
    const { rows, files, log } = await done({ "a.txt": text }, {}, { paraphraser: engine });
    expect(files["out/a.txt"]).toBe(text.replace("built", "made"));
    expect(rows[0]).toMatchObject({ units: 4, rewritten: 1, rejectedUnits: 3 });
    expect(log.join("\n")).toContain("3 of 4 units stay as they were. The first: The number “12” is missing.");
  });

  it("may have other numbers where that is allowed", async () => {
    const { files } = await done(
      { "a.txt": "The 12 cats sleep here." },
      { keepNumbers: false },
      { paraphraser: engine },
    );
    expect(files["out/a.txt"]).toBe("The 13 cats sleep here.");
  });

  it("keeps markup, code, links and what is quoted", async () => {
    const text = `> ${TEXT}\n\nThe men **built a big** [house](https://a.test/b) in Bonn.\n\n\`\`\`\n${TEXT}\n\`\`\`\n\n1. Run this:\n\n    \`\`\`\n    ${TEXT}\n    \`\`\`\n`;
    const bold = cannedParaphraser((unit) => unit.replace("men", "people"));
    const { files } = await done({ "a.md": text }, {}, { paraphraser: bold });
    expect(files["out/a.md"]).toBe(text.replace("The men **", "The people **"));
  });

  it("is spintax where that is asked for, with what the text had among the ways", async () => {
    const { files } = await done({ "a.txt": TEXT }, { output: "spintax" }, { paraphraser: engine });
    expect(files["out/a.txt"]).toBe(`{The men made a big house in Bonn.|${TEXT}}`);
    const strong = await done({ "a.txt": TEXT }, { output: "spintax", strength: "strong" }, { paraphraser: engine });
    expect(strong.files["out/a.txt"]).toBe(`{The men made a {large|big} house in Bonn.|${TEXT}}`);
  });

  it("is what its variants are, in files of their own", async () => {
    const { files, rows } = await done({ "a.txt": TEXT }, { strength: "strong", variants: 2 }, { paraphraser: engine });
    expect(files).toEqual({
      "out/a.txt": "The men made a large house in Bonn.",
      "out/a-2.txt": "The men made a big house in Bonn.",
    });
    expect(rows[0]).toMatchObject({ variantCount: 2, outFile: "out/a.txt" });
  });
});

describe("a language model", () => {
  it("is asked by name, with the tone, and what it invents is rejected", async () => {
    const writer = cannedWriter((unit) =>
      unit.includes("men") ? "Those men put up a big house in Bonn." : "Something else altogether, in London.",
    );
    const { files, rows } = await done(
      { "a.txt": `${TEXT} The dog slept under the old table.` },
      { paraphraseProvider: "llm", writerProvider: "small", tone: "friendly" },
      { writer },
    );
    expect(files["out/a.txt"]).toBe("Those men put up a big house in Bonn. The dog slept under the old table.");
    expect(rows[0]).toMatchObject({ rewritten: 1, rejectedUnits: 1 });
    expect(writer.requests[0]).toMatchObject({ provider: "small", text: TEXT });
    expect(writer.requests[0]?.instructions).toContain("friendly");
  });
});

describe("another language", () => {
  it("is what the result is translated into, spintax too", async () => {
    const translator = cannedTranslator({ "en-es": { house: "casa", large: "grande", big: "enorme" } });
    const providers = { paraphraser: engine, translator };
    const data = { finallanguage: "es", strength: "strong" };
    expect((await done({ "a.txt": TEXT }, data, providers)).files["out/a.txt"]).toBe(
      "The men made a grande casa in Bonn.",
    );
    expect((await done({ "a.txt": TEXT }, { ...data, output: "spintax" }, providers)).files["out/a.txt"]).toBe(
      "{The men made a grande casa in Bonn.|The men made a enorme casa in Bonn.}",
    );
  });

  it("without a translator is refused in one sentence", async () => {
    const { task } = await done({ "a.txt": TEXT }, { finallanguage: "es" }, { paraphraser: engine });
    expect(task.error).toMatchObject({ code: "no-provider" });
    expect(JSON.stringify(task.error)).toContain("A target language is set but no translation provider is configured.");
  });

  it("that nobody knows is refused", async () => {
    const { task } = await done({ "a.txt": TEXT }, { sourcelanguage: "xx" }, { paraphraser: engine });
    expect(task.error).toMatchObject({ code: "bad-input" });
  });
});
