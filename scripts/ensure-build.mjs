// Builds when dist/ is missing or older than what it is made from, so that every npm script works on a fresh clone.
import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

function newest(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.ts$|\.br$|\.md$/.test(entry.name))
    .reduce((latest, entry) => Math.max(latest, statSync(`${entry.parentPath}/${entry.name}`).mtimeMs), 0);
}

function builtAt() {
  try {
    return Math.min(...["dist/index.js", "dist/index.d.ts"].map((file) => statSync(root + file).mtimeMs));
  } catch {
    return 0;
  }
}

const sources = Math.max(
  newest(`${root}src`),
  newest(`${root}data`),
  ...[
    "package.json",
    "tsup.config.ts",
    "scripts/joined-chunks.mjs",
    "scripts/dashboard.mjs",
    "scripts/checked-entries.mjs",
  ].map((file) => statSync(root + file).mtimeMs),
);
if (builtAt() < sources) {
  process.stderr.write("Building Scriptorium (some seconds, only after changes) ...\n");
  const { status } = spawnSync("npm", ["run", "--silent", "build", "--", "--silent"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  process.exitCode = status ?? 1;
}
