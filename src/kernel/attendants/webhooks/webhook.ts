import { randomBytes } from "node:crypto";
import { ScriptoriumError } from "../../errors.js";
import { EVENT_NAMES, type EventName, isEventName } from "../../events.js";
import { squashed } from "../../plugin-registry.js";
import { MASK } from "../../secrets/secret-names.js";
import type { AccountChanges, NewAccount, ShownAccount } from "../../tasks/account-service.js";
import { defined, isPlainObject, type JsonObject, shown } from "../../values/json.js";
import { INCLUDED, type Included, includedIn, isIncluded } from "./included.js";
import { readTemplate } from "./template.js";

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
const MAX_LIST = 1000;
const MAX_SECRET = 1024;

/** The account a new webhook is kept as, and its secret. Throws WEBHOOK_REFUSED. */
export function newAccount(posted: unknown, id: () => string): { account: NewAccount; secret: string } {
  const { name, secret: given, settings } = checked(posted);
  if (settings["url"] === undefined) throw refused("needs an address to post to, in the field url");
  const secret = given === undefined || given === "" ? `whsec_${randomBytes(24).toString("base64url")}` : given;
  if (secret === MASK)
    throw refused("has a mask for its secret. Give the secret itself, or leave it out to have one made");
  const defaults = {
    events: DEFAULT_EVENTS,
    types: [],
    groups: [],
    tasks: [],
    active: true,
    include: [],
    template: "",
  };
  const account = {
    kind: WEBHOOK_KIND,
    name: name ?? `webhook ${id()}`,
    settings: { ...defaults, ...settings },
    secrets: { secret },
  };
  return { account, secret };
}

/** The changes of the account that changes of its webhook mean. Throws WEBHOOK_REFUSED. */
export function accountChanges(posted: unknown): AccountChanges {
  const { name, secret, settings } = checked(posted);
  if (secret === "") throw refused("cannot be without a secret. Leave the field out to keep the one it has");
  return { settings, ...defined({ name, secrets: secret === undefined ? undefined : { secret } }) };
}

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

interface Checked {
  readonly name?: string;
  readonly secret?: string;
  readonly settings: JsonObject;
}

function checked(posted: unknown): Checked {
  if (!isPlainObject(posted)) throw refused("must be an object with a field url");
  const result: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(posted)) {
    const check = Object.hasOwn(CHECKS, field) ? CHECKS[field as keyof typeof CHECKS] : undefined;
    if (check === undefined)
      throw refused(`has no field "${shown(field)}"; there are ${Object.keys(CHECKS).join(", ")}`);
    if (value === undefined) continue;
    const problem = check(value);
    if (problem !== undefined) throw refused(problem);
    result[field] = value;
  }
  const { name, secret, ...settings } = result;
  // The checks have seen to the types.
  return { ...defined({ name, secret }), settings } as Checked;
}

const CHECKS: Readonly<Record<keyof NewWebhook, (value: unknown) => string | undefined>> = {
  name: (value) => (typeof value === "string" ? undefined : "needs a name that is a text"),
  url: (value) => urlProblem(value, "url"),
  events(value) {
    const problem = listProblem("events", value);
    if (problem !== undefined) return problem;
    const unknown = (value as string[]).find((one) => !isEventName(one));
    if (unknown !== undefined) return `asks for the event "${shown(unknown)}"; there are ${EVENT_NAMES.join(", ")}`;
    return (value as string[]).length === 0 ? "asks for no events; leave the field out for the usual ones" : undefined;
  },
  types: (value) => listProblem("types", value),
  groups: (value) => listProblem("groups", value),
  tasks: (value) => listProblem("tasks", value),
  active: (value) => (typeof value === "boolean" ? undefined : "needs true or false in the field active"),
  include(value) {
    const problem = listProblem("include", value);
    const unknown = problem ? undefined : (value as string[]).find((one) => !isIncluded(one));
    return unknown === undefined ? problem : `includes "${shown(unknown)}"; there are ${INCLUDED.join(", ")}`;
  },
  template: (value) => (typeof value === "string" ? templateProblem(value) : "needs a template that is a text"),
  secret(value) {
    if (typeof value !== "string") return "needs a secret that is a text";
    return value.length > MAX_SECRET ? `has a secret longer than ${MAX_SECRET} characters` : undefined;
  },
};

/** What is wrong with the address in a field before anybody asks a name server, as it goes on after "The webhook". */
export function urlProblem(value: unknown, field: string): string | undefined {
  if (typeof value !== "string") return `needs an address that is a text, in the field ${field}`;
  if (value.length > MAX_URL) return `has an address longer than ${MAX_URL} characters in the field ${field}`;
  const { protocol, username, password } = URL.parse(value) ?? {};
  if (protocol !== "http:" && protocol !== "https:") {
    // What stands before an @ may be a password.
    return `has "${shown(value.replace(/^.*@/s, ""))}" in the field ${field}, which is no web address that begins with http:// or https://`;
  }
  return username === "" && password === ""
    ? undefined
    : `has a user name or password in the field ${field}, where they are never sent; remove them, and let the receiver check the signature of the messages`;
}

function templateProblem(text: string): string | undefined {
  if (text === "") return undefined;
  const read = readTemplate(text);
  return "problem" in read ? `has a template that cannot be used: ${read.problem}` : undefined;
}

function listProblem(field: string, value: unknown): string | undefined {
  if (!Array.isArray(value) || value.some((one) => typeof one !== "string")) {
    return `needs a list of texts in the field ${field}`;
  }
  return value.length > MAX_LIST ? `names more than ${MAX_LIST} ${field}` : undefined;
}

function refused(problem: string): ScriptoriumError {
  return new ScriptoriumError("WEBHOOK_REFUSED", `The webhook ${problem}. Correct it; nothing was stored.`);
}
