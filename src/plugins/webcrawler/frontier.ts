import { AddressTable, grown } from "./address-table.js";
import type { WebCrawlerOptions } from "./options.js";
import { bestFirst, breadthFirst, depthFirst, type PageQueue } from "./queues.js";

/** How far the crawl is with an address. */
export const STATE = { known: 0, queued: 1, done: 2 } as const;
/**
 * What else an address is: a start address or what one redirects to; named by a sitemap; a start address, which waits for
 * its own line whatever leads to it before; data for programs and no page.
 */
export const FLAG = { start: 1, sitemap: 2, reserved: 4, resource: 8 } as const;

/** Instead of a status: robots rules forbade the page; the site refused it to programs. */
export const ROBOTS = 1;
export const REFUSED = 2;

/** Number of the page that nobody links to. */
export const NOBODY = 0xffff_ffff;
/** Addresses the crawl knows of at most: what is found after them is not followed. */
const MAX_ADDRESSES = 3_000_000;

/** How an address came to be known. */
export interface Finding {
  readonly line: number;
  readonly depth: number;
  /** Number of the page it was found on. */
  readonly from: number;
  /** Redirects, and links out of the scope, that led there. */
  readonly hops: number;
  readonly outside: number;
  /** The higher, the sooner, among those of its line. */
  readonly rank: number;
  readonly flags: number;
}

/**
 * All addresses a run knows of, and those of each start address that wait: a few numbers and the characters of each, no
 * objects, so that hundreds of thousands fit.
 */
export class Frontier {
  readonly addresses = new AddressTable();
  /** As they are asked for, of those whose normal address is another. */
  private readonly spellings = new AddressTable();
  private spelling = new Uint32Array(1024);
  private lines = new Uint32Array(1024);
  private depths = new Uint16Array(1024);
  private ranks = new Float32Array(1024);
  private froms = new Uint32Array(1024);
  private states = new Uint8Array(1024);
  private marks = new Uint8Array(1024);
  private hops = new Uint8Array(1024);
  private outsides = new Uint8Array(1024);
  private statuses = new Uint16Array(1024);
  private queued = 0;
  private targets = new Uint32Array(1024);
  private readonly queues = new Map<number, PageQueue>();
  /** True when an address was left out because there are too many. */
  full = false;

  constructor(private readonly order: WebCrawlerOptions["order"]) {}

  /** The number of an address whether it is to be fetched or not; undefined when there is no room for it. */
  know(normal: string, address: string): number | undefined {
    const known = this.addresses.find(normal);
    if (known !== undefined) return known;
    if (this.addresses.size >= MAX_ADDRESSES) {
      this.full = true;
      return undefined;
    }
    const number = this.addresses.add(normal);
    if (number >= this.states.length) this.grow();
    this.respell(number, address);
    this.froms[number] = NOBODY;
    this.targets[number] = NOBODY;
    return number;
  }

  /** Says how the page of a normal address is asked for. */
  respell(number: number, address: string): void {
    this.spelling[number] = this.addresses.at(number) === address ? NOBODY : this.spellings.add(address);
  }

  /** Lets an address wait for its turn, unless it did already. */
  queue(number: number, finding: Finding): boolean {
    const own = (finding.flags & FLAG.start) !== 0 && finding.hops === 0;
    if (!this.isNew(number) && !(own && this.states[number] === STATE.known)) {
      this.marks[number]! |= finding.flags & FLAG.sitemap;
      return false;
    }
    this.note(number, finding);
    if (this.states[number] !== STATE.queued) this.queued += 1;
    this.states[number] = STATE.queued;
    this.ranks[number] = finding.rank;
    this.queueOf(finding.line).push(number, finding.rank);
    return true;
  }

  /** Writes down how an address was found. */
  note(number: number, { line, depth, from, hops, outside, flags }: Omit<Finding, "rank">): void {
    this.lines[number] = line;
    this.depths[number] = Math.min(depth, 0xffff);
    this.froms[number] = from;
    this.hops[number] = Math.min(hops, 0xff);
    this.outsides[number] = Math.min(outside, 0xff);
    this.marks[number]! |= flags;
  }

  /** Lets a page wait once more that had its turn. */
  again(number: number): void {
    this.queueOf(this.lines[number]!).push(number, this.ranks[number]!);
  }

  /**
   * The number of the next page of these lines: of that whose next is best, and of equal ones the first. Undefined when
   * none waits that may be taken.
   */
  next(lines: Iterable<number>, allowed: (number: number) => boolean): number | undefined {
    let chosen: PageQueue | undefined;
    for (const line of lines) {
      const queue = this.queues.get(line);
      const first = queue && this.firstOf(queue);
      if (first === undefined || !allowed(first)) continue;
      if (chosen === undefined || queue!.best > chosen.best) chosen = queue;
    }
    return chosen?.shift();
  }

  /** Whether anything of a line waits that may be taken. */
  waits(line: number, allowed: (number: number) => boolean): boolean {
    const queue = this.queues.get(line);
    const first = queue && this.firstOf(queue);
    return first !== undefined && allowed(first);
  }

  /** How many of a line wait; some may be done already when the run is gone on with. */
  size(line: number): number {
    return this.queues.get(line)?.size ?? 0;
  }

  /** How many wait in all. */
  waiting(): number {
    return this.queued;
  }

  done(number: number, status: number, target?: number): void {
    if (this.states[number] === STATE.queued) this.queued -= 1;
    this.states[number] = STATE.done;
    this.statuses[number] = status;
    this.targets[number] = target ?? NOBODY;
  }

  /** Lets a page be fetched once more that failed. */
  forget(number: number): void {
    this.states[number] = STATE.known;
  }

  mark(number: number, flag: number): void {
    this.marks[number]! |= flag;
  }
  has(number: number, flag: number): boolean {
    return (this.marks[number]! & flag) !== 0;
  }
  /** The address as it is asked for. */
  address(number: number): string {
    const spelling = this.spelling[number]!;
    return spelling === NOBODY ? this.addresses.at(number) : this.spellings.at(spelling);
  }
  /** Whether nothing was done about an address and the caller may. */
  isNew(number: number): boolean {
    return this.states[number] === STATE.known && !this.has(number, FLAG.reserved);
  }
  isDone(number: number): boolean {
    return this.states[number] === STATE.done;
  }
  line(number: number): number {
    return this.lines[number]!;
  }
  depth(number: number): number {
    return this.depths[number]!;
  }
  /** Number of the page it was found on, or NOBODY. */
  from(number: number): number {
    return this.froms[number]!;
  }
  hopsOf(number: number): number {
    return this.hops[number]!;
  }
  outside(number: number): number {
    return this.outsides[number]!;
  }
  /** HTTP status of a page that is done, ROBOTS or REFUSED; 0 where there was no answer. */
  status(number: number): number {
    return this.statuses[number]!;
  }
  /** Number of the address it redirects to, or NOBODY. */
  target(number: number): number {
    return this.targets[number]!;
  }

  private queueOf(line: number): PageQueue {
    const known = this.queues.get(line);
    if (known !== undefined) return known;
    const queue = { breadth: breadthFirst, depth: depthFirst, best: bestFirst }[this.order]();
    this.queues.set(line, queue);
    return queue;
  }

  /** The next that still has to be fetched: an earlier attempt at the run may have done some that wait. */
  private firstOf(queue: PageQueue): number | undefined {
    for (let first = queue.peek(); first !== undefined; first = queue.peek()) {
      if (this.states[first] === STATE.queued) return first;
      queue.shift();
    }
    return undefined;
  }

  private grow(): void {
    this.spelling = grown(this.spelling, Uint32Array);
    this.lines = grown(this.lines, Uint32Array);
    this.ranks = grown(this.ranks, Float32Array);
    this.depths = grown(this.depths, Uint16Array);
    this.froms = grown(this.froms, Uint32Array);
    this.states = grown(this.states, Uint8Array);
    this.marks = grown(this.marks, Uint8Array);
    this.hops = grown(this.hops, Uint8Array);
    this.outsides = grown(this.outsides, Uint8Array);
    this.statuses = grown(this.statuses, Uint16Array);
    this.targets = grown(this.targets, Uint32Array);
  }
}
