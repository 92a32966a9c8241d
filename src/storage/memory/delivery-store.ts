import type { Delivery, DeliveryStore } from "../../kernel/storage.js";
import { copyOf } from "../../kernel/values/json.js";
import { pageOf } from "./page.js";

export function deliveryStore(): DeliveryStore {
  const deliveries = new Map<string, Delivery>();

  return {
    async insert(delivery) {
      if (deliveries.has(delivery._id)) return false;
      deliveries.set(delivery._id, copyOf(delivery));
      return true;
    },
    async get(id) {
      return copyOf(deliveries.get(id));
    },
    async replace(delivery) {
      if (deliveries.get(delivery._id)?.revision !== delivery.revision - 1) return false;
      deliveries.set(delivery._id, copyOf(delivery));
      return true;
    },
    async delete(id) {
      return deliveries.delete(id);
    },
    async *list(page) {
      const { webhookId, state } = page ?? {};
      const wanted = [...deliveries.values()].filter(
        (one) =>
          (webhookId === undefined || one.webhookId === webhookId) && (state === undefined || one.state === state),
      );
      for (const delivery of pageOf(wanted, page)) yield copyOf(delivery);
    },
    async *due(at, limit) {
      const due = [...deliveries.values()]
        .filter(({ state, dueAt }) => state === "waiting" && dueAt !== undefined && dueAt <= at)
        .sort((one, other) => (one.dueAt! < other.dueAt! ? -1 : one.dueAt! > other.dueAt! ? 1 : 0));
      for (const delivery of due.slice(0, limit)) yield copyOf(delivery);
    },
    async clear(before) {
      const over = [...deliveries.values()].filter(({ finishedAt }) => finishedAt !== undefined && finishedAt < before);
      for (const { _id } of over) deliveries.delete(_id);
      return over.length;
    },
  };
}
