import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { taskNumber } from "../../src/kernel/contracts/storage/samples.js";
import { all, upTo } from "../../src/kernel/contracts/storage/support.js";
import type { Delivery, StorageAdapter, StoreFinding } from "../../src/kernel/storage.js";
import { backupFileStore, fileStorage } from "../../src/storage/file.js";

const FIRST = "main-00000001.jsonl";
let folder: string;
let path: string;
let storage: StorageAdapter;
let findings: StoreFinding[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "scriptorium-file-deliveries-"));
  path = join(folder, "store");
  await open();
});

afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

async function open(place = path): Promise<void> {
  findings = [];
  storage = fileStorage({ path: place, onDamage: (finding) => findings.push(finding) });
  await storage.open();
}

const timeOf = (number: number) => `2026-01-01T00:00:${String(number % 60).padStart(2, "0")}.000Z`;
const checked = () => Array.fromAsync(storage.check?.() ?? []);
const listed = () => all(storage.deliveries.list());

function deliveryNumber(number: number, changes: Partial<Delivery> = {}): Delivery {
  return {
    _id: `delivery-${number}`,
    webhookId: `hook-${number % 3}`,
    event: "task.complete",
    body: `{"number":${number},"text":"tab\\t, line\\n, \u{1f41d}"}`,
    state: "waiting",
    attempts: 0,
    dueAt: timeOf(number),
    createdAt: timeOf(0),
    revision: 1,
    ...changes,
  };
}

function delivered({ dueAt: _dueAt, ...delivery }: Delivery): Delivery {
  return {
    ...delivery,
    state: "delivered",
    attempts: delivery.attempts + 1,
    status: 204,
    finishedAt: timeOf(50),
    revision: delivery.revision + 1,
  };
}

describe("a delivery", () => {
  it("is written with its body once, and changed without it", async () => {
    const delivery = deliveryNumber(1, { body: "x".repeat(100_000) });
    await storage.deliveries.insert(delivery);
    const { size } = statSync(join(path, FIRST));
    await storage.deliveries.replace(delivered(delivery));
    expect(statSync(join(path, FIRST)).size - size).toBeLessThan(1000);
    const other = { ...delivered(delivered(delivery)), body: "y" };
    expect(await storage.deliveries.replace(other)).toBe(true);
    await storage.close();
    await open();
    expect(await listed()).toEqual([other]);
  });

  it("survives a compaction in its place, whether it changes meanwhile or not, and one that is cleared leaves nothing", async () => {
    const body = "x".repeat(50_000);
    const ids = upTo(60);
    for (const id of ids) await storage.deliveries.insert(deliveryNumber(id, { body: `${id}${body}` }));
    const over = ids.filter((id) => id % 3 > 0);
    const finishing = over.map(async (id) => {
      const delivery = deliveryNumber(id, { body: `${id}${body}` });
      for (let revision = 1; revision < 4; revision += 1) {
        await storage.deliveries.replace({ ...delivery, body: `${revision}${id}${body}`, revision: revision + 1 });
      }
      await storage.deliveries.replace({ ...delivered(delivery), body: `end of ${id}`, revision: 5 });
    });
    await Promise.all(finishing);
    // More is written, so that there is a look at what is garbage.
    for (let revision = 1; existsSync(join(path, FIRST)) && revision < 400; revision += 1) {
      const task = taskNumber(1, { revision, data: { jobName: "x", text: `${revision}${body.repeat(4)}` } });
      if (revision === 1) await storage.tasks.insert(task);
      else await storage.tasks.replace(task);
    }
    expect(existsSync(join(path, FIRST))).toBe(false);
    for (let time = 0; time < 2; time += 1) {
      const found = await listed();
      expect(found.map(({ _id }) => _id)).toEqual(ids.map((id) => `delivery-${id}`));
      for (const [index, { body: now }] of found.entries()) {
        const id = index + 1;
        expect(now).toBe(over.includes(id) ? `end of ${id}` : `${id}${body}`);
      }
      expect(await checked()).toEqual([]);
      await storage.close();
      await open();
    }
    expect(await storage.deliveries.clear(timeOf(51))).toBe(over.length);
    await storage.close();
    await open();
    expect((await listed()).map(({ _id }) => _id)).toEqual(
      ids.filter((id) => !over.includes(id)).map((id) => `delivery-${id}`),
    );
    expect(findings).toEqual([]);
  });

  it("is in a backup, and may be cleared by the thousand", async () => {
    await Promise.all(upTo(2500).map((id) => storage.deliveries.insert(deliveryNumber(id))));
    await Promise.all(upTo(2400).map((id) => storage.deliveries.replace(delivered(deliveryNumber(id)))));
    const copy = join(folder, "copy");
    await backupFileStore(path, copy);
    expect(await storage.deliveries.clear(timeOf(51))).toBe(2400);
    expect(await storage.deliveries.clear(timeOf(51))).toBe(0);
    expect(await listed()).toHaveLength(100);
    await storage.close();
    await open(copy);
    expect(await listed()).toHaveLength(2500);
    expect(await all(storage.deliveries.due(timeOf(59), 3))).toHaveLength(3);
    expect(await checked()).toEqual([]);
  });

  it("whose line is damaged is set aside and reported, with what was written of it later", async () => {
    await storage.deliveries.insert(deliveryNumber(1));
    await storage.deliveries.insert(deliveryNumber(2));
    await storage.deliveries.replace(delivered(deliveryNumber(1)));
    await storage.close();
    const log = join(path, FIRST);
    const bytes = readFileSync(log);
    bytes[60] = bytes[60]! ^ 1;
    writeFileSync(log, bytes);
    await open();
    expect(await listed()).toEqual([deliveryNumber(2)]);
    expect(findings).toMatchObject([
      { where: FIRST, trouble: expect.stringContaining('"delivery-1"') },
      { where: "delivery-1", trouble: "The body of the delivery is missing." },
    ]);
    expect(readdirSync(path).filter((name) => name.includes(".corrupt-"))).toHaveLength(1);
    expect(await storage.deliveries.insert(deliveryNumber(1))).toBe(true);
    await storage.close();
    await open();
    expect(findings).toEqual([]);
    expect((await listed()).map(({ _id }) => _id)).toEqual(["delivery-2", "delivery-1"]);
  });

  it("whose body cannot be read any more is named by the check", async () => {
    await storage.deliveries.insert(deliveryNumber(1));
    await storage.deliveries.insert(deliveryNumber(2));
    const log = join(path, FIRST);
    const bytes = readFileSync(log);
    bytes[bytes.indexOf("number")] = 0x0b;
    writeFileSync(log, bytes);
    expect((await checked()).map(({ where }) => where)).toEqual([FIRST, "delivery-1"]);
    await expect(storage.deliveries.get("delivery-1")).rejects.toMatchObject({ code: "STORAGE_FAILED" });
    // The next change of it that includes the body repairs it.
    expect(await storage.deliveries.replace(delivered(deliveryNumber(1)))).toBe(true);
    expect(await storage.deliveries.get("delivery-1")).toEqual(delivered(deliveryNumber(1)));
  });
});
