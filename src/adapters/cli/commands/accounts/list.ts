import type { ShownAccount } from "../../../../kernel/index.js";
import type { Action } from "./action.js";
import { print, wanted } from "./answers.js";

export const list: Action = async (accounts, given) => {
  const found = await wanted(accounts, given);
  print(given, found, found.length === 0 ? ["There are no accounts."] : found.map(inALine));
};

/** Never with a secret: accounts are shown with masks. */
export function inALine({ id, kind, name, settings, secrets }: ShownAccount): string {
  const kept = Object.keys(secrets);
  const has = kept.length === 0 ? "no secret" : `secret ${kept.join(", ")}`;
  const given = Object.keys(settings).length === 0 ? "" : `, settings ${JSON.stringify(settings)}`;
  // Tasks name those by their ids.
  const known = kind === "blog" || kind === "mail" ? ` (id ${id})` : "";
  return `${kind} "${name}"${known}: ${has}${given}`;
}
