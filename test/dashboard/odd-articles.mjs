// A task type of the tests: articles of which each has something that a reader must bear.
import { defineTaskPlugin } from "scriptorium";
import { z } from "zod";

const paragraph = (number) =>
  `<p>Paragraph ${number} says that the ferry leaves at noon and comes back before the tide has turned.</p>`;

/** By line: the files of its article, the first of which the row names, and what else the row says. */
const ARTICLES = {
  "a megabyte": () => ({
    "articles/long.html": `<h1>A long one</h1>${Array.from({ length: 11_000 }, (_, index) => paragraph(index)).join("\n")}`,
  }),
  "a script": () => ({
    "articles/script.html": `<h1>A script</h1><script>window.broken = 1</script><p onclick="window.broken = 2">Before
<img src="x" onerror="window.broken = 3"> and <a href="javascript:window.broken = 4">behind</a>.</p>
<iframe srcdoc="<script>parent.broken = 5</script>"></iframe><svg onload="window.broken = 6"></svg>`,
  }),
  "a title with <b>markup</b>": () => ({
    "articles/markup.md": `---\ntitle: "Markup"\n---\n\n# Markup\n\nSome **bold** &amp; \`<code>\`, <u>marked</u> and [a link](https://example.com/).

- one
- two

| Tide | Hour |
| --- | --- |
| low | 4 |

<script>window.broken = 7</script>

> Quoted, with [a trap](javascript:window.broken=8).
`,
  }),
  "broken spintax": () => ({
    "articles/broken.html": "<h1>Broken</h1><p>The {quick|fast fox} jumps.</p>",
    "articles/broken.spintax": "A {red|blue {bright|}} door | and {one|two that never ends. \\{No\\} choice } here.",
  }),
  "no facts": () => ({ "articles/facts.txt": "One sentence.\n\nAnother one, which names no source." }),
  "no text": () => ({ "articles/none.html": "" }),
};

export default defineTaskPlugin({
  type: "oddarticles",
  words: "odd articles",
  title: "Odd Articles",
  summary: "Writes articles that are hard to show.",
  options: z.object({ linesFile: z.array(z.string()).default(Object.keys(ARTICLES)) }),
  inputs: (options) => options.linesFile,
  async run(line, { output }) {
    const files = ARTICLES[line]?.() ?? { [`articles/${line.replaceAll(" ", "-")}.txt`]: `This is ${line}.` };
    for (const [path, content] of Object.entries(files)) output.file(path, content);
    const sources = line === "no facts" ? [{ title: "A page that is gone", url: "https://example.com/gone" }] : [];
    output.row({ line, title: line, outFile: Object.keys(files)[0], sources });
  },
});
