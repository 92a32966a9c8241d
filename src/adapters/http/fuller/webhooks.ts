import type { NewWebhook, Webhook, WebhookChanges } from "../../../kernel/attendants/webhooks/webhooks.js";
import type { Delivery, Page } from "../../../kernel/index.js";
import { type FullerArea, NotedReply, post, read } from "./fuller.js";
import { oneOf, wholeNumber } from "./queries.js";

/** Most webhooks or deliveries of one page, and how many when nobody says. */
const MAX_PAGE = 1_000;
const USUAL_PAGE = 100;
const STATES: readonly [Delivery["state"], ...Delivery["state"][]] = ["waiting", "delivered", "failed"];
const EXAMPLE = '{"url": "https://example.com/hook", "events": ["task.complete"]}';

/** Webhooks and what was delivered to them. */
export const webhooks: FullerArea = ({ kernel }) => {
  const all = () => kernel.webhooks;
  const noted = async (webhook: Webhook) => new NotedReply(webhook, await all().filterNotes(webhook));
  return [
    read("/webhooks", ({ query }) => Array.fromAsync(all().list(pageIn(query)))),
    // What is posted is checked by the kernel, field by field.
    post("/webhooks", EXAMPLE, async ({ object }) =>
      noted(await all().create((await object()) as unknown as NewWebhook)),
    ),
    read("/webhooks/:id", ({ parameters }) => all().get(idIn(parameters["id"]))),
    post("/webhooks/:id", EXAMPLE, async ({ parameters, object }) =>
      noted(await all().update(idIn(parameters["id"]), (await object()) as unknown as WebhookChanges)),
    ),
    {
      method: "DELETE",
      path: "/webhooks/:id",
      acts: true,
      // As for tasks, one that is gone already is no error.
      async reply({ parameters }) {
        const wasThere = await all().delete(idIn(parameters["id"]));
        return new NotedReply(null, wasThere ? [] : ["There is no webhook with this id, so nothing was removed."]);
      },
    },
    read("/webhooks/:id/deliveries", ({ parameters, query }) =>
      Array.fromAsync(all().deliveries(idIn(parameters["id"]), { ...pageIn(query), ...stateIn(query) })),
    ),
    read("/deliveries/:id", ({ parameters }) => all().delivery(idIn(parameters["id"]))),
    post("/deliveries/:id/replay", "{}", ({ parameters }) => all().replay(idIn(parameters["id"]))),
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
