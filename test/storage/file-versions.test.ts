import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ARTICLE,
  effectOn,
  entryNumber,
  numbered,
  runOf,
  taskNumber,
} from "../../src/kernel/contracts/storage/samples.js";
import { all, claimOf, LONG_MS, upTo } from "../../src/kernel/contracts/storage/support.js";
import type { StorageAdapter, StoreFinding } from "../../src/kernel/storage.js";
import { backupFileStore, fileStorage } from "../../src/storage/file.js";

let folder: string;
let path: string;
let storage: StorageAdapter;
let findings: StoreFinding[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "scriptorium-file-versions-"));
  path = join(folder, "store");
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

async function reopened(): Promise<void> {
  await storage.close();
  await open();
}

const contentLog = () => join(path, "content", "1", "log.jsonl");
const manifest = (place = path) => JSON.parse(readFileSync(join(place, "store.json"), "utf8"));

function lineOf(...parts: readonly unknown[]): string {
  const text = parts.map((part) => JSON.stringify(part)).join("\t");
  return `${crc32(text).toString(16).padStart(8, "0")} ${text}\n`;
}

const task = taskNumber(1, { status: "running", runId: "run-1" });
const run = { ...runOf("task-1"), status: "running", revision: 4 } as const;
const account = {
  _id: "a1",
  kind: "blog",
  name: "Mine",
  settings: { url: "https://blog.test" },
  sealed: {},
  createdAt: task.createdAt,
  updatedAt: task.updatedAt,
  revision: 1,
};
const end = { key: "k", line: "bees", state: "done", attempts: 1 } as const;

/** The files of a store as version 1 wrote them. */
function writeVersion1(rows: readonly object[] = []): void {
  mkdirSync(join(path, "content", "1"), { recursive: true });
  writeFileSync(join(path, "store.json"), '{"format":"scriptorium file store","version":1}\n');
  const { data, ...head } = task;
  const main = [
    lineOf({ put: "task", n: 1 }, head, data),
    lineOf({ put: "run", n: 2 }, run),
    lineOf({ put: "account", n: 3 }, account),
  ];
  writeFileSync(join(path, "main-00000001.jsonl"), main.join(""));
  const step = { run: run._id, n: 2, articles: [], rows: 0, files: [], log: 0 };
  const content = [
    lineOf({ ...step, line: "k", articles: ["bees"], log: 2 }, end, ARTICLE, entryNumber(1), entryNumber(2)),
    lineOf({ ...step, rows: rows.length }, ...rows),
    lineOf({ ...step, log: 1 }, entryNumber(3)),
  ];
  writeFileSync(contentLog(), content.join(""));
}

describe("a store of version 1", () => {
  it("opens unchanged but for its version, with numbers for its log entries, and continues from there", async () => {
    writeVersion1([{ number: 1 }]);
    const before = readFileSync(contentLog());
    await open();
    expect(findings).toEqual([]);
    expect(manifest()).toEqual({ format: "scriptorium file store", version: 3 });
    expect(await storage.tasks.get("task-1")).toEqual(task);
    expect(await storage.runs.get("run-1")).toEqual(run);
    expect(await storage.accounts.get("a1")).toEqual(account);
    expect(await all(storage.runs.lines("run-1"))).toEqual([end]);
    expect(await all(storage.runs.effects("run-1"))).toEqual([]);
    expect(await all(storage.content.rows("task-1"))).toEqual([{ number: 1 }]);
    expect(await all(storage.content.log("task-1"))).toEqual(numbered(upTo(3).map(entryNumber)));
    expect(await all(storage.deliveries.list())).toEqual([]);
    expect(readFileSync(contentLog())).toEqual(before);

    // Its worker is gone, and had no fence that anything could be written with.
    expect(await all(storage.runs.lapsed())).toEqual(["run-1"]);
    expect(await storage.runs.write("run-1", { rows: [{ late: true }] }, run.revision)).toBe(false);
    const claimed = claimOf(run);
    expect(await storage.runs.claim(claimed, LONG_MS)).toBe(true);
    const output = { log: [entryNumber(4)], effects: [effectOn("bees")] };
    expect(await storage.runs.write("run-1", output, claimed.fence)).toBe(true);
    expect(await storage.runs.trimLog("task-1", 160)).toBe(2);
    await reopened();
    expect(await all(storage.content.log("task-1"))).toEqual(numbered([entryNumber(3), entryNumber(4)], 3));
    expect(await all(storage.runs.effects("run-1"))).toEqual([effectOn("bees")]);
    expect(readFileSync(contentLog()).subarray(0, before.length)).toEqual(before);
    expect(await Array.fromAsync(storage.check?.() ?? [])).toEqual([]);
  });

  it("keeps the numbers of its log entries when its content is rewritten", async () => {
    const text = "x".repeat(10_000);
    writeVersion1(upTo(200).map((number) => ({ number, text })));
    await open();
    await storage.runs.insert({ ...runOf("task-1"), _id: "run-2" });
    await storage.runs.log("run-2", [entryNumber(4)]);
    await storage.runs.delete("run-1");
    for (let time = 0; time < 2; time += 1) {
      await reopened();
      expect(await all(storage.content.log("task-1"))).toEqual(numbered(upTo(4).map(entryNumber)));
      expect(await all(storage.content.keywords("task-1"))).toEqual(["bees"]);
      expect(statSync(contentLog()).size).toBeLessThan(5000);
    }
    expect(findings).toEqual([]);
  });

  it("can be copied as it is, and is of this version when it is opened", async () => {
    writeVersion1([{ number: 1 }]);
    const copy = join(folder, "copy");
    await backupFileStore(path, copy);
    expect(manifest(copy)).toMatchObject({ version: 1 });
    await open(copy);
    expect(await all(storage.content.rows("task-1"))).toEqual([{ number: 1 }]);
    expect(manifest(copy)).toMatchObject({ version: 3 });
    expect(manifest()).toMatchObject({ version: 1 });
  });
});
