import assert from "node:assert/strict";
import type { StoredFile } from "../../storage.js";
import {
  ARTICLE,
  all,
  articleOn,
  type ContractCase,
  claimedRun,
  entryNumber,
  fileOf,
  infoOf,
  numbered,
  onFresh,
  pagesFit,
  runOf,
  runUnderWay,
  upTo,
} from "./support.js";

export const contentCases: readonly ContractCase[] = [
  onFresh("keywords stay in first-stored order and an article replaces the earlier one", async (storage) => {
    const { content, runs } = storage;
    const run = await runUnderWay(storage);
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

  onFresh("rows are oldest first, in pages, of all runs or of one", async (storage) => {
    const { content, runs } = storage;
    const first = await runUnderWay(storage);
    const second = await claimedRun(storage, { ...runOf(first.taskId), _id: "run-1b" });
    const stranger = await runUnderWay(storage, {}, 2);
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

  onFresh("a file is kept byte for byte", async (storage) => {
    const { content, runs } = storage;
    const run = await runUnderWay(storage);
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

  onFresh("files are listed by path without their bytes, and a file replaces the earlier one", async (storage) => {
    const { content, runs } = storage;
    const run = await runUnderWay(storage);
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

  onFresh("the log is oldest first, in pages, whatever the times of its entries", async (storage) => {
    const { content, runs } = storage;
    const run = await runUnderWay(storage);
    const entries = upTo(12).map((number) => entryNumber(13 - number));
    await runs.write(run._id, { log: entries.slice(0, 5) }, run.fence);
    await runs.log(run._id, entries.slice(5, 7));
    await runs.log(run._id, []);
    await runs.write(run._id, { log: entries.slice(7) }, run.fence);
    await pagesFit(numbered(entries), (page) => all(content.log(run.taskId, page)));
  }),
];
