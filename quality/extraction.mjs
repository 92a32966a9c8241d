import { existsSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { benchmarkPages, wordF1 } from "../scripts/extraction/benchmark.mjs";
import { CONTENT_FAULTS, contentFaults } from "./content-faults.mjs";
import { mean } from "./measures.mjs";
import { areAuthorsNear, isAuthorJunk, isNear, isSameDay, isSiteTitle } from "./metadata-measures.mjs";
import { allReaders } from "./readers.mjs";
import { Absent, atLeast, atMost } from "./report.mjs";

/** The bars are for held-out pages of the same kinds; figures of the development split are only reported. */
const BARS = { all: atLeast(0.865, 0.893), article: atLeast(0.957, 0.962) };
const MEDIAN_MS = atMost(150);
const METADATA_BARS = {
  title: atLeast(0.89, 0.93),
  author: atLeast(0.81, 0.88),
  date: atLeast(0.88, 0.93),
  nobody: atMost(0.37, 0),
};
const FAULT_NAMES = {
  junk: "author junk",
  siteTitles: "site's name as title",
  fences: "fences without the language stated",
  lastHeadings: "headings at the end",
  emptySections: "sections without text",
  openColons: "lines that end in a colon without more",
};
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
    const { texts, times, errors, empty, metadata, faults } = await measured(pages, read);
    for (const [kind, figures] of Object.entries(texts)) {
      report.note(kind === "" ? name : `${name}, ${kind}`);
      for (const [type, f1] of Object.entries(figures)) report.figure(`  ${type}`, f1, { digits: 3 });
    }
    const { title, author, date, nobody } = metadata;
    const bar = (name) => (ours ? { bar: METADATA_BARS[name] } : {});
    report.figure("  title, near", mean(title), { digits: 3, ...bar("title") });
    report.figure("  author, near", mean(author), { digits: 3, ...bar("author") });
    report.figure("  date, same day", mean(date), { digits: 3, ...bar("date") });
    report.figure("  author where the page names none", mean(nobody), { digits: 3, ...bar("nobody") });
    for (const [name, count] of Object.entries(faults)) report.figure(`  ${FAULT_NAMES[name]}`, count, { digits: 0 });
    report.figure("  errors", errors, { digits: 0, ...(ours && { bar: atMost(0) }) });
    report.figure("  empty", empty, { digits: 0 });
    const median = times[times.length >> 1] ?? 0;
    report.figure("  median of a page", median, { digits: 1, unit: " ms", ...(ours && { bar: MEDIAN_MS }) });
  }
}

/** Mean F1 of each kind of text a reader gives, by page type and of all; what it says of the pages, and its faults. */
async function measured(pages, read) {
  const values = new Map();
  const times = [];
  const metadata = { title: [], author: [], date: [], nobody: [] };
  const faults = {};
  let errors = 0;
  let empty = 0;
  for (const page of pages) {
    const html = page.html();
    const started = performance.now();
    let found;
    try {
      found = await read(html, page.url);
    } catch {
      errors++;
    }
    times.push(performance.now() - started);
    const texts = found?.texts ?? Object.fromEntries([...values.keys()].map((kind) => [kind, ""]));
    if (Object.values(texts).every((text) => text.trim() === "")) empty++;
    for (const [kind, text] of Object.entries(texts)) {
      const f1 = wordF1(text, page.content);
      if (!values.has(kind)) values.set(kind, new Map([["all", []]]));
      const own = values.get(kind);
      own.get("all").push(f1);
      if (!own.has(page.type)) own.set(page.type, []);
      own.get(page.type).push(f1);
    }
    compare(found?.metadata ?? NOTHING, page, metadata);
    if (found !== undefined) countFaults(found, { ...page, html }, faults);
  }
  const means = (own) => Object.fromEntries([...own].map(([type, list]) => [type, mean(list)]));
  const texts = Object.fromEntries([...values].map(([kind, own]) => [kind, means(own)]));
  return { texts, times: times.sort((a, b) => a - b), errors, empty, metadata, faults };
}

const NOTHING = { title: "", authors: [], date: "", site: "" };

/** Of each thing that people found on the page, whether the reader has it; and whether it names an author where they found none. */
function compare({ title, authors, date }, wanted, into) {
  if (wanted.title !== "") into.title.push(Number(isNear(title, wanted.title)));
  if (wanted.date !== "") into.date.push(Number(isSameDay(date, wanted.date)));
  if (wanted.author === "") into.nobody.push(Number(authors.length > 0));
  else into.author.push(Number(areAuthorsNear(authors, wanted.author)));
}

function countFaults({ metadata, content }, { html, url, title }, into) {
  const add = (name, count) => {
    into[name] = (into[name] ?? 0) + count;
  };
  const named = metadata.site ?? "";
  add("junk", metadata.authors.filter(isAuthorJunk).length);
  add("siteTitles", Number(isSiteTitle(metadata.title, { site: named, url }) && !isNear(metadata.title, title)));
  if (content === undefined) return;
  const faults = contentFaults({ content, html });
  for (const name of CONTENT_FAULTS) add(name, faults[name]);
}
