import { constants } from "node:fs";
import { rm } from "node:fs/promises";
import { openFile } from "./append-log.js";
import type { FileHealth } from "./health.js";
import { lineOf } from "./lines.js";

const { O_WRONLY, O_CREAT, O_TRUNC } = constants;
const FLUSH_BYTES = 1024 * 1024;

/** A file of lines that is written at one go, and where in it things will lie that now lie elsewhere. */
export async function createCopy<T>(path: string, health: FileHealth) {
  const file = await openFile(path, O_WRONLY | O_CREAT | O_TRUNC);
  const moves: { readonly from: T; readonly at: number }[] = [];
  let held: Buffer[] = [];
  let heldBytes = 0;
  let length = 0;

  async function flush(): Promise<void> {
    const bytes = Buffer.concat(held);
    held = [];
    heldBytes = 0;
    await file.writeFile(bytes);
  }

  return {
    isFull: () => heldBytes >= FLUSH_BYTES,
    flush,
    /** Adds a line; `from` are those whose text its parts after the first are. */
    add([meta, ...texts]: readonly [object, ...string[]], from: readonly (T | undefined)[]): void {
      const { bytes, places } = lineOf([JSON.stringify(meta), ...texts]);
      for (const [index, place] of from.entries()) {
        const part = places[index + 1];
        if (place !== undefined && part !== undefined) moves.push({ from: place, at: length + part.at });
      }
      held.push(bytes);
      heldBytes += bytes.length;
      length += bytes.length;
    },
    /** Puts everything on the disk. */
    async finish(): Promise<typeof moves> {
      await flush();
      await health.flush(() => file.sync());
      await file.close();
      return moves;
    },
    async discard(): Promise<void> {
      await file.close().catch(() => {});
      await rm(path, { force: true });
    },
  };
}
