import { expect, it, onTestFinished } from "vitest";
import { cannedFolder } from "../../src/adapters/doubles/index.js";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { createKernel, type Json, type Kernel } from "../../src/kernel/index.js";
import { mailmerge } from "../../src/plugins/mailmerge/index.js";
import { wpxmlgenerator } from "../../src/plugins/wpxmlgenerator/index.js";
import { memoryStorage } from "../../src/storage/memory.js";

async function started(files: Readonly<Record<string, string>> = {}): Promise<Kernel> {
  const kernel = createKernel({
    storage: memoryStorage(),
    queue: inProcessQueue(),
    plugins: [mailmerge, wpxmlgenerator],
    providers: { folder: cannedFolder("in", files) },
  });
  onTestFinished(() => kernel.stop());
  await kernel.start();
  return kernel;
}

/** Runs the task, waits for the run that follows, and gives what the rows of that say in this column. */
async function followed(kernel: Kernel, parent: string, child: string, column: string): Promise<Json[]> {
  const begun = Promise.withResolvers<void>();
  const off = kernel.events.on("chain.started", () => begun.resolve());
  await kernel.tasks.run(parent);
  await begun.promise;
  off();
  const { runId = "" } = await kernel.tasks.settled(child);
  const rows = await Array.fromAsync(kernel.content.rows(child, { runId }));
  return rows.map((row) => row[column] ?? null);
}

const PARENT = { template: "<p>{{name}} writes of it.</p>", similarityWarn: 0 };

it("a chained task gets the articles of the run that has ended, each once, and none of an earlier run", async () => {
  const kernel = await started();
  const data = { siteUrl: "https://blog.example", articleTitle: "Use filename" };
  const child = (await kernel.tasks.create("wpxmlgenerator", data))._id;
  const rowsFile = ["name", "Anna", "Ben"];
  const parent = (
    await kernel.tasks.create("mailmerge", {
      ...{ ...PARENT, rowsFile, chainJobId: child, outputFormats: ["json", "txt", "html", "md"] },
    })
  )._id;
  expect(await followed(kernel, parent, child, "file")).toEqual(["anna.html", "ben.html"]);
  await kernel.tasks.patch(parent, { rowsFile: ["name", "Ben", "Cleo"], outputFormats: ["md", "csv"] });
  expect(await followed(kernel, parent, child, "file")).toEqual(["ben.md", "cleo.md"]);
});

it("a chained task is told in plain words that the run before has written nothing", async () => {
  const kernel = await started();
  const child = (await kernel.tasks.create("wpxmlgenerator", { siteUrl: "https://blog.example" }))._id;
  const rowsFile = ["name", "Anna"];
  const parent = (await kernel.tasks.create("mailmerge", { ...PARENT, rowsFile, chainJobId: child }))._id;
  await followed(kernel, parent, child, "file");
  await kernel.tasks.patch(parent, { rowFilter: "name = Ben" });
  await followed(kernel, parent, child, "file");
  const { error } = await kernel.tasks.existing(child);
  expect(error?.code).toBe("no-input");
  expect(error?.message).toMatch(/^No article file was found in task:.*The run that is named there has written none\./);
});

it.each([
  [
    "a file for each row",
    { mode: "file-per-row" as const, outputFormats: ["csv"], fileNameTemplate: "{{city}}/{{name}}" },
  ],
  ["one file", { mode: "single" as const, outputFormats: ["html", "csv"] }],
])("a mail merge gets all rows of the one before it, of %s", async (_words, data) => {
  const kernel = await started();
  const child = (
    await kernel.tasks.create("mailmerge", { template: "{{name}} of {{city}}", titleTemplate: "{{name}} of {{city}}" })
  )._id;
  const rowsFile = ["name,city", "Anna,Bonn", "Ben,Kiel", "Cleo,Bonn"];
  const parent = (await kernel.tasks.create("mailmerge", { ...PARENT, ...data, rowsFile, chainJobId: child }))._id;
  const titles = await followed(kernel, parent, child, "title");
  expect([...titles].sort()).toEqual(["Anna of Bonn", "Ben of Kiel", "Cleo of Bonn"]);
});

it("a mail merge gets the cells of the one before it as they were, in the order of the table", async () => {
  const kernel = await started();
  const child = (
    await kernel.tasks.create("mailmerge", { template: "{{phone}}", titleTemplate: "{{row}} {{name}}: {{phone}}" })
  )._id;
  const rowsFile = ["name,phone", "Zoe,+49 30 123", "Anna,=x", "Mia,@tag", "Ben,+5", "Cleo,-2", "Dora,it's", "Eva,12"];
  const data = { ...PARENT, titleTemplate: "{{name}}", rowsFile, chainJobId: child };
  const parent = (await kernel.tasks.create("mailmerge", { ...data, outputFormats: ["csv"] }))._id;
  const titles = ["Zoe: +49 30 123", "Anna: =x", "Mia: @tag", "Ben: +5", "Cleo: -2", "Dora: it's", "Eva: 12"];
  expect(await followed(kernel, parent, child, "title")).toEqual(titles.map((title, at) => `${at + 1} ${title}`));
  const zoe = await kernel.content.file(parent, "articles/zoe.csv");
  expect(Buffer.from(zoe!.bytes).toString()).toContain("'+49 30 123");
  const ben = await kernel.content.file(parent, "articles/ben.csv");
  expect(Buffer.from(ben!.bytes).toString()).toContain(",+5,");
});

it("a chained task reads what heads a Markdown template from the HTML that is made of it", async () => {
  const kernel = await started({ "t.md": "---\ntags: [a, b]\ncategories: [C > D]\n---\n{{name}} writes.\n" });
  const child = (await kernel.tasks.create("wpxmlgenerator", { siteUrl: "https://blog.example" }))._id;
  const data = { similarityWarn: 0, rowsFile: ["name", "Anna"], templateFile: "in/t.md", chainJobId: child };
  const parent = (await kernel.tasks.create("mailmerge", { ...data, outputFormats: ["html", "md"] }))._id;
  expect(await followed(kernel, parent, child, "tags")).toEqual([["a", "b"]]);
  expect(await followed(kernel, parent, child, "categories")).toEqual([["C > D"]]);
  expect(await followed(kernel, parent, child, "file")).toEqual(["anna.html"]);
});

it("a mail merge counts the rows of the one before it as that did", async () => {
  const kernel = await started();
  const names = { titleTemplate: "{{row}} {{name}}", fileNameTemplate: "{{row}}-{{name}}" };
  const child = (await kernel.tasks.create("mailmerge", { ...names, template: "{{city}} {{row}}" }))._id;
  const rowsFile = ["name,city", "Zoe,Bonn", "Ben,", "Anna,Kiel"];
  const data = { ...PARENT, template: "{{name}} in {{city}}", rowsFile, chainJobId: child };
  const parent = (await kernel.tasks.create("mailmerge", { ...data, outputFormats: ["csv"] }))._id;
  expect(await followed(kernel, parent, child, "title")).toEqual(["1 Zoe", "3 Anna"]);
  expect(await followed(kernel, parent, child, "file")).toEqual(["articles/1-Zoe.html", "articles/3-Anna.html"]);
});
