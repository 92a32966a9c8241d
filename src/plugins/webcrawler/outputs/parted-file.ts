import { GrowingBytes } from "./growing-bytes.js";

/**
 * Stores a file of the run; `last` says that it may wait for the end of the run and need not be stored at once. Bytes are
 * gone when the promise is fulfilled.
 */
export type PutFile = (path: string, content: string | Uint8Array, type: string, last: boolean) => Promise<void>;

/** Bytes of one part. */
const PART = 2 * 1024 * 1024;

/** A file of any length, written in parts that fit in memory: `name.csv`, then `name-2.csv` and so on. */
export class PartedFile {
  readonly paths: string[] = [];
  private readonly bytes = new GrowingBytes();

  constructor(
    private readonly about: {
      readonly name: string;
      readonly ending: string;
      readonly type: string;
      /** What every part begins with. */
      readonly head: string;
    },
    private readonly put: PutFile,
    private readonly partLength = PART,
  ) {}

  /** A promise where a part is full, and has to be stored before more is added. */
  add(text: string): Promise<void> | undefined {
    if (this.bytes.length === 0) this.bytes.add(this.about.head);
    this.bytes.add(text);
    return this.bytes.length > this.partLength ? this.write(false) : undefined;
  }

  /** A file of nothing is its head alone. */
  async end(): Promise<void> {
    if (this.bytes.length > 0) return await this.write(true);
    if (this.paths.length > 0) return;
    this.bytes.add(this.about.head);
    await this.write(true);
  }

  private async write(last: boolean): Promise<void> {
    const { name, ending, type } = this.about;
    const number = this.paths.length + 1;
    const path = number === 1 ? `${name}.${ending}` : `${name}-${number}.${ending}`;
    this.paths.push(path);
    await this.bytes.emptied((bytes) => this.put(path, bytes, type, last));
  }
}
