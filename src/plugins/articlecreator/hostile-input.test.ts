import { afterEach, expect, it } from "vitest";
import { HONEY, honeyRuns } from "../../../test/doubles/honey-runs.js";
import { type JsonObject, type Providers, ScriptoriumError, type WriterProvider } from "../../kernel/index.js";

const GERMAN =
  "Honig, auf Englisch honey, ist ein Lebensmittel, das Bienen aus Nektar herstellen.\nDie Bienen lagern den Honig in Waben ein und verschliessen sie mit Wachs. Im Winter ernährt der Honig das ganze Volk.\n";

const { ran, end } = honeyRuns();
afterEach(end);

const kept = (row: JsonObject | undefined) => expect(row).toMatchObject({ status: "ok", error: "" });
const failed = (row: JsonObject | undefined, reason: string) =>
  expect(row).toMatchObject({ status: "failed", words: 0, error: expect.stringContaining(reason) });

it("no source at all ends the run with a sentence that says what to give", async () => {
  const { status, error } = await ran({ articleKeywordsFile: ["honey"], sourceTextFile: [] });
  expect(status).toBe("failed");
  expect(error!.message).toContain("sourceTextFile");
});

it("sources about something else, a path and an empty mark-up as keywords fail alone, the other articles being kept", async () => {
  const { rows, row, files } = await ran({
    articleKeywordsFile: ["quantum gravity", "/home/me/keywords.txt", "<br>", "<b>honey</b>"],
  });
  expect(rows).toHaveLength(4);
  kept(row("honey"));
  failed(row("quantum gravity"), "hold too little about");
  failed(row("/home/me/keywords.txt"), "no keyword");
  expect(rows.filter(({ status }) => status === "failed")).toHaveLength(3);
  expect([...files.keys()].filter((path) => path.startsWith("articles/"))).toHaveLength(1);
});

it("one short source makes a short article and a warning with the figures", async () => {
  const { row, log } = await ran({ articleKeywordsFile: ["honey"], articleLengthFrom: 500, articleLengthTo: 900 });
  kept(row("honey"));
  expect(log).toContain("words instead of 500");
});

it("a source in another language is left out, and the log says so", async () => {
  const { row, files, log } = await ran({ articleKeywordsFile: ["honey"], sourceTextFile: [HONEY, GERMAN, HONEY] });
  kept(row("honey"));
  expect(files.get("articles/honey.html")).not.toContain("Honig");
  expect(log).toContain("another language (de)");
});

it("a source that is given again says nothing twice", async () => {
  const { row } = await ran({ articleKeywordsFile: ["honey"], sourceTextFile: [HONEY, HONEY, HONEY] });
  kept(row("honey"));
  expect(row("honey")!["sources"]).toHaveLength(1);
});

const OUTLINE = { title: "Honey in the Hive", sections: [{ heading: "Honey", points: ["What it is"] }] };
const BODY =
  "## Honey\n\nHoney is a sweet food that bees make from nectar [1]. Honey keeps for years in a closed jar [1].";

/** A writer that answers rightly, but for the drafts of keywords that have an answer here. */
function writer(answers: Readonly<Record<string, string>> = {}): WriterProvider {
  const answer = ({ instructions, text }: { instructions: string; text: string }) => {
    const own = Object.entries(answers).find(([keyword]) => `${instructions}\n${text}`.includes(keyword));
    if (own !== undefined) return own[1];
    return JSON.stringify(instructions.startsWith("Task: outline") ? OUTLINE : { title: OUTLINE.title, body: BODY });
  };
  return {
    prices: () => ({ input: 1, output: 2, currency: "EUR" }),
    write: async (request) => answer(request),
    answer: async (request) => ({
      ...{ text: answer(request), provider: "one", model: "m", cached: false, cut: false },
      usage: { input: 100, output: 50, cost: 0.01 },
    }),
  };
}

it("a budget that is spent in the middle keeps what was written, and names itself where it ends", async () => {
  const { rows, files } = await ran(
    {
      articleKeywordsFile: ["honey", "honey bees", "wax comb"],
      articleMode: "ai",
      maxCostPerRun: 0.025,
      concurrency: 1,
    },
    { writer: writer() },
  );
  expect(rows).toHaveLength(3);
  kept(rows[0]);
  for (const row of rows.slice(1)) failed(row, "maxCostPerRun");
  expect([...files.keys()].filter((path) => path.startsWith("articles/"))).toHaveLength(1);
});

it.each([
  ["nonsense", "Well."],
  ["broken JSON", '{"title": "Honey", "body": '],
  ["nothing", ""],
  ["JSON of another form", '[{"a": 1}]'],
])("a model that answers %s fails its keyword in words, the others being kept", async (_, answer) => {
  const { row, log } = await ran(
    { articleKeywordsFile: ["honey", "wax comb"], articleMode: "ai" },
    { writer: writer({ "wax comb": answer }) },
  );
  kept(row("honey"));
  failed(row("wax comb"), "did not answer in the form that was asked for");
  expect(log).not.toMatch(/undefined|TypeError|SyntaxError/);
});

it("an image service that is down leaves the article without images, and the log says why", async () => {
  const images: Providers["images"] = {
    find: () => Promise.reject(new ScriptoriumError("SEARCH_FAILED", "Openverse does not answer. Try again later.")),
    engines: () => [{ name: "openverse", kind: "openverse", title: "Openverse" }],
  };
  const { row, log } = await ran({ articleKeywordsFile: ["honey"], articleUseImages: true }, { images });
  kept(row("honey"));
  expect(row("honey")!["images"]).toBe(0);
  expect(log).toContain("Openverse does not answer");
});

it("fifty keywords are each a row, with an article or a reason", async () => {
  const keywords = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? `honey ${at}` : `quantum gravity ${at}`));
  const { status, rows } = await ran({ articleKeywordsFile: keywords, outputFormats: ["txt"], seoReport: false });
  expect(status).toBe("complete");
  expect(rows).toHaveLength(50);
  for (const row of rows) expect(row["status"] === "ok").toBe(row["error"] === "");
});
