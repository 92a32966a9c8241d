import type { PgBoss } from "pg-boss";
import { ScriptoriumError } from "../../kernel/index.js";
import { runtimeImport } from "../../kernel/values/runtime-import.js";

/** What this queue uses of connections that were opened elsewhere; a `Pool` of pg fits. */
export interface QueuePool {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

export interface BossPlace {
  readonly connection: { readonly connectionString: string } | { readonly pool: QueuePool };
  readonly schema: string;
  /** Receives errors in the background, which are over by themselves when their cause is. */
  onError(error: unknown): void;
  /** Called with the name of a queue of pg-boss that has a new job, without one when jobs may have been missed. */
  onNew(queue?: string): void;
}

/** How often pg-boss looks for jobs whose worker is gone; one process does it for all of them. */
const SUPERVISE_SECONDS = 3;
const MONITOR_SECONDS = 2;

/** Starts pg-boss, which makes its tables when they are not there. `isHeard` says whether new jobs are announced here. */
export async function startBoss(place: BossPlace): Promise<{ boss: PgBoss; isHeard(): boolean }> {
  const { connection, schema, onError } = place;
  const { PgBoss: Boss } = await library();
  const boss = new Boss({
    schema,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
    ...("pool" in connection
      ? { db: { executeSql: (sql: string, values?: unknown[]) => connection.pool.query(sql, values) } }
      : {
          connectionString: connection.connectionString,
          application_name: "scriptorium queue",
          max: 4,
          connectionTimeoutMillis: 3000,
        }),
  });
  // Without a listener, a connection that is lost in the background would end the process.
  boss.on("error", onError);
  const isHeard = passOnNews(boss, place);
  try {
    await boss.start();
  } catch (cause) {
    await boss.stop({ graceful: false }).catch(() => {});
    throw unreachable(cause);
  }
  return { boss, isHeard };
}

/** pg-boss announces new jobs to its own workers only; its connection, which hears of them, is asked to notify us as well. */
function passOnNews(boss: PgBoss, { onNew }: BossPlace): () => boolean {
  let heard = false;
  const db = boss.getDb();
  const listen = db.listen?.bind(db);
  if (listen !== undefined) {
    db.listen = async (channel, onNotification, onReconnect) => {
      const handle = await listen(
        channel,
        (queue) => {
          onNotification(queue);
          onNew(queue);
        },
        () => {
          onReconnect();
          onNew();
        },
      );
      heard = true;
      return handle;
    };
  }
  return () => heard;
}

async function library(): Promise<typeof import("pg-boss")> {
  try {
    return await runtimeImport<typeof import("pg-boss")>("pg-boss");
  } catch (cause) {
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      "The queue in Postgres needs the libraries pg-boss and pg. Install them with: npm install pg-boss pg",
      {},
      { cause },
    );
  }
}

export function unreachable(cause: unknown): ScriptoriumError {
  if (ScriptoriumError.is(cause)) return cause;
  return new ScriptoriumError(
    "STORAGE_FAILED",
    "The queue in Postgres did not answer. See that the database server is running; the queue goes on by itself when it is back.",
    {},
    { cause },
  );
}
