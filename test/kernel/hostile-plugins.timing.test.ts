import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { createApi, fetchHandler } from "../../src/adapters/http/index.js";
import { hostileWorld, work } from "./hostile-world.js";

const { started, inThread } = hostileWorld();

it("an isolated task type leaves the API answering while it blocks its loop", async () => {
  const kernel = await started(await inThread());
  const api = fetchHandler(createApi(kernel, { version: "0" }));
  const running = work(kernel, ["block 4000", "ok"]);
  const waits: number[] = [];
  let over = false;
  void running.finally(() => {
    over = true;
  });
  while (!over) {
    const asked = performance.now();
    const reply = (await (await api(new Request("http://localhost:8008/test"))).json()) as { success: boolean };
    expect(reply.success).toBe(true);
    waits.push(performance.now() - asked);
    await wait(20);
  }
  expect((await running).task.status).toBe("complete");
  expect(waits.length).toBeGreaterThan(50);
  expect(Math.max(...waits)).toBeLessThan(1000);
});
