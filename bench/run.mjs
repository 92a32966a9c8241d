// Runs every benchmark, or those named: npm run bench -- http
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const areas = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const wanted = process.argv.slice(2);
for (const area of wanted.length > 0 ? wanted : areas) {
  if (!areas.includes(area)) {
    process.stderr.write(`There is no benchmark "${area}". There are: ${areas.join(", ")}.\n`);
    process.exit(1);
  }
  process.stdout.write(`\n## ${area}\n`);
  const { status } = spawnSync(process.execPath, [`${here}${area}/bench.mjs`], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
