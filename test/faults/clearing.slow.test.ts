import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { inspect } from "../crash/check.js";
import { connectionTo, load } from "../crash/client.js";
import { Ledger } from "../crash/ledger.js";
import { STORAGES, type Store } from "../crash/places.js";
import { startServer, type WorkingServer } from "../crash/server.js";
import { canTrace, NO_STRACE, type Tracer, trace } from "./machine.js";

/** Long enough for a store to have much to clear away. */
const WORK_MS = 4000;
/** Less acknowledged work would try nothing; a slow machine is given this long for it. */
const LEAST = 20;
const MOST_MS = 30_000;
const FAILING = ["rename,renameat,renameat2", "unlink,unlinkat", "ftruncate"];
const STORES = STORAGES.filter(({ name }) => name !== "postgres");

let server: WorkingServer | undefined;
let tracer: Tracer | undefined;
let store: Store | undefined;
afterEach(async () => {
  await server?.kill();
  await tracer?.end();
  server = undefined;
  tracer = undefined;
  await store?.remove();
  store = undefined;
});

describe.each(STORES)("$name on a disk where nothing can be cleared away", ({ place: placeOf }) => {
  it.for(FAILING)("continues, and loses nothing, when every %s fails", async (calls, context) => {
    if (!canTrace()) return context.skip(NO_STRACE);
    store = await (await placeOf()).store();
    const ledger = new Ledger(true);
    const refusals: string[] = [];
    server = await startServer(store.choice).ready;
    tracer = await trace(server.pid, ["-o", "/dev/null", "-e", `inject=${calls}:error=EIO`]);
    const refused = (path: string, message: string) => refusals.push(`${path} ${message}`);
    const working = load({ address: server.address, ledger, clients: 4, seed: calls, refused });
    const workedEnough = async () => {
      const from = performance.now();
      for (let ms = 0; ms < WORK_MS || (ledger.acknowledged <= LEAST && ms < MOST_MS); ms = performance.now() - from) {
        await wait(50);
      }
    };
    // A server that ends by itself is not waited for.
    await Promise.race([server.ended, workedEnough()]);
    await server.kill();
    await working;
    await tracer.end();
    tracer = undefined;
    // What cannot be done is said in words; what is done is not called a failure because of leftovers.
    expect(refusals.filter((refusal) => !/ The (store|disk) .*\. [A-Z].*\.$/.test(refusal))).toEqual([]);
    expect(ledger.acknowledged).toBeGreaterThan(LEAST);

    server = await startServer(store.choice).ready;
    const connection = connectionTo(server.address);
    const problems: string[] = [];
    const found = (damage: string, sentence: string) => problems.push(`${damage}: ${sentence}`);
    await inspect({ connection, ledger, sample: () => true, found });
    expect(problems).toEqual([]);
    expect((await connection.call("/findings")).result).toEqual([]);
  });
});
