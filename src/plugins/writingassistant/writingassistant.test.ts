import { describe, expect, it, vi } from "vitest";
import {
  assistantWorld,
  BEES,
  folderOf,
  GOOD_DRAFT,
  writingService,
  writingWorld,
} from "../../../test/doubles/writing-world.js";
import { cannedReader } from "../../adapters/doubles/index.js";
import { readWritingHead } from "../../kernel/values/writing-head.js";
import { memoryStorage } from "../../storage/memory.js";
import { writingassistant } from "./index.js";

const FROM_FOLDER = {
  promptsFile: ["bee hives"],
  research: "folder" as const,
  sourceFolder: "bees",
  articleLengthFrom: 40,
};

describe("with a language model", () => {
  it("an article goes through its stages, and its files, row and usage are stored", async () => {
    const { ran, stages, service } = await writingWorld();

    const { task, rows, text, json } = await ran({
      ...FROM_FOLDER,
      ...{ outputFormats: ["html", "md"], includeFaq: true, includeTable: true, includeToc: true, includeSchema: true },
      ...{ includeTakeaways: true, stages: ["outline", "draft", "critique", "revise", "meta"] },
    });

    expect(task.error).toBeUndefined();
    expect(stages()).toEqual(["outline", "draft", "critique", "revise", "faq", "table", "meta"]);
    expect(rows).toMatchObject([
      {
        ...{
          line: "bee hives",
          title: "Bee hives for beginners",
          file: "articles/bee-hives.html",
          status: "ok",
          error: "",
        },
        ...{ sources: [{ title: "Bee hives", path: "hive.md" }], unsupported: 0, tokensIn: 700, tokensOut: 140 },
      },
    ]);
    const html = await text("articles/bee-hives.html");
    expect(html).toContain('<meta name="description" content="What hives are.">');
    expect(html).toContain('<li><a href="#where-hives-stand">Where hives stand</a></li>');
    expect(html).toContain('<h2 id="where-hives-stand">Where hives stand</h2>');
    expect(html).toContain("<h3>How heavy is a frame?</h3>");
    expect(html).toContain("<td>3 kilograms</td>");
    expect(html).toContain('"@type":"FAQPage"');
    expect(html).toContain(">Key takeaways</h2>");
    expect(await text("articles/bee-hives.md")).toContain('slug: "bee-hives"');
    expect(await json("articles/bee-hives.meta.json")).toMatchObject({ title: "Bee hives", tags: ["bees", "hives"] });
    expect(await json("articles/bee-hives.facts.json")).toContainEqual(
      expect.objectContaining({
        verdict: "supported",
        quote: "Lorenzo Langstroth patented a hive with movable frames on October 5, 1852.",
      }),
    );
    expect((await text("usage.csv")).split("\n")[1]).toBe("bee hives,outline,local,small,100,20,,,false");
    // What was read is data between marks, and no instruction.
    const [, draft] = service.asked;
    expect(draft!.user).toContain("A full frame of honey weighs about 3 kilograms.");
    expect(draft!.system).not.toContain("A full frame of honey");
  });

  it("rows fill the template in, and a stage has its own prompt and model", async () => {
    const { ran, service } = await writingWorld();

    const { rows, task } = await ran({
      rowsFile: ["product,price,note", '"Bee hives, small",49,for roofs', "Bee hives large,69,"],
      promptTemplate: "Describe {{product}} for {{price}} dollars. {{Note}} Use {{sources}}.",
      stages: ["draft"],
      stageSettings: { draft: { prompt: "Sell {{product}} calmly.", writerModel: "large" } },
      ...{ tone: "calm", articleLengthFrom: 40, concurrency: 1 },
    });

    expect(task.error).toBeUndefined();
    expect(rows.map(({ line, file }) => [line, file])).toEqual([
      ['"Bee hives, small",49,for roofs', "articles/bee-hives-small.html"],
      ["Bee hives large,69,", "articles/bee-hives-large.html"],
    ]);
    const [first] = service.asked;
    expect(first!.model).toBe("large");
    expect(first!.system).toContain(
      "What is wanted: Describe Bee hives, small for 49 dollars. for roofs Use no sources.",
    );
    expect(first!.system).toContain("Sell Bee hives, small calmly.");
    expect(first!.system).toContain("Tone: calm");
    expect(first!.system).toContain("There are no sources");
  });

  it("rows come from a file, and one that fails leaves the others", async () => {
    const folder = folderOf({ "hives.csv": "keyword,price\nbee hives,49\nnonsense,5\nwintering bee hives,60\n" });
    const world = await writingWorld(
      ({ task, subject }) => (task === "draft" && subject === "nonsense" ? "No." : undefined),
      { providers: { folder } },
    );

    const { rows, task } = await world.ran({ rowsFile: ["rows/hives.csv"], stages: ["draft"], articleLengthFrom: 40 });

    expect(task.status).toBe("complete");
    expect(rows.map(({ line, status }) => `${String(line)} ${String(status)}`)).toEqual([
      ...["bee hives,49 ok", "nonsense,5 failed", "wintering bee hives,60 ok"],
    ]);
    expect(rows[1]!["error"]).toContain("answered 1 word, which is no article");
  });

  it("an article is translated whole, and its facts are those of the text before", async () => {
    const { ran } = await writingWorld();

    const { rows, text, json } = await ran({
      ...FROM_FOLDER,
      ...{ stages: ["draft"], includeFaq: true, includeTable: true, articleSpinnerTranslateTarget: "de" },
    });

    expect(rows).toMatchObject([{ title: "Bienenst\u00f6cke", status: "ok" }]);
    const html = await text("articles/bee-hives.html");
    expect(html).toContain('<html lang="de">');
    expect(html).toContain("<h2>H\u00e4ufige Fragen</h2>");
    expect(await json("articles/bee-hives.meta.json")).toMatchObject({ language: "de" });
  });
});

describe("facts", () => {
  const WRONG = GOOD_DRAFT.replace("in 1852", "in 1951");

  it("what no source bears out is told to the writer, and keeps the article a draft with require", async () => {
    const { ran, service } = await writingWorld(({ task }) => (task === "draft" ? WRONG : undefined));

    const { rows, json, text } = await ran({ ...FROM_FOLDER, factCheck: "require" });

    const revise = service.asked.find(({ system }) => system.startsWith("Task: revise"));
    expect(revise!.user).toContain('No source bears out \\"1951\\".'.replaceAll("\\", ""));
    expect(rows).toMatchObject([
      { status: "needs-review", file: "drafts/bee-hives.html", unsupported: 1, error: 'No source bears out "1951".' },
    ]);
    expect(await json("drafts/bee-hives.facts.json")).toContainEqual(
      expect.objectContaining({ verdict: "differs", quote: expect.stringContaining("October 5, 1852") }),
    );
    expect(await text("articles/bee-hives.html")).toBe("");
  });

  it("with report the article is written all the same", async () => {
    const { ran } = await writingWorld(({ task }) => (task === "draft" ? WRONG : undefined));
    const { rows } = await ran({ ...FROM_FOLDER, stages: ["draft"] });
    expect(rows).toMatchObject([{ status: "ok", unsupported: 1, file: "articles/bee-hives.html" }]);
  });

  it("numbers of sources that there are not go", async () => {
    const { ran } = await writingWorld(({ task }) =>
      task === "draft" ? GOOD_DRAFT.replace("honey bees.", "honey bees [1][7].") : undefined,
    );
    const { rows, text } = await ran({ ...FROM_FOLDER, stages: ["draft"], citeSources: "inline" });
    expect(await text("articles/bee-hives.html")).toContain("keep honey bees [1].");
    expect(rows).toMatchObject([{ status: "partial", error: "1 number named a source that there is not, and went." }]);
  });

  it("sources about something else are said to be that", async () => {
    const { ran, service } = await writingWorld();
    const { task, rows } = await ran({ ...FROM_FOLDER, promptsFile: ["quantum chromodynamics"] });
    expect(task.status).toBe("failed");
    expect(rows).toMatchObject([
      { status: "failed", error: expect.stringContaining('None of the sources speaks of "quantum') },
    ]);
    expect(service.asked).toEqual([]);
  });
});

describe("approval", () => {
  it("outlines wait, and approved lines are finished in the next run without paying twice", async () => {
    const { ran, stages } = await writingWorld();
    const data = {
      ...FROM_FOLDER,
      promptsFile: ["bee hives", "wintering bee hives"],
      requireApproval: true,
      concurrency: 1,
    };

    const first = await ran(data);
    expect(first.rows.map(({ status, file }) => `${String(status)} ${String(file)}`)).toEqual([
      ...["needs-approval drafts/bee-hives.outline.md", "needs-approval drafts/wintering-bee-hives.outline.md"],
    ]);
    expect(await first.text("drafts/bee-hives.outline.md")).toContain("## Where hives stand\n- a point");
    expect(stages()).toEqual(["outline", "outline"]);

    const second = await ran({ ...data, approvedFile: ["bee hives"] }, first.id);
    expect(second.rows.map(({ status, file }) => `${String(status)} ${String(file)}`)).toEqual([
      ...["ok articles/bee-hives.html", "needs-approval drafts/wintering-bee-hives.outline.md"],
    ]);
    expect(stages()).toEqual(["outline", "outline", "draft", "revise", "meta"]);
    expect(await second.text("drafts/bee-hives.outline.md")).toBe("");
  });
});

describe("what goes wrong", () => {
  it("an answer that is no article fails the line with what it was", async () => {
    const says = [
      "",
      "I'm sorry, but I can't help with that.",
      '{"error": "overloaded"}',
      "\u00bf\u00bf## %% --- @@ !!",
    ];
    for (const said of says) {
      const { ran } = await writingWorld(({ task }) => (task === "draft" ? said : undefined));
      const { rows, task } = await ran({ ...FROM_FOLDER, stages: ["draft"] });
      expect(task.status).toBe("failed");
      expect(rows).toMatchObject([
        { status: "failed", error: expect.stringMatching(/wrote nothing|The writer (?:answered|refused)/) },
      ]);
    }
  });

  it("a stage with broken JSON is left out with its reason, and the article is there", async () => {
    const { ran } = await writingWorld(({ task }) =>
      ["outline", "faq", "meta"].includes(task) ? '{"oops": "' : undefined,
    );

    const { rows, task, text } = await ran({ ...FROM_FOLDER, includeFaq: true });

    expect(task.status).toBe("complete");
    expect(rows).toMatchObject([{ status: "partial", file: "articles/bee-hives.html" }]);
    for (const stage of ["outline", "faq", "meta"]) {
      expect(rows[0]!["error"]).toContain(`The stage ${stage} was left out: `);
    }
    expect(await text("articles/bee-hives.html")).toContain("Bee hives for beginners");
  });

  it("a revision that loses the text is not taken", async () => {
    const { ran } = await writingWorld(({ task }) => (task === "revise" ? "Looks good to me!" : undefined));
    const { rows, text } = await ran(FROM_FOLDER);
    expect(rows).toMatchObject([
      { status: "partial", error: expect.stringContaining("The stage revise was left out") },
    ]);
    expect(await text("articles/bee-hives.html")).toContain("500 metres");
  });

  it("a budget that is used up in the middle keeps what there is, and a raised one goes on from there", async () => {
    const { ran, stages } = await writingWorld(undefined, { prices: { input: 1000, output: 1000, currency: "EUR" } });
    const data = { ...FROM_FOLDER, stages: ["draft", "meta"], articleLengthTo: 100, maxCostPerRun: 1.0 };

    const first = await ran(data);
    expect(first.task).toMatchObject({ status: "failed", error: { code: "budget" } });
    expect(first.rows).toMatchObject([
      {
        status: "partial",
        file: "drafts/bee-hives.html",
        cost: 0.12,
        currency: "EUR",
        error: expect.stringContaining("maxCostPerRun is 1"),
      },
    ]);
    expect(await first.text("drafts/bee-hives.html")).toContain("500 metres");
    expect(await first.text("usage.csv")).toContain("bee hives,draft,local,small,100,20,0.12,EUR,false");

    const second = await ran({ maxCostPerRun: 10 }, first.id);
    expect(second.rows).toMatchObject([{ status: "ok", file: "articles/bee-hives.html", cost: 0.24 }]);
    expect(second.task.runId).toBe(first.task.runId);
    expect(stages()).toEqual(["draft", "meta"]);
    expect(await second.text("drafts/bee-hives.html")).toBe("");
    expect((await second.text("usage.csv")).trim().split("\n")).toHaveLength(3);
  });

  it("a refused key fails the run with the service's own words and no key", async () => {
    const { ran } = await writingWorld(() => ({ status: 401, text: "Incorrect API key provided: sk-abcdef123456" }));
    const { task } = await ran(FROM_FOLDER);
    expect(task).toMatchObject({ status: "failed", error: { code: "auth" } });
    expect(JSON.stringify(task.error)).not.toContain("abcdef123456");
  });

  it("what a service refuses in passing goes on from the last stage", async () => {
    let busy = true;
    const { ran, stages } = await writingWorld(({ task }) =>
      task === "revise" && busy ? { status: 503, text: "Overloaded" } : undefined,
    );
    const first = await ran(FROM_FOLDER);
    expect(first.rows).toMatchObject([{ status: "partial", file: "drafts/bee-hives.html" }]);
    busy = false;
    const second = await ran({}, first.id);
    expect(second.rows).toMatchObject([{ status: "ok" }]);
    expect(stages().filter((stage) => stage === "draft")).toHaveLength(1);
  });
});

it("lines that name nothing or a path are refused, and markup is none of a subject", async () => {
  const { ran, service } = await writingWorld();
  const { rows } = await ran({
    ...FROM_FOLDER,
    promptsFile: ["../../etc/passwd", "<br>", "<b>Bee</b> hives<script>alert(1)</script>"],
    stages: ["draft"],
  });
  expect(rows.map(({ status, error }) => `${String(status)} ${String(error)}`).sort()).toEqual([
    expect.stringContaining('failed "../../etc/passwd" is a path'),
    "failed The line names nothing to write about. Give a subject.",
    "ok ",
  ]);
  expect(service.asked[0]!.system).toContain("Subject: Bee hives\n");
});

describe("without a language model", () => {
  it("a run says what to set", async () => {
    const { ran } = await assistantWorld({ folder: folderOf(BEES) });
    const { task } = await ran(FROM_FOLDER);
    expect(task).toMatchObject({
      status: "failed",
      error: {
        code: "no-provider",
        message:
          'AI writer needs a language-model provider and none is configured. Add one under providers.writer (OpenAI-compatible, Anthropic, Gemini or Ollama), or set writerProvider to "template" for the built-in offline writer.',
      },
    });
  });

  it("the offline writer puts an article together that its sources bear out", async () => {
    const { ran } = await assistantWorld({ folder: folderOf(BEES) });
    const { task, rows, text } = await ran({
      ...FROM_FOLDER,
      ...{ writerProvider: "template", factCheck: "require", outputFormats: ["md"], citeSources: "inline" },
    });
    expect(task.error).toBeUndefined();
    expect(rows).toMatchObject([{ status: "ok", unsupported: 0, cost: 0 }]);
    expect(await text("articles/bee-hives.md")).toContain("Lorenzo Langstroth patented a hive with movable frames");
  });

  it("the offline writer without sources says that it needs some", async () => {
    const { ran } = await assistantWorld({});
    const { task } = await ran({ promptsFile: ["bees"], writerProvider: "template" });
    expect(task).toMatchObject({ status: "failed", error: { code: "no-input" } });
  });
});

it("a run that was stopped goes on without paying twice for a stage", async () => {
  let hangs = true;
  const storage = memoryStorage();
  const { service, writer } = await writingService(({ task }) =>
    task === "revise" && hangs ? { hang: true } : undefined,
  );
  const stages = () => service.asked.map(({ system }) => readWritingHead(system)?.task);
  const providers = { writer, folder: folderOf(BEES) };
  const first = await assistantWorld(providers, storage);
  const { _id: id } = await first.kernel.tasks.create("writingassistant");
  await first.kernel.tasks.patch(id, FROM_FOLDER);
  await first.kernel.tasks.run(id);
  await vi.waitUntil(() => stages().includes("revise"), { timeout: 20_000 });
  await first.kernel.stop();
  hangs = false;

  const second = await assistantWorld(providers, storage);
  await second.kernel.tasks.settled(id);

  const { rows, text } = await second.left(id);
  expect(rows).toMatchObject([{ status: "ok", tokensIn: 400 }]);
  expect(stages()).toEqual(["outline", "draft", "revise", "revise", "meta"]);
  expect((await text("usage.csv")).trim().split("\n")).toHaveLength(5);
});

it("settings that cannot be used are named", async () => {
  const problems = async (data: object) => {
    const options = writingassistant.options.parse({ promptsFile: ["bees"], ...data });
    const { writer } = await writingService();
    return (await writingassistant.check!(options, { providers: { reader: cannedReader(), writer } })).map(
      ({ field, message }) => `${field}: ${message}`,
    );
  };
  expect(await problems({})).toEqual([]);
  expect(await problems({ stages: ["sing"], outputFormats: ["pdf"], stageSettings: { dance: {} } })).toEqual([
    expect.stringContaining('outputFormats: outputFormats has "pdf"'),
    expect.stringContaining('stages: stages has "sing"'),
    expect.stringContaining('stageSettings: stageSettings has "dance"'),
  ]);
  expect(await problems({ promptTemplate: "About {{topic}}", rowsFile: ["a,b", "1,2"] })).toEqual([
    "promptTemplate: promptTemplate has {{topic}}, which stands for nothing. Use {{outline}}, {{sources}}, {{input}}.",
  ]);
  expect(await problems({ stages: ["translate"], articleSpinnerTranslateSource: "xx" })).toEqual([
    expect.stringContaining('stages has "translate", but articleSpinnerTranslateTarget is empty.'),
    expect.stringContaining('articleSpinnerTranslateSource is "xx"'),
  ]);
  expect(await problems({ requireApproval: true, stages: ["draft"] })).toEqual([
    expect.stringContaining('approvalStage is "outline", which is not among stages'),
  ]);
  expect(await problems({ research: "urls" })).toEqual([expect.stringContaining("No web provider is configured")]);
  expect(await problems({ writerProvider: "elsewhere" })).toEqual([
    expect.stringContaining('writerProvider is "elsewhere", and no writer of this server has that name.'),
  ]);
});
