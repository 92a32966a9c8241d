import { existsSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { benchmarkPages, wordF1 } from "../scripts/extraction/benchmark.mjs";
import { mean } from "./measures.mjs";
import { Absent, atLeast, atMost } from "./report.mjs";
import { fromSource } from "./source.mjs";

/** The bars are for held-out pages of the same kinds; figures of the development split are only reported. */
const BARS = { all: atLeast(0.865, 0.893), article: atLeast(0.957, 0.962) };
const MEDIAN_MS = atMost(150);
const FOLDS = new URL("extraction-folds.json", import.meta.url);

/** The content of pages, as people marked it: the development split of the Web Content Extraction Benchmark. */
export async function measure(report, { wcxb = process.env.WCXB_DEV ?? "wcxb-dev" }) {
  if (!existsSync(wcxb)) {
    throw new Absent(
      "The development split of the Web Content Extraction Benchmark is not on this machine. Get it from " +
        "https://github.com/murroughfoley/wcx and name its folder, which holds html and " +
        "ground-truth: npm run quality -- extraction --wcxb <folder>, or set WCXB_DEV.",
    );
  }
  const pages = benchmarkPages(wcxb);
  report.note("Cross-validated when the shipped weights were trained: no page was read by what had seen its site.");
  const folds = JSON.parse(readFileSync(FOLDS, "utf8"));
  for (const [type, f1] of Object.entries(folds)) report.figure(`  ${type}`, f1, { digits: 3, bar: BARS[type] });

  for (const { name, ours, read } of await allReaders()) {
    const { texts, times, errors, empty } = await measured(pages, read);
    for (const [kind, figures] of Object.entries(texts)) {
      report.note(kind === "" ? name : `${name}, ${kind}`);
      for (const [type, f1] of Object.entries(figures)) report.figure(`  ${type}`, f1, { digits: 3 });
    }
    report.figure("  errors", errors, { digits: 0, ...(ours && { bar: atMost(0) }) });
    report.figure("  empty", empty, { digits: 0 });
    const median = times[times.length >> 1] ?? 0;
    report.figure("  median of a page", median, { digits: 1, unit: " ms", ...(ours && { bar: MEDIAN_MS }) });
  }
}

/** Mean F1 of each kind of text a reader gives, by page type and of all. */
async function measured(pages, read) {
  const values = new Map();
  const times = [];
  let errors = 0;
  let empty = 0;
  for (const { html, url, content, type } of pages) {
    const page = html();
    const started = performance.now();
    let found;
    try {
      found = await read(page, url);
    } catch {
      errors++;
    }
    times.push(performance.now() - started);
    const kinds = found === undefined ? [...values.keys()].map((kind) => [kind, ""]) : Object.entries(found);
    if (kinds.every(([, text]) => text.trim() === "")) empty++;
    for (const [kind, text] of kinds) {
      const f1 = wordF1(text, content);
      if (!values.has(kind)) values.set(kind, new Map([["all", []]]));
      const own = values.get(kind);
      own.get("all").push(f1);
      if (!own.has(type)) own.set(type, []);
      own.get(type).push(f1);
    }
  }
  const means = (own) => Object.fromEntries([...own].map(([type, list]) => [type, mean(list)]));
  const texts = Object.fromEntries([...values].map(([kind, own]) => [kind, means(own)]));
  return { texts, times: times.sort((a, b) => a - b), errors, empty };
}

/** Each takes a page and its address, and gives its text, in more than one way where that matters. */
async function allReaders() {
  const { extractPage } = await fromSource("engines/pages/extraction/extract.js");
  const { formatted } = await fromSource("engines/pages/extraction/formats.js");
  const { pageTree } = await fromSource("engines/pages/extraction/page-tree.js");
  const { textBlocks } = await fromSource("engines/pages/extraction/text-blocks.js");
  const { parseHTML } = await import("linkedom/cached");
  const { Readability } = await import("@mozilla/readability");
  const { Defuddle } = await import("defuddle/node");
  const lines = (html) => {
    const { blocks } = textBlocks(pageTree(html ?? ""));
    return blocks.map((block) => block.text).join("\n");
  };
  return [
    {
      name: "Shipped weights, on the pages they were trained on",
      ours: true,
      read: async (html, url) => ({ "": formatted(await extractPage(html, { url }), "txt", { head: false }) }),
    },
    {
      name: "Readability on linkedom",
      read: (html) => {
        const article = new Readability(parseHTML(html).document).parse();
        return { textContent: article?.textContent ?? "", "a line for every block": lines(article?.content) };
      },
    },
    {
      name: "defuddle on linkedom",
      read: async (html, url) => {
        const { document } = parseHTML(html);
        // It logs every page on which it fails.
        const { error } = console;
        console.error = () => {};
        try {
          const { content } = await Defuddle(document, url || undefined, { useAsync: false });
          return { "a line for every block": lines(content) };
        } finally {
          console.error = error;
        }
      },
    },
  ];
}
