import { randomBytes } from "node:crypto";
import { type EventMap, type EventName, eventText } from "../events.js";
import type { Clock } from "../values/clock.js";
import type { Attendant, AttendantParts } from "./attendant.js";

/** An event as it is kept for those who listen from outside. */
export interface LoggedEvent {
  /** Names the life of the process and counts up within it: `k3x9w1-1042`. */
  readonly id: string;
  /** The number in the id. */
  readonly number: number;
  readonly name: EventName;
  /** The tasks it is about. */
  readonly taskIds: readonly string[];
  /** JSON of the event and when it happened, made once for all listeners. */
  readonly text: string;
}

export interface EventLogParts extends Pick<AttendantParts, "events" | "clock"> {
  /** What ids begin with; random by default, so that those of an earlier process are known as such. */
  readonly life?: string;
  /** How many events are kept; 10,000 by default. */
  readonly maxEvents?: number;
  /** Characters of the events that are kept; 16 Mi by default. */
  readonly maxLength?: number;
}

/** Keeps the newest events for clients that read them over HTTP. */
export function eventLogAttendant(settings: Pick<EventLogParts, "maxEvents" | "maxLength"> = {}) {
  return ({ events, clock }: AttendantParts): Attendant & { readonly service: EventLog } => {
    const log = new EventLog({ events, clock, ...settings });
    return { name: "eventLog", service: log, stops: "after-runner", stop: () => log.close() };
  };
}

/** Keeps the newest events, so that a client that was away for a moment can receive what it missed. */
export class EventLog {
  /** What the ids of this process begin with. */
  readonly life: string;
  /** A ring: the event with the number n is at n modulo its length. */
  private readonly ring: (LoggedEvent | undefined)[];
  private readonly maxLength: number;
  private readonly listeners = new Set<() => void>();
  private readonly clock: Clock;
  private readonly off: () => void;
  private first = 1;
  private newest = 0;
  private length = 0;
  private closed = false;

  constructor({ events, clock, life, maxEvents = 10_000, maxLength = 16 * 1024 * 1024 }: EventLogParts) {
    this.clock = clock;
    this.life = life ?? randomBytes(5).readUIntBE(0, 5).toString(36);
    this.ring = new Array<LoggedEvent | undefined>(maxEvents);
    this.maxLength = maxLength;
    this.off = events.onAny((name, event) => this.add(name, event));
  }

  /** The number of the newest event; 0 before the first. */
  get last(): number {
    return this.newest;
  }

  /** Whether no more events will come, because the kernel stops. */
  get isClosed(): boolean {
    return this.closed;
  }

  /** The id of the event with this number. */
  idOf(number: number): string {
    return `${this.life}-${number}`;
  }

  /** The number of an id of this life; undefined for any other text. */
  numberOf(id: string): number | undefined {
    const number = id.startsWith(`${this.life}-`) ? id.slice(this.life.length + 1) : "";
    return /^(?:0|[1-9]\d{0,14})$/.test(number) && Number(number) <= this.newest ? Number(number) : undefined;
  }

  /**
   * At most `limit` events behind the one with this number, oldest first; undefined when some of those behind it are no
   * longer kept.
   */
  after(number: number, limit = Number.POSITIVE_INFINITY): readonly LoggedEvent[] | undefined {
    if (number < this.first - 1) return undefined;
    const found: LoggedEvent[] = [];
    const end = Math.min(this.newest, number + limit);
    for (let next = number + 1; next <= end; next += 1) found.push(this.ring[next % this.ring.length]!);
    return found;
  }

  /** What happened since the event with this id; undefined when that is no longer kept. */
  since(id: string): readonly LoggedEvent[] | undefined {
    const number = this.numberOf(id);
    return number === undefined ? undefined : this.after(number);
  }

  /**
   * Calls the listener when there are new events, and when no more will come, until the returned function is called. It
   * reads them itself, with `after`, so that a slow one holds nothing back and takes no memory.
   */
  subscribe(listener: () => void): () => void {
    // A function of its own, so that one who subscribes twice is called twice.
    const own = () => listener();
    this.listeners.add(own);
    return () => this.listeners.delete(own);
  }

  /** How many are subscribed. */
  get listening(): number {
    return this.listeners.size;
  }

  /** Ends the log: nothing is added any more, and listeners are notified. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.off();
    for (const listener of [...this.listeners]) listener();
  }

  private add(name: EventName, event: EventMap[EventName]): void {
    const number = this.newest + 1;
    const text = eventText({ at: this.clock.now().toISOString(), ...event });
    const id = this.idOf(number);
    // What an event no longer kept occupied is free before the new one needs it.
    while (
      this.first < number &&
      (number - this.first >= this.ring.length || this.length + text.length > this.maxLength)
    ) {
      const place = this.first % this.ring.length;
      this.length -= this.ring[place]!.text.length;
      this.ring[place] = undefined;
      this.first += 1;
    }
    this.ring[number % this.ring.length] = { id, number, name, taskIds: tasksOf(event), text };
    this.newest = number;
    this.length += text.length;
    for (const listener of [...this.listeners]) listener();
  }
}

function tasksOf(event: EventMap[EventName]): readonly string[] {
  if ("task" in event) return [event.task.id];
  return "childId" in event ? [event.id, event.childId] : [event.id];
}
