import assert from "node:assert/strict";
import type { KeptLogEntry, LogEntry, LogLevel, RunOutput, StorageAdapter, StoredFile } from "../../storage.js";
import { type ContractCase, onFresh } from "./contract-case.js";
import { ARTICLE, articleOn, entryNumber, fileOf, infoOf, numbered, runOf } from "./samples.js";
import { all, claimedRun, onRun, pagesFit, runInProgress, upTo } from "./support.js";

export const contentCases: readonly ContractCase[] = [
  onRun("keywords stay in first-stored order and an article replaces the earlier one", async (run, storage) => {
    const { content, runs } = storage;
    const other = { ...ARTICLE, sentences: ["Another."] };
    await runs.write(run._id, { articles: [articleOn("zebras"), articleOn("ants"), articleOn("Ants")] }, run.fence);
    await runs.write(run._id, { articles: [articleOn("moths"), { keyword: "zebras", article: other }] }, run.fence);
    await runs.write(run._id, { articles: [articleOn("bees"), { keyword: "bees", article: other }] }, run.fence);
    await pagesFit(["zebras", "ants", "Ants", "moths", "bees"], (page) => all(content.keywords(run.taskId, page)));
    assert.deepEqual(await content.article(run.taskId, "zebras"), other);
    assert.deepEqual(await content.article(run.taskId, "bees"), other);
    assert.deepEqual(await content.article(run.taskId, "ants"), ARTICLE);
    assert.equal(await content.article(run.taskId, "ANTS"), undefined);
  }),

  onFresh("keywords of several tasks come in their order, where a storage offers them", async (storage) => {
    const { content, runs } = storage;
    if (content.keywordsOfFirst === undefined) return;
    const many = upTo(12_000).map((number) => `keyword ${number}`);
    const keywords = [["zebras", "ants", "Ants"], [], ["bees"], ["one", "two"], many, ["last"]];
    for (const [number, own] of keywords.entries()) {
      const run = await runInProgress(storage, {}, number);
      await runs.write(run._id, { articles: own.map(articleOn) }, run.fence);
    }
    const ids = keywords.map((_own, number) => `task-${number}`);
    assert.deepEqual(await content.keywordsOfFirst([]), []);
    assert.deepEqual(await content.keywordsOfFirst(["unknown", ids[2]!, ids[0]!, "unknown"]), [
      [],
      keywords[2],
      keywords[0],
      [],
    ]);
    for (const start of ids.keys()) {
      const found = await content.keywordsOfFirst(ids.slice(start));
      assert.ok(found.length > 0 || start === 4, "nothing but a long list keeps it from answering");
      assert.deepEqual(found, keywords.slice(start, start + found.length));
    }
  }),

  onFresh("rows are oldest first, in pages, of all runs or of one", async (storage) => {
    const { content, runs } = storage;
    const first = await runInProgress(storage);
    const second = await claimedRun(storage, { ...runOf(first.taskId), _id: "run-1b" });
    const stranger = await runInProgress(storage, {}, 2);
    for (let number = 1; number <= 5; number += 1) {
      await runs.write(
        first._id,
        {
          rows: [
            { number, of: "first" },
            { number, of: "first", again: true },
          ],
        },
        first.fence,
      );
      await runs.write(second._id, { rows: [{ number, of: "second" }] }, second.fence);
    }
    await runs.write(stranger._id, { rows: [{ of: "stranger" }] }, stranger.fence);

    const rows = await all(content.rows(first.taskId));
    assert.deepEqual(
      [...rows],
      [1, 2, 3, 4, 5].flatMap((number) => [
        { number, of: "first" },
        { number, of: "first", again: true },
        { number, of: "second" },
      ]),
    );
    assert.equal(await content.countRows(first.taskId), 15);
    assert.equal(await content.countRows(first.taskId, second._id), 5);
    assert.equal(await content.countRows(first.taskId, stranger._id), 0);
    assert.equal(await content.countRows(first.taskId, "unknown"), 0);
    const ofSecond = rows.filter(({ of }) => of === "second");
    assert.deepEqual(await all(content.rows(first.taskId, { runId: second._id })), ofSecond);
    assert.deepEqual(
      await all(content.rows(first.taskId, { runId: second._id, offset: 1, limit: 2 })),
      ofSecond.slice(1, 3),
    );
    assert.deepEqual(await all(content.rows(first.taskId, { runId: stranger._id })), []);
    assert.deepEqual(await all(content.rows(first.taskId, { runId: "unknown" })), []);
    await pagesFit(rows, (page) => all(content.rows(first.taskId, page)));
  }),

  onRun("rows with a name replace the earlier ones of their run with it, and no others", async (run, storage) => {
    const { content, runs } = storage;
    const other = await claimedRun(storage, { ...runOf(run.taskId), _id: "run-1b" });
    const write = (output: RunOutput, of = run) => runs.write(of._id, output, of.fence);
    const rows = (...texts: readonly string[]) => texts.map((text) => ({ text }));
    const ofRun = () => all(content.rows(run.taskId, { runId: run._id }));
    await write({ rows: rows("before") });
    await write({ rows: rows("failed", "and why"), rowsFor: "k" });
    await write({ rows: rows("failed, too"), rowsFor: "constructor" });
    await write({ rows: rows("of another run"), rowsFor: "k" }, other);
    await write({ rows: rows("after") });
    assert.deepEqual(await ofRun(), rows("before", "failed", "and why", "failed, too", "after"));
    assert.equal(await content.countRows(run.taskId, run._id), 5);

    await write({ rows: rows("done"), rowsFor: "k" });
    assert.deepEqual(await ofRun(), rows("before", "failed, too", "after", "done"));
    await write({ rowsFor: "constructor" });
    await write({ rowsFor: "never stored" });
    assert.deepEqual(await ofRun(), rows("before", "after", "done"));
    await pagesFit(rows("before", "after", "done"), (page) =>
      all(content.rows(run.taskId, { ...page, runId: run._id })),
    );
    assert.equal(await content.countRows(run.taskId, run._id), 3);
    assert.equal(await content.countRows(run.taskId), 4);
    assert.deepEqual(await all(content.rows(run.taskId)), rows("before", "of another run", "after", "done"));

    assert.equal(await runs.write(run._id, { rowsFor: "k" }, run.fence + 1), false);
    assert.equal(await content.countRows(run.taskId, run._id), 3);
  }),

  onRun("a file is kept byte for byte", async (run, { content, runs }) => {
    const every = fileOf(
      "bytes.bin",
      upTo(256).map((number) => number - 1),
    );
    const empty = fileOf("empty.txt", []);
    const window = { ...fileOf("window.bin", [3, 4]), bytes: new Uint8Array([1, 2, 3, 4, 5]).subarray(2, 4) };
    await runs.write(run._id, { files: [every, empty, window] }, run.fence);
    for (const file of [every, empty, window]) {
      const found = await content.file(run.taskId, file.path);
      assert.ok(found?.bytes instanceof Uint8Array);
      assert.deepEqual({ ...found, bytes: [...found.bytes] }, { ...file, bytes: [...file.bytes] });
    }
  }),

  onRun("a file that is removed is gone, unless the same step stores it again", async (run, { content, runs }) => {
    const write = (output: RunOutput) => runs.write(run._id, output, run.fence);
    await write({ files: ["a.txt", "b.txt", "c.txt", "\u0001hidden"].map((path) => fileOf(path, [1])) });
    await write({ removed: ["a.txt", "c.txt", "\u0001hidden", "never stored"], files: [fileOf("c.txt", [2])] });
    assert.deepEqual(
      (await all(content.files(run.taskId))).map(({ path }) => path),
      ["b.txt", "c.txt"],
    );
    assert.equal(await content.file(run.taskId, "a.txt"), undefined);
    assert.deepEqual((await content.file(run.taskId, "c.txt"))?.bytes, new Uint8Array([2]));
    await write({ files: [fileOf("a.txt", [3])] });
    assert.deepEqual((await content.file(run.taskId, "a.txt"))?.bytes, new Uint8Array([3]));
    assert.equal(await runs.write(run._id, { removed: ["a.txt"] }, run.fence + 1), false);
    assert.equal((await all(content.files(run.taskId))).length, 3);
  }),

  onRun("files are listed by path without their bytes, and a file replaces the earlier one", async (run, storage) => {
    const { content, runs } = storage;
    const paths = ["b.txt", "a/z.txt", "B.txt", "a.txt", "\u{1f41d}.txt", "\uffee.txt", "a/b.txt"];
    await runs.write(run._id, { files: paths.map((path) => fileOf(path, [1])) }, run.fence);
    const newer: StoredFile = { ...fileOf("a.txt", [7, 7, 7]), type: "text/html" };
    await runs.write(run._id, { files: [newer] }, run.fence);
    const listed = await all(content.files(run.taskId));
    assert.deepEqual(
      listed.map(({ path }) => path),
      paths.toSorted(),
    );
    await pagesFit(listed, (page) => all(content.files(run.taskId, page)));
    assert.deepEqual(
      listed.find(({ path }) => path === "a.txt"),
      infoOf(newer),
    );
    assert.deepEqual((await content.file(run.taskId, "a.txt"))?.bytes, newer.bytes);
    assert.deepEqual((await content.file(run.taskId, "b.txt"))?.bytes, new Uint8Array([1]));
    assert.equal(await content.file(run.taskId, "A.txt"), undefined);
  }),

  onRun("the log is oldest first, in pages, whatever the times of its entries", async (run, { content, runs }) => {
    const entries = upTo(12).map((number) => entryNumber(13 - number));
    await runs.write(run._id, { log: entries.slice(0, 5) }, run.fence);
    await runs.log(run._id, entries.slice(5, 7));
    await runs.log(run._id, []);
    await runs.write(run._id, { log: entries.slice(7) }, run.fence);
    await pagesFit(numbered(entries), (page) => all(content.log(run.taskId, page)));
  }),

  onFresh("entries are numbered from 1 within their task, whichever run and way they came by", async (storage) => {
    const { content, runs } = storage;
    const first = await runInProgress(storage);
    const stranger = await runInProgress(storage, {}, 2);
    const second = await claimedRun(storage, { ...runOf(first.taskId), _id: "run-1b" });
    const entries = upTo(7).map(entryNumber);
    await runs.write(first._id, { log: entries.slice(0, 2) }, first.fence);
    await runs.log(stranger._id, [entryNumber(50)]);
    await runs.log(second._id, entries.slice(2, 5));
    await runs.write(second._id, { log: entries.slice(5) }, second.fence);
    assert.deepEqual(await all(content.log(first.taskId)), numbered(entries));
    assert.deepEqual(await all(content.log(stranger.taskId)), numbered([entryNumber(50)]));
    await runs.delete(first._id);
    assert.deepEqual(await all(content.log(first.taskId)), numbered(entries));
  }),

  onRun("entries of one moment get numbers of their own, in the order they were handed in", async (run, storage) => {
    const { content, runs } = storage;
    const entries = upTo(60).map(entryNumber);
    await Promise.all(
      entries.map((entry, index) =>
        index % 2 === 0 ? runs.log(run._id, [entry]) : runs.write(run._id, { log: [entry] }, run.fence),
      ),
    );
    assert.deepEqual(await all(content.log(run.taskId)), numbered(entries));
  }),

  onRun("what was refused has taken no number", async (run, { content, runs }) => {
    await runs.log(run._id, [entryNumber(1)]);
    assert.equal(await runs.write(run._id, { log: [entryNumber(2)] }, run.fence + 1), false);
    await runs.log(run._id, [entryNumber(3)]);
    assert.deepEqual(await all(content.log(run.taskId)), numbered([entryNumber(1), entryNumber(3)]));
  }),

  onRun("the log is read from a number on and by level, in pages of what is left", async (run, { content, runs }) => {
    const levels: readonly LogLevel[] = ["info", "debug", "error", "info", "warn", "info", "error"];
    const entries = upTo(240).map((number): LogEntry => ({ ...entryNumber(1), level: levels[number % 7] ?? "info" }));
    await runs.log(run._id, entries);
    const kept = numbered(entries);
    for (const after of [0, 1, 8, 239, 240, 1000]) {
      const later = kept.filter(({ n }) => n > after);
      if (later.length > 1) await pagesFit(later, (page) => all(content.log(run.taskId, { ...page, after })));
      else assert.deepEqual(await all(content.log(run.taskId, { after })), later);
      for (const wanted of [["error"], ["warn", "error"], ["debug", "info", "warn", "error"], []] as LogLevel[][]) {
        const left = later.filter(({ level }) => wanted.includes(level));
        assert.deepEqual(await all(content.log(run.taskId, { after, levels: wanted })), left);
        for (const page of [{ offset: 1 }, { limit: 2 }, { offset: 1, limit: 2 }, { offset: 3, limit: 0 }]) {
          const { offset = 0, limit = left.length } = page;
          const expected = left.slice(offset, offset + limit);
          assert.deepEqual(await all(content.log(run.taskId, { ...page, after, levels: wanted })), expected);
        }
      }
    }
  }),

  onRun("trimming the log keeps the newest entries that fit, and says how many it dropped", async (run, storage) => {
    const { content, runs } = storage;
    const entries = upTo(30).map((number) => ({ ...entryNumber(number), msg: "\u{1f41d}".repeat(number) }));
    await runs.log(run._id, entries);
    const kept = numbered(entries);
    const sizeOf = (left: readonly KeptLogEntry[]) =>
      left.reduce((sum, entry) => sum + Buffer.byteLength(JSON.stringify(entry)), 0);
    assert.equal(await runs.trimLog(run.taskId, sizeOf(kept)), 0);
    assert.deepEqual(await all(content.log(run.taskId)), kept);
    assert.equal(await runs.trimLog(run.taskId, sizeOf(kept) - 1), 1);
    assert.deepEqual(await all(content.log(run.taskId)), kept.slice(1));
    assert.equal(await runs.trimLog(run.taskId, sizeOf(kept.slice(12)) + 1), 11);
    assert.deepEqual(await all(content.log(run.taskId)), kept.slice(12));
    assert.deepEqual(await all(content.log(run.taskId, { after: 5, limit: 2 })), kept.slice(12, 14));
    assert.equal(await runs.trimLog(run.taskId, sizeOf(kept.slice(-1)) - 1), 18);
    assert.deepEqual(await all(content.log(run.taskId)), []);
    assert.equal(await runs.trimLog(run.taskId, 0), 0);
    for (const id of ["unknown", "", "__proto__", run._id]) assert.equal(await runs.trimLog(id, 0), 0);
  }),

  onRun("a number is never given again, also when everything before it was dropped", async (run, { content, runs }) => {
    await runs.log(run._id, upTo(5).map(entryNumber));
    assert.equal(await runs.trimLog(run.taskId, 0), 5);
    await runs.write(run._id, { log: [entryNumber(6)] }, run.fence);
    assert.deepEqual(await all(content.log(run.taskId)), numbered([entryNumber(6)], 6));
    assert.equal(await runs.trimLog(run.taskId, 0), 1);
    assert.equal(await runs.trimLog(run.taskId, 0), 0);
    await runs.log(run._id, [entryNumber(7), entryNumber(8)]);
    assert.deepEqual(await all(content.log(run.taskId)), numbered([entryNumber(7), entryNumber(8)], 7));
  }),

  onRun("trimming one log leaves the others alone, and a task that comes again counts from 1", async (run, storage) => {
    const { tasks, content, runs } = storage;
    const other = await runInProgress(storage, {}, 2);
    await logs(storage, run._id, 3);
    await logs(storage, other._id, 3);
    assert.equal(await runs.trimLog(run.taskId, 0), 3);
    assert.equal((await all(content.log(other.taskId))).length, 3);
    await tasks.delete(run.taskId);
    const again = await runInProgress(storage);
    await logs(storage, again._id, 2);
    assert.deepEqual(await all(content.log(again.taskId)), numbered(upTo(2).map(entryNumber)));
  }),
];

async function logs({ runs }: StorageAdapter, runId: string, count: number): Promise<void> {
  assert.equal(await runs.log(runId, upTo(count).map(entryNumber)), true);
}
