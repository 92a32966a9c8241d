import type { DatabaseSync } from "node:sqlite";
import type { Health } from "../health.js";
import { type GroupCommit, groupCommit } from "./group-commit.js";
import { isGone, storeHolder } from "./holders.js";
import { STATEMENTS } from "./statements.js";

/** As the table has it; all are null of a run that nobody ever held. */
export interface HoldRow {
  readonly taken: number | null;
  readonly ttl: number | null;
  readonly holder: string | null;
}

/** The runs that an open store holds for its process. */
export interface Holds {
  /** Who holds what is claimed now. */
  take(): string;
  renew(runId: string, fence: number, ttlMs: number): Promise<boolean>;
  /** Waits for running operations and releases everything that is held. */
  end(): Promise<void>;
}

/**
 * Renewals go through a connection of their own, where a commit does not wait for the disk: they come every few seconds
 * for every run, and what a crash takes of them is of no use to anybody. A store in memory has but one connection.
 */
export function createHolds(
  database: DatabaseSync,
  commits: GroupCommit,
  quick: DatabaseSync | undefined,
  health: Health,
): Holds {
  const holder = storeHolder();
  const renewals = quick === undefined ? commits : groupCommit(quick, health);
  const renewHold = (quick ?? database).prepare(STATEMENTS.renewHold);
  const releaseHolds = (quick ?? database).prepare(STATEMENTS.releaseHolds);
  let taken = false;
  return {
    take() {
      taken = true;
      return holder;
    },
    renew: (runId, fence, ttlMs) =>
      renewals.write(() => renewHold.run(sinceStart(), ttlMs, holder, runId, fence).changes !== 0),
    async end() {
      try {
        if (taken) await renewals.write(() => releaseHolds.run(holder));
      } catch {
        // Then they are let go of when their time is over, or when this process is gone.
      } finally {
        quick?.close();
      }
    },
  };
}

/** Whether nobody holds it now. `holders` remembers of each holder whether it is gone. */
export function hasLapsed({ taken, ttl, holder }: HoldRow, holders: Map<string, boolean>): boolean {
  if (taken === null || ttl === null || holder === null) return true;
  const now = sinceStart();
  // Taken later than now is taken before the machine was started.
  if (taken > now || taken + ttl < now) return true;
  const gone = holders.get(holder) ?? isGone(holder);
  holders.set(holder, gone);
  return gone;
}

/**
 * Milliseconds since the machine was started. Every process of the machine counts the same, and no change of its time
 * moves it, which is true of neither `performance.now()` nor `Date.now()`.
 */
export function sinceStart(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
