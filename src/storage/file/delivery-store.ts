import type { Delivery, DeliveryStore } from "../../kernel/storage.js";
import { createTurns } from "../../kernel/values/turns.js";
import type { DeliveryEntry, DeliveryHead } from "./delivery-index.js";
import { pageOf } from "./pages.js";
import { createReadAhead } from "./read-ahead.js";
import { isStored, parsed, stored } from "./records.js";
import type { Parts } from "./task-store.js";

/** Deliveries that are cleared away with one flush of the disk. */
const CLEARED_AT_ONCE = 1000;

export function deliveryStore(opened: () => Parts): DeliveryStore {
  /** Those of a list that are still there when it comes to them. */
  async function* wholes(entries: readonly DeliveryEntry[]): AsyncGenerator<Delivery> {
    const { deliveries } = opened().index;
    const turns = createTurns();
    const read = createReadAhead();
    for (const entry of entries) {
      if (turns.due()) await turns.give();
      if (deliveries.get(entry.head._id) === entry) yield { ...entry.head, body: parsed<string>(read(entry.body)) };
    }
  }

  async function remove(entry: DeliveryEntry): Promise<void> {
    const { index, main } = opened();
    const { head, number: n } = entry;
    await main.append([{ gone: "delivery", id: head._id, n }], () => index.deliveries.remove(entry));
  }

  return {
    async insert(delivery) {
      const { index, main } = opened();
      if (index.deliveries.get(delivery._id) !== undefined) return false;
      const n = index.nextNumber();
      const { headText, body } = textsOf(delivery);
      await main.append([{ put: "delivery", n }, headText, body], ([, place]) =>
        index.deliveries.insert(n, JSON.parse(headText), place!),
      );
      return true;
    },
    async get(id) {
      const entry = opened().index.deliveries.get(id);
      return entry && { ...entry.head, body: parsed<string>(stored(entry.body)) };
    },
    async replace(delivery) {
      const { index, main } = opened();
      const entry = index.deliveries.get(delivery._id);
      if (entry?.head.revision !== delivery.revision - 1) return false;
      const { headText, body } = textsOf(delivery);
      // What is sent stays the same from one attempt to the next, and need not be written again.
      const isSame = isStored(body, entry.body);
      const texts: [string, ...string[]] = isSame ? [headText] : [headText, body];
      await main.append([{ put: "delivery", n: entry.number }, ...texts], ([, place]) =>
        index.deliveries.replace(entry, JSON.parse(headText), place ?? entry.body),
      );
      return true;
    },
    async delete(id) {
      const entry = opened().index.deliveries.get(id);
      if (entry === undefined) return false;
      await remove(entry);
      return true;
    },
    async *list(page) {
      const { webhookId, state } = page ?? {};
      const wanted = opened()
        .index.deliveries.all()
        .filter(({ head }) => webhookId === undefined || head.webhookId === webhookId)
        .filter(({ head }) => state === undefined || head.state === state);
      yield* wholes(pageOf(wanted, page));
    },
    async *due(at, limit) {
      yield* wholes(opened().index.deliveries.due(at).slice(0, limit));
    },
    async clear(before) {
      const over = opened()
        .index.deliveries.all()
        .filter(({ head }) => head.finishedAt !== undefined && head.finishedAt < before);
      let cleared = 0;
      for (let from = 0; from < over.length; from += CLEARED_AT_ONCE) {
        const { deliveries } = opened().index;
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
