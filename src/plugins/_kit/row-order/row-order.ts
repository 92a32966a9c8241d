import { createHash } from "node:crypto";
import { type JsonObject, type Output, ScriptoriumError, type TaskContext } from "../../../kernel/index.js";

/** What is used of the context of a line. */
export type OrderContext = Pick<TaskContext<unknown>, "output" | "checkpoint" | "remembered">;

/** Takes what is put out, in its order. */
export interface RowSink {
  put(entry: Entry, output: Output): void;
  /** A note with what the sink needs to go on in a later attempt at the run. */
  noted(note: JsonObject): JsonObject;
}

/** Held pages that are put out in one step. */
const AT_ONCE = 100;
/** More than any line has pages: the places of its pages follow that of the line. */
const SPAN = 10_000_000;
/** The checkpoint of a step that puts out nothing but held pages. */
const RELEASED = "released";

/** What a page, a part of a line, or the end of one leaves among the rows and in the files of the run. */
export interface Entry {
  readonly rows: readonly JsonObject[];
  /** A line of the corpus. */
  readonly corpus?: string | undefined;
  /** What else the sink wants to know. */
  readonly more?: JsonObject;
  /** The checkpoint whose earlier rows these replace: its key, and what is noted with it. */
  readonly replaces?: { readonly key: string; readonly mark: string };
}

/** How a finished page is noted. */
export interface Noted {
  readonly key: string;
  readonly note: JsonObject;
  readonly files?: readonly { readonly path: string; readonly content: string | Uint8Array; readonly type: string }[];
  /** Paths of files that are no longer wanted. */
  readonly removed?: readonly string[];
  /** What other pages leave from now on, whose entries wait for their turn; `key` is that of the other. */
  readonly instead?: readonly { readonly key: string; readonly entry: Entry }[];
}

/**
 * Puts out what lines leave in the order of the lines, and what the pages of a long line leave in theirs, though several are in
 * work at once: what is done before its turn is stored apart and put out when all before it have ended. Lines and pages begin in
 * their order. In memory is no more of a held page than its name.
 */
export class RowOrder {
  private readonly places: ReadonlyMap<string, number>;
  /** Places that something may still be put out at: of pages in work, and of each line in work the next one. */
  private readonly active = new Set<number>();
  /** By the place of a line in work, where it is. */
  private readonly next = new Map<number, number>();
  private readonly tries = new Map<number, number>();
  /** The names under which entries are stored that wait for their turn, by place. */
  private readonly held: { readonly place: number; readonly name: string }[] = [];
  private lastBegun = -1;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    lines: readonly string[],
    private readonly sink: RowSink,
  ) {
    this.places = new Map(lines.map((line, index) => [line, index * SPAN]));
  }

  /** A line begins, perhaps once more. Gives its place. */
  begin(line: string): number {
    const place = this.places.get(line) ?? this.places.size * SPAN;
    this.leave(this.next.get(place));
    this.goTo(place, place);
    this.tries.set(place, (this.tries.get(place) ?? 0) + 1);
    return place;
  }

  /** Does the next page of a long line. */
  async page(line: number, context: OrderContext, work: (place: number) => Promise<void>): Promise<void> {
    const place = this.next.get(line) ?? line;
    this.goTo(line, place + 1);
    try {
      await work(place);
    } finally {
      this.leave(place);
    }
    await this.releaseReady(context);
  }

  /** An entry that an earlier attempt at the run has stored and maybe not put out. */
  restore({ held, place }: JsonObject): void {
    if (typeof held === "string" && typeof place === "number") this.hold(place, held);
  }

  /** Stores an entry with its files and the note that it is done: among the rows, or apart until its turn. */
  async put(
    place: number,
    entry: Entry,
    { key, note, files = [], removed = [], instead = [] }: Noted,
    context: OrderContext,
  ): Promise<void> {
    const { output } = context;
    const name = heldName(key);
    const putFiles = () => {
      for (const path of removed) output.remove(path);
      for (const file of files) output.file(file.path, file.content, file.type);
      for (const other of instead) output.remember(heldName(other.key), JSON.stringify(other.entry));
    };
    if (this.isFirst(place)) {
      await this.inTurn(async () => {
        await this.release(place, context);
        putFiles();
        // A run that was stopped may have left it.
        output.remember(name, "");
        await this.store(entry, key, note, context);
      });
      return;
    }
    putFiles();
    output.remember(name, JSON.stringify(entry));
    await context.checkpoint(key, { ...note, held: name, place });
    this.hold(place, name);
  }

  /** What waits for its turn under a key; undefined when nothing does. */
  async heldEntry(key: string, { remembered }: OrderContext): Promise<Entry | undefined> {
    const name = heldName(key);
    if (!this.held.some((one) => one.name === name)) return undefined;
    return entryOf(await remembered(name));
  }

  /** What a line leaves behind its pages. */
  async putLast(line: number, entry: Entry, noted: Noted, context: OrderContext): Promise<void> {
    await this.put(this.next.get(line) ?? line, entry, noted, context);
  }

  /** A line has ended: what waited for it alone is put out. */
  async end(line: number, context: OrderContext): Promise<void> {
    this.leave(this.next.get(line));
    await this.releaseReady(context);
  }

  /** A line has failed and begins again: those behind it still wait for it. */
  isTriedAgain(line: number, error: unknown, maxRetries: number): boolean {
    return isPassing(error) && (this.tries.get(line) ?? 0) <= maxRetries;
  }

  /** Puts out all that is held, at the end of the run. */
  async finish(context: OrderContext): Promise<void> {
    await this.inTurn(() => this.release(Number.POSITIVE_INFINITY, context));
  }

  /** All before it have ended. */
  private isFirst(place: number): boolean {
    for (const other of this.active) if (other < place) return false;
    return true;
  }

  private goTo(line: number, place: number): void {
    this.next.set(line, place);
    this.active.add(place);
    this.lastBegun = Math.max(this.lastBegun, place);
  }

  private leave(place: number | undefined): void {
    if (place !== undefined) this.active.delete(place);
  }

  private hold(place: number, name: string): void {
    const { held } = this;
    let at = held.length;
    while (at > 0 && held[at - 1]!.place > place) at -= 1;
    held.splice(at, 0, { place, name });
  }

  private releaseReady(context: OrderContext): Promise<void> {
    const last = Math.min(this.lastBegun, ...this.active);
    return this.isHeld(last) ? this.inTurn(() => this.release(last, context)) : Promise.resolve();
  }

  private isHeld(last: number): boolean {
    const [first] = this.held;
    return first !== undefined && first.place <= last;
  }

  /** Puts out what is held up to a place. */
  private async release(last: number, context: OrderContext): Promise<void> {
    let open = 0;
    const store = async () => {
      if (open > 0) await context.checkpoint(RELEASED, this.sink.noted({}));
      open = 0;
    };
    while (this.isHeld(last)) {
      const { name } = this.held.shift()!;
      const entry = entryOf(await context.remembered(name));
      // An earlier attempt has put it out.
      if (entry === undefined) continue;
      if (entry.replaces !== undefined) await store();
      context.output.remember(name, "");
      if (entry.replaces !== undefined) {
        const { key, mark } = entry.replaces;
        await this.store(entry, key, { mark }, context);
      } else {
        this.sink.put(entry, context.output);
        open += 1;
      }
      if (open >= AT_ONCE) await store();
    }
    await store();
  }

  private async store(entry: Entry, key: string, note: JsonObject, context: OrderContext): Promise<void> {
    this.sink.put(entry, context.output);
    const replacesRows = entry.replaces !== undefined;
    await context.checkpoint(key, this.sink.noted(note), { replacesRows });
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => {});
    return done;
  }
}

function entryOf(stored: Uint8Array | undefined): Entry | undefined {
  return stored === undefined ? undefined : (JSON.parse(Buffer.from(stored).toString("utf8")) as Entry);
}

/** Keys may hold what no path can. */
function heldName(key: string): string {
  return `held/${createHash("sha256").update(key).digest("hex").slice(0, 32)}`;
}

/** As the engine decides whether a line is tried again. */
function isPassing(error: unknown): boolean {
  if (!ScriptoriumError.is(error)) return false;
  const { passing } = error.facts;
  return passing === true || (error.code === "rate-limited" && passing !== false);
}
