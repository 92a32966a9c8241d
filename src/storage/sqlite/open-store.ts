import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Page } from "../../kernel/storage.js";
import { Health } from "../health.js";
import { notOpen } from "../refusals.js";
import { checkpoints } from "./checkpoints.js";
import { connect, IN_MEMORY, quickConnection } from "./connection.js";
import { type GroupCommit, groupCommit } from "./group-commit.js";
import { createHolds, type Holds } from "./holds.js";
import { damaged, isUnknownToSql, patiently, storageError } from "./sqlite-errors.js";
import { all, type Bound } from "./statement-results.js";
import { type PagedStatement, prepare, type Statements } from "./statements.js";
import { type TaskPlans, taskPlans } from "./task-plans.js";

/** Rows of one step of a list. */
const PAGE_ROWS = 100;

/** Rows that one transaction removes. */
const PORTION = 1000;

export interface OpenStore {
  readonly database: DatabaseSync;
  readonly statements: Statements;
  readonly plans: TaskPlans;
  readonly commits: GroupCommit;
  readonly holds: Holds;
  readonly health: Health;
}

/** What the parts of the storage share: the store, while it is open, and how it is read and written. */
export interface Access {
  read<T>(work: (store: OpenStore) => T): Promise<T>;
  write<T>(work: (statements: Statements) => T): Promise<T>;
  holds(): Holds;
  /**
   * Removes as many as there are, no more at once than keeps the process free for others. `remove` removes `most` at the
   * most and says how many.
   */
  inPortions(remove: (statements: Statements, most: number) => number): Promise<number>;
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

export async function openStore(
  path: string,
  busyTimeoutMs: number,
  onCopy?: (name: string) => void,
): Promise<OpenStore> {
  const database = await connect(path, busyTimeoutMs, onCopy);
  let quick: DatabaseSync | undefined;
  try {
    quick = await quickConnection(path, busyTimeoutMs);
    const health = new Health();
    const commits = groupCommit(database, health, path === IN_MEMORY ? undefined : checkpoints(database, path, health));
    const holds = createHolds(database, commits, quick, health);
    return { database, statements: prepare(database), plans: taskPlans(database), commits, holds, health };
  } catch (cause) {
    quick?.close();
    database.close();
    // The version is right and the tables are not what it says they are.
    throw isUnknownToSql(cause) ? damaged(cause) : storageError(cause);
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

  async function write<T>(work: (statements: Statements) => T): Promise<T> {
    const { commits, statements } = opened();
    return commits.write(() => work(statements));
  }

  return {
    read,
    write,
    holds: () => opened().holds,
    async inPortions(remove) {
      for (let total = 0; ; ) {
        const removed = await write((statements) => remove(statements, PORTION));
        total += removed;
        if (removed < PORTION) return total;
      }
    },
    list: (statement, parameters, page) => listBy(IN_SEQUENCE as ListOrder<never>, statement, parameters, page),
    listBy,
  };
}
