import type { JsonObject } from "../values/json.js";

/** What bounds a run; 0 where nothing does. */
export interface RunLimits {
  readonly maxMinutes: number;
  readonly maxFailures: number;
  readonly maxRetries: number;
  readonly maxCost: number;
  readonly skipSeen: boolean;
}

/** The common settings that bound a run; what cannot be read as a number bounds nothing. */
export function limitsOf(data: JsonObject): RunLimits {
  return {
    maxMinutes: countOf(data["maxRunMinutes"]),
    maxFailures: countOf(data["maxFailures"]),
    maxRetries: Math.min(countOf(data["maxRetries"]), 100),
    maxCost: countOf(data["maxCostPerRun"]),
    skipSeen: data["skipSeen"] === true,
  };
}

/** The value where it is a positive number, else 0. */
export function countOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}
