import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseHTML } from "linkedom";
import { loadEngine } from "./engine.mjs";
import { grammarOf, isGrammar } from "./grammar.mjs";
import { createScriptorium, seededRandom } from "./library.mjs";
import {
  distinctNGrams,
  duplicateNGrams,
  duplicateSentences,
  longestCopiedRun,
  mean,
  movingTypeTokenRatio,
  sameOpenings,
  shinglesKept,
  wordsOf,
} from "./measures.mjs";
import { atLeast, atMost } from "./report.mjs";
import { changedText, randomVariant } from "./variants.mjs";

const KEYWORDS = [
  "sourdough starter",
  "bulk fermentation",
  "honey bees",
  "swarm",
  "varroa mite",
  "compost heap",
  "worm bin",
  "lighthouse lens",
  "lighthouse keeper",
];

/** Articles of the article creator about the sample site, as they are and spun. */
export async function measure(report, { examples }) {
  const folder = fileURLToPath(new URL("../examples/sample-site", import.meta.url));
  const articles = await articlesFrom(folder);
  const pages = readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith(".html") && !path.endsWith("index.html"))
    .map((path) => {
      const { document } = parseHTML(readFileSync(join(folder, path), "utf8"));
      return [...document.querySelectorAll("h1, h2, h3, p, li")].map((element) => element.textContent).join("\n");
    });
  const of = (measure) => mean(articles.map(measure));
  const grammar = await grammarOf(articles);
  report.note(`${articles.length} articles of ${of((text) => wordsOf(text).length).toFixed(0)} words`);
  report.figure(
    "duplicate 4-grams",
    of((text) => duplicateNGrams(text, 4)),
    { digits: 3, bar: atMost(0.04) },
  );
  report.figure("duplicate sentences", of(duplicateSentences), { digits: 3, bar: atMost(0) });
  report.figure(
    "distinct-2",
    of((text) => distinctNGrams(text, 2)),
    { digits: 3, bar: atLeast(0.88) },
  );
  report.figure(
    "type-token ratio, windows of 50",
    of((text) => movingTypeTokenRatio(text)),
    { digits: 3, bar: atLeast(0.79) },
  );
  report.figure("sentences with the same opening", of(sameOpenings), { digits: 3, bar: atMost(0.12) });
  report.figure("grammar per 1,000 words", grammar.grammar, { bar: atMost(5, 3) });
  report.figure("grammar of the pages they come from", (await grammarOf(pages)).grammar);

  if (examples)
    for (const { kind, problem, around } of grammar.findings.filter(isGrammar))
      report.note(`  ${kind} "${problem}": ${around}`);

  const { spin } = await loadEngine();
  const nearest = (text) => Math.max(...pages.map((page) => shinglesKept(text, page)));
  const copied = (text) => Math.max(...pages.map((page) => longestCopiedRun(text, page)));
  report.figure("5-word shingles of one source, not spun", of(nearest), { digits: 3 });
  report.figure("longest copied run, not spun", Math.max(...articles.map(copied)), { digits: 0 });
  for (const strength of ["default", "bold"]) {
    const spun = [];
    for (const article of articles) spun.push(await spin(article, { strength, protectedWords: [] }));
    const random = seededRandom("quality articles");
    const changed = spun.map((spintax) => changedText(spintax, random));
    const drawn = spun.map((spintax) => randomVariant(spintax, random));
    const changedGrammar = await grammarOf(changed);
    report.note(`\nSpun, ${strength}, an alternative always chosen`);
    report.figure("5-word shingles of one source", mean(changed.map(nearest)), { digits: 3, bar: atMost(0.2) });
    report.figure("longest copied run", Math.max(...changed.map(copied)), { digits: 0, bar: atMost(15) });
    report.figure("grammar per 1,000 words", changedGrammar.grammar, { bar: atMost(5, 3) });
    report.note(`Spun, ${strength}, options at random`);
    report.figure("5-word shingles of one source", mean(drawn.map(nearest)), { digits: 3 });
    report.figure("longest copied run", Math.max(...drawn.map(copied)), { digits: 0 });
    if (examples) for (const text of changed) report.note(`\n---\n${text}`);
  }
}

/** The article creator's texts, without their lists of sources. */
async function articlesFrom(folder) {
  const output = mkdtempSync(join(tmpdir(), "scriptorium-quality-"));
  const { kernel, start, stop } = createScriptorium({ sourceRoots: [folder], outputFolder: output });
  await start();
  try {
    const { _id: id } = await kernel.tasks.create("articlecreator", {
      articleKeywordsFile: KEYWORDS,
      sourceMode: ["folder"],
      sourceFolder: folder,
      citeSources: "none",
      outputFormats: ["txt"],
      randomSeed: 7,
    });
    await kernel.tasks.run(id);
    const { status, error } = await kernel.tasks.settled(id);
    if (status !== "complete") throw new Error(error?.message ?? `the task ended as ${status}`);
    return readdirSync(output, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".txt"))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
  } finally {
    await stop();
    rmSync(output, { recursive: true, force: true });
  }
}
