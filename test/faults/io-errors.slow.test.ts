import { afterEach, describe, expect, it } from "vitest";
import { connectionTo } from "../crash/client.js";
import { STORAGES, type Store } from "../crash/places.js";
import { startServer, type WorkingServer } from "../crash/server.js";
import { canTrace, NO_STRACE, type Tracer, trace } from "./machine.js";

/** The n-th call fails, for these n; for all up to 40 with `npm run test:crash`. */
const NUMBERS = process.env["CRASH_ROUNDS"] === undefined ? [1, 2, 5] : Array.from({ length: 40 }, (_, n) => n + 1);
const FAULTS = [
  { what: "a flush", calls: "fsync,fdatasync", error: "EIO", says: /disk/ },
  { what: "a write", calls: "pwrite64,pwritev", error: "EIO", says: /disk/ },
  { what: "a write without space", calls: "pwrite64,pwritev", error: "ENOSPC", says: /disk is full/ },
];
const FAILING = FAULTS.flatMap((fault) => NUMBERS.map((n) => ({ ...fault, n })));
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
      expect(number, `the failure of ${what} was not reported`).toBeLessThan(8 * n + 50);
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

    // Either it works again, or it says what to do; reading continues in any case.
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

  it("takes no more writes after a flush that failed, reads on and is not ready, until it is started again", async (context) => {
    if (!canTrace()) return context.skip(NO_STRACE);
    store = await (await placeOf()).store();
    server = await startServer(store.choice).ready;
    let { call } = connectionTo(server.address);
    const { id } = (await call("/create/crashwork")).result;
    const post = (note: string) => call(`/project/data/${id}`, { note });
    await post("first");
    expect((await call("/readyz")).success).toBe(true);
    tracer = await trace(server.pid, ["-o", "/dev/null", "-e", "inject=fsync,fdatasync:error=EIO:when=1"]);
    let count = 0;
    for (let reply = await post("refused"); reply.success; reply = await post("refused")) {
      count += 1;
      expect(count, "the failure was not reported").toBeLessThan(50);
    }
    await tracer.end();
    tracer = undefined;
    const isReadOnly = { success: false, message: expect.stringMatching(/takes no more writes\. .*start again/) };
    for (let again = 0; again < 3; again += 1) expect(await post("refused")).toMatchObject(isReadOnly);
    expect(await call("/create/crashwork")).toMatchObject(isReadOnly);
    expect(await call("/readyz")).toMatchObject(isReadOnly);
    expect((await call(`/project/data/${id}`)).result.note).toBe(count === 0 ? "first" : "refused");
    await server.kill();
    server = await startServer(store.choice).ready;
    ({ call } = connectionTo(server.address));
    expect((await post("later")).success).toBe(true);
    expect((await call("/readyz")).success).toBe(true);
  });
});

it("sqlite takes no more writes after a flush that failed while its log was copied into the file", async (context) => {
  if (!canTrace()) return context.skip(NO_STRACE);
  store = await (await STORES.find(({ name }) => name === "sqlite")!.place()).store();
  server = await startServer(store.choice).ready;
  let { call } = connectionTo(server.address);
  const { id } = (await call("/create/crashwork")).result;
  const note = "x".repeat(50_000);
  const post = (number: number) => call(`/project/data/${id}`, { note: `${number} ${note}` });
  // Commits flush the log alone.
  const path = String(store.choice.options["path"]);
  const fails = "inject=fsync,fdatasync:error=EIO:when=1";
  tracer = await trace(server.pid, ["-o", "/dev/null", "-P", path, "-e", fails]);
  let number = 0;
  for (let reply = await post(number); reply.success; reply = await post(number)) {
    number += 1;
    expect(number, "the failure was not reported").toBeLessThan(600);
  }
  await tracer.end();
  tracer = undefined;
  const isReadOnly = { success: false, message: expect.stringMatching(/takes no more writes\. .*start again/) };
  expect(await post(number)).toMatchObject(isReadOnly);
  expect(await call("/readyz")).toMatchObject(isReadOnly);
  const shown = async () => (await call(`/project/data/${id}`)).result.note;
  expect(await shown()).toBe(`${number - 1} ${note}`);
  await server.kill();
  server = await startServer(store.choice).ready;
  ({ call } = connectionTo(server.address));
  expect(await shown()).toBe(`${number - 1} ${note}`);
  expect((await call("/findings")).result).toEqual([]);
  expect((await post(number)).success).toBe(true);
});
