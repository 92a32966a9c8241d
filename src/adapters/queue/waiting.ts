import type { QueuedRun } from "../../kernel/index.js";
import { Heap } from "./heap.js";
import { inMap } from "./in-map.js";
import { hostsOf, type Limits, typeOf } from "./limits.js";
import { placeAmong } from "./position.js";

interface Entry {
  readonly run: QueuedRun;
  readonly lane: string;
  readonly hosts: readonly string[];
  readonly priority: number;
  /** Counts up: the lower, the older. */
  readonly age: number;
  /** Where it is; `undefined` once it was taken or removed, and what is left of it in a heap counts for nothing. */
  place: Heap<Entry> | undefined;
}

/**
 * Runs in the order in which they are worked, and the room there is for them. Taking one costs the number of lanes and the
 * logarithm of the runs, however many wait: those whose host is full are passed over until there is room.
 */
export class Waiting {
  private readonly entries = new Map<string, Entry>();
  private readonly lanes = new Map<string, Heap<Entry>>();
  /** By host, then by lane. */
  private readonly aside = new Map<string, Map<string, Heap<Entry>>>();
  /** Running runs, by lane and by host. */
  private readonly busyLanes = new Map<string, number>();
  private readonly busyHosts = new Map<string, number>();
  /** When each lane was served last, in numbers that count up. */
  private readonly served = new Map<string, number>();
  private ages = 0;
  private servings = 0;
  private removed = 0;

  constructor(private readonly limits: Limits) {}

  get size(): number {
    return this.entries.size;
  }

  has(runId: string): boolean {
    return this.entries.has(runId);
  }

  add(run: QueuedRun): void {
    const lane = typeOf(run);
    const entry: Entry = {
      run,
      lane,
      hosts: hostsOf(run),
      priority: run.priority ?? 0,
      age: this.ages++,
      place: undefined,
    };
    this.entries.set(run.runId, entry);
    put(entry, heapIn(this.lanes, lane));
  }

  remove(runId: string): boolean {
    const entry = this.entries.get(runId);
    if (entry === undefined) return false;
    this.entries.delete(runId);
    entry.place = undefined;
    this.letUp(entry);
    this.removed += 1;
    if (this.removed > 1000 && this.removed > this.entries.size) this.sweep();
    return true;
  }

  clear(): void {
    this.entries.clear();
    this.lanes.clear();
    this.aside.clear();
    this.removed = 0;
  }

  /** Whether there is one that its limits let go. */
  get startable(): boolean {
    return this.next() !== undefined;
  }

  /** The next run that its limits let go; its room is taken until `ended`. */
  take(): QueuedRun | undefined {
    const entry = this.next();
    if (entry === undefined) return undefined;
    heapIn(this.lanes, entry.lane).takeFirst();
    entry.place = undefined;
    this.entries.delete(entry.run.runId);
    this.served.set(entry.lane, ++this.servings);
    count(this.busyLanes, entry.lane, 1);
    for (const host of entry.hosts) count(this.busyHosts, host, 1);
    this.letUp(entry);
    return entry.run;
  }

  /** Gives back the room of a run that was taken. */
  ended(run: QueuedRun): void {
    count(this.busyLanes, typeOf(run), -1);
    for (const host of hostsOf(run)) {
      count(this.busyHosts, host, -1);
      this.callUp(host);
    }
  }

  /** As if one run were worked at a time: every lane in turn, higher priorities first. */
  position(runId: string): number | undefined {
    const own = this.entries.get(runId);
    if (own === undefined) return undefined;
    let higher = 0;
    let older = 0;
    const others = new Map<string, { size: number; oldest: number }>();
    let oldestOwn = own.age;
    for (const entry of this.entries.values()) {
      if (entry.priority > own.priority) higher += 1;
      else if (entry.priority < own.priority) continue;
      else if (entry.lane !== own.lane) {
        const other = inMap(others, entry.lane, () => ({ size: 0, oldest: entry.age }));
        other.size += 1;
        other.oldest = Math.min(other.oldest, entry.age);
      } else if (entry.age < own.age) {
        older += 1;
        oldestOwn = Math.min(oldestOwn, entry.age);
      }
    }
    const turn = (lane: string) => this.served.get(lane) ?? 0;
    const lanes = [...others].map(([lane, { size, oldest }]) => {
      const before = turn(lane) - turn(own.lane);
      return { size, goesFirst: before === 0 ? oldest < oldestOwn : before < 0 };
    });
    return placeAmong(higher, older, lanes);
  }

  private next(): Entry | undefined {
    let best: Entry | undefined;
    for (const [lane, heap] of this.lanes) {
      if ((this.busyLanes.get(lane) ?? 0) >= (this.limits.perType.get(lane) ?? Number.POSITIVE_INFINITY)) continue;
      const head = this.headOf(heap);
      if (head === undefined) continue;
      const better = best === undefined || this.goesBefore(head, best);
      if (better) best = head;
    }
    return best;
  }

  private goesBefore(a: Entry, b: Entry): boolean {
    if (a.priority !== b.priority) return a.priority > b.priority;
    const turns = (this.served.get(a.lane) ?? 0) - (this.served.get(b.lane) ?? 0);
    return turns === 0 ? a.age < b.age : turns < 0;
  }

  /** The first of a lane that no host holds back; those that one does are put aside. */
  private headOf(heap: Heap<Entry>): Entry | undefined {
    for (let entry = heap.first(); entry !== undefined; entry = heap.first()) {
      if (entry.place === heap) {
        const full = entry.hosts.find((host) => this.isFull(host));
        if (full === undefined) return entry;
        heap.takeFirst();
        put(entry, heapIn(lanesOf(this.aside, full), entry.lane));
        this.letUp(entry);
      } else heap.takeFirst();
    }
    return undefined;
  }

  /** The run has left its lane, and may have blocked others that wait for one of its hosts. */
  private letUp({ hosts }: Entry): void {
    for (const host of hosts) this.callUp(host);
  }

  /** Of those put aside for a host with room, the first of every lane goes back to it. */
  private callUp(host: string): void {
    const lanes = this.aside.get(host);
    if (lanes === undefined || this.isFull(host)) return;
    for (const [lane, heap] of lanes) {
      let entry = heap.takeFirst();
      while (entry !== undefined && entry.place !== heap) entry = heap.takeFirst();
      if (entry !== undefined) put(entry, heapIn(this.lanes, lane));
      if (heap.size === 0) lanes.delete(lane);
    }
    if (lanes.size === 0) this.aside.delete(host);
  }

  private isFull(host: string): boolean {
    return (this.busyHosts.get(host) ?? 0) >= this.limits.maxPerHost;
  }

  /** Frees what removed runs left behind. */
  private sweep(): void {
    this.removed = 0;
    for (const heap of this.lanes.values()) heap.sweep(({ place }) => place === heap);
    for (const lanes of this.aside.values()) {
      for (const heap of lanes.values()) heap.sweep(({ place }) => place === heap);
    }
  }
}

function worksBefore(a: Entry, b: Entry): boolean {
  return a.priority === b.priority ? a.age < b.age : a.priority > b.priority;
}

function put(entry: Entry, heap: Heap<Entry>): void {
  entry.place = heap;
  heap.add(entry);
}

function heapIn(heaps: Map<string, Heap<Entry>>, lane: string): Heap<Entry> {
  return inMap(heaps, lane, () => new Heap(worksBefore));
}

function lanesOf(aside: Map<string, Map<string, Heap<Entry>>>, host: string): Map<string, Heap<Entry>> {
  return inMap(aside, host, () => new Map());
}

function count(counts: Map<string, number>, name: string, change: number): void {
  const value = (counts.get(name) ?? 0) + change;
  if (value === 0) counts.delete(name);
  else counts.set(name, value);
}
