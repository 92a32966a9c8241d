import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open as openHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fileOf, fullOutput, runOf, taskNumber } from "../../src/kernel/contracts/storage/samples.js";
import { all, idsOf, runInProgress, upTo, wholes } from "../../src/kernel/contracts/storage/support.js";
import type { Delivery, StorageAdapter, StoreFinding } from "../../src/kernel/storage.js";
import { seededRandom } from "../../src/kernel/values/random.js";
import { backupFileStore, fileStorage } from "../../src/storage/file.js";

const NEWLINE = 0x0a;
const DELIVERY: Delivery = {
  _id: "delivery",
  webhookId: "hook",
  event: "task.complete",
  body: "{}",
  state: "waiting",
  attempts: 0,
  createdAt: "2026-01-01T00:00:00.000Z",
  revision: 1,
};
let folder: string;
let path: string;
let storage: StorageAdapter;
let findings: StoreFinding[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "scriptorium-file-recovery-"));
  path = join(folder, "store");
  await opened(path);
});

afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await storage.close();
  rmSync(folder, { recursive: true });
});

async function opened(place: string): Promise<void> {
  findings = [];
  storage = fileStorage({ path: place, onDamage: (finding) => findings.push(finding) });
  await storage.open();
}

async function reopened(): Promise<void> {
  await storage.close();
  await opened(path);
}

const articleOf = (sentence: string) => ({ keyword: "bees", article: { keywords: ["bees"], sentences: [sentence] } });
const namesIn = (place: string) => readdirSync(place, { recursive: true, encoding: "utf8" }).sort();
const checked = () => all(storage.check?.() ?? none());
async function* none(): AsyncGenerator<never> {}

/** Rewrites data until the main log has been compacted so many times. */
async function compacted(times = 1): Promise<void> {
  const text = "x".repeat(200_000);
  await storage.tasks.insert(taskNumber(5000, { data: { jobName: "x", text } }));
  for (let revision = 2, seen = new Set<string>(); seen.size < times; revision += 1) {
    const data = { jobName: "x", text: `${revision}${text}` };
    await storage.tasks.replace(taskNumber(5000, { revision, data }));
    for (const name of readdirSync(path)) if (/^snapshot-\d+\.jsonl$/.test(name)) seen.add(name);
    if (revision > 500) throw new Error("the log is never compacted");
  }
  await storage.tasks.delete("task-5000");
}

describe("a crash during a compaction", () => {
  it("leaves at every step all that was acknowledged, and nothing that was deleted", async () => {
    const acknowledged = new Map<string, number>();
    const asked = new Map<string, number>();
    const copies: { place: string; said: string; least: Map<string, number>; most: Map<string, number> }[] = [];
    const takeCopy = (said: string) => {
      const place = join(folder, `copy-${copies.length}`);
      // Another thread may rename or remove a file in this moment.
      for (let isCopied = false; !isCopied; ) {
        rmSync(place, { recursive: true, force: true });
        try {
          cpSync(path, place, { recursive: true, filter: (name) => !/lock[^/]*$/.test(name) });
          isCopied = true;
        } catch (error) {
          expect(error).toMatchObject({ code: "ENOENT" });
        }
      }
      copies.push({ place, said, least: new Map(acknowledged), most: new Map(asked) });
    };
    const file = await openHandle(import.meta.filename);
    const handles: FileHandle = Object.getPrototypeOf(file);
    await file.close();
    for (const call of ["datasync", "sync", "writeFile"] as const) lookBefore(handles, call, () => takeCopy(call));
    for (const call of ["rename", "rm", "open"] as const)
      lookBefore(fs.promises, call, (name) => takeCopy(`${call} ${String(name).slice(path.length)}`));
    syncBuiltinESMExports();

    const put = async (id: number, revision: number) => {
      asked.set(`task-${id}`, revision);
      const task = taskNumber(id, { revision, data: { jobName: "x", text: `${revision} `.repeat(60_000) } });
      if (revision === 1) await storage.tasks.insert(task);
      else expect(await storage.tasks.replace(task)).toBe(true);
      acknowledged.set(`task-${id}`, revision);
    };
    await Promise.all(upTo(12).map((id) => put(id, 1)));
    await storage.runs.insert({ ...runOf("task-1"), status: "running", fence: 1 });
    const delivery = { ...DELIVERY, body: "x".repeat(10_000) };
    await storage.deliveries.insert(delivery);
    acknowledged.set("delivery", 1);
    for (let revision = 2; existsSync(join(path, "main-00000001.jsonl")); revision += 1) {
      await Promise.all(upTo(12).map((id) => put(id, revision)));
      expect(await storage.deliveries.replace({ ...delivery, attempts: revision, revision })).toBe(true);
      acknowledged.set("delivery", revision);
      asked.set("task-99", Number.NaN);
      await storage.tasks.insert(taskNumber(99));
      await storage.tasks.delete("task-99");
      asked.delete("task-99");
    }
    await storage.close();
    vi.restoreAllMocks();
    syncBuiltinESMExports();

    expect(new Set(copies.map(({ said }) => said.split(" ")[0]))).toEqual(
      new Set(["datasync", "sync", "writeFile", "rename", "rm", "open"]),
    );
    for (const { place, said, least, most } of copies) {
      await opened(place);
      expect(findings, said).toEqual([]);
      const found = new Map((await wholes(storage.tasks)).map((task) => [task._id, task]));
      const deliveries = new Map((await all(storage.deliveries.list())).map((one) => [one._id, one]));
      for (const { body } of deliveries.values()) expect(body, said).toBe("x".repeat(10_000));
      for (const [id, revision] of least) {
        expect((found.get(id) ?? deliveries.get(id))?.revision, said).toBeGreaterThanOrEqual(revision);
      }
      for (const { _id, revision, data } of found.values()) {
        expect(most.has(_id), `${said}: ${_id}`).toBe(true);
        if (_id === "task-99") continue;
        expect(revision).toBeLessThanOrEqual(most.get(_id) ?? 0);
        expect(data["text"]).toBe(`${revision} `.repeat(60_000));
      }
      expect(await checked(), said).toEqual([]);
      await storage.close();
      rmSync(place, { recursive: true });
    }
    await opened(path);
  });

  it("that leaves an old file behind brings back nothing that was deleted later", async () => {
    await storage.tasks.insert(taskNumber(1));
    await storage.tasks.insert(taskNumber(2));
    const remove = fs.promises.rm;
    vi.spyOn(fs.promises, "rm").mockImplementation((name, options) =>
      String(name).endsWith("main-00000001.jsonl")
        ? Promise.reject(Object.assign(new Error("EBUSY"), { code: "EBUSY" }))
        : remove(name, options),
    );
    syncBuiltinESMExports();
    await compacted();
    await storage.tasks.delete("task-1");
    await compacted(2);
    expect(existsSync(join(path, "main-00000001.jsonl"))).toBe(true);
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    await reopened();
    expect(await idsOf(storage.tasks)).toEqual(["task-2"]);
    expect(existsSync(join(path, "main-00000001.jsonl"))).toBe(false);
  });

  it("or closing in the middle of one loses nothing", async () => {
    const text = "x".repeat(300_000);
    await Promise.all(upTo(10).map((id) => storage.tasks.insert(taskNumber(id, { data: { jobName: "x", text } }))));
    for (let revision = 2; revision < 6; revision += 1) {
      const data = { jobName: "x", text: `${text}${revision}` };
      await Promise.all(upTo(10).map((id) => storage.tasks.replace(taskNumber(id, { revision, data }))));
    }
    await reopened();
    expect((await wholes(storage.tasks)).map(({ revision }) => revision)).toEqual(upTo(10).map(() => 5));
    expect(namesIn(path).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});

describe("damage of the main log", () => {
  it("to the end of a line costs nothing", async () => {
    for (const id of upTo(5)) await storage.tasks.insert(taskNumber(id));
    await storage.close();
    const log = join(path, "main-00000001.jsonl");
    const whole = readFileSync(log);
    const ends = [...whole.keys()].filter((at) => whole[at] === NEWLINE);
    expect(ends).toHaveLength(5);
    for (const damagedEnds of [...ends.map((at) => [at]), ends.slice(0, 2), ends]) {
      const copy = join(folder, `copy-${damagedEnds.join("-")}`);
      cpSync(path, copy, { recursive: true });
      const bytes = Buffer.from(whole);
      for (const at of damagedEnds) bytes[at] = 0x78;
      writeFileSync(join(copy, "main-00000001.jsonl"), bytes);
      await opened(copy);
      expect(await idsOf(storage.tasks)).toEqual(upTo(5).map((id) => `task-${id}`));
      await storage.tasks.insert(taskNumber(6));
      await storage.close();
      await opened(copy);
      expect(await idsOf(storage.tasks)).toEqual(upTo(6).map((id) => `task-${id}`));
      expect(findings).toEqual([]);
      await storage.close();
    }
    await opened(path);
  });

  it("costs the task of the line, names it, and sets its content aside with it", async () => {
    const run = await runInProgress(storage);
    await storage.runs.write(run._id, fullOutput(), run.fence);
    await storage.tasks.insert(taskNumber(2));
    await storage.close();
    const log = join(path, "main-00000001.jsonl");
    const bytes = readFileSync(log);
    bytes[80] = (bytes[80] ?? 0) ^ 1;
    const [damaged = ""] = bytes.toString("latin1").split("\n");
    writeFileSync(log, bytes);
    await opened(path);
    expect(await idsOf(storage.tasks)).toEqual(["task-2"]);
    expect(findings).toHaveLength(2);
    expect(findings[0]).toMatchObject({ where: "main-00000001.jsonl", trouble: expect.stringContaining('"task-1"') });
    expect(findings[1]).toMatchObject({ where: "content/1" });
    const aside = namesIn(path).filter((name) => name.includes(".corrupt-"));
    const lines = aside.find((name) => name.startsWith("main-00000001.jsonl.corrupt-"));
    expect(readFileSync(join(path, lines ?? ""), "latin1")).toBe(`${damaged}\n`);
    expect(aside.some((name) => /^content.1\.corrupt-[^/\\]*.log\.jsonl$/.test(name))).toBe(true);

    await runInProgress(storage, { _id: "another" }, 1);
    expect(await all(storage.content.rows("task-1"))).toEqual([]);
    await reopened();
    expect(findings).toEqual([]);
    expect(await all(storage.content.rows("task-1"))).toEqual([]);
    expect((await checked()).map(({ where }) => where.replace(/-\d.*/, ""))).toEqual(["content/1.corrupt"]);
  });

  it.each([
    ["a folder instead of the log", "main-00000001.jsonl", "folder"],
    ["a folder instead of the manifest", "store.json", "folder"],
    ["a file instead of the contents", "content", "file"],
    ["a link instead of the log", "main-00000001.jsonl", "link"],
    ["a link instead of the contents", "content", "link"],
  ])("%s is refused in words, the same each time", async (_what, name, kind) => {
    await storage.tasks.insert(taskNumber(1));
    await storage.close();
    const place = join(path, name);
    const elsewhere = join(folder, "elsewhere");
    cpSync(place, elsewhere, { recursive: true });
    rmSync(place, { recursive: true });
    if (kind === "folder") mkdirSync(place);
    if (kind === "file") writeFileSync(place, "");
    if (kind === "link") symlinkSync(elsewhere, place);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refused = {
        code: "STORAGE_FAILED",
        message: expect.stringMatching(/^The store is damaged: [^/]*\. [A-Z]/),
      };
      await expect(fileStorage({ path }).open()).rejects.toMatchObject(refused);
    }
  });
});

describe("a main log that was cut", () => {
  it("is named as damaged wherever it was cut, what comes before is there, and the content of what is lost is set aside", async () => {
    const run = await runInProgress(storage);
    await storage.runs.write(run._id, fullOutput(), run.fence);
    for (const id of upTo(6)) await storage.tasks.insert(taskNumber(id + 10));
    await storage.close();
    const whole = readFileSync(join(path, "main-00000001.jsonl"));
    const ends = [...whole.keys()].filter((at) => whole[at] === NEWLINE).map((at) => at + 1);
    const random = seededRandom("cuts");
    const cuts = new Set([0, ...ends.slice(0, -1), ...upTo(25).map(() => random.integer(1, whole.length - 1))]);
    for (const cut of cuts) {
      const copy = join(folder, `cut-${cut}`);
      cpSync(path, copy, { recursive: true });
      writeFileSync(join(copy, "main-00000001.jsonl"), whole.subarray(0, cut));
      await opened(copy);
      const left = ends.filter((end) => end <= cut).length;
      const missing = expect.stringMatching(/^Its end is missing: \d+ bytes from byte \d+ on/);
      const said = `cut at ${cut}`;
      expect((await checked())[0], said).toMatchObject({ where: "main-00000001.jsonl", trouble: missing });
      // The first three lines are of the task that has content, its run and its claim.
      expect(await storage.tasks.count(), said).toBe(left < 3 ? Math.min(left, 1) : left - 2);
      if (left === 0)
        expect(
          namesIn(copy).some((name) => /content.1\.corrupt-.*log\.jsonl/.test(name)),
          said,
        ).toBe(true);
      else expect(namesIn(copy), said).toContain(join("content", "1", "log.jsonl"));
      await storage.tasks.insert(taskNumber(99));
      await storage.close();
      await opened(copy);
      expect(findings, said).toEqual([]);
      expect(await storage.tasks.get("task-99"), said).toBeDefined();
      await storage.close();
    }
    await opened(path);
    expect(findings).toEqual([]);
  });

  it("by a crash in the middle of a write is sound: nobody had that acknowledged", async () => {
    await storage.tasks.insert(taskNumber(1));
    await storage.close();
    const log = join(path, "main-00000001.jsonl");
    writeFileSync(log, Buffer.concat([readFileSync(log), readFileSync(log).subarray(0, 40)]));
    await opened(path);
    expect(await checked()).toEqual([]);
    expect(await idsOf(storage.tasks)).toEqual(["task-1"]);
  });
});

describe("a snapshot that was cut", () => {
  it("is named as damaged, though it ends in a whole line", async () => {
    for (const id of upTo(3)) await storage.tasks.insert(taskNumber(id));
    await storage.scrub?.();
    await storage.close();
    const [snapshot = ""] = namesIn(path).filter((name) => name.startsWith("snapshot"));
    const whole = readFileSync(join(path, snapshot));
    writeFileSync(join(path, snapshot), whole.subarray(0, whole.lastIndexOf(NEWLINE, -2) + 1));
    await opened(path);
    expect(findings).toMatchObject([{ where: snapshot, trouble: expect.stringContaining("Its end is missing") }]);
    expect(await idsOf(storage.tasks)).toEqual(["task-1", "task-2"]);
    await reopened();
    expect(findings).toEqual([]);
  });
});

describe("content that was cut", () => {
  const log = () => join(path, "content", "1", "log.jsonl");

  /** A task with content of some steps, whose run has ended. */
  async function filled(): Promise<void> {
    const run = await runInProgress(storage);
    for (const number of upTo(5)) await storage.runs.write(run._id, { rows: [{ number }] }, run.fence);
    await storage.runs.replace({ ...run, status: "complete", revision: run.revision + 1 });
  }

  it("is named as damaged wherever it was cut, and what comes before is there", async () => {
    await filled();
    await storage.close();
    const whole = readFileSync(log());
    const ends = [...whole.keys()].filter((at) => whole[at] === NEWLINE).map((at) => at + 1);
    for (const cut of [undefined, 0, 1, ...ends.slice(0, -1), ends[2]! + 10, whole.length - 1]) {
      if (cut === undefined) rmSync(join(path, "content", "1"), { recursive: true });
      else {
        mkdirSync(join(path, "content", "1"), { recursive: true });
        writeFileSync(log(), whole.subarray(0, cut));
      }
      await opened(path);
      const said = `cut at ${cut}`;
      const trouble = cut ? /^Its content has lost its end: \d+ bytes from byte \d+ on/ : /missing/;
      expect(findings, said).toMatchObject([{ where: "task-1", trouble: expect.stringMatching(trouble) }]);
      expect(await checked(), said).toEqual(findings);
      expect(await storage.content.countRows("task-1"), said).toBe(ends.filter((end) => end <= (cut ?? 0)).length);
      await reopened();
      expect(findings, said).toEqual([]);
      await storage.close();
      // As before, for the next cut.
      rmSync(path, { recursive: true });
      await opened(path);
      await filled();
      await storage.close();
    }
    await opened(path);
    expect(findings).toEqual([]);
  });

  it("is named after a crash, too, as far as the main log tells of it", async () => {
    await filled();
    const copy = join(folder, "crashed");
    cpSync(path, copy, { recursive: true, filter: (name) => !/lock[^/]*$/.test(name) });
    await storage.close();
    const file = join(copy, "content", "1", "log.jsonl");
    writeFileSync(file, readFileSync(file).subarray(0, -1));
    await opened(copy);
    expect(findings).toMatchObject([{ where: "task-1" }]);
  });

  it("by a crash in the middle of a write is sound: nobody had that acknowledged", async () => {
    await filled();
    await storage.close();
    writeFileSync(log(), Buffer.concat([readFileSync(log()), readFileSync(log()).subarray(0, 40)]));
    await opened(path);
    expect(await storage.content.countRows("task-1")).toBe(5);
    expect(await checked()).toEqual([]);
  });

  it("is told from content that was rewritten, which is shorter, also when that is cut then", async () => {
    const run = await runInProgress(storage);
    const text = "x".repeat(100_000);
    const write = async (number: number) =>
      expect(await storage.runs.write(run._id, { articles: [articleOf(text + number)] }, run.fence)).toBe(true);
    for (const number of upTo(20)) await write(number);
    let { revision } = run;
    const noted = () => storage.runs.replace({ ...run, revision: ++revision });
    await noted();
    const before = statSync(log()).size;
    await reopened();
    expect(await storage.content.article("task-1", "bees")).toMatchObject({ sentences: [`${text}20`] });
    expect(statSync(log()).size).toBeLessThan(before / 4);
    await reopened();
    expect(findings).toEqual([]);
    await write(21);
    await noted();
    await storage.backup?.(join(folder, "backup"));
    await storage.close();
    writeFileSync(log(), readFileSync(log()).subarray(0, -1));
    await opened(path);
    expect(findings).toMatchObject([{ where: "task-1" }]);
    await storage.close();
    await opened(join(folder, "backup"));
    expect(findings).toEqual([]);
    expect(await storage.content.article("task-1", "bees")).toMatchObject({ sentences: [`${text}21`] });
  });
});

describe("a damaged line of the content of a task", () => {
  it("is named as such, and the file that it named is set aside and not removed", async () => {
    const run = await runInProgress(storage);
    const large = fileOf(
      "large.bin",
      upTo(9000).map(() => 1),
    );
    await storage.runs.write(run._id, { files: [large] }, run.fence);
    await storage.runs.write(run._id, { rows: [{ number: 1 }] }, run.fence);
    await storage.close();
    const content = join(path, "content", "1");
    const whole = readFileSync(join(content, "log.jsonl"));
    const random = seededRandom("flips");
    for (const at of upTo(20).map(() => random.integer(0, whole.indexOf(NEWLINE) - 1))) {
      const copy = join(folder, `flip-${at}`);
      rmSync(copy, { recursive: true, force: true });
      cpSync(path, copy, { recursive: true });
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ random.integer(1, 255);
      writeFileSync(join(copy, "content", "1", "log.jsonl"), bytes);
      await opened(copy);
      const found = await checked();
      const said = `byte ${at}`;
      expect(found[0], said).toMatchObject({
        where: "task-1",
        trouble: expect.stringMatching(/^The line at byte 0 of its log\.jsonl is damaged/),
      });
      expect(found.at(-1)?.repair, said).toMatch(/A damaged line may have named it; it is set aside/);
      expect(await all(storage.content.rows("task-1")), said).toEqual([{ number: 1 }]);
      const kept = readdirSync(join(copy, "content", "1")).find((name) => /^1\.bin\.corrupt-/.test(name));
      expect(readFileSync(join(copy, "content", "1", kept ?? "1.bin.corrupt")), said).toEqual(Buffer.from(large.bytes));
      await storage.close();
    }
    await opened(path);
  });
});

describe("what is missing as a whole", () => {
  beforeEach(async () => {
    const run = await runInProgress(storage);
    await storage.runs.write(run._id, fullOutput(), run.fence);
    await storage.close();
  });

  it("the main log: the content of the tasks is set aside and reported, not removed", async () => {
    rmSync(join(path, "main-00000001.jsonl"));
    await opened(path);
    expect(await idsOf(storage.tasks)).toEqual([]);
    expect(findings).toMatchObject([
      { where: "main-00000001.jsonl", trouble: "The file is missing." },
      { where: "content/1" },
    ]);
    expect(namesIn(path).filter((name) => /content.1\.corrupt-.*log\.jsonl/.test(name))).toHaveLength(1);
  });

  it("the beginning of the main log: the rest is there, and the loss is reported", async () => {
    const name = "main-00000003.jsonl";
    writeFileSync(join(path, name), "");
    rmSync(join(path, "main-00000001.jsonl"));
    await opened(path);
    expect(findings).toMatchObject([{ where: name }, { where: "content/1" }]);
    await storage.tasks.insert(taskNumber(2));
    await reopened();
    expect(await idsOf(storage.tasks)).toEqual(["task-2"]);
    expect(findings).toEqual([]);
  });

  it("the contents: the tasks and runs are there, and the loss is reported", async () => {
    rmSync(join(path, "content"), { recursive: true });
    await opened(path);
    expect(findings).toMatchObject([{ where: "content" }]);
    expect(await idsOf(storage.tasks)).toEqual(["task-1"]);
    expect(await all(storage.content.rows("task-1"))).toEqual([]);
  });
});

describe("the content of a task", () => {
  it("of a run that was deleted does not come back with a run of the same id", async () => {
    const run = await runInProgress(storage);
    await storage.runs.write(run._id, fullOutput(), run.fence);
    await storage.runs.delete(run._id);
    await storage.runs.insert(run);
    await storage.runs.write(run._id, { rows: [{ new: true }] }, run.fence);
    for (let time = 0; time < 2; time += 1) {
      expect(await all(storage.content.rows("task-1"))).toEqual([{ new: true }]);
      expect(await storage.content.countRows("task-1", run._id)).toBe(1);
      expect(await all(storage.runs.lines(run._id))).toEqual([]);
      await reopened();
    }
  });

  it("is rewritten when most of it was replaced or deleted, and nothing else is lost", async () => {
    const first = await runInProgress(storage);
    const text = "x".repeat(1000);
    for (const part of upTo(4)) {
      const rows = upTo(500).map((number) => ({ number, part, text }));
      await storage.runs.write(first._id, { ...fullOutput(), rows, log: [] }, first.fence);
    }
    const second = { ...runOf("task-1"), _id: "run-2", status: "running", fence: 1 } as const;
    await storage.runs.insert(second);
    await storage.runs.write(second._id, fullOutput(), second.fence);
    await storage.runs.delete(first._id);
    const log = join(path, "content", "1", "log.jsonl");
    const before = statSync(log).size;
    await reopened();
    const there = async () => ({
      rows: await all(storage.content.rows("task-1")),
      lines: await all(storage.runs.lines("run-2")),
      keywords: await all(storage.content.keywords("task-1")),
      file: await storage.content.file("task-1", "articles/bees.html"),
      log: await all(storage.content.log("task-1")),
    });
    const found = await there();
    expect(found).toMatchObject({ rows: fullOutput().rows, lines: [fullOutput().line], file: fullOutput().files[0] });
    expect(statSync(log).size).toBeLessThan(before / 100);
    await reopened();
    expect(await there()).toEqual(found);
    expect(await checked()).toEqual([]);
  });

  it("keeps no bytes of files that were replaced or whose task is gone", async () => {
    const run = await runInProgress(storage);
    for (const byte of [1, 2, 3])
      await storage.runs.write(
        run._id,
        {
          files: [
            fileOf(
              "large.bin",
              upTo(9000).map(() => byte),
            ),
          ],
        },
        run.fence,
      );
    expect(namesIn(join(path, "content"))).toEqual(["1", join("1", "3.bin"), join("1", "log.jsonl")]);
    await storage.tasks.delete("task-1");
    expect(namesIn(join(path, "content"))).toEqual([]);
    expect(await storage.runs.write(run._id, { rows: [{ late: true }] }, run.fence)).toBe(false);
    expect(namesIn(join(path, "content"))).toEqual([]);
  });

  it("comes in pages that fit together while the logs of many other tasks are opened and closed", async () => {
    const run = await runInProgress(storage);
    await storage.runs.write(run._id, { rows: upTo(1000).map((number) => ({ number })) }, run.fence);
    for (const id of upTo(80)) {
      const other = await runInProgress(storage, { _id: `other-${id}` }, id + 1);
      await storage.runs.write(other._id, { rows: [{ id }] }, other.fence);
    }
    const numbers: unknown[] = [];
    for await (const { number } of storage.content.rows("task-1", { offset: 5, limit: 900 })) {
      numbers.push(number);
      if (numbers.length % 150 === 0) for (const id of upTo(80)) await all(storage.content.rows(`task-${id + 1}`));
    }
    expect(numbers).toEqual(upTo(900).map((number) => number + 5));
  });
});

describe("a check", () => {
  it("names what is damaged, missing and left over, and changes nothing", async () => {
    const run = await runInProgress(storage);
    await storage.runs.write(run._id, fullOutput(), run.fence);
    await storage.runs.write(
      run._id,
      {
        files: ["a", "b"].map((name) =>
          fileOf(
            name,
            upTo(9000).map(() => 1),
          ),
        ),
      },
      run.fence,
    );
    await storage.tasks.insert(taskNumber(2));
    await reopened();
    const content = join(path, "content", "1");
    const log = readFileSync(join(content, "log.jsonl"));
    log[30] = (log[30] ?? 0) ^ 1;
    writeFileSync(join(content, "log.jsonl"), log);
    rmSync(join(content, "1.bin"));
    writeFileSync(join(content, "2.bin"), "short");
    writeFileSync(join(content, "9.bin"), "left over");
    writeFileSync(join(path, "content", "notes.txt"), "mine");
    const main = readFileSync(join(path, "main-00000001.jsonl"));
    main[20] = (main[20] ?? 0) ^ 1;
    writeFileSync(join(path, "main-00000001.jsonl"), main);
    const bytesOf = () => namesIn(path).map((name) => [name, statSync(join(path, name)).size]);
    const before = bytesOf();

    const found = await checked();
    expect(found.map(({ where, trouble }) => `${where}: ${trouble}`)).toEqual([
      "main-00000001.jsonl: The line at byte 0 is damaged.",
      "task-1: The line at byte 0 of its log.jsonl is damaged.",
      'task-1: The file "a" of the task is missing.',
      'task-1: The file "b" of the task is not what was stored.',
      "task-1: The file 9.bin in the folder of the task belongs to no line of its log.jsonl that can be read.",
      "content/notes.txt: It belongs to no task.",
    ]);
    for (const { trouble, repair } of found) for (const said of [trouble, repair]) expect(said).toMatch(/^[A-Z].*\.$/);
    expect(bytesOf()).toEqual(before);
    expect(findings).toEqual([]);
    await reopened();
    expect(readFileSync(join(path, "content", "notes.txt"), "utf8")).toBe("mine");
  });
});

describe("a backup", () => {
  it("is whole although logs are compacted, files replaced and tasks deleted meanwhile", async () => {
    const run = await runInProgress(storage);
    await storage.runs.write(run._id, fullOutput(), run.fence);
    let stop = false;
    let rounds = 0;
    const working = (async () => {
      const text = "x".repeat(100_000);
      for (; !stop; rounds += 1) {
        const id = 1000 + rounds;
        await storage.tasks.insert(taskNumber(id, { data: { jobName: "x", text } }));
        const other = { ...runOf(`task-${id}`), _id: `run-${id}`, status: "running", fence: 1 } as const;
        await storage.runs.insert(other);
        await storage.runs.write(
          other._id,
          {
            files: [
              fileOf(
                "a",
                upTo(9000).map(() => rounds % 256),
              ),
            ],
          },
          other.fence,
        );
        await storage.runs.write(
          run._id,
          {
            files: [
              fileOf(
                "b",
                upTo(9000).map(() => rounds % 256),
              ),
            ],
          },
          run.fence,
        );
        if (rounds > 2) await storage.tasks.delete(`task-${id - 2}`);
      }
    })();
    for (let time = 0; time < 6; time += 1) await backupFileStore(path, join(folder, `copy-${time}`));
    stop = true;
    await working;
    expect(rounds).toBeGreaterThan(3);
    for (let time = 0; time < 6; time += 1) {
      const copy = fileStorage({ path: join(folder, `copy-${time}`), onDamage: (finding) => findings.push(finding) });
      await copy.open();
      expect(await all(copy.check?.() ?? none())).toEqual([]);
      expect((await all(copy.content.rows("task-1"))).slice(0, 2)).toEqual(fullOutput().rows);
      for (const { _id } of await wholes(copy.tasks)) {
        const runs = await all(copy.runs.of(_id));
        if (runs.length === 0) continue;
        for (const { path: name } of await all(copy.content.files(_id)))
          expect((await copy.content.file(_id, name))?.bytes.length).toBeGreaterThan(0);
      }
      await copy.close();
    }
    expect(findings).toEqual([]);
  });

  it("that is running when the storage is closed is finished first", async () => {
    await storage.tasks.insert(taskNumber(1));
    const copying = storage.backup?.(join(folder, "copy"));
    await storage.close();
    await copying;
    await opened(join(folder, "copy"));
    expect(await idsOf(storage.tasks)).toEqual(["task-1"]);
  });

  it("of what is no store, to where something is, or into a folder that is not there is refused in words", async () => {
    await storage.tasks.insert(taskNumber(1));
    mkdirSync(join(folder, "taken"));
    const refusals = await Promise.allSettled([
      backupFileStore(join(folder, "missing"), join(folder, "copy")),
      backupFileStore(join(folder, "taken"), join(folder, "copy")),
      backupFileStore(path, join(folder, "taken")),
      backupFileStore(path, join(folder, "missing", "copy")),
    ]);
    for (const refusal of refusals) {
      const message = expect.stringMatching(/^[A-Z][^/]*\. [A-Z]/);
      expect(refusal).toMatchObject({ reason: { code: "STORAGE_FAILED", message } });
    }
    expect(namesIn(folder).filter((name) => !name.startsWith("store"))).toEqual(["taken"]);
  });
});

describe("the folder of a store", () => {
  it("may be behind a link, and is one store by whatever name", async () => {
    symlinkSync(path, join(folder, "link"));
    const inUse = { code: "STORAGE_FAILED", message: expect.stringContaining(`in use by the process ${process.pid}`) };
    await expect(fileStorage({ path: join(folder, "link") }).open()).rejects.toMatchObject(inUse);
    await expect(fileStorage({ path: `${path}/../store/` }).open()).rejects.toMatchObject(inUse);
    await storage.tasks.insert(taskNumber(1));
    await storage.close();
    await opened(join(folder, "link"));
    expect(await idsOf(storage.tasks)).toEqual(["task-1"]);
  });
});

/** Does something before each call of a method, and then the call. */
function lookBefore(target: object, name: string, look: (...given: unknown[]) => void): void {
  const methods = target as Record<string, (...given: unknown[]) => unknown>;
  const call = methods[name];
  if (call === undefined) throw new Error(`there is no ${name}`);
  vi.spyOn(methods, name).mockImplementation(function (this: unknown, ...given) {
    look(...given);
    return call.apply(this, given);
  });
}
