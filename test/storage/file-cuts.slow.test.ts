import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { effectOn, fullOutput, taskNumber } from "../../src/kernel/contracts/storage/samples.js";
import { all, runInProgress, wholes } from "../../src/kernel/contracts/storage/support.js";
import type { Delivery, StorageAdapter, StoreFinding } from "../../src/kernel/storage.js";
import { fileStorage } from "../../src/storage/file.js";

let folder: string;
let path: string;
let storage: StorageAdapter;
let findings: StoreFinding[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "scriptorium-file-cuts-"));
  path = join(folder, "store");
  await open();
});

afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

async function open(): Promise<void> {
  findings = [];
  storage = fileStorage({ path, onDamage: (finding) => findings.push(finding) });
  await storage.open();
}

const mainLog = () => join(path, "main-00000001.jsonl");
const contentLog = () => join(path, "content", "1", "log.jsonl");

/** Closes the store and opens it once for each length that a killed process can leave of the log from `first` on. */
async function cutAnywhere(log: string, first: number, check: (length: number, whole: number) => Promise<void>) {
  await storage.close();
  const whole = readFileSync(log);
  for (let length = first; length <= whole.length; length += 1) {
    writeFileSync(log, whole.subarray(0, length));
    // A crash comes before the length of the main log is noted.
    if (log === mainLog()) rmSync(join(path, "end.json"), { force: true });
    await open();
    await check(length, whole.length);
    expect(findings).toEqual([]);
    await storage.close();
  }
  await open();
}

describe("a process that ends while the file storage writes, after any byte,", () => {
  it("leaves of a task all or nothing", async () => {
    const [first, second] = [taskNumber(1), taskNumber(2)];
    await storage.tasks.insert(first);
    const { size } = statSync(mainLog());
    await storage.tasks.insert(second);
    await cutAnywhere(mainLog(), size, async (length, whole) => {
      expect(await wholes(storage.tasks)).toEqual(length === whole ? [first, second] : [first]);
      if (length < whole) expect(statSync(mainLog()).size).toBe(size);
    });
  });

  it("leaves of a step of a run all it held or nothing", async () => {
    const run = await runInProgress(storage);
    await storage.runs.write(run._id, fullOutput(), run.fence);
    const { size } = statSync(contentLog());
    const line = { key: "z", line: "z", state: "done", attempts: 1 } as const;
    await storage.runs.write(run._id, { line, rows: [{ second: true }] }, run.fence);
    await cutAnywhere(contentLog(), size, async (length, whole) => {
      const isThere = length === whole;
      const { line: before, rows } = fullOutput();
      expect(await all(storage.runs.lines(run._id))).toEqual(isThere ? [before, line] : [before]);
      expect(await all(storage.content.rows("task-1"))).toEqual(isThere ? [...rows, { second: true }] : rows);
    });
  });

  it("leaves an effect of a run as it was before or after its change", async () => {
    const run = await runInProgress(storage);
    const intents = [effectOn("bees"), effectOn("hives")];
    await storage.runs.write(run._id, { effects: intents }, run.fence);
    const { size } = statSync(contentLog());
    const done = effectOn("bees", { state: "done", result: { url: "https://blog.test/bees" } });
    await storage.runs.write(run._id, { effects: [done], rows: [{ posted: true }] }, run.fence);
    await cutAnywhere(contentLog(), size, async (length, whole) => {
      const isThere = length === whole;
      expect(await all(storage.runs.effects(run._id))).toEqual(isThere ? [done, intents[1]] : intents);
      expect(await storage.runs.effect(run._id, "bees")).toEqual(isThere ? done : intents[0]);
      expect(await all(storage.content.rows("task-1"))).toEqual(isThere ? [{ posted: true }] : []);
    });
  });

  it("leaves a delivery as it was before or after its change", async () => {
    const createdAt = "2026-01-01T00:00:00.000Z";
    const event = { webhookId: "hook", event: "task.complete", body: '{"text":"tab\\t, \u{1f41d}"}', createdAt };
    const waiting = { state: "waiting", attempts: 0, dueAt: createdAt, revision: 1 } as const;
    const first: Delivery = { _id: "first", ...event, ...waiting };
    const second: Delivery = { _id: "second", ...event, ...waiting };
    const delivered: Delivery = {
      ...{ _id: "first", ...event, state: "delivered", attempts: 1, status: 204 },
      ...{ finishedAt: "2026-01-01T00:00:50.000Z", revision: 2 },
    };
    await storage.deliveries.insert(first);
    const sizes = [statSync(mainLog()).size];
    await storage.deliveries.replace(delivered);
    sizes.push(statSync(mainLog()).size);
    await storage.deliveries.insert(second);
    sizes.push(statSync(mainLog()).size);
    await storage.deliveries.delete("first");
    const states = [[first], [delivered], [delivered, second], [second]];
    await cutAnywhere(mainLog(), sizes[0]!, async (length, whole) => {
      const passed = [...sizes.slice(1), whole].filter((size) => size <= length).length;
      expect(await all(storage.deliveries.list())).toEqual(states[passed]);
      const due = await all(storage.deliveries.due("2026-01-01T00:00:59.000Z", 9));
      expect(due).toEqual(states[passed]!.filter(({ state }) => state === "waiting"));
    });
  });
});
