import { constants } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { StoreFinding } from "../../kernel/storage.js";
import { createTurns } from "../../kernel/values/turns.js";
import { type AppendLog, appendLog, openFile, type Stored, type Undo } from "./append-log.js";
import { createCopy } from "./copy.js";
import { notOpen, storageError } from "./file-errors.js";
import { keepFolder } from "./folder.js";
import type { FileHealth } from "./health.js";
import { lostEnds, noteEnds } from "./known-end.js";
import { lineOf } from "./lines.js";
import { createReadAhead } from "./read-ahead.js";
import { type Meta, noted } from "./records.js";
import { replayed } from "./replay-main.js";
import { nameOf, type Segment, type SegmentName, segmentsIn } from "./segments.js";
import { runsOf, type StoreIndex } from "./store-index.js";

/** Less than this is not worth rewriting. */
const LEAST_GARBAGE = 4 * 1024 * 1024;
/** What a line holds besides the data of a task, the record of a run or the body of a delivery, roughly. */
const HEAD_BYTES = 400;
const { O_RDWR, O_CREAT, O_EXCL } = constants;

/** The log of tasks, runs, accounts and deliveries. */
export interface MainLog {
  /** Adds a line of these parts; `change` gets where each is, changes the book and says how that is undone. */
  append(parts: readonly [Meta, ...string[]], change: (places: readonly Stored[]) => Undo): Promise<void>;
  /** Whether there was one when it was opened, with all of it readable. */
  readonly isWhole: boolean;
  /** Rewrites it without what was replaced or deleted. Throws STORAGE_FULL and STORAGE_FAILED. */
  scrub(): Promise<void>;
  /** Resolves when all that was added so far is on the disk or was given up. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the log in the folder and fills the index with what is in it. */
export async function openMainLog(
  folder: string,
  index: StoreIndex,
  health: FileHealth,
  found: (finding: StoreFinding) => void,
): Promise<MainLog> {
  let segments: Segment[] = [];
  let compacting: Promise<void> | undefined;
  let closed = false;

  async function openSegment({ name, number, kind }: SegmentName, flags = 0, previous?: AppendLog): Promise<Segment> {
    const path = join(folder, name);
    const file = await openFile(path, flags | O_RDWR);
    return { name, number, kind, path, log: appendLog(file, (await file.stat()).size, health, previous) };
  }

  /** Begins the log that lines are added to from now on. */
  async function openNext(number: number): Promise<Segment> {
    const next = { name: nameOf("main", number), number, kind: "main" } as const;
    const segment = await openSegment(next, O_CREAT | O_EXCL, segments.at(-1)?.log);
    try {
      await keepFolder(health, folder);
      return segment;
    } catch (error) {
      // Nothing is in it, and the next attempt takes the name.
      await segment.log.close();
      await rm(segment.path, { force: true });
      throw error;
    }
  }

  const active = (): AppendLog => segments.at(-1)!.log;

  const names = await segmentsIn(folder);
  for (const name of names.void) await rm(join(folder, name));
  for (const name of names.live) segments.push(await openSegment(name));
  let isDamaged = await replayed(segments, index, found);
  const [first] = names.live;
  if (first?.kind === "main" && first.number > 1) {
    isDamaged = true;
    found({
      where: first.name,
      trouble: "The files before this one are missing.",
      repair: "The store goes on with what is left; put it back from a backup.",
    });
  }
  for (const lost of await lostEnds(folder, segments)) {
    isDamaged = true;
    found(lost);
  }
  const last = segments.at(-1);
  if (last?.kind !== "main") segments.push(await openNext((last?.number ?? 0) + 1));

  /** Bytes of the files, and how many of them nothing in the book points to. */
  function isMostlyGarbage(): boolean {
    let live = 0;
    for (const { data } of index.entries.values()) live += data.length + HEAD_BYTES;
    for (const { record } of index.runs.values()) live += record.length + HEAD_BYTES;
    for (const { body } of index.deliveries.all()) live += body.length + HEAD_BYTES;
    return sizeOfAll() - live >= Math.max(live, LEAST_GARBAGE);
  }

  const sizeOfAll = () => segments.reduce((sum, { log }) => sum + log.end, 0);
  let nextLook = LEAST_GARBAGE;
  function considerCompacting(): void {
    if (compacting !== undefined || closed || sizeOfAll() < nextLook) return;
    // Looking goes through everything, so it is done the more seldom the more there is.
    nextLook = sizeOfAll() * 1.2 + LEAST_GARBAGE;
    if (!isMostlyGarbage()) return;
    compacting = compact()
      .catch(() => {
        // The store goes on with the files it has; the next look tries again.
      })
      .finally(() => {
        compacting = undefined;
      });
  }

  /**
   * Writes all that is live into a snapshot. Meanwhile lines are added to a log with a higher number, so that a crash at any
   * point leaves either all earlier files or the snapshot, and that log.
   */
  async function compact(): Promise<void> {
    const old = [...segments];
    const number = (old.at(-1)?.number ?? 0) + 1;
    const undoneBefore = index.undone();
    const next = await openNext(number + 1);
    const previous = active();
    segments = [...old, next];
    await previous.settled();

    const oldLogs = new Set(old.map(({ log }) => log));
    const moving = (place: Stored) => (oldLogs.has(place.log) ? place : undefined);
    const read = createReadAhead();
    const path = join(folder, nameOf("snapshot", number));
    const copy = await createCopy<Stored>(`${path}.tmp`, health);
    const turns = createTurns();
    let snapshot: Segment;
    try {
      const others = async () => {
        if (closed) throw new Error("The store is being closed.");
        if (copy.isFull()) await copy.flush();
        if (turns.due()) await turns.give();
      };
      for (const entry of index.ordered()) {
        if (!entry.live) continue;
        const { data, end } = entry;
        // Those whose data lie in the new log as well: they have runs, and a change of them may name no data.
        const meta: Meta = { put: "task", n: entry.number, ...noted(end) };
        copy.add([meta, JSON.stringify(entry.task), read(data)], [undefined, moving(data)]);
        await others();
      }
      for (const { account, number: n } of [...index.accounts.values()]) {
        copy.add([{ put: "account", n }, JSON.stringify(account)], []);
        await others();
      }
      for (const entry of index.ordered()) {
        for (const run of runsOf(entry)) {
          if (index.runs.get(run.id) !== run) continue;
          copy.add([{ put: "run", n: run.number }, read(run.record)], [moving(run.record)]);
          await others();
        }
      }
      for (const delivery of index.deliveries.all()) {
        const { number: n, head, body } = delivery;
        if (index.deliveries.get(head._id) !== delivery) continue;
        copy.add([{ put: "delivery", n }, JSON.stringify(head), read(body)], [undefined, moving(body)]);
        await others();
      }
      await next.log.settled();
      if (index.undone() !== undoneBefore) throw new Error("Changes were taken back while the log was compacted.");
      const moves = await copy.finish();
      await rename(`${path}.tmp`, path);
      await keepFolder(health, folder);
      snapshot = await openSegment({ name: nameOf("snapshot", number), number, kind: "snapshot" });
      for (const { from, at } of moves) Object.assign(from, { log: snapshot.log, at });
    } catch (error) {
      await copy.discard();
      throw error;
    }
    segments = [snapshot, next];
    nextLook = sizeOfAll() + LEAST_GARBAGE;
    for (const { path: done, log } of old) {
      await log.close();
      await rm(done);
    }
  }

  const mainLog: MainLog = {
    isWhole: !isDamaged && first !== undefined,
    append([meta, ...texts], change) {
      const line = lineOf([JSON.stringify(meta), ...texts]);
      const log = active();
      const begin = log.end;
      const places = line.places.slice(1).map(({ at, length }) => ({ log, at: begin + at, length }));
      const undo = change(places);
      const done = log.append(line.bytes, undo);
      considerCompacting();
      return done;
    },
    async scrub() {
      await compacting;
      if (closed) throw notOpen();
      const work = compact();
      compacting = work
        .catch(() => {
          // The caller gets the error.
        })
        .finally(() => {
          compacting = undefined;
        });
      try {
        await work;
      } catch (cause) {
        throw storageError(cause);
      }
    },
    async settled() {
      await Promise.all(segments.map(({ log }) => log.settled()));
    },
    async close() {
      closed = true;
      await compacting;
      for (const { log } of segments) await log.close();
      await noteEnds(folder, segments);
    },
  };
  // What was set aside is written nowhere again, and found no second time.
  if (isDamaged) await compact();
  await noteEnds(folder, segments);
  return mainLog;
}
