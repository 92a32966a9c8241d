import { constants, statSync } from "node:fs";
import { join } from "node:path";
import type { StoreFinding } from "../../kernel/storage.js";
import { createTurns } from "../../kernel/values/turns.js";
import { openFile } from "./append-log.js";
import { CONTENT_LOG, stepOf } from "./content-steps.js";
import { linesOf } from "./replay.js";
import type { StoreIndex } from "./store-index.js";

/** Finds content that has lost its end since it was noted in the main log, and forgets what was noted. */
export async function* lostContent(folder: string, { entries }: StoreIndex): AsyncGenerator<StoreFinding> {
  const turns = createTurns();
  for (const entry of entries.values()) {
    if (entry.end === undefined) continue;
    if (turns.due()) await turns.give();
    const path = join(folder, String(entry.number), CONTENT_LOG);
    const [rewritten, bytes] = entry.end;
    // There may be very many, and asking another thread for each takes many times longer.
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size >= bytes) continue;
    const now = size === 0 ? 0 : await rewrittenIn(path);
    if (now > rewritten) continue;
    // Its last line may not be whole, and is cut off when it is opened.
    entry.end = [rewritten, 0];
    yield {
      where: entry.task._id,
      trouble:
        size === 0
          ? "What its runs have produced is missing."
          : `Its content has lost its end: ${bytes - size} bytes from byte ${size} on, with what was stored last.`,
      repair: "The task is kept with what is left; run it again, or put the store back from a backup.",
    };
  }
}

/** How often a log was rewritten, as its first line says. */
async function rewrittenIn(path: string): Promise<number> {
  await using file = await openFile(path, constants.O_RDONLY);
  for await (const [first] of linesOf(file, () => {})) {
    if (first === undefined) continue;
    const step = first.parts && stepOf(first.bytes, first.parts);
    return step?.rewritten ?? 0;
  }
  return 0;
}
