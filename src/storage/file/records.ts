import type { Task } from "../../kernel/task.js";
import { copyOf, shown } from "../../kernel/values/json.js";
import type { Stored } from "./append-log.js";
import type { ContentEnd } from "./content-index.js";
import { unreadable } from "./file-errors.js";
import type { Head } from "./store-index.js";

/** What is in the main log. */
export type Kind = "task" | "run" | "account" | "delivery";

/** The first part of a line of the main log: what the others are. */
export type Meta =
  /** `content`: how far that of the task is on the disk. With a `task`, the line of a run holds that task, too, by its number: the run first, then what its own line would hold. */
  | { readonly put: Kind; readonly n: number; readonly task?: number; readonly content?: ContentEnd }
  | { readonly gone: Kind; readonly id: string; readonly n: number };

/** As it stands in a line of the main log. */
export function noted(content: ContentEnd | undefined): { content?: ContentEnd } {
  return content === undefined ? {} : { content };
}

/** What is kept of a task in memory, and the two texts of it, the second of them its data. */
export function partsOfTask(task: Task): { head: Head; texts: readonly [string, string] } {
  const head = headOf(task);
  return { head, texts: [JSON.stringify(head), JSON.stringify(task.data)] };
}

/** A copy of all members but the data. */
function headOf(task: Task): Head {
  const head: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(task)) {
    if (member !== "data" && value !== undefined) head[member] = copyOf(value);
  }
  return head as unknown as Head;
}

/** The task with its members in the order every storage answers them in. */
export function taskOf(head: Head, data: Task["data"]): Task {
  const { _id, group, name, type, status, sealed: _sealed, ...rest } = head;
  return { _id, group, name, type, status, data, ...rest };
}

/** The same as JSON, from the text of the data. */
export function taskText(head: Head, data: string): string {
  const { _id, group, name, type, status, sealed: _sealed, ...rest } = head;
  const before = JSON.stringify({ _id, group, name, type, status }).slice(0, -1);
  return `${before},"data":${data},${JSON.stringify(rest).slice(1)}`;
}

export function stored({ log, at, length }: Stored): string {
  return log.read(at, length).toString();
}

/** Whether the text is there; false when that cannot be read, and then it has to be rewritten. */
export function isStored(text: string, place: Stored): boolean {
  if (Buffer.byteLength(text) !== place.length) return false;
  try {
    return stored(place) === text;
  } catch {
    return false;
  }
}

/** What a text of the store says. Throws STORAGE_FAILED. */
export function parsed<T>(text: string): T {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** The id in a damaged line, as far as it can be read. */
export function guessedId(line: Buffer): string | undefined {
  const [, id] = /"(?:_id|id)":"((?:[^"\\]|\\.){1,200})"/.exec(line.toString()) ?? [];
  return id && shown(id);
}
