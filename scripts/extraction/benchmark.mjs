// The pages of the Web Content Extraction Benchmark, and its measure.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The names of page types where the benchmark's differ from ours. */
const TYPES = { documentation: "docs" };

/** @param {string} folder Holds `html/*.html` and `ground-truth/*.json`. */
export function benchmarkPages(folder) {
  const truths = path.join(folder, "ground-truth");
  if (!existsSync(truths))
    throw new Error(`${folder} holds no pages of the benchmark: there is no folder ground-truth in it.`);
  return readdirSync(truths)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => {
      const truth = JSON.parse(readFileSync(path.join(truths, name), "utf8"));
      const type = truth._internal.page_type.primary;
      return {
        id: name.replace(".json", ""),
        url: truth.url ?? "",
        title: truth.ground_truth.title ?? "",
        author: truth.ground_truth.author ?? "",
        date: truth.ground_truth.publish_date ?? "",
        type: TYPES[type] ?? type,
        content: truth.ground_truth.main_content ?? "",
        html: () => readFileSync(path.join(folder, "html", name.replace(".json", ".html")), "utf8"),
      };
    });
}

/** @param {string} text */
export function tokens(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** The harmonic mean of precision and recall over two bags of words. @param {string} found @param {string} wanted */
export function wordF1(found, wanted) {
  const has = tokens(found);
  const wants = tokens(wanted);
  if (wants.length === 0 || has.length === 0) return wants.length === has.length ? 1 : 0;
  const left = new Map();
  for (const word of wants) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of has) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    common++;
    left.set(word, count - 1);
  }
  return (2 * common) / (has.length + wants.length);
}
