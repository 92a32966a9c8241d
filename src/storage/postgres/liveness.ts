import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, within } from "./connection.js";
import type { PostgresClient, PostgresNotification } from "./handles.js";
import { mayNot, NoAnswer } from "./postgres-errors.js";

/** Between two attempts to connect; the first one comes at once. */
const PAUSE_MS = 200;
/** How often the connection is tried, so that one that died silently is found. */
const BEAT_MS = 2000;
const ANSWER_MS = 3000;
/** How long the first claim waits for others to see who holds it. */
const SEEN_MS = 3000;
/** After the server went away, so long at most until those that were there before are there again. */
export const RETURN_MS = 8000;

export interface Liveness {
  /** Names this storage among the owners of holds. */
  readonly id: string;
  /** The id while others can see that its owner is there, else null. */
  owner(): string | null;
  /** The same, after waiting for the first connection. */
  seen(): Promise<string | null>;
  /** Whether the connection was lost so short a time ago that others may not be there again either. */
  shaken(): boolean;
  /** Receives what is announced on the channel, until the function it returns is called. */
  hear(heard: (payload: string) => void): () => void;
  /** The storage was opened. */
  begin(): void;
  /** The storage closes: nobody sees it any more. */
  end(): Promise<void>;
}

/**
 * One connection that stays while the storage holds runs or somebody listens: it listens, and it holds a lock of the server
 * by which others see that this process is there. When it is lost it is made again.
 */
export function createLiveness(database: Database, channel: string): Liveness {
  const id = randomBytes(8).readBigInt64BE().toString();
  const hearers = new Set<(payload: string) => void>();
  let open = false;
  let holds = false;
  let visible = false;
  let lostAt = Number.NEGATIVE_INFINITY;
  let there:
    | { readonly stop: AbortController; readonly tried: Promise<void>; readonly ended: Promise<void> }
    | undefined;

  function come(): void {
    if (!open || there !== undefined || (!holds && hearers.size === 0)) return;
    const stop = new AbortController();
    const tried = Promise.withResolvers<void>();
    there = { stop, tried: tried.promise, ended: stay(stop.signal, tried.resolve) };
  }

  async function leave(): Promise<void> {
    const { stop, ended } = there ?? {};
    there = undefined;
    stop?.abort();
    await ended;
  }

  /** Stays until it is stopped, on one connection after the other when they are lost. */
  async function stay(signal: AbortSignal, tried: () => void): Promise<void> {
    while (!signal.aborted) {
      let stayed = false;
      try {
        const client = await database.stay();
        if (client !== undefined) {
          await stayOn(client, signal, () => {
            stayed = true;
            tried();
          });
        }
      } catch {
        // Whatever it is, the operations of the storage meet and report it too.
      }
      tried();
      if (!stayed) await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }

  async function stayOn(client: PostgresClient, signal: AbortSignal, ready: () => void): Promise<void> {
    const over = new AbortController();
    const lost = () => over.abort();
    client.on("error", lost);
    client.on("notification", heard);
    const leaving = AbortSignal.any([signal, over.signal]);
    try {
      await ask(client, `LISTEN "${channel}"`);
      visible = await locked(client);
      ready();
      while (!leaving.aborted) {
        await sleep(BEAT_MS, undefined, { signal: leaving }).catch(() => {});
        if (!leaving.aborted) await ask(client, "SELECT 1");
      }
    } finally {
      visible = false;
      if (!signal.aborted) lostAt = performance.now();
      client.off("notification", heard);
      client.off("error", lost);
      // Thrown away: nobody else wants what it still has to say, or its lock.
      client.release(true);
    }
  }

  /** Shared, so that it is had at once where the server has not noticed yet that an earlier connection is lost. */
  async function locked(client: PostgresClient): Promise<boolean> {
    try {
      await ask(client, "SELECT pg_advisory_lock_shared($1)", id);
      return true;
    } catch (error) {
      if (mayNot(error)) return false;
      throw error;
    }
  }

  function heard({ channel: on, payload }: PostgresNotification): void {
    if (on !== channel || payload === undefined) return;
    for (const hearer of hearers) hearer(payload);
  }

  const owner = () => (visible ? id : null);
  return {
    id,
    owner,
    async seen() {
      holds = true;
      come();
      if (!visible) await Promise.race([there?.tried, sleep(SEEN_MS, undefined, { ref: false })]);
      return owner();
    },
    shaken: () => performance.now() - lostAt < RETURN_MS,
    hear(hearer) {
      hearers.add(hearer);
      come();
      return () => {
        hearers.delete(hearer);
        if (hearers.size === 0 && !holds) void leave();
      };
    },
    begin() {
      open = true;
      come();
    },
    async end() {
      open = false;
      holds = false;
      await leave();
    },
  };
}

function ask(client: PostgresClient, text: string, ...values: unknown[]): Promise<unknown> {
  return within(ANSWER_MS, client.query({ text, values }), NoAnswer);
}
