// Which blocks of a page are its content, as far as a text of the content shows: aligned, since short texts occur anywhere.
import { tokens } from "./benchmark.mjs";

const GRAM = 4;
/** Rows times columns of an alignment, at most. */
const MOST_CELLS = 4_000_000;

/** For each text from 0 to 1. @param {readonly string[]} texts In the order of the page. @param {string} content */
export function contentLabels(texts, content) {
  const wanted = tokens(content);
  const grams = new Map();
  for (let at = 0; at + GRAM <= wanted.length; at++) {
    const gram = wanted.slice(at, at + GRAM).join(" ");
    const places = grams.get(gram);
    if (places) places.push(at);
    else grams.set(gram, [at]);
  }
  const blocks = texts.map((text) => {
    const words = tokens(text);
    let hits = 0;
    let first = -1;
    let last = -1;
    for (let at = 0; at + GRAM <= words.length; at++) {
      const places = grams.get(words.slice(at, at + GRAM).join(" "));
      if (!places) continue;
      hits++;
      if (first < 0) first = places[0] - at;
      last = at;
    }
    const share = words.length < GRAM ? 0 : hits / (words.length - GRAM + 1);
    return { words, share, first: Math.max(0, first), last };
  });
  const labels = blocks.map(({ share }) => share);
  const anchors = longestChain(blocks);
  const anchored = new Set(anchors.map((index) => blocks[index].words.join(" ")));
  const isAnchor = new Set(anchors);
  for (const [index, { words, share }] of blocks.entries()) {
    if (isAnchor.has(index) || share === 0) continue;
    const key = words.join(" ");
    // A copy, as of a title in the navigation, is content only if the content has it twice.
    if (anchored.has(key) && (grams.get(words.slice(0, GRAM).join(" "))?.length ?? 0) < 2) labels[index] = 0;
  }
  let fromBlock = 0;
  let fromWord = 0;
  for (const anchor of [...anchors, blocks.length]) {
    const toWord = anchor === blocks.length ? wanted.length : blocks[anchor].first;
    const between = [];
    for (let index = fromBlock; index < anchor; index++) if (labels[index] < 0.3) between.push(index);
    aligned(between, wanted.slice(fromWord, toWord));
    if (anchor === blocks.length) break;
    fromBlock = anchor + 1;
    fromWord = Math.max(fromWord, blocks[anchor].first + blocks[anchor].words.length);
  }
  return labels;

  /** Labels blocks whose words are in a stretch of the content in the same order. */
  function aligned(indexes, stretch) {
    const words = indexes.flatMap((index) => blocks[index].words);
    const width = stretch.length + 1;
    if (words.length === 0 || stretch.length === 0 || words.length * width > MOST_CELLS) return;
    const table = new Uint16Array((words.length + 1) * width);
    for (let row = words.length - 1; row >= 0; row--) {
      for (let column = stretch.length - 1; column >= 0; column--) {
        const at = row * width + column;
        table[at] =
          words[row] === stretch[column] ? table[at + width + 1] + 1 : Math.max(table[at + width], table[at + 1]);
      }
    }
    const matched = new Uint8Array(words.length);
    for (let row = 0, column = 0; row < words.length && column < stretch.length; ) {
      const at = row * width + column;
      if (words[row] === stretch[column]) {
        matched[row] = 1;
        row++;
        column++;
      } else if (table[at + width] >= table[at + 1]) row++;
      else column++;
    }
    let from = 0;
    for (const index of indexes) {
      const { length } = blocks[index].words;
      let count = 0;
      for (let word = from; word < from + length; word++) count += matched[word];
      from += length;
      if (count / length >= 0.75) labels[index] = Math.max(labels[index], length < GRAM ? 1 : 0.7);
    }
  }
}

/** Blocks that are certainly in the content, in the same order there as in the page: the chain with the most words. */
function longestChain(blocks) {
  const sure = [];
  for (const [index, { words, share, first }] of blocks.entries()) {
    if (share > 0.6) sure.push({ index, first, weight: words.length * share, best: 0, before: -1 });
  }
  let end = -1;
  for (const [at, block] of sure.entries()) {
    block.best = block.weight;
    for (let earlier = at - 1; earlier >= 0; earlier--) {
      const other = sure[earlier];
      if (other.first < block.first && other.best + block.weight > block.best) {
        block.best = other.best + block.weight;
        block.before = earlier;
      }
    }
    if (end < 0 || block.best > sure[end].best) end = at;
  }
  const chain = [];
  for (let at = end; at >= 0; at = sure[at].before) chain.push(sure[at].index);
  return chain.reverse();
}
