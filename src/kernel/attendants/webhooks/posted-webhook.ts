import { randomBytes } from "node:crypto";
import { ScriptoriumError } from "../../errors.js";
import { EVENT_NAMES, isEventName } from "../../events.js";
import { MASK } from "../../secrets/secret-names.js";
import type { AccountChanges, NewAccount } from "../../tasks/account-service.js";
import { defined, isPlainObject, type JsonObject, shown } from "../../values/json.js";
import { nearestName } from "../../values/nearest-name.js";
import { INCLUDED, isIncluded } from "./included.js";
import { readTemplate } from "./template.js";
import { DEFAULT_EVENTS, type NewWebhook, urlProblem, WEBHOOK_KIND } from "./webhook.js";

const MAX_LIST = 1000;
const MAX_SECRET = 1024;
/** A body may have any number of members. */
const MAX_PROBLEMS = 20;

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

/** Rethrows an error of an account in the words of webhooks. */
export function ofWebhook(error: unknown): never {
  if (!ScriptoriumError.is(error)) throw error;
  const { code, facts } = error;
  if (code === "ACCOUNT_TAKEN") {
    const message = `There is already a webhook "${String(facts["name"])}". Use another name, or change that webhook.`;
    throw new ScriptoriumError(code, message, facts, { cause: error });
  }
  if (code !== "ACCOUNT_REFUSED") throw error;
  throw new ScriptoriumError(code, error.message.replace(/^The account /, "The webhook "), facts, { cause: error });
}

interface Checked {
  readonly name?: string;
  readonly secret?: string;
  readonly settings: JsonObject;
}

function checked(posted: unknown): Checked {
  if (!isPlainObject(posted)) throw refused("must be an object with a field url");
  const result: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [field, value] of Object.entries(posted)) {
    const check = Object.hasOwn(CHECKS, field) ? CHECKS[field as keyof typeof CHECKS] : undefined;
    if (check === undefined) {
      problems.push(`has no field "${shown(field)}"; there are ${Object.keys(CHECKS).join(", ")}`);
      continue;
    }
    if (value === undefined) continue;
    const problem = check(value);
    if (problem !== undefined) problems.push(problem);
    result[field] = value;
  }
  if (problems.length > 0) throw refused(...problems.slice(0, MAX_PROBLEMS));
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
    const [unknown, ...others] = (value as string[]).filter((one) => !isEventName(one));
    if (unknown !== undefined) {
      const also = others.slice(0, MAX_PROBLEMS).map((one) => `, nor does "${shown(one)}"`);
      return `asks for the event "${shown(unknown)}", which does not exist${also.join("")}. ${eventMeant(unknown)}`;
    }
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

/** The names of events there are, after the one that was probably meant. */
export function eventMeant(name: string): string {
  const nearest = nearestName(name, EVENT_NAMES);
  return `${nearest === undefined ? "" : `Did you mean ${nearest}? `}There are ${EVENT_NAMES.join(", ")}`;
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

function refused(...problems: readonly string[]): ScriptoriumError {
  const all = problems.map((problem) => `The webhook ${problem}.`).join(" ");
  return new ScriptoriumError("WEBHOOK_REFUSED", `${all} Correct it; nothing was stored.`);
}
