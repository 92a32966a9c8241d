// How well pages are read by a classifier that never saw them, nor others of their site.
import { wordF1 } from "./benchmark.mjs";
import { chanceOf } from "./boosting.mjs";
import { FOLDS, learned } from "./learning.mjs";

/** Mean F1 by page type and of all pages. @returns {Record<string, number>} */
export function crossValidated(pages, material, { analysed, selectContent, pageTree, PAGE_TYPES }) {
  const { foldOf, starts, blockTable, typeChances } = material;
  const values = new Map(["all", ...PAGE_TYPES].map((type) => [type, []]));
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = [...pages.keys()].filter((page) => foldOf[page] !== fold);
    const { blocks: forests } = learned(material, others);
    for (const [page, { html, url, content, type, plain }] of pages.entries()) {
      if (foldOf[page] !== fold || plain) continue;
      const chances = new Float32Array(starts[page + 1] - starts[page]);
      for (const index of chances.keys()) {
        const sum = forests.reduce((total, forest) => total + chanceOf(forest, blockTable, starts[page] + index), 0);
        chances[index] = sum / forests.length;
      }
      const text = html();
      const { facts } = analysed(pageTree(text), text, url);
      const types = typeChances[page];
      const kind = PAGE_TYPES[types.indexOf(Math.max(...types))];
      const { kept } = selectContent(facts, { type: kind, chances }, "balanced");
      const found = facts.blocks.filter((_, index) => kept[index]).map((block) => block.text);
      const f1 = wordF1(found.join("\n"), content);
      values.get("all").push(f1);
      values.get(type).push(f1);
    }
  }
  return Object.fromEntries(
    [...values].map(([type, own]) => [type, own.reduce((sum, f1) => sum + f1, 0) / own.length]),
  );
}
