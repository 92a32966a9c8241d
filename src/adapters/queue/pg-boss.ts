import { type Logger, type RunHandler, ScriptoriumError, silentLogger, type TaskQueue } from "../../kernel/index.js";
import { endedWithin } from "./ended-within.js";
import { limitsFrom, type QueueLimits } from "./limits.js";
import { BossJobs, type Claimed, type QueuePool } from "./pg-boss-jobs.js";
import { allows, type ReadyGuard } from "./ready-guard.js";

export type { QueuePool } from "./pg-boss-jobs.js";

export type PgBossQueueOptions = QueueLimits & {
  /** The schema of the queue, made when it is not there; `scriptorium_queue` by default. Several processes may use it. */
  readonly schema?: string;
  /** Asked before a run begins, as for the queue in process. */
  readonly ready?: ReadyGuard;
  /** Told when the database is out of reach. */
  readonly logger?: Logger;
} & (
    | {
        /** Where the database is: `postgres://user:password@host:5432/database`. */
        readonly connectionString: string;
      }
    | {
        /** Connections of the program around this: a `Pool` of pg. It is not closed. */
        readonly pool: QueuePool;
      }
  );

/** How often an idle queue looks for runs by itself; it is told of most of them at once. */
const LOOK_MS = 500;
const TOUCH_MS = 3000;
/** How long a stop tries to give back what did not end. */
const LAST_WORDS_MS = 500;

interface Job {
  readonly claimed: Claimed;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/**
 * A queue in PostgreSQL, through the library pg-boss, for several processes or machines. Limits per type and host count
 * for all of them, `maxRunning` for this process; each process serves the types in turn. What waits outlives them all.
 */
export function pgBossQueue(options: PgBossQueueOptions): TaskQueue {
  const { schema = "scriptorium_queue", ready, logger = silentLogger } = options;
  checkPlace(options, schema);
  const limits = limitsFrom(options);
  let troubled = false;
  const trouble = (error: unknown) => {
    if (troubled || stopped) return;
    troubled = true;
    logger.warn("The queue in Postgres cannot be reached. Runs begin again by themselves when it is back.");
    logger.error("The queue in Postgres failed.", error);
  };
  const jobs = new BossJobs({
    connection: "pool" in options ? { pool: options.pool } : { connectionString: options.connectionString },
    schema,
    limits,
    onTrouble: trouble,
  });
  const underWay = new Map<string, Job>();
  /** Lanes in the order in which they were served, the last one at the end. */
  const served = new Set<string>();
  let handler: RunHandler | undefined;
  let stopped = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  const timers: NodeJS.Timeout[] = [];

  /** A run that the stop has cut short goes to the next worker, who sees whether anything of it is left to do. */
  const letGo = (claimed: Claimed) => (handler === undefined ? jobs.giveBack(claimed) : jobs.done(claimed));

  const begin = (claimed: Claimed, work: RunHandler) => {
    const { run, lane } = claimed;
    served.delete(lane);
    served.add(lane);
    const controller = new AbortController();
    const worked = async () => work(run, controller.signal);
    const ended = worked()
      // The handler tells of its own trouble; here it has only ended.
      .catch(() => {})
      // A job that cannot be taken away now is taken for that of a dead worker soon.
      .then(() => letGo(claimed).catch(trouble))
      .then(() => {
        underWay.delete(run.runId);
        look();
      });
    underWay.set(run.runId, { claimed, controller, ended });
  };

  const takeAll = async () => {
    while (handler !== undefined && underWay.size < limits.maxRunning) {
      if (ready !== undefined && !(await allows(ready, underWay.size))) return;
      const claimed = await jobs.claim([...served], underWay.keys());
      troubled = false;
      if (claimed === undefined) return;
      // The queue may have been stopped meanwhile; then the run is one for somebody else.
      if (handler === undefined) {
        await jobs.giveBack(claimed);
        return;
      }
      begin(claimed, handler);
    }
  };

  /** One look at a time; whoever asks meanwhile gets another one after it. */
  const look = () => {
    lookAgain = true;
    looking ??= (async () => {
      while (lookAgain && handler !== undefined) {
        lookAgain = false;
        try {
          await takeAll();
        } catch (error) {
          trouble(error);
        }
      }
    })().finally(() => {
      looking = undefined;
    });
  };

  return {
    name: "pg-boss",
    shared: true,
    async start(runHandler) {
      await jobs.open();
      if (runHandler === undefined) return;
      handler = runHandler;
      await jobs.listen(look);
      timers.push(
        setInterval(look, LOOK_MS),
        setInterval(() => {
          if (underWay.size > 0) jobs.touch([...underWay.values()].map(({ claimed }) => claimed)).catch(trouble);
        }, TOUCH_MS),
      );
      look();
    },
    enqueue: (run) => jobs.add(run),
    async cancel(runId, reason) {
      const job = underWay.get(runId);
      job?.controller.abort(reason);
      return (await jobs.remove(runId)) || job !== undefined;
    },
    position: (runId) => jobs.position(runId, [...served]),
    counts: () => jobs.counts(),
    async stop({ graceMs }) {
      handler = undefined;
      const left = [...underWay.values()];
      for (const { controller } of left) controller.abort(new Error("The queue stops."));
      await endedWithin(graceMs, [looking, ...left.map(({ ended }) => ended)]);
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      // Whoever did not end in time is cut off from the run by its fence when somebody else takes it.
      const back = [...underWay.values()].map(({ claimed }) => jobs.giveBack(claimed));
      await endedWithin(LAST_WORDS_MS, back);
      await jobs.close();
    },
  };
}

function checkPlace(options: PgBossQueueOptions, schema: string): void {
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) {
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      "The schema of the queue has no name that can be used. Use up to 41 small letters, digits and underscores.",
    );
  }
  if ("connectionString" in options && options.connectionString === "") {
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      "The queue in Postgres has no address. Give a connection string, such as postgres://user:password@host:5432/database.",
    );
  }
}
