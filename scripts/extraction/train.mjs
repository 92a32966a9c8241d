// Trains the classifier of src/engines/pages/extraction on the development split of the Web Content Extraction Benchmark:
// node scripts/extraction/train.mjs path/to/wcxb-dev [--no-folds] [--only-folds]
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { productModule } from "../data/bundle.mjs";
import { benchmarkPages } from "./benchmark.mjs";
import { crossValidated } from "./folds.mjs";
import { learned, material } from "./learning.mjs";
import { packedForests } from "./packing.mjs";
import { plainPages } from "./plain-pages.mjs";

const root = path.resolve(import.meta.dirname, "../..");

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    "no-folds": { type: "boolean", default: false },
    "only-folds": { type: "boolean", default: false },
  },
});

try {
  const folder = positionals[0] ?? process.env.WCXB_DEV ?? "wcxb-dev";
  const product = await productModule("src/engines/pages/extraction/training.ts");
  const known = benchmarkPages(folder);
  const pages = [...known, ...plainPages(known)];
  const given = material(pages, product);
  if (!values["no-folds"]) {
    const figures = crossValidated(pages, given, product);
    for (const [type, value] of Object.entries(figures)) console.log(`${type.padEnd(12)}${value.toFixed(4)}`);
    if (!values["only-folds"]) {
      writeFileSync(path.join(root, "quality/extraction-folds.json"), `${JSON.stringify(figures, undefined, 2)}\n`);
    }
  }
  if (!values["only-folds"]) write(learned(given, pages.keys()), given);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function write({ kinds, blocks }, { pageTable, blockTable }) {
  const pageWeights = packedForests(pageTable.cuts, kinds);
  const blockWeights = packedForests(blockTable.cuts, blocks);
  const text = (bytes) => Buffer.from(bytes).toString("base64");
  const module = `// Made by scripts/extraction/train.mjs, which says from what; packed as forest.ts describes. Trained on the Web Content Extraction
// Benchmark (Murrough-Foley, CC BY 4.0).
export const PAGE_WEIGHTS =
  "${text(pageWeights)}";
export const BLOCK_WEIGHTS =
  "${text(blockWeights)}";
`;
  writeFileSync(path.join(root, "src/engines/pages/extraction/weights.ts"), module);
  console.log(`weights.ts: ${module.length} bytes`);
}
