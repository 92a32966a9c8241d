import type { Account, AccountStore } from "../../kernel/storage.js";
import { copyOf } from "../../kernel/values/json.js";
import { byNumber } from "../ordered-entries.js";
import { nameTaken, taken } from "../refusals.js";
import { pageOf } from "./pages.js";
import type { AccountEntry } from "./store-index.js";
import type { Parts } from "./task-store.js";

export function accountStore(opened: () => Parts): AccountStore {
  const entries = (): AccountEntry[] => [...opened().index.accounts.values()].sort(byNumber);

  function accountNamed(kind: string, name: string): Account | undefined {
    return entries().find(({ account }) => account.kind === kind && account.name === name)?.account;
  }

  async function put(n: number, account: Account): Promise<void> {
    const { index, main } = opened();
    const holder = accountNamed(account.kind, account.name);
    if (holder !== undefined && holder._id !== account._id) throw nameTaken();
    const text = JSON.stringify(account);
    await main.append([{ put: "account", n }, text], () => index.putAccount(n, JSON.parse(text)));
  }

  return {
    async insert(account) {
      const { index } = opened();
      if (index.accounts.has(account._id)) throw taken("account");
      await put(index.nextNumber(), account);
    },
    async get(id) {
      return copyOf(opened().index.accounts.get(id)?.account);
    },
    async named(kind, name) {
      return copyOf(accountNamed(kind, name));
    },
    async replace(account) {
      const known = opened().index.accounts.get(account._id);
      if (known?.account.revision !== account.revision - 1) return false;
      await put(known.number, account);
      return true;
    },
    async delete(id) {
      const { index, main } = opened();
      const known = index.accounts.get(id);
      if (known === undefined) return false;
      await main.append([{ gone: "account", id, n: known.number }], () => index.removeAccount(id));
      return true;
    },
    async *list(page) {
      const all = entries().map(({ account }) => account);
      const wanted = page?.kind === undefined ? all : all.filter(({ kind }) => kind === page.kind);
      for (const account of pageOf(wanted, page)) yield copyOf(account);
    },
  };
}
