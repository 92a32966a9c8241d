import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { cannedFolder, outcomeOf } from "../../../test/doubles/article-creator-world.js";
import { countWords } from "../../engines/pages/terms.js";

/** The files of the one article about a keyword by their ending, and what facts.json says of it. */
async function written(keyword: string, page: string, more: object = {}) {
  const { files, reports } = await outcomeOf(
    {
      ...{ articleKeywordsFile: [keyword], sourceMode: ["folder"], sourceFolder: "texts" },
      ...{ outputFormats: ["html", "md", "txt", "json"], articleLengthFrom: 180, articleLengthTo: 250, ...more },
    },
    { providers: { folder: cannedFolder({ "page.md": page }) } },
  );
  const of = (ending: string) => [...files].find(([path]) => path.endsWith(ending))?.[1] ?? "";
  const facts = JSON.parse(reports.get("facts.json") ?? "[]") as Record<string, string>[];
  return { html: of(".html"), md: of(".md"), txt: of(".txt"), json: JSON.parse(of(".json") || "{}"), facts };
}

const PUMPS = `# Pumps

A pump is an object of the library that moves records from a source to a sink. Every pump has a valve, which \`pump.valve\` gives back.

## Starting a pump

A pump is started by its method \`start()\`, which gives back a promise:

\`\`\`js
const pump = new Pump(source, sink);
await pump.start();
\`\`\`

This resolves when the source has no more records. In the example above, the pump closes the sink as well.
`;
const LONG = Array.from({ length: 30 }, (_, line) => `  pump.turn(${line});`).join("\n");
const MORE = `
## Valves

The valve of a pump holds records back while the sink is busy. A pump without a valve loses records when the sink is slow.

## Limits of pumps

A pump of the library moves records in one direction. Two pumps may share a source, and each of them gets a half of the records.
`;

describe("code of a source", () => {
  it("comes with the sentence that leads to it, and what is said of it behind", async () => {
    const { html, md, txt } = await written("pump", `${PUMPS}${MORE}`);
    const code = "const pump = new Pump(source, sink);\nawait pump.start();";
    expect(md).toContain(
      `which gives back a promise:\n\n\`\`\`js\n${code}\n\`\`\`\n\nThis resolves when the source has no more records.`,
    );
    expect(txt).toContain(`promise:\n\n${code}\n\nThis resolves`);
    const { document } = parseHTML(html);
    expect(document.querySelector("pre code.language-js")!.textContent).toBe(code);
    expect(document.querySelector("pre")!.previousElementSibling!.textContent).toMatch(/a promise:$/);
  });

  it("is tied to its source, and counts as text", async () => {
    const { facts, json, txt } = await written("pump", `${PUMPS}${MORE}`);
    const code = facts.find(({ sentence }) => sentence!.startsWith("const pump"));
    expect(code).toMatchObject({ path: "page.md", original: code!["sentence"] });
    expect(json.blocks).toContainEqual(expect.objectContaining({ kind: "code", language: "js" }));
    const texts = [json.title, ...json.sections.map(({ heading }: { heading: string }) => heading)];
    const headings = texts.reduce((sum, text) => sum + countWords(text), 0);
    expect(json.words).toBe(countWords(txt.slice(0, txt.indexOf("\n\nSources"))) - headings);
  });

  it("takes what leads to it and what speaks of it along where it is too long", async () => {
    const page = PUMPS.replace("await pump.start();", LONG);
    const { txt } = await written("pump", `${page}${MORE}`);
    for (const part of ["gives back a promise", "This resolves", "In the example", "pump.turn"])
      expect(txt).not.toContain(part);
    expect(txt).toContain("A pump without a valve loses records when the sink is slow.");
  });

  it("does not end what is told after it where that leans on nothing", async () => {
    const page = PUMPS.replace("await pump.start();", LONG).replace(
      "This resolves when the source has no more records. In the example above, the pump closes the sink as well.",
      "A pump that runs cannot be started again, and the library throws an error when that is tried. Every sink is closed by its pump when the source is empty.",
    );
    const { txt } = await written("pump", `${page}${MORE}`);
    expect(txt).toContain("A pump that runs cannot be started again");
    expect(txt).not.toContain("a promise");
  });

  it("within a sentence stays code, and is no reason to leave the sentence out", async () => {
    const page = PUMPS.replace("This resolves", "`Pump<Row>` is the type of a pump of rows. This resolves").replace(
      "In the example above",
      "A pump takes `{ retry: true }` as its third argument. In the example above",
    );
    const { html, md } = await written("pump", `${page}${MORE}`);
    expect(md).toContain("`Pump<Row>` is the type of a pump of rows.");
    expect(md).toContain("A pump takes `{ retry: true }` as its third argument.");
    expect(html).toContain("<code>Pump&lt;Row&gt;</code> is the type");
  });
});

describe("a source that explains code", () => {
  it("has code left out where its sentence goes on behind it", async () => {
    const page = PUMPS.replace("A pump is started", "If a pump of the library is given an empty source").replace(
      "This resolves when",
      "then it resolves when",
    );
    const { txt } = await written("pump", `${page}${MORE}`);
    expect(txt).not.toContain("given an empty source");
    expect(txt).not.toContain("const pump");
  });

  it("says nothing by a clause alone", async () => {
    const page = PUMPS.replace(
      "A pump is started by its method `start()`, which gives back a promise:",
      "If you want to start the pump of a library that moves its records:",
    );
    const { txt } = await written("pump", `${page}${MORE}`);
    expect(txt).not.toContain("If you want");
    expect(txt).not.toContain("const pump");
  });

  it("is not quoted twice for two ways to load a module", async () => {
    const twice = PUMPS.replace(
      "```\n\nThis",
      "```\n\n```cjs\nconst pump = new Pump(source, sink);\npump.start();\n```\n\nThis",
    );
    const { md } = await written("pump", `${twice}${MORE}`);
    expect(md).toContain("await pump.start();\n```\n\nThis resolves");
    expect(md).not.toContain("cjs");
  });

  it("has the name of a heading where what is below says nothing of what it speaks of", async () => {
    const methods = `
## \`pump.drain(seconds)\`

This method empties the pump and gives back the records that were left. A pump that is empty gives back none.

## pump.length

Returns the number of \`records\` that wait in the pump. It is zero for a pump that has not been started.

## Event: \`'idle'\`

Emitted when no record has come for a second. Listeners are given the time of the last one.
`;
    const more = { articleLengthFrom: 320, articleLengthTo: 400 };
    const { html, md, facts } = await written("pump", `${PUMPS}${methods}${MORE}`, more);
    expect(md).toContain("## `pump.drain(seconds)`\n\nThe `pump.drain()` method empties the pump");
    expect(html).toContain("<h2><code>pump.drain(seconds)</code></h2>");
    expect(md).toContain("## `pump.length`\n\n`pump.length` returns the number of `records` that wait");
    expect(md).toContain("The `'idle'` event is emitted when no record");
    const emitted = facts.find(({ sentence }) => sentence!.startsWith("The 'idle' event"));
    expect(emitted!["original"]).toBe("Emitted when no record has come for a second.");
  });

  it("gives nothing that is shown in an example that is left out", async () => {
    const page = PUMPS.replace("await pump.start();", LONG).replace(
      "A pump is started",
      "The pumps of the library are started one by one like those in the example below, and stopped in turn. A pump is started",
    );
    const { txt } = await written("pump", `${page}${MORE}`);
    expect(txt).not.toContain("example below");
  });
});

describe("a small table of a source", () => {
  const TABLE = `
| Symbol | Meaning |
| --- | --- |
| o | an open valve |
| x | a shut valve |
`;

  it("comes with the sentence that leads to it", async () => {
    const page = `${PUMPS}${MORE.trimEnd()} The state of a pump is printed with the following symbols:\n${TABLE}\n`;
    const { html, md, facts } = await written("pump", page);
    expect(md).toContain("the following symbols:\n\n| Symbol | Meaning |");
    expect(parseHTML(html).document.querySelectorAll("tr")).toHaveLength(3);
    expect(facts).toContainEqual(expect.objectContaining({ sentence: "a shut valve", original: "a shut valve" }));
  });

  it("does not stand without it", async () => {
    const page = `${PUMPS}${MORE.trimEnd()}\n\nSee our other guides for what we print of valves:\n${TABLE}\n`;
    const { txt } = await written("pump", page);
    expect(txt).not.toContain("a shut valve");
  });
});
