// Measures the shipped English.alternatives on judged substitutes: node scripts/data/score.mjs path/to/swords-v1.1_dev.json.gz
// On the file the ranker was trained on the figures flatter; `npm run train` prints those of targets it had not seen.
import { parseArgs } from "node:util";
import { productModule } from "./bundle.mjs";
import { located, measured, readSwords } from "./swords.mjs";

const { positionals } = parseArgs({ allowPositionals: true });

try {
  const { loadEnglish } = await productModule("src/adapters/text/language-data.ts");
  const english = await loadEnglish();
  const targets = readSwords(positionals[0], english.lemmaOf);
  for (const given of [true, false]) {
    const answers = new Map();
    for (const target of targets) {
      const place = located(target, english.tagger, given);
      if (place) answers.set(target.id, english.alternatives(place.sentence, place.index, place.context));
    }
    const best = targets.map(({ id }) => answers.get(id)?.[0]?.score ?? 0).sort((a, b) => b - a);
    console.log(given ? "Classes of words as judged:" : "Classes of words as tagged:");
    for (const share of [0.4, 0.5, 0.6, 0.7, 0.8]) {
      const threshold = best[Math.floor(share * targets.length)] ?? 0;
      const m = measured(targets, answers, { threshold, most: 3 });
      const two = (a, b) => `${a.toFixed(1)}/${b.toFixed(1)}`;
      console.log(
        `P@1 ${two(m.firstAcceptable, m.firstConceivable)} of ${m.answered.toFixed(0)} % answered, ` +
          `strict F10 ${two(m.strictAcceptable, m.strictConceivable)}, offered at ${threshold.toFixed(3)}: ` +
          `${two(m.precisionAcceptable, m.precisionConceivable)}, ${m.spun.toFixed(0)} % spun, ${m.perSpun.toFixed(2)} each`,
      );
    }
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
