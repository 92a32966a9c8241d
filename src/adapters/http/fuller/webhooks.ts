import type { NewWebhook, WebhookChanges } from "../../../kernel/attendants/webhooks/webhooks.js";
import type { Delivery, Page } from "../../../kernel/index.js";
import type { FullerArea } from "./fuller.js";
import { oneOf, wholeNumber } from "./queries.js";

/** Most webhooks or deliveries of one page, and how many when nobody says. */
const MAX_PAGE = 1_000;
const USUAL_PAGE = 100;
const STATES: readonly [Delivery["state"], ...Delivery["state"][]] = ["waiting", "delivered", "failed"];
const EXAMPLE = '{"url": "https://example.com/hook", "events": ["task.complete"]}';

/** Webhooks and what was delivered to them. */
export const webhooks: FullerArea = ({ kernel }) => {
  const all = () => kernel.webhooks;
  return [
    {
      method: "GET",
      path: "/webhooks",
      acts: false,
      reply: ({ query }) => Array.fromAsync(all().list(pageIn(query))),
    },
    {
      method: "POST",
      path: "/webhooks",
      acts: true,
      example: EXAMPLE,
      // What is posted is checked by the kernel, field by field.
      reply: async ({ object }) => all().create((await object()) as unknown as NewWebhook),
    },
    {
      method: "GET",
      path: "/webhooks/:id",
      acts: false,
      reply: ({ parameters }) => all().get(idIn(parameters["id"])),
    },
    {
      method: "POST",
      path: "/webhooks/:id",
      acts: true,
      example: EXAMPLE,
      reply: async ({ parameters, object }) =>
        all().update(idIn(parameters["id"]), (await object()) as unknown as WebhookChanges),
    },
    {
      method: "DELETE",
      path: "/webhooks/:id",
      acts: true,
      // As for tasks, one that is gone already is no error.
      async reply({ parameters }) {
        await all().delete(idIn(parameters["id"]));
        return null;
      },
    },
    {
      method: "GET",
      path: "/webhooks/:id/deliveries",
      acts: false,
      reply: ({ parameters, query }) =>
        Array.fromAsync(all().deliveries(idIn(parameters["id"]), { ...pageIn(query), ...stateIn(query) })),
    },
    {
      method: "GET",
      path: "/deliveries/:id",
      acts: false,
      reply: ({ parameters }) => all().delivery(idIn(parameters["id"])),
    },
    {
      method: "POST",
      path: "/deliveries/:id/replay",
      acts: true,
      reply: ({ parameters }) => all().replay(idIn(parameters["id"])),
    },
  ];
};

/** An id in a form that storages take; the kernel says of any other that it could not be found. */
function idIn(text = ""): string {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : "-";
}

function pageIn(query: URLSearchParams): Page {
  const limit = wholeNumber(query, "limit") ?? USUAL_PAGE;
  return { offset: wholeNumber(query, "offset") ?? 0, limit: Math.min(limit, MAX_PAGE) };
}

function stateIn(query: URLSearchParams): { state?: Delivery["state"] } {
  return query.get("state") ? { state: oneOf(query, "state", STATES) } : {};
}
