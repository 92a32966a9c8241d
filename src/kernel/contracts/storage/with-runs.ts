import assert from "node:assert/strict";
import type { StorageAdapter, TaskWithRuns } from "../../storage.js";
import { acrossReopen, type ContractCase, onFresh } from "./contract-case.js";
import { ARTICLE, articleOn, effectOn, entryNumber, fileOf, numbered, runOf, taskNumber } from "./samples.js";
import { all, claimedRun, failsWith, holdsNothing, idsOf, spoil, wholes } from "./support.js";

/** Tasks that are inserted together with all that belongs to them, by the storages that offer it. */
export const withRunsCases: readonly ContractCase[] = [
  onFresh("tasks that are inserted with all that belongs to them are stored in their order", async (storage) => {
    if (storage.tasks.insertWithRuns === undefined) return;
    const tasks = [withRuns(3), bare(1), withContent(2)];
    await storage.tasks.insertWithRuns(tasks);
    await storage.tasks.insertWithRuns([]);
    assert.deepEqual(
      await wholes(storage.tasks),
      tasks.map(({ task }) => task),
    );
    assert.deepEqual(await Promise.all(tasks.map(({ task }) => contentOf(storage, task._id))), tasks.map(shown));
    await holdsNothing(storage, "task-1");
    assert.deepEqual(await all(storage.runs.lapsed()), []);
  }),

  onFresh("of tasks that are inserted with their runs none is stored when an id is there already", async (storage) => {
    const { tasks, runs } = storage;
    if (tasks.insertWithRuns === undefined) return;
    await tasks.insertWithRuns([withRuns(1)]);
    const [first] = withRuns(1).runs;
    const refused: readonly TaskWithRuns[][] = [
      [withRuns(2), bare(1), withRuns(3)],
      [withRuns(2), bare(2)],
      [withRuns(2), { ...bare(3), runs: [first!] }],
      [withRuns(2), { ...bare(3), runs: withRuns(2).runs }],
    ];
    for (const list of refused) {
      await failsWith("STORAGE_FAILED", tasks.insertWithRuns(list));
      assert.deepEqual(await idsOf(tasks), ["task-1"]);
      assert.equal(await runs.get("run-2"), undefined);
    }
    assert.deepEqual(await contentOf(storage, "task-1"), shown(withRuns(1)));
    await tasks.insertWithRuns([withRuns(2), bare(3)]);
    assert.deepEqual(await idsOf(tasks), ["task-1", "task-2", "task-3"]);
  }),

  onFresh("of what is inserted twice with a task the last counts, as when it is written", async (storage) => {
    const { tasks, runs, content } = storage;
    if (tasks.insertWithRuns === undefined) return;
    const line = (key: string, attempts: number) => ({ key, line: key, state: "done", attempts }) as const;
    const later = { keywords: ["later"], sentences: [] };
    const [own] = withRuns(1).runs;
    await tasks.insertWithRuns([
      {
        ...bare(1),
        runs: [
          {
            ...own!,
            lines: [line("a", 1), line("b", 1), line("a", 2)],
            effects: [effectOn("a"), effectOn("b"), effectOn("a", { state: "done" })],
          },
        ],
        articles: [articleOn("bees"), articleOn("hives"), { keyword: "bees", article: later }],
        files: [fileOf("a.txt", [1]), fileOf("a.txt", [2, 3])],
      },
    ]);
    assert.deepEqual(await all(runs.lines("run-1")), [line("b", 1), line("a", 2)]);
    assert.deepEqual(await all(runs.effects("run-1")), [effectOn("a", { state: "done" }), effectOn("b")]);
    assert.deepEqual(await all(content.keywords("task-1")), ["bees", "hives"]);
    assert.deepEqual(await content.article("task-1", "bees"), later);
    assert.deepEqual((await content.file("task-1", "a.txt"))?.bytes, new Uint8Array([2, 3]));
  }),

  onFresh("a task that was inserted with its runs is one like any other", async (storage) => {
    const { tasks, runs, content } = storage;
    if (tasks.insertWithRuns === undefined) return;
    const given = structuredClone([withRuns(1), withRuns(2)]);
    const inserting = tasks.insertWithRuns(given);
    spoil(given);
    for (const { files } of given) for (const { bytes } of files) bytes.fill(9);
    await inserting;
    assert.deepEqual(await contentOf(storage, "task-1"), shown(withRuns(1)));

    const run = await claimedRun(storage, { ...runOf("task-1"), _id: "next" });
    assert.equal(await runs.write("next", { rows: [{ more: 1 }], log: [entryNumber(3)] }, run.fence), true);
    const entries = [entryNumber(1), entryNumber(2), entryNumber(3)];
    assert.deepEqual(await all(content.log("task-1")), numbered(entries));
    assert.deepEqual((await all(content.rows("task-1"))).at(-1), { more: 1 });
    const { task } = withRuns(1);
    assert.equal(await tasks.replace({ ...task, group: "moved", revision: task.revision + 1 }), true);
    assert.equal(await runs.delete("run-1"), true);
    assert.deepEqual(await all(runs.lines("run-1")), []);
    assert.equal(await content.countRows("task-1", "run-1"), 0);
    assert.equal(await tasks.delete("task-1"), true);
    await holdsNothing(storage, "task-1");
    assert.equal(await runs.get("run-1-later"), undefined);
    assert.deepEqual(await contentOf(storage, "task-2"), shown(withRuns(2)));
  }),

  acrossReopen("tasks that were inserted with their runs are there again", async (storage) => {
    const tasks = [withRuns(2), bare(1), withContent(3)];
    await storage.tasks.insertWithRuns?.(tasks);
    return async (again) => {
      if (again.tasks.insertWithRuns === undefined) return;
      assert.deepEqual(await idsOf(again.tasks), ["task-2", "task-1", "task-3"]);
      assert.deepEqual(await Promise.all(tasks.map(({ task }) => contentOf(again, task._id))), tasks.map(shown));
      await failsWith("STORAGE_FAILED", again.tasks.insertWithRuns([{ ...bare(4), runs: withRuns(2).runs }]));
    };
  }),
];

function bare(number: number): TaskWithRuns {
  return { task: taskNumber(number), runs: [], articles: [], files: [], log: [] };
}

/** With what runs have left that are gone. */
function withContent(number: number): TaskWithRuns {
  return {
    ...bare(number),
    articles: [articleOn("bees"), articleOn("__proto__")],
    files: [fileOf("a.txt", [0, 255, number]), fileOf("empty.txt", [])],
    log: [entryNumber(1), entryNumber(2)],
  };
}

function withRuns(number: number): TaskWithRuns {
  const run = { ...runOf(`task-${number}`), revision: 3 };
  return {
    ...withContent(number),
    task: taskNumber(number, { status: "complete", runId: run._id, data: { jobName: `Task ${number}`, number } }),
    runs: [
      {
        run: { ...run, status: "complete", data: { number } },
        lines: ["a", "b"].map((key) => ({ key, line: key, state: "done", attempts: number })),
        effects: [effectOn("a"), effectOn("b", { state: "done", result: { number } })],
        rows: [{ number }, { nested: { list: [number, null] } }],
      },
      { run: { ...run, _id: `${run._id}-later`, status: "waiting", fence: 7 }, lines: [], effects: [], rows: [{}] },
    ],
  };
}

/** What `contentOf` answers of it. */
function shown({ task, runs, articles, files, log }: TaskWithRuns) {
  return {
    task,
    runs,
    rows: runs.flatMap(({ rows }) => rows),
    articles: articles.map(({ keyword }) => ({ keyword, article: ARTICLE })),
    files,
    log: numbered(log),
  };
}

async function contentOf({ tasks, runs, content }: StorageAdapter, taskId: string) {
  const ran = await all(runs.of(taskId));
  const [keywords, files] = [await all(content.keywords(taskId)), await all(content.files(taskId))];
  return {
    task: await tasks.get(taskId),
    runs: await Promise.all(
      ran.map(async (run) => ({
        run,
        lines: await all(runs.lines(run._id)),
        effects: await all(runs.effects(run._id)),
        rows: await all(content.rows(taskId, { runId: run._id })),
      })),
    ),
    rows: await all(content.rows(taskId)),
    articles: await Promise.all(
      keywords.map(async (keyword) => ({ keyword, article: await content.article(taskId, keyword) })),
    ),
    files: await Promise.all(files.map(({ path }) => content.file(taskId, path))),
    log: await all(content.log(taskId)),
  };
}
