import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { TaskChange } from "../../kernel/storage.js";
import { isPlainObject } from "../../kernel/values/json.js";
import { type Database, prepared } from "./connection.js";
import type { Liveness } from "./liveness.js";

/** The server takes 8,000 bytes in a notice. */
const NOTICE_BYTES = 7500;
/** Changes within this time are announced together. */
const GATHER_MS = 5;

export interface Changes {
  /** Called when the change is stored. */
  announce(change: TaskChange): void;
  watch(listener: (change: TaskChange) => void): () => void;
}

/**
 * Announces changes to other processes and listens to theirs.
 *
 * A change is announced a moment after it is stored and not in its transaction: the server lets no two transactions that announce
 * something commit at once, which makes writes several times slower. The last changes of a process that dies may so
 * remain unannounced.
 */
export function createChanges(database: Database, liveness: Liveness, channel: string): Changes {
  const statement = prepared("SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS notice");
  const origin = randomUUID();
  let pending: TaskChange[] = [];
  let announcing = false;

  async function announceAll(): Promise<void> {
    announcing = true;
    try {
      await database.finish(async ({ read }) => {
        while (pending.length > 0) {
          await sleep(GATHER_MS);
          const notices = noticesOf(pending, origin);
          pending = [];
          await read(statement, channel, notices);
        }
      });
    } catch {
      // Who could have listened has lost the connection as well.
      pending = [];
    } finally {
      announcing = false;
    }
    if (pending.length > 0) await announceAll();
  }

  return {
    announce(change) {
      pending.push(change);
      if (!announcing) void announceAll();
    },
    watch(listener) {
      return liveness.hear((payload) => {
        const notice = noticeOf(payload);
        if (notice === undefined || notice.origin === origin) return;
        for (const change of notice.changes) listener(change);
      });
    },
  };
}

interface Notice {
  readonly origin: string;
  readonly changes: readonly TaskChange[];
}

/** As many changes in a text as fit. One whose id alone is too long is left out; those of the kernel are short. */
function noticesOf(changes: readonly TaskChange[], origin: string): string[] {
  const lists: TaskChange[][] = [];
  let room = 0;
  for (const change of changes) {
    const bytes = Buffer.byteLength(JSON.stringify(change)) + 1;
    if (bytes > NOTICE_BYTES) continue;
    if (bytes > room) {
      lists.push([]);
      room = NOTICE_BYTES;
    }
    lists.at(-1)?.push(change);
    room -= bytes;
  }
  return lists.map((list) => JSON.stringify({ origin, changes: list } satisfies Notice));
}

/** Undefined for what another program says on the channel. */
function noticeOf(payload: string): Notice | undefined {
  try {
    const notice: unknown = JSON.parse(payload);
    const isOurs =
      isPlainObject(notice) &&
      typeof notice["origin"] === "string" &&
      Array.isArray(notice["changes"]) &&
      notice["changes"].every(isChange);
    return isOurs ? (notice as unknown as Notice) : undefined;
  } catch {
    return undefined;
  }
}

const KINDS: ReadonlySet<unknown> = new Set(["insert", "replace", "delete"] satisfies TaskChange["kind"][]);

function isChange(value: unknown): boolean {
  return isPlainObject(value) && KINDS.has(value["kind"]) && typeof value["id"] === "string";
}
