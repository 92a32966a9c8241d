import { readdir } from "node:fs/promises";
import { byNumber } from "../ordered-entries.js";
import type { AppendLog } from "./append-log.js";

/**
 * The main log is a snapshot of everything and the logs of what was changed since, replayed in the order of their numbers.
 * What has a lower number than a snapshot is in it: its rename is what makes all earlier files void.
 */
export interface SegmentName {
  readonly name: string;
  readonly number: number;
  readonly kind: "snapshot" | "main";
}

/** One that is open. */
export interface Segment extends SegmentName {
  readonly path: string;
  readonly log: AppendLog;
}

const SEGMENT = /^(snapshot|main)-(\d{8})\.jsonl$/;
const UNFINISHED = /^((snapshot|main)-\d{8}\.jsonl|store\.json|end\.json|trial)\.tmp$/;

export function nameOf(kind: SegmentName["kind"], number: number): string {
  return `${kind}-${String(number).padStart(8, "0")}.jsonl`;
}

/** The files that count, in the order in which they are replayed, and those that can be removed. */
export async function segmentsIn(folder: string): Promise<{ live: SegmentName[]; void: string[] }> {
  const names = await readdir(folder);
  const segments = names
    .map((name): SegmentName | undefined => {
      const [, kind, number] = SEGMENT.exec(name) ?? [];
      return kind === undefined ? undefined : { name, number: Number(number), kind: kind as SegmentName["kind"] };
    })
    .filter((segment) => segment !== undefined)
    .sort(byNumber);
  const first = Math.max(
    segments.findLastIndex(({ kind }) => kind === "snapshot"),
    0,
  );
  return {
    live: segments.slice(first),
    void: [...names.filter((name) => UNFINISHED.test(name)), ...segments.slice(0, first).map(({ name }) => name)],
  };
}
