import { constants } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { shown } from "../../kernel/json.js";
import type { FileInfo, RunOutput, StoredFile } from "../../kernel/storage.js";
import { type AppendLog, appendLog, openFile } from "./append-log.js";
import type { Stored, Undo } from "./book.js";
import { createCopy } from "./copy.js";
import { flushFolder, makeFolder, setAside } from "./folder.js";
import { lineOf, type Place } from "./lines.js";
import { stored } from "./records.js";
import { linesOf, textOf } from "./replay.js";
import { codeOf, failed } from "./trouble.js";

const { O_RDWR, O_CREAT, O_EXCL, O_WRONLY, O_RDONLY, O_NOFOLLOW } = constants;

/** Files up to this size stand in the log itself. */
const INLINE_BYTES = 4096;
/** Less than this is not worth writing anew. */
const LEAST_REWRITTEN = 1024 * 1024;
const BLOB = /^\d+\.bin$/;

/** The first part of a line: what a step of a run left behind. The others are its line, articles, rows and log entries. */
interface StepMeta {
  readonly run: string;
  readonly line?: string;
  readonly articles: readonly string[];
  readonly rows: number;
  /** The bytes stand here or in a file of their own, with their CRC-32. */
  readonly files: readonly (FileInfo & { readonly blob?: number; readonly crc?: number; readonly base64?: string })[];
  readonly log: number;
}

interface RowPlace {
  readonly run: string;
  readonly place: Stored;
}
type FileEntry = StepMeta["files"][number];

/** What belongs to one task. Every list is in the order its items were first stored. */
export interface ContentLog {
  readonly keywords: ReadonlyMap<string, Stored>;
  readonly rows: readonly RowPlace[];
  readonly files: ReadonlyMap<string, FileEntry>;
  readonly log: readonly Stored[];
  lines(runId: string): ReadonlyMap<string, Stored>;
  write(runId: string, output: Prepared): Promise<void>;
  dropRun(runId: string): void;
  bytesOf(file: FileEntry): Promise<Uint8Array>;
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** An output as texts, made when it was handed in. */
export interface Prepared {
  readonly line?: { readonly key: string; readonly text: string };
  readonly articles: readonly { readonly keyword: string; readonly text: string }[];
  readonly rows: readonly string[];
  readonly files: readonly StoredFile[];
  readonly log: readonly string[];
}

export function prepared({ line, articles = [], rows = [], files = [], log = [] }: RunOutput): Prepared {
  return {
    ...(line === undefined ? {} : { line: { key: line.key, text: JSON.stringify(line) } }),
    articles: articles.map(({ keyword, article }) => ({ keyword, text: JSON.stringify(article) })),
    rows: rows.map((row) => JSON.stringify(row)),
    files: files.map(({ path, type, size, sha256, bytes }) => ({
      path,
      type,
      size,
      sha256,
      bytes: new Uint8Array(bytes),
    })),
    log: log.map((entry) => JSON.stringify(entry)),
  };
}

/** Opens what is stored in the folder, which is made with the first write. Rows of runs that are gone are left out. */
export async function openContentLog(
  folder: string,
  isRun: (runId: string) => boolean,
  found: (trouble: string, repair: string) => void,
): Promise<ContentLog> {
  const path = join(folder, "log.jsonl");
  const keywords = new Map<string, Stored>();
  let rows: RowPlace[] = [];
  const files = new Map<string, FileEntry>();
  const log: Stored[] = [];
  const lines = new Map<string, Map<string, Stored>>();
  let blobs = 0;

  await makeFolder(folder);
  if (await createFile(path)) await flushFolder(folder);
  const appended = await load();
  await sweep();

  /** Reads the log. One that is damaged, or mostly of what was replaced since, is written anew. */
  async function load(): Promise<AppendLog> {
    const file = await openFile(path, O_RDWR | O_NOFOLLOW);
    const appended = appendLog(file, 0);
    const read: { readonly meta: StepMeta; readonly places: readonly Stored[] }[] = [];
    let damaged = false;
    let length = 0;
    for await (const { at, bytes, parts, unended } of linesOf(file)) {
      // What has no end was being written when the process ended, and nobody was told that it is stored.
      if (unended) break;
      length = at + bytes.length + 1;
      const meta = parts && metaOf(bytes, parts);
      if (parts === undefined || meta === undefined) {
        damaged = true;
        const name = await setAside(path, bytes);
        found(
          "The content of the task had a damaged line.",
          `Its bytes were set aside in ${name}; what it held is missing.`,
        );
        continue;
      }
      const places = parts.slice(1).map((part) => ({ log: appended, at: at + part.at, length: part.length }));
      enter(meta, places);
      read.push({ meta, places });
    }
    const steps = read.map(({ meta, places }) => stillWanted(meta, places));
    const wanted = steps.reduce((sum, { places }) => sum + places.reduce((bytes, { length }) => bytes + length, 0), 0);
    if (!damaged && (length < LEAST_REWRITTEN || wanted > length / 2)) {
      if ((await file.stat()).size > length) await file.truncate(length);
      await appended.close();
      const good = appendLog(await openFile(path, O_RDWR | O_NOFOLLOW), length);
      for (const { places } of read) for (const place of places) place.log = good;
      return good;
    }
    const copy = await createCopy(`${path}.tmp`);
    for (const { meta, places } of steps) {
      if (places.length + meta.files.length > 0) copy.add([meta, ...places.map(stored)], places);
      if (copy.isFull()) await copy.flush();
    }
    const { moves, length: rewritten } = await copy.finish();
    await rename(`${path}.tmp`, path);
    await flushFolder(folder);
    await appended.close();
    const good = appendLog(await openFile(path, O_RDWR | O_NOFOLLOW), rewritten);
    for (const { from, at } of moves) Object.assign(from, { log: good, at });
    return good;
  }

  /** What of a step was neither replaced nor belongs to a run that is gone. */
  function stillWanted(meta: StepMeta, places: readonly Stored[]) {
    const kept: Stored[] = [];
    let next = 0;
    const keep = (wanted: (place: Stored) => boolean): boolean => {
      const place = places[next++];
      if (place === undefined || !wanted(place)) return false;
      kept.push(place);
      return true;
    };
    const { run, line } = meta;
    const wantsLine = line !== undefined && keep((place) => lines.get(run)?.get(line) === place && isRun(run));
    const articles = meta.articles.filter((keyword) => keep((place) => keywords.get(keyword) === place));
    let rowCount = 0;
    for (let row = 0; row < meta.rows; row += 1) if (keep(() => isRun(run))) rowCount += 1;
    for (let entry = 0; entry < meta.log; entry += 1) keep(() => true);
    const step: StepMeta = {
      run,
      ...(wantsLine ? { line } : {}),
      articles,
      rows: rowCount,
      files: meta.files.filter((file) => files.get(file.path) === file),
      log: meta.log,
    };
    return { meta: step, places: kept };
  }

  /** Adds what a line holds, and says how to take it out again. */
  function enter(meta: StepMeta, places: readonly Stored[]): Undo {
    const undos: Undo[] = [];
    let next = 0;
    const place = (): Stored => places[next++]!;
    if (meta.line !== undefined) {
      const ofRun = lines.get(meta.run) ?? new Map<string, Stored>();
      lines.set(meta.run, ofRun);
      const before = [...(ofRun.has(meta.line) ? ofRun : [])];
      const key = meta.line;
      // Taken out first: a line that ends again goes to the end of the order.
      ofRun.delete(key);
      ofRun.set(key, place());
      undos.push(() => {
        ofRun.delete(key);
        if (before.length > 0) {
          ofRun.clear();
          for (const [each, stands] of before) ofRun.set(each, stands);
        }
      });
    }
    for (const keyword of meta.articles) undos.push(put(keywords, keyword, place()));
    const wanted = isRun(meta.run);
    const rowsBefore = rows.length;
    for (let row = 0; row < meta.rows; row += 1) {
      const stands = place();
      if (wanted) rows.push({ run: meta.run, place: stands });
    }
    for (const one of meta.files) {
      if (one.blob !== undefined) blobs = Math.max(blobs, one.blob);
      undos.push(put(files, one.path, one));
    }
    const logBefore = log.length;
    for (let entry = 0; entry < meta.log; entry += 1) log.push(place());
    undos.push(() => {
      rows.length = Math.min(rows.length, rowsBefore);
      log.length = logBefore;
    });
    return () => {
      for (const undo of undos.toReversed()) undo();
    };
  }

  /** Files that no line names were being written when the process ended, or were replaced. */
  async function sweep(): Promise<void> {
    const named = new Set([...files.values()].map(({ blob }) => blob));
    for (const name of await readdir(folder)) {
      if (BLOB.test(name) && !named.has(Number.parseInt(name, 10))) await rm(join(folder, name));
    }
  }

  async function writeBlob(number: number, bytes: Uint8Array): Promise<void> {
    const blob = await openFile(join(folder, `${number}.bin`), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
    try {
      await blob.writeFile(bytes);
      await blob.sync();
    } finally {
      await blob.close();
    }
  }

  return {
    keywords,
    get rows() {
      return rows;
    },
    files,
    log,
    lines: (runId) => lines.get(runId) ?? new Map(),
    write(runId, output) {
      const large: { readonly number: number; readonly bytes: Uint8Array }[] = [];
      const infos = output.files.map(({ bytes, ...info }): FileEntry => {
        if (bytes.length <= INLINE_BYTES) return { ...info, base64: Buffer.from(bytes).toString("base64") };
        blobs += 1;
        large.push({ number: blobs, bytes });
        return { ...info, blob: blobs, crc: crc32(bytes) };
      });
      const meta: StepMeta = {
        run: runId,
        ...(output.line === undefined ? {} : { line: output.line.key }),
        articles: output.articles.map(({ keyword }) => keyword),
        rows: output.rows.length,
        files: infos,
        log: output.log.length,
      };
      const texts = [
        ...(output.line === undefined ? [] : [output.line.text]),
        ...output.articles.map(({ text }) => text),
        ...output.rows,
        ...output.log,
      ];
      const line = lineOf([JSON.stringify(meta), ...texts]);
      const at = appended.end;
      const places = line.places.slice(1).map((part) => ({ log: appended, at: at + part.at, length: part.length }));
      const undo = enter(meta, places);
      if (large.length === 0) return appended.append(line.bytes, undo);
      return appended.append(line.bytes, undo, async () => {
        for (const { number, bytes } of large) await writeBlob(number, bytes);
        await flushFolder(folder);
      });
    },
    dropRun(runId) {
      lines.delete(runId);
      rows = rows.filter(({ run }) => run !== runId);
    },
    async bytesOf({ path: name, base64, blob, crc }) {
      if (base64 !== undefined) return new Uint8Array(Buffer.from(base64, "base64"));
      await appended.settled();
      const bytes = await bytesIn(join(folder, `${blob}.bin`));
      if (bytes === undefined || crc32(bytes) !== crc) {
        throw failed(
          `The file ${shown(name)} of the task is damaged. Run the task again, or put the store back from a backup.`,
        );
      }
      return bytes;
    },
    settled: () => appended.settled(),
    close: () => appended.close(),
  };
}

/** Says whether the file was made; it may be there already. */
async function createFile(path: string): Promise<boolean> {
  try {
    await (await openFile(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)).close();
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

function metaOf(bytes: Buffer, [first, ...others]: readonly Place[]): StepMeta | undefined {
  try {
    const meta: StepMeta = JSON.parse(textOf(bytes, first!));
    const wanted = (meta.line === undefined ? 0 : 1) + meta.articles.length + meta.rows + meta.log;
    return wanted === others.length && Array.isArray(meta.files) ? meta : undefined;
  } catch {
    return undefined;
  }
}

async function bytesIn(path: string): Promise<Uint8Array | undefined> {
  const file = await openFile(path, O_RDONLY | O_NOFOLLOW).catch((error) => {
    if (codeOf(error) !== "ENOENT") throw error;
  });
  if (file === undefined) return undefined;
  try {
    return new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}

/** Sets a member of a map, and says how to set it back. */
function put<K, V>(map: Map<K, V>, key: K, value: V): Undo {
  const before = map.get(key);
  map.set(key, value);
  return () => {
    if (before === undefined) map.delete(key);
    else map.set(key, before);
  };
}

export function recordOf<T>(place: Stored): T {
  try {
    return JSON.parse(stored(place));
  } catch (cause) {
    throw failed("A record of the store cannot be read. Run scriptorium doctor --store to see what is damaged.", cause);
  }
}
