import assert from "node:assert/strict";
import fc from "fast-check";
import { it } from "vitest";
import { ScriptoriumError } from "../../src/kernel/errors.js";
import type { Run, RunStatus, StorageAdapter, TaskHint } from "../../src/kernel/storage.js";
import { TASK_STATUSES, type Task, type TaskStatus } from "../../src/kernel/task.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";

/** One call on a storage; its answer is all that a caller can learn. */
type Operation = (storage: StorageAdapter) => Promise<unknown>;

it("any sequence of calls gets the same answers from memory and from sqlite", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation(), { minLength: 10, maxLength: 60 }), async (operations) => {
      const memory = memoryStorage();
      const sqlite = sqliteStorage({ path: ":memory:" });
      await memory.open();
      await sqlite.open();
      try {
        for (const { call } of operations) assert.deepEqual(await answerOf(call, sqlite), await answerOf(call, memory));
        assert.deepEqual(await everything(sqlite), await everything(memory));
      } finally {
        await sqlite.close();
      }
    }),
    { numRuns: 200, seed: 8008 },
  );
});

/** Few ids and values, so that the calls meet; the text is what fast-check shows of a failing sequence. */
function operation(): fc.Arbitrary<{ readonly call: Operation; toString(): string }> {
  const id = fc.constantFrom("a", "b", "c", "__proto__", "\u{1f41d}");
  const runId = fc.constantFrom("run a", "run b", "toString");
  const revision = fc.integer({ min: 1, max: 4 });
  const word = fc.oneof(fc.constantFrom("", "x", "X", "constructor", "\uffee", "\u{1f41d}"), wellFormed());
  const key = word.filter((text) => text !== "__proto__" && text !== "");
  const page = fc.record({ offset: fc.nat(4), limit: fc.nat(4) }, { requiredKeys: [] });
  const json = fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }).map((value) => JSON.parse(JSON.stringify(value)));
  const object = fc.dictionary(key, json, { maxKeys: 3, noNullPrototype: true });

  const task = fc
    .record({
      id,
      revision,
      group: word,
      name: word,
      type: word,
      status: fc.constantFrom<TaskStatus>(...TASK_STATUSES),
      data: object,
    })
    .map(({ id: _id, name, data, ...rest }): Task => {
      const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" };
      return { _id, name, data: { ...data, jobName: name }, ...rest, ...times };
    });
  const run = fc
    .record({
      _id: runId,
      taskId: id,
      revision,
      status: fc.constantFrom<RunStatus>("waiting", "running", "complete"),
      data: object,
    })
    .map(
      (record): Run => ({
        ...record,
        origin: "library",
        attempts: 1,
        seed: "s",
        createdAt: "2026-01-01T00:00:00.000Z",
      }),
    );
  const hint: fc.Arbitrary<TaskHint> = fc.array(
    fc.record({
      path: fc.constantFrom("_id", "type", "status", "group", "name", "data.jobName", "data.x"),
      values: fc.array(fc.oneof(word, id, fc.constantFrom(...TASK_STATUSES), fc.constantFrom(1, null)), {
        maxLength: 4,
      }),
    }),
    { maxLength: 3 },
  );
  const entry = word.map((msg) => ({ t: "2026-01-01T00:00:00.000Z", level: "info" as const, msg }));
  const file = fc.record({ path: word, bytes: fc.uint8Array({ maxLength: 8 }) }).map(({ path, bytes }) => {
    return { path, type: "text/plain", size: bytes.length, sha256: "00", bytes };
  });
  const output = fc.record(
    {
      line: word.map((text) => ({ key: text, line: text, state: "done" as const, attempts: 1 })),
      articles: fc.array(
        fc.record({ keyword: word, article: fc.record({ keywords: fc.array(word), sentences: fc.array(word) }) }),
        {
          maxLength: 3,
        },
      ),
      rows: fc.array(object, { maxLength: 3 }),
      files: fc.array(file, { maxLength: 3 }),
      log: fc.array(entry, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  );

  return fc.oneof(
    {
      weight: 4,
      arbitrary: step(
        "insert",
        task,
        (value) =>
          ({ tasks }) =>
            tasks.insert(value),
      ),
    },
    {
      weight: 3,
      arbitrary: step(
        "replace",
        task,
        (value) =>
          ({ tasks }) =>
            tasks.replace(value),
      ),
    },
    {
      weight: 1,
      arbitrary: step(
        "delete",
        id,
        (value) =>
          ({ tasks }) =>
            tasks.delete(value),
      ),
    },
    {
      weight: 2,
      arbitrary: step(
        "scan",
        hint,
        (value) =>
          ({ tasks }) =>
            all(tasks.scan(value)),
      ),
    },
    {
      weight: 1,
      arbitrary: step(
        "summaries",
        hint,
        (value) =>
          ({ tasks }) =>
            all(tasks.summaries(value)),
      ),
    },
    {
      weight: 1,
      arbitrary: step(
        "count",
        hint,
        (value) =>
          ({ tasks }) =>
            tasks.count(value),
      ),
    },
    {
      weight: 1,
      arbitrary: step(
        "groups",
        fc.constant(undefined),
        () =>
          ({ tasks }) =>
            tasks.groups(),
      ),
    },
    {
      weight: 3,
      arbitrary: step(
        "insert run",
        run,
        (value) =>
          ({ runs }) =>
            runs.insert(value),
      ),
    },
    {
      weight: 2,
      arbitrary: step(
        "replace run",
        run,
        (value) =>
          ({ runs }) =>
            runs.replace(value),
      ),
    },
    {
      weight: 4,
      arbitrary: step(
        "write",
        fc.tuple(runId, output),
        (value) =>
          ({ runs }) =>
            runs.write(...value),
      ),
    },
    {
      weight: 1,
      arbitrary: step(
        "log",
        fc.tuple(runId, fc.array(entry)),
        (value) =>
          ({ runs }) =>
            runs.log(...value),
      ),
    },
    {
      weight: 2,
      arbitrary: step(
        "rows",
        fc.tuple(id, fc.option(runId, { nil: undefined }), page),
        ([taskId, of, paging]) =>
          ({ content }) =>
            content.rows(taskId, of === undefined ? paging : { ...paging, runId: of }),
      ),
    },
    {
      weight: 1,
      arbitrary: step(
        "article",
        fc.tuple(id, word),
        (value) =>
          ({ content }) =>
            content.article(...value),
      ),
    },
  );
}

function step<T>(name: string, values: fc.Arbitrary<T>, call: (value: T) => Operation) {
  return values.map((value) => ({ call: call(value), toString: () => `${name} ${fc.stringify(value)}` }));
}

/** Text that every storage can keep: see `jsonTrouble`. */
function wellFormed(): fc.Arbitrary<string> {
  return fc.string({ unit: "binary", maxLength: 6 }).filter((text) => !text.includes("\0") && text.isWellFormed());
}

async function answerOf(call: Operation, storage: StorageAdapter): Promise<unknown> {
  try {
    return await call(storage);
  } catch (error) {
    if (!ScriptoriumError.is(error)) throw error;
    return { refused: error.code, because: error.message };
  }
}

async function everything({ tasks, content, runs }: StorageAdapter): Promise<unknown> {
  const stored = await all(tasks.scan());
  const contents = await Promise.all(
    stored.map(async ({ _id }) => {
      const keywords = await content.keywords(_id);
      const files = await content.files(_id);
      return {
        task: await tasks.get(_id),
        keywords,
        articles: await Promise.all(keywords.map((keyword) => content.article(_id, keyword))),
        rows: await content.rows(_id),
        rowCount: await content.countRows(_id),
        files,
        bytes: await Promise.all(files.map(async ({ path }) => (await content.file(_id, path))?.bytes)),
        log: await content.log(_id),
      };
    }),
  );
  const ofRuns = ["run a", "run b", "toString"].map(async (id) => [await runs.get(id), await runs.lines(id)]);
  return { stored, contents, runs: await Promise.all(ofRuns) };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
