// One start in a process of its own: node process.mjs bare|spin|first
// Prints the time to the first spun sentence in ms and the resident memory in MB, garbage collected.
import { readFileSync } from "node:fs";
import { loadEngine } from "../../quality/engine.mjs";

const [kind] = process.argv.slice(2);
const begun = performance.now();
if (kind !== "bare") {
  const { spin } = await loadEngine();
  await spin("The old bridge was closed for nine weeks because its bearings were worn.", { language: "en" });
}
const firstMs = performance.now() - begun;
if (kind === "spin") {
  const { spin } = await loadEngine();
  await spin(readFileSync(new URL("../../quality/texts/history.txt", import.meta.url), "utf8"), { language: "en" });
}
global.gc?.();
console.log(JSON.stringify({ firstMs, rssMb: process.memoryUsage().rss / 1e6 }));
process.exit();
