import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import type { RunnerSettings } from "../../src/kernel/tokens.js";
import { type PostgresServer, startPostgres } from "../storage/postgres-server.js";
import { eventually } from "../storage/postgres-support.js";
import { broken, type Deployment, deploy, figures } from "./deployment.js";
import type { Report } from "./outside.js";

/** How long lines may go on after an abort; the grace of these tests, 10 seconds where nothing is said. */
const GRACE_MS = 2000;
const LINES = 5;
/** `npm run test:crash` takes the times of the promise; otherwise they are shorter. */
const AT_LENGTH = process.env["CRASH_ROUNDS"] !== undefined;
// The queue itself considers a worker dead that has sent no heartbeat for ten seconds.
const AWAY_MS = AT_LENGTH ? 45_000 : 14_000;
const LEASE = AT_LENGTH ? {} : { leaseMs: 2000, renewEveryMs: 500 };

/** Two deployments to each: a server has only so many connections. */
const servers: PostgresServer[] = [];
let deployments = 0;
beforeAll(async () => {
  for (let count = 0; count < 3; count += 1) servers.push(await startPostgres());
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

async function deployed({ onTestFinished }: TestContext, runner?: Partial<RunnerSettings>): Promise<Deployment> {
  const postgres = servers[deployments % servers.length]!;
  deployments += 1;
  const deployment = await deploy(postgres, { runner: { abortGraceMs: GRACE_MS, ...runner } });
  onTestFinished(deployment.end);
  return deployment;
}

/** What a plugin reported of a line of the task, once it did. */
function heard({ outside }: Deployment, id: string, what: Report["what"], limitMs: number): Promise<Report> {
  return eventually(limitMs, () => {
    const report = outside.reports.find((entry) => entry.taskId === id && entry.what === what);
    if (report === undefined) throw new Error(`No "${what}" was reported of ${id}.`);
    return report;
  });
}

describe.concurrent("a run on another machine", () => {
  it("receives an abort within five seconds, and ends", async (context) => {
    const all = await deployed(context);
    const { member, run, api, statusOf, done } = all;
    await member();
    const latencies: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const id = await run(2, { pauseMs: 60_000 });
      await heard(all, id, "taken", 60_000);
      const asked = performance.now();
      expect((await api.call(`/project/abort/${id}`)).success).toBe(true);
      latencies.push(Math.round((await heard(all, id, "cut", 5000)).at - asked));
      await eventually(5000, async () => expect(await statusOf(id)).toBe("aborted"));
      expect(await done(id)).toMatchObject({ run: { status: "aborted", reason: "aborted" }, lines: [], rows: [] });
    }
    figures({ abortReachesPluginMs: latencies });
  });

  it("that heeds no abort is cut off after the grace, and stores nothing afterwards", async (context) => {
    const all = await deployed(context);
    const { member, run, api, outside, statusOf, done } = all;
    const worker = await member();
    outside.orders = () => ({ deafMs: GRACE_MS + 6000 });
    const id = await run(2);
    await heard(all, id, "taken", 60_000);
    const asked = performance.now();
    await api.call(`/project/abort/${id}`);
    expect((await api.call(`/project/status/${id}`)).result[0].status).toBe("aborting...");
    await eventually(GRACE_MS + 5000, async () => expect(await statusOf(id)).toBe("aborted"));
    figures({ graceMs: GRACE_MS, deafCutOffMs: Math.round(performance.now() - asked) });
    // It continues nevertheless, and requests its effect; that is refused, since its record of the intent is.
    await eventually(15_000, () => expect(idle(all)).toBe(true));
    await worksOn(all);
    expect(outside.sent().get(`${id} line 0`)).toBeUndefined();
    expect(await done(id)).toMatchObject({ run: { status: "aborted" }, lines: [], effects: [], rows: [] });
    expect(worker.hasEnded()).toBe(false);
  });

  it("whose worker does not move is fenced off after the grace and five seconds, and stores nothing afterwards", async (context) => {
    const all = await deployed(context);
    const { member, run, api, outside, statusOf, done } = all;
    const worker = await member();
    const id = await run(2, { pauseMs: 500 });
    await heard(all, id, "taken", 60_000);
    worker.signal("SIGSTOP");
    const asked = performance.now();
    await api.call(`/project/abort/${id}`);
    // The promise is the grace and five seconds; a busy machine gets some more.
    await eventually(GRACE_MS + 2 * 5000, async () => expect(await statusOf(id)).toBe("aborted"));
    figures({ graceMs: GRACE_MS, stoppedFencedOffMs: Math.round(performance.now() - asked) });
    worker.signal("SIGCONT");
    const next = await worksOn(all);
    expect([...outside.sent().keys()]).toEqual([`${next} line 0`]);
    expect(await done(id)).toMatchObject({ run: { status: "aborted" }, lines: [], rows: [] });
  });

  it("whose task is deleted is aborted, and leaves nothing behind", async (context) => {
    const all = await deployed(context);
    const { member, run, api, outside } = all;
    await member();
    const id = await run(2, { pauseMs: 60_000 });
    const { runId } = await heard(all, id, "taken", 60_000);
    const deaf = await deafRun(all);
    const asked = performance.now();
    expect((await api.call(`/project/delete/${id}`)).success).toBe(true);
    expect((await api.call(`/project/delete/${deaf.id}`)).success).toBe(true);
    const latencies = [
      (await heard(all, id, "cut", 5000)).at - asked,
      (await heard(all, deaf.id, "cut", 5000)).at - asked,
    ];
    figures({ deleteReachesPluginMs: latencies.map(Math.round) });
    await eventually(15_000, () => expect(idle(all)).toBe(true));
    const next = await worksOn(all);
    expect([...outside.sent().keys()]).toEqual([`${next} line 0`]);
    for (const gone of [{ id, runId }, deaf]) expect(await all.leftOf(gone.id, gone.runId)).toEqual([]);
    expect((await all.tasks()).map(({ id }) => id)).toEqual([next]);
  });
});

describe.concurrent("a worker that is away for longer than its lease", () => {
  it("comes back from a stop to a run that was finished elsewhere, and can store nothing of it", async (context) => {
    const deployment = await deployed(context, LEASE);
    const { member, run, outside, statusOf, done } = deployment;
    const stopped = await member();
    const id = await run(LINES, { pauseMs: 300 });
    // In the middle of an effect, of which nobody then knows.
    await eventually(60_000, () => expect(outside.sent().size).toBeGreaterThan(1));
    stopped.signal("SIGSTOP");
    await member();
    const [before] = await Promise.all([wait(AWAY_MS).then(() => done(id)), settled(statusOf, id, 60_000)]);
    stopped.signal("SIGCONT");
    await isBack(deployment, stopped.pid);
    const after = await done(id);
    expect([...broken(id, LINES, after, outside)]).toEqual([]);
    expect(after).toEqual(before);
    expect(after.run).toMatchObject({ attempts: 2 });
    expect(stopped.hasEnded()).toBe(false);
    figures({ awayMs: AWAY_MS, attempts: after.run.attempts, states: after.rows.map(({ state }) => state) });
  });

  it("comes back from a line that blocked it to a run that was finished elsewhere, and can store nothing of it", async (context) => {
    const deployment = await deployed(context, LEASE);
    const { member, run, outside, statusOf, done } = deployment;
    // Both are there from the beginning, because the one that goes on has no time to start while the other is blocked.
    const members = await Promise.all([member(), member()]);
    const folder = mkdtempSync(join(tmpdir(), "blocked-"));
    context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const blockUntil = join(folder, "go-on");
    let blockedPid: number | undefined;
    outside.orders = ({ pid, line }) => {
      if (line === "line 2") blockedPid ??= pid;
      return line === "line 2" && pid === blockedPid ? { blockUntil } : {};
    };
    const id = await run(LINES);
    const taken = () => outside.reports.some(({ what, line }) => what === "taken" && line === "line 2");
    await eventually(60_000, () => expect(taken()).toBe(true));
    const blocked = members.find(({ pid }) => pid === blockedPid)!;
    await Promise.all([wait(AWAY_MS), settled(statusOf, id, 120_000)]);
    const before = await done(id);
    writeFileSync(blockUntil, "");
    await isBack(deployment, blocked.pid);
    const after = await done(id);
    expect([...broken(id, LINES, after, outside)]).toEqual([]);
    expect(after).toEqual(before);
    expect(after.run).toMatchObject({ attempts: 2 });
    expect(blocked.hasEnded()).toBe(false);
    // Lines that were finished before it blocked are not done again.
    expect(after.rows.map(({ pid }) => pid === blocked.pid)).toEqual([true, true, false, false, false]);
  });
});

/** A running run that ignores signals for some seconds. */
async function deafRun(all: Deployment): Promise<{ readonly id: string; readonly runId: string }> {
  all.outside.orders = () => ({ deafMs: 4000 });
  const id = await all.run(2);
  const { runId } = await heard(all, id, "taken", 60_000);
  return { id, runId };
}

/** Has the worker do one more run, after which it is long past what it had to do with those before. Gives its id. */
async function worksOn({ run, outside, statusOf }: Deployment): Promise<string> {
  outside.orders = () => ({});
  const id = await run(1);
  await settled(statusOf, id, 60_000);
  return id;
}

/** Whether the deaf lines have come to their end. */
function idle({ outside }: Deployment): boolean {
  return outside.reports.every((entry) => entry.what !== "taken" || isOver(entry, outside.reports));
}

function isOver({ taskId, line }: Report, reports: readonly Report[]): boolean {
  return reports.some((entry) => entry.what === "over" && entry.taskId === taskId && entry.line === line);
}

async function settled(statusOf: Deployment["statusOf"], id: string, limitMs: number): Promise<void> {
  await eventually(limitMs, async () => expect(await statusOf(id)).toBe("complete"));
}

/** Resolves when the worker has worked another run, and so has long met what it missed. */
async function isBack({ run, outside, statusOf }: Deployment, pid: number): Promise<void> {
  const before = outside.reports.length;
  const isWorking = () => outside.reports.slice(before).some(({ pid: by, what }) => by === pid && what === "begun");
  await eventually(AWAY_MS + 60_000, async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => run(1, { pauseMs: 200 })));
    for (const id of ids) await settled(statusOf, id, 60_000);
    expect(isWorking()).toBe(true);
  });
}
