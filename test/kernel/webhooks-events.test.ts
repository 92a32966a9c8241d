import { expect, it } from "vitest";
import type { EventMap } from "../../src/kernel/index.js";
import { summaryOf } from "../../src/kernel/task.js";
import { receiver, world } from "./webhooks-world.js";
import { all } from "./world.js";

const progress = (done: number) => ({ total: 10_000, done }) as EventMap["task.progress"]["progress"];

it("delivers everything that is asked for, with the task and what the event carries", async () => {
  const at = await world();
  const { url, first } = await receiver();
  await at.webhooks.create({ url, events: ["task.updated", "task.progress", "schedule.skipped", "task.deleted"] });
  const task = await at.task();
  const summary = summaryOf(task);
  at.events.emit("task.updated", { task: summary });
  at.events.emit("task.progress", { id: task._id, progress: progress(3) });
  at.events.emit("schedule.skipped", { id: task._id, at: "2026-01-01T00:00:00.000Z", why: "overlap" });
  at.events.emit("task.deleted", { id: task._id });
  const bodies = (await first(4)).map(({ body }) => JSON.parse(body) as { type: string; task: unknown; data: unknown });
  bodies.sort((one, other) => (one.type < other.type ? -1 : 1));
  expect(bodies.map(({ type, task: carried, data }) => [type, carried, data])).toEqual([
    ["schedule.skipped", summary, { at: "2026-01-01T00:00:00.000Z", why: "overlap" }],
    ["task.deleted", summary, {}],
    ["task.progress", summary, { progress: progress(3) }],
    ["task.updated", summary, {}],
  ]);
});

it("does not make deliveries of ten thousand progress events that nobody asked for", async () => {
  const at = await world();
  await at.webhooks.create({ url: "https://hooks.example/" });
  const task = await at.task({ webhookUrl: "https://own.example/" });
  for (let done = 0; done < 10_000; done += 1)
    at.events.emit("task.progress", { id: task._id, progress: progress(done) });
  await at.webhooks.stop();
  expect(await all(at.storage.deliveries.list())).toEqual([]);
  expect(at.warnings).toEqual([]);
});

it("delivers the events named in a task's data to the address there, as both are after a change", async () => {
  const at = await world({ started: false });
  const task = await at.task({ webhookUrl: "https://own.example/", webhookEvents: ["task.running"] });
  const delivered = async () =>
    (await all(at.storage.deliveries.list())).map(({ event, webhookId }) => [event, webhookId]);
  at.events.emit("task.waiting", { task: summaryOf(task) });
  at.events.emit("task.running", { task: summaryOf(task) });
  await at.until(async () => (await delivered()).length === 1);
  const data = { webhookUrl: "https://own.example/", webhookEvents: ["task.waiting"] };
  await at.storage.tasks.replace({ ...task, data, revision: 1 });
  at.events.emit("task.updated", { task: summaryOf(task) });
  at.events.emit("task.running", { task: summaryOf(task) });
  at.events.emit("task.waiting", { task: summaryOf(task) });
  await at.until(async () => (await delivered()).length === 2);
  await at.webhooks.stop();
  expect(await delivered()).toEqual([
    ["task.running", task._id],
    ["task.waiting", task._id],
  ]);
});

it("delivers each end of a run once, by the hook or by its event", async () => {
  const at = await world({ started: false });
  await at.webhooks.create({ url: "https://hooks.example/", events: ["task.complete", "task.failed", "task.aborted"] });
  const error = { code: "internal", message: "It failed. Look in the log." } as const;
  await at.ended(await at.task(), { status: "complete" });
  await at.ended(await at.task(), { status: "failed", error });
  await at.ended(await at.task(), { status: "aborted" });
  await at.webhooks.stop();
  expect((await all(at.storage.deliveries.list())).map(({ event }) => event)).toEqual([
    "task.complete",
    "task.failed",
    "task.aborted",
  ]);
});

it("the log entry of a failed delivery does not cause deliveries for ever", async () => {
  const at = await world({ messenger: {} });
  const task = await at.task({ webhookUrl: "http://127.0.0.1:1/", webhookEvents: ["task.log", "task.complete"] });
  await at.ended(task);
  const failed = async () => await all(at.storage.deliveries.list({ state: "failed" }));
  await at.until(async () => (await failed()).length === 2);
  await at.webhooks.stop();
  expect((await failed()).map(({ event }) => event)).toEqual(["task.complete", "task.log"]);
  expect(await all(at.storage.content.log(task._id))).toHaveLength(1);
});

it("leaves out of a very long list what does not fit, and says so", async () => {
  const at = await world({ started: false });
  await at.webhooks.create({ url: "https://hooks.example/", events: ["task.row"] });
  const rows = Array.from({ length: 100 }, (_one, place) => ({ place, text: "x".repeat(10_000) }));
  at.events.emit("task.row", { id: (await at.task())._id, runId: "r", rows, count: 100 });
  await at.webhooks.stop();
  const [{ body }] = (await all(at.storage.deliveries.list())) as unknown as [{ body: string }];
  expect(body.length).toBeLessThan(300_000);
  expect(JSON.parse(body)).toMatchObject({ data: { count: 100, truncated: true } });
});
