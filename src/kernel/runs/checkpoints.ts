import { createHash } from "node:crypto";
import { ScriptoriumError } from "../errors.js";
import type { Effect, RunStore } from "../storage.js";
import type { Checkpoint } from "../task-plugin.js";
import type { Clock } from "../values/clock.js";
import { type JsonObject, jsonTrouble, shown } from "../values/json.js";

/** What is stored for a checkpoint. Its key may be an address, so it stands with the value and not in `what` alone. */
export function checkpointEntry(clock: Clock, key: string, value: JsonObject): Effect {
  const trouble = jsonTrouble({ key, value });
  if (trouble !== undefined) {
    throw new ScriptoriumError("PLUGIN_INVALID", `A checkpoint ${trouble}. Correct the task type.`);
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
