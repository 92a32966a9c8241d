import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Page } from "../../kernel/storage.js";
import { notOpen } from "../refusals.js";
import { connect } from "./connection.js";
import { type GroupCommit, groupCommit } from "./group-commit.js";
import { all, type Bound } from "./rows.js";
import { type PagedStatement, prepare, type Statements } from "./statements.js";
import { type TaskPlans, taskPlans } from "./task-plans.js";
import { damaged, isUnknownToSql, patiently, storageTrouble } from "./trouble.js";

/** Rows of one step of a list. */
const PAGE_ROWS = 100;

export interface OpenStore {
  readonly database: DatabaseSync;
  readonly statements: Statements;
  readonly plans: TaskPlans;
  readonly commits: GroupCommit;
}

/** What the parts of the storage share: the store, while it is open, and how it is read and written. */
export interface Access {
  read<T>(work: (store: OpenStore) => T): Promise<T>;
  write<T>(work: (statements: Statements) => T): Promise<T>;
  /** The rows of a list, read page by page. */
  list<Row extends Sequenced>(
    statement: PagedStatement,
    parameters: readonly Bound[],
    page?: Page,
  ): AsyncGenerator<Row>;
  listBy<Row>(
    order: ListOrder<Row>,
    statement: PagedStatement,
    parameters: readonly Bound[],
    page?: Page,
  ): AsyncGenerator<Row>;
}

export interface Sequenced {
  readonly seq: number;
}

/** Where a list begins, and where it goes on after a row. */
export interface ListOrder<Row> {
  readonly start: Bound;
  next(row: Row): Bound;
}

const IN_SEQUENCE: ListOrder<Sequenced> = { start: 0, next: ({ seq }) => seq };

export async function openStore(path: string, busyTimeoutMs: number): Promise<OpenStore> {
  const database = await connect(path, busyTimeoutMs);
  try {
    return { database, statements: prepare(database), plans: taskPlans(database), commits: groupCommit(database) };
  } catch (cause) {
    database.close();
    // The version is right and the tables are not what it says they are.
    throw isUnknownToSql(cause) ? damaged(cause) : storageTrouble(cause);
  }
}

export function accessTo(present: () => OpenStore | undefined): Access {
  function opened(): OpenStore {
    const store = present();
    if (store === undefined) throw notOpen();
    return store;
  }

  function read<T>(work: (store: OpenStore) => T): Promise<T> {
    return patiently(() => work(opened()));
  }

  async function* listBy<Row>(
    { start, next }: ListOrder<Row>,
    statement: PagedStatement,
    parameters: readonly Bound[],
    { offset = 0, limit = Number.POSITIVE_INFINITY }: Page = {},
  ): AsyncGenerator<Row> {
    let place = start;
    let passOver = offset;
    let left = limit;
    while (left > 0) {
      const size = Math.min(PAGE_ROWS, left);
      const rows = await read(({ statements }) =>
        all<Row>(statements[statement], ...parameters, place, size, passOver),
      );
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < size) return;
      place = next(last);
      left -= size;
      passOver = 0;
      await nextTurn();
    }
  }

  return {
    read,
    async write(work) {
      const { commits, statements } = opened();
      return commits.write(() => work(statements));
    },
    list: (statement, parameters, page) => listBy(IN_SEQUENCE as ListOrder<never>, statement, parameters, page),
    listBy,
  };
}
