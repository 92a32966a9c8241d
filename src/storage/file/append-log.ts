import { constants, readSync, writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { cutShort, notOpen, storageError } from "./file-errors.js";
import type { FileHealth } from "./health.js";

const SMALL = 256 * 1024;

/** A file that only grows. Lines that are added while the disk is busy share the next write and the next flush. */
export interface AppendLog {
  /** Where the next line begins. */
  readonly end: number;
  /** How much of it is on the disk. */
  readonly durable: number;
  /** Resolves when the line is on the disk. When it cannot be put there, `undo` is called and the promise rejects. */
  append(line: Buffer, undo: () => void): Promise<void>;
  /** Bytes of lines that were added, on the disk already or not. Throws STORAGE_FAILED. */
  read(at: number, length: number): Buffer;
  /** Takes the log for that long and not longer; nothing may have been added. */
  cut(length: number): Promise<void>;
  /** Resolves when all that was added so far is on the disk or was given up. */
  settled(): Promise<void>;
  /** What was added to the log that goes on after this one, and is not written before all of this is: to be given up with it. */
  followedBy(taken: () => Waiting[]): void;
  close(): Promise<void>;
}

export interface Waiting {
  readonly at: number;
  readonly line: Buffer;
  readonly undo: () => void;
  readonly done: PromiseWithResolvers<void>;
}

/** Where text of JSON is on the disk. Compaction moves it, for everybody who holds this object. */
export interface Stored {
  log: AppendLog;
  at: number;
  readonly length: number;
}

/** Takes a change of an index back. */
export type Undo = () => void;

/**
 * The log in an open file whose first `length` bytes are known to be good. One that goes on after another writes nothing
 * before that one has, since its lines may build on those.
 */
export function appendLog(file: FileHandle, length: number, health: FileHealth, previous?: AppendLog): AppendLog {
  let durable = length;
  let end = length;
  let waiting: Waiting[] = [];
  let writing: readonly Waiting[] = [];
  let flushing: Promise<void> | undefined;
  let closed = false;
  let earlier = previous;
  /** Whether what a failed write may have left behind the end was cut off. */
  let isTidy = true;
  let takenAfter: () => Waiting[] = () => [];
  previous?.followedBy(() => {
    const taken = waiting;
    waiting = [];
    end = durable;
    return taken;
  });

  async function flush(): Promise<void> {
    // Others of this turn may add lines, too.
    await nextTurn();
    await earlier?.settled();
    earlier = undefined;
    while (waiting.length > 0) {
      writing = waiting;
      waiting = [];
      try {
        const bytes = Buffer.concat(writing.map(({ line }) => line));
        if (!isTidy) await tidy();
        await written(bytes);
        await health.flush(() => file.datasync());
        durable += bytes.length;
        const done = writing;
        writing = [];
        for (const one of done) one.done.resolve();
      } catch (cause) {
        await giveUp(cause);
      }
    }
    flushing = undefined;
  }

  async function tidy(): Promise<void> {
    await file.truncate(durable);
    isTidy = true;
  }

  async function written(bytes: Buffer): Promise<void> {
    for (let put = 0; put < bytes.length; ) {
      const left = bytes.length - put;
      // It is the flush that takes its time. Handing little to another thread costs more than writing it.
      put +=
        left <= SMALL
          ? writeSync(file.fd, bytes, put, left, durable + put)
          : (await file.write(bytes, put, left, durable + put)).bytesWritten;
    }
  }

  /** Nothing that is not on the disk has happened, what was added since included: it may build on what is lost. */
  async function giveUp(cause: unknown): Promise<void> {
    const lost = [...writing, ...waiting, ...takenAfter()];
    writing = [];
    waiting = [];
    end = durable;
    for (const { undo } of lost.toReversed()) undo();
    health.doubt();
    isTidy = false;
    // What fails now is done before the next write.
    await tidy().catch(() => {});
    const error = health.error ?? storageError(cause);
    for (const { done } of lost) done.reject(error);
  }

  return {
    get end() {
      return end;
    },
    get durable() {
      return durable;
    },
    append(line, undo) {
      const refusal = closed ? notOpen() : health.error;
      if (refusal !== undefined) {
        undo();
        return Promise.reject(refusal);
      }
      const done = Promise.withResolvers<void>();
      waiting.push({ at: end, line, undo, done });
      end += line.length;
      flushing ??= flush();
      return done.promise;
    },
    read(at, wanted) {
      if (at >= durable) {
        const held = lineAt(writing, at) ?? lineAt(waiting, at);
        if (held !== undefined) return held.line.subarray(at - held.at, at - held.at + wanted);
      }
      if (closed) throw notOpen();
      const bytes = Buffer.allocUnsafe(wanted);
      let filled = 0;
      while (filled < wanted) {
        const count = readInto(file.fd, bytes, filled, at + filled);
        if (count === 0) throw cutShort();
        filled += count;
      }
      return bytes;
    },
    async cut(wanted) {
      durable = wanted;
      end = wanted;
      await file.truncate(wanted);
    },
    async settled() {
      await Promise.allSettled([...writing, ...waiting].map(({ done }) => done.promise));
    },
    followedBy(taken) {
      takenAfter = taken;
    },
    async close() {
      await flushing;
      closed = true;
      await file.close();
    },
  };
}

/** Opens without following a link, so that nobody can lead the store out of its folder. */
export function openFile(path: string, flags: number): Promise<FileHandle> {
  return open(path, flags | constants.O_NOFOLLOW, 0o600);
}

function readInto(descriptor: number, bytes: Buffer, offset: number, at: number): number {
  try {
    return readSync(descriptor, bytes, offset, bytes.length - offset, at);
  } catch (cause) {
    throw storageError(cause);
  }
}

/** The line that the place is in; the lines follow one another. */
function lineAt(lines: readonly Waiting[], at: number): Waiting | undefined {
  let from = 0;
  let to = lines.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const line = lines[middle]!;
    if (at < line.at) to = middle;
    else if (at >= line.at + line.line.length) from = middle + 1;
    else return line;
  }
  return undefined;
}
