// Searching, reading and creating at 1,000 to 1,000,000 tasks, each size in its own process, compared with what others do
// with the same tasks in the same run. BENCH_SIZES and BENCH_STORES choose some of it.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const sizes = (process.env.BENCH_SIZES ?? "1000,10000,100000,1000000").split(",");
const program = fileURLToPath(new URL("size.mjs", import.meta.url));
for (const size of sizes) {
  const { status } = spawnSync(process.execPath, ["--expose-gc", "--max-old-space-size=12000", program, size], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
