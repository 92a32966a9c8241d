// Measures the quality of text, everything or the areas named: npm run quality -- spin words --swords swords-v1.1_dev.json.gz
import { parseArgs } from "node:util";
import { Absent, createReport, Refused } from "./report.mjs";

const AREAS = ["inflection", "words", "spin", "paraphrase", "meaning", "about-me", "articles", "extraction", "aeb"];
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    swords: { type: "string" },
    wcxb: { type: "string" },
    aeb: { type: "string" },
    cache: { type: "string" },
    examples: { type: "boolean", default: false },
    "held-out": { type: "boolean", default: false },
    unjudged: { type: "string" },
    judged: { type: "string" },
  },
});
const unknown = positionals.filter((name) => !AREAS.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no area "${unknown[0]}". There are: ${AREAS.join(", ")}.\n`);
  process.exit(1);
}

const write = (text) => process.stdout.write(text);
const missed = [];
const skipped = [];
for (const area of positionals.length > 0 ? positionals : AREAS) {
  const report = createReport(area, write);
  const { measure } = await import(`./${area}.mjs`);
  try {
    await measure(report, options);
  } catch (error) {
    if (error instanceof Refused) {
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    }
    if (!(error instanceof Absent)) throw error;
    report.note(error.message);
    skipped.push(area);
  }
  report.print();
  missed.push(...report.missed.map((row) => `${area}: ${row}`));
}
write(`\n${missed.length === 0 ? "No gate is missed." : `Gates missed, ${missed.length}:`}\n`);
for (const row of missed) write(`  ${row}\n`);
if (skipped.length > 0) write(`Skipped: ${skipped.join(", ")}.\n`);
process.exit();
