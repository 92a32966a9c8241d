import { describe, expect, it } from "vitest";
import { finderWorld } from "../../../../test/web/finder-world.js";
import { cannedFolder } from "../../../adapters/doubles/canned-files.js";
import { cannedParaphraser, cannedWriter } from "../../../adapters/doubles/canned-texts.js";
import { combineTranslators } from "../../../adapters/translation/combine.js";
import { type Json, type Providers, ScriptoriumError, type TranslatorProvider } from "../../../kernel/index.js";
import { bulktranslator } from "../../bulktranslator/index.js";
import { paraphraser } from "../../paraphraser/index.js";

type Data = Readonly<Record<string, Json>>;
const TO_ES = { articleSpinnerTranslateSource: "en", articleSpinnerTranslateTarget: "es" };
const FILES = { "a.txt": "A house.\n\nA dog.", "b/c.txt": "A house.\n\nA cat." };

/** A service that says its name behind every text. */
function service(name: string, options: Data = {}) {
  const asked: string[] = [];
  const provider: TranslatorProvider = {
    async translate(text) {
      asked.push(text);
      return text
        .split("\n")
        .map((line) => `${line} ${name}`)
        .join("\n");
    },
  };
  return { asked, source: { name, kind: "libretranslate", options, provider } };
}

async function world(type: typeof bulktranslator | typeof paraphraser, providers: Partial<Providers> = {}) {
  return await finderWorld(type as typeof bulktranslator, { folder: cannedFolder("in", FILES), ...providers });
}

describe("the translation service that a task names", () => {
  const two = () => {
    const [first, second] = [service("first"), service("second")];
    return { first, second, translator: combineTranslators([first.source, second.source]) };
  };

  it("is the one that is asked, and the usual order holds without a name", async () => {
    const { first, second, translator } = two();
    const here = await world(bulktranslator, { translator });
    const id = await here.task({ textsFile: ["A house."], ...TO_ES, translateProvider: "second" });
    expect((await here.run(id)).files).toEqual({ "out/es/text-1.txt": "A house. second" });
    // What another service has translated is not taken for what this one would.
    await here.kernel.tasks.patch(id, { translateProvider: "default" });
    expect((await here.run(id)).files).toEqual({ "out/es/text-1.txt": "A house. first" });
    expect([first.asked, second.asked]).toEqual([["A house."], ["A house."]]);
  });

  it("is refused with the names there are where the server has none of its name", async () => {
    const { translator } = two();
    const here = await world(bulktranslator, { translator });
    const { task } = await here.run(await here.task({ textsFile: ["A house."], ...TO_ES, translateProvider: "deepl" }));
    expect(task.error).toMatchObject({
      code: "bad-input",
      message:
        'translateProvider is "deepl", and no translation service of this server has that name. Use one of default, llm, first, second.',
    });
    await expect(
      translator.translate("A", { from: "en", to: "es", provider: "x", signal: new AbortController().signal }),
    ).rejects.toMatchObject({ code: "bad-input", message: expect.stringContaining("first, second") });
  });

  it.each([
    ["bulktranslator", bulktranslator, { ...TO_ES, translateProvider: "llm" }],
    ["paraphraser", paraphraser, { paraphraseProvider: "llm" }],
  ] as const)("as a language model of %s is refused likewise", async (_name, type, data) => {
    const writer = { ...cannedWriter((text) => text), names: () => ["big", "small"] };
    const here = await world(type, { writer });
    const { task } = await here.run(await here.task({ textsFile: ["A house."], ...data, writerProvider: "huge" }));
    expect(task.error).toMatchObject({
      code: "bad-input",
      message:
        'writerProvider is "huge", and no language model of this server has that name. Use one of big, small, or leave it empty for the first.',
    });
    expect(writer.requests).toEqual([]);
  });
});

describe("a dry run", () => {
  async function dry(type: typeof bulktranslator | typeof paraphraser, data: Data, providers: Partial<Providers> = {}) {
    const here = await world(type, providers);
    return await here.run(await here.task({ inputFolder: "in", ...data, dryRun: true }));
  }

  it("says which files would be translated, what would be sent and what that costs, and sends and writes nothing", async () => {
    const one = service("one", { prices: { perMillionCharacters: 20_000, currency: "EUR" } });
    const translator = combineTranslators([one.source]);
    const { task, rows, files, log } = await dry(bulktranslator, TO_ES, { translator });
    expect(task.status).toBe("complete");
    expect(one.asked).toEqual([]);
    expect(files).toEqual({});
    const planned = { lang: "es", status: "planned", variantCount: 1, currency: "EUR", changedRatio: null, error: "" };
    expect(rows).toMatchObject([
      {
        file: "a.txt",
        outFile: "out/es/a.txt",
        chars: 16,
        pieces: 2,
        fromMemory: 0,
        sentChars: 15,
        cost: 0.3,
        ...planned,
      },
      // One of its two texts is that of the file before.
      { file: "b/c.txt", outFile: "out/es/b/c.txt", pieces: 2, fromMemory: 1, sentChars: 6, cost: 0.12, ...planned },
    ]);
    expect(log.join("\n")).toContain(
      "2 files of 32 characters would be done, and 21 characters sent. Estimated cost: 0.42 EUR. Nothing was written.",
    );
  });

  it("counts what an earlier run has translated, and leaves no memory itself", async () => {
    const one = service("one");
    const here = await world(bulktranslator, { translator: combineTranslators([one.source]) });
    const id = await here.task({ inputFolder: "in", ...TO_ES, dryRun: true });
    await here.run(id);
    await here.kernel.tasks.patch(id, { dryRun: false });
    expect((await here.run(id)).rows.slice(2)).toMatchObject([{ fromMemory: 0 }, { fromMemory: 1 }]);
    await here.kernel.tasks.patch(id, { dryRun: true });
    const again = await here.run(id);
    expect(again.rows.slice(4)).toMatchObject([
      { fromMemory: 2, sentChars: 0, cost: 0, status: "planned" },
      { fromMemory: 2, sentChars: 0, cost: 0, status: "planned" },
    ]);
  });

  it("says that the cost is not known, and of a text that cannot be read why", async () => {
    const folder = cannedFolder("in", { "a.txt": "A house.", "b.txt": " " });
    const { rows, log } = await dry(bulktranslator, TO_ES, { translator: service("one").source.provider, folder });
    expect(rows).toMatchObject([
      { file: "a.txt", status: "planned", cost: null, currency: "" },
      { file: "b.txt", status: "failed", error: "b.txt is empty. Leave it out, or write some." },
    ]);
    expect(log.join("\n")).toContain('What that costs is not known; give "prices" with the provider');
  });

  it("of a paraphraser counts units, and what a language model would be sent", async () => {
    const sentence = "The keeper opened the large hive in the morning.";
    const folder = cannedFolder("in", { "a.txt": `${sentence} ${sentence}` });
    const builtin = await dry(paraphraser, { variants: 3 }, { folder, paraphraser: cannedParaphraser() });
    expect(builtin.files).toEqual({});
    expect(builtin.rows).toMatchObject([
      { file: "a.txt", units: 2, variantCount: 3, outFile: "out/a.txt", status: "planned", sentChars: 0, cost: 0 },
    ]);
    const writer = {
      ...cannedWriter(new ScriptoriumError("WRITER_FAILED", "It was asked. It must not be.")),
      names: () => ["small"],
      prices: () => ({ input: 1, output: 2, currency: "USD" }),
    };
    const model = await dry(paraphraser, { variants: 3, paraphraseProvider: "llm" }, { folder, writer });
    expect(writer.requests).toEqual([]);
    expect(model.files).toEqual({});
    const [row] = model.rows;
    expect(row).toMatchObject({ units: 2, status: "planned", currency: "USD" });
    expect(row!["sentChars"]).toBeGreaterThanOrEqual(6 * sentence.length);
    expect(row!["cost"]).toBeGreaterThan(0);
  });
});
