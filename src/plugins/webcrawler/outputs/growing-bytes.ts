const CHUNK = 512 * 1024;

/** Text that is gathered as bytes, outside of the heap; what is no longer needed is given back at once. */
export class GrowingBytes {
  private chunks: Buffer[] = [];
  /** Of the last chunk. */
  private used = CHUNK;
  length = 0;

  add(text: string): void {
    if (text === "") return;
    // A character has three bytes at most.
    const room = 3 * text.length;
    if (this.used + room > CHUNK) {
      this.trim();
      this.chunks.push(Buffer.allocUnsafeSlow(Math.max(CHUNK, room)));
      this.used = 0;
    }
    const written = this.chunks.at(-1)!.write(text, this.used);
    this.used += written;
    this.length += written;
  }

  /** Hands over what was gathered, for as long as `use` takes, and starts again. */
  async emptied(use: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    this.trim();
    const { chunks, length } = this;
    this.chunks = [];
    this.used = CHUNK;
    this.length = 0;
    const bytes = Buffer.allocUnsafeSlow(length);
    let at = 0;
    for (const chunk of chunks) {
      at += chunk.copy(bytes, at);
      giveBack(chunk);
    }
    await use(bytes);
    giveBack(bytes);
  }

  private trim(): void {
    const last = this.chunks.pop();
    if (last !== undefined) this.chunks.push(last.subarray(0, this.used));
  }
}

/** Gives the memory of bytes back at once, which would else be taken for free only when much more has come together. */
function giveBack({ buffer }: Buffer): void {
  // Small ones share theirs with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}
