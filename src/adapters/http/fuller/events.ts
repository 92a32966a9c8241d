import type { EventLog, LoggedEvent } from "../../../kernel/attendants/event-log.js";
import { EVENT_NAMES, isEventName } from "../../../kernel/events.js";
import { type EventName, ScriptoriumError, shown } from "../../../kernel/index.js";
import { type FullerArea, type FullerCall, type RawReply, rawReply, read } from "./fuller.js";
import { names } from "./queries.js";

/** How often a stream on which nothing happens shows that it is alive. */
const KEEP_ALIVE_MS = 15_000;
/** How long a client waits before it connects again. */
const RETRY_MS = 1_000;
/** Events looked through, and bytes sent, in one piece. */
const PIECE_EVENTS = 1_000;
const PIECE_BYTES = 256 * 1024;

const HEADERS: readonly string[] = [
  "Content-Type",
  "text/event-stream; charset=utf-8",
  "Cache-Control",
  "no-store, no-transform",
  // Or a proxy of this make would gather what should arrive at once.
  "X-Accel-Buffering",
  "no",
];

/** Events as they happen, as Server-Sent Events (HTML Standard, section 9.2): of all tasks, or of one. */
export const events: FullerArea = createEvents();

/** `keepAliveMs` says how often a silent stream shows that it is alive. */
export function createEvents({ keepAliveMs = KEEP_ALIVE_MS } = {}): FullerArea {
  return ({ kernel, knownForm }) => {
    const { tasks } = kernel;
    const stream = (call: FullerCall, taskId?: string): RawReply => {
      const types = typesIn(call.query);
      const isWanted = ({ name, taskIds }: LoggedEvent) =>
        (types === undefined || types.has(name)) && (taskId === undefined || taskIds.includes(taskId));
      const options = { log: kernel.eventLog, isWanted, lastEventId: lastEventIdOf(call), keepAliveMs };
      return rawReply({ headers: HEADERS, body: { [Symbol.asyncIterator]: () => new EventStream(options) } });
    };
    return [
      read("/events", (call) => stream(call)),
      read("/events/:id", async (call) => {
        const id = knownForm(call.parameters["id"]);
        const last = lastEventIdOf(call);
        const missed = last === undefined ? [] : (kernel.eventLog.since(last) ?? []);
        // A client that was away when the task was deleted should still receive that.
        if (!missed.some(({ taskIds }) => taskIds.includes(id))) await tasks.existing(id);
        return stream(call, id);
      }),
    ];
  };
}

interface StreamOptions {
  readonly log: EventLog;
  readonly isWanted: (event: LoggedEvent) => boolean;
  readonly lastEventId: string | undefined;
  readonly keepAliveMs: number;
}

/**
 * One client's stream. It holds no more than its position in the log: a client that is too slow finds that its position is no longer
 * there, and is asked to start again. Not a generator, since `return` of one waits for the event that `next` waits for.
 */
class EventStream implements AsyncIterator<Uint8Array> {
  /** The number of the last event that was looked at. */
  private place: number;
  private early: Uint8Array[];
  private unsubscribe: (() => void) | undefined;
  private wake: (() => void) | undefined;
  private isOver = false;

  constructor(private readonly options: StreamOptions) {
    const { log, lastEventId } = options;
    const asked = lastEventId === undefined ? log.last : log.numberOf(lastEventId);
    const isThere = asked !== undefined && log.after(asked, 0) !== undefined;
    this.place = isThere ? asked : log.last;
    // An id without data is kept by the client without an event, so it can go on from here before the first event.
    const head = bytesOf(`retry: ${RETRY_MS}\nid: ${log.idOf(this.place)}\n\n`);
    const why = asked === undefined ? "restarted" : "expired";
    this.early = isThere ? [head] : [head, reset(log, why)];
    this.unsubscribe = log.subscribe(() => this.wake?.());
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const early = this.early.shift();
    if (early !== undefined) return { done: false, value: early };
    for (;;) {
      if (this.isOver) return { done: true, value: undefined };
      const piece = this.taken();
      if (piece !== undefined) return { done: false, value: piece };
      if (this.options.log.isClosed) return this.return();
      if (this.place < this.options.log.last) continue;
      if (!(await this.news())) return { done: false, value: this.sign() };
    }
  }

  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.isOver = true;
    this.early = [];
    this.unsubscribe?.();
    this.unsubscribe = undefined;
    this.wake?.();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** What has happened since, as far as it is wanted and fits into one piece. */
  private taken(): Uint8Array | undefined {
    const { log, isWanted } = this.options;
    const news = log.after(this.place, PIECE_EVENTS);
    if (news === undefined) {
      this.place = log.last;
      return reset(log, "slow");
    }
    const wanted: Uint8Array[] = [];
    let bytes = 0;
    for (const event of news) {
      if (bytes >= PIECE_BYTES) break;
      this.place = event.number;
      if (!isWanted(event)) continue;
      const frame = frameOf(event);
      wanted.push(frame);
      bytes += frame.byteLength;
    }
    return wanted.length > 1 ? Buffer.concat(wanted) : wanted[0];
  }

  /** Whether something happened before it was time to show that the stream is alive. */
  private news(): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isNews: boolean) => {
        clearTimeout(timer);
        this.wake = undefined;
        resolve(isNews);
      };
      const timer = setTimeout(() => settle(false), this.options.keepAliveMs);
      this.wake = () => settle(true);
    });
  }

  /** A comment, and the id for clients whose events are rare, so that they do not fall out of the log by waiting. */
  private sign(): Uint8Array {
    return bytesOf(`: still here\nid: ${this.options.log.idOf(this.place)}\n\n`);
  }
}

const frames = new WeakMap<LoggedEvent, Uint8Array>();

/** The bytes of an event, made once for all who listen. */
function frameOf(event: LoggedEvent): Uint8Array {
  let frame = frames.get(event);
  if (frame === undefined) {
    // JSON has no line ends, so the data are one line.
    frame = bytesOf(`id: ${event.id}\nevent: ${event.name}\ndata: ${event.text}\n\n`);
    frames.set(event, frame);
  }
  return frame;
}

const REASONS = {
  restarted: "The server was restarted after that event, or never sent it.",
  expired: "More has happened since that event than is kept.",
  slow: "The events came faster than they were read, and some were left out.",
};

/** Notifies a client that events are missing. */
function reset(log: EventLog, why: keyof typeof REASONS): Uint8Array {
  const data = JSON.stringify({ why, message: `${REASONS[why]} Read the state again.` });
  return bytesOf(`id: ${log.idOf(log.last)}\nevent: stream.reset\ndata: ${data}\n\n`);
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text);
}

/** Browsers send the header when they connect again; it knows more than the address they began with. */
function lastEventIdOf({ request, query }: FullerCall): string | undefined {
  const header = [request.headers["last-event-id"] ?? []].flat()[0];
  return header || query.get("lastEventId") || undefined;
}

function typesIn(query: URLSearchParams): ReadonlySet<EventName> | undefined {
  const wanted = names(query, "types");
  if (wanted === undefined) return undefined;
  const unknown = wanted.find((name) => !isEventName(name));
  if (unknown === undefined) return new Set(wanted.filter(isEventName));
  throw new ScriptoriumError(
    "QUERY_REFUSED",
    `There is no event "${shown(unknown)}". Leave types out for all, or name some of: ${EVENT_NAMES.join(", ")}.`,
    { member: "types" },
  );
}
