import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, describe, it } from "vitest";
import { fits } from "../../src/kernel/contracts/storage/hint-samples.js";
import { ScriptoriumError } from "../../src/kernel/errors.js";
import {
  type Account,
  type Delivery,
  type Effect,
  type HintValue,
  type LogLevel,
  type Run,
  type RunStatus,
  type StorageAdapter,
  TASK_MEMBERS,
  type TaskHint,
  type TaskWithRuns,
  WHOLE_TASKS,
} from "../../src/kernel/storage.js";
import { TASK_STATUSES, type Task, type TaskStatus } from "../../src/kernel/task.js";
import { copyOf } from "../../src/kernel/values/json.js";
import { sha256Of } from "../../src/storage/intact-file.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { anyCharacter } from "../any-character.js";
import type { DurableStorage } from "./storages.js";

/** Longer than a sequence of calls takes: no run lapses in the middle of one. */
const LONG_MS = 600_000;

/** One call on a storage; its answer is all that a caller can learn. */
type Operation = (storage: StorageAdapter) => Promise<unknown>;

export function testStorageAgreement(storages: readonly DurableStorage[]): void {
  describe.each(storages)("$name", ({ harness, cases, end }) => {
    afterAll(end);

    it("gives the same answers as memory to any sequence of calls", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(operation(), { minLength: 10, maxLength: 60 }), async (operations) => {
          const memory = memoryStorage();
          await memory.open();
          let storage = await harness.create();
          try {
            for (const { call } of operations) {
              assert.deepEqual(await answerOf(call, storage), await answerOf(call, memory));
            }
            const expected = await everything(memory);
            assert.deepEqual(await everything(storage), expected);
            storage = await harness.reopen(storage);
            assert.deepEqual(await everything(storage), expected);
          } finally {
            await storage.close();
          }
        }),
        { numRuns: cases, seed: 8008 },
      );
    });
  });
}

/** Few ids and values, so that the calls meet. */
function operation(): fc.Arbitrary<{ readonly call: Operation; toString(): string }> {
  const id = fc.constantFrom("a", "b", "c", "__proto__", "\u{1f41d}");
  const runId = fc.constantFrom("run a", "run b", "toString");
  const revision = fc.integer({ min: 1, max: 4 });
  const word = fc.oneof(fc.constantFrom("", "x", "X", "constructor", "\uffee", "\u{1f41d}"), wellFormed());
  const key = word.filter((text) => text !== "__proto__" && text !== "");
  const page = fc.record({ offset: fc.nat(4), limit: fc.nat(4) }, { requiredKeys: [] });
  const json = fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }).map((value) => JSON.parse(JSON.stringify(value)));
  const object = fc.dictionary(key, json, { maxKeys: 3, noNullPrototype: true });

  const sealed = fc.option(
    fc.dictionary(
      word.filter((text) => text !== "__proto__"),
      word,
      { maxKeys: 2, noNullPrototype: true },
    ),
    { nil: undefined },
  );

  const task = fc
    .record({
      id,
      revision,
      group: word,
      name: word,
      type: word,
      status: fc.constantFrom<TaskStatus>(...TASK_STATUSES),
      data: object,
      sealed,
    })
    .map(({ id: _id, name, data, sealed, ...rest }): Task => {
      const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" };
      return { _id, name, data: { ...data, jobName: name }, ...rest, ...times, ...(sealed ? { sealed } : {}) };
    });
  const run = fc
    .record({
      _id: runId,
      taskId: id,
      revision,
      status: fc.constantFrom<RunStatus>("waiting", "running", "complete"),
      data: object,
      fence: fc.option(revision, { nil: undefined }),
    })
    .map(
      ({ fence, ...record }): Run => ({
        ...record,
        ...(fence === undefined ? {} : { fence }),
        origin: "library",
        attempts: 1,
        seed: "s",
        createdAt: "2026-01-01T00:00:00.000Z",
      }),
    );
  const path = fc.constantFrom("_id", "type", "status", "group", "name", "data.jobName", "data.x", "data.x.x");
  const bound = fc.oneof(word, id, fc.constantFrom("m", "\ud7ff"));
  const value: fc.Arbitrary<HintValue> = fc.oneof(bound, fc.constantFrom(...TASK_STATUSES), fc.constantFrom(1, true));
  const { hint } = fc.letrec<{ hint: TaskHint }>((tie) => ({
    hint: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.record({ path, values: fc.array(value, { maxLength: 4 }) }),
      fc.record({ path, prefix: bound }),
      fc.record({
        path,
        range: fc.oneof(fc.record({ gt: bound }), fc.record({ lte: bound }), fc.record({ gte: bound, lt: bound })),
      }),
      fc.record({ all: fc.array(tie("hint"), { maxLength: 3 }) }),
      fc.record({ any: fc.array(tie("hint"), { maxLength: 3 }) }),
    ),
  }));
  const account = fc
    .record({ _id: id, kind: fc.constantFrom("blog", "mail"), name: word, revision, settings: object })
    .map((record): Account => {
      const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" };
      return { ...record, ...times, sealed: { "/password": "cipher" } };
    });
  const level = fc.constantFrom<LogLevel>("debug", "info", "warn", "error");
  const entry = fc.record({ t: fc.constant("2026-01-01T00:00:00.000Z"), level, msg: word });
  const logPage = fc.record(
    { offset: fc.nat(2), limit: fc.nat(4), after: fc.nat(6), levels: fc.array(level, { maxLength: 3 }) },
    { requiredKeys: [] },
  );
  const effect = fc.record({
    key: word,
    what: word,
    state: fc.constantFrom<Effect["state"]>("intent", "done", "uncertain"),
    at: word,
    result: object,
  });
  const time = fc.integer({ min: 1, max: 9 }).map((day) => `2026-01-0${day}T00:00:00.000Z`);
  const delivery = fc
    .record({
      _id: id,
      webhookId: word,
      state: fc.constantFrom<Delivery["state"]>("waiting", "delivered", "failed"),
      body: word,
      attempts: fc.nat(3),
      revision,
      time,
    })
    .map(
      ({ time, ...record }): Delivery => ({
        ...record,
        event: "task.complete",
        createdAt: "2026-01-01T00:00:00.000Z",
        ...(record.state === "waiting" ? { dueAt: time } : { finishedAt: time }),
      }),
    );
  const file = fc.record({ path: word, bytes: fc.uint8Array({ maxLength: 8 }) }).map(({ path, bytes }) => {
    return { path, type: "text/plain", size: bytes.length, sha256: sha256Of(bytes), bytes };
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
      effects: fc.array(effect, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  );

  const lines = word.map((text) => ({ key: text, line: text, state: "done" as const, attempts: 1 }));
  const runWithOutput = fc.record({
    run: run.map(({ fence: _fence, ...rest }): Run => ({ ...rest, status: "complete" })),
    lines: fc.array(lines, { maxLength: 3 }),
    effects: fc.array(effect, { maxLength: 3 }),
    rows: fc.array(object, { maxLength: 3 }),
  });
  const taskWithRuns = fc
    .record({
      task,
      runs: fc.uniqueArray(runWithOutput, { maxLength: 2, selector: ({ run: { _id } }) => _id }),
      articles: output.map(({ articles = [] }) => articles),
      files: output.map(({ files = [] }) => files),
      log: fc.array(entry, { maxLength: 3 }),
    })
    .map(({ runs, ...whole }): TaskWithRuns => {
      const own = runs.map(({ run, ...rest }) => ({ run: { ...run, taskId: whole.task._id }, ...rest }));
      return { ...whole, runs: own };
    });

  return fc.oneof(
    weighted(3, "insert with runs", fc.array(taskWithRuns, { maxLength: 2 }), insertWithRuns),
    weighted(4, "insert", task, ({ tasks }, value) => tasks.insert(value)),
    weighted(3, "replace", task, ({ tasks }, value) => tasks.replace(value)),
    weighted(1, "delete", id, ({ tasks }, value) => tasks.delete(value)),
    weighted(1, "get", id, ({ tasks }, value) => tasks.get(value)),
    weighted(3, "scan", hint, ({ tasks }, value) => all(tasks.scan(fitting(value), value))),
    weighted(1, "count", fc.constant(undefined), ({ tasks }) => tasks.count()),
    weighted(1, "groups", fc.constant(undefined), ({ tasks }) => tasks.groups()),
    weighted(3, "insert run", run, ({ runs }, value) => runs.insert(value)),
    weighted(2, "replace run", run, ({ runs }, value) => runs.replace(value)),
    weighted(3, "claim run", run, ({ runs }, value) =>
      runs.claim({ ...value, status: "running", fence: value.revision }, LONG_MS),
    ),
    weighted(1, "renew run", fc.tuple(runId, revision), ({ runs }, value) => runs.renew(...value, LONG_MS)),
    weighted(1, "delete run", runId, ({ runs }, value) => runs.delete(value)),
    weighted(1, "runs", fc.tuple(id, page), async ({ runs }, [taskId, paging]) => [
      await all(runs.of(taskId, paging)),
      await runs.count(taskId),
    ]),
    weighted(6, "write", fc.tuple(runId, output, revision), ({ runs }, value) => runs.write(...value)),
    weighted(1, "effect", fc.tuple(runId, word), ({ runs }, value) => runs.effect(...value)),
    weighted(1, "log", fc.tuple(runId, fc.array(entry)), ({ runs }, value) => runs.log(...value)),
    weighted(2, "log page", fc.tuple(id, logPage), ({ content }, value) => all(content.log(...value))),
    weighted(1, "trim log", fc.tuple(id, fc.nat(300)), ({ runs }, value) => runs.trimLog(...value)),
    weighted(2, "rows", fc.tuple(id, fc.option(runId, { nil: undefined }), page), ({ content }, [taskId, of, paging]) =>
      all(content.rows(taskId, of === undefined ? paging : { ...paging, runId: of })),
    ),
    weighted(1, "article", fc.tuple(id, word), ({ content }, value) => content.article(...value)),
    weighted(2, "insert account", account, ({ accounts }, value) => accounts.insert(value)),
    weighted(2, "replace account", account, ({ accounts }, value) => accounts.replace(value)),
    weighted(1, "delete account", id, ({ accounts }, value) => accounts.delete(value)),
    weighted(3, "insert delivery", delivery, ({ deliveries }, value) => deliveries.insert(value)),
    weighted(2, "replace delivery", delivery, ({ deliveries }, value) => deliveries.replace(value)),
    weighted(1, "delete delivery", id, ({ deliveries }, value) => deliveries.delete(value)),
    weighted(1, "due", fc.tuple(time, fc.nat(4)), ({ deliveries }, value) => all(deliveries.due(...value))),
    weighted(1, "clear", time, ({ deliveries }, value) => deliveries.clear(value)),
  );
}

/** The same step by step where it is not offered. Which id is named of several that are taken is open. */
async function insertWithRuns(storage: StorageAdapter, given: readonly TaskWithRuns[]): Promise<unknown> {
  const { tasks, runs } = storage;
  if (tasks.insertWithRuns !== undefined) {
    return tasks.insertWithRuns(given).catch((error: ScriptoriumError) => ({ refused: error.code }));
  }
  const taskIds = given.map(({ task }) => task._id);
  const runIds = given.flatMap((one) => one.runs.map(({ run }) => run._id));
  const isTaken = async (ids: readonly string[], { get }: { get(id: string): Promise<unknown> }) =>
    new Set(ids).size < ids.length || (await Promise.all(ids.map((id) => get(id)))).some((one) => one !== undefined);
  if ((await isTaken(taskIds, tasks)) || (await isTaken(runIds, runs))) return { refused: "STORAGE_FAILED" };
  for (const { task, runs: own, ...content } of given) {
    await tasks.insert(task);
    for (const { run, lines, ...output } of own) {
      await runs.insert({ ...run, status: "running", fence: 7, revision: run.revision - 1 });
      for (const line of lines) await runs.write(run._id, { line }, 7);
      await runs.write(run._id, output, 7);
      await runs.replace(run);
    }
    const carrier: Run = { _id: "carrier", taskId: task._id, status: "running", fence: 7, ...CARRIER };
    await runs.insert(carrier);
    await runs.write("carrier", content, 7);
    await runs.delete("carrier");
  }
  return undefined;
}

const CARRIER = {
  origin: "import",
  attempts: 1,
  seed: "s",
  createdAt: "2026-01-01T00:00:00.000Z",
  revision: 1,
} as const;

/** Scans may deliver more than fits a hint, and not every storage the same. */
function fitting(hint: TaskHint) {
  return { reads: TASK_MEMBERS, pick: (task: Task) => (fits(task, hint) ? copyOf(task) : undefined) };
}

function weighted<T>(
  weight: number,
  name: string,
  values: fc.Arbitrary<T>,
  call: (storage: StorageAdapter, value: T) => Promise<unknown>,
) {
  // The text is what fast-check shows of a failing sequence.
  const arbitrary = values.map((value) => ({
    call: (storage: StorageAdapter) => call(storage, value),
    toString: () => `${name} ${fc.stringify(value)}`,
  }));
  return { weight, arbitrary };
}

/** Text that every storage can keep: see `jsonProblem`. */
function wellFormed(): fc.Arbitrary<string> {
  return fc.string({ unit: anyCharacter, maxLength: 6 }).filter((text) => !text.includes("\0") && text.isWellFormed());
}

async function answerOf(call: Operation, storage: StorageAdapter): Promise<unknown> {
  try {
    return await call(storage);
  } catch (error) {
    if (!ScriptoriumError.is(error)) throw error;
    return { refused: error.code, because: error.message };
  }
}

async function everything({ tasks, content, runs, accounts, deliveries }: StorageAdapter): Promise<unknown> {
  const stored = await all(tasks.scan(WHOLE_TASKS));
  const contents = await Promise.all(
    stored.map(async ({ _id }) => {
      const keywords = await all(content.keywords(_id));
      const files = await all(content.files(_id));
      return {
        task: await tasks.get(_id),
        keywords,
        articles: await Promise.all(keywords.map((keyword) => content.article(_id, keyword))),
        rows: await all(content.rows(_id)),
        rowCount: await content.countRows(_id),
        files,
        bytes: await Promise.all(files.map(async ({ path }) => (await content.file(_id, path))?.bytes)),
        log: await all(content.log(_id)),
        runs: await all(runs.of(_id)),
      };
    }),
  );
  const ofRuns = ["run a", "run b", "toString"].map(async (id) => [
    await runs.get(id),
    await all(runs.lines(id)),
    await all(runs.effects(id)),
  ]);
  return {
    stored,
    contents,
    runs: await Promise.all(ofRuns),
    accounts: await all(accounts.list()),
    deliveries: await all(deliveries.list()),
    failed: await all(deliveries.list({ state: "failed" })),
  };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
