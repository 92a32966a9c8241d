import { hash } from "node:crypto";
import { ScriptoriumError } from "../errors.js";
import type { Effect, RunStore } from "../storage.js";
import type { Checkpoint, EffectOptions, EffectOutcome, RunLog } from "../task-plugin.js";
import type { Clock } from "../values/clock.js";
import { type JsonObject, jsonProblem, shown } from "../values/json.js";
import { Stop } from "./run-ending.js";

/** Where the effects of a line are written down. */
export interface Journal {
  readonly runs: Pick<RunStore, "effect" | "write">;
  readonly runId: string;
  readonly fence: number;
  readonly lineKey: string;
  readonly clock: Clock;
  readonly log: RunLog;
  readonly signal: AbortSignal;
}

/**
 * Does something in the outside world that must not be done twice, with a record before and after it (a write-ahead
 * journal). What an earlier attempt left without the second record is uncertain: `lookup` settles it where there is one,
 * else it is passed over, or done again when the caller says so.
 */
export async function effect(
  journal: Journal,
  what: string,
  act: () => Promise<JsonObject | undefined>,
  { lookup, onUncertain = "skip" }: EffectOptions = {},
): Promise<EffectOutcome> {
  const { runs, runId, signal, log } = journal;
  const key = hashed(`${journal.lineKey}\n${what}`);
  const note = (state: Effect["state"], result?: JsonObject) => record(journal, key, what, state, result);
  const before = await runs.effect(runId, key);
  if (before?.state === "done") return outcome("done", true, before.result);
  if (before?.state === "intent" || before?.state === "uncertain") {
    const found = await lookup?.();
    if (found !== undefined) {
      await note("done", found);
      return outcome("done", true, found);
    }
    if (lookup === undefined && onUncertain === "skip") {
      if (before.state === "intent") await note("uncertain");
      log.warn(`Whether "${shown(what)}" was done cannot be known after an interruption, so it is not done again.`);
      return outcome("uncertain", true);
    }
  }
  signal.throwIfAborted();
  await note("intent");
  let result: JsonObject | undefined;
  try {
    result = (await act()) ?? undefined;
  } catch (error) {
    // An error of our own knows whether the other side may have acted; of any other nobody does.
    const isCertain = ScriptoriumError.is(error) && error.facts["uncertain"] !== true && !signal.aborted;
    await note(isCertain ? "failed" : "uncertain").catch(() => {});
    throw error;
  }
  await note("done", result);
  return outcome("done", false, result);
}

async function record(
  { runs, runId, fence, clock }: Journal,
  key: string,
  what: string,
  state: Effect["state"],
  result: JsonObject | undefined,
): Promise<void> {
  const problem = result === undefined ? undefined : jsonProblem(result);
  if (problem !== undefined) {
    throw new ScriptoriumError("PLUGIN_INVALID", `The result of an effect ${problem}. Correct the task type.`);
  }
  const at = clock.now().toISOString();
  const entry: Effect = { key, what: shown(what), state, at, ...(result === undefined ? {} : { result }) };
  if (!(await runs.write(runId, { effects: [entry] }, fence))) throw new Stop("lost");
}

function outcome(state: EffectOutcome["state"], earlier: boolean, result?: JsonObject): EffectOutcome {
  return { state, earlier, ...(result === undefined ? {} : { result }) };
}

/** What is stored for a checkpoint. Its key may be an address, so it is stored with the value and not in `what` alone. */
export function checkpointEntry(clock: Clock, key: string, value: JsonObject): Effect {
  const problem = jsonProblem({ key, value });
  if (problem !== undefined) {
    throw new ScriptoriumError("PLUGIN_INVALID", `A checkpoint ${problem}. Correct the task type.`);
  }
  return {
    key: hashed(`checkpoint\n${key}`),
    what: shown(key),
    state: "checkpoint",
    at: clock.now().toISOString(),
    result: { key, value },
  };
}

/** Under what the output of `finish` is stored: one that is called again replaces what it left before. */
export const FINISH = "finish";

/** Notes that the output of `finish` is stored; without a value it is no checkpoint of the task type. */
export function finishEntry(clock: Clock): Effect {
  return { key: FINISH, what: FINISH, state: "checkpoint", at: clock.now().toISOString() };
}

/** The checkpoints of a run, in the order they were first made. */
export async function* checkpointsOf(runs: Pick<RunStore, "effects">, runId: string): AsyncIterable<Checkpoint> {
  for await (const { state, result } of runs.effects(runId)) {
    if (state === "checkpoint" && result !== undefined) yield result as unknown as Checkpoint;
  }
}

function hashed(key: string): string {
  return hash("sha256", key, "hex").slice(0, 32);
}
