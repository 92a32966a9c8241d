import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { broken, type Deployment, deploy, figures } from "../crash/deployment.js";
import { type PostgresServer, startPostgres } from "../storage/postgres-server.js";
import { eventually } from "../storage/postgres-support.js";

/** The promises are 2 seconds for an answer and 5 to be back; a busy machine gets twice that. */
const ANSWERED_MS = 4000;
const BACK_MS = 10_000;
/** More with `npm run test:crash`. */
const AT_LENGTH = process.env["CRASH_ROUNDS"] !== undefined;
const { RUNS, ROUNDS } = AT_LENGTH ? { RUNS: 40, ROUNDS: 6 } : { RUNS: 10, ROUNDS: 2 };
const LINES = 6;

let postgres: PostgresServer;
let deployment: Deployment | undefined;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
afterEach(async () => {
  await deployment?.end();
  deployment = undefined;
});

interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly body: { readonly success: boolean; readonly message: string | null; readonly result: unknown };
}

async function answered(address: string, path: string, body?: unknown): Promise<Answer> {
  const from = performance.now();
  const response = await fetch(address + path, {
    signal: AbortSignal.timeout(30_000),
    ...(body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer["body"], ms: performance.now() - from };
}

describe("a deployment whose Postgres is restarted in the middle of runs", () => {
  it("says so in time, is back soon, and continues without sending anything twice", async () => {
    deployment = await deploy(postgres);
    const { api, member, run, outside, atRest, done, statusOf } = deployment;
    const members = [api, await member(), await member()];
    const bystander = await run(1);
    const ids: string[] = [];
    for (let count = 0; count < RUNS; count += 1) ids.push(await run(LINES, { pauseMs: 300 }));
    await eventually(60_000, () => expect(outside.sent().size).toBeGreaterThan(5));

    const slowest: number[] = [];
    const back: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // Once as a restart in one go, and then away for a while.
      const away = round === 0 ? postgres.restart() : postgres.crash();
      if (round > 0) {
        await away;
        for (let again = 0; again < 3; again += 1) {
          const answers = await Promise.all(
            [
              ["/all-tasks"],
              ["/projects/find", { query: { name: { $exists: true } } }],
              [`/project/status/${bystander}`],
              [`/project/data/${bystander}`, { note: "meanwhile" }],
              ["/create/ledgerwork"],
              [`/project/run/${bystander}`],
              [`/project/abort/${ids[0]}`],
              [`/task/results/${bystander}`],
            ].map(([path, body]) => answered(api.line, path as string, body)),
          );
          for (const { status, body } of answers) {
            expect(status).toBe(503);
            expect(body).toMatchObject({ success: false, result: null });
            expect(body.message).toMatch(/\. [A-Z]/);
            expect(body.message).not.toMatch(/ECONN|127\.0\.0\.1|postgres:/);
          }
          slowest.push(Math.round(Math.max(...answers.map(({ ms }) => ms))));
          await wait(200);
        }
        await postgres.start();
      } else await away;
      const from = performance.now();
      await eventually(BACK_MS, async () => expect((await answered(api.line, "/all-tasks")).status).toBe(200));
      back.push(Math.round(performance.now() - from));
      await wait(1000);
    }
    const from = performance.now();
    await atRest(90_000);
    const ends = await Promise.all(ids.map(async (id) => [id, await done(id)] as const));
    const states = ends.flatMap(([, { effects }]) => effects.map(({ state }) => state));
    figures({
      ...{ slowestAnswerMs: Math.max(...slowest), backMs: back, restMs: Math.round(performance.now() - from) },
      uncertain: states.filter((state) => state === "uncertain").length,
      attempts: ends.reduce((sum, [, end]) => sum + end.run.attempts, 0),
    });
    expect(Math.max(...slowest)).toBeLessThan(ANSWERED_MS);
    expect(ends.flatMap(([id, end]) => [...broken(id, LINES, end, outside)])).toEqual([]);
    expect(members.filter(({ hasEnded }) => hasEnded())).toEqual([]);
    expect(await statusOf(bystander)).toBe("complete");
  });
});
