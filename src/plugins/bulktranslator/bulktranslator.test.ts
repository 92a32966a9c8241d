import { describe, expect, it } from "vitest";
import { finderWorld } from "../../../test/web/finder-world.js";
import { cannedFolder } from "../../adapters/doubles/canned-files.js";
import { cannedSpinner, cannedTranslator, cannedWriter } from "../../adapters/doubles/canned-texts.js";
import { type Json, type Providers, ScriptoriumError, type TranslatorProvider } from "../../kernel/index.js";
import { bulktranslator } from "./index.js";

type Files = Readonly<Record<string, string>>;
type Data = Readonly<Record<string, Json>>;

/** Translates every letter to its capital and keeps the rest: what was translated can be seen, and so can what was not. */
function shouting(answer = (line: string) => line): TranslatorProvider & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async translate(text) {
      asked.push(text);
      const line = (one: string) =>
        answer(one.replace(/<x\d+>|\p{L}+/gu, (word) => (/^</.test(word) ? word : word.toUpperCase())));
      return text.split("\n").map(line).join("\n");
    },
  };
}

async function world(files: Files, providers: Partial<Providers> = {}) {
  return await finderWorld(bulktranslator, { folder: cannedFolder("in", files), translator: shouting(), ...providers });
}

const TO_ES = { articleSpinnerTranslateSource: "en", articleSpinnerTranslateTarget: "es" };

async function done(files: Files, data: Data = {}, providers: Partial<Providers> = {}) {
  const here = await world(files, providers);
  return await here.run(await here.task({ inputFolder: "in", ...data }));
}

/** What one text becomes in Spanish. */
async function inSpanish(file: string, text: string, data: Data = {}, providers: Partial<Providers> = {}) {
  const { files } = await done({ [file]: text }, { ...TO_ES, ...data }, providers);
  return files[`out/es/${file}`];
}

describe("translated files", () => {
  it("lie below their language, with a row each", async () => {
    const { task, rows, files } = await done(
      { "a.txt": "A house.", "b/c.md": "# Two\n\nA dog." },
      { ...TO_ES, articleSpinnerTranslateTarget: "es,de" },
    );
    expect(task.status).toBe("complete");
    expect(Object.keys(files).sort()).toEqual(["out/de/a.txt", "out/de/b/c.md", "out/es/a.txt", "out/es/b/c.md"]);
    expect(files["out/es/b/c.md"]).toBe("# TWO\n\nA DOG.");
    expect(rows[0]).toEqual({
      file: "a.txt",
      lang: "es",
      chars: 8,
      changedRatio: 0,
      similarity: null,
      variantCount: 1,
      pieces: 1,
      fromMemory: 0,
      keptPieces: 0,
      rejectedUnits: 0,
      missedTerms: "",
      images: 0,
      licence: "",
      imagesUsed: [],
      outFile: "out/es/a.txt",
      status: "ok",
      error: "",
    });
  });

  it("keep tags, code, comments and addresses of HTML, and translate what attributes say to readers", async () => {
    const html =
      '<html lang="en"><head><meta charset="iso-8859-1"><title>My house</title><meta name="description" content="Big &amp; red"></head>' +
      '<body class="big"><!-- note --><p>See <a href="/x y" title="The door">the <b>red</b> door</a> &amp; go.</p>' +
      '<img src="a.png" alt="A dog"><pre>let x = 1;</pre><script>var word = "no";</script></body></html>';
    expect(await inSpanish("a.html", html)).toBe(
      '<html lang="es"><head><meta charset="utf-8"><title>MY HOUSE</title><meta name="description" content="BIG &amp; RED"></head>' +
        '<body class="big"><!-- note --><p>SEE <a href="/x y" title="THE DOOR">THE <b>RED</b> DOOR</a> &amp; GO.</p>' +
        '<img src="a.png" alt="A DOG"><pre>let x = 1;</pre><script>var word = "no";</script></body></html>',
    );
  });

  it("keep fences, tables, links and settings of Markdown, and translate titles and pictures' words", async () => {
    const markdown = [
      '---\ntitle: "My house"\nslug: my-house\n---\n',
      "Use `code` and [the **door**](https://a.test/door_x).\n",
      "| Name | Note |\n| --- | :-: |\n| dog | `cat` |\n",
      '![A dog](dog.png "The dog")\n',
      "- item\n\n    ```js\n    let it = be;\n    ```\n",
      "    const indented = true;\n",
    ].join("\n");
    expect(await inSpanish("a.md", markdown)).toBe(
      markdown
        .replace("My house", "MY HOUSE")
        .replace("Use", "USE")
        .replace("and [the **door**]", "AND [THE **DOOR**]")
        .replace("Name | Note", "NAME | NOTE")
        .replace("| dog |", "| DOG |")
        .replace('![A dog](dog.png "The dog")', '![A DOG](dog.png "THE DOG")')
        .replace("- item", "- ITEM"),
    );
  });

  it("have a wrapped sentence as one, also where a line begins with a name", async () => {
    const translator = shouting();
    const text = "<p>The old house that\nAnna built is\nred.</p>";
    expect(await inSpanish("a.html", text, {}, { translator })).toBe("<p>THE OLD HOUSE THAT ANNA BUILT IS RED.</p>");
    expect(translator.asked).toEqual(["The old house that Anna built is red."]);
  });

  it("keep a heading of Markdown that no blank line sets off apart from the text below it", async () => {
    expect(await inSpanish("a.md", "## The house\nIt is\nred.\n")).toBe("## THE HOUSE\nIT IS RED.\n");
  });

  it("stay as they are in parts whose translation has other numbers, which the row counts", async () => {
    const translator = shouting((line) => line.replace("12", "13"));
    const { rows, files, log } = await done({ "a.txt": "It has 12 rooms.\n\nIt is red." }, TO_ES, { translator });
    expect(files["out/es/a.txt"]).toBe("It has 12 rooms.\n\nIT IS RED.");
    expect(rows[0]).toMatchObject({ keptPieces: 1, status: "ok" });
    expect(log.join("\n")).toContain("one part stays as it was");
  });

  it("are translated between their tags where a translator loses them", async () => {
    const translator = shouting((line) => line.replace(/<x\d+>/g, ""));
    expect(await inSpanish("a.html", "<p>See <b>the dog</b> now.</p>", {}, { translator })).toBe(
      "<p>SEE <b>THE DOG</b> NOW.</p>",
    );
  });
});

describe("the memory of a task", () => {
  it("has equal texts translated once, in a run and in the next one", async () => {
    const translator = shouting();
    const here = await world({ "a.txt": "A house.\n\nA dog.", "b.txt": "A house." }, { translator });
    const id = await here.task({ inputFolder: "in", ...TO_ES });
    const first = await here.run(id);
    expect(translator.asked).toEqual(["A house.\nA dog."]);
    expect(first.rows.map(({ fromMemory }) => fromMemory)).toEqual([0, 1]);
    const second = await here.run(id);
    expect(translator.asked).toHaveLength(1);
    expect(second.files["out/es/a.txt"]).toBe("A HOUSE.\n\nA DOG.");
  });

  it("holds nothing of before another glossary", async () => {
    const translator = shouting();
    const here = await world({ "a.txt": "A house." }, { translator });
    const id = await here.task({ inputFolder: "in", ...TO_ES });
    await here.run(id);
    await here.kernel.tasks.patch(id, { glossaryFile: ["house|casa"] });
    const { files } = await here.run(id);
    expect(files["out/es/a.txt"]).toBe("A casa.");
  });
});

describe("terms", () => {
  it("of the glossary become what it says, plurals too where they are simple", async () => {
    expect(await inSpanish("a.txt", "House and houses, cat.", { glossaryFile: ["house|casa", "cat|Katze|de"] })).toBe(
      "Casa AND casas, CAT.",
    );
  });

  it("in a form of which no translation is known are named", async () => {
    const { rows, log } = await done(
      { "a.txt": "Two houses." },
      { ...TO_ES, articleSpinnerTranslateTarget: "de", glossaryFile: ["house|Haus"] },
    );
    expect(rows[0]).toMatchObject({ missedTerms: "houses" });
    expect(log.join("\n")).toContain("glossaryFile has no translation for houses");
  });

  it("that are protected stay", async () => {
    expect(await inSpanish("a.html", "<p>Buy Red &amp; Co soap.</p>", { protectedWordsFile: ["Red & Co"] })).toMatch(
      /^<p>BUY (?:RED|Red) &amp; (?:CO|Co) SOAP\.<\/p>$/,
    );
    expect(await inSpanish("a.txt", "Buy Blue Sky soap.", { protectedWordsFile: ["blue sky"] })).toBe(
      "BUY Blue Sky SOAP.",
    );
  });
});

it("a round trip goes through the other language and comes back", async () => {
  const translator = cannedTranslator({ "en-es": { big: "grande" }, "es-en": { grande: "large" } });
  const { files } = await done(
    { "a.txt": "A big house." },
    { articleSpinnerTranslateSource: "en", translateVia: "es" },
    { translator },
  );
  expect(files).toEqual({ "out/en/a.txt": "A large house." });
});

it("a language model is asked by name, and its answers are checked as all others", async () => {
  const writer = cannedWriter((text) => text.replaceAll("house", "casa"));
  const { files } = await done(
    { "a.txt": "A house." },
    { ...TO_ES, translateProvider: "llm", writerProvider: "small", formality: "more" },
    { writer },
  );
  expect(files["out/es/a.txt"]).toBe("A casa.");
  expect(writer.requests[0]).toMatchObject({ provider: "small" });
  expect(writer.requests[0]?.instructions).toContain("formally");
});

describe("spinning", () => {
  const spinner = cannedSpinner((text) => text.replaceAll("big", "{big|large}").replaceAll("not red", "{not red|red}"));

  it("writes spintax, with the shape that is asked for", async () => {
    const spin = (data: Data) => done({ "a.txt": "A big house." }, { spinMode: "spintax", ...data }, { spinner });
    expect((await spin({})).files).toEqual({ "out/en/a.txt": "A {big|large} house." });
    expect((await spin({ keepOriginalOption: false })).files).toEqual({ "out/en/a.txt": "A large house." });
    expect((await spin({ spinUnits: ["phrases"] })).files).toEqual({ "out/en/a.txt": "A big house." });
  });

  it("keeps a paragraph in which a negation would be lost, and counts it", async () => {
    const { files, rows } = await done(
      { "a.txt": "It is not red.\n\nA big house." },
      { spinMode: "spintax", spinUnits: ["words", "phrases"] },
      { spinner },
    );
    expect(files["out/en/a.txt"]).toBe("It is not red.\n\nA {big|large} house.");
    expect(rows[0]).toMatchObject({ rejectedUnits: 1 });
  });

  it("leaves braces that a text has of its own alone", async () => {
    const text = "A big house with `cp {a|b}` in it.";
    const spin = (spinMode: string) => done({ "a.md": text }, { spinMode, keepOriginalOption: false }, { spinner });
    expect((await spin("spin")).files["out/en/a.md"]).toBe("A large house with `cp {a|b}` in it.");
    expect((await spin("spintax")).files["out/en/a.md"]).toBe("A large house with `cp \\{a\\|b\\}` in it.");
  });

  it("writes variants, each another text, and says when the change is not what was asked for", async () => {
    const { files, rows } = await done(
      { "a.txt": "A big house." },
      { spinMode: "spin", variants: 2, minChange: 0.9, randomSeed: 1 },
      { spinner },
    );
    expect(new Set(Object.values(files))).toEqual(new Set(["A big house.", "A large house."]));
    expect(Object.keys(files)).toEqual(["out/en/a-2.txt", "out/en/a.txt"]);
    expect(rows[0]).toMatchObject({ variantCount: 2, status: "check", outFile: "out/en/a.txt" });
  });

  it("puts paragraphs in another order, but for the first, the last and those that go on", async () => {
    const paragraphs = ["First one.", "A cat.", "This is old.", "B dog.", "C cow.", "D pig.", "Last one."];
    const { files } = await done(
      { "a.md": `# Title\n\n${paragraphs.join("\n\n")}\n\n- item\n` },
      { spinMode: "spin", reorderParagraphs: true, randomSeed: 3 },
      { spinner },
    );
    const made = files["out/en/a.md"]!;
    const order = made.split("\n\n").slice(1, -1);
    expect(made).toMatch(/^# Title\n\nFirst one\.[\s\S]*Last one\.\n\n- item\n$/);
    expect(order).not.toEqual(paragraphs);
    expect(order.toSorted()).toEqual(paragraphs.toSorted());
    expect(order.indexOf("This is old.")).toBe(order.indexOf("A cat.") + 1);
  });
});

describe("what cannot be done", () => {
  const failing = async (data: Data, providers: Partial<Providers> = {}) => {
    const { task } = await done({ "a.txt": "A house." }, data, providers);
    return { status: task.status, ...task.error };
  };

  it("without a translator is said in one sentence, with what to do", async () => {
    const here = await finderWorld(bulktranslator, { folder: cannedFolder("in", { "a.txt": "A house." }) });
    const { task } = await here.run(await here.task({ inputFolder: "in", ...TO_ES }));
    expect(task.status).toBe("failed");
    expect(task.error).toMatchObject({ code: "no-provider" });
    expect(JSON.stringify(task.error)).toContain("A target language is set but no translation provider is configured.");
  });

  it("because there is nothing to do, no text, or a language that is none", async () => {
    expect(await failing({})).toMatchObject({ status: "failed", code: "bad-input" });
    expect(await failing({ ...TO_ES, inputPattern: "*.md" })).toMatchObject({ code: "no-input" });
    expect(await failing({ articleSpinnerTranslateTarget: "klingon" })).toMatchObject({ code: "bad-input" });
    expect(await failing({ ...TO_ES, glossaryFile: ["house"] })).toMatchObject({ code: "bad-input" });
    expect(await failing({ ...TO_ES, inputFolder: "" })).toMatchObject({ code: "no-input" });
  });

  it("in one file has a row, and the others are done", async () => {
    const { task, rows, files } = await done({ "a.txt": " ", "b.txt": "A dog." }, TO_ES);
    expect(task.status).toBe("complete");
    expect(rows.map(({ file, status }) => [file, status])).toEqual([
      ["a.txt", "failed"],
      ["b.txt", "ok"],
    ]);
    expect(files).toEqual({ "out/es/b.txt": "A DOG." });
  });

  it("because a service is down fails the run, and the next one goes on where it stopped", async () => {
    let isDown = false;
    const asked: string[] = [];
    const translator: TranslatorProvider = {
      async translate(text) {
        if (isDown) throw new ScriptoriumError("no-network", "The service could not be reached. Run it again.");
        asked.push(text);
        isDown = asked.length === 1;
        return text.toUpperCase();
      },
    };
    const here = await world({ "a.txt": "A house.", "b.txt": "A dog." }, { translator });
    const id = await here.task({ inputFolder: "in", ...TO_ES });
    const first = await here.run(id);
    expect(first.task.status).toBe("failed");
    expect(first.files).toEqual({ "out/es/a.txt": "A HOUSE." });
    isDown = false;
    const second = await here.run(id);
    expect(second.task.status).toBe("complete");
    expect(asked).toEqual(["A house.", "A dog."]);
    expect(second.rows.map(({ file, status }) => [file, status])).toEqual([
      ["a.txt", "ok"],
      ["b.txt", "ok"],
    ]);
  });
});

it("texts of a list are files of their own", async () => {
  const here = await world({});
  const { files } = await here.run(
    await here.task({ textsFile: ["A house.", "<p>A <b>dog</b>.</p>", "A house."], ...TO_ES }),
  );
  expect(files).toEqual({ "out/es/text-1.txt": "A HOUSE.", "out/es/text-2.html": "<p>A <b>DOG</b>.</p>" });
});

it("the words of HTML alone are written where it is not to be kept", async () => {
  const { files } = await done({ "a.html": "<h1>House</h1><p>A <b>dog</b>.</p>" }, { ...TO_ES, keepHtml: false });
  expect(files["out/es/a.html.txt"]).toMatch(/^HOUSE\n+A DOG\.\n$/);
});
