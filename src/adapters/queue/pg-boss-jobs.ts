import { createHash } from "node:crypto";
import type { JobInsert, JobWithMetadata, PgBoss, QueueResult } from "pg-boss";
import { Batches, type QueuedRun, ScriptoriumError } from "../../kernel/index.js";
import { underLock } from "./claim-lock.js";
import { inMap } from "./in-map.js";
import { isLane, laneLimits, placeOf } from "./lanes.js";
import type { Limits } from "./limits.js";
import { type BossPlace, startBoss, unreachable } from "./pg-boss-connection.js";
import { type OtherLane, placeAmong } from "./position.js";
import { Turns } from "./turns.js";

/** A run that was claimed, with the name of its job. */
export interface Claimed {
  readonly id: string;
  readonly lane: string;
  readonly run: QueuedRun;
}

interface JobData {
  readonly run: QueuedRun;
}

/** A worker without a heartbeat for this long counts as dead; pg-boss allows no less. */
const HEARTBEAT_SECONDS = 10;
const YEAR_SECONDS = 365 * 24 * 3600;
/** pg-boss allows no more. A run that is worked for longer stays with its worker and counts for no limit any more. */
const LONGEST_SECONDS = 24 * 3600;
/** The job of a dead worker is handed out again, however often that happens: what becomes of the run is not for the queue to say. */
const RETRIES = 1_000_000;
/** Lanes that were longer than this when pg-boss counted last are not looked at job by job. */
const MOST_LISTED = 1000;

/**
 * The jobs of pg-boss, through its public methods. It makes and migrates the tables, orders each lane, counts groups,
 * takes heartbeats and hands out again what a dead worker had. A job has the id of its run, so that no run is duplicated.
 */
export class BossJobs {
  private readonly limits: ReadonlyMap<string, number>;
  private readonly turns = new Turns();
  /** Lanes that this process knows of. */
  private readonly lanes = new Set<string>();
  private readonly adding = new Map<string, Batches<JobInsert, boolean>>();
  private readonly takingOut = new Map<string, Batches<string, true>>();
  /** Ids of jobs that are done and may not be taken out yet. */
  private readonly leaving = new Set<string>();
  private boss: PgBoss | undefined;
  private opening: Promise<PgBoss> | undefined;
  private isHeard = () => false;
  private closed = false;

  constructor(
    private readonly place: Omit<BossPlace, "onNew">,
    private readonly runLimits: Limits,
    private readonly onNew: () => void,
  ) {
    this.limits = laneLimits(runLimits);
  }

  /** Makes the tables when they are not there. Several calls share one opening. */
  async open(): Promise<void> {
    await this.opened();
  }

  /** False when the run waits or is worked already. Those that come while others are being added go together. */
  async add(run: QueuedRun): Promise<boolean> {
    const { lane, group } = placeOf(run, this.runLimits);
    const job = {
      id: idOf(run.runId),
      data: { run } satisfies JobData,
      priority: wholePriority(run.priority),
      group: { id: group },
    };
    const isAdded = await inMap(this.adding, lane, () => new Batches((jobs) => this.insert(lane, jobs))).add(job);
    this.turns.mark(lane);
    return isAdded;
  }

  /** Whether a run that could not be added waits, and is not worked by somebody. */
  async waits(run: QueuedRun): Promise<boolean> {
    const { lane } = placeOf(run, this.runLimits);
    const jobs = await this.ask((boss) => boss.findJobs(lane, { id: idOf(run.runId), queued: true }));
    return jobs.length > 0;
  }

  /** Looks everywhere for runs that nobody has announced: in all lanes or, unless `isThorough`, where others may have made room. */
  async expectMore(isThorough: boolean): Promise<void> {
    if (isThorough) await this.learnLanes();
    const all = isThorough || !this.isHeard();
    for (const lane of this.lanes) if (all || this.limits.has(lane)) this.turns.mark(lane);
  }

  /** Up to `room` runs that their limits let go. */
  async claim(room: number): Promise<readonly Claimed[]> {
    return this.ask((boss) =>
      this.turns.first(async ({ lane, minPriority, isAlone }) => {
        const limit = this.limits.get(lane);
        const jobs = await boss.fetch<JobData>(lane, {
          // Of several of one group pg-boss would not take the oldest.
          batchSize: isAlone && limit === undefined ? room : 1,
          ...(minPriority === undefined ? {} : { minPriority }),
          // Where nothing is counted nobody waits for anybody.
          ...(limit === undefined
            ? {}
            : { groupConcurrency: limit, db: underLock(boss.getDb(), `${this.place.schema} ${lane}`) }),
        });
        if (jobs.length > 0) this.turns.served(lane);
        return jobs.map(({ id, data }) => ({ id, lane, run: data.run }));
      }),
    );
  }

  /** Says that this process is still at work on them. */
  async touch(claims: Iterable<Claimed>): Promise<void> {
    const byLane = Map.groupBy(claims, ({ lane }) => lane);
    await this.ask(async (boss) => {
      for (const [lane, jobs] of byLane) {
        await boss.touch(
          lane,
          jobs.map(({ id }) => id),
        );
      }
    });
  }

  /** Lets somebody else have a run that was claimed. */
  async giveBack(claimed: Claimed): Promise<void> {
    await this.done(claimed);
    await this.add(claimed.run);
  }

  /** Those that end while others are being taken out go together. */
  async done({ id, lane }: Claimed): Promise<void> {
    const takeOut = async (ids: readonly string[]) => {
      await this.ask((boss) => boss.deleteJob(lane, [...ids]));
      return ids.map((): true => true);
    };
    this.leaving.add(id);
    try {
      await inMap(this.takingOut, lane, () => new Batches(takeOut)).add(id);
    } finally {
      this.leaving.delete(id);
    }
    if (this.limits.has(lane)) this.turns.mark(lane);
  }

  /** Takes a waiting run out, and says whether it was there. */
  async remove(runId: string): Promise<boolean> {
    await this.learnLanes();
    const id = idOf(runId);
    const found = await this.inLanes(async (boss, lane) => {
      const [job] = await boss.findJobs(lane, { id, queued: true });
      if (job !== undefined) await boss.deleteJob(lane, id);
      return job !== undefined;
    });
    return found.includes(true);
  }

  /** Undefined also where more runs wait than are listed. */
  async position(runId: string): Promise<number | undefined> {
    const queues = await this.learnLanes();
    if (queues.some(isLong)) return undefined;
    const lists = await this.inLanes(async (boss, lane) => ({
      lane,
      jobs: await boss.findJobs<JobData>(lane, { queued: true }),
    }));
    const id = idOf(runId);
    const own = lists.find(({ jobs }) => jobs.some((job) => job.id === id));
    const job = own?.jobs.find((job) => job.id === id);
    if (own === undefined || job === undefined) return undefined;
    const equal = (jobs: readonly Job[]) => jobs.filter(({ priority }) => priority === job.priority);
    const higher = lists.flatMap(({ jobs }) => jobs).filter(({ priority }) => priority > job.priority).length;
    const older = equal(own.jobs).filter(({ createdOn }) => createdOn < job.createdOn).length;
    const others = lists
      .filter((list) => list !== own)
      .map(({ lane, jobs }): OtherLane => {
        const turns = this.turns.turnOf(lane) - this.turns.turnOf(own.lane);
        const goesFirst = turns === 0 ? oldest(equal(jobs)) < oldest(equal(own.jobs)) : turns < 0;
        return { size: equal(jobs).length, goesFirst };
      });
    return placeAmong(higher, older, others);
  }

  /** As pg-boss counted them a few seconds ago where a lane is long. */
  async counts(): Promise<{ readonly waiting: number; readonly running: number }> {
    const leaving = new Set(this.leaving);
    const queues = await this.learnLanes();
    const counts = await Promise.all(
      queues.map(async (queue) => {
        if (isLong(queue)) return { waiting: queue.queuedCount, running: queue.activeCount };
        const found = await this.ask((boss) => boss.findJobs(queue.name));
        const jobs = found.filter(({ id }) => !leaving.has(id));
        const running = jobs.filter(({ state }) => state === "active").length;
        return { waiting: jobs.length - running, running };
      }),
    );
    return {
      waiting: counts.reduce((sum, { waiting }) => sum + waiting, 0),
      running: counts.reduce((sum, { running }) => sum + running, 0),
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    const boss = await this.opening?.catch(() => undefined);
    await boss?.stop({ graceful: false });
  }

  private async insert(lane: string, jobs: readonly JobInsert[]): Promise<readonly boolean[]> {
    return this.ask(async (boss) => {
      if (!this.lanes.has(lane)) {
        await boss.createQueue(lane, {
          notify: true,
          heartbeatSeconds: HEARTBEAT_SECONDS,
          expireInSeconds: LONGEST_SECONDS,
          retryLimit: RETRIES,
          retentionSeconds: YEAR_SECONDS,
        });
        this.lanes.add(lane);
      }
      // Two of one run may be among them.
      const once = [...new Map(jobs.map((job) => [job.id, job])).values()];
      const added = new Set(await boss.insert(lane, once, { returnId: true }));
      return jobs.map(({ id }) => added.has(id!));
    });
  }

  /** Learns of lanes that other processes made. */
  private async learnLanes(): Promise<readonly QueueResult[]> {
    const queues = await this.ask((boss) => boss.getQueues());
    const lanes = queues.filter(({ name }) => isLane(name));
    for (const { name } of lanes) this.lanes.add(name);
    return lanes;
  }

  private inLanes<T>(work: (boss: PgBoss, lane: string) => Promise<T>): Promise<T[]> {
    return this.ask((boss) => Promise.all([...this.lanes].map((lane) => work(boss, lane))));
  }

  private async ask<T>(work: (boss: PgBoss) => Promise<T>): Promise<T> {
    const boss = await this.opened();
    try {
      return await work(boss);
    } catch (cause) {
      throw unreachable(cause);
    }
  }

  private async opened(): Promise<PgBoss> {
    if (this.closed) throw new ScriptoriumError("NOT_STARTED", "The queue has stopped. Start the server again.");
    if (this.boss !== undefined) return this.boss;
    this.opening ??= this.start();
    try {
      this.boss = await this.opening;
      return this.boss;
    } catch (error) {
      this.opening = undefined;
      throw error;
    }
  }

  private async start(): Promise<PgBoss> {
    const onNew = (queue?: string) => {
      const news = queue === undefined ? [...this.lanes] : [queue];
      for (const lane of news) this.turns.mark(lane);
      this.onNew();
    };
    const { boss, isHeard } = await startBoss({ ...this.place, onNew });
    this.isHeard = isHeard;
    return boss;
  }
}

type Job = JobWithMetadata<JobData>;

/** The id of a run's job, which pg-boss wants to be a UUID. */
function idOf(runId: string): string {
  return createHash("sha256")
    .update(runId)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

/** pg-boss keeps priorities as whole numbers of 32 bits. */
function wholePriority(priority = 0): number {
  return Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.round(priority)));
}

function isLong({ queuedCount, activeCount }: QueueResult): boolean {
  return queuedCount + activeCount > MOST_LISTED;
}

function oldest(jobs: readonly Job[]): number {
  return jobs.reduce((least, { createdOn }) => Math.min(least, createdOn.getTime()), Number.POSITIVE_INFINITY);
}
