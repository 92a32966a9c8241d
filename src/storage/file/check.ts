import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { StoreFinding } from "../../kernel/storage.js";
import { createTurns } from "../turns.js";
import { openFile } from "./append-log.js";
import type { Entry } from "./book.js";
import { segmentNames } from "./main-log.js";
import { stored } from "./records.js";
import { linesOf } from "./replay.js";
import type { Parts } from "./task-store.js";

const { O_RDONLY, O_NOFOLLOW } = constants;

/** Reads everything: the checksums of all lines, the JSON of all data and runs, the content of every task. */
export async function* checkStore(path: string, { book, contents, main }: Parts): AsyncGenerator<StoreFinding> {
  await main.settled();
  for (const name of await segmentNames(path)) yield* damagedLines(join(path, name), name);
  const turns = createTurns();
  for (const entry of book.ordered()) {
    if (turns.due()) await turns.give();
    if (!entry.live) continue;
    const { _id } = entry.task;
    if (!isJson(stored(entry.data))) {
      yield {
        where: _id,
        trouble: "The data of the task are no JSON.",
        repair: "Delete the task, or put the store back from a backup.",
      };
    }
    for (const run of entry.runs.values()) {
      if (!isJson(stored(run.record))) {
        yield {
          where: _id,
          trouble: `The run ${run.id} of the task is no JSON.`,
          repair: "Delete the task, or put the store back from a backup.",
        };
      }
    }
    yield* contentFindings(path, entry, contents);
  }
  const named = new Set([...book.entries.values()].map(({ number }) => String(number)));
  for (const name of await readdir(join(path, "content"))) {
    if (named.has(name)) continue;
    yield {
      where: `content/${name}`,
      trouble: "The folder belongs to no task.",
      repair: "It is removed when the store is opened next.",
    };
  }
}

async function* contentFindings(path: string, entry: Entry, contents: Parts["contents"]): AsyncGenerator<StoreFinding> {
  const { _id } = entry.task;
  const log = join(path, "content", String(entry.number), "log.jsonl");
  const damaged: StoreFinding[] = [];
  await contents.read(entry, async (content) => {
    await content.settled();
    for await (const finding of damagedLines(log, _id)) damaged.push(finding);
    for (const file of content.files.values()) {
      const bytes = await content.bytesOf(file).catch(() => undefined);
      if (bytes === undefined) damaged.push(ofFile(_id, file.path, "is missing"));
      else if (bytes.length !== file.size || createHash("sha256").update(bytes).digest("hex") !== file.sha256)
        damaged.push(ofFile(_id, file.path, "is not what was stored"));
    }
  });
  yield* damaged;
}

function ofFile(where: string, path: string, trouble: string): StoreFinding {
  return {
    where,
    trouble: `The file ${path} of the task ${trouble}.`,
    repair: "Run the task again, or put the store back from a backup.",
  };
}

async function* damagedLines(path: string, where: string): AsyncGenerator<StoreFinding> {
  const file = await openFile(path, O_RDONLY | O_NOFOLLOW);
  try {
    for await (const { at, parts, unended } of linesOf(file)) {
      if (parts !== undefined || unended) continue;
      yield {
        where,
        trouble: `The line at byte ${at} is damaged.`,
        repair: "It is set aside when the store is opened next; what it held is lost, all else stays.",
      };
    }
  } finally {
    await file.close();
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
