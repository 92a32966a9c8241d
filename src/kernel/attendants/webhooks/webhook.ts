import { type EventName, isEventName } from "../../events.js";
import { squashed } from "../../plugin-registry.js";
import { MASK } from "../../secrets/secret-names.js";
import type { ShownAccount } from "../../tasks/account-service.js";
import { shown } from "../../values/json.js";
import { type Included, includedIn } from "./included.js";

/** Webhooks are accounts of this kind. */
export const WEBHOOK_KIND = "webhook";

/** The events that are sent by default. */
export const DEFAULT_EVENTS: readonly EventName[] = ["task.complete", "task.failed"];

/** A registered webhook. The empty list of a filter lets everything through. */
export interface Webhook {
  readonly id: string;
  /** No two have the same. */
  readonly name: string;
  readonly url: string;
  readonly events: readonly EventName[];
  /** Task types, with or without blanks. */
  readonly types: readonly string[];
  readonly groups: readonly string[];
  /** Ids of tasks. */
  readonly tasks: readonly string[];
  /** One that is not active receives nothing. */
  readonly active: boolean;
  /** What the message of a run that has ended carries of its result. */
  readonly include: readonly Included[];
  /** The body with `{{variables}}`; the usual body when empty. */
  readonly template: string;
  /** In the open in the answer to the call that made it; a mask ever after. */
  readonly secret: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A webhook to be registered. All but the address may be left out. */
export interface NewWebhook extends Partial<Omit<Webhook, "id" | "createdAt" | "updatedAt">> {
  readonly url: string;
}

export type WebhookChanges = Partial<NewWebhook>;

const MAX_URL = 2048;

/** An account of the kind as the webhook it is; what another hand put there in the wrong form counts as left out. */
export function webhookOf(account: ShownAccount, secret = MASK): Webhook {
  const { id, name, settings, createdAt, updatedAt } = account;
  const texts = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    id,
    name,
    url: text(settings["url"]),
    events: texts(settings["events"]).filter(isEventName),
    types: texts(settings["types"]),
    groups: texts(settings["groups"]),
    tasks: texts(settings["tasks"]),
    active: settings["active"] === true,
    include: includedIn(settings["include"]),
    template: text(settings["template"]),
    secret,
    createdAt,
    updatedAt,
  };
}

/** Whether the webhook receives this event of a task. */
export function isWanted(
  webhook: Webhook,
  event: EventName,
  task: { readonly id: string; readonly type?: string; readonly group?: string },
): boolean {
  const { active, events, types, groups, tasks } = webhook;
  return (
    active &&
    events.includes(event) &&
    (tasks.length === 0 || tasks.includes(task.id)) &&
    (types.length === 0 || types.some((type) => squashed(type) === squashed(task.type ?? ""))) &&
    (groups.length === 0 || groups.includes(task.group ?? ""))
  );
}

/** What is wrong with the address in a field before anybody asks a name server, as it goes on after "The webhook". */
export function urlProblem(value: unknown, field: string): string | undefined {
  if (typeof value !== "string") return `needs an address that is a text, in the field ${field}`;
  if (value.length > MAX_URL) return `has an address longer than ${MAX_URL} characters in the field ${field}`;
  const { protocol, username, password } = URL.parse(value) ?? {};
  if (protocol !== "http:" && protocol !== "https:") {
    // What stands before an @ may be a password.
    return `has "${shown(value.replace(/^.*@/s, ""))}" in the field ${field}, which is not a web address that begins with http:// or https://`;
  }
  return username === "" && password === ""
    ? undefined
    : `has a user name or password in the field ${field}, where they are never sent; remove them, and let the receiver check the signature of the messages`;
}
