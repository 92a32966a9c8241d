import { request } from "node:http";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { createApi, fetchHandler } from "../../src/adapters/http/index.js";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { type Clock, createKernel, defineTaskPlugin, ScriptoriumError, systemClock } from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { testClock } from "../../src/testing.js";
import { gate } from "../kernel/world.js";
import { crawling, created, type StartedApi, servers, statusOf, taskTypes } from "./server.js";

const open = servers();
afterEach(() => open.close());

const REFUSED = { success: false, message: '"wait" must be a whole number, from 0 to 300.', result: null };

/** A clock that knows how many sleep. */
function countingClock() {
  let sleeping = 0;
  const clock: Clock = {
    ...systemClock,
    async sleep(milliseconds, signal) {
      sleeping += 1;
      try {
        await systemClock.sleep(milliseconds, signal);
      } finally {
        sleeping -= 1;
      }
    },
  };
  return { clock, sleeping: () => sleeping };
}

async function draft(api: StartedApi): Promise<string> {
  return created(api, "articlecreator", { articleKeywordsFile: ["tea", "milk"] });
}

describe("a call that runs a task and says how long it waits", () => {
  it.each(["/project/run/", "/task/start/"])("answers when the task is at rest: %s", async (path) => {
    const api = await open.start();
    const id = await draft(api);
    const { envelope } = await api.get(`${path}${id}?wait=60`);
    expect(envelope).toEqual({
      success: true,
      message: null,
      result: { group: "", name: "New Article Creator", type: "article creator", status: "complete", id },
    });
    expect(await statusOf(api, id)).toBe("complete");
  });

  it.each([
    ["GET", "/task/restart/"],
    ["POST", "/task/restart/"],
  ])("answers so when it restarts, with the run as well: %s %s", async (method, path) => {
    const api = await open.start();
    const id = await draft(api);
    const { envelope } = await api.call(method, `${path}${id}?wait=60`);
    const { runId } = await api.kernel.tasks.existing(id);
    expect(envelope.result).toMatchObject({ status: "complete", type: "article creator", id, run: runId });
    expect((await api.call(method, `${path}${id}`)).envelope.result).toEqual({
      id,
      status: "waiting",
      run: expect.any(String),
    });
  });

  it("repeats what a complete run warned of, and nothing of its earlier attempts", async () => {
    const failed = new Set<string>();
    const careful = defineTaskPlugin({
      type: "careful",
      words: "careful",
      title: "Careful",
      summary: "Warns, and fails once for each line that says so.",
      options: z.object({ linesFile: z.array(z.string()).default([]) }),
      inputs: ({ linesFile }) => linesFile,
      async run(line, { log }) {
        log.info("It is quiet.");
        if (line.startsWith("warns")) log.warn(`It ${line}.`);
        if (line !== "fails" || failed.has(line)) return;
        failed.add(line);
        throw new ScriptoriumError("bad-input", "It fails. Try it again.");
      },
    });
    const api = await open.start({ kernel: { plugins: [careful] } });
    const waited = async (path: string, method = "GET") => (await api.call(method, `${path}?wait=60`)).envelope.notes;
    const id = await created(api, "careful", { linesFile: ["warns of x", "fails", "is well"], concurrency: 1 });
    expect(await waited(`/task/start/${id}`)).toEqual(["It warns of x.", "It fails. Try it again."]);
    expect(await waited(`/task/retry/${id}`, "POST")).toBeUndefined();
    await api.post(`/task/data/${id}`, { linesFile: Array.from({ length: 8 }, (_, at) => `warns of ${at}`) });
    expect(await waited(`/task/restart/${id}`)).toEqual([
      ...[3, 4, 5, 6, 7].map((at) => `It warns of ${at}.`),
      `The log has more such entries: GET /task/log/${id}?level=warn lists them.`,
    ]);
  });

  it("says why nothing is to be retried at once", async () => {
    const api = await open.start();
    const id = await draft(api);
    const retried = async () => (await api.post(`/task/retry/${id}?wait=60`)).envelope.message;
    expect(await retried()).toBe("The task has not run yet, so there is nothing to try again. Run it first.");
    await api.get(`/project/run/${id}?wait=60`);
    expect(await retried()).toMatch(/^No line of the last run failed, so there is nothing to try again\./);
  });

  it("answers with the state of the moment when the time is over", async () => {
    const clock = testClock();
    const api = await open.start({ kernel: { clock } });
    const id = await crawling(api, "slow");
    expect((await api.get(`/project/run/${id}?wait=0`)).envelope.result.status).toBe("running");
    let hasAnswered = false;
    const reply = api.get(`/project/run/${id}?wait=20`).finally(() => {
      hasAnswered = true;
    });
    // What has not begun to wait yet cannot be woken, so time goes on in small steps.
    for (let ms = 0; ms < 19_000; ms += 250) {
      await api.get("/test");
      clock.advance(250);
    }
    await api.get("/test");
    expect(hasAnswered).toBe(false);
    while (!hasAnswered) {
      clock.advance(250);
      await api.get("/test");
    }
    expect((await reply).envelope).toMatchObject({ success: true, message: null, result: { id, status: "running" } });
  });

  it("waits on for a run that is there already, and for the end of an abort", async () => {
    const api = await open.start();
    const id = await crawling(api, "slow");
    const replies = [api.get(`/project/run/${id}?wait=60`), api.get(`/task/start/${id}?wait=60`)];
    await api.get(`/project/abort/${id}`);
    for (const { envelope } of await Promise.all(replies)) expect(envelope.result.status).toBe("aborted");
    expect(await api.kernel.tasks.countRuns(id)).toBe(1);
  });

  it.each(["-1", "1.5", "301", "soon", "1e2", "60s", "%00", "1,2", "0x10"])(
    "is refused with %j, and nothing runs",
    async (wait) => {
      const api = await open.start();
      const id = await draft(api);
      for (const path of ["/project/run/", "/task/start/", "/task/restart/"]) {
        expect((await api.get(`${path}${id}?wait=${wait}`)).envelope).toEqual(REFUSED);
      }
      expect(await statusOf(api, id)).toBe("draft");
    },
  );

  it("answers as ever without a time, and in the reduced edition with any", async () => {
    const api = await open.start();
    const id = await crawling(api, "slow");
    for (const query of ["", "?wait=", "?waiting=1"]) {
      expect((await api.get(`/project/run/${id}${query}`)).envelope.result).toBeNull();
    }
    const reduced = await open.start({ api: { edition: "reduced" } });
    const other = (await reduced.get("/create/articlecreator")).envelope.result.id;
    for (const wait of ["60", "junk"]) {
      expect((await reduced.get(`/project/run/${other}?wait=${wait}`)).envelope).toEqual({
        success: true,
        message: null,
        result: null,
      });
    }
  });

  it("says that an unknown task, and one that is deleted meanwhile, could not be found", async () => {
    const api = await open.start();
    expect((await api.get("/project/run/nobody?wait=60")).envelope.message).toMatch(/could not be found/);
    const id = await crawling(api, "slow");
    const reply = api.get(`/project/run/${id}?wait=60`);
    await api.get("/test");
    await api.get(`/project/delete/${id}`);
    expect((await reply).envelope).toMatchObject({
      success: false,
      message: expect.stringMatching(/could not be found/),
    });
  });
});

describe("replies that wait", () => {
  it("hold nothing when their client goes away, and the run goes on", async () => {
    const { clock, sleeping } = countingClock();
    const api = await open.start({ kernel: { clock } });
    const id = await crawling(api, "slow");
    const usual = sleeping();
    const clients = Array.from({ length: 20 }, () => {
      const outgoing = request({
        host: "127.0.0.1",
        port: api.port,
        path: `/project/run/${id}?wait=300`,
        agent: false,
      });
      outgoing.on("error", () => {});
      outgoing.end();
      return outgoing;
    });
    await expect.poll(sleeping).toBeGreaterThanOrEqual(usual + 20);
    for (const client of clients) client.destroy();
    await expect.poll(sleeping).toBeLessThanOrEqual(usual);
    expect(await statusOf(api, id)).toBe("running");
  });

  it("hold nothing when a fetch is given up", async () => {
    const { clock, sleeping } = countingClock();
    const api = await open.start({ kernel: { clock } });
    const id = await crawling(api, "slow");
    const usual = sleeping();
    const leaving = new AbortController();
    const errors: unknown[] = [];
    const logger = {
      debug() {},
      info() {},
      warn: (entry: unknown) => errors.push(entry),
      error: (entry: unknown) => errors.push(entry),
    };
    const handle = fetchHandler(createApi(api.kernel, { logger }));
    const reply = handle(new Request(`http://localhost:8008/project/run/${id}?wait=300`, { signal: leaving.signal }));
    await expect.poll(sleeping).toBeGreaterThan(usual);
    leaving.abort();
    await reply;
    expect(sleeping()).toBeLessThanOrEqual(usual);
    expect(errors).toEqual([]);
  });

  it("end when the server stops, without a failure", async () => {
    const api = await open.start();
    const id = await crawling(api, "slow");
    const reply = api.get(`/project/run/${id}?wait=300`);
    await api.get("/test");
    await api.kernel.stop();
    expect((await reply).envelope).toMatchObject({ success: true, result: { id, status: "running" } });
  });

  it("leave room for other requests, the oldest giving way", { timeout: 60_000 }, async () => {
    const api = await open.start();
    const id = await crawling(api, "slow");
    let answered = 0;
    const replies = Array.from({ length: 450 }, () =>
      api.get(`/project/run/${id}?wait=300`).then(({ envelope }) => {
        answered += 1;
        return envelope.result.status as string;
      }),
    );
    await expect.poll(() => answered, { timeout: 30_000 }).toBe(450 - 256);
    expect((await api.get("/test")).envelope.success).toBe(true);
    api.gate.openAll();
    const ends = await Promise.all(replies);
    expect(ends.filter((status) => status === "complete")).toHaveLength(256);
    expect(ends.filter((status) => status === "running")).toHaveLength(450 - 256);
  });

  it("see the end of a run that another kernel works, where the storage reports nothing of it", async () => {
    const storage = memoryStorage();
    const api = await open.start({ kernel: { storage } });
    const at = gate();
    const other = createKernel({ storage, queue: inProcessQueue(), plugins: taskTypes(at) });
    await other.start();
    onTestFinished(() => other.stop());
    const { _id: id } = await other.tasks.create("webcrawler" as string, { startUrls: ["there"] });
    await other.tasks.run(id);
    await at.reached("there");
    const reply = api.get(`/project/run/${id}?wait=60`);
    await api.get("/test");
    at.openAll();
    expect((await reply).envelope.result).toMatchObject({ id, status: "complete" });
  });
});

describe("a kernel's settled", () => {
  it("rejects with the reason of its signal, and when the server stops", async () => {
    const api = await open.start();
    const id = await crawling(api, "slow");
    const leaving = new AbortController();
    const cut = api.kernel.tasks.settled(id, { signal: leaving.signal });
    const endless = api.kernel.tasks.settled(id);
    leaving.abort(new Error("gone"));
    await expect(cut).rejects.toThrow("gone");
    await expect(api.kernel.tasks.settled(id, { signal: leaving.signal })).rejects.toThrow("gone");
    const stopping = expect(endless).rejects.toMatchObject({ code: "NOT_STARTED" });
    await api.kernel.stop();
    await stopping;
  });
});
