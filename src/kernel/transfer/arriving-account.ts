import type { StorageAdapter } from "../storage.js";
import { shown } from "../values/json.js";
import type { Contents } from "./format.js";

/** The stored account that has the id, or the name among those of its kind, in words. */
export async function accountInTheWay(
  { accounts }: StorageAdapter,
  account: Contents["account"],
): Promise<string | undefined> {
  const there = (await accounts.get(account._id)) ?? (await accounts.named(account.kind, account.name));
  return there && `the ${shown(there.kind, 40)} account "${shown(there.name, 40)}"`;
}

/** Stores the account, in place of those that are in its way. One without encrypted values keeps those it has here. */
export async function putAccount({ accounts }: StorageAdapter, account: Contents["account"]): Promise<void> {
  const namesake = await accounts.named(account.kind, account.name);
  if (namesake !== undefined && namesake._id !== account._id) await accounts.delete(namesake._id);
  for (;;) {
    const there = await accounts.get(account._id);
    if (there === undefined) return accounts.insert({ ...account, sealed: account.sealed ?? {} });
    const sealed = account.sealed ?? there.sealed;
    if (await accounts.replace({ ...account, sealed, revision: there.revision + 1 })) return;
  }
}
