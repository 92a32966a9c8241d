import { afterEach, describe, expect, it } from "vitest";
import { ScriptoriumError } from "../../kernel/errors.js";
import { type PoolOptions, type ThreadPool, threadPool } from "./pool.js";

/** A program that does with a call what it says. */
const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from "node:worker_threads";
    const done = (id, value) => parentPort.postMessage({ kind: "done", id, outcome: { ok: true, value } });
    const calls = new Map();
    parentPort.on("message", ({ kind, id, call, outcome }) => {
      if (kind === "answer") return done(calls.get("ask"), outcome);
      if (kind === "abort") return calls.delete(id);
      calls.set(call, id);
      if (call === "thread") done(id, threadId);
      if (call === "exit") process.exit();
      if (call === "bytes") calls.set("kept", Buffer.alloc(64 * 1024 * 1024, 1));
      if (call === "ask") parentPort.postMessage({ kind: "question", id, request: 1, question: "why" });
    });
  `)}`,
);

const pools: ThreadPool<string, unknown>[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

function poolOf(options: Partial<PoolOptions<string, string, unknown>> = {}) {
  const pool = threadPool<string, unknown, string, unknown>({
    program: () => PROGRAM,
    threads: 1,
    callsPerThread: 1,
    timeLimitMs: () => 20_000,
    idleMs: 20_000,
    maxHeapMb: 64,
    graceMs: 0,
    retries: 0,
    errorOf: (call, { why }) => new ScriptoriumError("internal", `${call}: ${why}`),
    ...options,
  });
  pools.push(pool);
  const { signal: never } = new AbortController();
  return { pool, perform: (call: string, signal = never) => pool.perform(call, signal) };
}

describe("a pool of threads", () => {
  it("starts no more threads than it may, and each takes no more calls than it may", async () => {
    const { perform } = poolOf({ threads: 2 });
    const control = new AbortController();
    const waiting = expect(perform("wait", control.signal)).rejects.toThrow("enough");
    const threads = await Promise.all(["thread", "thread", "thread"].map((call) => perform(call)));
    expect(new Set(threads).size).toBe(1);
    control.abort(new Error("enough"));
    await waiting;
  });

  it("does several calls side by side in one thread", async () => {
    const { perform } = poolOf({ callsPerThread: 3 });
    const control = new AbortController();
    const waiting = expect(perform("wait", control.signal)).rejects.toThrow("enough");
    expect(await perform("thread")).toBeTypeOf("number");
    control.abort(new Error("enough"));
    await waiting;
  });

  it("tries the calls of a lost thread as often as it should", async () => {
    let starts = 0;
    const { perform } = poolOf({
      retries: 2,
      program: () => {
        starts += 1;
        return PROGRAM;
      },
    });
    await expect(perform("exit")).rejects.toThrow("exit: exit");
    expect(starts).toBe(3);
    expect(await perform("thread")).toBeTypeOf("number");
  });

  it("ends a thread whose bytes outside of its heap are too many", async () => {
    const { perform } = poolOf({ maxBytesMb: 32 });
    await expect(perform("bytes")).rejects.toThrow("bytes: memory");
    expect(await perform("thread")).toBeTypeOf("number");
  });

  it("answers questions of a call, in words where the answer is not data or there is none to ask", async () => {
    const answered = (answer?: PoolOptions<string, string, unknown>["answer"]) => poolOf({ answer }).perform("ask");
    expect(await answered(async (question) => `${question} not`)).toEqual({ ok: true, value: "why not" });
    expect(await answered(async () => () => {})).toMatchObject({ ok: false, error: { name: "DataCloneError" } });
    expect(await answered()).toEqual({ ok: true });
  });

  it("rejects a call that cannot be sent or whose program is missing, and continues", async () => {
    let missing = true;
    const { pool, perform } = poolOf({
      program: () => {
        if (missing) throw new ScriptoriumError("CONFIG_INVALID", "It is missing.");
        return PROGRAM;
      },
    });
    await expect(perform("thread")).rejects.toMatchObject({ code: "CONFIG_INVALID" });
    missing = false;
    const { signal } = new AbortController();
    await expect(pool.perform((() => {}) as unknown as string, signal)).rejects.toThrow("could not be cloned");
    expect(await perform("thread")).toBeTypeOf("number");
  });

  it("takes an aborted call out of those that wait, and no other", async () => {
    const { perform } = poolOf();
    const [first, second] = [new AbortController(), new AbortController()];
    const working = expect(perform("wait", first.signal)).rejects.toThrow("first");
    const aborted = expect(perform("wait", second.signal)).rejects.toThrow("second");
    const kept = perform("thread");
    second.abort(new Error("second"));
    second.abort(new Error("again"));
    await aborted;
    first.abort(new Error("first"));
    await working;
    expect(await kept).toBeTypeOf("number");
  });

  it("refuses all calls when it is closed, be they at work, waiting or new, and closes twice", async () => {
    const { pool, perform } = poolOf();
    const refused = Promise.all(
      ["wait", "thread"].map((call) => expect(perform(call)).rejects.toMatchObject({ code: "NOT_STARTED" })),
    );
    await pool.close();
    await refused;
    await expect(perform("thread")).rejects.toMatchObject({ code: "NOT_STARTED" });
    await pool.close();
  });
});
