// Packs the verdicts on alternatives, data/english/verdicts/*.txt, into data/english/verdicts.br: node scripts/data/verdicts.mjs
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { productModule } from "./bundle.mjs";
import { pack, text } from "./pack.mjs";

const folder = path.resolve(import.meta.dirname, "../../data/english");

try {
  const { createDictionary, verdictLines } = await productModule("src/engines/text/english/training.ts");
  const { readLanguageFile } = await productModule("src/adapters/text/language-data.ts");
  const files = readdirSync(path.join(folder, "verdicts"))
    .sort()
    .map((name) => ({
      name: `english/verdicts/${name}`,
      text: readFileSync(path.join(folder, "verdicts", name), "utf8"),
    }));
  const lines = verdictLines(files, await createDictionary(readLanguageFile));
  const packed = pack(Object.entries(lines).map(([wordClass, own]) => text(wordClass, own)));
  writeFileSync(path.join(folder, "verdicts.br"), packed);
  const counts = Object.entries(lines).map(([wordClass, own]) => `${own.length} ${wordClass}s`);
  console.log(`verdicts.br: ${packed.length} bytes (${counts.join(", ")})`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
