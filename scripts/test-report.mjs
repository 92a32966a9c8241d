// Reads JSON reports of vitest: node scripts/test-report.mjs counts|details <report>...
// "counts" prints how many tests passed and failed; "details" which failed, were skipped, and passed at another try.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

const [what, ...reports] = process.argv.slice(2);
const root = fileURLToPath(new URL("..", import.meta.url));

const passed = [];
const failed = [];
const skipped = [];
const again = [];
for (const report of reports) {
  for (const { name, message, assertionResults } of JSON.parse(readFileSync(report, "utf8")).testResults) {
    const file = relative(root, name);
    // A file that cannot be loaded has a message, and no test that failed.
    if (message && assertionResults.every(({ status }) => status !== "failed")) failed.push({ file, why: [message] });
    for (const { fullName: test, status, failureMessages: why } of assertionResults) {
      const place = { file, test, why };
      if (status === "failed") failed.push(place);
      else if (status !== "passed") skipped.push(place);
      else {
        passed.push(place);
        if (why.length > 0) again.push(place);
      }
    }
  }
}

if (what === "counts") console.log(`${passed.length} ${failed.length}`);
else {
  for (const { file, test = "", why } of failed) console.log(`!! ${file}: ${test}\n${why.join("\n").slice(0, 2000)}`);
  console.log(`\n${skipped.length} tests skipped`);
  for (const { file, test } of skipped) console.log(`   ${file}: ${test}`);
  console.log(`${again.length} promises of time kept at another try only`);
  for (const { file, test, why } of again) console.log(`   ${file}: ${test} (${why.length + 1} tries)`);
}
