import assert from "node:assert/strict";
import type { Article, LogEntry } from "../../storage.js";
import { summaryOf, type Task } from "../../task.js";
import { type ContractCase, onFresh } from "./contract-case.js";
import { where } from "./hint-samples.js";
import { ARTICLE, entryNumber, fileOf, infoOf, MORE, numbered, ODD_TEXTS, runOf, taskNumber } from "./samples.js";
import { all, claimedRun, idsOf, runInProgress, spoil, summaries, upTo, wholes } from "./support.js";

export const recordCases: readonly ContractCase[] = [
  onFresh("a task comes back as it was stored", async ({ tasks }) => {
    const stored = taskNumber(1, {
      data: { jobName: "Task 1", deep: { list: [1, -2.5, 1e21, true, null, "x", [], {}] }, "a.b": { $c: "" } },
      ...MORE,
      error: { code: "blocked", message: "Every source refused. Try later." },
    });
    await tasks.insert(stored);
    assert.deepEqual(await tasks.get(stored._id), stored);
    assert.deepEqual(await wholes(tasks), [stored]);
  }),

  onFresh("what JSON does not keep is not stored: undefined members and the sign of zero", async ({ tasks }) => {
    const plain = taskNumber(1, { data: { jobName: "Task 1", zero: 0 } });
    const task: object = { ...plain, error: undefined, data: { ...plain.data, zero: -0, nothing: undefined } };
    await tasks.insert(task as Task);
    const found = await tasks.get(plain._id);
    assert.deepEqual(found, plain);
    assert.equal(Object.hasOwn(found ?? {}, "error"), false);
  }),

  onFresh("changing a task after it was handed in changes nothing stored", async ({ tasks }) => {
    const task = taskNumber(1, { data: { jobName: "Task 1", nested: { list: ["kept"] } } });
    const before = structuredClone(task);
    const inserting = tasks.insert(task);
    spoil(task);
    await inserting;
    spoil(task);
    assert.deepEqual(await tasks.get(before._id), before);

    const next = { ...structuredClone(before), revision: 2 };
    const wanted = structuredClone(next);
    const replacing = tasks.replace(next);
    spoil(next);
    assert.equal(await replacing, true);
    assert.deepEqual(await tasks.get(before._id), wanted);
  }),

  onFresh("changing a task that was handed out changes nothing stored", async ({ tasks }) => {
    const task = taskNumber(1, { data: { jobName: "Task 1", nested: { list: ["kept"] } } });
    await tasks.insert(task);
    spoil(await tasks.get(task._id));
    for (const found of await wholes(tasks)) spoil(found);
    for (const found of await wholes(tasks, where("status", "draft"))) spoil(found);
    for (const found of await summaries(tasks)) spoil(found);
    assert.deepEqual(await tasks.get(task._id), task);
    assert.deepEqual(await summaries(tasks), [summaryOf(task)]);
  }),

  onFresh("changing what a run handed in or out changes nothing stored", async (storage) => {
    const { content, runs } = storage;
    const run = await runInProgress(storage, { data: { nested: { list: ["kept"] } } });
    const output = {
      line: { key: "k", line: "bees", state: "done" as const, attempts: 1 },
      articles: [{ keyword: "bees", article: ARTICLE }],
      rows: [{ nested: { list: ["kept"] } }],
      files: [fileOf("a.txt", [1, 2, 3])],
      log: [entryNumber(1)],
    };
    const handedIn = structuredClone(output);
    const writing = runs.write(run._id, handedIn, run.fence);
    spoil(handedIn);
    handedIn.files[0]?.bytes.fill(9);
    assert.equal(await writing, true);
    const logged = [entryNumber(2)];
    const logging = runs.log(run._id, logged);
    spoil(logged);
    await logging;

    for (let round = 1; round <= 2; round += 1) {
      const found = {
        run: await runs.get(run._id),
        lines: await all(runs.lines(run._id)),
        keywords: await all(content.keywords(run.taskId)),
        article: await content.article(run.taskId, "bees"),
        rows: await all(content.rows(run.taskId)),
        files: await all(content.files(run.taskId)),
        file: await content.file(run.taskId, "a.txt"),
        log: await all(content.log(run.taskId)),
      };
      assert.deepEqual(found, {
        run,
        lines: [output.line],
        keywords: ["bees"],
        article: ARTICLE,
        rows: output.rows,
        files: [infoOf(output.files[0])],
        file: output.files[0],
        log: numbered([entryNumber(1), entryNumber(2)]),
      });
      found.file?.bytes.fill(9);
      spoil(found);
    }
  }),

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
    const run = await runInProgress(storage, { data });
    const task = taskNumber(1, { data, revision: 2 });
    assert.equal(await tasks.replace(task), true);
    const article = { keywords: ["bees"], sentences: upTo(30_000).map((number) => `Sentence ${number}.`) };
    const file = fileOf(
      "large.bin",
      new Uint8Array(1_000_000).map((_, index) => index % 251),
    );
    await runs.write(run._id, { articles: [{ keyword: "bees", article }], rows: [{ text }], files: [file] }, run.fence);
    assert.deepEqual(await tasks.get(task._id), task);
    assert.deepEqual(await runs.get(run._id), run);
    assert.deepEqual(await content.article(task._id, "bees"), article);
    assert.deepEqual(await all(content.rows(task._id)), [{ text }]);
    assert.ok(Buffer.from(file.bytes).equals((await content.file(task._id, file.path))?.bytes ?? new Uint8Array()));
  }),
];
