import { type QueuedRun, type RunHandler, type TaskQueue, warningLogger } from "../../kernel/index.js";
import { inTime } from "../../kernel/values/in-time.js";
import { limitsFrom } from "./limits.js";
import { BossJobs, type Claimed } from "./pg-boss-jobs.js";
import { checkedSchema, type PgBossQueueOptions } from "./pg-boss-options.js";
import { allows } from "./ready-guard.js";

/** How often an idle queue looks for runs by itself where others may have made room; it hears of new ones at once. */
const LOOK_MS = 500;
/** Of so many looks one goes to every lane, in case something was not heard. */
const THOROUGH_EVERY = 4;
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
  const { ready, logger = warningLogger } = options;
  const schema = checkedSchema(options);
  const limits = limitsFrom(options);
  let isFailing = false;
  const problem = (error: unknown) => {
    if (isFailing || stopped) return;
    isFailing = true;
    logger.warn("The queue in Postgres cannot be reached. Runs begin again by themselves when it is back.");
    logger.error("The queue in Postgres failed.", error);
  };
  const jobs = new BossJobs(
    {
      connection: "pool" in options ? { pool: options.pool } : { connectionString: options.connectionString },
      schema,
      onError: problem,
    },
    limits,
    () => look(),
  );
  const active = new Map<string, Job>();
  /** Runs of this process that their handlers have not left yet. */
  let working = 0;
  /** Those that were enqueued again while somebody works them: here, or elsewhere. */
  const again = new Map<string, QueuedRun>();
  let handler: RunHandler | undefined;
  let stopped = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let looks = 0;
  const timers: NodeJS.Timeout[] = [];

  /** A run that the stop has cut short goes to the next worker, who sees whether anything of it is left to do. */
  const letGo = (claimed: Claimed) => (handler === undefined ? jobs.giveBack(claimed) : jobs.done(claimed));

  const begin = (claimed: Claimed, work: RunHandler) => {
    const { run } = claimed;
    // This process stood still for so long that its own run was handed out again: it goes on.
    if (active.has(run.runId)) return;
    again.delete(run.runId);
    const controller = new AbortController();
    const worked = async () => work(run, controller.signal);
    working += 1;
    const ended = worked()
      // The handler reports its own errors; here it has only ended.
      .catch(() => {})
      .then(() => {
        working -= 1;
        look();
        // A job that cannot be taken away now is taken for that of a dead worker soon.
        return letGo(claimed).catch(problem);
      })
      .then(async () => {
        active.delete(run.runId);
        if (again.has(run.runId)) await addAgain();
        look();
      });
    active.set(run.runId, { claimed, controller, ended });
  };

  const takeAll = async () => {
    while (handler !== undefined && working < limits.maxRunning) {
      if (ready !== undefined && !(await allows(ready, working))) return;
      const claims = await jobs.claim(ready === undefined ? limits.maxRunning - working : 1);
      if (claims.length === 0) return;
      isFailing = false;
      for (const claimed of claims) {
        // The queue may have been stopped meanwhile; then the run is one for somebody else.
        if (handler === undefined) await jobs.giveBack(claimed);
        else begin(claimed, handler);
      }
    }
  };

  /** One look at a time; a call meanwhile has another one follow. */
  const look = () => {
    lookAgain = true;
    looking ??= (async () => {
      while (lookAgain && handler !== undefined) {
        lookAgain = false;
        try {
          await takeAll();
        } catch (error) {
          problem(error);
        }
      }
    })().finally(() => {
      looking = undefined;
    });
  };

  const lookAround = async () => {
    looks += 1;
    const isThorough = looks % THOROUGH_EVERY === 0;
    try {
      await jobs.expectMore(isThorough);
      if (isThorough) isFailing = false;
    } catch (error) {
      problem(error);
    }
    look();
  };

  /** Those that are still worked elsewhere wait for the next time. */
  const addAgain = async () => {
    for (const [runId, run] of again) {
      if (active.has(runId)) continue;
      try {
        if ((await jobs.add(run)) || (await jobs.waits(run))) again.delete(runId);
      } catch (error) {
        problem(error);
      }
    }
  };

  return {
    name: "pg-boss",
    shared: true,
    async start(runHandler) {
      await jobs.open();
      if (runHandler !== undefined) await jobs.expectMore(true);
      timers.push(setInterval(() => void addAgain(), LOOK_MS));
      if (runHandler === undefined) return;
      handler = runHandler;
      timers.push(
        setInterval(() => void lookAround(), LOOK_MS),
        setInterval(() => {
          if (active.size > 0) jobs.touch([...active.values()].map(({ claimed }) => claimed)).catch(problem);
        }, TOUCH_MS),
      );
      look();
    },
    async enqueue(run) {
      if (active.has(run.runId) || !((await jobs.add(run)) || (await jobs.waits(run)))) again.set(run.runId, run);
      look();
    },
    async cancel(runId, reason) {
      const job = active.get(runId);
      job?.controller.abort(reason);
      const waited = again.delete(runId);
      return (await jobs.remove(runId)) || waited || job !== undefined;
    },
    position: (runId) => jobs.position(runId),
    async counts() {
      const { waiting, running } = await jobs.counts();
      return { waiting: waiting + again.size, running };
    },
    async stop({ graceMs }) {
      handler = undefined;
      const left = [...active.values()];
      for (const { controller } of left) controller.abort(new Error("The queue stops."));
      await inTime(graceMs, Promise.allSettled([looking, ...left.map(({ ended }) => ended)]), () => undefined);
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      // Whoever did not end in time is cut off from the run by its fence when somebody else takes it.
      const back = [...active.values()].map(({ claimed }) => jobs.giveBack(claimed));
      await inTime(LAST_WORDS_MS, Promise.allSettled([...back, addAgain()]), () => undefined);
      await jobs.close();
    },
  };
}
