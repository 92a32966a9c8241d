import { constants } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { StoreFinding } from "../../kernel/storage.js";
import { shown } from "../../kernel/values/json.js";
import { createTurns } from "../../kernel/values/turns.js";
import { openFile, type Stored } from "./append-log.js";
import { blobName, blobNumber } from "./blobs.js";
import { createContentIndex, type FileEntry, type Step } from "./content-index.js";
import { CONTENT_LOG, eachStep } from "./content-steps.js";
import type { Contents } from "./contents.js";
import { gone } from "./file-errors.js";
import type { Place } from "./lines.js";
import { stored } from "./records.js";
import { linesOf, type ReadLine } from "./replay.js";
import { segmentsIn } from "./segments.js";
import { type Entry, runsOf, type StoreIndex } from "./store-index.js";
import type { Parts } from "./task-store.js";

const RESTORE = "Delete the task, or put the store back from a backup.";
const RESTORE_DELIVERY = RESTORE.replace("task", "delivery");
const SET_ASIDE = "It is set aside when the content is opened next; what it held is lost, all else stays.";

/** Reads everything: the checksums of all lines, the JSON of all records, the bytes of all files. Changes nothing. */
export async function* checkStore(folder: string, { index, contents, main }: Parts): AsyncGenerator<StoreFinding> {
  await main.settled();
  yield* mainFindings(folder);
  const turns = createTurns();
  for (const entry of index.ordered()) {
    if (turns.due()) await turns.give();
    if (entry.live) yield* recordFindings(entry);
    if (entry.live) yield* contentFindings(entry, contents);
  }
  for (const delivery of index.deliveries.all()) {
    if (turns.due()) await turns.give();
    if (index.deliveries.get(delivery.head._id) !== delivery || isReadable(delivery.body)) continue;
    yield { where: delivery.head._id, trouble: "The body of the delivery cannot be read.", repair: RESTORE_DELIVERY };
  }
  yield* strangers(join(folder, "content"), index);
}

async function* mainFindings(folder: string): AsyncGenerator<StoreFinding> {
  for (const { name } of (await segmentsIn(folder)).live) {
    await using file = await openFile(join(folder, name), constants.O_RDONLY).catch(gone);
    if (file === undefined) continue;
    for await (const lines of linesOf(file, () => {})) {
      for (const { at, parts } of lines) {
        if (parts === undefined)
          yield {
            where: name,
            trouble: `The line at byte ${at} is damaged.`,
            repair: SET_ASIDE.replace("content", "store"),
          };
      }
    }
  }
}

function* recordFindings(entry: Entry): Generator<StoreFinding> {
  const where = entry.task._id;
  if (!isReadable(entry.data)) yield { where, trouble: "The data of the task cannot be read.", repair: RESTORE };
  for (const run of runsOf(entry)) {
    if (!isReadable(run.record))
      yield { where, trouble: `The run "${shown(run.id)}" of the task cannot be read.`, repair: RESTORE };
  }
}

async function* contentFindings(entry: Entry, contents: Contents): AsyncGenerator<StoreFinding> {
  const where = entry.task._id;
  const folder = contents.folderOf(entry);
  await contents.inMemory(entry, (content) => content.settled());
  const names = await readdir(folder).catch(gone);
  if (names === undefined) return;
  const index = createContentIndex();
  const damaged: ReadLine[] = [];
  const enter = (step: Step, places: readonly Place[]) => {
    index.enter(step, places, true);
    return undefined;
  };
  if ((await eachStep(join(folder, CONTENT_LOG), enter, damaged).catch(gone)) === undefined) return;
  const isDamaged = damaged.some(({ parts }) => parts === undefined);
  for (const { at, parts } of damaged) {
    if (parts === undefined)
      yield { where, trouble: `The line at byte ${at} of its ${CONTENT_LOG} is damaged.`, repair: SET_ASIDE };
  }
  for (const file of index.files.values()) {
    const problem = file.blob === undefined ? undefined : await blobError(folder, file, file.blob);
    if (problem === undefined || !entry.live || (await isReplaced(entry, contents, file))) continue;
    yield {
      where,
      trouble: `The file "${shown(file.path)}" of the task ${problem}.`,
      repair: "Run the task again, or put the store back from a backup.",
    };
  }
  const named = new Set(Array.from(index.files.values(), ({ blob }) => blob));
  const isInUse = (await contents.inMemory(entry, () => true)) === true;
  for (const name of isInUse ? [] : names) {
    const number = blobNumber(name);
    if (number === undefined || named.has(number)) continue;
    yield {
      where,
      trouble: `The file ${name} in the folder of the task belongs to no line of its ${CONTENT_LOG} that can be read.`,
      repair: isDamaged
        ? "A damaged line may have named it; it is set aside when the content of the task is read next."
        : "It is removed when the content of the task is read next.",
    };
  }
}

/** Goes on after "The file of the task". */
async function blobError(folder: string, { crc }: FileEntry, blob: number): Promise<string | undefined> {
  const bytes = await readFile(join(folder, blobName(blob))).catch(gone);
  if (bytes === undefined) return "is missing";
  return crc32(bytes) === crc ? undefined : "is not what was stored";
}

/** Whether it was written again since its line was read. */
async function isReplaced(entry: Entry, contents: Contents, { path, blob }: FileEntry): Promise<boolean> {
  return (await contents.inMemory(entry, ({ index }) => index.files.get(path)?.blob !== blob)) === true;
}

async function* strangers(folder: string, { entries }: StoreIndex): AsyncGenerator<StoreFinding> {
  const live = new Set(Array.from(entries.values(), ({ number }) => String(number)));
  for (const name of await readdir(folder)) {
    if (live.has(name)) continue;
    yield {
      where: `content/${name}`,
      trouble: "It belongs to no task.",
      repair: /^\d+$/.test(name)
        ? "It is removed when the store is opened next."
        : "The store leaves it alone; remove it when you have looked at it.",
    };
  }
}

function isReadable(text: Stored): boolean {
  try {
    JSON.parse(stored(text));
    return true;
  } catch {
    return false;
  }
}
