import { ScriptoriumError } from "../../errors.js";
import type { MachineProvider, MachineState } from "../../providers.js";
import type { Run, TaskMember } from "../../storage.js";
import { atRest, type Task } from "../../task.js";
import type { Attendant, AttendantParts } from "../attendant.js";

/** How long things are kept that nobody deletes. 0 keeps them for ever. */
export interface RetentionSettings {
  /** The newest runs of a task, which stay however old they are; 10 by default. */
  readonly keepRuns: number;
  /** Days after which other runs go, with their lines and rows; 30 by default. */
  readonly runDays: number;
  /** Days that finished deliveries of webhooks are listed; 7 by default. */
  readonly deliveryDays: number;
  /** Bytes of the log of a task; 50 MB by default. */
  readonly logBytes: number;
}

export const RETENTION_DEFAULTS: RetentionSettings = {
  keepRuns: 10,
  runDays: 30,
  deliveryDays: 7,
  logBytes: 50 * 1024 * 1024,
};

export interface RetentionParts extends Pick<AttendantParts, "storage" | "clock" | "logger"> {
  readonly settings?: Partial<RetentionSettings>;
}

/** What one sweep took away. */
export interface Swept {
  readonly runs: number;
  readonly deliveries: number;
  readonly logEntries: number;
}

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 3_600_000;
/** Longest time of the sweep between two turns of others. */
const SLICE_MS = 5;
/** Runs that are gathered before they are removed. */
const BATCH = 200;
const DAY_MS = 86_400_000;

interface Candidate {
  readonly id: string;
  readonly runId: string;
  /** Whether its log may have grown since the last sweep. */
  readonly hasWorked: boolean;
}

/**
 * Clears away what is past its time, in a process that works on runs, and refuses runs while the disk of the data has less
 * free than `minFreeDiskBytes` of the runner's settings.
 */
export function retentionAttendant(settings: Partial<RetentionSettings> = {}) {
  return ({ storage, clock, logger, providers, settings: { work, minFreeDiskBytes } }: AttendantParts): Attendant => {
    const retention = new Retention({ storage, clock, logger, settings });
    return {
      name: "retention",
      start: () => (work ? retention.start() : undefined),
      stop: () => retention.stop(),
      check: () => refuseFullDisk(providers.machine, minFreeDiskBytes),
    };
  };
}

/**
 * Takes away what is past its time, a minute after the start and then every hour. It never touches a run that waits or
 * works, the newest run of a task, or one that is kept on purpose.
 */
export class Retention {
  private readonly settings: RetentionSettings;
  private readonly stopping = new AbortController();
  private working: Promise<void> | undefined;
  /** ISO 8601; the first sweep looks at every log. */
  private sweptAt = "";
  private sliceAt = 0;

  constructor(private readonly parts: RetentionParts) {
    this.settings = { ...RETENTION_DEFAULTS, ...parts.settings };
  }

  /** Begins to sweep now and then; a second start changes nothing. */
  start(): void {
    this.working ??= this.untilStopped();
  }

  /** Ends a running sweep and waits for it. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error("The server stops."));
    await this.working;
  }

  /** One sweep. Rejects with what the storage throws, and when it is stopped meanwhile. */
  async sweep(): Promise<Swept> {
    const { storage, clock } = this.parts;
    const { deliveryDays, logBytes } = this.settings;
    const begun = clock.now();
    let runs = 0;
    let logEntries = 0;
    const deliveries = deliveryDays > 0 ? await storage.deliveries.clear(daysBefore(begun, deliveryDays)) : 0;
    for await (const { id, runId, hasWorked } of storage.tasks.scan(candidates(this.sweptAt))) {
      await this.turn();
      runs += await this.sweepRuns(id, runId, begun);
      if (hasWorked && logBytes > 0) logEntries += await storage.runs.trimLog(id, logBytes);
    }
    this.sweptAt = begun.toISOString();
    return { runs, deliveries, logEntries };
  }

  private async untilStopped(): Promise<void> {
    const { clock, logger } = this.parts;
    const { signal } = this.stopping;
    for (let pauseMs = FIRST_AFTER_MS; ; pauseMs = EVERY_MS) {
      try {
        await clock.sleep(pauseMs, signal);
        const { runs, deliveries, logEntries } = await this.sweep();
        if (runs + deliveries + logEntries > 0) {
          logger.info(`Cleared away ${runs} old runs, ${deliveries} deliveries and ${logEntries} log entries.`);
        }
      } catch (error) {
        if (signal.aborted) return;
        logger.error("What is past its time could not be cleared away. It is tried again in an hour.", error);
      }
    }
  }

  private async sweepRuns(taskId: string, newestId: string, now: Date): Promise<number> {
    const { storage } = this.parts;
    const { keepRuns, runDays } = this.settings;
    if (runDays <= 0) return 0;
    const surplus = (await storage.runs.count(taskId)) - keepRuns;
    if (surplus <= 0) return 0;
    const before = daysBefore(now, runDays);
    const old = (run: Run) => run._id !== newestId && isPast(run, before);
    let removed = 0;
    let kept = 0;
    // Batch by batch from the oldest on: what was removed no longer counts for the place of the others.
    for (let looked = 0; looked < surplus; ) {
      const batch: Run[] = [];
      const limit = Math.min(BATCH, surplus - looked);
      for await (const run of storage.runs.of(taskId, { offset: kept, limit })) batch.push(run);
      if (batch.length === 0) break;
      looked += batch.length;
      for (const run of batch) {
        await this.turn();
        if (old(run) && (await this.remove(run._id, old))) removed += 1;
        else kept += 1;
      }
    }
    return removed;
  }

  /** Looks once more right before, since a run may have been taken up or pinned meanwhile. */
  private async remove(runId: string, isOld: (run: Run) => boolean): Promise<boolean> {
    const { runs } = this.parts.storage;
    const run = await runs.get(runId);
    return run !== undefined && isOld(run) && (await runs.delete(runId));
  }

  /** Lets others work when the slice is over, and stops here when it should. */
  private async turn(): Promise<void> {
    const { clock } = this.parts;
    const { signal } = this.stopping;
    signal.throwIfAborted();
    if (clock.monotonic() - this.sliceAt < SLICE_MS) return;
    await clock.sleep(0, signal);
    this.sliceAt = clock.monotonic();
  }
}

/** Tasks that have been run; those at rest that did not change since the last sweep have no new log. */
function candidates(since: string) {
  const reads: readonly TaskMember[] = ["_id", "runId", "status", "updatedAt"];
  const pick = ({ _id, runId, status, updatedAt }: Task): Candidate | undefined =>
    runId === undefined ? undefined : { id: _id, runId, hasWorked: !atRest(status) || updatedAt >= since };
  return { reads, pick };
}

function isPast({ status, keep, finishedAt, createdAt }: Run, before: string): boolean {
  return status !== "waiting" && status !== "running" && keep !== true && (finishedAt ?? createdAt) < before;
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}

/**
 * Throws `disk` while the disk of the data has less free than this, before a run has done anything. 0 switches it off, and
 * a disk that cannot be looked at is no reason not to work.
 */
export async function refuseFullDisk(machine: MachineProvider | undefined, minFreeBytes: number): Promise<void> {
  if (machine === undefined || minFreeBytes <= 0) return;
  let disk: MachineState["disk"];
  try {
    ({ disk } = await machine.state());
  } catch {
    return;
  }
  if (disk === undefined || disk.free >= minFreeBytes) return;
  throw new ScriptoriumError(
    "disk",
    `The disk of the data has ${inWords(disk.free)} free, and runs begin with ${inWords(minFreeBytes)} at least. Free some space, or lower minFreeDiskMb, and run again.`,
    { free: disk.free, wanted: minFreeBytes },
  );
}

function inWords(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  return mebibytes >= 1024 ? `${(mebibytes / 1024).toFixed(1)} GB` : `${Math.floor(mebibytes)} MB`;
}
