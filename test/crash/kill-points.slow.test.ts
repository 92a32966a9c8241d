import { afterEach, describe, expect, it } from "vitest";
import { canTrace, NO_STRACE, type Tracer, trace } from "../faults/machine.js";
import { inspect } from "./check.js";
import { connectionTo, load } from "./client.js";
import { Ledger } from "./ledger.js";
import { STORAGES, type Store } from "./places.js";
import { startServer, type WorkingServer } from "./server.js";

/** The process ends as it begins the n-th of these calls, for these n; more with `npm run test:crash`. */
const NUMBERS = process.env["CRASH_ROUNDS"] === undefined ? [1, 3] : Array.from({ length: 12 }, (_, n) => n + 1);
const CALLS = {
  sqlite: ["pwrite64", "fdatasync,fsync", "ftruncate,fallocate"],
  // The last three are what it clears away with.
  file: ["pwrite64", "fdatasync", "fsync", "openat", "rename,renameat,renameat2", "unlink,unlinkat"],
};
const POINTS = Object.entries(CALLS).flatMap(([name, kinds]) =>
  kinds.flatMap((calls) => NUMBERS.map((n) => ({ name, calls, n }))),
);
/** After this the process is ended all the same: there may not be so many of these calls. */
const LONGEST_MS = 4000;

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

describe("a process that is killed in the middle of its work on the disk", () => {
  it.for(POINTS)("loses nothing: $name, at call number $n of $calls", async ({ name, calls, n }, context) => {
    if (!canTrace()) return context.skip(NO_STRACE);
    store = await (await STORAGES.find((storage) => storage.name === name)!.place()).store();
    const ledger = new Ledger(true);
    const problems: string[] = [];
    server = await startServer(store.choice).ready;
    tracer = await trace(server.pid, ["-o", "/dev/null", "-e", `inject=${calls}:signal=SIGKILL:when=${n}`]);
    const refused = (path: string, message: string) => problems.push(`${path}: ${message}`);
    const working = load({ address: server.address, ledger, clients: 4, seed: `${calls} ${n}`, refused });
    const timer = setTimeout(server.kill, LONGEST_MS);
    await server.ended;
    clearTimeout(timer);
    await working;
    await tracer.end();
    tracer = undefined;

    server = await startServer(store.choice).ready;
    const connection = connectionTo(server.address);
    const found = (damage: string, sentence: string) => problems.push(`${damage}: ${sentence}`);
    await inspect({ connection, ledger, sample: () => true, found });
    expect((await connection.call("/findings")).result).toEqual([]);
    expect(problems).toEqual([]);
  });
});
