import { EVENT_NAMES } from "../../../kernel/events.js";
import * as s from "../json-schema.js";
import type { Operation, Operations } from "../operation.js";

const paging = {
  offset: s.whole("Entries passed over.", { minimum: 0, default: 0 }),
  limit: s.whole("Most entries; 1,000 at most.", { minimum: 0, default: 100 }),
};
const id = "The id of the webhook.";
const members = {
  "name?": s.text(),
  "events?": s.list(s.choice(EVENT_NAMES), "The events that it is notified of."),
  "types?": s.texts("Only of tasks of these types."),
  "groups?": s.texts("Only of tasks in these groups."),
  "tasks?": s.texts("Only of these tasks."),
  "active?": s.flag(),
  "include?": s.list(s.choice(["summary", "rows"]), "What is sent of the result of a run."),
  "template?": s.text("The text that is sent in place of the usual one."),
  "secret?": s.text("What messages are signed with; one is made when absent.", { writeOnly: true, "x-secret": true }),
};
const example = { url: "https://example.com/hook", events: ["task.complete"] };
const shared = { tag: "webhooks", result: s.ref("Webhook") } as const satisfies Partial<Operation>;

/** Webhooks and what was delivered to them. */
export const webhooks: Operations = {
  "GET /webhooks": {
    ...shared,
    id: "listWebhooks",
    summary: "Lists webhooks",
    query: paging,
    result: s.list(s.ref("Webhook")),
    errors: ["QUERY_REFUSED"],
  },
  "POST /webhooks": {
    ...shared,
    id: "createWebhook",
    summary: "Adds a webhook",
    body: { schema: s.object({ url: s.text("The address that is notified."), ...members }), example },
    errors: ["WEBHOOK_REFUSED", "ADDRESS_REFUSED", "PROVIDER_MISSING", "SECRETS_UNAVAILABLE"],
  },
  "GET /webhooks/:id": { ...shared, id: "webhook", summary: "Returns a webhook", errors: ["WEBHOOK_NOT_FOUND"] },
  "POST /webhooks/:id": {
    ...shared,
    id: "updateWebhook",
    summary: "Changes a webhook",
    body: { schema: s.object({ "url?": s.text("The address that is notified."), ...members }), example },
    errors: ["WEBHOOK_NOT_FOUND", "WEBHOOK_REFUSED", "ADDRESS_REFUSED"],
  },
  "DELETE /webhooks/:id": {
    ...shared,
    id: "deleteWebhook",
    summary: "Removes a webhook",
    about: `${id} One that is gone already is no error.`,
    result: s.nothing,
  },
  "GET /webhooks/:id/deliveries": {
    ...shared,
    id: "webhookDeliveries",
    summary: "Lists what was sent to a webhook",
    query: { ...paging, state: s.choice(["waiting", "delivered", "failed"], "Only those in this state.") },
    result: s.list(s.ref("Delivery")),
    errors: ["WEBHOOK_NOT_FOUND", "QUERY_REFUSED"],
  },
  "GET /deliveries/:id": {
    ...shared,
    id: "delivery",
    summary: "Returns one delivery with what is sent",
    result: s.ref("Delivery"),
    errors: ["DELIVERY_NOT_FOUND"],
  },
  "POST /deliveries/:id/replay": {
    ...shared,
    id: "replayDelivery",
    summary: "Sends a delivery again",
    body: { schema: s.object({}), example: {}, optional: true },
    result: s.ref("Delivery"),
    errors: ["DELIVERY_NOT_FOUND", "PROVIDER_MISSING"],
  },
};
