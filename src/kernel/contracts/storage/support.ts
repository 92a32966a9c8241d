import assert from "node:assert/strict";
import { ScriptoriumError } from "../../errors.js";
import {
  type Run,
  type Selection,
  type StorageAdapter,
  TASK_SUMMARIES,
  type TaskHint,
  WHOLE_TASKS,
} from "../../storage.js";
import type { Task, TaskSummary } from "../../task.js";
import { type ContractCase, onFresh } from "./contract-case.js";
import { runOf, taskNumber } from "./samples.js";

/** On a stored task whose run was claimed. */
export function onRun(name: string, check: (run: ClaimedRun, storage: StorageAdapter) => Promise<void>): ContractCase {
  return onFresh(name, async (storage) => check(await runInProgress(storage), storage));
}

/** How long a run of these cases is held: longer than any of them takes. */
export const LONG_MS = 60_000;

export type ClaimedRun = Run & { readonly fence: number };

/** A stored task and its stored run, which was claimed. */
export async function runInProgress(
  storage: StorageAdapter,
  changes: Partial<Run> = {},
  number = 1,
): Promise<ClaimedRun> {
  await storage.tasks.insert(taskNumber(number));
  return claimedRun(storage, { ...runOf(`task-${number}`), ...changes });
}

/** Stores the run of a stored task and claims it. */
export async function claimedRun({ runs }: StorageAdapter, run: Run, ttlMs = LONG_MS): Promise<ClaimedRun> {
  await runs.insert(run);
  const claimed = claimOf(run);
  assert.equal(await runs.claim(claimed, ttlMs), true);
  return claimed;
}

/** The run as its next claim stores it. */
export function claimOf(run: Run): ClaimedRun {
  const revision = run.revision + 1;
  return { ...run, status: "running", worker: "worker 1", revision, fence: revision };
}

export async function holdsNothing({ content }: StorageAdapter, taskId: string): Promise<void> {
  assert.deepEqual(await all(content.keywords(taskId)), []);
  assert.equal(await content.article(taskId, "bees"), undefined);
  assert.deepEqual(await all(content.rows(taskId)), []);
  assert.equal(await content.countRows(taskId), 0);
  assert.deepEqual(await all(content.files(taskId)), []);
  assert.equal(await content.file(taskId, "articles/bees.html"), undefined);
  assert.deepEqual(await all(content.log(taskId)), []);
}

export async function pagesFit<T>(
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

export async function failsWith(code: string, promise: Promise<unknown>): Promise<void> {
  await assert.rejects(promise, (error) => ScriptoriumError.is(error) && error.code === code);
}

export async function idsOf(tasks: StorageAdapter["tasks"], hint?: TaskHint): Promise<string[]> {
  return all(tasks.scan(IDS, hint));
}

export function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  return Array.fromAsync(items);
}

/** Which of so many attempts at the same moment succeeds; exactly one of them must. */
export async function theOnlyWinner(count: number, attempt: (number: number) => Promise<boolean>): Promise<number> {
  const answers = await Promise.all(upTo(count).map(attempt));
  assert.deepEqual(answers.filter(Boolean), [true]);
  return answers.indexOf(true) + 1;
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Writes over every text and number within, as a careless caller might. */
export function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return;
  for (const [key, member] of Object.entries(value)) {
    if (typeof member === "object") spoil(member);
    else Reflect.set(value, key, "spoilt");
  }
}

export const IDS: Selection<string> = { reads: ["_id"], pick: ({ _id }) => _id };

export function wholes(tasks: StorageAdapter["tasks"], hint?: TaskHint): Promise<Task[]> {
  return all(tasks.scan(WHOLE_TASKS, hint));
}

/** One by one, and several at a time where a storage offers that. */
export async function summaries(tasks: StorageAdapter["tasks"], hint?: TaskHint): Promise<TaskSummary[]> {
  const found = await all(tasks.scan(TASK_SUMMARIES, hint));
  const parts = tasks.parts?.(TASK_SUMMARIES, hint);
  if (parts !== undefined) assert.deepEqual((await all(parts)).flat(), found);
  return found;
}

/** Undefined when the storage offers none. */
export async function textsOf(
  tasks: StorageAdapter["tasks"],
  judge?: Selection<true>,
  hint?: TaskHint,
): Promise<string[] | undefined> {
  const texts = tasks.texts?.(judge, hint);
  return texts === undefined ? undefined : all(texts);
}
