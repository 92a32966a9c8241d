import { readSync, writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ScriptoriumError } from "../../kernel/errors.js";
import { storageTrouble, turnedReadOnly } from "./trouble.js";

const SMALL = 256 * 1024;

/** A file that only grows. Lines that are added while the disk is busy share the next write and the next flush. */
export interface AppendLog {
  /** Where the next line begins. */
  readonly end: number;
  /** Resolves when the line is on the disk. When it cannot be put there, `undo` is called and the promise rejects. */
  append(line: Buffer, undo: () => void, before?: () => Promise<void>): Promise<void>;
  /** Bytes of lines that were added, on the disk already or not. */
  read(at: number, length: number): Buffer;
  /** Takes the log for that long and not longer; nothing may have been added. */
  cut(length: number): void;
  settled(): Promise<void>;
  /** Resolves when all that was added so far is on the disk or was given up. */
  barrier(): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  readonly at: number;
  readonly line: Buffer;
  readonly undo: () => void;
  readonly before: (() => Promise<void>) | undefined;
  readonly done: PromiseWithResolvers<void>;
}

/** The log in an open file whose first `length` bytes are known to be good. */
export function appendLog(file: FileHandle, length: number): AppendLog {
  let durable = length;
  let end = length;
  let waiting: Waiting[] = [];
  let writing: readonly Waiting[] = [];
  let flushing: Promise<void> | undefined;
  let broken: ScriptoriumError | undefined;

  async function flush(): Promise<void> {
    // Others of this turn may add lines, too.
    await nextTurn();
    while (waiting.length > 0) {
      writing = waiting;
      waiting = [];
      try {
        for (const { before } of writing) await before?.();
        await written(writing.map(({ line }) => line));
        await synced();
        durable += writing.reduce((sum, { line }) => sum + line.length, 0);
        for (const { done } of writing) done.resolve();
      } catch (cause) {
        await giveUp(cause);
      }
      writing = [];
    }
    flushing = undefined;
  }

  async function written(lines: readonly Buffer[]): Promise<void> {
    let rest = Buffer.concat(lines);
    for (let at = durable; rest.length > 0; ) {
      // It is the flush that takes its time. Handing little to another thread costs more than writing it.
      const count =
        rest.length <= SMALL
          ? writeSync(file.fd, rest, 0, rest.length, at)
          : (await file.write(rest, 0, rest.length, at)).bytesWritten;
      at += count;
      rest = rest.subarray(count);
    }
  }

  async function synced(): Promise<void> {
    try {
      await file.datasync();
    } catch (cause) {
      // What the disk has now is unknown, and asking again would answer yes without having written anything.
      broken = turnedReadOnly(cause);
      throw broken;
    }
  }

  /** Nothing that is not on the disk has happened, what was added since included: it may build on what is lost. */
  async function giveUp(cause: unknown): Promise<void> {
    const lost = [...writing, ...waiting];
    waiting = [];
    end = durable;
    for (const { undo } of lost.toReversed()) undo();
    try {
      await file.truncate(durable);
    } catch (error) {
      broken ??= turnedReadOnly(error);
    }
    const trouble = broken ?? storageTrouble(cause);
    for (const { done } of lost) done.reject(trouble);
  }

  return {
    get end() {
      return end;
    },
    append(line, undo, before) {
      if (broken !== undefined) {
        undo();
        return Promise.reject(broken);
      }
      const done = Promise.withResolvers<void>();
      waiting.push({ at: end, line, undo, before, done });
      end += line.length;
      flushing ??= flush();
      return done.promise;
    },
    read(at, wanted) {
      if (at >= durable) {
        const held = [...writing, ...waiting].find((one) => at >= one.at && at < one.at + one.line.length);
        if (held !== undefined) return held.line.subarray(at - held.at, at - held.at + wanted);
      }
      const bytes = Buffer.allocUnsafe(wanted);
      let filled = 0;
      while (filled < wanted) {
        const count = readSync(file.fd, bytes, filled, wanted - filled, at + filled);
        if (count === 0) break;
        filled += count;
      }
      return bytes.subarray(0, filled);
    },
    cut(length) {
      durable = length;
      end = length;
    },
    async settled() {
      await flushing;
    },
    async barrier() {
      await Promise.allSettled([...writing, ...waiting].map(({ done }) => done.promise));
    },
    async close() {
      await flushing;
      await file.close();
    },
  };
}

/** Opens without following a link, so that nobody can lead the store out of its folder. */
export function openFile(path: string, flags: number): Promise<FileHandle> {
  return open(path, flags, 0o600);
}
