import type { Account, AccountStore } from "../../kernel/storage.js";
import { copyOf } from "../../kernel/values/json.js";
import { nameTaken, taken } from "../refusals.js";
import { pageOf } from "./page.js";

export function accountStore(): AccountStore {
  const accounts = new Map<string, Account>();

  function accountNamed(kind: string, name: string): Account | undefined {
    return [...accounts.values()].find((account) => account.kind === kind && account.name === name);
  }

  function refuseTakenName({ _id, kind, name }: Account): void {
    const holder = accountNamed(kind, name);
    if (holder !== undefined && holder._id !== _id) throw nameTaken();
  }

  return {
    async insert(account) {
      if (accounts.has(account._id)) throw taken("account");
      refuseTakenName(account);
      accounts.set(account._id, copyOf(account));
    },
    async get(id) {
      return copyOf(accounts.get(id));
    },
    async named(kind, name) {
      return copyOf(accountNamed(kind, name));
    },
    async replace(account) {
      if (accounts.get(account._id)?.revision !== account.revision - 1) return false;
      refuseTakenName(account);
      accounts.set(account._id, copyOf(account));
      return true;
    },
    async delete(id) {
      return accounts.delete(id);
    },
    async *list(page) {
      const all = [...accounts.values()];
      const wanted = page?.kind === undefined ? all : all.filter(({ kind }) => kind === page.kind);
      for (const account of pageOf(wanted, page)) yield copyOf(account);
    },
  };
}
