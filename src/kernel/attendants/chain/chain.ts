import { ScriptoriumError } from "../../errors.js";
import type { RunEndHook } from "../../runs/run-ending.js";
import { isStorageError } from "../../runs/run-error.js";
import type { LogEntry, Run } from "../../storage.js";
import type { Task } from "../../task.js";
import { type JsonObject, shown } from "../../values/json.js";
import type { Attendant, AttendantParts } from "../attendant.js";
import { chainedTo, MAX_DEPTH, refuseCycle } from "./cycle.js";
import { passedOutput } from "./passed-output.js";

/** How many of the child's newest runs are looked through for one of this parent; a crash was moments ago, not years. */
const NEWEST = 200;

/** Runs the task named in `chainJobId` when a run has ended, and refuses to run a task whose chain leads back to it. */
export function chainAttendant() {
  return (parts: AttendantParts): Attendant => ({
    name: "chain",
    onEnd: new Chain(parts).onEnd,
    check: (task) => refuseCycle(parts.storage, task),
    notesOn: async (task, posted) => (Object.hasOwn(posted, "chainJobId") ? notesOn(parts.storage, task) : []),
  });
}

async function notesOn(storage: AttendantParts["storage"], task: Task): Promise<readonly string[]> {
  const childId = chainedTo(task);
  if (childId !== "" && (await storage.tasks.get(childId)) === undefined) {
    return [`chainJobId is "${shown(childId)}", but there is no task with this id. Give the id of one, or empty it.`];
  }
  try {
    await refuseCycle(storage, task);
    return [];
  } catch (error) {
    if (ScriptoriumError.is(error) && error.code === "chain-cycle") return [error.message];
    throw error;
  }
}

/** Starts the task that is chained to another one when a run of that one has ended. */
export class Chain {
  constructor(
    private readonly parts: Pick<AttendantParts, "storage" | "clock" | "events"> & {
      readonly runner: Pick<AttendantParts["runner"], "run">;
    },
  ) {}

  /**
   * Idempotent: a run that has started its child does not start it again. A chain that cannot go on says so in the log of
   * the run, which has ended as it has all the same.
   */
  readonly onEnd: RunEndHook = async (task, run) => {
    const childId = chainedTo(task);
    if (childId === "" || !(await this.isWanted(task, run))) return;
    const depth = (run.depth ?? 0) + 1;
    if (depth > MAX_DEPTH) {
      await this.warn(task, run, `it has come to its ${MAX_DEPTH}th link. Shorten the chain.`, "chain-cycle");
      return;
    }
    const child = await this.parts.storage.tasks.get(childId);
    if (child === undefined) await this.warnOfNothing(task, run, childId);
    else await this.start(task, run, child, depth);
  };

  /** An aborted run ends its chain: somebody who stops a task does not want what follows from it. */
  private async isWanted(task: Task, run: Run): Promise<boolean> {
    if (run.status !== "complete" && run.status !== "failed") return false;
    const chainOn = task.data["chainOn"] ?? "complete";
    if (chainOn === "always" || chainOn === run.status) return true;
    if (chainOn !== "complete" && chainOn !== "failed") {
      const value = shown(String(chainOn));
      await this.warn(task, run, `"chainOn" is "${value}". Use complete, always or failed.`);
    }
    return false;
  }

  private async start(task: Task, run: Run, child: Task, depth: number): Promise<void> {
    const { storage, runner, events } = this.parts;
    const passes = task.data["chainPassOutput"] !== false;
    const overrides: JsonObject = passes ? await passedOutput(storage.content, run, child.data) : {};
    // As late as can be: another process may be ending the same run.
    if (await this.hasStarted(child._id, run._id)) return;
    let started: Task;
    try {
      started = await runner.run(child._id, {
        origin: "chain",
        // What an earlier run has left undone was made for another output.
        restart: true,
        parentRunId: run._id,
        depth,
        ...(Object.keys(overrides).length === 0 ? {} : { overrides }),
      });
    } catch (error) {
      if (isStorageError(error) || !ScriptoriumError.is(error)) throw error;
      if (error.code === "TASK_NOT_FOUND") await this.warnOfNothing(task, run, child._id);
      else await this.warn(task, run, `the next task could not be started: ${error.message}`);
      return;
    }
    const theirs = started.runId === undefined ? undefined : await storage.runs.get(started.runId);
    if (theirs?.parentRunId === run._id) {
      events.emit("chain.started", { id: task._id, runId: run._id, childId: child._id });
      await this.note(task, run, {
        level: "info",
        msg: `The chain goes on with "${shown(child.name)}" (${child._id}).`,
      });
    } else {
      const name = `"${shown(child.name)}" (${child._id})`;
      await this.warn(task, run, `${name} was at work or waiting already. Run it by hand when it has ended.`);
    }
  }

  private async hasStarted(childId: string, runId: string): Promise<boolean> {
    const { runs, tasks } = this.parts.storage;
    const offset = Math.max(0, (await runs.count(childId)) - NEWEST);
    for await (const run of runs.of(childId, { offset })) {
      if (run.parentRunId !== runId) continue;
      // Where the task was never set waiting with it, the end of a process or an error came in between.
      if (run.status !== "waiting" || (await tasks.get(childId))?.runId === run._id) return true;
    }
    return false;
  }

  private warnOfNothing(task: Task, run: Run, childId: string): Promise<void> {
    return this.warn(
      task,
      run,
      `there is no task with the id "${shown(childId)}". It may have been deleted; put the id of another into chainJobId or empty it.`,
    );
  }

  private warn(task: Task, run: Run, why: string, code?: string): Promise<void> {
    const msg = `The chain could not go on: ${why}`;
    return this.note(task, run, { level: "warn", msg, ...(code === undefined ? {} : { code }) });
  }

  private async note(task: Task, run: Run, entry: Omit<LogEntry, "t">): Promise<void> {
    const { storage, clock, events } = this.parts;
    const entries = [{ t: clock.now().toISOString(), ...entry }];
    if (await storage.runs.log(run._id, entries)) events.emit("task.log", { id: task._id, entries });
  }
}
