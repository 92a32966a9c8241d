import type { Delivery, DeliveryStore } from "../../kernel/storage.js";
import type { Access, Sequenced } from "./open-store.js";
import { all, one, parsed, some } from "./statement-results.js";

interface DeliveryRow extends Sequenced {
  readonly id: string;
  readonly webhook: string;
  readonly state: Delivery["state"];
  readonly due_at: string | null;
  readonly finished_at: string | null;
  readonly revision: number;
  readonly more: string;
}

export function deliveryStore({ read, write, list, inPortions }: Access): DeliveryStore {
  return {
    async insert(delivery) {
      const [id, ...columns] = columnsOf(delivery);
      return write(({ insertDelivery }) => insertDelivery.run(id, ...columns).changes !== 0);
    },
    get: (id) => read(({ statements }) => some(one<DeliveryRow>(statements.getDelivery, id), deliveryOf)),
    async replace(delivery) {
      const [id, ...columns] = columnsOf(delivery);
      const before = delivery.revision - 1;
      return write(({ updateDelivery }) => updateDelivery.run(...columns, id, before).changes !== 0);
    },
    delete: (id) => write(({ deleteDelivery }) => deleteDelivery.run(id).changes !== 0),
    async *list(page) {
      const { webhookId, state } = page ?? {};
      const rows =
        webhookId === undefined
          ? state === undefined
            ? list<DeliveryRow>("deliveries", [], page)
            : list<DeliveryRow>("deliveriesInState", [state], page)
          : state === undefined
            ? list<DeliveryRow>("deliveriesFor", [webhookId], page)
            : list<DeliveryRow>("deliveriesForInState", [webhookId, state], page);
      for await (const row of rows) yield deliveryOf(row);
    },
    async *due(at, limit) {
      const most = Math.min(limit, Number.MAX_SAFE_INTEGER);
      const rows = await read(({ statements }) => all<DeliveryRow>(statements.dueDeliveries, at, most));
      for (const row of rows) yield deliveryOf(row);
    },
    clear: (before) => inPortions(({ clearDeliveries }, most) => Number(clearDeliveries.run(before, most).changes)),
  };
}

function deliveryOf({ id, webhook, state, due_at, finished_at, revision, more }: DeliveryRow): Delivery {
  return {
    ...parsed<Pick<Delivery, "event" | "body" | "attempts" | "createdAt">>(more, "delivery", id),
    _id: id,
    webhookId: webhook,
    state,
    ...(due_at === null ? {} : { dueAt: due_at }),
    ...(finished_at === null ? {} : { finishedAt: finished_at }),
    revision,
  };
}

/** In the order of the columns. */
function columnsOf({ _id, webhookId, state, dueAt, finishedAt, revision, ...more }: Delivery) {
  return [_id, webhookId, state, dueAt ?? null, finishedAt ?? null, revision, JSON.stringify(more)] as const;
}
