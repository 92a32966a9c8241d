import type { Delivery, DeliveryStore } from "../../kernel/storage.js";
import { createTurns } from "../turns.js";
import type { DeliveryEntry, DeliveryHead } from "./delivery-book.js";
import { pageOf } from "./pages.js";
import { createReadAhead } from "./read-ahead.js";
import { isStored, parsed, stored } from "./records.js";
import type { Parts } from "./task-store.js";

/** Deliveries that are cleared away with one flush of the disk. */
const CLEARED_AT_ONCE = 1000;

export function deliveryStore(opened: () => Parts): DeliveryStore {
  /** Those of a list that are still there when it comes to them. */
  async function* wholes(entries: readonly DeliveryEntry[]): AsyncGenerator<Delivery> {
    const { deliveries } = opened().book;
    const turns = createTurns();
    const read = createReadAhead();
    for (const entry of entries) {
      if (turns.due()) await turns.give();
      if (deliveries.get(entry.head._id) === entry) yield { ...entry.head, body: parsed<string>(read(entry.body)) };
    }
  }

  async function remove(entry: DeliveryEntry): Promise<void> {
    const { book, main } = opened();
    const { head, number: n } = entry;
    await main.append([{ gone: "delivery", id: head._id, n }], () => book.deliveries.remove(entry));
  }

  return {
    async insert(delivery) {
      const { book, main } = opened();
      if (book.deliveries.get(delivery._id) !== undefined) return false;
      const n = book.nextNumber();
      const { headText, body } = textsOf(delivery);
      await main.append([{ put: "delivery", n }, headText, body], ([, place]) =>
        book.deliveries.insert(n, JSON.parse(headText), place!),
      );
      return true;
    },
    async get(id) {
      const entry = opened().book.deliveries.get(id);
      return entry && { ...entry.head, body: parsed<string>(stored(entry.body)) };
    },
    async replace(delivery) {
      const { book, main } = opened();
      const entry = book.deliveries.get(delivery._id);
      if (entry?.head.revision !== delivery.revision - 1) return false;
      const { headText, body } = textsOf(delivery);
      // What is sent stays the same from one attempt to the next, and need not be written again.
      const isSame = isStored(body, entry.body);
      const texts: [string, ...string[]] = isSame ? [headText] : [headText, body];
      await main.append([{ put: "delivery", n: entry.number }, ...texts], ([, place]) =>
        book.deliveries.replace(entry, JSON.parse(headText), place ?? entry.body),
      );
      return true;
    },
    async delete(id) {
      const entry = opened().book.deliveries.get(id);
      if (entry === undefined) return false;
      await remove(entry);
      return true;
    },
    async *list(page) {
      const { webhookId, state } = page ?? {};
      const wanted = opened()
        .book.deliveries.all()
        .filter(({ head }) => webhookId === undefined || head.webhookId === webhookId)
        .filter(({ head }) => state === undefined || head.state === state);
      yield* wholes(pageOf(wanted, page));
    },
    async *due(at, limit) {
      yield* wholes(opened().book.deliveries.due(at).slice(0, limit));
    },
    async clear(before) {
      const over = opened()
        .book.deliveries.all()
        .filter(({ head }) => head.finishedAt !== undefined && head.finishedAt < before);
      let cleared = 0;
      for (let from = 0; from < over.length; from += CLEARED_AT_ONCE) {
        const { deliveries } = opened().book;
        const there = over
          .slice(from, from + CLEARED_AT_ONCE)
          .filter((entry) => deliveries.get(entry.head._id) === entry);
        await Promise.all(there.map(remove));
        cleared += there.length;
      }
      return cleared;
    },
  };
}

function textsOf({ body, ...head }: Delivery): { readonly headText: string; readonly body: string } {
  return { headText: JSON.stringify(head satisfies DeliveryHead), body: JSON.stringify(body) };
}
