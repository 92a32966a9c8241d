import type { Account, AccountStore } from "../../kernel/storage.js";
import { nameTaken, taken } from "../refusals.js";
import { type Database, prepared } from "./connection.js";
import { isStorable, keyOf } from "./keys.js";
import { isDuplicate } from "./postgres-errors.js";
import { parsed, recordList, records } from "./records.js";

export function createAccountStore(database: Database, schema: string): AccountStore {
  const statements = statementsOf(schema);

  return {
    async insert(account) {
      const values = valuesOf(account);
      await database.hold(async ({ read, write }) => {
        if ((await write(statements.insert, ...values)).length > 0) return;
        const [there] = await read(statements.get, keyOf(account._id));
        throw there === undefined ? nameTaken() : taken("account");
      });
    },
    async get(id) {
      if (!isStorable(id)) return undefined;
      const [row] = await database.read<{ record: string }>(statements.get, keyOf(id));
      return row && parsed<Account>(row.record);
    },
    async named(kind, name) {
      if (!isStorable(kind) || !isStorable(name)) return undefined;
      const [row] = await database.read<{ record: string }>(statements.named, keyOf(kind), keyOf(name));
      return row && parsed<Account>(row.record);
    },
    async replace(account) {
      if (!isStorable(account._id)) return false;
      const replaced = await database.write(statements.replace, ...valuesOf(account)).catch((error) => {
        throw isDuplicate(error) ? nameTaken() : error;
      });
      return replaced.length > 0;
    },
    async delete(id) {
      return isStorable(id) && (await database.write(statements.delete, keyOf(id))).length > 0;
    },
    async *list(page) {
      const kind = page?.kind;
      if (kind === undefined) yield* records<Account>(database, statements.all, [], page);
      else if (isStorable(kind)) yield* records<Account>(database, statements.ofKind, [keyOf(kind)], page);
    },
  };
}

function valuesOf(account: Account) {
  const { _id, kind, name, revision } = account;
  return [keyOf(_id), keyOf(kind), keyOf(name), revision, JSON.stringify(account)];
}

function statementsOf(schema: string) {
  const table = `${schema}.account`;
  return {
    insert: prepared(`
      INSERT INTO ${table} (id, kind, name, revision, record) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT DO NOTHING RETURNING 1`),
    get: prepared(`SELECT record FROM ${table} WHERE id = $1`),
    named: prepared(`SELECT record FROM ${table} WHERE kind = $1 AND name = $2`),
    replace: prepared(`
      UPDATE ${table} SET kind = $2, name = $3, revision = $4, record = $5
      WHERE id = $1 AND revision = $4 - 1 RETURNING 1`),
    delete: prepared(`DELETE FROM ${table} WHERE id = $1 RETURNING 1`),
    all: recordList(table, "true", 0),
    ofKind: recordList(table, "kind = $1", 1),
  };
}
