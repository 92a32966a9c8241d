import type { ContentStore, FileInfo, Page, StoredFile } from "../storage.js";
import { damagedPieces, grownFile } from "./grown-file.js";
import { GROWN, isHidden, piecePath } from "./hidden-paths.js";

/** Bytes of a file that are handed on at once. */
const SLICE = 64 * 1024;

/** A file whose bytes are read as they are asked for. */
export interface OpenFile extends FileInfo {
  /** The bytes from `start` up to and without `end`; all by default. Each call reads them again. */
  slices(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

/** The files of tasks as their users see them: those that grew are one each, and what tasks remember is none. */
export interface TaskFiles {
  /** Without the bytes, sorted by path, by code unit. */
  files(taskId: string, page?: Page): AsyncIterable<FileInfo>;
  /** With all its bytes. */
  file(taskId: string, path: string): Promise<StoredFile | undefined>;
  /** For a file that may be larger than memory. */
  open(taskId: string, path: string): Promise<OpenFile | undefined>;
}

type Content = Pick<ContentStore, "files" | "file">;

export function taskFiles(content: Content): TaskFiles {
  async function infoOf(taskId: string, info: FileInfo): Promise<FileInfo> {
    if (info.type !== GROWN) return info;
    const stored = await content.file(taskId, info.path);
    if (stored?.type !== GROWN) return info;
    const { pieces: _pieces, ...grown } = grownFile(stored);
    return grown;
  }

  async function open(taskId: string, path: string): Promise<OpenFile | undefined> {
    if (isHidden(path)) return undefined;
    const stored = await content.file(taskId, path);
    if (stored === undefined) return undefined;
    if (stored.type !== GROWN) {
      const { bytes, ...info } = stored;
      return { ...info, slices: (start, end) => slicesOf(bytes, start, end) };
    }
    const { pieces, ...info } = grownFile(stored);
    return { ...info, slices: (start, end) => slicesOfPieces(content, taskId, path, pieces, start, end) };
  }

  return {
    async *files(taskId, { offset = 0, limit = Number.POSITIVE_INFINITY } = {}) {
      const hidden = await countHidden(content, taskId);
      const page = { offset: offset + hidden, ...(Number.isFinite(limit) ? { limit } : {}) };
      for await (const info of content.files(taskId, page)) yield await infoOf(taskId, info);
    },
    async file(taskId, path) {
      const file = await open(taskId, path);
      if (file === undefined) return undefined;
      const { slices, ...info } = file;
      const bytes = new Uint8Array(info.size);
      let at = 0;
      for await (const slice of slices()) {
        bytes.set(slice, at);
        at += slice.length;
      }
      return { ...info, bytes };
    },
    open,
  };
}

/** They come before all others. */
async function countHidden(content: Content, taskId: string): Promise<number> {
  for (let count = 0, limit = 1; ; limit = 1000) {
    let seen = 0;
    for await (const { path } of content.files(taskId, { offset: count, limit })) {
      if (!isHidden(path)) return count + seen;
      seen += 1;
    }
    count += seen;
    if (seen < limit) return count;
  }
}

async function* slicesOf(bytes: Uint8Array, start = 0, end = bytes.length): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += SLICE) yield bytes.subarray(at, Math.min(end, at + SLICE));
}

/** A piece that has become longer since it was described is read as far as it was then. */
async function* slicesOfPieces(
  content: Content,
  taskId: string,
  path: string,
  pieces: readonly number[],
  start = 0,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const [index, size] of pieces.entries()) {
    const first = at;
    at += size;
    if (at <= start) continue;
    if (first >= end) return;
    const piece = await content.file(taskId, piecePath(path, index + 1));
    if (piece === undefined || piece.size < size) throw damagedPieces(path);
    yield* slicesOf(piece.bytes, Math.max(0, start - first), Math.min(size, end - first));
  }
}
