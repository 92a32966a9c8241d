const NONE = 0xffff_ffff;
const CHUNK = 1 << 20;
const MAX_LENGTH = 65_535;

/**
 * A set of addresses that numbers them in the order they came, made for hundreds of thousands: the characters of all are
 * in a few large buffers, and a table of numbers finds them. Addresses are ASCII, as normal ones are.
 */
export class AddressTable {
  private chunks: Buffer[] = [];
  private used = 0;
  private starts = new Float64Array(1024);
  private lengths = new Uint16Array(1024);
  private hashes = new Int32Array(1024);
  private slots = new Uint32Array(4096).fill(NONE);
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** The number of an address, or undefined when it is not in the table. */
  find(address: string): number | undefined {
    const number = this.slots[this.slotOf(address, hashOf(address))]!;
    return number === NONE ? undefined : number;
  }

  /** The number of an address, which is put into the table when it is not there. */
  add(address: string): number {
    const hash = hashOf(address);
    const slot = this.slotOf(address, hash);
    const known = this.slots[slot]!;
    if (known !== NONE) return known;
    const number = this.count;
    if (number === this.lengths.length) this.growColumns();
    this.starts[number] = this.store(address);
    this.lengths[number] = address.length;
    this.hashes[number] = hash;
    this.slots[slot] = number;
    this.count += 1;
    if (this.count * 2 > this.slots.length) this.growSlots();
    return number;
  }

  at(number: number): string {
    const start = this.starts[number]!;
    const offset = start % CHUNK;
    return this.chunks[Math.floor(start / CHUNK)]!.toString("latin1", offset, offset + this.lengths[number]!);
  }

  private slotOf(address: string, hash: number): number {
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = this.slots[slot]!;
      if (number === NONE || (this.hashes[number] === hash && this.holds(number, address))) return slot;
    }
  }

  private holds(number: number, address: string): boolean {
    if (this.lengths[number] !== address.length) return false;
    const start = this.starts[number]!;
    const chunk = this.chunks[Math.floor(start / CHUNK)]!;
    const offset = start % CHUNK;
    for (let at = address.length - 1; at >= 0; at -= 1) {
      if (chunk[offset + at] !== address.charCodeAt(at)) return false;
    }
    return true;
  }

  private store(address: string): number {
    const left = CHUNK - (this.used % CHUNK);
    if (address.length > MAX_LENGTH) throw new RangeError("An address is too long for the table.");
    if (address.length > left) this.used += left;
    const start = this.used;
    const chunk = Math.floor(start / CHUNK);
    this.chunks[chunk] ??= Buffer.allocUnsafeSlow(CHUNK);
    this.chunks[chunk]!.write(address, start % CHUNK, "latin1");
    this.used += address.length;
    return start;
  }

  private growColumns(): void {
    this.starts = grown(this.starts, Float64Array);
    this.lengths = grown(this.lengths, Uint16Array);
    this.hashes = grown(this.hashes, Int32Array);
  }

  private growSlots(): void {
    const slots = new Uint32Array(this.slots.length * 2).fill(NONE);
    const mask = slots.length - 1;
    for (let number = 0; number < this.count; number += 1) {
      let slot = this.hashes[number]! & mask;
      while (slots[slot] !== NONE) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.slots = slots;
  }
}

type Column = (Float64Array | Uint32Array | Uint16Array | Uint8Array | Int32Array | Float32Array) & {
  readonly buffer: ArrayBuffer;
};

/** The same numbers with room for as many more; the column that was is given back at once, and empty. */
export function grown<T extends Column>(column: T, kind: new (buffer: ArrayBuffer) => T): T {
  const { buffer, BYTES_PER_ELEMENT: width, length } = column;
  return new kind(buffer.transfer(width * Math.max(1024, length * 2)));
}

/** FNV-1a, 32 bits, stirred at the end because slots are its low bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
