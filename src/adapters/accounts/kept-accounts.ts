import {
  type AccountReference,
  type Accounts,
  type JsonObject,
  type NewAccount,
  ScriptoriumError,
  type ShownAccount,
} from "../../kernel/index.js";
import { defined } from "../../kernel/values/json.js";
import { newKind, refused, storedKind } from "./account-kinds.js";
import { checkedAccount, type PostedAccount } from "./checked-account.js";

/** An account as it was stored, with what a person should know about it. */
export interface KeptAccount {
  readonly account: ShownAccount;
  readonly notes: readonly string[];
}

/** A new account for people; one without a name gets one of its address. */
export interface AddedAccount extends PostedAccount {
  readonly id?: string | undefined;
  readonly kind: string;
  readonly name?: string | undefined;
}

/** Stores an account. Throws ACCOUNT_REFUSED with all that is wrong, ACCOUNT_TAKEN and SECRETS_UNAVAILABLE. */
export async function addAccount(accounts: Accounts, posted: AddedAccount): Promise<KeptAccount> {
  const { id, kind } = posted;
  const known = newKind(kind);
  if (id === "import") throw refused('"id" cannot be "import", which is a route. Give another id.');
  const { settings, secrets, notes } = known ? checkedAccount(known, posted) : { ...unchecked(posted), notes: [] };
  const name = nameIn(posted.name) ?? (known && (await freeName(accounts, kind, known.usualName(settings))));
  if (name === undefined)
    throw refused('The field "name" is missing. Give the name that settings call the account by.');
  // Nothing is there to be removed.
  const given = Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== null && value !== ""));
  const account: NewAccount = { kind, name, settings, secrets: given as Record<string, string>, ...defined({ id }) };
  return { account: await accounts.create(account), notes };
}

/**
 * Changes an account; what is left out stays. Throws ACCOUNT_NOT_FOUND, ACCOUNT_REFUSED, ACCOUNT_TAKEN, SECRETS_UNAVAILABLE and
 * BUSY.
 */
export async function changeAccount(
  accounts: Accounts,
  reference: AccountReference,
  changes: PostedAccount & { readonly name?: string | undefined },
): Promise<KeptAccount> {
  const before = await accounts.get(reference);
  const known = storedKind(before.kind);
  const { settings, secrets, notes } = known
    ? checkedAccount(known, changes, before)
    : { ...unchecked(changes), notes: [] };
  const name = nameIn(changes.name);
  return { account: await accounts.update(before.id, { settings, secrets, ...defined({ name }) }), notes };
}

/** Tasks call a group of accounts `group:<name>`, so none has such a name. */
function nameIn(name: string | undefined): string | undefined {
  if (typeof name === "string" && /^group:/i.test(name)) {
    throw refused('"name" cannot begin with "group:", by which tasks name groups. Give another name.');
  }
  return name === "" ? undefined : name;
}

function unchecked({ settings = {}, secrets = {} }: PostedAccount): {
  readonly settings: JsonObject;
  readonly secrets: Readonly<Record<string, string | null>>;
} {
  return { settings, secrets };
}

async function freeName(accounts: Accounts, kind: string, usual: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const name = numberedName(usual, count);
    if (!(await isTaken(accounts, kind, name))) return name;
  }
}

export function numberedName(name: string, count: number): string {
  return count === 1 ? name : `${name} (${count})`;
}

async function isTaken(accounts: Accounts, kind: string, name: string): Promise<boolean> {
  try {
    await accounts.get({ kind, name });
    return true;
  } catch (error) {
    if (ScriptoriumError.is(error) && error.code === "ACCOUNT_NOT_FOUND") return false;
    throw error;
  }
}
