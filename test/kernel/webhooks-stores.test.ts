import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { StorageAdapter } from "../../src/kernel/index.js";
import { summaryOf } from "../../src/kernel/task.js";
import { fileStorage } from "../../src/storage/file.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";
import { receiver, world } from "./webhooks-world.js";
import { all } from "./world.js";

const root = mkdtempSync(join(tmpdir(), "scriptorium-webhooks-"));
afterAll(() => rmSync(root, { recursive: true }));
const folder = () => mkdtempSync(join(root, "store-"));

const DURABLE: readonly { name: string; at: (folder: string) => StorageAdapter }[] = [
  { name: "sqlite", at: (folder) => sqliteStorage({ path: join(folder, "store.db") }) },
  { name: "file", at: (folder) => fileStorage({ path: join(folder, "store") }) },
];

/** What a crash at this moment would leave. */
function leftBehind(before: string): string {
  const after = folder();
  cpSync(before, after, { recursive: true });
  return after;
}

describe.each(DURABLE)("on $name storage", ({ at }) => {
  it("a crash between storing and sending loses nothing and sends it once", async () => {
    const { url, all: received, first } = await receiver();
    const store = folder();
    const before = await world({ storage: at(store), started: false });
    const { id } = await before.webhooks.create({ url });
    const task = await before.task({ webhookUrl: `${url}/own` });
    const run = await before.ended(task);
    const after = await world({ storage: at(leftBehind(store)), clock: before.clock });
    // The crash may also have come before the task was at rest; then the hook is called again.
    await after.webhooks.onEnd(task, run);
    await first(2);
    await after.until(async () => (await all(after.storage.deliveries.list({ state: "delivered" }))).length === 2);
    expect(received.map(({ path }) => path).sort()).toEqual(["/", "/own"]);
    expect(await all(after.webhooks.deliveries(id))).toMatchObject([{ state: "delivered", attempts: 1 }]);
  });

  it("a crash while it is being sent has it sent again, counted as a try", async () => {
    let answers = false;
    const { url, first } = await receiver((response) => answers && response.writeHead(200).end());
    const store = folder();
    const before = await world({ storage: at(store) });
    const { id } = await before.webhooks.create({ url });
    await before.ended(await before.task());
    await first(1);
    const copy = leftBehind(store);
    answers = true;
    const after = await world({ storage: at(copy), clock: before.clock });
    after.clock.advance(59_000);
    expect(await all(after.webhooks.deliveries(id))).toMatchObject([{ state: "waiting", attempts: 1 }]);
    after.clock.advance(1_000);
    const [one, other] = await first(2);
    expect(other!.headers["x-delivery"]).toBe(one!.headers["x-delivery"]);
    await after.until(async () => (await all(after.storage.deliveries.list({ state: "delivered" }))).length === 1);
    expect(await all(after.webhooks.deliveries(id))).toMatchObject([{ attempts: 2 }]);
  });

  it("a stop breaks a try off at once and gives it back as if it had not been", async () => {
    const { url, first } = await receiver(() => {});
    const one = await world({ storage: at(folder()) });
    const { id } = await one.webhooks.create({ url });
    await one.ended(await one.task());
    await first(1);
    await one.webhooks.stop();
    expect(await all(one.webhooks.deliveries(id))).toMatchObject([
      { state: "waiting", attempts: 0, dueAt: one.clock.now().toISOString() },
    ]);
  });
});

it("two servers on one store send each delivery once", async () => {
  const { url, all: received, first } = await receiver();
  const store = folder();
  const sqlite = () => DURABLE[0]!.at(store);
  const one = await world({ storage: sqlite(), started: false });
  const other = await world({ storage: sqlite(), clock: one.clock, started: false });
  await one.webhooks.create({ url });
  const task = await one.task();
  for (let count = 0; count < 100; count += 1) await one.ended(task);
  one.webhooks.start();
  other.webhooks.start();
  await first(100);
  const delivered = async () => (await all(one.storage.deliveries.list({ state: "delivered" }))).length === 100;
  await Promise.race([one.until(delivered), other.until(delivered)]);
  expect(received).toHaveLength(100);
  expect(new Set(received.map(({ headers }) => headers["x-delivery"])).size).toBe(100);
});

it("two servers that see a task made, changed and deleted deliver each once", async () => {
  const store = folder();
  const sqlite = () => DURABLE[0]!.at(store);
  const one = await world({ storage: sqlite(), started: false });
  const other = await world({ storage: sqlite(), clock: one.clock, started: false });
  const names = ["task.created", "task.updated", "task.deleted"] as const;
  await one.webhooks.create({ url: "https://hooks.example/", events: names });
  const task = summaryOf(await one.task());
  for (const { events } of [one, other]) {
    events.emit("task.created", { task });
    events.emit("task.updated", { task });
    events.emit("task.deleted", { id: task.id });
  }
  await Promise.all([one.webhooks.stop(), other.webhooks.stop()]);
  const stored = await all(one.storage.deliveries.list());
  expect(stored.map(({ event }) => event).sort()).toEqual([...names].sort());
});
