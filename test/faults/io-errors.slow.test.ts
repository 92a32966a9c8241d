import { afterEach, describe, expect, it } from "vitest";
import { connectionTo } from "../crash/client.js";
import { STORAGES, type Store } from "../crash/places.js";
import { startServer, type WorkingServer } from "../crash/server.js";
import { canTrace, NO_STRACE, type Tracer, trace } from "./machine.js";

/** The n-th call fails, for these n; for all up to 40 with `npm run test:crash`. */
const NUMBERS = process.env["CRASH_ROUNDS"] === undefined ? [1, 2, 5] : Array.from({ length: 40 }, (_, n) => n + 1);
const TROUBLES = [
  { what: "a flush", calls: "fsync,fdatasync", error: "EIO", says: /disk/ },
  { what: "a write", calls: "pwrite64,pwritev", error: "EIO", says: /disk/ },
  { what: "a write without space", calls: "pwrite64,pwritev", error: "ENOSPC", says: /disk is full/ },
];
const FAILING = TROUBLES.flatMap((trouble) => NUMBERS.map((n) => ({ ...trouble, n })));
const STORES = STORAGES.filter(({ name }) => name !== "postgres");

let server: WorkingServer | undefined;
let tracer: Tracer | undefined;
let store: Store | undefined;
afterEach(async () => {
  await tracer?.end();
  await server?.kill();
  tracer = undefined;
  server = undefined;
  await store?.remove();
  store = undefined;
});

describe.each(STORES)("$name on a disk that fails", ({ place: placeOf }) => {
  it.for(FAILING)("is true to its word about $what that fails, number $n", async ({ n, ...fails }, context) => {
    if (!canTrace()) return context.skip(NO_STRACE);
    store = await (await placeOf()).store();
    server = await startServer(store.choice).ready;
    let { call } = connectionTo(server.address);
    const { id } = (await call("/create/crashwork")).result;
    let number = 0;
    let acknowledged = 0;
    /** Numbers of the refused posts since the last acknowledged one. */
    let refused: number[] = [];
    const refusals: string[] = [];
    const post = async () => {
      number += 1;
      const { success, message } = await call(`/project/data/${id}`, { note: `note ${number}` });
      if (success) {
        acknowledged = number;
        refused = [];
      } else {
        refused.push(number);
        refusals.push(message ?? "");
      }
      return message;
    };
    const shown = async () => Number((await call(`/project/data/${id}`)).result.note.split(" ")[1]);
    await post();
    expect(await shown()).toBe(1);

    // strace counts for each thread by itself, and the calls may come from several.
    const { calls, error, says, what } = fails;
    tracer = await trace(server.pid, ["-o", "/dev/null", "-e", `inject=${calls}:error=${error}:when=${n}`]);
    for (let after = 0; after < 10; after += refusals.length > 0 ? 1 : 0) {
      expect(number, `the failure of ${what} was not told`).toBeLessThan(8 * n + 50);
      await post();
      expect(await shown()).toBe(acknowledged);
    }
    await tracer.end();
    tracer = undefined;
    for (const message of refusals) {
      expect(message).toMatch(/^[A-Z][^/]*\. [A-Z][^/]*\.$/);
      expect(message).not.toMatch(/EIO|ENOSPC|fsync|errno/i);
      expect(message).toMatch(says);
    }

    // Either it works again, or it says what to do; reading goes on in any case.
    const last = await post();
    if (last !== null) expect(last).toMatch(/start/i);
    expect(await shown()).toBe(acknowledged);

    await server.kill();
    server = await startServer(store.choice).ready;
    ({ call } = connectionTo(server.address));
    // A refused one may have reached the disk all the same.
    expect([acknowledged, ...refused]).toContain(await shown());
    expect(await post()).toBeNull();
    expect(await shown()).toBe(acknowledged);
  });
});
