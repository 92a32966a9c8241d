// Packs the set phrases of the spinner, data/english/spinner-phrases.txt, into data/english/phrases.br: node scripts/data/phrases.mjs
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { productModule } from "./bundle.mjs";
import { pack, text } from "./pack.mjs";

const folder = path.resolve(import.meta.dirname, "../../data/english");

try {
  const { PHRASE_FILE, readPhrases, withoutComments } = await productModule("src/engines/text/spinner/phrase-table.ts");
  const table = readFileSync(path.join(folder, path.basename(PHRASE_FILE)), "utf8");
  const count = readPhrases({ name: PHRASE_FILE, text: table }).length;
  const packed = pack([text("rows", withoutComments(table).split("\n"))]);
  writeFileSync(path.join(folder, "phrases.br"), packed);
  console.log(`phrases.br: ${packed.length} bytes (${count} phrases)`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
