import { createHash } from "node:crypto";
import { wordsOf } from "./terms.js";

export type DedupeMode = "off" | "exact" | "near";

/** What is remembered of a text: enough to know it again, as plain data. */
export interface Fingerprint {
  /** SHA-256 of the words, in hexadecimal digits. */
  readonly hash: string;
  /** 64 bits in hexadecimal digits; texts that say nearly the same differ in few of them. */
  readonly simhash: string;
}

/** Words in a row that count as one. */
const SHINGLE = 3;
/** More of a text says nothing more about what it is like. */
const MAX_CHARACTERS = 1_000_000;
const BITS = 64;

/** What a text is known again by, whatever its case, spaces and punctuation. */
export function fingerprint(text: string): Fingerprint {
  const words = wordsOf(text.slice(0, MAX_CHARACTERS));
  const hash = createHash("sha256").update(words.join(" "));
  if (text.length > MAX_CHARACTERS) hash.update(text.slice(MAX_CHARACTERS));
  return { hash: hash.digest("hex"), simhash: simhash(words) };
}

/**
 * The texts of a run, to find those that were there before: the same words (`exact`), or fingerprints that differ in at
 * most `distance` of 64 bits (`near`).
 */
export class SeenTexts {
  private readonly names: string[] = [];
  private readonly low: number[] = [];
  private readonly high: number[] = [];
  private readonly byHash = new Map<string, number>();
  /** Numbers of texts by the bits of each band: of two texts that differ in `distance` bits, one band more is the same. */
  private readonly bands: readonly {
    readonly from: number;
    readonly to: number;
    readonly texts: Map<string, number[]>;
  }[];

  constructor(
    private readonly mode: DedupeMode,
    private readonly distance: number,
  ) {
    const count = Math.min(distance + 1, BITS);
    this.bands = Array.from({ length: count }, (_, band) => ({
      from: Math.floor((band * BITS) / count),
      to: Math.floor(((band + 1) * BITS) / count),
      texts: new Map<string, number[]>(),
    }));
  }

  /**
   * The name of the first text that says the same; without one this text is remembered under its own name. A name is not
   * a duplicate of itself.
   */
  firstLike(print: Fingerprint, name: string): string | undefined {
    if (this.mode === "off") return undefined;
    const found = this.find(print);
    if (found !== undefined) return found === name ? undefined : found;
    this.remember(print, name);
    return undefined;
  }

  /** For what an earlier attempt at the run has found. */
  remember({ hash, simhash }: Fingerprint, name: string): void {
    if (this.mode === "off") return;
    const index = this.names.push(name) - 1;
    if (!this.byHash.has(hash)) this.byHash.set(hash, index);
    if (this.mode !== "near") return;
    const [high, low] = halves(simhash);
    this.high.push(high);
    this.low.push(low);
    for (const { from, to, texts } of this.bands) {
      const key = bits(high, low, from, to);
      const others = texts.get(key);
      if (others === undefined) texts.set(key, [index]);
      else others.push(index);
    }
  }

  /** The names of all texts that say the same, in the order they were remembered in. */
  allLike({ hash, simhash }: Fingerprint): string[] {
    const same = this.byHash.get(hash);
    const found = new Set(same === undefined ? [] : [same]);
    if (this.mode === "near") {
      const [high, low] = halves(simhash);
      for (const { from, to, texts } of this.bands) {
        for (const index of texts.get(bits(high, low, from, to)) ?? [])
          if (this.isNear(high, low, index)) found.add(index);
      }
    }
    return [...found].sort((a, b) => a - b).map((index) => this.names[index]!);
  }

  /** What was remembered under a name is like no other text any more. */
  forget({ hash, simhash }: Fingerprint, name: string): void {
    const isOther = (index: number) => this.names[index] !== name;
    const same = this.byHash.get(hash);
    if (same !== undefined && !isOther(same)) this.byHash.delete(hash);
    if (this.mode !== "near") return;
    const [high, low] = halves(simhash);
    for (const { from, to, texts } of this.bands) {
      const key = bits(high, low, from, to);
      texts.set(key, (texts.get(key) ?? []).filter(isOther));
    }
  }

  private find({ hash, simhash }: Fingerprint): string | undefined {
    const same = this.byHash.get(hash);
    if (same !== undefined) return this.names[same];
    if (this.mode !== "near") return undefined;
    const [high, low] = halves(simhash);
    let first: number | undefined;
    for (const { from, to, texts } of this.bands) {
      for (const index of texts.get(bits(high, low, from, to)) ?? []) {
        if (first !== undefined && index >= first) break;
        if (this.isNear(high, low, index)) first = index;
      }
    }
    return first === undefined ? undefined : this.names[first];
  }

  private isNear(high: number, low: number, index: number): boolean {
    return ones(high ^ (this.high[index] ?? 0)) + ones(low ^ (this.low[index] ?? 0)) <= this.distance;
  }
}

/** In how many bits two of them differ. */
export function bitsApart(some: string, other: string): number {
  const [a, b] = [halves(some), halves(other)];
  return ones(a[0] ^ b[0]) + ones(a[1] ^ b[1]);
}

/** Charikar's fingerprint: each bit is what most runs of words have there. */
function simhash(words: readonly string[]): string {
  const votes = new Int32Array(BITS);
  const hashes = words.map(hashOf);
  const runs = Math.max(1, hashes.length - SHINGLE + 1);
  for (let at = 0; at < runs && hashes.length > 0; at += 1) {
    let low = 0x9e3779b9;
    let high = 0x85ebca6b;
    for (const hash of hashes.slice(at, at + SHINGLE)) {
      low = mixed(low ^ hash);
      high = mixed(Math.imul(high, 31) + hash);
    }
    for (let bit = 0; bit < 32; bit += 1) {
      votes[bit]! += ((low >>> bit) & 1) * 2 - 1;
      votes[bit + 32]! += ((high >>> bit) & 1) * 2 - 1;
    }
  }
  let low = 0;
  let high = 0;
  for (let bit = 0; bit < 32; bit += 1) {
    if (votes[bit]! > 0) low |= 1 << bit;
    if (votes[bit + 32]! > 0) high |= 1 << bit;
  }
  return digits(high) + digits(low);
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash;
}

/** Spreads every bit over all others. */
function mixed(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function digits(half: number): string {
  return (half >>> 0).toString(16).padStart(8, "0");
}

function halves(simhash: string): readonly [high: number, low: number] {
  return [Number.parseInt(simhash.slice(0, 8), 16) | 0, Number.parseInt(simhash.slice(8), 16) | 0];
}

function bits(high: number, low: number, from: number, to: number): string {
  return `${part(low, from, Math.min(to, 32))}.${part(high, Math.max(from, 32) - 32, to - 32)}`;
}

function part(half: number, from: number, to: number): number {
  if (to <= from) return 0;
  return to - from === 32 ? half : (half >>> from) & ((1 << (to - from)) - 1);
}

function ones(half: number): number {
  let left = half >>> 0;
  let count = 0;
  for (; left !== 0; left = (left & (left - 1)) >>> 0) count += 1;
  return count;
}
