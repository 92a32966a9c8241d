import { constants } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { StoredFile } from "../../kernel/storage.js";
import { damagedFile, intact } from "../intact-file.js";
import { type AppendLog, appendLog, openFile } from "./append-log.js";
import { type Blobs, openBlobs } from "./blobs.js";
import {
  type ContentEnd,
  type ContentIndex,
  createContentIndex,
  droppedUpTo,
  type FileEntry,
  rewrittenSo,
  type Step,
  type StepFile,
} from "./content-index.js";
import { CONTENT_LOG, eachStep } from "./content-steps.js";
import { createCopy } from "./copy.js";
import { keepFolder, makeFolder, setAside } from "./folder.js";
import type { FileHealth } from "./health.js";
import { lineOf, type Place } from "./lines.js";
import type { Prepared } from "./prepared.js";
import { createReadAhead } from "./read-ahead.js";
import type { ReadLine } from "./replay.js";
import { createRetainedSteps } from "./retained-steps.js";

const { O_RDWR, O_CREAT } = constants;

/** Files up to this size are in the log itself. */
const INLINE_BYTES = 4096;
/** Less than this is not worth rewriting. */
const LEAST_REWRITTEN = 1024 * 1024;

/** What belongs to one task. */
export interface ContentLog {
  readonly index: ContentIndex;
  /** Text of the log, with few reads of the disk when places follow one another. */
  reading(): (place: Place) => string;
  /** Stores the output unless the run is gone at the last moment, and says whether it did. */
  write(run: RunOf, output: Prepared, isThere: () => boolean): Promise<boolean>;
  /** Drops the oldest log entries until the others have no more bytes than this, and says how many it dropped. */
  trimLog(maxBytes: number): Promise<number>;
  /** Whether reopening it would free much of the disk. */
  isMostlyGarbage(): boolean;
  /** The file with its bytes, or what it was replaced by in this moment. */
  stored(file: FileEntry): Promise<StoredFile>;
  /** How far it is on the disk; undefined until something was stored since it was opened. */
  end(): ContentEnd | undefined;
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface RunOf {
  readonly id: string;
  readonly number: number;
}

export interface ContentSurroundings {
  readonly health: FileHealth;
  /** How often it was rewritten, as far as others know. */
  readonly rewritten: number;
  /** Whether a run is there; rows and lines of others are left out. */
  isRun(number: number): boolean;
  found(trouble: string, repair: string): void;
  /** Makes new folders durable. */
  flushParent(): Promise<void>;
}

interface Loaded {
  readonly log: AppendLog;
  readonly index: ContentIndex;
  /** From a damaged one: files may be there that only the damaged lines named. */
  readonly isSaved: boolean;
  /** In its folder: that must be flushed before anything counts that is written to it. */
  readonly isNew: boolean;
}

/** Opens what is stored in the folder, which is made when it is not there. */
export async function openContentLog(
  folder: string,
  { health, rewritten, isRun, found, flushParent }: ContentSurroundings,
): Promise<ContentLog> {
  const path = join(folder, CONTENT_LOG);
  await makeFolder(folder);
  await rm(`${path}.tmp`, { force: true });
  const { log, index, isNew, isSaved } = await load();
  let blobs: Blobs;
  try {
    blobs = await openBlobs(folder, numbersOf(index.files.values()), health, isSaved);
  } catch (error) {
    await log.close();
    throw error;
  }
  let hasStored = false;
  let anchoring = isNew ? undefined : Promise.resolve();

  /** A log that is new in its folder is nowhere until that is flushed, and what is written to it would not be either. */
  function anchored(): Promise<void> {
    anchoring ??= flushParent()
      .then(() => keepFolder(health, folder))
      .catch((error: unknown) => {
        anchoring = undefined;
        throw error;
      });
    return anchoring;
  }

  /** Reads the log. One that is damaged, or holds mostly what was replaced or dropped since, is rewritten. */
  async function load(isRewritten = false, isSaved = false): Promise<Loaded> {
    const index = createContentIndex();
    const file = await openFile(path, O_RDWR | O_CREAT);
    const { size } = await file.stat();
    const log = appendLog(file, size, health);
    let isSound = true;
    try {
      isSound = await isRead(log, index);
      const loaded = { log, index, isSaved, isNew: isRewritten || log.end === 0 };
      if (isSound && !isMostlyGarbage(log.end, index)) return loaded;
      try {
        await rewrite(log, index);
      } catch (error) {
        // What is of no use does no harm; a full disk is no reason not to read the rest.
        if (isSound) return loaded;
        throw error;
      }
    } catch (error) {
      await log.close();
      throw error;
    }
    await log.close();
    return load(true, isSaved || !isSound);
  }

  /** Fills the book, and says whether all of the log is as it was written. */
  async function isRead(log: AppendLog, index: ContentIndex): Promise<boolean> {
    const damaged: ReadLine[] = [];
    const enter = (step: Step, places: readonly Place[]) => {
      index.enter(step, places, isRun(step.n));
      return undefined;
    };
    const end = await eachStep(path, enter, damaged);
    if (end < log.end) await log.cut(end);
    for (const { bytes, parts, at } of damaged) {
      if (parts !== undefined) continue;
      found(
        `The line at byte ${at} of its content is damaged.`,
        `Its bytes were set aside in ${await setAside(path, bytes)}; what it held is missing, and all else is there.`,
      );
    }
    return damaged.length === 0;
  }

  async function rewrite(log: AppendLog, index: ContentIndex): Promise<void> {
    const copy = await createCopy<never>(`${path}.tmp`, health);
    const read = textReader(log);
    const stillWanted = createRetainedSteps(index);
    try {
      // The line may be among the damaged ones.
      copy.add([rewrittenSo(Math.max(index.rewritten(), rewritten) + 1)], []);
      if (index.log.dropped() > 0) copy.add([droppedUpTo(index.log.dropped())], []);
      const keep = async (step: Step, places: readonly Place[]) => {
        const { kept, keptPlaces } = stillWanted(step, places, isRun(step.n));
        if (keptPlaces.length + kept.files.length > 0) copy.add([kept, ...keptPlaces.map(read)], []);
        if (copy.isFull()) await copy.flush();
      };
      await eachStep(path, keep, []);
      await copy.finish();
      await rename(`${path}.tmp`, path);
    } catch (error) {
      await copy.discard();
      throw error;
    }
  }

  async function fileWithBytes(file: FileEntry): Promise<StoredFile> {
    const { path: name, type, size, sha256, blob, crc, place } = file;
    const info = { path: name, type, size, sha256 };
    if (place !== undefined) return intact({ ...info, bytes: bytesOf(textReader(log)(place)) });
    const bytes = await blobs.read(blob ?? 0);
    if (bytes !== undefined && crc32(bytes) === crc) return { ...info, bytes };
    const now = index.files.get(name);
    if (bytes !== undefined || now === undefined || now === file) throw damagedFile(name);
    return fileWithBytes(now);
  }

  return {
    index,
    reading: () => textReader(log),
    async write({ id, number }, output, isThere) {
      if (health.error !== undefined) throw health.error;
      await anchored();
      const large = output.files.filter(({ bytes }) => bytes.length > INLINE_BYTES);
      const numbers = await blobs.write(large.map(({ bytes }) => bytes));
      if (!isThere()) {
        await blobs.remove(numbers);
        return false;
      }
      const blobOf = new Map(large.map((file, index) => [file, numbers[index]!]));
      const step: Step = {
        run: id,
        n: number,
        ...(output.line === undefined ? {} : { line: output.line.key }),
        articles: output.articles.map(({ keyword }) => keyword),
        rows: output.rows.length,
        ...(output.removed.length === 0 ? {} : { removed: output.removed }),
        ...(output.rowsFor === undefined ? {} : { rowsFor: output.rowsFor }),
        files: output.files.map((file): StepFile => {
          const blob = blobOf.get(file);
          return blob === undefined ? file.info : { ...file.info, blob, crc: crc32(file.bytes) };
        }),
        log: output.log.length,
        ...(output.log.length === 0 ? {} : { first: index.log.next() }),
        ...(output.effects.length === 0 ? {} : { effects: output.effects.map(({ key }) => key) }),
      };
      const texts = [
        ...(output.line === undefined ? [] : [output.line.text]),
        ...output.articles.map(({ text }) => text),
        ...output.files.filter((file) => !blobOf.has(file)).map(({ bytes }) => base64Of(bytes)),
        ...output.rows,
        ...output.log,
        ...output.effects.map(({ text }) => text),
      ];
      const replaced = numbersOf(
        [...step.files.map(({ path }) => path), ...output.removed]
          .map((path) => index.files.get(path))
          .filter((file) => file !== undefined),
      );
      const line = lineOf([JSON.stringify(step), ...texts]);
      const begin = log.end;
      const places = line.places.slice(1).map(({ at, length }) => ({ at: begin + at, length }));
      try {
        await log.append(line.bytes, index.enter(step, places, true));
        hasStored = true;
      } catch (error) {
        await blobs.remove(numbers);
        throw error;
      }
      await blobs.remove([...replaced]);
      return true;
    },
    async trimLog(maxBytes) {
      if (health.error !== undefined) throw health.error;
      const { count, upTo } = index.log.excess(maxBytes);
      if (count === 0) return 0;
      await anchored();
      const step = droppedUpTo(upTo);
      await log.append(lineOf([JSON.stringify(step)]).bytes, index.enter(step, [], false));
      index.log.forget(upTo);
      return count;
    },
    isMostlyGarbage: () => isMostlyGarbage(log.end, index),
    stored: fileWithBytes,
    // What a killed process had written may not be on the disk before something is flushed after it.
    end: () => (hasStored ? [index.rewritten(), log.durable] : undefined),
    settled: () => log.settled(),
    close: () => log.close(),
  };
}

function isMostlyGarbage(length: number, index: ContentIndex): boolean {
  return length > LEAST_REWRITTEN && index.wanted(length) < length / 2;
}

/** As JSON, which no base64 needs to be escaped for. */
function base64Of(bytes: Uint8Array): string {
  return `"${Buffer.from(bytes).toString("base64")}"`;
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64.slice(1, -1), "base64"));
}

function numbersOf(files: Iterable<StepFile>): Set<number> {
  return new Set(Array.from(files, ({ blob }) => blob).filter((blob) => blob !== undefined));
}

function textReader(log: AppendLog): (place: Place) => string {
  const read = createReadAhead();
  return (place) => read({ ...place, log });
}
