import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isPlainObject } from "../../kernel/json.js";
import type { TaskChange } from "../../kernel/storage.js";
import { type Database, prepared } from "./connection.js";
import type { PostgresClient, PostgresNotification } from "./handles.js";

/** The server takes 8,000 bytes in a notice. */
const NOTICE_BYTES = 7500;
/** Changes of so long a time are told together. */
const GATHER_MS = 5;
const PAUSE_MS = 500;

export interface Changes {
  /** Called when the change is stored. */
  tell(change: TaskChange): void;
  watch(listener: (change: TaskChange) => void): () => void;
  /** The storage was opened: listeners hear from now on. */
  begin(): void;
  /** The storage closes: nobody hears any more. */
  end(): Promise<void>;
}

/**
 * Tells other processes of changes and listens to theirs, on a connection of its own while somebody listens.
 *
 * A change is told a moment after it is stored and not in its transaction: the server lets no two transactions that tell
 * something commit at once, which makes writes several times slower. The last changes of a process that dies may so
 * remain untold.
 */
export function createChanges(database: Database, schema: string): Changes {
  const channel = `scriptorium_${schema}`;
  const statement = prepared("SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS notice");
  const origin = randomUUID();
  const listeners = new Set<(change: TaskChange) => void>();
  let untold: TaskChange[] = [];
  let telling = false;
  let hearing: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  let open = false;

  async function tellAll(): Promise<void> {
    telling = true;
    try {
      await database.finish(async ({ read }) => {
        while (untold.length > 0) {
          await sleep(GATHER_MS);
          const notices = noticesOf(untold, origin);
          untold = [];
          await read(statement, channel, notices);
        }
      });
    } catch {
      // Who could have listened has lost the connection as well.
      untold = [];
    } finally {
      telling = false;
    }
    if (untold.length > 0) await tellAll();
  }

  function hear(): void {
    if (!open || hearing !== undefined || listeners.size === 0) return;
    const stop = new AbortController();
    hearing = { stop, ended: listen(stop.signal) };
  }

  async function unhear(): Promise<void> {
    const { stop, ended } = hearing ?? {};
    hearing = undefined;
    stop?.abort();
    await ended;
  }

  /** Listens until it is stopped, on one connection after the other when they are lost. */
  async function listen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await listenOn(await database.connect(), signal);
      } catch {
        // Whatever it is, the operations of the storage meet and tell it too.
      }
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }

  async function listenOn(client: PostgresClient, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const lost = () => over.abort();
    client.on("error", lost);
    client.on("notification", heard);
    const ended = aborted(AbortSignal.any([signal, over.signal]));
    try {
      const listening = client.query({ text: `LISTEN "${channel}"` });
      await Promise.race([listening, ended]);
      await ended;
    } finally {
      client.off("notification", heard);
      client.off("error", lost);
      // Thrown away: nobody else wants what it still has to say.
      client.release(true);
    }
  }

  function heard({ channel: on, payload }: PostgresNotification): void {
    if (on !== channel || payload === undefined) return;
    const notice = noticeOf(payload);
    if (notice === undefined || notice.origin === origin) return;
    for (const change of notice.changes) for (const listener of listeners) listener(change);
  }

  return {
    tell(change) {
      untold.push(change);
      if (!telling) void tellAll();
    },
    watch(listener) {
      // A function of its own, so that one who listens twice is told twice.
      const own = (change: TaskChange) => listener(change);
      listeners.add(own);
      hear();
      return () => {
        listeners.delete(own);
        if (listeners.size === 0) void unhear();
      };
    },
    begin() {
      open = true;
      hear();
    },
    async end() {
      open = false;
      await unhear();
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

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
