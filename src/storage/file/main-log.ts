import { constants } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { StoreFinding } from "../../kernel/storage.js";
import { createTurns } from "../turns.js";
import { type AppendLog, appendLog, openFile } from "./append-log.js";
import { apply } from "./apply.js";
import type { Book, Stored, Undo } from "./book.js";
import { createCopy } from "./copy.js";
import { flushFolder, setAside } from "./folder.js";
import { lineOf } from "./lines.js";
import type { Meta } from "./records.js";
import { stored } from "./records.js";
import { linesOf, textOf } from "./replay.js";

const SEGMENT = /^main-(\d{8})\.jsonl$/;
/** Less than this is not worth writing anew. */
const LEAST_GARBAGE = 4 * 1024 * 1024;
/** What a line holds beside the data of a task or the record of a run, roughly. */
const HEAD_BYTES = 400;
const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

interface Segment {
  readonly number: number;
  readonly path: string;
  readonly log: AppendLog;
}

/** The log of tasks, runs and accounts: files that are replayed one after the other. Lines are added to the last. */
export interface MainLog {
  /** Adds a line of these parts; `change` gets where each lies, changes the book and says how that is undone. */
  append(parts: readonly [Meta, ...string[]], change: (places: readonly Stored[]) => Undo): Promise<void>;
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the log in the folder and fills the book with what stands in it. */
export async function openMainLog(
  folder: string,
  book: Book,
  found: (finding: StoreFinding) => void,
): Promise<MainLog> {
  let segments: Segment[] = [];
  let active: Segment;
  let compacting: Promise<void> | undefined;
  let closed = false;

  async function openSegment(number: number, flags: number, length?: number): Promise<Segment> {
    const path = join(folder, `main-${String(number).padStart(8, "0")}.jsonl`);
    const file = await openFile(path, flags | O_RDWR | O_NOFOLLOW);
    return { number, path, log: appendLog(file, length ?? (await file.stat()).size) };
  }

  /** Reads a file into the book, and says whether something of it was damaged. */
  async function replay({ number, path, log }: Segment): Promise<boolean> {
    const file = await openFile(path, O_RDWR | O_NOFOLLOW);
    let damaged = false;
    try {
      for await (const { at, bytes, parts, unended } of linesOf(file)) {
        if (unended) {
          // It was being written when the process ended, and nobody was told that it is stored.
          await file.truncate(at);
          await file.sync();
          log.cut(at);
          break;
        }
        const trouble = parts === undefined ? "has a line that is damaged" : applied(bytes, parts, log, at);
        if (trouble === undefined) continue;
        damaged = true;
        const name = await setAside(path, bytes);
        found({
          where: `main-${number}`,
          trouble: `The log ${trouble}.`,
          repair: `Its bytes were set aside in ${name}; what it held is missing.`,
        });
      }
    } finally {
      await file.close();
    }
    return damaged;
  }

  function applied(bytes: Buffer, parts: readonly { at: number; length: number }[], log: AppendLog, at: number) {
    const place = (index: number): Stored | undefined => {
      const part = parts[index];
      return part && { log, at: at + part.at, length: part.length };
    };
    try {
      const texts = parts.slice(0, 2).map((part) => textOf(bytes, part));
      return apply(book, JSON.parse(texts[0] ?? ""), texts[1], place(1), place(2));
    } catch {
      return "has a line that is no record";
    }
  }

  const numbers = (await segmentNames(folder)).map((name) => Number(SEGMENT.exec(name)?.[1]));
  let damaged = false;
  if (numbers.length === 0) {
    active = await openSegment(1, O_CREAT | O_EXCL, 0);
    segments.push(active);
    await flushFolder(folder);
  } else {
    for (const number of numbers) {
      active = await openSegment(number, 0);
      segments.push(active);
      if (await replay(active)) damaged = true;
    }
  }
  book.sort();
  for (const entry of [...book.entries.values()]) {
    if (entry.data.length > 0) continue;
    book.remove(entry);
    damaged = true;
    found({
      where: entry.task._id,
      trouble: "The data of the task are missing.",
      repair: "The task was left out; its line may be among those that were set aside.",
    });
  }

  /** Bytes of the files that nothing in the book points to. */
  function garbage(): { garbage: number; live: number } {
    const total = segments.reduce((sum, { log }) => sum + log.end, 0);
    let live = 0;
    for (const { data } of book.entries.values()) live += data.length + HEAD_BYTES;
    for (const { record } of book.runs.values()) live += record.length + HEAD_BYTES;
    return { garbage: total - live, live };
  }

  let addedSinceLook = 0;
  function considerCompacting(bytes: number): void {
    addedSinceLook += bytes;
    if (compacting !== undefined || closed || addedSinceLook < LEAST_GARBAGE) return;
    addedSinceLook = 0;
    const { garbage: wasted, live } = garbage();
    if (wasted < LEAST_GARBAGE || wasted < live) return;
    compacting = compact()
      .catch(() => {
        // The store goes on with the files it has; the next look tries again.
      })
      .finally(() => {
        compacting = undefined;
      });
  }

  /**
   * Writes all that is live anew. Lines go on being added to a file that is replayed after the new one, so that a crash at
   * any point leaves either the old files with it or the new one.
   */
  async function compact(): Promise<void> {
    const old = [...segments];
    const number = active.number + 1;
    const undoneBefore = book.undone();
    await old.at(-1)?.log.settled();
    active = await openSegment(number + 1, O_CREAT | O_EXCL, 0);
    segments = [...old, active];
    await flushFolder(folder);
    await old.at(-1)?.log.settled();

    const oldLogs = new Set(old.map(({ log }) => log));
    const moving = (place: Stored) => (oldLogs.has(place.log) ? place : undefined);
    const path = join(folder, `main-${String(number).padStart(8, "0")}.jsonl`);
    const copy = await createCopy(`${path}.tmp`);
    const turns = createTurns();
    try {
      const due = async () => {
        if (copy.isFull()) await copy.flush();
        if (turns.due()) await turns.give();
      };
      for (const entry of book.ordered()) {
        if (!entry.live) continue;
        const { data } = entry;
        // Those whose data lie elsewhere as well: runs of theirs may follow.
        copy.add(
          [{ put: "task", n: entry.number }, JSON.stringify(entry.task), stored(data)],
          [undefined, moving(data)],
        );
        await due();
      }
      for (const { account, number: n } of [...book.accounts.values()]) {
        copy.add([{ put: "account", n }, JSON.stringify(account)], []);
        await due();
      }
      for (const run of [...book.runs.values()]) {
        copy.add([{ put: "run", n: run.number }, stored(run.record)], [moving(run.record)]);
        await due();
      }
      await active.log.barrier();
      if (book.undone() !== undoneBefore) throw new Error("Changes were taken back while the log was compacted.");
      const { moves, length } = await copy.finish();
      await rename(`${path}.tmp`, path);
      await flushFolder(folder);
      const log = appendLog(await openFile(path, O_RDWR | O_NOFOLLOW), length);
      for (const { from, at } of moves) Object.assign(from, { log, at });
      segments = [{ number, path, log }, active];
    } catch (error) {
      await copy.discard();
      throw error;
    }
    for (const segment of old) {
      await rm(segment.path);
      await segment.log.close();
    }
    await flushFolder(folder);
  }

  const mainLog: MainLog = {
    append([meta, ...texts], change) {
      const line = lineOf([JSON.stringify(meta), ...texts]);
      const { log } = active;
      const at = log.end;
      const places = line.places.slice(1).map((place) => ({ log, at: at + place.at, length: place.length }));
      const undo = change(places);
      const done = log.append(line.bytes, undo);
      considerCompacting(line.bytes.length);
      return done;
    },
    async settled() {
      await Promise.all(segments.map(({ log }) => log.settled()));
    },
    async close() {
      closed = true;
      await compacting;
      for (const { log } of segments) await log.close();
    },
  };
  // What was set aside is written nowhere again, and found no second time.
  if (damaged) await compact();
  return mainLog;
}

/** The files of the log in the order in which they are replayed. */
export async function segmentNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => SEGMENT.test(name)).sort();
}
