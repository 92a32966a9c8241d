import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { seededRandom } from "../../src/kernel/values/random.js";
import { readWritingHead } from "../../src/kernel/values/writing-head.js";
import { chatService } from "../doubles/chat-service.js";
import { serveLibreTranslate } from "../doubles/libre-translate.js";
import { goodAnswer } from "../doubles/writing-world.js";
import { holding, killable, OFF, type Stored } from "./killable.js";

const times = (values: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

describe.each(["sqlite", "file"])("on %s", (storage) => {
  it("a translation of a folder goes on where its process was killed: each text is asked for once, but for the one in work", async () => {
    const ends = [3, 12, 13, 30];
    const hold = holding(ends);
    const service = await serveLibreTranslate({
      instead({ method, text }) {
        if (method !== "POST") return undefined;
        if (hold.counts()) return "hang";
        const { q } = JSON.parse(text) as { readonly q: string | readonly string[] };
        const translated = [q].flat().map(shouted);
        return { json: { translatedText: typeof q === "string" ? translated[0] : translated } };
      },
    });
    onTestFinished(service.close);
    const translator = { kind: "libretranslate", address: service.url };
    const here = await killable(storage, { providers: { ...OFF, translator } });
    const names = Array.from({ length: 20 }, (_none, n) => `part/text-${n + 1}.md`);
    mkdirSync(join(here.folder, "part"));
    const told = (name: string) => `# A note\n\nThis is what is in ${wordOf(name)}, and no more.\n`;
    for (const name of names) writeFileSync(join(here.folder, name), told(name));
    const id = await here.begun("bulktranslator", {
      ...{ inputFolder: here.folder, articleSpinnerTranslateSource: "en", articleSpinnerTranslateTarget: "de,es" },
    });
    for (const reached of hold.reached) {
      await reached;
      await here.killed();
    }
    expect(await here.settled(id)).toBe("complete");

    const { rows, files } = await here.stored(id);
    const wanted = ["de", "es"].flatMap((lang) => names.map((name) => `${lang} ${name}`));
    expect(rows.map(({ lang, file }) => `${lang} ${file}`).sort()).toEqual(wanted.toSorted());
    expect(rows.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(files.map(({ path }) => path).sort()).toEqual(wanted.map((one) => `out/${one.replace(" ", "/")}`).sort());
    for (const { path, whole, text } of files) {
      expect([whole, text]).toEqual([true, shouted(told(path.split("/").slice(2).join("/")))]);
    }
    const asked = times(service.requests.filter(({ method }) => method === "POST").map(({ text }) => text));
    expect([...asked.values()].reduce((sum, count) => sum + count, 0)).toBe(wanted.length + ends.length);
    // The text that was with the service when the server died is the only one that is asked for again.
    expect(asked.size).toBe(wanted.length);
  });

  it("a paraphrased folder is, after kills at any moment, what it is without them", async () => {
    const random = seededRandom(`paraphrased ${storage}`);
    // However busy the machine is, the engine is given the time that it takes.
    const here = await killable(storage, { providers: OFF, text: { timeLimitMs: 600_000 } });
    const names = Array.from({ length: 8 }, (_none, n) => `text-${String(n + 1).padStart(2, "0")}.txt`);
    for (const [n, name] of names.entries()) writeFileSync(join(here.folder, name), story(n));
    const data = { inputFolder: here.folder, randomSeed: 7, variants: 2, strength: "light" };
    const undisturbed = await here.begun("paraphraser", data);
    expect(await here.settled(undisturbed)).toBe("complete");

    const id = await here.begun("paraphraser", data);
    for (const least of [1, 3, 6]) {
      await expect
        .poll(async () => (await here.call(`/task/results/${id}?limit=100`)).rows.length, {
          timeout: 240_000,
          interval: 5,
        })
        .toBeGreaterThanOrEqual(least);
      await wait(random.integer(0, 60));
      await here.killed();
    }
    expect(await here.settled(id)).toBe("complete");

    const [whole, disturbed] = [await here.stored(undisturbed), await here.stored(id)];
    // A file that takes too long on a busy machine is done by the next attempt, behind the others.
    expect(byFile(disturbed.rows)).toEqual(byFile(whole.rows));
    expect(byFile(disturbed.rows).map(({ file }) => file)).toEqual(names);
    expect(disturbed.files).toEqual(whole.files);
    expect(disturbed.files.filter((file) => !file.whole)).toEqual([]);
  });

  it.each(["lines", "a table"])(
    "articles of %s that a model writes are each written once though the server is killed, and no call is paid twice but those in work",
    async (from) => {
      const ends = [2, 11, 12, 25];
      const hold = holding(ends);
      const service = await chatService((asked) => {
        const head = readWritingHead(asked.system)!;
        return hold.counts() ? { hang: true } : goodAnswer(head, asked);
      });
      onTestFinished(service.close);
      const writer = {
        ...{ kind: "openai-compatible", name: "local", address: service.address, model: "small" },
        ...{ key: "test-key-123", keyInFile: true },
      };
      const here = await killable(storage, { providers: { ...OFF, writer } });
      const subjects = Array.from({ length: 9 }, (_none, n) => `bee hives ${n + 1}`);
      const table = join(here.folder, "subjects.csv");
      writeFileSync(table, ["keyword", ...subjects, ""].join("\n"));
      const concurrency = from === "lines" ? 2 : 1;
      const id = await here.begun("writingassistant", {
        ...(from === "lines" ? { promptsFile: subjects } : { rowsFile: [table] }),
        ...{ concurrency, articleLengthFrom: 40, factCheck: "off", outputFormats: ["html", "md"] },
      });
      for (const reached of hold.reached) {
        await reached;
        await here.killed();
      }
      expect(await here.settled(id)).toBe("complete");

      const { rows, files, articles } = await here.stored(id);
      expect(rows.map(({ line }) => line).sort()).toEqual(subjects);
      expect(rows.filter(({ status }) => status !== "ok")).toEqual([]);
      expect(articles.map(({ keyword }) => keyword).sort()).toEqual(subjects);
      const endings = ["html", "md", "meta.json"];
      const wanted = subjects.flatMap((line) =>
        endings.map((ending) => `articles/${line.replaceAll(" ", "-")}.${ending}`),
      );
      expect(files.map(({ path }) => path).sort()).toEqual([...wanted, "usage.csv"].sort());
      expect(files.filter(({ whole }) => !whole)).toEqual([]);
      for (const { text } of files.filter(({ path }) => path.endsWith(".md"))) {
        expect(text).toMatch(/Bee hives are boxes[\s\S]+500 metres\./);
      }
      const stages = ["outline", "draft", "revise", "meta"];
      const calls = subjects.flatMap((line) => stages.map((stage) => `${line} ${stage}`));
      const asked = times(
        service.asked.map(({ system }) => {
          const { subject, task } = readWritingHead(system)!;
          return `${subject} ${task}`;
        }),
      );
      expect([...asked.keys()].sort()).toEqual(calls.toSorted());
      const repeated = [...asked.values()].reduce((sum, count) => sum + count - 1, 0);
      expect(repeated).toBeGreaterThanOrEqual(1);
      expect(repeated).toBeLessThanOrEqual(ends.length * concurrency);
      // What is said to be used is each call once.
      const usage = files
        .find(({ path }) => path === "usage.csv")!
        .text.trimEnd()
        .split("\n")
        .slice(1);
      expect(usage.map((row) => row.split(",").slice(0, 2).join(" ")).sort()).toEqual(calls.toSorted());
      expect(rows.map(({ tokensIn, tokensOut }) => [tokensIn, tokensOut])).toEqual(subjects.map(() => [400, 80]));
    },
  );
});

function byFile(rows: Stored["rows"]) {
  return rows.toSorted((one, other) => String(one["file"]).localeCompare(String(other["file"])));
}

/** The name of a file in letters alone, which a translator may change. */
function wordOf(name: string): string {
  return name.replace(/\D+/g, "").replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!);
}

/** A translation in which everything is there that has to be. */
function shouted(text: string): string {
  return text.replace(/<x\d+>|\p{L}+/gu, (word) => (word.startsWith("<") ? word : word.toUpperCase()));
}

/** Some sentences with a number of their own. */
function story(n: number): string {
  const sentences = [
    `The keeper opened ${n + 3} large hives in the morning because the weather was warm.`,
    "Although the bees were quiet, she moved slowly and looked at every frame.",
    `The garden was sold to a neighbour in ${1900 + n}, and he planted many old apple trees.`,
    "When the rain began, the children ran into the house and closed the windows.",
  ];
  return `${sentences.join(" ")}\n`;
}
