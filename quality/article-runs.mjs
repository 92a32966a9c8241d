// The articles that are measured: twenty keywords over three folders, each short and, where its folder tells enough of it, long.
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseHTML } from "linkedom";
import { marked } from "marked";
import { loadEngine } from "./engine.mjs";
import { createScriptorium } from "./library.mjs";
import { proseOf, sectionsIn } from "./prose-of.mjs";

/** `prose`: of ordinary prose, and no documentation. `little`: keywords of which the folder has too few words for long articles. */
const MATERIAL = [
  {
    folder: "examples/sample-site",
    prose: true,
    keywords: [
      "sourdough starter",
      "bulk fermentation",
      "honey bees",
      "varroa mite",
      "compost heap",
      "worm bin",
      "lighthouse lens",
      "lighthouse keeper",
    ],
  },
  {
    folder: "docs",
    keywords: ["webhooks", "backup", "secrets", "language packs", "storage", "task"],
    little: ["language packs"],
  },
  {
    folder: "node_modules/fastify/docs",
    keywords: ["hooks", "plugins", "decorators", "content type parser", "logging", "validation"],
    little: ["logging"],
  },
];
/** `whole`: only of keywords that have the material. */
export const LENGTHS = [
  { name: "short", from: 250, to: 350, whole: false },
  { name: "long", from: 800, to: 1000, whole: true },
];

/**
 * Every article as `{ keyword, prose, length, title, sections, text, markdown, facts, sources, pages }`: `text` and `markdown` are its
 * prose, the one plain and the other with its code marked, `sources` the texts of its folder by path, code among them, and `pages` their
 * prose as Markdown.
 */
export async function measuredArticles(more = {}) {
  const articles = [];
  for (const { folder, keywords, little = [], prose = false } of MATERIAL) {
    const path = fileURLToPath(new URL(`../${folder}`, import.meta.url));
    const sources = textsOf(path);
    const pages = pagesOf(path);
    for (const length of LENGTHS) {
      const asked = length.whole ? keywords.filter((keyword) => !little.includes(keyword)) : keywords;
      for (const article of await articlesFrom(path, asked, length, more))
        articles.push({ ...article, prose, length, sources, pages });
    }
  }
  return articles;
}

async function articlesFrom(folder, keywords, { from, to }, more) {
  const output = mkdtempSync(join(tmpdir(), "scriptorium-quality-"));
  const { kernel, start, stop } = createScriptorium({
    sourceRoots: [folder],
    outputFolder: output,
    providers: await textProviders(),
  });
  await start();
  try {
    const { _id: id } = await kernel.tasks.create("articlecreator", {
      articleKeywordsFile: keywords,
      sourceMode: ["folder"],
      sourceFolder: folder,
      citeSources: "none",
      outputFormats: ["json", "md"],
      articleLengthFrom: from,
      articleLengthTo: to,
      randomSeed: 7,
      ...more,
    });
    await kernel.tasks.run(id);
    const { status, error } = await kernel.tasks.settled(id);
    if (!status.startsWith("complete")) throw new Error(error?.message ?? `the task ended as ${status}`);
    const files = readdirSync(output, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const read = ({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8");
    const facts = JSON.parse(read(files.find(({ name }) => name === "facts.json")));
    return files
      .filter(({ name, parentPath }) => name.endsWith(".md") && parentPath.endsWith("articles"))
      .map((entry) => {
        const name = entry.name.replace(/md$/, "json");
        const record = JSON.parse(read({ ...entry, parentPath: entry.parentPath, name }));
        const own = facts.filter(({ file }) => file === `articles/${name}`);
        const file = read(entry);
        return { ...record, sections: sectionsIn(file), ...proseOf(file), facts: own };
      });
  } finally {
    await stop();
    rmSync(output, { recursive: true, force: true });
  }
}

/** The text engines from the sources, as what a task rewords its articles with. */
async function textProviders() {
  const { spin, paraphrase } = await loadEngine();
  const result = async (made) => ({ text: await made, notes: [] });
  return {
    spinner: { spin: (text, options) => result(spin(text, options)) },
    paraphraser: { paraphrase: (text, options) => result(paraphrase(text, options)) },
  };
}

/** The prose of the pages below a folder as Markdown, by their path. */
function pagesOf(folder) {
  const paths = globSync("**/*.{html,md}", { cwd: folder }).filter((path) => !path.endsWith("index.html"));
  const texts = textsOf(folder);
  return new Map(
    paths.map((path) => [
      path,
      path.endsWith(".md") ? proseOf(readFileSync(join(folder, path), "utf8")).markdown : texts.get(path),
    ]),
  );
}

/** The texts of the pages below a folder, by their path; code is text as well. */
function textsOf(folder) {
  const paths = globSync("**/*.{html,md}", { cwd: folder }).filter((path) => !path.endsWith("index.html"));
  return new Map(
    paths.map((path) => {
      const file = readFileSync(join(folder, path), "utf8");
      const { document } = parseHTML(`<body>${path.endsWith(".md") ? marked(file) : file}</body>`);
      const elements = [
        ...document.querySelectorAll("h1, h2, h3, h4, p, li, td, th, dt, dd, blockquote, figcaption, pre"),
      ];
      const own = elements.filter(
        (element) => element.querySelector("p, li, td, th") === null || element.tagName === "LI",
      );
      return [path, own.map((element) => element.textContent).join("\n")];
    }),
  );
}
