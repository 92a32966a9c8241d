import type { PgBoss } from "pg-boss";
import { type QueuedRun, ScriptoriumError } from "../../kernel/index.js";
import { hostsOf, type Limits, laneOf } from "./limits.js";
import { type OtherLane, placeAmong } from "./position.js";

/** What this queue uses of connections that were opened elsewhere; a `Pool` of pg fits. */
export interface QueuePool {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

export interface BossPlace {
  readonly connection: { readonly connectionString: string } | { readonly pool: QueuePool };
  readonly schema: string;
  readonly limits: Limits;
  /** Told of trouble in the background, which is over by itself when its cause is. */
  onTrouble(error: unknown): void;
}

/** A run that was claimed, with the name of its job. */
export interface Claimed {
  readonly id: string;
  readonly lane: string;
  readonly run: QueuedRun;
}

/** A worker that has not been heard of for this long is taken for dead; pg-boss allows no less. */
const HEARTBEAT_SECONDS = 10;
const YEAR_SECONDS = 365 * 24 * 3600;
/** How long a run may be worked is not for the queue to say: its heartbeat tells whether somebody does. */
const NEVER_EXPIRES = 2_000_000_000;
const PREFIX = "run.";

/**
 * The jobs of pg-boss, one queue for each task type. pg-boss makes and migrates the tables, keeps a run from waiting twice,
 * takes heartbeats and clears up after dead workers. Which job is next is decided here, in one statement under a lock of
 * the database: pg-boss itself looks at one queue at a time and knows no order between them.
 */
export class BossJobs {
  private readonly lanes = new Set<string>();
  private boss: PgBoss | undefined;
  private opening: Promise<PgBoss> | undefined;
  private listening: { close(): Promise<void> } | undefined;
  private closed = false;

  constructor(private readonly place: BossPlace) {}

  /** Makes the tables when they are not there. Several calls share one opening. */
  async open(): Promise<void> {
    await this.opened();
  }

  /** Calls `wake` when somebody hands in a run; where the connections cannot tell, never. */
  async listen(wake: () => void): Promise<void> {
    const boss = await this.opened();
    try {
      this.listening ??= await boss.getDb().listen?.(this.channel, wake, wake);
    } catch (error) {
      this.place.onTrouble(error);
    }
  }

  /** Does nothing when the run waits already. */
  async add(run: QueuedRun): Promise<void> {
    const lane = nameOf(laneOf(run));
    await this.ask(async (boss) => {
      if (!this.lanes.has(lane)) {
        await boss.createQueue(lane, {
          policy: "short",
          heartbeatSeconds: HEARTBEAT_SECONDS,
          retryLimit: 0,
          retentionSeconds: YEAR_SECONDS,
          deleteAfterSeconds: 60,
        });
        this.lanes.add(lane);
      }
      await boss.send(
        lane,
        { run, hosts: hostsOf(run) },
        { singletonKey: run.runId, priority: wholePriority(run.priority), group: { id: PREFIX } },
      );
      await boss.getDb().executeSql("SELECT pg_notify($1, '')", [this.channel]);
    });
  }

  /** The next run that its limits let go, and none of those named; `served` are the lanes, the one served last at the end. */
  async claim(served: readonly string[], except: Iterable<string>): Promise<Claimed | undefined> {
    const { schema, limits } = this.place;
    const perLane = [...limits.perType].map(([type, most]) => `(${text(nameOf(type))}, ${most})`);
    // Both statements go in one message and are one transaction; the second sees what was claimed before it got the lock.
    const rows = await this.statement<{ id: string; name: string; data: { run: QueuedRun } }>(`
      SELECT pg_advisory_xact_lock(hashtextextended(${text(`${schema} claims`)}, 0));
      WITH busy AS MATERIALIZED (${this.busy}),
      full_hosts AS MATERIALIZED (
        SELECT array_agg(host) AS hosts FROM (
          SELECT host FROM busy, jsonb_array_elements_text(busy.hosts) AS host
          GROUP BY host HAVING count(*) >= ${limits.maxPerHost}
        ) AS counted
      ),
      open_lanes AS (
        SELECT lane.name FROM ${schema}.queue AS lane
        LEFT JOIN (${perLane.length > 0 ? `VALUES ${perLane.join(", ")}` : "SELECT NULL, 1 WHERE false"}) AS limited (name, most)
          ON limited.name = lane.name
        WHERE starts_with(lane.name, ${text(PREFIX)})
          AND (limited.most IS NULL OR limited.most > (SELECT count(*) FROM busy WHERE busy.name = lane.name))
      ),
      picked AS (
        SELECT head.name, head.id FROM open_lanes CROSS JOIN LATERAL (
          SELECT job.name, job.id, job.priority, job.created_on FROM ${schema}.job AS job
          WHERE job.name = open_lanes.name AND job.state < 'active' AND NOT job.blocked
            AND NOT COALESCE(job.data->'hosts' ?| (SELECT hosts FROM full_hosts), false)
            AND job.singleton_key <> ALL (${texts(except)})
            AND NOT EXISTS (SELECT FROM busy WHERE busy.singleton_key = job.singleton_key)
          ORDER BY job.priority DESC, job.created_on LIMIT 1
        ) AS head
        ORDER BY head.priority DESC, COALESCE(array_position(${texts(served)}, head.name), 0), head.created_on
        LIMIT 1
      )
      UPDATE ${schema}.job AS job
      SET state = 'active', started_on = now(), heartbeat_on = clock_timestamp(), expire_seconds = ${NEVER_EXPIRES}
      FROM picked WHERE job.name = picked.name AND job.id = picked.id AND job.state < 'active'
      RETURNING job.id, job.name, job.data`);
    const [row] = rows;
    return row && { id: row.id, lane: row.name, run: row.data.run };
  }

  /** Tells that this process is still at work on them. */
  async touch(claims: Iterable<Claimed>): Promise<void> {
    const byLane = new Map<string, string[]>();
    for (const { id, lane } of claims) {
      const ids = byLane.get(lane);
      if (ids === undefined) byLane.set(lane, [id]);
      else ids.push(id);
    }
    await this.ask(async (boss) => {
      for (const [lane, ids] of byLane) await boss.touch(lane, ids);
    });
  }

  /** Lets somebody else have a run that was claimed. */
  async giveBack(claimed: Claimed): Promise<void> {
    await this.done(claimed);
    await this.add(claimed.run);
  }

  async done({ id, lane }: Claimed): Promise<void> {
    await this.ask((boss) => boss.deleteJob(lane, id));
  }

  /** Takes a waiting run out, and says whether it was there. */
  async remove(runId: string): Promise<boolean> {
    const rows = await this.statement(
      `DELETE FROM ${this.place.schema}.job AS job WHERE ${this.waitingAs("$1")} RETURNING job.id`,
      [runId],
    );
    return rows.length > 0;
  }

  async position(runId: string, served: readonly string[]): Promise<number | undefined> {
    const { schema } = this.place;
    const rows = await this.statement<LaneCount>(
      `
      WITH own AS (
        SELECT job.name, job.priority, job.created_on FROM ${schema}.job AS job WHERE ${this.waitingAs("$1")}
      )
      SELECT job.name, job.name = own.name AS own,
        count(*) FILTER (WHERE job.priority > own.priority)::int AS higher,
        count(*) FILTER (WHERE job.priority = own.priority)::int AS equal,
        count(*) FILTER (WHERE job.priority = own.priority AND job.created_on < own.created_on)::int AS older,
        COALESCE(array_position($2::text[], job.name), 0) AS turn,
        extract(epoch FROM min(job.created_on) FILTER (WHERE job.priority = own.priority))::float8 AS oldest
      FROM ${schema}.job AS job CROSS JOIN own
      WHERE job.state < 'active' AND job.group_id = $3
      GROUP BY job.name, own.name`,
      [runId, served, PREFIX],
    );
    const own = rows.find((row) => row.own);
    if (own === undefined) return undefined;
    const others = rows
      .filter((row) => !row.own)
      .map((row): OtherLane => ({ size: row.equal, goesFirst: first(row, own) }));
    return placeAmong(
      rows.reduce((sum, { higher }) => sum + higher, 0),
      own.older,
      others,
    );
  }

  async counts(): Promise<{ readonly waiting: number; readonly running: number }> {
    const { schema } = this.place;
    const [row] = await this.statement<{ waiting: number; running: number }>(
      `SELECT (SELECT count(*)::int FROM (${this.busy}) AS busy) AS running,
         (SELECT count(*)::int FROM ${schema}.job WHERE state < 'active' AND NOT blocked AND group_id = $1) AS waiting`,
      [PREFIX],
    );
    return row ?? { waiting: 0, running: 0 };
  }

  async close(): Promise<void> {
    this.closed = true;
    const boss = await this.opening?.catch(() => undefined);
    await this.listening?.close();
    await boss?.stop({ graceful: false });
  }

  /** Jobs that somebody works on; those of a dead worker are none of them. */
  private get busy(): string {
    return `
      SELECT name, singleton_key, data->'hosts' AS hosts FROM ${this.place.schema}.job
      WHERE state = 'active' AND group_id IS NOT NULL
        AND heartbeat_on + heartbeat_seconds * interval '1 second' > clock_timestamp()`;
  }

  /** In the words of the index that keeps a run from waiting twice. */
  private waitingAs(key: string): string {
    return `job.name IN (SELECT name FROM ${this.place.schema}.queue) AND COALESCE(job.singleton_key, '') = ${key}
      AND job.state = 'created' AND job.policy = 'short'`;
  }

  private get channel(): string {
    return `${this.place.schema}_runs`;
  }

  private statement<Row>(sql: string, values?: unknown[]): Promise<Row[]> {
    return this.ask(async (boss) => {
      const answer: unknown = await boss.getDb().executeSql(sql, values);
      // Several statements have as many answers.
      const last: unknown = Array.isArray(answer) ? answer.at(-1) : answer;
      return (last as { rows: Row[] }).rows;
    });
  }

  private async ask<T>(work: (boss: PgBoss) => Promise<T>): Promise<T> {
    const boss = await this.opened();
    try {
      return await work(boss);
    } catch (cause) {
      throw unreachable(cause);
    }
  }

  private async opened(): Promise<PgBoss> {
    if (this.closed) throw new ScriptoriumError("NOT_STARTED", "The queue has stopped. Start the server again.");
    if (this.boss !== undefined) return this.boss;
    this.opening ??= this.start();
    try {
      this.boss = await this.opening;
      return this.boss;
    } catch (error) {
      this.opening = undefined;
      throw error;
    }
  }

  private async start(): Promise<PgBoss> {
    const { connection, schema, onTrouble } = this.place;
    const { PgBoss: Boss } = await library();
    const boss = new Boss({
      schema,
      schedule: false,
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
    boss.on("error", onTrouble);
    try {
      await boss.start();
    } catch (cause) {
      await boss.stop({ graceful: false }).catch(() => {});
      throw unreachable(cause);
    }
    return boss;
  }
}

interface LaneCount {
  readonly name: string;
  readonly own: boolean;
  readonly higher: number;
  readonly equal: number;
  readonly older: number;
  readonly turn: number;
  readonly oldest: number | null;
}

function first(lane: LaneCount, own: LaneCount): boolean {
  return lane.turn === own.turn ? (lane.oldest ?? 0) < (own.oldest ?? 0) : lane.turn < own.turn;
}

/** The queue of pg-boss for a lane; its names have letters, digits and a few signs only. */
function nameOf(lane: string): string {
  return PREFIX + lane.replace(/[^a-z0-9]/gu, (sign) => `_${sign.codePointAt(0)?.toString(16)}_`);
}

/** pg-boss keeps priorities as whole numbers of 32 bits. */
function wholePriority(priority = 0): number {
  return Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.round(priority)));
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function texts(values: Iterable<string>): string {
  return `ARRAY[${[...values].map(text).join(", ")}]::text[]`;
}

async function library(): Promise<typeof import("pg-boss")> {
  try {
    return await import("pg-boss");
  } catch (cause) {
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      "The queue in Postgres needs the libraries pg-boss and pg. Install them with: npm install pg-boss pg",
      {},
      { cause },
    );
  }
}

function unreachable(cause: unknown): ScriptoriumError {
  if (ScriptoriumError.is(cause)) return cause;
  return new ScriptoriumError(
    "STORAGE_FAILED",
    "The queue in Postgres did not answer. See that the database server is running; the queue goes on by itself when it is back.",
    {},
    { cause },
  );
}
