import type { StepCounts } from "../storage.js";

/** What the lines and checkpoints of a run say together. */
export class StoredCounts implements Required<StepCounts> {
  files = 0;
  bytes = 0;
  retries = 0;
  blocked = 0;
  tokens = 0;
  cost = 0;

  add({ files = 0, bytes = 0, ...soFar }: StepCounts): void {
    this.files += files;
    this.bytes += bytes;
    this.atLeast(soFar);
  }

  atLeast({ files = 0, bytes = 0, retries = 0, blocked = 0, tokens = 0, cost = 0 }: StepCounts): void {
    this.files = Math.max(this.files, files);
    this.bytes = Math.max(this.bytes, bytes);
    this.retries = Math.max(this.retries, retries);
    this.blocked = Math.max(this.blocked, blocked);
    this.tokens = Math.max(this.tokens, tokens);
    this.cost = Math.max(this.cost, cost);
  }
}

/** How many files a step has made, and their bytes. */
export type Made = Required<Pick<StepCounts, "files" | "bytes">>;

/** What was made before a checkpoint, by its key: one that is made again replaces the record, and not what came with it. */
export class CheckpointCounts {
  /** Those with a file only: most have none, and there may be very many. */
  private readonly made = new Map<string, Made>();

  /** Gives what the checkpoint has made in all. */
  add(key: string, { files = 0, bytes = 0 }: StepCounts): Made {
    const before = this.made.get(key);
    const made = { files: (before?.files ?? 0) + files, bytes: (before?.bytes ?? 0) + bytes };
    if (made.files > 0) this.made.set(key, made);
    return made;
  }
}

/** Undefined when nothing is left. */
export function withoutZeros(counts: StepCounts): StepCounts | undefined {
  const entries = Object.entries(counts).filter(([, count]) => count !== 0);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
