import { afterEach, describe, expect, it } from "vitest";
import { type ApiReply, type StartedApi, servers } from "../api/server.js";

const open = servers();
afterEach(open.close);

/** The answer to a search, and the longest that anybody else had to wait meanwhile. */
async function besides(api: StartedApi, body: unknown): Promise<{ reply: ApiReply; waitedMs: number; tookMs: number }> {
  let waitedMs = 0;
  let isOver = false;
  const begun = performance.now();
  const search = api.post("/projects/find", body).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const asked = performance.now();
    await api.get("/test");
    waitedMs = Math.max(waitedMs, performance.now() - asked);
  }
  return { reply: await search, waitedMs, tookMs: performance.now() - begun };
}

async function stocked(tasks: number, data: () => Record<string, string | readonly unknown[]>): Promise<StartedApi> {
  const api = await open.start();
  for (let number = 0; number < tasks; number += 1) {
    await api.kernel.tasks.create("articlecreator", { jobName: `task ${number}`, ...data() } as never);
  }
  return api;
}

/** Texts of the letters a and b in no order, on which a regular expression has nothing to go by. */
function scribbler(): (length: number) => string {
  let state = 1;
  return (length) =>
    Array.from({ length }, () => {
      state = (state * 1103515245 + 12345) % 2 ** 31;
      return state < 2 ** 30 ? "a" : "b";
    }).join("");
}

describe("a search that is much work", () => {
  it("lets others have their turn, and is stopped after two seconds in words", async () => {
    const scribbled = scribbler();
    const api = await stocked(400, () => ({ notes: scribbled(5000) }));
    const query = {
      $or: Array.from({ length: 8 }, (_, index) => ({ "data.notes": { $regex: `a[ab]{${80 + index}}[^ab]` } })),
    };
    const { reply, waitedMs, tookMs } = await besides(api, { query });
    expect(reply.envelope).toMatchObject({ success: false, message: expect.stringMatching(/longer than 2 seconds/) });
    expect(waitedMs).toBeLessThan(1000);
    expect(tookMs).toBeLessThan(5000);
  });

  it("a short regular expression that stands for a long one never meets a long text", async () => {
    const api = await stocked(1, () => ({ notes: "a".repeat(2_000_000) }));
    const { reply, waitedMs } = await besides(api, { query: { "data.notes": { $regex: "(?:\\pL\\pL?){400}\\pN" } } });
    expect(reply.envelope).toMatchObject({ success: false, message: expect.stringMatching(/stopped. Narrow it/) });
    expect(waitedMs).toBeLessThan(1000);
    const plain = await api.post("/projects/find", { query: { "data.notes": { $regex: "aaa$" } } });
    expect(plain.envelope.result).toHaveLength(1);
  });

  it("many middling texts in one task are stopped in the middle of the task", async () => {
    const scribbled = scribbler();
    const api = await stocked(1, () => ({ notes: Array.from({ length: 5000 }, () => scribbled(1000)) }));
    const { reply, tookMs } = await besides(api, { query: { "data.notes": { $regex: "a[ab]{200}[^ab]" } } });
    expect(reply.envelope).toMatchObject({ success: false, message: expect.stringMatching(/longer than 2 seconds/) });
    expect(tookMs).toBeLessThan(5000);
  });

  it("a projection of more than a hundred paths is refused", async () => {
    const api = await stocked(1, () => ({}));
    const paths = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`data.a${index}`, 1]));
    expect((await api.post("/projects/find", { projection: paths(100) })).envelope.success).toBe(true);
    expect((await api.post("/projects/find", { projection: paths(101) })).envelope).toMatchObject({
      success: false,
      message: expect.stringMatching(/more than 100 paths/),
    });
  });
});

describe("a projection that leaves fields out", () => {
  it.each([1, true])("may say that _id stays (%j)", async (kept) => {
    const api = await stocked(1, () => ({}));
    const { envelope } = await api.post("/projects/find", { projection: { data: 0, _id: kept } });
    expect(envelope.result[0]).toMatchObject({ _id: expect.any(String), name: "task 0" });
    expect(envelope.result[0]).not.toHaveProperty("data");
  });

  it.each([0, 1, true, false])("of nothing but _id is understood: %j", async (value) => {
    const api = await stocked(1, () => ({}));
    const { envelope } = await api.post("/projects/find", { projection: { _id: value } });
    expect(Object.hasOwn(envelope.result[0], "_id")).toBe(Boolean(value));
    expect(Object.hasOwn(envelope.result[0], "name")).toBe(!value);
  });
});

describe("sorting", () => {
  it("keeps the order of types of the document database, and of values inside a type", async () => {
    const api = await open.start();
    for (const value of [true, [2], "b", 10, null, { a: 1 }, 9, "a", false]) {
      await api.kernel.tasks.create("articlecreator", { value });
    }
    await api.kernel.tasks.create("articlecreator");
    const sorted = async (direction: number) => {
      const { envelope } = await api.post("/projects/find", {
        sort: { "data.value": direction },
        projection: { "data.value": 1, _id: 0 },
      });
      return envelope.result.map(({ data }: { data: { value?: unknown } }) => data.value);
    };
    const ascending = [null, undefined, 9, 10, "a", "b", [2], { a: 1 }, false, true];
    expect(await sorted(1)).toEqual(ascending);
    expect(await sorted(-1)).toEqual([true, false, { a: 1 }, [2], "b", "a", 10, 9, null, undefined]);
  });
});
