import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { IsolatedOptions } from "../../src/adapters/isolation/isolated.js";
import { createReader } from "../../src/adapters/reading/index.js";
import { type AnyTaskPlugin, type Providers, ScriptoriumError } from "../../src/kernel/index.js";
import { HOSTILE, isolatedWorld, lost } from "./isolated-world.js";

/** What holds of a task type apart from the server, whether in a thread or in a process. */
export function describeIsolated(within: "thread" | "process"): void {
  const { started, local } = isolatedWorld();

  describe(`a task type in a ${within} of its own`, () => {
    const apart = (options: Partial<IsolatedOptions> = {}, providers: Partial<Providers> = {}) =>
      started({ within, ...options }, providers);

    it("gives the same rows as in the server's own thread, random choices included", async () => {
      const inside = local(((await import(`${HOSTILE.href}?local=${within}`)) as { default: AnyTaskPlugin }).default);
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
          if (url.includes("bad"))
            throw new ScriptoriumError("FETCH_FAILED", "It is down. Try later.", { status: 500 });
          return { url, status: 200, mediaType: "text/html", text: `${url} ${signal.aborted}`, bytes: 1 };
        },
        close: async () => {},
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

    it("reads pages through the reader of the server", async () => {
      const { run, rows } = await apart({}, { reader: createReader().reader });
      await run("read <article><h1>Bees</h1><p>Bees make honey, and they keep it for the winter.</p></article>");
      expect(JSON.stringify(rows)).toContain("Bees make honey");
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
      expect(rows).toEqual([
        { outcome: { state: "done", earlier: false, result: { address: "https://blog.test/1" } } },
      ]);
      await expect(run("badeffect the blog is down")).rejects.toThrow("the blog is down");
    });

    it("stores at a checkpoint what was put out before it, and reads what was stored", async () => {
      const { run, rows, checkpoints } = await apart();
      await run("parts");
      expect(checkpoints).toEqual([{ key: "first", value: { n: 1 }, rows: 1, replacesRows: true }]);
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

    it.each(["exit 3", "timer", "spoof"])(
      "fails the line that takes all of it along, and goes on in another: %s",
      async (line) => {
        const { run, rows } = await apart({ memoryMb: 64 });
        await expect(run(line)).rejects.toMatchObject(lost);
        await run("ok");
        expect(rows).toMatchObject([{ begun: { begun: 1 } }]);
      },
    );

    it("lives on when a promise is rejected and nobody looks, and says so", async () => {
      const { run, rows, log } = await apart();
      await run("reject");
      expect(rows).toEqual([{ still: "here" }]);
      expect(log.join()).toContain("nobody looks");
    });

    it("passes an abort to the line, and takes nothing of what it still makes", async () => {
      const { run, begin, control, rows } = await apart();
      await begin();
      const heeding = run("heed");
      await wait(50);
      control.abort(new Error("enough"));
      await expect(heeding).rejects.toThrow("enough");
      expect(rows).toEqual([]);
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
}
