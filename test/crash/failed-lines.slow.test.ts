import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { seededRandom } from "../../src/kernel/values/random.js";
import { call, type ServerProcess, startServer } from "../cli/server-process.js";

const KILLS = 5;
/** Every tenth fails twice. */
const LINES = Array.from({ length: 300 }, (_, number) => `${number % 10 === 0 ? "bad" : "good"} ${number}`);
const ROWS = [...LINES, "report"].sort();
const plugins = fileURLToPath(new URL("failing.mjs", import.meta.url));

let cwd: string;
let server: ServerProcess | undefined;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "scriptorium-failed-lines-"));
});
afterEach(async () => {
  server?.kill("SIGKILL");
  await server?.ended;
  rmSync(cwd, { recursive: true, force: true });
});

it.each(["sqlite", "file"])(
  `after ${KILLS} kills every line has one row and one effect, and the counts are those of what is stored, on %s`,
  async (storage) => {
    const random = seededRandom(`failed lines ${storage}`);
    const ledger = join(cwd, "ledger.txt");
    writeFileSync(ledger, "");
    const started = async () => {
      server = await startServer({ cwd, args: ["--port", "0", "--plugins", plugins, "--storage", storage] });
      return server.address;
    };
    const ids: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const address = await started();
      const { id } = (await call(address, "/create/failing")).result;
      await call(address, `/project/data/${id}`, { linesFile: LINES, ledger, concurrency: 8 });
      await call(address, `/project/run/${id}`);
      ids.push(id);
      await wait(random.integer(1, 700));
      server?.kill("SIGKILL");
      await server?.ended;
    }

    const address = await started();
    for (const id of ids) {
      const status = async (): Promise<string> => {
        const [summary] = (await call(address, `/project/status/${id}`)).result;
        // One that went down three times without getting on is not begun again by itself.
        if (summary.status === "failed") await call(address, `/project/run/${id}`);
        return summary.status;
      };
      // Those that a kill left with failed lines are tried again until none is left.
      for (let left = 1; left > 0; ) {
        await expect.poll(status, { timeout: 120_000 }).toBe("complete");
        await expectAgreement(address, id);
        left = (await call(address, `/task/lines/${id}?state=failed&limit=1`)).result.lines.length;
        if (left > 0) await call(address, `/task/retry/${id}`, { only: "failed" });
      }
      expect((await rowsOf(address, id)).map(({ line }) => line).sort()).toEqual(ROWS);
      expect((await call(address, `/task/progress/${id}`)).result.progress).toMatchObject({
        ok: 300,
        failed: 0,
        files: 300,
      });
    }
    const entries = readFileSync(ledger, "utf8").trimEnd().split("\n").sort();
    expect(entries).toEqual(ids.flatMap((id) => LINES.map((line) => `${id} ${line}`)).sort());
  },
  600_000,
);

interface Row {
  readonly line: string;
  readonly status?: string;
}

async function rowsOf(address: string, id: string): Promise<readonly Row[]> {
  return (await call(address, `/task/results/${id}?limit=1000`)).result.rows;
}

/** No line has two rows, and what the task says of itself is what is there. */
async function expectAgreement(address: string, id: string): Promise<void> {
  const rows = await rowsOf(address, id);
  const { progress } = (await call(address, `/task/progress/${id}`)).result;
  expect(new Set(rows.map(({ line }) => line)).size).toBe(rows.length);
  expect(rows.map(({ line }) => line).sort()).toEqual(ROWS);
  const failed = rows.filter(({ status }) => status === "failed").length;
  expect(progress).toMatchObject({
    rows: rows.length,
    failed,
    ok: LINES.length - failed,
    files: LINES.length - failed,
  });
}
