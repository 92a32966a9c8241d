import { afterEach, describe, expect, it } from "vitest";
import { type ApiReply, type StartedApi, servers } from "../api/server.js";
import { cpuMs } from "../cpu-time.js";
import { stock } from "./stocked.js";

const open = servers();
afterEach(open.close);

interface Load {
  readonly reply: ApiReply;
  /** The most that was computed while one other call waited, in milliseconds of processor time. */
  readonly heldMs: number;
  /** All that was computed until the answer. */
  readonly tookMs: number;
}

/**
 * Answers a search while others call. In processor time, which other programs do not lengthen: on an idle machine, a call
 * waits as long as this process computes before it gets to it.
 */
async function loadOf(api: StartedApi, body: unknown): Promise<Load> {
  let heldMs = 0;
  let isOver = false;
  const begun = cpuMs();
  const search = api.post("/projects/find", body).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const asked = cpuMs();
    await api.get("/test");
    heldMs = Math.max(heldMs, cpuMs() - asked);
  }
  return { reply: await search, heldMs, tookMs: cpuMs() - begun };
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
  it("yields to other calls, and is stopped after two seconds in words", async () => {
    const scribbled = scribbler();
    const api = await stock(await open.start(), 400, () => ({ notes: scribbled(5000) }));
    const query = {
      $or: Array.from({ length: 8 }, (_, index) => ({ "data.notes": { $regex: `a[ab]{${80 + index}}[^ab]` } })),
    };
    const { reply, heldMs, tookMs } = await loadOf(api, { query });
    expect(reply.envelope).toMatchObject({ success: false, message: expect.stringMatching(/longer than 2 seconds/) });
    expect(heldMs).toBeLessThan(1000);
    expect(tookMs).toBeLessThan(5000);
  });

  it("a short regular expression that expands to a long one never meets a long text", async () => {
    const api = await stock(await open.start(), 1, () => ({ notes: "a".repeat(2_000_000) }));
    const { reply, heldMs } = await loadOf(api, { query: { "data.notes": { $regex: "(?:\\pL\\pL?){400}\\pN" } } });
    expect(reply.envelope).toMatchObject({ success: false, message: expect.stringMatching(/stopped. Narrow it/) });
    expect(heldMs).toBeLessThan(1000);
    const plain = await api.post("/projects/find", { query: { "data.notes": { $regex: "aaa$" } } });
    expect(plain.envelope.result).toHaveLength(1);
  });

  it("many middling texts in one task are stopped in the middle of the task", async () => {
    const scribbled = scribbler();
    const api = await stock(await open.start(), 1, () => ({
      notes: Array.from({ length: 5000 }, () => scribbled(1000)),
    }));
    const { reply, tookMs } = await loadOf(api, { query: { "data.notes": { $regex: "a[ab]{200}[^ab]" } } });
    expect(reply.envelope).toMatchObject({ success: false, message: expect.stringMatching(/longer than 2 seconds/) });
    expect(tookMs).toBeLessThan(5000);
  });
});
