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

const ID = /^[A-Za-z0-9_-]{1,64}$/;
/** One line without blanks at its ends. */
const NAME = /^(?! )[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]{1,200}(?<! )$/u;

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
  refuseUnusable(posted);
  const { settings, secrets, notes } = known ? checkedAccount(known, posted) : { ...unchecked(posted), notes: [] };
  const name = posted.name ?? (known && (await freeName(accounts, kind, known.usualName(settings))));
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
  refuseUnusable({ name: changes.name });
  const before = await accounts.get(reference);
  const known = storedKind(before.kind);
  const { settings, secrets, notes } = known
    ? checkedAccount(known, changes, before)
    : { ...unchecked(changes), notes: [] };
  const changed = { settings, secrets, ...defined({ name: changes.name }) };
  return { account: await accounts.update(before.id, changed), notes };
}

/** Throws ACCOUNT_REFUSED for an id or a name that an account cannot have. */
export function refuseUnusable({ id, name }: Pick<AddedAccount, "id" | "name">): void {
  if (id !== undefined && (typeof id !== "string" || !ID.test(id))) {
    throw refused('"id" must be at most 64 letters, digits, hyphens and underscores. Give another, or none.');
  }
  if (id === "import") throw refused('"id" cannot be "import", which is a route. Give another id, or none.');
  if (name === undefined) return;
  if (typeof name !== "string" || !NAME.test(name)) {
    throw refused('"name" must be one line of at most 200 characters, without blanks around it. Give another name.');
  }
  // Tasks call a group of accounts so.
  if (/^group:/i.test(name)) {
    throw refused('"name" cannot begin with "group:", by which tasks name groups. Give another name.');
  }
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
