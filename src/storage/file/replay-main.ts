import type { StoreFinding } from "../../kernel/storage.js";
import { openFile, type Stored } from "./append-log.js";
import { apply } from "./apply.js";
import { setAside } from "./folder.js";
import { guessedId, type Meta } from "./records.js";
import { linesOf, type ReadLine, textOf } from "./replay.js";
import type { Segment } from "./segments.js";
import type { StoreIndex } from "./store-index.js";

/** Reads the segments into the book, cuts off what was being written at the end, and says whether anything is damaged. */
export async function replayed(
  segments: readonly Segment[],
  index: StoreIndex,
  found: (finding: StoreFinding) => void,
): Promise<boolean> {
  let isDamaged = false;
  for (const segment of segments) {
    for (const line of await damagedIn(segment, index)) {
      isDamaged = true;
      if (line.parts === undefined) found(await setAsideOf(segment, line));
    }
  }
  index.sort();
  for (const entry of [...index.entries.values()]) {
    if (entry.data.length > 0) continue;
    index.remove(entry);
    isDamaged = true;
    found({
      where: entry.task._id,
      trouble: "The data of the task are missing.",
      repair: "The task was left out; its line may be among those that were set aside.",
    });
  }
  for (const delivery of index.deliveries.all()) {
    if (delivery.body.length > 0) continue;
    index.deliveries.remove(delivery);
    isDamaged = true;
    found({
      where: delivery.head._id,
      trouble: "The body of the delivery is missing.",
      repair: "The delivery was left out; its line may be among those that were set aside.",
    });
  }
  return isDamaged;
}

/** Lines that cannot be used, and those that can although what ends them is damaged. */
async function damagedIn({ path, log }: Segment, index: StoreIndex): Promise<ReadLine[]> {
  await using file = await openFile(path, 0);
  const damaged: ReadLine[] = [];
  let end = log.end;
  const tornAt = (at: number) => {
    end = at;
  };
  for await (const lines of linesOf(file, tornAt)) {
    for (const line of lines) {
      const isUsed = line.parts !== undefined && isApplied(line.bytes, line.parts, line.at);
      if (!isUsed) damaged.push({ ...line, parts: undefined });
      else if (!line.ended) damaged.push(line);
    }
  }
  if (end < log.end) await log.cut(end);
  return damaged;

  function isApplied(bytes: Buffer, parts: NonNullable<ReadLine["parts"]>, at: number): boolean {
    const places: Stored[] = parts.slice(1).map((part) => ({ log, at: at + part.at, length: part.length }));
    try {
      const meta: Meta = JSON.parse(parts[0] === undefined ? "" : textOf(bytes, parts[0]));
      // The second text is read for what needs it only: it may be the large data of a task.
      const texts = parts.slice(1, "task" in meta ? 3 : 2).map((part) => textOf(bytes, part));
      return apply(index, meta, texts, places);
    } catch {
      return false;
    }
  }
}

async function setAsideOf({ path, name }: Segment, { bytes, at }: ReadLine): Promise<StoreFinding> {
  const id = guessedId(bytes);
  const of = id === undefined ? "" : `, which seems to be of "${id}"`;
  return {
    where: name,
    trouble: `The line at byte ${at} is damaged${of}.`,
    repair: `Its bytes were set aside in ${await setAside(path, bytes)}; what it held is missing, and all else is there.`,
  };
}
