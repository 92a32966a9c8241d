import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { fullOutput, runOf, taskNumber } from "../../src/kernel/contracts/storage/samples.js";
import { upTo, wholes } from "../../src/kernel/contracts/storage/support.js";
import type { Run, StorageAdapter, StoreFinding } from "../../src/kernel/storage.js";
import { seededRandom } from "../../src/kernel/values/random.js";
import { backupFileStore, fileStorage } from "../../src/storage/file.js";
import { sha256Of } from "../../src/storage/intact-file.js";

const folder = mkdtempSync(join(tmpdir(), "scriptorium-file-"));
afterAll(() => rmSync(folder, { recursive: true }));
let made = 0;
const fresh = () => join(folder, String(++made));

const open: StorageAdapter[] = [];
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const storage of open.splice(0)) await storage.close();
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

async function opened(path: string, findings: StoreFinding[] = []): Promise<StorageAdapter> {
  const storage = fileStorage({ path, onDamage: (finding) => findings.push(finding) });
  await storage.open();
  open.push(storage);
  return storage;
}

async function closed(storage: StorageAdapter): Promise<void> {
  open.splice(open.indexOf(storage), 1);
  await storage.close();
}

const segmentsOf = (path: string) => readdirSync(path).filter((name) => /^main-\d+\.jsonl$/.test(name));
const asideOf = (path: string) =>
  readdirSync(path, { recursive: true, encoding: "utf8" }).filter((name) => name.includes(".corrupt-"));

/** A store with some tasks, a run and content; gives the tasks. */
async function filled(path: string, count = 20) {
  const storage = await opened(path);
  const tasks = upTo(count).map((number) => taskNumber(number, { group: `group ${number % 3}` }));
  for (const task of tasks) await storage.tasks.insert(task);
  const run = { ...runOf("task-1"), status: "running", fence: 1 } satisfies Run;
  await storage.runs.insert(run);
  await storage.runs.write(run._id, fullOutput(), run.fence);
  return { storage, tasks, run };
}

describe("what a crash leaves behind", () => {
  it("files that no step names, unfinished files and content of deleted tasks are swept", async () => {
    const path = fresh();
    const { storage } = await filled(path, 2);
    await closed(storage);
    cpSync(join(path, "content", "1"), join(path, "content", "77"), { recursive: true });
    writeFileSync(join(path, "content", "1", "99.bin"), "orphan");
    writeFileSync(join(path, "main-00000007.jsonl.tmp"), "half");
    const again = await opened(path);
    expect(await Array.fromAsync(again.content.rows("task-1"))).toEqual(fullOutput().rows);
    expect(readdirSync(join(path, "content"))).toEqual(["1"]);
    expect(existsSync(join(path, "content", "1", "99.bin"))).toBe(false);
    expect(existsSync(join(path, "main-00000007.jsonl.tmp"))).toBe(false);
  });
});

describe("damage", () => {
  it("costs what was damaged and names it; everything else is there", async () => {
    const path = fresh();
    const { storage, tasks } = await filled(path, 30);
    await closed(storage);
    const byId = new Map(tasks.map((task) => [task._id, task]));
    const random = seededRandom("damage");
    for (let round = 0; round < 120; round += 1) {
      const copy = fresh();
      cpSync(path, copy, { recursive: true });
      const log = join(copy, segmentsOf(copy)[0]!);
      const bytes = readFileSync(log);
      const at = random.integer(0, bytes.length - 2);
      const length = random.integer(1, 64);
      const kind = round % 3;
      if (kind === 0)
        for (let place = at; place < Math.min(at + length, bytes.length); place += 1)
          bytes[place] = bytes[place]! ^ (1 + (place % 255));
      if (kind === 1) bytes.fill(0, at, Math.min(at + 512, bytes.length));
      writeFileSync(log, kind === 2 ? Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]) : bytes);

      const findings: StoreFinding[] = [];
      const damaged = await opened(copy, findings);
      const found = await wholes(damaged.tasks);
      expect(found).toEqual(found.map(({ _id }) => byId.get(_id)));
      const isTail = at + (kind === 1 ? 512 : length) >= bytes.length - 1;
      if (found.length < tasks.length && !isTail) {
        expect(findings.length).toBeGreaterThan(0);
        expect(asideOf(copy).length).toBeGreaterThan(0);
      }
      expect(found.length).toBeGreaterThanOrEqual(tasks.length - 6);
      await damaged.tasks.insert(taskNumber(1000 + round));
      await closed(damaged);
      const later: StoreFinding[] = [];
      const again = await opened(copy, later);
      expect((await wholes(again.tasks)).length).toBe(found.length + 1);
      expect(later).toEqual([]);
      await closed(again);
    }
  });

  it("of the content of a task is reported when it is read, and found by the check before", async () => {
    const path = fresh();
    const { storage, run } = await filled(path, 2);
    await storage.runs.write(run._id, { rows: [{ stays: true }] }, run.fence);
    await closed(storage);
    const log = join(path, "content", "1", "log.jsonl");
    const bytes = readFileSync(log);
    bytes[20] = bytes[20]! ^ 1;
    writeFileSync(log, bytes);
    const findings: StoreFinding[] = [];
    const damaged = await opened(path, findings);
    expect(await Array.fromAsync(damaged.content.rows("task-1"))).toEqual([{ stays: true }]);
    expect(findings).toMatchObject([{ where: "task-1" }]);
    expect(asideOf(path)).toHaveLength(1);
    const checked = await Array.fromAsync(damaged.check?.() ?? []);
    expect(checked).toMatchObject([{ where: "task-1" }]);
  });

  it.each([
    ["nothing", ""],
    ["null", "null"],
    ["a list", "[]"],
    ["an empty object", "{}"],
    ["another program's", '{"format":"other","version":1}'],
    ["half of it", '{"format":"scriptorium fi'],
  ])("a manifest that is %s is refused in words", async (_what, text) => {
    const path = fresh();
    await closed((await filled(path, 1)).storage);
    writeFileSync(join(path, "store.json"), text);
    await expect(fileStorage({ path }).open()).rejects.toMatchObject({
      code: "STORAGE_FAILED",
      message: /store\.json/,
    });
  });

  it("a newer store is refused, and so is a folder with other things in it", async () => {
    const path = fresh();
    await closed((await filled(path, 1)).storage);
    writeFileSync(join(path, "store.json"), '{"format":"scriptorium file store","version":4}');
    await expect(fileStorage({ path }).open()).rejects.toMatchObject({ code: "STORAGE_NEWER" });
    const other = fresh();
    cpSync(join(path, "content"), join(other, "photos"), { recursive: true });
    await expect(fileStorage({ path: other }).open()).rejects.toMatchObject({ code: "STORAGE_FAILED" });
    expect(readdirSync(other)).toEqual(["photos"]);
  });

  it("a link instead of a task's content leads nowhere", async () => {
    const path = fresh();
    await closed((await filled(path, 2)).storage);
    const outside = fresh();
    cpSync(join(path, "content", "1"), outside, { recursive: true });
    rmSync(join(path, "content", "1"), { recursive: true });
    symlinkSync(outside, join(path, "content", "1"));
    const storage = await opened(path);
    await expect(Array.fromAsync(storage.content.rows("task-1"))).rejects.toMatchObject({ code: "STORAGE_FAILED" });
  });
});

describe("one process at a time", () => {
  it("a second opener is refused at once with the name of the holder", async () => {
    const path = fresh();
    await opened(path);
    const message = expect.stringContaining(`process ${process.pid}`);
    await expect(fileStorage({ path }).open()).rejects.toMatchObject({ code: "STORAGE_FAILED", message });
  });

  it("the lock of a living process is respected, that of a dead or another one is taken over", async () => {
    const path = fresh();
    await closed((await filled(path, 1)).storage);
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000); console.log(1)"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    children.push(child);
    await once(child.stdout!, "data");
    const lock = join(path, "lock");
    writeFileSync(lock, JSON.stringify({ pid: child.pid }));
    await expect(fileStorage({ path }).open()).rejects.toMatchObject({
      message: expect.stringContaining(String(child.pid)),
    });

    if (existsSync("/proc/self/stat")) {
      writeFileSync(lock, JSON.stringify({ pid: child.pid, started: "1" }));
      await closed(await opened(path));
      writeFileSync(lock, JSON.stringify({ pid: child.pid, boot: "another start of the machine" }));
      await closed(await opened(path));
    }
    writeFileSync(lock, JSON.stringify({ pid: child.pid }));
    child.kill("SIGKILL");
    await once(child, "exit");
    await closed(await opened(path));
    for (const nonsense of ["", "null", "[]", '{"pid":"x"}', "12"]) {
      writeFileSync(lock, nonsense);
      await closed(await opened(path));
    }
    expect(existsSync(lock)).toBe(false);
  });
});

describe("backup", () => {
  it("taken while the store is written is a store of its own, with all that was stored before", async () => {
    const path = fresh();
    const { storage, tasks, run } = await filled(path);
    let stop = false;
    const writing = (async () => {
      for (let number = 100; !stop; number += 1) {
        await storage.tasks.insert(taskNumber(number));
        await storage.runs.write(run._id, { rows: [{ number }] }, run.fence);
        if (number % 3 === 0) await storage.tasks.delete(`task-${number - 1}`);
      }
    })();
    const copy = fresh();
    await backupFileStore(path, copy);
    const second = fresh();
    await storage.backup?.(second);
    stop = true;
    await writing;
    for (const place of [copy, second]) {
      const findings: StoreFinding[] = [];
      const restored = await opened(place, findings);
      const found = await wholes(restored.tasks);
      expect(found.slice(0, tasks.length)).toEqual(tasks);
      expect((await Array.fromAsync(restored.content.rows("task-1"))).slice(0, 2)).toEqual(fullOutput().rows);
      expect(
        [...findings, ...(await Array.fromAsync(restored.check?.() ?? []))].filter(
          ({ trouble }) => !trouble.includes("is not what"),
        ),
      ).toEqual([]);
    }
    await expect(backupFileStore(path, copy)).rejects.toMatchObject({ code: "STORAGE_FAILED" });
  });
});

describe("what is on the disk", () => {
  it("is readable lines, for the server alone, with no name that a caller chose", async () => {
    const path = fresh();
    const { storage, run } = await filled(path, 1);
    const names = ["..", "a/b", "CON", "-rf", "A", "a", "e\u0301", "\u00e9", "x".repeat(400), " "];
    const large = new Uint8Array(10_000).fill(7);
    const file = (name: string) => ({
      path: name,
      type: "text/plain",
      size: large.length,
      sha256: sha256Of(large),
      bytes: large,
    });
    await storage.runs.write(
      run._id,
      {
        articles: names.map((keyword) => ({ keyword, article: { keywords: [keyword], sentences: [] } })),
        files: names.map(file),
      },
      run.fence,
    );
    for (const name of names) expect((await storage.content.file("task-1", name))?.bytes).toEqual(large);
    const there = readdirSync(path, { recursive: true, encoding: "utf8" });
    for (const name of there) {
      expect(name).toMatch(
        /^(lock|store\.json|end\.json|main-\d{8}\.jsonl|content(\/\d+(\/(log\.jsonl|\d+\.bin))?)?)$/,
      );
      expect(statSync(join(path, name)).mode & 0o077).toBe(0);
    }
    const [line = ""] = readFileSync(join(path, segmentsOf(path)[0]!), "utf8").split("\n");
    expect(line).toMatch(/^[0-9a-f]{8} \{"put":"task","n":1\}\t\{"_id":"task-1",/);
  });
});
