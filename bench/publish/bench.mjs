// What publishing costs: each file next to this one measures a part of it, in processes of their own.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const parts = readdirSync(here).filter((name) => name !== "bench.mjs" && !name.endsWith("-process.mjs"));
for (const part of parts) {
  const { status } = spawnSync(process.execPath, [here + part], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
