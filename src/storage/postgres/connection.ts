import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ScriptoriumError } from "../../kernel/errors.js";
import { runtimeImport } from "../../kernel/values/runtime-import.js";
import { notOpen } from "../refusals.js";
import type { PostgresClient, PostgresPool } from "./handles.js";
import {
  isLost,
  isPassing,
  isTimedOut,
  isUndone,
  NoAnswer,
  NoConnection,
  storageError,
  writeError,
} from "./postgres-errors.js";
import { createSemaphore } from "./semaphore.js";

/** How long an operation waits for a connection. */
const CONNECT_MS = 3000;
const LEAST_CONNECT_MS = 500;
/** How long connecting is tried again while the server is gone, which makes a quick restart pass unnoticed. */
const RESTART_MS = 1000;
const PAUSE_MS = 50;
/** Longer than the server's own limit, so that the server reports it where it can. */
const ANSWER_MS = 12_000;
const PATIENT_MS = 600_000;
const ATTEMPTS = 3;

/** Limits that the server keeps for the connections this storage opens itself. */
const SESSION = [
  ["statement_timeout", "10000"],
  ["lock_timeout", "2000"],
  ["idle_in_transaction_session_timeout", "30000"],
  ["default_transaction_isolation", "read\\ committed"],
  // Compiling pays for queries that take seconds, of which there are none.
  ["jit", "off"],
] as const;

/** A statement with a name is planned once for each connection; one without is planned for its values. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  /** Whether it may have very much to do, so that it gets all the time it needs when it runs into the server's limit. */
  readonly patient?: true;
}

export type Bound = string | number | boolean | null | Buffer | readonly (string | number | null)[];

/** Answers the rows of a statement. What its rows look like is the caller's claim about the text. */
export type Ask = <Row>(statement: Statement, ...values: readonly Bound[]) => Promise<Row[]>;

export interface Asking {
  /** Asks again at once on another connection when one was lost. */
  readonly read: Ask;
  /** Asks again only when it is certain that nothing was stored. */
  readonly write: Ask;
}

export interface Database extends Asking {
  /** Several steps that closing waits for, the later ones included. */
  hold<T>(work: (asking: Asking) => Promise<T>): Promise<T>;
  /** As `hold`, and also while closing waits: for what the steps it waits for leave to be done. */
  finish<T>(work: (asking: Asking) => Promise<T>): Promise<T>;
  /** Several statements on one connection, each of which may take `answerMs`. */
  session<T>(work: (ask: Ask) => Promise<T>, answerMs?: number): Promise<T>;
  /** A connection besides those in use, thrown away by its `release`; undefined where it would be the pool's last one. */
  stay(): Promise<PostgresClient | undefined>;
  /** Waits for running operations, refuses new ones, and closes what it opened. */
  close(): Promise<void>;
}

/** How many connections of a pool are kept by storages; several may have one pool. */
const staying = new WeakMap<PostgresPool, number>();

/** The name is the text's own, because statements of several storages may meet on the connections of one pool. */
export function prepared(text: string): Statement {
  return { name: `scriptorium_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`, text };
}

/** What a storage has of its own. */
export interface OwnConnections {
  readonly pool: PostgresPool;
  /** A connection outside the pool. Those idle in the pool may all be lost when a lost one has to be replaced. */
  extra(): Promise<PostgresClient>;
  end(): Promise<void>;
}

/** Uses a pool of the program around, or connections of its own, which it ends. `refused`: called when a write failed. */
export function databaseOn(
  connections: PostgresPool | OwnConnections,
  maxConnections: number,
  refused: () => void,
): Database {
  const own = "pool" in connections ? connections : undefined;
  const pool = "pool" in connections ? connections.pool : connections;
  const semaphore = createSemaphore(maxConnections, CONNECT_MS);
  let open = true;
  let inFlight = 0;
  const quiet = Promise.withResolvers<void>();
  /** Until when connecting is tried again; undefined while the server is there. */
  let returnUntil: number | undefined;
  pool.on("error", ignore);

  async function connect(limitMs = CONNECT_MS, make = () => pool.connect()): Promise<PostgresClient> {
    for (;;) {
      try {
        const client = await within(limitMs, make(), NoConnection, (late) => late.release());
        client.on("error", ignore);
        returnUntil = undefined;
        return client;
      } catch (cause) {
        if (!isPassing(cause)) throw storageError(cause);
        // Counted for all, so that of many who wait for one another not each waits that long.
        returnUntil ??= performance.now() + RESTART_MS;
        if (performance.now() >= returnUntil) throw storageError(cause);
      }
      await sleep(PAUSE_MS);
    }
  }

  async function stay(): Promise<PostgresClient | undefined> {
    if (own !== undefined) return connect(CONNECT_MS, own.extra);
    const kept = staying.get(pool) ?? 0;
    if (kept + 1 >= (pool.options?.max ?? Number.POSITIVE_INFINITY)) return undefined;
    staying.set(pool, kept + 1);
    const leave = () => staying.set(pool, (staying.get(pool) ?? 1) - 1);
    try {
      const client = await connect();
      const release = client.release.bind(client);
      client.release = (destroy) => {
        leave();
        release(destroy);
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }

  async function session<T>(work: (ask: Ask) => Promise<T>, answerMs = ANSWER_MS): Promise<T> {
    const since = performance.now();
    await semaphore.enter();
    let done = false;
    try {
      // Having waited in line is no reason to be answered later than others.
      const client = await connect(Math.max(CONNECT_MS - (performance.now() - since), LEAST_CONNECT_MS));
      let broken = false;
      try {
        const result = await work((statement, ...values) => answer(client, answerMs, statement, values));
        done = true;
        return result;
      } catch (cause) {
        // One that failed within a transaction is still in it.
        broken = isLost(cause) || answerMs !== ANSWER_MS;
        throw cause;
      } finally {
        client.off("error", ignore);
        client.release(broken);
      }
    } finally {
      semaphore.leave(done);
    }
  }

  function asker(mayRepeat: (cause: unknown) => boolean, words: (cause: unknown) => Error): Ask {
    return async <Row>(statement: Statement, ...values: readonly Bound[]): Promise<Row[]> => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await session((ask) => ask<Row>(statement, ...values));
        } catch (cause) {
          if (attempt === ATTEMPTS || !mayRepeat(cause)) throw words(cause);
        }
      }
    };
  }

  const write = asker(isUndone, (cause) => {
    refused();
    return writeError(cause);
  });

  async function writeWithPatience<Row>(statement: Statement, ...values: readonly Bound[]): Promise<Row[]> {
    try {
      return await write<Row>(statement, ...values);
    } catch (error) {
      if (statement.patient !== true || !isTimedOut(error)) throw error;
    }
    const inItsTime = session(async (ask) => {
      await ask({ text: "BEGIN; SET LOCAL statement_timeout = 0" });
      const rows = await ask<Row>(statement, ...values);
      await ask({ text: "COMMIT" });
      return rows;
    }, PATIENT_MS);
    return inItsTime.catch((cause) => {
      throw writeError(cause);
    });
  }

  const asking: Asking = {
    read: asker((cause) => isLost(cause) && !(cause instanceof NoAnswer), storageError),
    write: writeWithPatience,
  };

  async function hold<T>(work: (asking: Asking) => Promise<T>): Promise<T> {
    if (!open) throw notOpen();
    return finish(work);
  }

  async function finish<T>(work: (asking: Asking) => Promise<T>): Promise<T> {
    inFlight += 1;
    try {
      return await work(asking);
    } finally {
      inFlight -= 1;
      if (inFlight === 0 && !open) quiet.resolve();
    }
  }

  return {
    read: (statement, ...values) => hold(({ read }) => read(statement, ...values)),
    write: (statement, ...values) => hold(({ write }) => write(statement, ...values)),
    hold,
    finish,
    session: (work, answerMs) => hold(() => session(work, answerMs)),
    stay,
    async close() {
      if (!open) return;
      open = false;
      if (inFlight > 0) await quiet.promise;
      // A pool of our own keeps its listener: the server may end what is still being released, which is reported as an error.
      if (own === undefined) pool.off("error", ignore);
      else await own.end();
    },
  };
}

/** Connections of our own, with the limits of this storage. */
export async function ownConnections(connectionString: string, maxConnections: number): Promise<OwnConnections> {
  const { default: pg } = await importPg();
  const settings = {
    connectionString,
    // A little sooner than the storage gives up, so that it hears that the server cannot be reached.
    connectionTimeoutMillis: CONNECT_MS - LEAST_CONNECT_MS,
    keepAlive: true,
    options: SESSION.map(([setting, value]) => `-c ${setting}=${value}`).join(" "),
    fallback_application_name: "scriptorium",
  };
  const pool = new pg.Pool({ ...settings, max: maxConnections, idleTimeoutMillis: 60_000 });
  return {
    pool,
    async extra() {
      const client = new pg.Client(settings);
      client.on("error", ignore);
      await client.connect();
      return Object.assign(client, {
        release() {
          client.end().catch(ignore);
        },
      });
    },
    end: () => pool.end(),
  };
}

async function importPg() {
  try {
    return await runtimeImport<typeof import("pg")>("pg");
  } catch (cause) {
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      "The Postgres storage needs the library pg, which is not installed. Install it: npm install pg.",
      {},
      { cause },
    );
  }
}

async function answer<Row>(
  client: PostgresClient,
  answerMs: number,
  { name, text }: Statement,
  values: readonly Bound[],
): Promise<Row[]> {
  const asked = client.query({ name, text, values: [...values] });
  const { rows } = await within(answerMs, asked, NoAnswer);
  return rows as Row[];
}

/** The caller has received the error; without a listener it would end the process. */
function ignore(): void {}

/** What comes after all goes to `late`. */
export function within<T>(
  limitMs: number,
  promise: Promise<T>,
  Reason: new () => Error,
  late: (value: T) => void = () => {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    let over = false;
    const timer = setTimeout(() => {
      over = true;
      reject(new Reason());
    }, limitMs);
    promise.then(
      (value) => {
        clearTimeout(timer);
        if (over) late(value);
        else resolve(value);
      },
      (cause) => {
        clearTimeout(timer);
        reject(cause);
      },
    );
  });
}
