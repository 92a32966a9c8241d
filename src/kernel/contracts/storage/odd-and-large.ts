import assert from "node:assert/strict";
import type { Article, LogEntry } from "../../storage.js";
import {
  all,
  type ContractCase,
  claimedRun,
  entryNumber,
  fileOf,
  idsOf,
  numbered,
  ODD_TEXTS,
  onFresh,
  runOf,
  runUnderWay,
  taskNumber,
  upTo,
  where,
} from "./support.js";

export const oddCases: readonly ContractCase[] = [
  onFresh("any text is an id, a group, a keyword, a path and a value like any other", async (storage) => {
    const { tasks, content, runs } = storage;
    for (const [index, text] of ODD_TEXTS.entries()) {
      const data = { jobName: text, nested: { [text]: text }, list: [text] };
      const task = taskNumber(index, { _id: text, group: text, name: text, type: text, data });
      await tasks.insert(task);
      const run = await claimedRun(storage, { ...runOf(text), _id: text, seed: text });
      const line = { key: text, line: text, state: "failed" as const, attempts: 1, error: text };
      const article: Article = { keywords: [text], sentences: [text] };
      const file = fileOf(text, [index]);
      const entry: LogEntry = { ...entryNumber(1), msg: text, line: text };
      const row = { [text]: text };
      await runs.write(
        run._id,
        {
          line,
          articles: [{ keyword: text, article }],
          rows: [row],
          files: [file],
          log: [entry],
        },
        run.fence,
      );

      assert.deepEqual(await tasks.get(text), task);
      assert.deepEqual(await runs.get(text), run);
      assert.deepEqual(await all(runs.lines(text)), [line]);
      assert.deepEqual(await all(content.keywords(text)), [text]);
      assert.deepEqual(await content.article(text, text), article);
      assert.deepEqual(await all(content.rows(text, { runId: text })), [row]);
      assert.deepEqual(await content.file(text, text), file);
      assert.deepEqual(await all(content.log(text)), numbered([entry]));
      for (const path of ["_id", "group", "name", "type", "data.jobName"]) {
        assert.ok((await idsOf(tasks, where(path, text))).includes(text));
      }
    }
    assert.deepEqual(await idsOf(tasks), ODD_TEXTS);
    assert.deepEqual(await tasks.groups(), ODD_TEXTS.toSorted());
    for (const text of ODD_TEXTS) assert.equal(await tasks.delete(text), true);
    assert.equal(await tasks.count(), 0);
  }),

  onFresh("a megabyte of data, of article, of row and of file is kept", async (storage) => {
    const { tasks, content, runs } = storage;
    const text = "\u{1f41d} Bees keep the garden going. ".repeat(40_000);
    const data = { jobName: "Task 1", text, list: upTo(50_000) };
    const run = await runUnderWay(storage, { data });
    const task = taskNumber(1, { data, revision: 2 });
    assert.equal(await tasks.replace(task), true);
    const article = { keywords: ["bees"], sentences: upTo(30_000).map((number) => `Sentence ${number}.`) };
    const file = fileOf(
      "large.bin",
      upTo(1_000_000).map((number) => number % 251),
    );
    await runs.write(run._id, { articles: [{ keyword: "bees", article }], rows: [{ text }], files: [file] }, run.fence);
    assert.deepEqual(await tasks.get(task._id), task);
    assert.deepEqual(await runs.get(run._id), run);
    assert.deepEqual(await content.article(task._id, "bees"), article);
    assert.deepEqual(await all(content.rows(task._id)), [{ text }]);
    assert.ok(Buffer.from(file.bytes).equals((await content.file(task._id, file.path))?.bytes ?? new Uint8Array()));
  }),
];
