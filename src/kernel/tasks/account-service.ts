import { inject, injectable } from "../di.js";
import { ScriptoriumError } from "../errors.js";
import { NO_MARKS } from "../secrets/marks.js";
import { SERVER_KIND } from "../secrets/older-stores.js";
import { MASK } from "../secrets/secret-names.js";
import type { Hidden } from "../secrets/taking-out.js";
import type { Vault } from "../secrets/vault.js";
import type { Account, Page, StorageAdapter } from "../storage.js";
import { CLOCK, IDS, STORAGE, VAULT } from "../tokens.js";
import type { Clock } from "../values/clock.js";
import type { Ids } from "../values/ids.js";
import { isPlainObject, type JsonObject, jsonProblem, mergedDeep, shown } from "../values/json.js";
import { paged } from "../values/paged.js";

/** Access to something outside, as it may be shown: a mask instead of every secret. */
export interface ShownAccount {
  readonly id: string;
  /** What it is for: `blog`, `mail`, `provider` ... */
  readonly kind: string;
  readonly name: string;
  readonly settings: JsonObject;
  /** A mask under the name of every secret that is kept. */
  readonly secrets: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An account with its secrets, for those who use it. */
export type OpenedAccount = Pick<ShownAccount, "id" | "kind" | "name" | "settings" | "secrets">;

export interface NewAccount {
  /** Letters, digits, `-` and `_`, at most 64, so that one that others know already is kept; made when absent. */
  readonly id?: string;
  /** Lower-case letters, digits and hyphens. */
  readonly kind: string;
  /** No two accounts of a kind have the same. */
  readonly name: string;
  /** Members with a secret name are kept as secrets. */
  readonly settings?: JsonObject;
  readonly secrets?: Readonly<Record<string, string>>;
}

export interface AccountChanges {
  readonly name?: string;
  /** Merged into the settings, object by object. */
  readonly settings?: JsonObject;
  /** Merged too: a mask keeps a secret, null or an empty text removes it. */
  readonly secrets?: Readonly<Record<string, string | null>>;
}

/** By its id, or by what tasks call it. */
export type AccountReference = string | { readonly kind: string; readonly name: string };

/** Ids that an account may be given. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Longest kind and name, in characters, and most characters of an account's JSON. */
const MAX_KIND = 64;
const MAX_NAME = 200;
const MAX_LENGTH = 256 * 1024;
/** Everything one does with accounts. */
export type Accounts = Pick<AccountService, "create" | "list" | "get" | "update" | "delete" | "opened" | "secretsOf">;

/** Accounts are sealed apart from tasks, so that none can be made of the other's ciphertext. */
const FAMILY = "account";

interface Body {
  readonly settings: JsonObject;
  readonly secrets: JsonObject;
}

/** Keeps blogs, mail accounts and the keys of providers. */
@injectable()
export class AccountService {
  private readonly vault: Vault;

  constructor(
    @inject(STORAGE) private readonly storage: StorageAdapter,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(IDS) private readonly ids: Ids,
    @inject(VAULT) vault: Vault,
  ) {
    this.vault = vault.forFamily(FAMILY);
  }

  /** Stores an account; its secrets are encrypted. Throws ACCOUNT_REFUSED, ACCOUNT_TAKEN and SECRETS_UNAVAILABLE. */
  async create({ id, kind, name, settings = {}, secrets = {} }: NewAccount): Promise<ShownAccount> {
    if (id !== undefined && (typeof id !== "string" || !ID.test(id))) {
      throw refused("needs an id of at most 64 letters, digits, hyphens and underscores, or none, to have one made");
    }
    if (typeof kind !== "string" || !/^[a-z][a-z0-9-]*$/.test(kind) || kind.length > MAX_KIND) {
      throw refused(`needs a kind of at most ${MAX_KIND} lower-case letters, digits and hyphens`);
    }
    if (kind === SERVER_KIND) throw refused(`cannot be of the kind "${kind}", which the server uses itself`);
    const hidden = await this.hidden(checkedName(name), settings, secrets, undefined);
    const now = this.clock.now().toISOString();
    const account: Account = {
      _id: id ?? this.ids.next(),
      kind,
      name,
      ...hidden,
      createdAt: now,
      updatedAt: now,
      revision: 0,
    };
    await this.unlessTaken(account, () => this.storage.accounts.insert(account));
    return shownAccount(account);
  }

  /** Accounts of all kinds, or of one, in creation order. */
  async *list(page: Page & { readonly kind?: string } = {}): AsyncIterable<ShownAccount> {
    const accounts = this.storage.accounts.list(page.kind === undefined ? {} : { kind: page.kind });
    for await (const account of paged(accounts, page, ({ kind }) => kind !== SERVER_KIND)) yield shownAccount(account);
  }

  /** An account with a mask for every secret. Throws ACCOUNT_NOT_FOUND. */
  async get(reference: AccountReference): Promise<ShownAccount> {
    return shownAccount(await this.existing(reference));
  }

  /**
   * Changes name, settings and secrets; what is left out stays. Throws ACCOUNT_NOT_FOUND, ACCOUNT_REFUSED, ACCOUNT_TAKEN,
   * SECRETS_UNAVAILABLE and BUSY.
   */
  async update(reference: AccountReference, changes: AccountChanges): Promise<ShownAccount> {
    for (let attempt = 0; attempt < 1000; attempt += 1) {
      const account = await this.existing(reference);
      const name = checkedName(changes.name ?? account.name);
      const settings = changes.settings ?? {};
      const hidden = await this.hidden(name, settings, changes.secrets ?? {}, account);
      const updatedAt = this.clock.now().toISOString();
      const next: Account = { ...account, name, ...hidden, updatedAt, revision: account.revision + 1 };
      if (await this.unlessTaken(next, () => this.storage.accounts.replace(next))) return shownAccount(next);
    }
    throw new ScriptoriumError("BUSY", "The account is being changed by too many others. Try again in a moment.");
  }

  /** Deletes an account. Says whether it was there. */
  async delete(reference: AccountReference): Promise<boolean> {
    const account = await this.found(reference);
    return account !== undefined && this.storage.accounts.delete(account._id);
  }

  /** An account with its secrets in the open. Throws ACCOUNT_NOT_FOUND and SECRET_UNREADABLE. */
  async opened(reference: AccountReference): Promise<OpenedAccount> {
    const account = await this.existing(reference);
    const { data } = await this.vault.opened(bodyOf(account), account.sealed);
    // `hidden` lets nothing but texts into `secrets`.
    const { settings, secrets } = data as unknown as OpenedAccount;
    return { id: account._id, kind: account.kind, name: account.name, settings, secrets };
  }

  /** The secrets of an account, by their names. Throws ACCOUNT_NOT_FOUND and SECRET_UNREADABLE. */
  async secretsOf(reference: AccountReference): Promise<Readonly<Record<string, string>>> {
    return (await this.opened(reference)).secrets;
  }

  private async existing(reference: AccountReference): Promise<Account> {
    const account = await this.found(reference);
    if (account !== undefined) return account;
    const what =
      typeof reference === "string"
        ? `with the id "${shown(reference)}"`
        : `"${shown(reference.name)}" of the kind "${shown(reference.kind)}"`;
    throw new ScriptoriumError(
      "ACCOUNT_NOT_FOUND",
      `The account ${what} could not be found. List the accounts to see which there are.`,
    );
  }

  private async found(reference: AccountReference): Promise<Account | undefined> {
    const { accounts } = this.storage;
    const account = await (typeof reference === "string"
      ? accounts.get(reference)
      : accounts.named(reference.kind, reference.name));
    return account?.kind === SERVER_KIND ? undefined : account;
  }

  private async hidden(
    name: string,
    settings: unknown,
    secrets: unknown,
    stored: Account | undefined,
  ): Promise<Pick<Account, "settings" | "sealed">> {
    if (!isPlainObject(settings)) throw refused("needs settings that are an object");
    if (!isPlainObject(secrets) || Object.values(secrets).some((one) => typeof one !== "string" && one !== null)) {
      throw refused("needs secrets that are texts, each under its name");
    }
    const problem = jsonProblem({ name, settings, secrets });
    if (problem !== undefined) throw refused(problem);
    const before = stored && hiddenBody(stored);
    const posted = { settings, secrets } as unknown as Body;
    const merged = mergedDeep(before?.data ?? {}, posted as unknown as JsonObject) as JsonObject;
    if (JSON.stringify(merged).length > MAX_LENGTH) throw refused(`is larger than ${MAX_LENGTH} characters of JSON`);
    // All below `secrets` is secret by that name.
    const { data, sealed } = await this.vault.hidden(merged, NO_MARKS, before, refused);
    return { settings: data["settings"] as JsonObject, sealed };
  }

  /** Does the write; when it fails or comes too late because the name or id is taken, throws ACCOUNT_TAKEN. */
  private async unlessTaken<T>(account: Account, write: () => Promise<T>): Promise<T> {
    await this.refuseTaken(account);
    try {
      return await write();
    } catch (error) {
      // Another may have taken them in between.
      await this.refuseTaken(account);
      throw error;
    }
  }

  private async refuseTaken({ _id, kind, name, revision }: Account): Promise<void> {
    const { accounts } = this.storage;
    if (revision === 0 && (await accounts.get(_id)) !== undefined) throw idTaken(_id);
    const holder = await accounts.named(kind, name);
    if (holder === undefined || holder._id === _id) return;
    throw new ScriptoriumError(
      "ACCOUNT_TAKEN",
      `There is an account "${shown(name)}" of the kind "${kind}" already. Use another name or change that account.`,
      { kind, name: shown(name), id: holder._id },
    );
  }
}

/** What is sealed of an account is under these two names. */
function bodyOf({ settings, sealed }: Account): JsonObject {
  return { settings, secrets: secretsIn(sealed) };
}

function hiddenBody(account: Account): Hidden {
  return { data: bodyOf(account), sealed: account.sealed };
}

/** A mask for every secret. */
function secretsIn(sealed: Account["sealed"]): Record<string, string> {
  const names = Object.keys(sealed).filter((pointer) => pointer.startsWith("/secrets/"));
  return Object.fromEntries(names.map((pointer) => [nameIn(pointer), MASK]));
}

function nameIn(pointer: string): string {
  return pointer.slice("/secrets/".length).replaceAll("~1", "/").replaceAll("~0", "~");
}

function shownAccount(account: Account): ShownAccount {
  const { _id, kind, name, settings, sealed, createdAt, updatedAt } = account;
  return { id: _id, kind, name, settings, secrets: secretsIn(sealed), createdAt, updatedAt };
}

function checkedName(name: unknown): string {
  if (typeof name !== "string" || name.trim() === "" || name.length > MAX_NAME || name !== name.trim()) {
    throw refused(`needs a name of at most ${MAX_NAME} characters, without blanks around it`);
  }
  return name;
}

function idTaken(id: string): ScriptoriumError {
  return new ScriptoriumError(
    "ACCOUNT_TAKEN",
    `There is an account with the id "${id}" already. Use another id or change that account.`,
    { id },
  );
}

function refused(problem: string): ScriptoriumError {
  return new ScriptoriumError("ACCOUNT_REFUSED", `The account ${problem}. Correct it; nothing was stored.`);
}
