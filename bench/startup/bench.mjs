// CPU time and memory from nothing to a mounted handler, compared with a bare node:http process and with the usual libraries loaded
// at once; and the whole server: time from `npm start` (the build being there) to the first answer, and memory when idle.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { median, printTable, verdict } from "../table.mjs";

const ROUNDS = 9;
const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");

const samples = { bare: [], peers: [], library: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  for (const kind of Object.keys(samples)) {
    samples[kind].push(
      JSON.parse(
        execFileSync(process.execPath, ["--expose-gc", join(here, "process.mjs"), kind], { encoding: "utf8" }),
      ),
    );
  }
}
const of = (kind, figure) => median(samples[kind].map((sample) => sample[figure]));
const over = (kind, figure) => of(kind, figure) - of("bare", figure);
printTable(
  ["to a mounted handler", "bare", "zod+mingo+tsyringe", "scriptorium", "over bare", "limit", ""],
  [
    [
      "CPU, ms",
      of("bare", "cpuMs"),
      of("peers", "cpuMs"),
      of("library", "cpuMs"),
      over("library", "cpuMs"),
      "60",
      verdict(over("library", "cpuMs"), 60),
    ],
    [
      "resident memory, MB",
      of("bare", "rssMb"),
      of("peers", "rssMb"),
      of("library", "rssMb"),
      over("library", "rssMb"),
      "10",
      verdict(over("library", "rssMb"), 10),
    ],
  ],
);

const starts = [];
const idle = [];
for (let round = 0; round < 5; round += 1) {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-bench-"));
  const begun = performance.now();
  const child = spawn("npm", ["start", "--silent", "--", "--port", "18008", "--data", folder], {
    cwd: root,
    stdio: "ignore",
    detached: true,
  });
  for (;;) {
    const answer = await fetch("http://127.0.0.1:18008/test").catch(() => undefined);
    if (answer?.ok) break;
    if (performance.now() - begun > 20_000) throw new Error("the server did not answer within 20 s");
    await wait(5);
  }
  starts.push(performance.now() - begun);
  await wait(1500);
  idle.push(rssOf(serverIn(child.pid)));
  process.kill(-child.pid, "SIGTERM");
  await new Promise((resolve) => child.once("exit", resolve));
  rmSync(folder, { recursive: true, force: true });
}
printTable(
  ["the whole server", "median", "limit", ""],
  [
    ["npm start to first answer, ms", median(starts), "1000", verdict(median(starts), 1000)],
    ["idle, resident MB", median(idle), "90", verdict(median(idle), 90)],
  ],
);

/** The process below npm and its shell that is the server. */
function serverIn(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return children === "" ? pid : serverIn(Number(children.split(" ")[0]));
}

function rssOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1000;
}
