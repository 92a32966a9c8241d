import type { Forest } from "./boosting.mjs";

export function packedForests(cuts: readonly (readonly number[])[], forests: readonly Forest[]): Uint8Array;
