import assert from "node:assert/strict";
import { ScriptoriumError } from "../errors.js";
import type { Json } from "../json.js";
import type { Article, LogEntry, Run, RunOutput, StorageAdapter, StoredFile, TaskHint } from "../storage.js";
import { summaryOf, TASK_STATUSES, type Task } from "../task.js";

/** How the cases get at the storage they are for. */
export interface StorageHarness {
  /** A fresh storage, opened. The case closes it. */
  create(): Promise<StorageAdapter>;
  /** Closes the storage and opens what it left behind; absent where nothing outlives the process. */
  reopen?(storage: StorageAdapter): Promise<StorageAdapter>;
}

/** One promise of the contract. It throws when the storage does not keep it. */
export interface ContractCase {
  readonly name: string;
  /** What the harness must offer; without it the case cannot be run, and a runner counts it as skipped. */
  readonly requires?: "reopen";
  run(harness: StorageHarness): Promise<void>;
}

/** What `StorageAdapter` promises, for any test runner to loop over. */
export const storageContract: readonly ContractCase[] = [
  // Copies

  onFresh("a task comes back as it was stored", async ({ tasks }) => {
    const stored = taskNumber(1, {
      data: { jobName: "Task 1", deep: { list: [1, -2.5, 1e21, true, null, "x", [], {}] }, "a.b": { $c: "" } },
      runId: "run-1",
      progress: PROGRESS,
      error: { code: "blocked", message: "Every source refused. Try later." },
    });
    await tasks.insert(stored);
    assert.deepEqual(await tasks.get(stored._id), stored);
    assert.deepEqual(await all(tasks.scan()), [stored]);
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
    for (const found of await all(tasks.scan())) spoil(found);
    for (const found of await all(tasks.scan(where("status", "draft")))) spoil(found);
    for (const found of await all(tasks.summaries())) spoil(found);
    assert.deepEqual(await tasks.get(task._id), task);
    assert.deepEqual(await all(tasks.summaries()), [summaryOf(task)]);
  }),

  onFresh("changing what a run handed in or out changes nothing stored", async (storage) => {
    const { content, runs } = storage;
    const run = await runUnderWay(storage, { data: { nested: { list: ["kept"] } } });
    const output = {
      line: { key: "k", line: "bees", state: "done" as const, attempts: 1 },
      articles: [{ keyword: "bees", article: ARTICLE }],
      rows: [{ nested: { list: ["kept"] } }],
      files: [fileOf("a.txt", [1, 2, 3])],
      log: [entryNumber(1)],
    };
    const handedIn = structuredClone(output);
    const writing = runs.write(run._id, handedIn);
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
        lines: await runs.lines(run._id),
        keywords: await content.keywords(run.taskId),
        article: await content.article(run.taskId, "bees"),
        rows: await content.rows(run.taskId),
        files: await content.files(run.taskId),
        file: await content.file(run.taskId, "a.txt"),
        log: await content.log(run.taskId),
      };
      assert.deepEqual(found, {
        run,
        lines: [output.line],
        keywords: ["bees"],
        article: ARTICLE,
        rows: output.rows,
        files: [infoOf(output.files[0])],
        file: output.files[0],
        log: [entryNumber(1), entryNumber(2)],
      });
      found.file?.bytes.fill(9);
      spoil(found);
    }
  }),

  // Tasks

  onFresh("an unknown id is undefined, false or empty, and never an error", async ({ tasks, content, runs }) => {
    await tasks.insert(taskNumber(1));
    for (const id of ["unknown", "", "constructor", "__proto__", "toString", "' OR 1=1 --", "%", "\u{1f41d}"]) {
      assert.equal(await tasks.get(id), undefined);
      assert.equal(await tasks.replace({ ...taskNumber(2), _id: id }), false);
      assert.equal(await tasks.delete(id), false);
      assert.deepEqual(await content.keywords(id), []);
      assert.equal(await content.article(id, "bees"), undefined);
      assert.deepEqual(await content.rows(id), []);
      assert.deepEqual(await content.rows(id, { runId: id }), []);
      assert.equal(await content.countRows(id), 0);
      assert.deepEqual(await content.files(id), []);
      assert.equal(await content.file(id, "a.txt"), undefined);
      assert.deepEqual(await content.log(id), []);
      assert.equal(await runs.get(id), undefined);
      assert.equal(await runs.replace({ ...runOf("task-1"), _id: id }), false);
      assert.deepEqual(await runs.lines(id), []);
      assert.equal(await runs.write(id, { log: [entryNumber(1)] }), false);
      assert.equal(await runs.log(id, [entryNumber(1)]), false);
    }
    assert.deepEqual(await all(tasks.scan()), [taskNumber(1)]);
  }),

  onFresh("an id that is there already is refused and the stored task stays", async ({ tasks }) => {
    await tasks.insert(taskNumber(1));
    await failsWith("STORAGE_FAILED", tasks.insert(taskNumber(1, { group: "other" })));
    assert.deepEqual(await all(tasks.scan()), [taskNumber(1)]);
  }),

  onFresh("of many inserts with one id at the same moment exactly one succeeds", async ({ tasks }) => {
    const inserts = upTo(20).map((number) => tasks.insert(taskNumber(1, { group: `group ${number}` })));
    const beside = tasks.insert(taskNumber(2));
    const outcomes = await Promise.allSettled(inserts);
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
    await beside;
    assert.equal(await tasks.count(), 2);
  }),

  onFresh("replace writes only on the revision before its own", async ({ tasks }) => {
    await tasks.insert(taskNumber(1, { revision: 5 }));
    for (const revision of [4, 5, 7])
      assert.equal(await tasks.replace(taskNumber(1, { revision, group: "no" })), false);
    assert.deepEqual(await tasks.get("task-1"), taskNumber(1, { revision: 5 }));
    const next = taskNumber(1, {
      revision: 6,
      group: "moved",
      name: "Renamed",
      type: "web scraper",
      status: "running",
      data: { jobName: "Renamed" },
      updatedAt: "2026-02-02T00:00:00.000Z",
      runId: "run-1",
      progress: PROGRESS,
    });
    assert.equal(await tasks.replace(next), true);
    assert.deepEqual(await tasks.get("task-1"), next);
    const without = taskNumber(1, { revision: 7 });
    assert.equal(await tasks.replace(without), true);
    assert.deepEqual(await tasks.get("task-1"), without);
  }),

  onFresh("of 50 callers that replace the same revision exactly one gets true", async ({ tasks }) => {
    await tasks.insert(taskNumber(1));
    for (let revision = 2; revision <= 4; revision += 1) {
      const attempts = upTo(50).map((number) => tasks.replace(taskNumber(1, { revision, group: `caller ${number}` })));
      const answers = await Promise.all(attempts);
      assert.deepEqual(answers.filter(Boolean), [true]);
      const stored = await tasks.get("task-1");
      assert.equal(stored?.revision, revision);
      assert.equal(stored?.group, `caller ${answers.indexOf(true) + 1}`);
    }
  }),

  onFresh("50 callers that read, change and try again lose no change", async ({ tasks }) => {
    await tasks.insert(taskNumber(1, { data: { jobName: "Task 1", count: 0 } }));
    const addOne = async () => {
      for (;;) {
        const task = await tasks.get("task-1");
        assert.ok(task);
        const data = { ...task.data, count: Number(task.data["count"]) + 1 };
        if (await tasks.replace({ ...task, data, revision: task.revision + 1 })) return;
      }
    };
    await Promise.all(upTo(50).map(addOne));
    const stored = await tasks.get("task-1");
    assert.equal(stored?.data["count"], 50);
    assert.equal(stored?.revision, 51);
  }),

  onFresh("lists are in creation order whatever the ids and whatever changed since", async ({ tasks }) => {
    const ids = ["m", "z", "a", "10", "9", "B", "\u{1f41d}", "\uffee"];
    for (const [index, _id] of ids.entries()) await tasks.insert(taskNumber(index, { _id }));
    assert.deepEqual(await idsOf(tasks), ids);
    const changed = await tasks.get("m");
    assert.ok(changed);
    assert.equal(await tasks.replace({ ...changed, status: "running", revision: 2 }), true);
    assert.equal(await tasks.replace({ ...changed, status: "draft", revision: 3 }), true);
    assert.deepEqual(await idsOf(tasks), ids);
    assert.deepEqual(await idsOf(tasks, where("status", "draft")), ids);
    assert.deepEqual(await idsOf(tasks, where("_id", ...ids.toReversed())), ids);

    assert.equal(await tasks.delete("z"), true);
    await tasks.insert(taskNumber(1, { _id: "z" }));
    const moved = [...ids.filter((id) => id !== "z"), "z"];
    assert.deepEqual(await idsOf(tasks), moved);
    assert.deepEqual(await idsOf(tasks, where("status", "draft")), moved);
  }),

  onFresh("a hint never leaves out a task that fits it", async ({ tasks }) => {
    const stored = variety();
    for (const task of stored) await tasks.insert(task);
    for (const hint of HINTS) await agreesWith(tasks, hint, stored);
  }),

  onFresh("hints follow the changes of a task", async ({ tasks }) => {
    await tasks.insert(taskNumber(1));
    await tasks.insert(taskNumber(2));
    const moved = taskNumber(1, {
      group: "new group",
      name: "New name",
      type: "new type",
      status: "complete",
      data: { jobName: "New name" },
      revision: 2,
    });
    assert.equal(await tasks.replace(moved), true);
    for (const path of ["group", "name", "type", "status"] as const) {
      await agreesWith(tasks, where(path, moved[path]), [moved, taskNumber(2)]);
      await agreesWith(tasks, where(path, taskNumber(1)[path]), [moved, taskNumber(2)]);
    }
    await tasks.delete("task-1");
    for (const path of ["group", "name", "type", "status", "_id"] as const) {
      assert.deepEqual(await all(tasks.scan(where(path, moved[path]))), []);
    }
  }),

  onFresh("hints with thousands of values work", async ({ tasks }) => {
    const stored = upTo(5).map((number) => taskNumber(number));
    for (const task of stored) await tasks.insert(task);
    const names = upTo(40_000).map((number) => `Task ${number + 3}`);
    await agreesWith(tasks, where("name", ...names), stored);
    await agreesWith(tasks, [...where("name", ...names), ...where("status", "draft", "failed")], stored);
  }),

  onFresh("summaries and counts are those of a scan with and without hints", async ({ tasks }) => {
    const stored = variety();
    for (const task of stored) await tasks.insert(task);
    for (const hint of [undefined, [], ...HINTS]) {
      const scanned = await all(tasks.scan(hint));
      assert.deepEqual(await all(tasks.summaries(hint)), scanned.map(summaryOf));
      assert.equal(await tasks.count(hint), scanned.length);
    }
  }),

  onFresh("an empty storage lists nothing", async ({ tasks }) => {
    assert.deepEqual(await all(tasks.scan()), []);
    assert.deepEqual(await all(tasks.summaries(where("status", "draft"))), []);
    assert.equal(await tasks.count(), 0);
    assert.deepEqual(await tasks.groups(), []);
  }),

  onFresh("groups are distinct, sorted by code unit, and gone with their last task", async ({ tasks }) => {
    const groups = ["b", "", "a", "b", "B", "\uffee", "\u{1f41d}", "10", "9", "constructor", "__proto__", " "];
    for (const [index, group] of groups.entries()) await tasks.insert(taskNumber(index, { group }));
    const distinct = [" ", "10", "9", "B", "__proto__", "a", "b", "constructor", "\u{1f41d}", "\uffee"];
    assert.deepEqual(await tasks.groups(), distinct);
    await tasks.delete("task-0");
    assert.deepEqual(await tasks.groups(), distinct);
    await tasks.delete("task-3");
    assert.equal(await tasks.replace(taskNumber(2, { group: "c", revision: 2 })), true);
    assert.deepEqual(
      await tasks.groups(),
      distinct.map((group) => (group === "a" ? "c" : group)).filter((group) => group !== "b"),
    );
  }),

  onFresh("a scan delivers the tasks that are there throughout once, while others come and go", async ({ tasks }) => {
    const total = 1200;
    await Promise.all(upTo(total).map((number) => tasks.insert(taskNumber(number))));
    const order = await idsOf(tasks);
    const lists = [
      () => tasks.scan(),
      () => tasks.scan(where("status", "draft")),
      () => tasks.scan(where("status", "draft", "failed")),
      () => tasks.summaries(where("type", "article creator")),
    ];
    for (const [listNumber, list] of lists.entries()) {
      const deleted = new Set<string>();
      const delivered: string[] = [];
      let position = 0;
      for await (const found of list()) {
        delivered.push("id" in found ? found.id : found._id);
        if (position % 50 === 0) {
          await tasks.insert(taskNumber(0, { _id: `late ${listNumber} ${position}` }));
          // One that was delivered already and one that is still to come.
          for (const place of [position - 1, position + 30]) {
            const id = order[place];
            if (id !== undefined && (await tasks.delete(id))) deleted.add(id);
          }
        }
        position += 1;
      }
      const throughout = order.filter((id) => !deleted.has(id));
      assert.deepEqual(
        delivered.filter((id) => throughout.includes(id)),
        throughout,
      );
      assert.equal(new Set(delivered).size, delivered.length);
      order.splice(0, order.length, ...(await idsOf(tasks)));
    }
  }),

  onFresh("a scan ends although a task is inserted for each one delivered", async ({ tasks }) => {
    const before = 150;
    await Promise.all(upTo(before).map((number) => tasks.insert(taskNumber(number))));
    for (const hint of [undefined, where("status", "draft"), where("status", "draft", "failed")]) {
      const inserted: string[] = [];
      for await (const task of tasks.scan(hint)) {
        const _id = `inserted ${inserted.length}`;
        await tasks.insert({ ...task, _id });
        inserted.push(_id);
        assert.ok(inserted.length <= before * 2, "the scan does not come to an end");
      }
      assert.ok(inserted.length >= before);
      await Promise.all(inserted.map((id) => tasks.delete(id)));
    }
  }),

  onFresh("a scan may be left early and the storage goes on", async ({ tasks }) => {
    await Promise.all(upTo(300).map((number) => tasks.insert(taskNumber(number))));
    for await (const task of tasks.scan()) {
      assert.ok(task);
      break;
    }
    await tasks.insert(taskNumber(301));
    assert.equal(await tasks.count(), 301);
  }),

  onFresh("deleting a task takes everything with it and leaves its neighbours alone", async (storage) => {
    const { tasks, content, runs } = storage;
    const gone = await runUnderWay(storage, {}, 1);
    const stays = await runUnderWay(storage, {}, 2);
    for (const run of [gone, stays]) {
      await runs.write(run._id, fullOutput());
      await runs.log(run._id, [entryNumber(9)]);
    }
    const second = { ...runOf("task-1"), _id: "run-1b" };
    await runs.insert(second);

    assert.equal(await tasks.delete("task-1"), true);
    assert.equal(await tasks.get("task-1"), undefined);
    await holdsNothing(storage, "task-1");
    for (const run of [gone, second]) {
      assert.equal(await runs.get(run._id), undefined);
      assert.deepEqual(await runs.lines(run._id), []);
      assert.equal(await runs.replace({ ...run, revision: run.revision + 1 }), false);
      assert.equal(await runs.write(run._id, fullOutput()), false);
      assert.equal(await runs.log(run._id, [entryNumber(1)]), false);
    }
    assert.equal(await tasks.delete("task-1"), false);

    await tasks.insert(taskNumber(1));
    await runs.insert(gone);
    await holdsNothing(storage, "task-1");
    assert.deepEqual(await runs.lines(gone._id), []);

    assert.deepEqual(await runs.get(stays._id), stays);
    assert.deepEqual(await content.keywords("task-2"), ["bees", "hives"]);
    assert.deepEqual(await content.rows("task-2"), fullOutput().rows);
    assert.equal((await content.files("task-2")).length, 1);
    assert.deepEqual(await content.log("task-2"), [entryNumber(1), entryNumber(9)]);
    assert.equal((await runs.lines(stays._id)).length, 1);
  }),

  onFresh("of many that delete one task exactly one gets true", async ({ tasks }) => {
    await tasks.insert(taskNumber(1));
    const answers = await Promise.all(upTo(20).map(() => tasks.delete("task-1")));
    assert.deepEqual(answers.filter(Boolean), [true]);
  }),

  // Content

  onFresh("keywords stay in first-stored order and an article replaces the earlier one", async (storage) => {
    const { content, runs } = storage;
    const run = await runUnderWay(storage);
    const other = { ...ARTICLE, sentences: ["Another."] };
    await runs.write(run._id, { articles: [articleOn("zebras"), articleOn("ants"), articleOn("Ants")] });
    await runs.write(run._id, { articles: [articleOn("moths"), { keyword: "zebras", article: other }] });
    await runs.write(run._id, { articles: [articleOn("bees"), { keyword: "bees", article: other }] });
    assert.deepEqual(await content.keywords(run.taskId), ["zebras", "ants", "Ants", "moths", "bees"]);
    assert.deepEqual(await content.article(run.taskId, "zebras"), other);
    assert.deepEqual(await content.article(run.taskId, "bees"), other);
    assert.deepEqual(await content.article(run.taskId, "ants"), ARTICLE);
    assert.equal(await content.article(run.taskId, "ANTS"), undefined);
  }),

  onFresh("rows are oldest first, in pages, of all runs or of one", async (storage) => {
    const { content, runs } = storage;
    const first = await runUnderWay(storage);
    const second: Run = { ...runOf(first.taskId), _id: "run-1b", status: "running" };
    await runs.insert(second);
    const stranger = await runUnderWay(storage, {}, 2);
    for (let number = 1; number <= 5; number += 1) {
      await runs.write(first._id, {
        rows: [
          { number, of: "first" },
          { number, of: "first", again: true },
        ],
      });
      await runs.write(second._id, { rows: [{ number, of: "second" }] });
    }
    await runs.write(stranger._id, { rows: [{ of: "stranger" }] });

    const rows = await content.rows(first.taskId);
    assert.deepEqual(
      [...rows],
      [1, 2, 3, 4, 5].flatMap((number) => [
        { number, of: "first" },
        { number, of: "first", again: true },
        { number, of: "second" },
      ]),
    );
    assert.equal(await content.countRows(first.taskId), 15);
    const ofSecond = rows.filter(({ of }) => of === "second");
    assert.deepEqual(await content.rows(first.taskId, { runId: second._id }), ofSecond);
    assert.deepEqual(
      await content.rows(first.taskId, { runId: second._id, offset: 1, limit: 2 }),
      ofSecond.slice(1, 3),
    );
    assert.deepEqual(await content.rows(first.taskId, { runId: stranger._id }), []);
    assert.deepEqual(await content.rows(first.taskId, { runId: "unknown" }), []);
    await pagesFit(rows, (page) => content.rows(first.taskId, page));
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
    await runs.write(run._id, { files: [every, empty, window] });
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
    await runs.write(run._id, { files: paths.map((path) => fileOf(path, [1])) });
    const newer: StoredFile = { ...fileOf("a.txt", [7, 7, 7]), type: "text/html" };
    await runs.write(run._id, { files: [newer] });
    const listed = await content.files(run.taskId);
    assert.deepEqual(
      listed.map(({ path }) => path),
      paths.toSorted(),
    );
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
    await runs.write(run._id, { log: entries.slice(0, 5) });
    await runs.log(run._id, entries.slice(5, 7));
    await runs.log(run._id, []);
    await runs.write(run._id, { log: entries.slice(7) });
    await pagesFit(entries, (page) => content.log(run.taskId, page));
  }),

  // Runs

  onFresh("a run comes back as it was stored, and its id is taken", async ({ tasks, runs }) => {
    await tasks.insert(taskNumber(1));
    const run: Run = {
      ...runOf("task-1"),
      data: { jobName: "Task 1", "a.b": [null, { $c: 1 }] },
      progress: PROGRESS,
      error: { code: "internal", message: "It failed. Try again." },
      startedAt: "2026-01-01T00:00:01.000Z",
      finishedAt: "2026-01-01T00:00:02.000Z",
    };
    await runs.insert(run);
    assert.deepEqual(await runs.get(run._id), run);
    await failsWith("STORAGE_FAILED", runs.insert({ ...run, origin: "cli" }));
    assert.deepEqual(await runs.get(run._id), run);
  }),

  onFresh("a run of a task that is not stored is refused", async ({ runs }) => {
    await failsWith("STORAGE_FAILED", runs.insert(runOf("task-1")));
    assert.equal(await runs.get(runOf("task-1")._id), undefined);
  }),

  onFresh("of 50 callers that replace the same revision of a run exactly one gets true", async (storage) => {
    const { runs } = storage;
    const run = await runUnderWay(storage);
    const attempts = upTo(50).map((number) => runs.replace({ ...run, revision: 2, origin: `caller ${number}` }));
    const answers = await Promise.all(attempts);
    assert.deepEqual(answers.filter(Boolean), [true]);
    assert.equal((await runs.get(run._id))?.origin, `caller ${answers.indexOf(true) + 1}`);
    assert.equal(await runs.replace({ ...run, revision: 4 }), false);
    assert.equal(await runs.replace(run), false);
  }),

  onFresh("a step is stored whole: line, articles, rows, files and log", async (storage) => {
    const { content, runs } = storage;
    const run = await runUnderWay(storage);
    const output = fullOutput();
    assert.equal(await runs.write(run._id, output), true);
    assert.deepEqual(await runs.lines(run._id), [output.line]);
    assert.deepEqual(await content.keywords(run.taskId), ["bees", "hives"]);
    assert.deepEqual(await content.article(run.taskId, "hives"), ARTICLE);
    assert.deepEqual(await content.rows(run.taskId), output.rows);
    assert.deepEqual(await content.files(run.taskId), output.files.map(infoOf));
    assert.deepEqual(await content.log(run.taskId), output.log);
    assert.equal(await runs.write(run._id, {}), true);
    assert.deepEqual(await runs.lines(run._id), [output.line]);
  }),

  onFresh("nothing of a step is stored unless its run is running", async (storage) => {
    const { tasks, runs } = storage;
    await tasks.insert(taskNumber(1));
    for (const status of ["waiting", "complete", "failed", "aborted", "interrupted"] as const) {
      const run: Run = { ...runOf("task-1"), _id: `run ${status}`, status };
      await runs.insert(run);
      assert.equal(await runs.write(run._id, fullOutput()), false);
      assert.deepEqual(await runs.lines(run._id), []);
    }
    assert.equal(await runs.write("unknown", fullOutput()), false);
    await holdsNothing(storage, "task-1");
  }),

  onFresh("a step asked for after its run was ended is not stored", async (storage) => {
    const { content, runs } = storage;
    const run = await runUnderWay(storage);
    const [, ended, late] = await Promise.all([
      runs.write(run._id, { rows: [{ in: "time" }] }),
      runs.replace({ ...run, status: "aborted", revision: 2 }),
      runs.write(run._id, fullOutput()),
    ]);
    assert.equal(ended, true);
    assert.equal(late, false);
    assert.deepEqual(await content.rows(run.taskId), [{ in: "time" }]);
    assert.deepEqual(await content.keywords(run.taskId), []);
    assert.deepEqual(await runs.lines(run._id), []);
  }),

  onFresh("lines are in the order they ended, and a line that ends again ends later", async (storage) => {
    const { runs } = storage;
    const run = await runUnderWay(storage);
    const done = (key: string) => ({ key, line: `line ${key}`, state: "done" as const, attempts: 1 });
    const failed = {
      key: "b",
      line: "line b",
      state: "failed" as const,
      attempts: 3,
      error: "No answer.",
      code: "blocked",
    };
    for (const line of [done("c"), failed, done("toString"), done("a")]) await runs.write(run._id, { line });
    assert.deepEqual(await runs.lines(run._id), [done("c"), failed, done("toString"), done("a")]);
    await runs.write(run._id, { line: done("b") });
    assert.deepEqual(await runs.lines(run._id), [done("c"), done("toString"), done("a"), done("b")]);
    await runs.write(run._id, { line: { ...done("b"), attempts: 2 } });
    assert.deepEqual((await runs.lines(run._id)).at(-1), { ...done("b"), attempts: 2 });
    assert.equal((await runs.lines(run._id)).length, 4);
  }),

  onFresh("the lines of two runs do not mix", async (storage) => {
    const { runs } = storage;
    const first = await runUnderWay(storage);
    const second: Run = { ...runOf(first.taskId), _id: "run-1b", status: "running" };
    await runs.insert(second);
    const line = { key: "k", line: "bees", state: "done" as const, attempts: 1 };
    await runs.write(first._id, { line });
    await runs.write(second._id, { line: { ...line, attempts: 2 } });
    assert.deepEqual(await runs.lines(first._id), [line]);
    assert.deepEqual(await runs.lines(second._id), [{ ...line, attempts: 2 }]);
  }),

  onFresh("the log takes entries after the run has ended", async (storage) => {
    const { content, runs } = storage;
    const run = await runUnderWay(storage);
    for (const [index, status] of (["complete", "failed", "aborted", "interrupted", "waiting"] as const).entries()) {
      assert.equal(await runs.replace({ ...run, status, revision: run.revision + index + 1 }), true);
      assert.equal(await runs.log(run._id, [entryNumber(index)]), true);
    }
    assert.equal(await runs.log(run._id, []), true);
    assert.deepEqual(await content.log(run.taskId), [0, 1, 2, 3, 4].map(entryNumber));
  }),

  // Odd and large

  onFresh("any text is an id, a group, a keyword, a path and a value like any other", async (storage) => {
    const { tasks, content, runs } = storage;
    for (const [index, text] of ODD_TEXTS.entries()) {
      const data = { jobName: text, nested: { [text]: text }, list: [text] };
      const task = taskNumber(index, { _id: text, group: text, name: text, type: text, data });
      await tasks.insert(task);
      const run: Run = { ...runOf(text), _id: text, status: "running", seed: text };
      await runs.insert(run);
      const line = { key: text, line: text, state: "failed" as const, attempts: 1, error: text };
      const article: Article = { keywords: [text], sentences: [text] };
      const file = fileOf(text, [index]);
      const entry: LogEntry = { ...entryNumber(1), msg: text, line: text };
      const row = { [text]: text };
      await runs.write(run._id, {
        line,
        articles: [{ keyword: text, article }],
        rows: [row],
        files: [file],
        log: [entry],
      });

      assert.deepEqual(await tasks.get(text), task);
      assert.deepEqual(await runs.get(text), run);
      assert.deepEqual(await runs.lines(text), [line]);
      assert.deepEqual(await content.keywords(text), [text]);
      assert.deepEqual(await content.article(text, text), article);
      assert.deepEqual(await content.rows(text, { runId: text }), [row]);
      assert.deepEqual(await content.file(text, text), file);
      assert.deepEqual(await content.log(text), [entry]);
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
    await runs.write(run._id, { articles: [{ keyword: "bees", article }], rows: [{ text }], files: [file] });
    assert.deepEqual(await tasks.get(task._id), task);
    assert.deepEqual(await runs.get(run._id), run);
    assert.deepEqual(await content.article(task._id, "bees"), article);
    assert.deepEqual(await content.rows(task._id), [{ text }]);
    assert.ok(Buffer.from(file.bytes).equals((await content.file(task._id, file.path))?.bytes ?? new Uint8Array()));
  }),

  // Opening and closing

  acrossReopen("everything is there again, revisions included", async (storage) => {
    const { tasks, content, runs } = storage;
    for (const task of variety()) await tasks.insert(task);
    const run = await runUnderWay(storage, { data: { jobName: "x" } }, 900);
    await runs.write(run._id, fullOutput());
    await runs.write(run._id, { articles: [articleOn("moths")], files: [fileOf("a.txt", [0, 255])] });
    await runs.log(run._id, [entryNumber(2)]);
    const ended: Run = { ...run, status: "complete", revision: 2 };
    assert.equal(await runs.replace(ended), true);
    assert.equal(await tasks.replace(taskNumber(900, { revision: 2, group: "moved" })), true);
    await tasks.delete("task-3");

    return async (again) => {
      const left = variety().filter(({ _id }) => _id !== "task-3");
      const stored = [...left, taskNumber(900, { revision: 2, group: "moved" })];
      assert.deepEqual(await all(again.tasks.scan()), stored);
      for (const hint of HINTS) await agreesWith(again.tasks, hint, stored);
      assert.deepEqual(await again.runs.get(run._id), ended);
      assert.deepEqual(await again.runs.lines(run._id), [fullOutput().line]);
      assert.deepEqual(await again.content.keywords(run.taskId), ["bees", "hives", "moths"]);
      assert.deepEqual(await again.content.rows(run.taskId), fullOutput().rows);
      assert.deepEqual((await again.content.file(run.taskId, "a.txt"))?.bytes, new Uint8Array([0, 255]));
      assert.deepEqual(await again.content.log(run.taskId), [entryNumber(1), entryNumber(2)]);
      assert.equal(await again.tasks.replace(taskNumber(900, { revision: 2 })), false);
      assert.equal(await again.tasks.replace(taskNumber(900, { revision: 3 })), true);
      await again.tasks.insert(taskNumber(901));
      assert.deepEqual((await idsOf(again.tasks)).slice(-2), ["task-900", "task-901"]);
      assert.notEqual(again, storage);
      assert.notEqual(again.content, content);
    };
  }),

  acrossReopen("writes that nobody waited for before closing are stored", async ({ tasks }) => {
    const inserts = Promise.all(upTo(30).map((number) => tasks.insert(taskNumber(number))));
    return async (again) => {
      await inserts;
      assert.equal(await again.tasks.count(), 30);
    };
  }),

  {
    name: "closing twice does no harm",
    async run(harness) {
      const storage = await harness.create();
      await storage.tasks.insert(taskNumber(1));
      await Promise.all([storage.close(), storage.close()]);
      await storage.close();
    },
  },
];

function onFresh(name: string, check: (storage: StorageAdapter) => Promise<void>): ContractCase {
  return {
    name,
    async run(harness) {
      const storage = await harness.create();
      try {
        await check(storage);
      } finally {
        await storage.close();
      }
    },
  };
}

/** `before` returns what must hold in the storage after it was closed and opened again. */
function acrossReopen(
  name: string,
  before: (storage: StorageAdapter) => Promise<(again: StorageAdapter) => Promise<void>>,
): ContractCase {
  return {
    name: `after reopening, ${name}`,
    requires: "reopen",
    async run(harness) {
      assert.ok(harness.reopen, "this case needs a harness that can reopen");
      const storage = await harness.create();
      const check = await before(storage);
      const again = await harness.reopen(storage);
      try {
        await check(again);
      } finally {
        await again.close();
      }
    },
  };
}

const PROGRESS = {
  total: 4,
  done: 2,
  ok: 1,
  failed: 1,
  percent: 50,
  rows: 7,
  files: 1,
  current: "bees",
  startedAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:05.000Z",
};

const ARTICLE: Article = { keywords: ["bees", "honey"], sentences: ["Bees make honey.", "They dance."] };

const ODD_TEXTS: readonly string[] = [
  "\u{1f41d}\u{1f468}\u200d\u{1f33e}",
  "e\u0301",
  "\u00e9",
  "\u05d3\u05d1\u05d5\u05e8\u05d4 \u202eabc",
  `"double" 'single' \`back\``,
  "'; DROP TABLE task; --",
  "%",
  "_",
  "*",
  "?",
  "..",
  ".",
  "../../etc/hosts",
  "a/b",
  "a\\b",
  "a.b.$c",
  "$where",
  "toString",
  "hasOwnProperty",
  "constructor",
  "__proto__",
  "null",
  "0",
  "-1",
  "1e3",
  " ",
  " a ",
  "A",
  "a",
  "a\nb\r\n\tc",
  "\u0001\u007f\u0085\u2028\ufeff",
  "NUL",
  "[1]",
  '{"a":1}',
  "x".repeat(10_240),
];

/** Values that are no text, no values, other paths and several clauses among them. */
const HINTS: readonly TaskHint[] = [
  ...(["_id", "type", "status", "group", "name", "data.jobName"] as const).flatMap((path): TaskHint[] => {
    const values = path === "_id" ? ["task-7", "task-8"] : [...new Set(variety().map((task) => textAt(task, path)))];
    return [
      ...values.map((value) => where(path, value)),
      where(path, ...values),
      where(path, ...values.slice(0, 2), "not there", values[0] ?? ""),
      where(path, "not there"),
      where(path, 1, null, true, ["draft"], { a: "draft" }),
      where(path, 1, ...values.slice(0, 1)),
      where(path),
    ];
  }),
  where("data.size", 3),
  where("data.size", "3", 4),
  where("data.list.0", "first"),
  where("data.missing", null),
  where("createdAt", variety()[0]?.createdAt ?? ""),
  where("revision", 1),
  where("constructor", "draft"),
  where("", "draft"),
  [...where("status", "draft"), ...where("type", "article creator")],
  [
    ...where("status", "draft", "failed"),
    ...where("type", "article creator", "web scraper"),
    ...where("group", "a", "b"),
  ],
  [...where("status", "draft"), ...where("data.size", 3), ...where("group", "")],
  [...where("status", "draft"), ...where("status", "draft", "failed")],
  [...where("status", "draft"), ...where("status", "failed")],
  [...where("name", "Task 1"), ...where("data.jobName", "Task 1", "Task 2")],
  [...where("_id", "task-1", "task-2"), ...where("status", "draft")],
  [...where("status", "draft"), ...where("type")],
];

function where(path: string, ...values: Json[]): TaskHint {
  return [{ path, values }];
}

function taskNumber(number: number, changes: Partial<Task> = {}): Task {
  return {
    _id: `task-${number}`,
    group: "",
    name: `Task ${number}`,
    type: "article creator",
    status: "draft",
    data: { jobName: changes.name ?? `Task ${number}` },
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    revision: 1,
    ...changes,
  };
}

/** Tasks of every status, some types, groups and sizes, and with names that repeat. */
function variety(): Task[] {
  const types = ["article creator", "web scraper", "post uploader"];
  const groups = ["", "a", "b", "constructor"];
  return upTo(60).map((number) => {
    const name = `Task ${number % 5}`;
    return taskNumber(number, {
      name,
      type: types[number % types.length] ?? "",
      status: TASK_STATUSES[number % TASK_STATUSES.length] ?? "draft",
      group: groups[number % groups.length] ?? "",
      data: { jobName: name, size: number % 6, list: [number % 2 === 0 ? "first" : "other"] },
    });
  });
}

function runOf(taskId: string): Run {
  return {
    _id: taskId.replace("task", "run"),
    taskId,
    status: "waiting",
    origin: "library",
    attempts: 1,
    seed: "seed",
    createdAt: "2026-01-01T00:00:00.000Z",
    revision: 1,
  };
}

/** A stored task and its stored run, which is running. */
async function runUnderWay({ tasks, runs }: StorageAdapter, changes: Partial<Run> = {}, number = 1): Promise<Run> {
  await tasks.insert(taskNumber(number));
  const run: Run = { ...runOf(`task-${number}`), status: "running", ...changes };
  await runs.insert(run);
  return run;
}

function articleOn(keyword: string) {
  return { keyword, article: ARTICLE };
}

function fileOf(path: string, bytes: readonly number[]): StoredFile {
  return {
    path,
    type: "application/octet-stream",
    size: bytes.length,
    sha256: "00ff".repeat(16),
    bytes: new Uint8Array(bytes),
  };
}

function infoOf(file: StoredFile | undefined) {
  assert.ok(file);
  const { bytes, ...info } = file;
  return info;
}

function entryNumber(number: number): LogEntry {
  return { t: `2026-01-01T00:00:${String(number).padStart(2, "0")}.000Z`, level: "info", msg: `Entry ${number}` };
}

function fullOutput(): RunOutput & Required<Pick<RunOutput, "rows" | "files">> {
  return {
    line: { key: "k", line: "bees", state: "done", attempts: 1 },
    articles: [articleOn("bees"), articleOn("hives")],
    rows: [{ number: 1 }, { number: 2, nested: { a: [1] } }],
    files: [fileOf("articles/bees.html", [60, 112, 62])],
    log: [entryNumber(1)],
  };
}

async function holdsNothing({ content }: StorageAdapter, taskId: string): Promise<void> {
  assert.deepEqual(await content.keywords(taskId), []);
  assert.equal(await content.article(taskId, "bees"), undefined);
  assert.deepEqual(await content.rows(taskId), []);
  assert.equal(await content.countRows(taskId), 0);
  assert.deepEqual(await content.files(taskId), []);
  assert.equal(await content.file(taskId, "articles/bees.html"), undefined);
  assert.deepEqual(await content.log(taskId), []);
}

/** What fits is delivered, in creation order, together perhaps with others; summaries and count say the same. */
async function agreesWith(tasks: StorageAdapter["tasks"], hint: TaskHint, stored: readonly Task[]): Promise<void> {
  const about = JSON.stringify(hint).slice(0, 200);
  const delivered = await all(tasks.scan(hint));
  assert.deepEqual(
    delivered.filter((task) => fits(task, hint)),
    stored.filter((task) => fits(task, hint)),
    about,
  );
  const ids = new Set(delivered.map(({ _id }) => _id));
  assert.deepEqual(
    delivered,
    stored.filter(({ _id }) => ids.has(_id)),
    about,
  );
  assert.deepEqual(await all(tasks.summaries(hint)), delivered.map(summaryOf), about);
  assert.equal(await tasks.count(hint), delivered.length, about);
}

function fits(task: Task, hint: TaskHint): boolean {
  return hint.every(({ path, values }) => {
    const text = JSON.stringify(valueAt(task, path));
    return values.some((value) => JSON.stringify(value) === text);
  });
}

function valueAt(task: Task, path: string): unknown {
  const step = (value: unknown, key: string): unknown =>
    typeof value === "object" && value !== null && Object.hasOwn(value, key)
      ? value[key as keyof typeof value]
      : undefined;
  return path.split(".").reduce(step, task);
}

function textAt(task: Task, path: string): string {
  return String(valueAt(task, path));
}

async function pagesFit<T>(
  items: readonly T[],
  read: (page?: { offset?: number; limit?: number }) => Promise<readonly T[]>,
): Promise<void> {
  const { length } = items;
  assert.deepEqual(await read(), items);
  assert.deepEqual(await read({}), items);
  for (const offset of [0, 1, 4, length - 1, length, length + 5]) {
    assert.deepEqual(await read({ offset }), items.slice(offset));
    for (const limit of [0, 1, 3, length, length + 5]) {
      assert.deepEqual(await read({ offset, limit }), items.slice(offset, offset + limit));
    }
  }
  assert.deepEqual(await read({ limit: 2 }), items.slice(0, 2));
}

async function failsWith(code: string, promise: Promise<unknown>): Promise<void> {
  await assert.rejects(promise, (error) => ScriptoriumError.is(error) && error.code === code);
}

async function idsOf(tasks: StorageAdapter["tasks"], hint?: TaskHint): Promise<string[]> {
  return (await all(tasks.scan(hint))).map(({ _id }) => _id);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Writes over every text and number within, as a careless caller might. */
function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return;
  for (const [key, member] of Object.entries(value)) {
    if (typeof member === "object") spoil(member);
    else Reflect.set(value, key, "spoilt");
  }
}
