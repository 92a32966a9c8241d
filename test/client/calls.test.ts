import { afterEach, expect, it } from "vitest";
import { createClient } from "../../src/client.js";
import { servers } from "../api/server.js";

const open = servers();
afterEach(() => open.close());

it("creates, sets, runs and reads", async () => {
  const { address } = await open.start();
  const client = createClient({ url: address });
  expect(await client.test()).toBeNull();
  const { id, data } = await client.create("articlecreator");
  expect(data.articleKeywordsFile).toEqual([]);
  await client.setData(id, { articleKeywordsFile: ["bees", "tea"], jobName: "Bees" });
  const summary = await client.run(id, { wait: 10 });
  expect(summary).toMatchObject({ name: "Bees", status: "complete" });
  expect(await client.waitForCompletion(id)).toMatchObject({ status: "complete", progress: { done: 2 } });
  expect(await Array.fromAsync(client.rows(id, { pageSize: 1 }))).toMatchObject([
    { keyword: "bees" },
    { keyword: "tea" },
  ]);
  expect((await client.article(id, "bees")).sentences).toEqual(["bees is here.", "So is more."]);
  expect(await (await client.file(id, "texts/bees.txt")).text()).toBe("bees is here.");
  expect((await Array.fromAsync(client.logs(id, { follow: true }))).length).toBeGreaterThan(0);
});
