import { ScriptoriumError } from "../../errors.js";
import type { EventName } from "../../events.js";
import type { Delivery, StorageAdapter } from "../../storage.js";
import type { AccountReference, Accounts, OpenedAccount } from "../../tasks/account-service.js";
import { type JsonObject, shown } from "../../values/json.js";
import { type Included, includedIn } from "./included.js";
import { DEFAULT_EVENTS, urlProblem, WEBHOOK_KIND, webhookOf } from "./webhook.js";

/** Where a delivery goes and what signs it. */
export interface Target {
  readonly url: string;
  /** Nothing is signed without one. */
  readonly secret?: string;
}

/** The webhook that a task's data name; the field names are those of every data object. */
export interface OwnWebhook extends Target {
  readonly events: readonly string[];
  readonly include: readonly Included[];
  /** Names the account whose secret signs; empty for none. */
  readonly secretId: string;
}

export function ownWebhook(data: JsonObject): OwnWebhook | undefined {
  const { webhookUrl, webhookEvents, webhookInclude, webhookSecretId } = data;
  if (typeof webhookUrl !== "string" || webhookUrl.trim() === "") return undefined;
  const events = Array.isArray(webhookEvents) ? webhookEvents.map(String) : DEFAULT_EVENTS;
  return {
    url: webhookUrl.trim(),
    events,
    include: includedIn(webhookInclude),
    secretId: typeof webhookSecretId === "string" ? webhookSecretId.trim() : "",
  };
}

export const asksFor = (own: OwnWebhook | undefined, event: EventName): own is OwnWebhook =>
  own?.events.includes(event) ?? false;

/** A delivery that can never be made, and why in words. */
export class Hopeless extends Error {}

/** Finds the target of a delivery as it is now. Throws Hopeless, SECRET_UNREADABLE and errors of the storage. */
export async function targetOf(delivery: Delivery, storage: StorageAdapter, accounts: Accounts): Promise<Target> {
  const { webhookId, taskId } = delivery;
  if (webhookId === taskId) return await ownTarget(delivery, storage, accounts);
  const account = await opened(accounts, webhookId);
  if (account?.kind !== WEBHOOK_KIND) throw new Hopeless("The webhook was removed. Register it again.");
  const { url, active } = webhookOf({ ...account, createdAt: "", updatedAt: "" });
  if (!active) throw new Hopeless("The webhook is switched off. Set active to true and replay the delivery.");
  return { url, secret: signingSecret(account) };
}

/** As the task names it now; as it did when it happened, once the task is gone. */
async function ownTarget(delivery: Delivery, storage: StorageAdapter, accounts: Accounts): Promise<Target> {
  const { webhookId, url, secretId = "" } = delivery;
  const task = await storage.tasks.get(webhookId);
  const own = task ? ownWebhook(task.data) : url === undefined ? undefined : { url, secretId };
  if (own === undefined)
    throw new Hopeless("The task names no webhookUrl any more, so nobody knows where to send this.");
  const problem = ownUrlProblem(own.url);
  if (problem !== undefined) throw new Hopeless(problem);
  return own.secretId === "" ? { url: own.url } : { url: own.url, secret: await ownSecret(own.secretId, accounts) };
}

/** What signs the messages of a task. Throws Hopeless and errors of the storage, and SECRET_UNREADABLE. */
export async function ownSecret(secretId: string, accounts: Accounts): Promise<string> {
  const account =
    (await opened(accounts, secretId)) ??
    (await opened(accounts, { kind: WEBHOOK_KIND, name: secretId })) ??
    (await opened(accounts, { kind: "provider", name: secretId }));
  if (account !== undefined && (account.kind === WEBHOOK_KIND || account.kind === "provider")) {
    return signingSecret(account);
  }
  throw new Hopeless(
    // Who misunderstands the field puts the secret itself there, so it is not repeated.
    "webhookSecretId names no webhook or account. Register a webhook and give its id (not the secret itself), or leave webhookSecretId empty to send without a signature.",
  );
}

/** What is wrong with the address in a task's data before anybody asks a name server. */
export function ownUrlProblem(url: string): string | undefined {
  const problem = urlProblem(url, "webhookUrl");
  return problem && `The task ${problem}. Correct it.`;
}

/** The one called `secret`, else the first by name. */
function signingSecret({ secrets, name }: OpenedAccount): string {
  const secret = secrets["secret"] ?? Object.entries(secrets).sort(([one], [other]) => (one < other ? -1 : 1))[0]?.[1];
  if (secret === undefined)
    throw new Hopeless(`The account "${shown(name)}" holds no secret to sign with. Give it one.`);
  return secret;
}

async function opened(accounts: Accounts, reference: AccountReference): Promise<OpenedAccount | undefined> {
  try {
    return await accounts.opened(reference);
  } catch (error) {
    if (ScriptoriumError.is(error) && error.code === "ACCOUNT_NOT_FOUND") return undefined;
    throw error;
  }
}
