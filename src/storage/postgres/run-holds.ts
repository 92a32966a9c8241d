import { setTimeout as sleep } from "node:timers/promises";
import type { Run, RunStore } from "../../kernel/storage.js";
import { type Database, prepared, type Statement } from "./connection.js";
import { type Liveness, RETURN_MS } from "./liveness.js";
import { listed } from "./pages.js";
import { mayNot } from "./postgres-errors.js";
import { parsed } from "./records.js";

/** An owner that lost its connection is there again in less than so many looks, on a busy machine too. */
const LOOKS = 8;
const LOOK_MS = 300;

interface HeldRun {
  readonly seq: string;
  readonly fence: string | null;
  readonly id: string;
  /** Present where the id may be longer than its key. */
  readonly record: string | null;
}

/**
 * Who holds which run.
 *
 * A hold ends when its time is over by the clock of the server. It ends sooner when its owner, the storage that claimed or
 * last renewed it, is gone: every storage with holds keeps a lock of the server for as long as its connection lasts, and
 * what ends a process ends that. Three things keep a living owner from being taken for gone:
 * - a hold names its owner only when the lock was there at that time; where it was not, its time alone counts;
 * - a lock that is missing is looked for again and again for two seconds, since a lost connection is made again at once; who
 *   lost its own lately has no look at all, since what cut that may have cut all others, for example a change of servers;
 * - a hold from before the server started counts until 8 seconds after that, even when its time is over: its owner could
 *   not renew it, and comes back to do so.
 * A process that is stopped keeps its lock, so that the time is what ends its holds. If all of this errs, a run changes
 * hands too early: what its first owner then writes is refused.
 */
export function createRunHolds(
  database: Database,
  schema: string,
  liveness: Liveness,
): Pick<RunStore, "lapsed"> & { readonly claim: Statement; readonly renew: Statement } {
  const statements = statementsOf(schema);

  async function abandoned(): Promise<HeldRun[]> {
    if (liveness.shaken()) return [];
    try {
      return await database.read<HeldRun>(statements.abandoned, liveness.id);
    } catch (error) {
      // Without a look at the locks time alone counts.
      if (mayNot(error)) return [];
      throw error;
    }
  }

  return {
    claim: statements.claim,
    renew: statements.renew,
    async *lapsed() {
      const expiredRuns = new Set<string>();
      const expired = listed(
        (after: string = "0", limit) => database.read<HeldRun>(statements.expired, after, limit),
        ({ seq }) => seq,
        ({ id, record }) => id.length + (record?.length ?? 0),
      );
      for await (const run of expired) {
        expiredRuns.add(run.seq);
        yield idOf(run);
      }
      let suspects = await abandoned();
      for (let look = 1; look < LOOKS && suspects.length > 0; look += 1) {
        await sleep(LOOK_MS);
        const still = new Map((await abandoned()).map((run) => [run.seq, run]));
        suspects = suspects.filter(({ seq, fence }) => still.get(seq)?.fence === fence);
      }
      for (const run of suspects) if (!expiredRuns.has(run.seq)) yield idOf(run);
    },
  };
}

function idOf({ id, record }: HeldRun): string {
  return record === null ? id : parsed<Run>(record)._id;
}

/** Holds the runs whose `seq` is in `from`. */
export function holdText(schema: string, from: string, hold: { fence: string; owner: string; ttlMs: string }): string {
  const { fence, owner, ttlMs } = hold;
  return `
    INSERT INTO ${schema}.run_hold AS hold (run, fence, owner, renewed, until)
    SELECT seq, ${fence}, ${owner}, clock_timestamp(), clock_timestamp() + ${ttlMs} * interval '1 millisecond' FROM ${from}
    ON CONFLICT (run) DO UPDATE
    SET fence = excluded.fence, owner = excluded.owner, renewed = excluded.renewed, until = excluded.until`;
}

function statementsOf(schema: string) {
  const running = `
    SELECT run.seq, run.fence, run.id, CASE WHEN octet_length(run.id) > 256 THEN run.record END AS record
    FROM ${schema}.run LEFT JOIN ${schema}.run_hold AS hold ON hold.run = run.seq
    WHERE run.status = 'running'`;
  const maySay = `
    (hold.run IS NULL OR hold.renewed > pg_postmaster_start_time()
      OR clock_timestamp() > pg_postmaster_start_time() + interval '${RETURN_MS} milliseconds')`;
  return {
    claim: prepared(`
      WITH claimed AS (
        UPDATE ${schema}.run SET status = $2, revision = $3, fence = $4, record = $5
        WHERE id = $1 AND revision = $3 - 1 RETURNING seq
      )
      ${holdText(schema, "claimed", { fence: "$4", owner: "$6::bigint", ttlMs: "$7::double precision" })} RETURNING 1`),
    // It may be lost in a crash, so nothing has to wait for the disk.
    renew: prepared(`
      WITH mine AS (
        SELECT seq, set_config('synchronous_commit', 'off', true) FROM ${schema}.run
        WHERE id = $1 AND status = 'running' AND fence = $2::bigint
      )
      ${holdText(schema, "mine", { fence: "$2::bigint", owner: "$3::bigint", ttlMs: "$4::double precision" })}
      WHERE hold.fence <= excluded.fence RETURNING 1`),
    expired: prepared(`
      ${running} AND ${maySay} AND (hold.run IS NULL OR hold.until < clock_timestamp()) AND run.seq > $1
      ORDER BY run.seq LIMIT $2`),
    abandoned: prepared(`
      ${running} AND ${maySay} AND hold.owner <> $1 AND hold.owner NOT IN (
        SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks
        WHERE locktype = 'advisory' AND objsubid = 1 AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      ) ORDER BY run.seq`),
  };
}
