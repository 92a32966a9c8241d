import { describe, expect, it, type TestContext } from "vitest";
import { startPostgres } from "../storage/postgres-server.js";
import { eventually } from "../storage/postgres-support.js";
import { broken, type Deployment, deploy, figures } from "./deployment.js";

const clock = new URL("moved-clock.mjs", import.meta.url).href;
const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;
const LINES = 12;

/** A process whose clock is set, again and again, from some seconds after its start on. */
function moved(...offsets: readonly (number | "1970")[]) {
  const moves = offsets.map((by, place) => [4000 + place * 1500, by]);
  return { node: ["--import", clock], env: { MOVED_CLOCK: JSON.stringify(moves) } };
}

const CLOCKS = [moved(HOUR, -HOUR, 0, -HOUR, 0), moved(YEAR, 0, -YEAR, YEAR, 0), moved("1970", 0, "1970", YEAR, 0)];

/** Each with a database server of its own, which has only so many connections. */
async function deployed({ onTestFinished }: TestContext, runner = {}): Promise<Deployment> {
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  // The clock of the API is one of those that jump, too.
  const deployment = await deploy(postgres, { ...moved(-YEAR, HOUR, "1970", 0), runner });
  onTestFinished(deployment.end);
  return deployment;
}

describe.concurrent("clocks that are set during runs", () => {
  it("lose no lease, and start no run twice", async (context) => {
    const { member, run, outside, atRest, done } = await deployed(context, { leaseMs: 8000, renewEveryMs: 1000 });
    const workers = await Promise.all(CLOCKS.map((clock) => member({ ...clock, maxRunning: 2 })));
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push(await run(LINES, { pauseMs: 800 }));
    await atRest(60_000);
    for (const id of ids) {
      const end = await done(id);
      expect([...broken(id, LINES, end, outside)]).toEqual([]);
      expect(end.run).toMatchObject({ status: "complete", attempts: 1 });
    }
    const taken = outside.reports.filter(({ what }) => what === "taken");
    expect(taken).toHaveLength(ids.length * LINES);
    // Every one of the clocks was at work.
    expect(new Set(taken.map(({ pid }) => pid))).toEqual(new Set(workers.map(({ pid }) => pid)));
  });

  it("neither fire a schedule endlessly nor stop firing it", async (context) => {
    const { member, run, runsOf, atRest } = await deployed(context);
    await Promise.all(CLOCKS.map((clock) => member(clock)));
    const often = await run(1, { jobCron: "*/10 * * * * *" });
    const hourly = await run(1, { jobCron: "17 17 * * * *" });
    // Until all clocks are right again.
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    const [before, early] = await Promise.all([runsOf(often), runsOf(hourly)]);
    await eventually(60_000, async () => expect(await runsOf(often)).toBeGreaterThan(before));
    const [after, late] = await Promise.all([runsOf(often), runsOf(hourly)]);
    figures({ often: [before, after], hourly: [early, late] });
    // Each time a clock was set forward over a tick, that tick came; a year has 8760 hours and many more ten seconds.
    expect(after).toBeLessThan(30);
    expect(late).toBeLessThan(20);
    await atRest(60_000);
  });
});
