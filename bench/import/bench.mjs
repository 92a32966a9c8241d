// The command `import`, from its start to its end, of tasks with one run each; and inserts written by hand for the same file,
// which check nothing, read it once, and lay no files out. Postgres is started here and gone afterwards.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPostgres } from "../../test/storage/postgres-server.ts";
import { printTable } from "../table.mjs";
import { handPostgres, handSqlite } from "./peers.mjs";
import { writeExport } from "./records.mjs";

const SIZE = Number(process.env.BENCH_TASKS ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const COMMAND = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));
const GOALS = { sqlite: 1500, postgres: 300, file: undefined };

const folder = mkdtempSync(join(tmpdir(), "scriptorium-import-"));
let made = 0;

try {
  const rows = [];
  for (const withFiles of [false, true]) {
    const path = join(folder, "tasks.jsonl");
    await writeExport(path, SIZE, withFiles);
    for (const [storage, goal] of Object.entries(GOALS)) {
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measured(storage, path));
      const name = withFiles ? `${storage}, a file each` : storage;
      rows.push(row(name, rounds, withFiles ? undefined : goal));
    }
  }
  printTable(["tasks a second", "import", "by hand", "ratio", "goal", ""], rows);
  process.stdout.write(`${SIZE} tasks; load ${loadavg()[0].toFixed(1)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Tasks a second of the command, and by hand. */
async function measured(storage, path) {
  const data = join(folder, `data${++made}`);
  mkdirSync(data);
  const ours = (...flags) => {
    const given = ["import", path, "--quiet", "--storage", storage, "--data", data, ...flags];
    return rate(() => execFileSync(process.execPath, [COMMAND, ...given]));
  };
  try {
    if (storage === "sqlite") return [await ours(), await rate(() => handSqlite(path, join(data, "hand.db")))];
    if (storage === "file") return [await ours()];
    const postgres = await startPostgres({ syncs: true });
    try {
      const url = postgres.url();
      return [await ours("--postgres-url", url), await rate(() => handPostgres(path, url))];
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(data, { recursive: true });
  }
}

async function rate(work) {
  const begun = performance.now();
  await work();
  return (SIZE * 1000) / (performance.now() - begun);
}

function row(name, rounds, goal) {
  const ours = Math.max(...rounds.map(([rate]) => rate));
  const hand = rounds[0].length > 1 ? Math.max(...rounds.map(([, rate]) => rate)) : undefined;
  const result = goal === undefined ? "" : ours >= goal ? "met" : "NOT MET";
  return [name, ours.toFixed(0), hand?.toFixed(0) ?? "", hand ? ours / hand : "", String(goal ?? ""), result];
}
