import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { threadProgram } from "../../../test/kernel/thread-program.js";
import {
  type AnyTaskPlugin,
  type EffectOptions,
  type JsonObject,
  type ProgressNote,
  type Providers,
  ScriptoriumError,
  seededRandom,
  systemClock,
} from "../../kernel/index.js";
import { type IsolatedOptions, isolated } from "./isolated.js";

const program = threadProgram();
const module = new URL("../../../test/kernel/plugins/hostile.mjs", import.meta.url);
const ends: AbortController[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end.abort(new Error("The test is over."));
});

/** A plugin in a thread, and what it is given; nothing of the kernel is between the two. */
async function started(options: Partial<IsolatedOptions> = {}, providers: Partial<Providers> = {}) {
  const entry = isolated({
    type: "hostile",
    words: "hostile",
    title: "Hostile",
    summary: "",
    module,
    graceMs: 1500,
    program: program.path,
    ...options,
  });
  return worldOf(await entry.load(), providers);
}

function worldOf(plugin: AnyTaskPlugin, providers: Partial<Providers> = {}) {
  const control = new AbortController();
  ends.push(control);
  const rows: JsonObject[] = [];
  const files = new Map<string, string | Uint8Array>();
  const articles = new Map<string, unknown>();
  const log: string[] = [];
  const notes: ProgressNote[] = [];
  const written = (level: string) => (message: string, code?: string) => {
    log.push(`${level}: ${message}${code === undefined ? "" : ` (${code})`}`);
  };
  const effects: string[] = [];
  const checkpoints: { key: string; value: JsonObject; rows: number }[] = [];
  const context = {
    taskId: "t1",
    runId: "r1",
    options: { linesFile: ["a"], atBegin: "", atEnd: "" },
    providers,
    output: {
      row: (row: JsonObject) => void rows.push(row),
      file: (path: string, content: string | Uint8Array) => void files.set(path, content),
      article: (keyword: string, article: unknown) => void articles.set(keyword, article),
    },
    progress: (note: ProgressNote) => void notes.push(note),
    async effect(what: string, act: () => Promise<JsonObject | undefined>, _options?: EffectOptions) {
      effects.push(what);
      const result = await act();
      return { state: "done" as const, earlier: false, ...(result === undefined ? {} : { result }) };
    },
    checkpoint: async (key: string, value: JsonObject) => void checkpoints.push({ key, value, rows: rows.length }),
    async *checkpoints() {
      yield* checkpoints;
    },
    stored: async (path: string) => (path === "earlier.txt" ? Buffer.from("kept") : undefined),
    signal: control.signal,
    log: { debug: written("debug"), info: written("info"), warn: written("warn"), error: written("error") },
    random: seededRandom("r1:begin"),
    clock: systemClock,
    attempt: 1,
  };
  let state: Promise<unknown> | undefined;
  const begin = (options: JsonObject = {}) => {
    state ??= Promise.resolve(
      plugin.begin?.({ ...context, options: { ...context.options, ...options }, lines: ["a"] }),
    );
    return state;
  };
  const run = async (line: string, own: object = {}) =>
    plugin.run(line, { ...context, random: seededRandom(`r1:${line}`), ...own, state: await begin() });
  const finish = async (options: JsonObject = {}) =>
    plugin.finish?.({ ...context, options: { ...context.options, ...options }, state: await begin() });
  return { plugin, begin, run, finish, control, rows, files, articles, log, notes, effects, checkpoints };
}

const lost = { code: "internal", message: expect.stringMatching(/^The task type "hostile" .*\. .*\.$/) };

describe.each(["thread", "process"] as const)("a task type in a %s of its own", (within) => {
  const apart = (options: Partial<IsolatedOptions> = {}, providers: Partial<Providers> = {}) =>
    started({ within, ...options }, providers);

  it("gives the same rows as in the server's own thread, random choices included", async () => {
    const inside = worldOf(((await import(`${module.href}?beside=${within}`)) as { default: AnyTaskPlugin }).default);
    const outside = await apart();
    for (const world of [inside, outside]) {
      await world.run("ok", { attempt: 3 });
      await world.finish({ atEnd: "ok" });
    }
    expect(outside.rows).toEqual(inside.rows);
    expect(outside.rows).toHaveLength(2);
    expect(outside.rows[0]).toMatchObject({ attempt: 3, taskId: "t1", runId: "r1", begun: { lines: 1 } });
  });

  it("hands over articles, rows and files, and what it logs and prints", async () => {
    const { run, articles, files, log } = await apart();
    await run("article honey");
    await run("text small");
    await run("file 100000");
    await run("log 2");
    await run("print 1");
    expect(articles.get("honey")).toEqual({ keywords: ["honey"], sentences: ["One.", "Two."] });
    expect(Buffer.from(files.get("small.txt") as Uint8Array).toString()).toBe("small");
    expect(files.get("big.bin")).toHaveLength(100_000);
    expect(log).toEqual(["info: entry 0", "info: entry 1", "debug: printed 0"]);
  });

  it("refuses what cannot be a row where the row is made", async () => {
    const { run } = await apart();
    await expect(run("badrow")).rejects.toMatchObject({ code: "PLUGIN_INVALID" });
  });

  it("calls providers with their options, and hands their results and errors back", async () => {
    const web = {
      async fetch(url: string, { signal }: { signal: AbortSignal }) {
        if (url.includes("bad")) throw new ScriptoriumError("FETCH_FAILED", "It is down. Try later.", { status: 500 });
        return { url, status: 200, mediaType: "text/html", text: `${url} ${signal.aborted}`, bytes: 1 };
      },
    };
    const { run, rows } = await apart({}, { web });
    await run("fetch https://a.test/");
    await run("providers");
    expect(rows).toEqual([{ text: "https://a.test/ false" }, { names: ["web"], methods: ["fetch"] }]);
    await expect(run("fetch https://bad.test/")).rejects.toMatchObject({
      code: "FETCH_FAILED",
      message: "It is down. Try later.",
      facts: { status: 500 },
    });
    await expect(run("callback")).rejects.toMatchObject({ code: "PLUGIN_INVALID" });
  });

  it("aborts a provider's call with the signal it was given", async () => {
    const web = {
      fetch: (_url: string, { signal }: { signal: AbortSignal }) =>
        new Promise<never>((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        }),
    };
    const { run } = await apart({}, { web });
    await expect(run("impatient https://slow.test/")).rejects.toThrow(/timeout/);
  });

  it("writes effects down where the server is, and does them where the plugin is", async () => {
    const { run, rows, effects } = await apart();
    await run("effect 1");
    expect(effects).toEqual(["post it"]);
    expect(rows).toEqual([{ outcome: { state: "done", earlier: false, result: { address: "https://blog.test/1" } } }]);
    await expect(run("badeffect the blog is down")).rejects.toThrow("the blog is down");
  });

  it("stores at a checkpoint what was put out before it, and reads what was stored", async () => {
    const { run, rows, checkpoints } = await apart();
    await run("parts");
    expect(checkpoints).toEqual([{ key: "first", value: { n: 1 }, rows: 1 }]);
    expect(rows).toEqual([{ part: 1 }, { known: ["first 1"], file: "kept", none: true }]);
  });

  it.each(["undefined", "null", "string", "number", "getters", "proxy", "error"])(
    "makes an error of whatever is thrown: %s",
    async (thing) => {
      const { run } = await apart();
      await expect(run(`throw ${thing}`)).rejects.toBeInstanceOf(Error);
      await run("ok");
    },
  );

  it.each(["heap", "exit 3", "timer", "spoof"])(
    "fails the line that takes all of it along, and goes on in another: %s",
    async (line) => {
      const { run, rows } = await apart({ memoryMb: 64 });
      await expect(run(line)).rejects.toMatchObject(lost);
      await run("ok");
      expect(rows).toMatchObject([{ begun: { begun: 1 } }]);
    },
  );

  it.runIf(within === "process")("outlives what no thread does: very much memory at once", async () => {
    const { run } = await apart({ memoryMb: 64 });
    await expect(run("huge")).rejects.toMatchObject(lost);
    await run("ok");
  });

  it("ends one whose buffers outgrow its memory", async () => {
    const { run } = await apart({ memoryMb: 64 });
    await expect(run("buffers")).rejects.toMatchObject(lost);
  });

  it("lives on when a promise is rejected and nobody looks, and says so", async () => {
    const { run, rows, log } = await apart();
    await run("reject");
    expect(rows).toEqual([{ still: "here" }]);
    expect(log.join()).toContain("nobody looks");
  });

  it("keeps the server's loop free while a line blocks its own", async () => {
    const { run } = await apart();
    const blocked = run("block 1000");
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 10);
    await blocked;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });

  it("tells a line of the abort, and takes nothing of what it still makes", async () => {
    const { run, begin, control, rows } = await apart();
    await begin();
    const heeding = run("heed");
    await wait(50);
    control.abort(new Error("enough"));
    await expect(heeding).rejects.toThrow("enough");
    expect(rows).toEqual([]);
  });

  it("ends a line that would heed the abort, when both arrive together", async () => {
    const { run, begin, control } = await apart({ graceMs: 60_000 });
    await begin();
    // While it is blocked, both wait at its door.
    const blocked = run("block 400");
    await wait(100);
    const heeding = run("heed");
    await wait(1);
    control.abort(new Error("enough"));
    await expect(heeding).rejects.toThrow("enough");
    await blocked;
  });

  it.each(["block 60000", "hang"])("ends one that does not heed the abort: %s", async (line) => {
    const { run, begin, control } = await apart({ graceMs: 1200 });
    await begin();
    const stuck = run(line);
    await wait(50);
    control.abort(new Error("enough"));
    await expect(stuck).rejects.toThrow("enough");
  });

  it.each(["block 60000", "hang"])("fails a line at its time limit, and works the next one: %s", async (line) => {
    const { run, rows } = await apart({ lineTimeoutMs: 300, graceMs: 1200 });
    await expect(run(line)).rejects.toMatchObject({
      code: "time-limit",
      message: expect.stringContaining("0.3 seconds"),
    });
    await run("ok");
    expect(rows).toHaveLength(1);
  });

  it.each([
    ["progress 1000000", 40],
    ["log 1000000", 1001],
    ["print 20000", 1001],
  ])("sends few messages however many the plugin makes: %s", async (line, most) => {
    const { run, notes, log } = await apart();
    await run(line);
    expect(notes.length + log.length).toBeLessThanOrEqual(most);
    const tokens = notes.reduce((sum, note) => sum + (note.tokens ?? 0), 0);
    if (line.startsWith("progress")) expect([tokens, notes.at(-1)?.phase]).toEqual([1_000_000, "step 999999"]);
    else expect(log.at(-1)).toMatch(/\d+ more entries of this line were not kept/);
  });

  it("refuses files larger than its memory", async () => {
    const { run } = await apart({ memoryMb: 64 });
    await expect(run(`file ${65 * 1024 * 1024}`)).rejects.toMatchObject({ code: "PLUGIN_INVALID" });
  });

  it("hands no settings of the server over", async () => {
    process.env["SCRIPTORIUM_KEY"] = "secret";
    try {
      const { run, rows } = await apart();
      await run("environment");
      expect(rows).toEqual([{ names: [] }]);
    } finally {
      delete process.env["SCRIPTORIUM_KEY"];
    }
  });

  it("works as many lines at once as it may", async () => {
    const { run, rows } = await apart({ concurrency: 1 });
    await Promise.all([run("exit 1").catch(() => {}), run("ok"), run("ok")]);
    expect(rows).toHaveLength(2);
  });

  it("fails the run when it cannot begin, and finishes in a fresh one when the last one was lost", async () => {
    const failing = await apart();
    await expect(failing.begin({ atBegin: "throw error" })).rejects.toThrow("an honest one");
    const { run, finish, rows } = await apart();
    await expect(run("exit 1")).rejects.toMatchObject(lost);
    await finish({ atEnd: "ok" });
    expect(rows).toHaveLength(1);
  });

  it("says which type a module lacks", async () => {
    await expect(apart({ type: "other", words: "other" })).rejects.toMatchObject({
      code: "PLUGIN_INVALID",
      message: expect.stringContaining('"other"'),
    });
  });
});
