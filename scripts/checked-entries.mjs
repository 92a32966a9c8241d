// Has every entry of the package look at the version of Node before anything else of it is loaded. It is done to the finished
// files, because the bundler puts what several entries share into pieces and decides their order itself.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const CHECK = "node-version.js";

/** Puts the check in front of the entries, which are paths within the folder. */
export function checkEntries(folder, entries) {
  for (const entry of entries) {
    const there = relative(dirname(entry), CHECK);
    const specifier = there.startsWith(".") ? there : `./${there}`;
    const path = join(folder, entry);
    writeFileSync(path, `import ${JSON.stringify(specifier)};\n${readFileSync(path, "utf8")}`);
  }
}
