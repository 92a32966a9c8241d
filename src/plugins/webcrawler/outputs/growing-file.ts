import { GrowingBytes } from "./growing-bytes.js";

/** How a file, or a part of one, is stored. */
export interface PutAs {
  /** The part comes behind what was put before under the path; else the file begins with it. */
  readonly adds?: boolean;
  /** It may wait for the end of the run and need not be stored at once. */
  readonly last: boolean;
}

/** Stores a file of the run or a part of it. Bytes are gone when the promise is fulfilled. */
export type PutFile = (path: string, content: string | Uint8Array, type: string, as: PutAs) => Promise<void>;

/** Bytes of one part. */
const PART = 2 * 1024 * 1024;

/** A file of any length, stored in parts that fit in memory. */
export class GrowingFile {
  private readonly bytes = new GrowingBytes();
  private begun = false;

  constructor(
    private readonly about: {
      readonly path: string;
      readonly type: string;
      /** What the file begins with. */
      readonly head: string;
    },
    private readonly put: PutFile,
    private readonly partLength = PART,
  ) {
    this.bytes.add(about.head);
  }

  /** Its path, in a list that is empty until something of it is stored. */
  get paths(): readonly string[] {
    return this.begun ? [this.about.path] : [];
  }

  /** A promise where a part is full, and has to be stored before more is added. */
  add(text: string): Promise<void> | undefined {
    this.bytes.add(text);
    return this.bytes.length > this.partLength ? this.write(false) : undefined;
  }

  /** A file of nothing is its head alone. */
  async end(): Promise<void> {
    if (this.bytes.length > 0 || !this.begun) await this.write(true);
  }

  private async write(last: boolean): Promise<void> {
    const adds = this.begun;
    this.begun = true;
    const { path, type } = this.about;
    await this.bytes.emptied((bytes) => this.put(path, bytes, type, { adds, last }));
  }
}
