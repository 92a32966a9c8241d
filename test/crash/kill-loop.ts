import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { seededRandom } from "../../src/kernel/values/random.js";
import { type Damage, type Inspection, inspect } from "./check.js";
import { connectionTo, load } from "./client.js";
import { Ledger } from "./ledger.js";
import type { Place, Store } from "./places.js";
import { startServer, type WorkingServer } from "./server.js";

const CLIENTS = 10;
/** Stores of one loop; a store is carried on from round to round. Every other one is given large data objects. */
const LIVES = 4;
/** A server is killed when it has acknowledged at least so much since its start, or that takes longer than this. */
const LEAST = 6;
const SLOWEST_MS = 10_000;
/** Most sentences that are kept of what went wrong; everything is counted. */
const KEPT = 30;

export interface Tally {
  rounds: number;
  acknowledged: number;
  slowestStartMs: number;
  /** Effects that were done in the world outside. */
  effects: number;
  readonly counts: Record<Damage, number>;
  readonly sentences: string[];
}

/**
 * Works a server hard, ends it with SIGKILL at a moment of chance, starts it again on the same store and compares what
 * is there with what was acknowledged; again and again. The same seed asks the same things and kills at the same
 * moments, as far as a machine does anything twice.
 */
export async function killLoop(place: Place, rounds: number, seed: string): Promise<Tally> {
  const tally: Tally = {
    rounds: 0,
    acknowledged: 0,
    slowestStartMs: 0,
    effects: 0,
    counts: { lost: 0, torn: 0, unreadable: 0, "left running": 0, "done twice": 0 },
    sentences: [],
  };
  for (let life = 0; tally.rounds < rounds && life < 2 * LIVES; life += 1) {
    const store = await place.store();
    const before = damages(tally);
    const share = Math.min(Math.ceil(rounds / LIVES), rounds - tally.rounds);
    await lifeOf(store, share, { place, seed, tally, heavy: life % 2 === 1 });
    if (damages(tally) > before) tally.sentences.push(`The store is kept: ${await store.keep()}`);
    await store.remove();
  }
  return tally;
}

export function damages({ counts }: Tally): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

interface Life {
  readonly place: Place;
  readonly seed: string;
  readonly tally: Tally;
  readonly heavy: boolean;
}

/** So many rounds on one store. */
async function lifeOf(store: Store, rounds: number, { place, seed, tally, heavy }: Life): Promise<void> {
  const ledger = new Ledger(heavy);
  const outside = await mkdtemp(join(tmpdir(), "scriptorium-outside-"));
  const choice = { ...store.choice, effects: join(outside, "effects") };
  const found: Inspection["found"] = (damage, sentence) => {
    tally.counts[damage] += 1;
    if (tally.sentences.length < KEPT) tally.sentences.push(`Round ${tally.rounds}, ${damage}: ${sentence}`);
  };
  const started = async (): Promise<WorkingServer | undefined> => {
    try {
      const server = await startServer(choice).ready;
      tally.slowestStartMs = Math.max(tally.slowestStartMs, server.startMs);
      return server;
    } catch (error) {
      found("unreadable", error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };

  let server = await started();
  for (let round = 0; round < rounds && server !== undefined; round += 1) {
    const random = seededRandom(`${seed} round ${tally.rounds}`);
    const { address } = server;
    let isWell = true;
    const refused = (path: string, message: string) => {
      if (isWell) found("unreadable", `${path} was refused: ${message}`);
    };
    const before = ledger.acknowledged;
    const working = load({ address, ledger, clients: CLIENTS, seed: `${seed} round ${tally.rounds}`, refused });
    await wait(random.integer(5, 300));
    // On a busy machine the moment comes later: a kill before anything was acknowledged tries nothing.
    for (const until = Date.now() + SLOWEST_MS; ledger.acknowledged < before + LEAST && Date.now() < until; )
      await wait(2);
    const { database } = place;
    if (database !== undefined && random.next() < 0.2) {
      isWell = false;
      await database.crash();
      await wait(random.integer(0, 100));
      const isBack = database.start();
      if (random.next() < 0.5) await isBack;
      await wait(random.integer(0, 300));
      await Promise.all([server.kill(), isBack]);
    } else {
      await server.kill();
    }
    await working;

    if (random.next() < 0.3) await store.tear?.(random);
    if (random.next() < 0.2) {
      // Killed again while it resumes what the first kill left.
      const starting = startServer(choice);
      await wait(random.integer(0, 500));
      await starting.kill();
    }
    server = await started();
    tally.rounds += 1;
    if (server === undefined) break;
    const isLast = round === rounds - 1;
    const sample = (id: string) => isLast || seededRandom(`${seed} ${tally.rounds} ${id}`).next() < 0.02;
    const connection = connectionTo(server.address);
    await inspect({ connection, ledger, sample, found });
    if (isLast) {
      const { result } = await connection.call("/findings", undefined, 60_000);
      for (const { where, trouble: what } of result ?? []) found("unreadable", `The check says of ${where}: ${what}`);
    }
    connection.close();
  }
  await server?.kill();
  // A store that cannot be opened ends its life early; its rounds count all the same.
  tally.acknowledged += ledger.acknowledged;
  const effects = new Set<string>();
  for (const item of await effectsIn(choice.effects)) {
    if (effects.has(item)) found("done twice", `The effect of ${item} was done more than once.`);
    effects.add(item);
  }
  tally.effects += effects.size;
  await rm(outside, { recursive: true });
}

/** Items in the order they were done; none when the server never came so far. */
async function effectsIn(path: string): Promise<readonly string[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.split("\n").slice(0, -1);
}
