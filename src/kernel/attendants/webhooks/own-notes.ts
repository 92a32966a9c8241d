import { ScriptoriumError } from "../../errors.js";
import { isEventName } from "../../events.js";
import type { MessengerProvider } from "../../providers.js";
import type { Accounts } from "../../tasks/account-service.js";
import { type JsonObject, shown } from "../../values/json.js";
import { INCLUDED, isIncluded } from "./included.js";
import { eventMeant } from "./posted-webhook.js";
import { Hopeless, ownSecret, ownUrlProblem, ownWebhook } from "./targets.js";

/** What a person should know about a webhook that was just put into the data of a task: why nothing will arrive. */
export async function ownWebhookNotes(
  data: JsonObject,
  accounts: Accounts,
  messengerFor: () => MessengerProvider,
): Promise<string[]> {
  const own = ownWebhook(data);
  if (own === undefined) return [];
  const notes: string[] = [];
  const note = async (check: () => unknown) => {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof Hopeless) && !ScriptoriumError.is(error)) throw error;
      const isAddress = ScriptoriumError.is(error) && error.code === "ADDRESS_REFUSED";
      notes.push(isAddress ? `Nothing is sent to webhookUrl. ${error.message}` : error.message);
    }
  };
  const problem = ownUrlProblem(own.url);
  if (problem !== undefined) notes.push(problem);
  else await note(() => messengerFor().check?.(own.url));
  const strange = own.events.find((name) => !isEventName(name));
  if (strange !== undefined) {
    notes.push(`webhookEvents has "${shown(strange)}", which is not an event. ${eventMeant(strange)}.`);
  } else if (own.events.length === 0) {
    notes.push("webhookEvents is empty, so nothing is sent to webhookUrl. Name an event in it, such as task.complete.");
  }
  const { webhookInclude } = data;
  const odd = Array.isArray(webhookInclude) ? webhookInclude.map(String).find((name) => !isIncluded(name)) : undefined;
  if (odd !== undefined) {
    notes.push(`webhookInclude has "${shown(odd)}", which is not known. Use one or more of ${INCLUDED.join(", ")}.`);
  }
  if (own.secretId !== "") await note(() => ownSecret(own.secretId, accounts));
  return notes;
}
