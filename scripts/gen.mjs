// Writes the files that are made from the sources; with --check it only says which of them are out of date.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { catalogue } from "./gen/catalogue.mjs";
import { kernelReference } from "./gen/kernel-reference.mjs";
import { withCommonFields, withOptions } from "./gen/option-tables.mjs";
import { readSources } from "./gen/sources.mjs";
import { commonTaskData, taskTypes } from "./gen/task-types.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path) => readFileSync(join(root, path), "utf8");
const sources = await readSources(root);

const files = {
  "src/plugins/catalogue.ts": catalogue(sources),
  "src/plugins/task-types.ts": taskTypes(sources),
  "src/kernel/task-types/common-task-data.ts": commonTaskData(sources),
  "docs/kernel.md": kernelReference(root),
};
for (const page of ["docs/runs.md", "docs/scheduling.md"]) files[page] = withCommonFields(read(page), sources.common);
for (const plugin of sources.plugins) {
  const page = `src/plugins/${plugin.type}/README.md`;
  files[page] = withOptions(read(page), plugin, sources.web);
}

const isCheck = process.argv.includes("--check");
for (const [path, content] of Object.entries(files)) {
  if (!isCheck) writeFileSync(join(root, path), content);
  else if (read(path) !== content) {
    process.stderr.write(`${path} is out of date. Run: npm run gen\n`);
    process.exitCode = 1;
  }
}
