import type { Account, AccountStore } from "../../kernel/storage.js";
import { nameTaken, taken } from "../refusals.js";
import type { Access, Sequenced } from "./open-store.js";
import { one, parsed, some } from "./statement-results.js";

interface AccountRow extends Sequenced {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly revision: number;
  readonly more: string;
}

export function accountStore({ read, write, list }: Access): AccountStore {
  return {
    async insert(account) {
      const { _id, kind, name, revision } = account;
      const more = moreOf(account);
      const problem = await write(({ insertAccount, getAccount }) => {
        if (insertAccount.run(_id, kind, name, revision, more).changes !== 0) return undefined;
        return getAccount.get(_id) === undefined ? nameTaken() : taken("account");
      });
      if (problem !== undefined) throw problem;
    },
    get: (id) => read(({ statements }) => some(one<AccountRow>(statements.getAccount, id), accountOf)),
    named: (kind, name) =>
      read(({ statements }) => some(one<AccountRow>(statements.accountNamed, kind, name), accountOf)),
    async replace(account) {
      const { _id, kind, name, revision } = account;
      const more = moreOf(account);
      const answer = await write(({ getAccount, accountNamed, updateAccount }) => {
        if (one<AccountRow>(getAccount, _id)?.revision !== revision - 1) return false;
        const holder = one<AccountRow>(accountNamed, kind, name);
        if (holder !== undefined && holder.id !== _id) return nameTaken();
        updateAccount.run(kind, name, revision, more, _id, revision - 1);
        return true;
      });
      if (typeof answer !== "boolean") throw answer;
      return answer;
    },
    delete: (id) => write(({ deleteAccount }) => deleteAccount.run(id).changes !== 0),
    async *list(page) {
      const rows =
        page?.kind === undefined
          ? list<AccountRow>("accounts", [], page)
          : list<AccountRow>("accountsOfKind", [page.kind], page);
      for await (const row of rows) yield accountOf(row);
    },
  };
}

function accountOf({ id, kind, name, revision, more }: AccountRow): Account {
  const members = parsed<Omit<Account, "_id" | "kind" | "name" | "revision">>(more, "account", id);
  return { _id: id, kind, name, revision, ...members };
}

function moreOf({ _id, kind, name, revision, ...more }: Account): string {
  return JSON.stringify(more);
}
