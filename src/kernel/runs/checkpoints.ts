import { createHash } from "node:crypto";
import { ScriptoriumError } from "../errors.js";
import type { Effect, RunStore } from "../storage.js";
import type { Checkpoint } from "../task-plugin.js";
import type { Clock } from "../values/clock.js";
import { type JsonObject, jsonProblem, shown } from "../values/json.js";

/** What is stored for a checkpoint. Its key may be an address, so it stands with the value and not in `what` alone. */
export function checkpointEntry(clock: Clock, key: string, value: JsonObject): Effect {
  const problem = jsonProblem({ key, value });
  if (problem !== undefined) {
    throw new ScriptoriumError("PLUGIN_INVALID", `A checkpoint ${problem}. Correct the task type.`);
  }
  return {
    key: createHash("sha256").update(`checkpoint\n${key}`).digest("hex").slice(0, 32),
    what: shown(key),
    state: "checkpoint",
    at: clock.now().toISOString(),
    result: { key, value },
  };
}

/** The checkpoints of a run, in the order they were first made. */
export async function* checkpointsOf(runs: Pick<RunStore, "effects">, runId: string): AsyncIterable<Checkpoint> {
  for await (const { state, result } of runs.effects(runId)) {
    if (state === "checkpoint" && result !== undefined) yield result as unknown as Checkpoint;
  }
}
