import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.js";
import { extractMarkdown } from "./markdown.js";
import { extractPlainText } from "./plain-text.js";

describe("markdown", () => {
  it("gives headings, paragraphs, items and quotes without their marks", async () => {
    const text = `---
title: "Keeping Bees"
tags: [a, b]
---
# Keeping Bees

A *hive* is a [home](https://a.test "x") for \`bees\` &amp; their **brood**,
and it is made of wood. ![photo](x.png)

## Tools

- A smoker
- A veil

> Bees do nothing invariably.

| a | b |
|---|---|
| 1 | 2 |
| 3 | 4 |

\`\`\`js
 veil(  );
\`\`\`
`;
    const table = {
      heading: "Tools",
      head: ["a", "b"],
      rows: [
        ["1", "2"],
        ["3", "4"],
      ],
    };
    expect(await extractMarkdown(text)).toEqual({
      title: "Keeping Bees",
      site: "",
      byline: "",
      blocks: [
        {
          kind: "paragraph",
          text: "A hive is a home for bees & their brood, and it is made of wood.",
          code: [{ from: 21, to: 25 }],
        },
        { kind: "heading", level: 2, text: "Tools" },
        { kind: "item", text: "A smoker", list: { number: 1, ordered: false } },
        { kind: "item", text: "A veil", list: { number: 1, ordered: false } },
        {
          kind: "quote",
          text: "Bees do nothing invariably.",
          followedBy: [
            { kind: "table", table },
            { kind: "code", text: " veil(  );", language: "js" },
          ],
        },
      ],
      tables: [table],
    });
  });

  it("says which part of a text is code", async () => {
    const { blocks } = await extractMarkdown("A  method `get  (a[0])` and **a `b`** get a.");
    const [{ text, code }] = blocks as [(typeof blocks)[number]];
    expect(text).toBe("A method get (a[0]) and a b get a.");
    expect(code!.map(({ from, to }) => text.slice(from, to))).toEqual(["get (a[0])", "b"]);
  });

  it("has the heading that all others are below as its title", async () => {
    const { title, blocks } = await extractMarkdown("## Bees\n\nBees fly.\n\n### Wax\n\nWax is soft.\n");
    expect([title, ...blocks.map(({ text }) => text)]).toEqual(["Bees", "Bees fly.", "Wax", "Wax is soft."]);
    expect((await extractMarkdown("## Bees\n\nBees fly.\n\n## Wax\n\nWax is soft.\n")).title).toBe("");
  });

  it("has the words of links whose addresses it does not give", async () => {
    const { blocks } = await extractMarkdown("A [`valve.get([name])`][] opens the [pump][pumps], and a[0][1] stays.");
    expect(blocks[0]!.text).toBe("A valve.get([name]) opens the pump, and a[0][1] stays.");
  });

  it("with a diagram of dashes is read as Markdown", async () => {
    const row = `${"-".repeat(70)} [a wall](wall.md)`;
    const { blocks } = await extractMarkdown(`${row}\n\nBees are *insects*, see [the hive](hive.md).`);
    expect(blocks.at(-1)).toMatchObject({ text: "Bees are insects, see the hive." });
  });

  it("leaves out the attribute lists of kramdown, and not what is written in code", async () => {
    const { blocks } = await extractMarkdown(
      '{: .note }\nBees are [insects](a.md){:target="_blank"} of the order `{:x}`.\n\n## Tools\n{: #tools }\n\nA smoker.',
    );
    expect(blocks.map(({ text }) => text)).toEqual(["Bees are insects of the order {:x}.", "Tools", "A smoker."]);
  });

  it.each(["**Early life**", "<b>Early life</b>", '<strong class="x">Early life</strong>'])(
    "takes a paragraph of a few words in bold for a heading: %s",
    async (line) => {
      const { blocks } = await extractMarkdown(
        `She kept a diary.\n\n${line}\n\nShe was **born** in Hull.\n\n**She kept bees.**`,
      );
      expect(blocks).toEqual([
        { kind: "paragraph", text: "She kept a diary." },
        { kind: "heading", level: 4, text: "Early life" },
        { kind: "paragraph", text: "She was born in Hull." },
        { kind: "paragraph", text: "She kept bees." },
      ]);
    },
  );

  it("takes a rule at the top for a rule", async () => {
    expect((await extractMarkdown("---\n\nBees are insects.\n\n---\n")).blocks).toEqual([
      { kind: "paragraph", text: "Bees are insects." },
    ]);
  });

  it.each([
    ["100,000 quote marks", ">".repeat(100_000)],
    ["50,000 brackets", "[".repeat(50_000)],
    ["2,000 lists in lists", Array.from({ length: 2000 }, (_, index) => `${"  ".repeat(index)}- x`).join("\n")],
    ["a line of 900 KB", "*a ".repeat(300_000)],
    ["many open emphases", `${"**a_b".repeat(300)}\n`.repeat(300)],
  ])("made to hurt with %s is answered in time", async (_, text) => {
    const started = cpuMs();
    await extractMarkdown(text);
    expect(cpuMs() - started).toBeLessThan(5000);
  });

  it("never throws", async () => {
    const piece = fc.constantFrom(
      "# ",
      "> ",
      "- ",
      "1. ",
      "\n",
      "\n\n",
      "*",
      "_",
      "`",
      "```",
      "[",
      "](",
      ")",
      "<b>",
      "|",
      "---",
      "&#x110000;",
      "word ",
      "    ",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 60 }),
        async (pieces) => void (await extractMarkdown(pieces.join(""))),
      ),
    );
  });
});

describe("plain text", () => {
  it("has paragraphs between blank lines, wrapped lines joined and its first line as title", () => {
    const text =
      "Keeping Bees\n\nA hive is a home for bees\nand is made of wood.\n\nTools of the Trade\n\n- A smoker calms\n  the bees.\n- A veil.\n\nLast paragraph, in one line.\n";
    expect(extractPlainText(text)).toMatchObject({
      title: "Keeping Bees",
      blocks: [
        { kind: "paragraph", text: "A hive is a home for bees and is made of wood." },
        { kind: "heading", text: "Tools of the Trade" },
        { kind: "item", text: "A smoker calms the bees.", list: { number: 1, ordered: false } },
        { kind: "item", text: "A veil.", list: { number: 1, ordered: false } },
        { kind: "paragraph", text: "Last paragraph, in one line." },
      ],
    });
  });

  it("without blank lines is one paragraph a line, or one wrapped paragraph", () => {
    expect(extractPlainText("Bees are insects.\nWax is soft.\nHoney is sweet.").blocks).toHaveLength(3);
    expect(
      extractPlainText("Bees are insects that\nlive in hives and make\nhoney out of the nectar\nof flowers.").blocks,
    ).toEqual([
      { kind: "paragraph", text: "Bees are insects that live in hives and make honey out of the nectar of flowers." },
    ]);
  });

  it("loses its front matter", () => {
    expect(extractPlainText("---\ntitle: Bees\n---\nBees are insects that live in hives.")).toMatchObject({
      title: "Bees",
      blocks: [{ text: "Bees are insects that live in hives." }],
    });
  });

  it("that is empty is an empty document", () => {
    expect(extractPlainText("")).toMatchObject({ title: "", blocks: [] });
    expect(extractPlainText("\n \n---\n")).toMatchObject({ title: "", blocks: [] });
  });
});
