import type { Delivery } from "../../kernel/storage.js";
import { byNumber } from "../ordered-entries.js";
import type { Stored, Undo } from "./append-log.js";

/** A delivery without its body. */
export type DeliveryHead = Omit<Delivery, "body">;

/** What is known of a delivery without looking at the disk. */
export interface DeliveryEntry {
  /** Counts the insertions of the store. */
  readonly number: number;
  head: DeliveryHead;
  body: Stored;
}

/** All deliveries of a store. Every change can be taken back. */
export function createDeliveryIndex(undoing: (undo: Undo) => Undo) {
  const entries = new Map<string, DeliveryEntry>();
  /** Those that are not finished, which are few compared with the others. */
  const waiting = new Set<DeliveryEntry>();

  /** Puts it among those that wait, or takes it out, whatever happened to it. */
  function follow(entry: DeliveryEntry): void {
    if (entry.head.state === "waiting" && entries.get(entry.head._id) === entry) waiting.add(entry);
    else waiting.delete(entry);
  }

  function enter(entry: DeliveryEntry): void {
    entries.set(entry.head._id, entry);
    follow(entry);
  }

  function leave(entry: DeliveryEntry): void {
    entries.delete(entry.head._id);
    follow(entry);
  }

  return {
    get: (id: string): DeliveryEntry | undefined => entries.get(id),
    /** In the order they were inserted. */
    all: (): DeliveryEntry[] => [...entries.values()].sort(byNumber),
    /** Those that are due at the time, those due first before the others. */
    due: (at: string): DeliveryEntry[] =>
      [...waiting].filter((entry) => dueAt(entry) <= at).sort((one, other) => inDueOrder(one, other)),
    insert(number: number, head: DeliveryHead, body: Stored): Undo {
      const entry = { number, head, body };
      enter(entry);
      return undoing(() => leave(entry));
    },
    replace(entry: DeliveryEntry, head: DeliveryHead, body: Stored): Undo {
      const before = { head: entry.head, body: entry.body };
      Object.assign(entry, { head, body });
      follow(entry);
      return undoing(() => {
        Object.assign(entry, before);
        follow(entry);
      });
    },
    remove(entry: DeliveryEntry): Undo {
      leave(entry);
      return undoing(() => enter(entry));
    },
  };
}

/** After every time when it is never due. */
function dueAt({ head }: DeliveryEntry): string {
  return head.dueAt ?? "\uffff";
}

function inDueOrder(one: DeliveryEntry, other: DeliveryEntry): number {
  if (dueAt(one) === dueAt(other)) return byNumber(one, other);
  return dueAt(one) < dueAt(other) ? -1 : 1;
}
