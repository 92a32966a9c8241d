import { ScriptoriumError } from "../errors.js";
import type { FileInfo, StoredFile } from "../storage.js";
import { isPlainObject } from "../values/json.js";

/** A file that was put together from pieces, as its own bytes describe it. */
export interface GrownFile extends FileInfo {
  /** Bytes of each piece. The last one may have become longer since. */
  readonly pieces: readonly number[];
}

/** Throws STORAGE_FAILED for one that is not as it was written. */
export function grownFile({ path, bytes }: StoredFile): GrownFile {
  const said = saidBy(bytes);
  const { type, size, sha256, pieces } = said;
  const areSizes = (value: unknown): value is number[] => Array.isArray(value) && value.every(Number.isSafeInteger);
  if (typeof type !== "string" || typeof size !== "number" || typeof sha256 !== "string" || !areSizes(pieces)) {
    throw damagedPieces(path);
  }
  return { path, type, size, sha256, pieces };
}

export function describedGrown({ type, size, sha256, pieces }: Omit<GrownFile, "path">): Uint8Array {
  return Buffer.from(JSON.stringify({ type, size, sha256, pieces }));
}

export function damagedPieces(path: string): ScriptoriumError {
  return new ScriptoriumError(
    "STORAGE_FAILED",
    `A part of the file "${path}" of the task is missing or damaged. Run the task again, or put the store back from a backup.`,
  );
}

function saidBy(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
    return isPlainObject(value) ? value : {};
  } catch {
    return {};
  }
}
