import { createHash, type Hash, hash as hashOf } from "node:crypto";
import { earlierFile } from "../files/files-of-run.js";
import { describedGrown, grownFile } from "../files/grown-file.js";
import { earlierPath, fileOfPiece, GROWN, isHidden, memoryPath, piecePath } from "../files/hidden-paths.js";
import { taskFiles } from "../files/task-files.js";
import type { ContentStore, FileInfo, RunOutput, RunStore, StoredFile } from "../storage.js";
import { type FilesOfTask, LaidFiles } from "./laid-files.js";
import { giveBack } from "./line-parts.js";
import type { FileOrder } from "./run-output.js";

/**
 * A last piece that is shorter is replaced by a longer one: a file that grows by single lines has not a piece for each. What is
 * stored again with each line is this piece and the list of all of them, so that pieces are the longer the more there are.
 */
const shortest = (pieces: number) => Math.max(4 * 1024, 16 * pieces);

/** How far a file has grown. */
interface Growing {
  readonly type: string;
  readonly hash: Hash;
  readonly pieces: number[];
  /** Bytes of all of them. */
  size: number;
  /** The bytes of the last piece, while it may become longer. */
  tail: Uint8Array | undefined;
}

/** What a step stores and removes for what was asked of its files. */
export interface StoredOrders extends Required<Pick<RunOutput, "files" | "removed">> {
  /** For the progress of the run: files that were put out, and the bytes of all that is new. */
  readonly made: { readonly files: number; readonly bytes: number };
  /** By path: the files that were put out, as they are then; undefined for one that is removed. */
  readonly noted: ReadonlyMap<string, FileInfo | undefined>;
}

/** The run whose files they are. */
export interface FilesOfStoredRun {
  readonly runs: Pick<RunStore, "effect" | "effects">;
  readonly runId: string;
}

/** Turns what a task type asks of the files of its task into what is stored, over all steps of a run. */
export class RunFiles {
  private readonly growing = new Map<string, Growing>();
  /** How many pieces are stored of each file that ever grew. */
  private known: Promise<Map<string, number>> | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  private readonly content: FilesOfTask["content"];
  private readonly taskId: string;
  private readonly laid: LaidFiles;

  constructor(private readonly about: FilesOfTask & FilesOfStoredRun) {
    this.content = about.content;
    this.taskId = about.taskId;
    this.laid = new LaidFiles(about);
  }

  /**
   * Stores by `write` what the orders say, lays it out, and says whether it was stored. Steps in which a file grows are
   * stored one after the other.
   */
  async store(orders: readonly FileOrder[], write: (stored: StoredOrders) => Promise<boolean>): Promise<boolean> {
    const work = async () => {
      const stored = await this.toStore(orders);
      if (!(await write(stored))) return false;
      await this.laid.step(orders);
      for (const { bytes } of stored.files) giveBack(bytes);
      return true;
    };
    if (!orders.some(({ kind, path }) => kind === "append" || this.growing.has(path))) return work();
    const turn = this.turn.then(work);
    this.turn = turn.catch(() => {});
    return turn;
  }

  /** Lays out the files of an attempt that was cut off. Never rejects. */
  async again(): Promise<void> {
    await this.laid.again();
  }

  /** Lays out the files that have grown. Never rejects. */
  async end(): Promise<void> {
    await this.laid.grown(this.growing.keys());
  }

  /** The bytes of a file of the task. */
  async stored(path: string): Promise<Uint8Array | undefined> {
    return (await taskFiles(this.content).file(this.taskId, path))?.bytes;
  }

  /** Whether the task has a file below a folder. */
  async hasStored(folder: string): Promise<boolean> {
    const below = `${folder}/`;
    for await (const { path } of taskFiles(this.content).files(this.taskId)) {
      if (path.startsWith(below)) return true;
      // They come in the order of their paths.
      if (path > below) return false;
    }
    return false;
  }

  /** What the task remembers under a name. */
  async remembered(name: string): Promise<Uint8Array | undefined> {
    return (await this.content.file(this.taskId, memoryPath(name)))?.bytes;
  }

  private async toStore(orders: readonly FileOrder[]): Promise<StoredOrders> {
    const files = new Map<string, StoredFile>();
    const removed: string[] = [];
    const made = { files: 0, bytes: 0 };
    const noted = new Map<string, FileInfo | undefined>();
    if (orders.length > 0 && this.known === undefined) {
      this.known = storedPieces(this.content, this.taskId);
      // Who needs it meets its failure; nobody may.
      this.known.catch(() => {});
    }
    for (const order of orders) {
      const { path } = order;
      if (order.kind === "append") {
        made.bytes += order.bytes.length;
        if (await this.grow(order, files)) made.files += 1;
        const { type, hash, size } = this.growing.get(path)!;
        noted.set(path, { path, type, size, sha256: hash.copy().digest("hex") });
        continue;
      }
      if (order.kind === "memory") {
        if (order.bytes.length === 0) removed.push(memoryPath(path));
        else put(files, fileOf(memoryPath(path), order.type, order.bytes));
        continue;
      }
      const { bytes, ...file } = fileOf(path, order.type, order.bytes);
      const earlier = order.kind === "file" && !noted.has(path) ? await this.earlier(file) : undefined;
      removed.push(...(await this.forgotten(path)));
      noted.set(path, order.kind === "file" ? file : undefined);
      if (order.kind === "remove") removed.push(path, earlierPath(path));
      else {
        if (earlier !== undefined) put(files, earlier);
        made.files += 1;
        made.bytes += bytes.length;
        put(files, { ...file, bytes });
      }
    }
    return { files: [...files.values()], removed, made, noted };
  }

  /** What a file that is replaced held before this run. */
  private earlier(file: FileInfo): Promise<StoredFile | undefined> {
    const { content, runs, taskId, runId } = this.about;
    return earlierFile({ content, runs }, taskId, runId, file);
  }

  /** The pieces of a file that is replaced or removed. */
  private async forgotten(path: string): Promise<string[]> {
    const known = await this.known;
    const count = known?.get(path) ?? 0;
    known?.delete(path);
    this.growing.delete(path);
    return Array.from({ length: count }, (_, index) => piecePath(path, index + 1));
  }

  /** Says whether there was no such file before. */
  private async grow({ path, bytes, type }: FileOrder, files: Map<string, StoredFile>): Promise<boolean> {
    const known = this.growing.get(path);
    const before = known === undefined ? (files.get(path) ?? (await this.content.file(this.taskId, path))) : undefined;
    const file = known ?? (await this.begun(path, type, before, files));
    this.growing.set(path, file);
    file.hash.update(bytes);
    const piece = file.tail === undefined ? bytes : Buffer.concat([file.tail, bytes]);
    if (file.tail !== undefined) file.pieces.pop();
    const number = file.pieces.push(piece.length);
    file.size += bytes.length;
    // A copy: the bytes of what is stored are given back.
    file.tail = piece.length < shortest(number) ? new Uint8Array(piece) : undefined;
    (await this.known)?.set(path, number);
    put(files, pieceOf(path, number, piece));
    const about = { type: file.type, size: file.size, sha256: file.hash.copy().digest("hex"), pieces: file.pieces };
    put(files, fileOf(path, GROWN, describedGrown(about)));
    return known === undefined && before === undefined;
  }

  /** How far a file is of which this attempt at the run knows nothing yet; one that is whole becomes the first piece. */
  private async begun(
    path: string,
    type: string,
    stored: StoredFile | undefined,
    files: Map<string, StoredFile>,
  ): Promise<Growing> {
    const hash = createHash("sha256");
    if (stored === undefined) return { type, hash, pieces: [], size: 0, tail: undefined };
    if (stored.type !== GROWN) {
      const { bytes } = stored;
      put(files, pieceOf(path, 1, bytes));
      const { length: size } = bytes;
      return { type: stored.type, hash: hash.update(bytes), pieces: [size], size, tail: shortOrNone(bytes, 1) };
    }
    const { pieces, size, type: shown } = grownFile(stored);
    const file = await taskFiles(this.content).open(this.taskId, path);
    for await (const slice of file?.slices() ?? []) hash.update(slice);
    const last = await this.content.file(this.taskId, piecePath(path, pieces.length));
    return { type: shown, hash, pieces: [...pieces], size, tail: last && shortOrNone(last.bytes, pieces.length) };
  }
}

function shortOrNone(bytes: Uint8Array, pieces: number): Uint8Array | undefined {
  return bytes.length < shortest(pieces) ? bytes : undefined;
}

function put(files: Map<string, StoredFile>, file: StoredFile): void {
  files.set(file.path, file);
}

function pieceOf(path: string, number: number, bytes: Uint8Array): StoredFile {
  return fileOf(piecePath(path, number), "application/octet-stream", bytes);
}

async function storedPieces(content: Pick<ContentStore, "files">, taskId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const { path } of content.files(taskId)) {
    if (!isHidden(path)) break;
    const file = fileOfPiece(path);
    if (file !== undefined) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return counts;
}

function fileOf(path: string, type: string, bytes: Uint8Array): StoredFile {
  return { path, type, size: bytes.length, sha256: hashOf("sha256", bytes, "hex"), bytes };
}
