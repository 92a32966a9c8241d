// What the classifier is learned from, and how.

import { generator } from "../data/trees.mjs";
import { tokens } from "./benchmark.mjs";
import { binned, chanceOf, grown } from "./boosting.mjs";
import { contentLabels } from "./labels.mjs";

export const FOLDS = 5;
/** For telling the kinds of pages apart: few pages, many features. */
const KINDS = {
  rounds: 60,
  leaves: 8,
  depth: 3,
  rate: 0.1,
  leastRows: 8,
  rows: 0.7,
  columns: 0.4,
  smoothing: 2,
  seed: 3,
};
const BLOCKS = {
  rounds: 450,
  leaves: 14,
  depth: 10,
  rate: 0.075,
  leastRows: 400,
  rows: 0.4,
  columns: 0.3,
  smoothing: 10,
  seed: 11,
};
/** Words of a block count up to a limit, and a page of so many words counts as it is, longer ones for less. */
const MOST_WEIGHT = 4;
const USUAL_WORDS = 300;
/** Pages whose content is hardly in their HTML teach little. */
const LEAST_FOUND = 0.5;

/** The features, labels and weights of all blocks of all pages. */
export function material(pages, product) {
  const { PAGE_TYPES, BLOCK_FEATURES, PAGE_FEATURES, analysed, pageTree, rowsOf } = product;
  const own = pages.map(({ html, url, content, type, plain = false }) => {
    const text = html();
    const analysis = analysed(pageTree(text), text, url);
    const { blocks } = analysis.facts;
    const labels = contentLabels(
      blocks.map((block) => block.text),
      content,
    );
    const wanted = tokens(content).length;
    const found = blocks.reduce((sum, block, index) => sum + labels[index] * block.words.length, 0);
    const trust = found < LEAST_FOUND * wanted ? 0.1 : 1;
    const length = Math.sqrt(USUAL_WORDS / Math.max(50, wanted)) * trust;
    const weights = blocks.map((block) => Math.min(MOST_WEIGHT, 0.3 + block.words.length / 20) * length);
    return { ...rowsOf(analysis, PAGE_TYPES.length), labels, weights, type, plain };
  });
  const width = BLOCK_FEATURES.length + PAGE_TYPES.length;
  const starts = [0];
  for (const { labels } of own) starts.push(starts.at(-1) + labels.length);
  const foldOf = foldsOf(pages);
  const pageRows = new Float32Array(pages.length * PAGE_FEATURES.length);
  for (const [page, { page: row }] of own.entries()) pageRows.set(row, page * PAGE_FEATURES.length);
  const pageTable = binned(pageRows, PAGE_FEATURES.length);
  const types = PAGE_TYPES.map((type) => Float32Array.from(own, (page) => Number(page.type === type)));
  // Each page gets the types that the others would give it, as a page that was never seen does.
  // What a plain page was made of does not show its type.
  const typed = own.map((page) => !page.plain);
  const typeChances = outsideChances(pageTable, types, foldOf, typed);
  const rows = new Float32Array(starts.at(-1) * width);
  for (const [page, { blocks }] of own.entries()) {
    rows.set(blocks, starts[page] * width);
    for (let at = starts[page]; at < starts[page + 1]; at++) {
      rows.set(typeChances[page], at * width + BLOCK_FEATURES.length);
    }
  }
  return {
    foldOf,
    typed,
    starts,
    types,
    typeChances,
    pageTable,
    blockTable: binned(rows, width),
    labels: Float32Array.from(own.flatMap((page) => page.labels)),
    weights: Float32Array.from(own.flatMap((page) => page.weights)),
  };
}

/** The forests for kinds of pages and for blocks, learned from the pages of the given numbers. */
export function learned({ starts, typed, types, pageTable, blockTable, labels, weights }, pages) {
  const chosen = Int32Array.from(pages);
  const even = new Float32Array(pageTable.count).fill(1);
  const rows = Int32Array.from([...chosen].flatMap((page) => range(starts[page], starts[page + 1])));
  return {
    kinds: types.map((type) =>
      grown(
        pageTable,
        type,
        even,
        chosen.filter((page) => typed[page]),
        KINDS,
      ),
    ),
    blocks: [grown(blockTable, labels, weights, rows, BLOCKS)],
  };
}

function outsideChances(table, types, foldOf, typed) {
  const even = new Float32Array(table.count).fill(1);
  const chances = foldOf.map(() => new Float32Array(types.length));
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = Int32Array.from(foldOf.keys()).filter((page) => foldOf[page] !== fold && typed[page]);
    for (const [type, labels] of types.entries()) {
      const forest = grown(table, labels, even, others, KINDS);
      for (const [page, own] of foldOf.entries()) if (own === fold) chances[page][type] = chanceOf(forest, table, page);
    }
  }
  return chances.map((own) => {
    const sum = own.reduce((total, chance) => total + chance, 0);
    return own.map((chance) => chance / sum);
  });
}

/** Pages of one site are in one fold, since they look alike. */
function foldsOf(pages) {
  const random = generator(7);
  const known = new Map();
  return pages.map(({ id, url }) => {
    const site = URL.parse(url)?.hostname.split(".").slice(-2).join(".") ?? id.replace(" plain", "");
    if (!known.has(site)) known.set(site, Math.floor(random() * FOLDS));
    return known.get(site);
  });
}

function range(from, to) {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
