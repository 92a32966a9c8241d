import { afterEach, describe, expect, it } from "vitest";
import { ScriptoriumError } from "../../../kernel/index.js";
import { type ThreadOptions, threaded } from "./thread.js";

/** Programs for the thread, which say what they saw of a text, and misbehave on demand. */
const program = (body: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, workerData } from "node:worker_threads";
      const done = (id, text) =>
        parentPort.postMessage({ kind: "done", id, outcome: { ok: true, value: { text, notes: [] } } });
      const seen = [];
      let called = 0;
      const name = crypto.randomUUID();
      parentPort.on("message", (message) => { ${body} });
    `)}`,
  );
const ECHO = program(`if (message.kind === "call") done(message.id, message.call.text);`);
const MOODY = program(`
  if (message.kind === "abort") { seen.push("abort " + message.id); done(message.id, "too late"); }
  else if (message.call.text === "hang") for (;;);
  else if (message.call.text === "crash") process.exit(3);
  else if (message.call.text === "hog") { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)); }
  else if (message.call.text === "wait") seen.push("wait");
  else if (message.call.text === "seen") done(message.id, seen.join());
  else if (message.call.text === "thread") done(message.id, name);
  else done(message.id, message.call.text);
`);

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

function engineOn(program: URL, options: Partial<ThreadOptions> = {}) {
  const engine = threaded({ program: () => program, timeLimitMs: 20_000, idleMs: 60_000, maxHeapMb: 64, ...options });
  open.push(engine);
  return {
    engine,
    spin: (text: string, signal = new AbortController().signal) =>
      engine.spinner.spin(text, { protectedWords: [], signal }).then((result) => result.text),
  };
}

const code = (wanted: string) => ({ code: wanted, message: expect.stringMatching(/^[A-Z].*\. .*\.$/) });

describe("a text engine in a thread", () => {
  it("answers every call with its own result", async () => {
    const { spin } = engineOn(ECHO);
    const texts = Array.from({ length: 50 }, (_, index) => `text ${index}`);
    expect(await Promise.all(texts.map((text) => spin(text)))).toEqual(texts);
  });

  it("passes a call's abort to the thread and to the caller, and keeps working", async () => {
    const { spin } = engineOn(MOODY);
    const control = new AbortController();
    const waiting = spin("wait", control.signal);
    expect(await spin("seen")).toBe("wait");
    control.abort(new Error("changed my mind"));
    await expect(waiting).rejects.toThrow("changed my mind");
    expect(await spin("seen")).toBe("wait,abort 1");
  });

  it("refuses a call that is aborted already", async () => {
    const { spin } = engineOn(ECHO);
    await expect(spin("x", AbortSignal.abort(new Error("no")))).rejects.toThrow("no");
  });

  it("ends a call at the time limit, with the limit in the message", async () => {
    const { spin } = engineOn(MOODY, { timeLimitMs: 300 });
    await expect(spin("wait")).rejects.toMatchObject(code("TEXT_TIMEOUT"));
    await expect(spin("wait")).rejects.toThrow("0.3 seconds");
    expect(await spin("still here")).toBe("still here");
  });

  it("ends a thread that does not stop, and does its other work in another", async () => {
    const { spin } = engineOn(MOODY);
    const control = new AbortController();
    const stuck = spin("hang", control.signal);
    const other = spin("other");
    control.abort(new Error("enough"));
    await expect(stuck).rejects.toThrow("enough");
    expect(await other).toBe("other");
  });

  it.each(["crash", "hog"])("a text that ends the thread (%s) fails alone", async (text) => {
    const { spin } = engineOn(MOODY);
    await expect(spin(text)).rejects.toMatchObject(code("TEXT_FAILED"));
    expect(await spin("after")).toBe("after");
  });

  it("ends an idle thread and starts another when it is called again", async () => {
    const { spin } = engineOn(MOODY, { idleMs: 1 });
    const first = await spin("thread");
    await expect.poll(() => spin("thread").then((now) => now !== first)).toBe(true);
  });

  it("asks for translations where the network is, and hands their errors on", async () => {
    const TRANSLATES = program(`
      if (message.kind === "call") {
        called = message.id;
        const question = { text: message.call.text, from: "en", to: "de" };
        parentPort.postMessage({ kind: "question", id: message.id, request: 7, question });
      } else if (message.kind === "answer") {
        parentPort.postMessage({ kind: "done", id: called, outcome: message.outcome.ok
          ? { ok: true, value: { text: message.request + message.outcome.value, notes: [] } } : message.outcome });
      }
    `);
    const { spin } = engineOn(TRANSLATES, {
      translator: {
        async translate(text, { from, to }) {
          if (text === "bad") throw new ScriptoriumError("TRANSLATION_FAILED", "It is down. Start it.", { at: 1 });
          return `${from}>${to}:${text}`;
        },
      },
    });
    expect(await spin("tree")).toBe("7en>de:tree");
    await expect(spin("bad")).rejects.toMatchObject({ code: "TRANSLATION_FAILED", facts: { at: 1 } });
  });

  it("refuses calls once it is closed, those in work included", async () => {
    const { engine, spin } = engineOn(MOODY);
    const waiting = spin("wait");
    const refused = expect(waiting).rejects.toMatchObject(code("NOT_STARTED"));
    await engine.close();
    await refused;
    await expect(spin("x")).rejects.toMatchObject(code("NOT_STARTED"));
  });
});
