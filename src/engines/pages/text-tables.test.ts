import { expect, it } from "vitest";
import { extractPage } from "./extraction/extract.js";
import { extractHtml } from "./html-prose.js";
import { extractMarkdown } from "./markdown.js";

const PROSE =
  "<p>Kettles and urns both boil water, and most kitchens have one of them on the shelf above the stove.</p>".repeat(3);

it("has the tables of a page with the heading above them, and no cell among the blocks", async () => {
  const { blocks, tables } = await extractHtml(
    `<article><h1>Kettle or urn</h1>${PROSE}<h2>In numbers</h2>
<table><thead><tr><th></th><th>Kettle</th><th>Urn</th></tr></thead><tbody><tr><td>Litres</td><td>1.7</td><td>20</td></tr><tr><td>Price</td><td><b>£30</b></td><td>£90</td></tr></tbody></table>${PROSE}</article>`,
    extractPage,
  );
  expect(tables).toEqual([
    {
      heading: "In numbers",
      head: ["", "Kettle", "Urn"],
      rows: [
        ["Litres", "1.7", "20"],
        ["Price", "£30", "£90"],
      ],
    },
  ]);
  expect(blocks.map(({ text }) => text).join(" ")).not.toContain("Litres");
});

it("has no table that lays a page out, nor one of references", async () => {
  const { tables } = await extractHtml(
    `<article><table><tr><td><h1>Kettles</h1>${PROSE}</td><td>${PROSE}</td></tr></table><h2>References</h2><table><tr><th>Book</th><th>Year</th></tr><tr><td>Kettles</td><td>1998</td></tr><tr><td>Urns</td><td>2004</td></tr></table></article>`,
    extractPage,
  );
  expect(tables).toBeUndefined();
});

it("has the tables of Markdown, in plain text", async () => {
  const { blocks, tables } = await extractMarkdown(
    "# Kettles\n\nKettles boil water.\n\n## Sizes\n\n| Size | Litres |\n| --- | ---: |\n| *small* | `1` |\n| large | 1.7 |\n",
  );
  expect(tables).toEqual([
    {
      heading: "Sizes",
      head: ["Size", "Litres"],
      rows: [
        ["small", "1"],
        ["large", "1.7"],
      ],
    },
  ]);
  expect(blocks.map(({ text }) => text)).toEqual(["Kettles boil water."]);
});

it("has lines of a name in bold and its value as a table too, and forum posts as none", async () => {
  const { blocks, tables } = await extractHtml(
    `<article>${PROSE}<p><strong>Weight:&nbsp;</strong>1.2 kg<br><strong>Battery Type:</strong> Lithium Ion<br><strong>Size</strong> (in): 4 x 5</p>
<table><tr><td>3-02-2023</td><td>#1</td></tr><tr><td>wellygirl</td><td>${"Hello everybody, I have a kettle. ".repeat(9)}</td></tr></table></article>`,
    extractPage,
  );
  expect(tables?.map(({ rows }) => rows)).toEqual([
    [
      ["Weight", "1.2 kg"],
      ["Battery Type", "Lithium Ion"],
      ["Size (in)", "4 x 5"],
    ],
  ]);
  expect(blocks.at(-1)!.text).toContain("Battery Type: Lithium Ion");
});
