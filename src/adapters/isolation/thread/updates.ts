import type { LogLevel, ProgressNote, RunLog } from "../../../kernel/index.js";
import type { Update } from "../messages.js";

/** Shortest time between two updates, in milliseconds. */
const EVERY_MS = 250;
/** Most log entries of one call; later ones are counted. The server keeps no more of a line either. */
const MAX_ENTRIES = 1000;
/** Longest log message that crosses, in characters. The server shortens further, when secrets have been taken out. */
const MAX_MESSAGE = 20_000;

type Entry = Update["log"][number];

/** Without what nobody reported. */
function plain({ parts, wait }: { [Name in "parts" | "wait"]: ProgressNote[Name] | undefined }): ProgressNote {
  return { ...(parts === undefined ? {} : { parts }), ...(wait === undefined ? {} : { wait }) };
}

/**
 * Collects the log entries and the progress of one call and sends them a few times a second, so that a million of them cost
 * the server no more than one. Also sends from within a loop that never lets a timer fire.
 */
export class UpdateSender implements RunLog {
  private entries: Entry[] = [];
  private total = 0;
  private dropped = 0;
  private note: ProgressNote | undefined;
  private sentAt = performance.now();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly send: (update: Update) => void) {}

  debug(message: string): void {
    this.add("debug", message);
  }
  info(message: string): void {
    this.add("info", message);
  }
  warn(message: string, code?: string): void {
    this.add("warn", message, code);
  }
  error(message: string, code?: string): void {
    this.add("error", message, code);
  }

  progress({ phase, tokens = 0, cost = 0, blocked = 0, parts, wait }: ProgressNote): void {
    const before = this.note;
    const latest = phase ?? before?.phase;
    this.note = {
      ...(latest === undefined ? {} : { phase: String(latest).slice(0, 1000) }),
      tokens: (before?.tokens ?? 0) + tokens,
      cost: (before?.cost ?? 0) + cost,
      blocked: (before?.blocked ?? 0) + blocked,
      ...plain({ parts: parts ?? before?.parts, wait: wait ?? before?.wait }),
    };
    this.soon();
  }

  /** What was not sent yet, at the end of the call. */
  last(): Update {
    clearTimeout(this.timer);
    if (this.dropped > 0) {
      this.entries.push({ level: "warn", message: `${this.dropped} more entries of this line were not kept.` });
      this.dropped = 0;
    }
    return this.taken();
  }

  private add(level: LogLevel, message: string, code?: string): void {
    if (this.total >= MAX_ENTRIES) {
      this.dropped += 1;
      return;
    }
    this.total += 1;
    const text = String(message).slice(0, MAX_MESSAGE);
    this.entries.push({ level, message: text, ...(code === undefined ? {} : { code: String(code).slice(0, 200) }) });
    this.soon();
  }

  private soon(): void {
    const wait = EVERY_MS - (performance.now() - this.sentAt);
    if (wait <= 0) this.now();
    else this.timer ??= setTimeout(() => this.now(), wait).unref();
  }

  private now(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sentAt = performance.now();
    this.send(this.taken());
  }

  private taken(): Update {
    const update: Update = { log: this.entries, ...(this.note ? { progress: this.note } : {}) };
    this.entries = [];
    this.note = undefined;
    return update;
  }
}
