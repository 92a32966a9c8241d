import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, it, type TestContext } from "vitest";
import { start } from "../cli/command.js";
import { startPostgres } from "../storage/postgres-server.js";
import { eventually } from "../storage/postgres-support.js";
import { broken, type Deployment, deploy, figures } from "./deployment.js";

/** `npm run test:crash` takes the sizes and times of the promise; otherwise both are smaller. */
const AT_LENGTH = process.env["CRASH_ROUNDS"] !== undefined;
const { runs, kills } = AT_LENGTH ? { runs: 100, kills: 15 } : { runs: 30, kills: 3 };
const LINES = 5;
const LAST_LINE = `line ${LINES - 1}`;
/** Runs of the worker that is asked to stop. */
const STOPPED_RUNS = 5;
/** Far below the lease of 30 seconds, after which a worker counts as gone. */
const AT_ONCE_MS = 20_000;

/** Each with a database server of its own, which has only so many connections. */
async function deployed({ onTestFinished }: TestContext): Promise<Deployment> {
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  const deployment = await deploy(postgres);
  onTestFinished(deployment.end);
  return deployment;
}

it.concurrent(`${runs} runs complete within a minute of the last of ${kills} kills of workers, and nothing is sent twice`, async (context) => {
  const { member, run, outside, atRest, tasks, done } = await deployed(context);
  const workers = await Promise.all([member(), member(), member()]);
  const ids: string[] = [];
  let openAtLastKill = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    // Some of the runs begin between two kills, so that there is work at each however long a worker takes to start.
    const before = outside.reports.length;
    while (ids.length < (runs * kill) / kills) ids.push(await run(LINES, { pauseMs: AT_LENGTH ? 900 : 500 }));
    await wait(2000);
    await eventually(60_000, () => expect(outside.reports.slice(before).map(({ what }) => what)).toContain("taken"));
    const [oldest] = workers.splice(0, 1);
    oldest?.signal("SIGKILL");
    await oldest?.ended;
    openAtLastKill = (await tasks()).filter(({ status }) => status !== "complete").length;
    workers.push(await member());
  }
  const lastKill = performance.now();
  // Else the kills came too late to mean anything.
  expect(openAtLastKill).toBeGreaterThan(0);
  await atRest(60_000);
  const afterLastKillMs = Math.round(performance.now() - lastKill);

  const ends = await Promise.all(ids.map(async (id) => [id, await done(id)] as const));
  expect(ends.flatMap(([id, end]) => [...broken(id, LINES, end, outside)])).toEqual([]);
  const attempts = ends.map(([, end]) => end.run.attempts);
  const states = ends.flatMap(([, { effects }]) => effects.map(({ state }) => state));
  const counted = (state: string) => states.filter((one) => one === state).length;
  figures({
    ...{ runs, kills, openAtLastKill, afterLastKillMs, done: counted("done"), uncertain: counted("uncertain") },
    attempts: attempts.reduce((sum, count) => sum + count, 0),
    most: Math.max(...attempts),
  });
  // Every kill hit somebody at work.
  expect(attempts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(runs + kills / 2);
  expect(counted("done") + counted("uncertain")).toBe(runs * LINES);
});

it.concurrent("a worker that is asked to stop under load hands its runs on at once, and nothing is done twice", async (context) => {
  const { onTestFinished } = context;
  const { url, outside, run, atRest, done } = await deployed(context);
  const root = mkdtempSync(join(tmpdir(), "scriptorium-graceful-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const worker = async (name: string) => {
    const plugins = fileURLToPath(new URL("ledger-work.mjs", import.meta.url));
    const words = [
      "worker",
      "--data",
      join(root, name),
      "--plugins",
      plugins,
      "--max-running-tasks",
      String(STOPPED_RUNS),
    ];
    const env = { SCRIPTORIUM_POSTGRES_URL: url, SCRIPTORIUM_KEY: "7".repeat(64) };
    const running = start(root, words, env);
    onTestFinished(async () => {
      running.process.kill("SIGKILL");
      await running.ended;
    });
    await new Promise((resolve, reject) => {
      running.process.stdout?.once("data", resolve);
      void running.ended.then(({ said }) => reject(new Error(said)));
    });
    return running;
  };
  // However long the second worker takes to start, no run ends at the first.
  let isStopping = false;
  outside.orders = ({ line }) => (line === LAST_LINE && !isStopping ? { pauseMs: 120_000 } : {});
  const first = await worker("first");
  const ids: string[] = [];
  for (let count = 0; count < STOPPED_RUNS; count += 1) ids.push(await run(LINES, { pauseMs: 400 }));
  await eventually(60_000, () => expect(new Set(sentOf()).size).toBe(STOPPED_RUNS));
  await worker("second");

  isStopping = true;
  const asked = performance.now();
  first.process.kill("SIGTERM");
  const { code } = await first.ended;
  const stoppedMs = Math.round(performance.now() - asked);
  expect(code).toBe(0);
  expect(stoppedMs).toBeLessThan(10_000);
  const begun = (id: string) => outside.reports.filter(({ taskId, what }) => taskId === id && what === "begun");
  await eventually(AT_ONCE_MS, () => {
    for (const id of ids) expect(begun(id)).toHaveLength(2);
  });
  const goesOnMs = Math.round(Math.max(...ids.map((id) => begun(id)[1]?.at ?? 0)) - asked);
  await atRest(60_000);
  for (const id of ids) {
    const end = await done(id);
    expect([...broken(id, LINES, end, outside)]).toEqual([]);
    expect(end.run).toMatchObject({ attempts: 2, excused: 1 });
    // A clean stop leaves nothing that nobody knows of.
    expect(end.effects.map(({ state }) => state)).toEqual(Array(LINES).fill("done"));
  }
  figures({ stoppedMs, goesOnMs });

  function sentOf(): string[] {
    return outside.reports.filter(({ what }) => what === "sent").map(({ taskId }) => taskId);
  }
});
