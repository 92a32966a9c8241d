import assert from "node:assert/strict";
import type { ListForm, ListPart, StorageAdapter, TaskHint } from "../../storage.js";
import type { Task } from "../../task.js";
import { type ContractCase, onFresh } from "./contract-case.js";
import { both, where } from "./hint-samples.js";
import { articleOn, ODD_TEXTS, runOf, taskNumber } from "./samples.js";
import { all, claimedRun, upTo } from "./support.js";

const FORM = {
  Keywords: "keywords",
  'a "name"': "name",
  'it\'s "fixed"\n': { text: "O'Neill\n\"" },
  id: "_id",
} as const;
const EVERY = { group: "group", name: "name", type: "type", status: "status", id: "_id" } as const;

export const listCases: readonly ContractCase[] = [
  onFresh("a list holds exactly the tasks of its hint, where a storage offers lists", async (storage) => {
    const { tasks } = storage;
    if (tasks.listed === undefined) return;
    assert.deepEqual(elementsOf(await all(tasks.listed(EVERY))), []);
    const stored = upTo(6000).map((number) =>
      taskNumber(number, {
        name: number % 2 === 0 ? '"quoted"' : `${number} ${ODD_TEXTS[number % ODD_TEXTS.length]}`,
        group: ODD_TEXTS[number % 7]!,
        type: number % 3 === 0 ? "rss scraper" : "article creator",
        status: number > 5000 ? "failed" : "draft",
      }),
    );
    await inserted(storage, stored);
    await tasks.delete("task-17");
    const left = stored.filter(({ _id }) => _id !== "task-17");
    for (const [hint, fits] of [
      [undefined, () => true],
      [where("type", "article creator"), ({ type }) => type === "article creator"],
      [where("status", "failed"), ({ status }) => status === "failed"],
      [where("name", '"quoted"'), ({ name }) => name === '"quoted"'],
      [where("_id", "task-17"), () => false],
      [where("_id", "task-18"), ({ _id }) => _id === "task-18"],
      [where("group", "none"), () => false],
      [
        both(where("status", "draft"), where("group", ODD_TEXTS[3]!)),
        ({ status, group }) => status === "draft" && group === ODD_TEXTS[3],
      ],
    ] as readonly (readonly [TaskHint | undefined, (task: Task) => boolean])[]) {
      const parts: readonly ListPart[] = await all(tasks.listed(EVERY, hint));
      assert.ok(parts.every(({ several }) => several.length === 0));
      assert.deepEqual(
        elementsOf(parts),
        left.filter(fits).map(({ group, name, type, status, _id }) => ({ group, name, type, status, id: _id })),
      );
    }
    for await (const part of tasks.listed(EVERY)) {
      assert.ok(elementsOf([part]).length < left.length);
      break;
    }
  }),

  onFresh("a list shows the keyword of a task that has one, and names those that have several", async (storage) => {
    const { tasks, runs } = storage;
    if (tasks.listed === undefined) return;
    const keywords = [[], ["bees"], ['"a","b"'], ["zebras", "ants"], [], upTo(300).map(String), ['","'], ["last"]];
    await inserted(
      storage,
      keywords.map((_own, number) =>
        taskNumber(number, { status: number === 4 ? "draft" : "running", name: "O'Hara" }),
      ),
    );
    for (const [number, own] of keywords.entries()) {
      const run = await claimedRun(storage, { ...runOf(`task-${number}`), _id: `run-${number}` });
      await runs.write(run._id, { articles: own.map(articleOn) }, run.fence);
    }
    const parts = await all(tasks.listed(FORM));
    const several = ["task-3", "task-5"];
    assert.deepEqual(
      parts.flatMap((part) => part.several),
      several,
    );
    const elements = elementsOf(parts);
    assert.deepEqual(Object.keys(elements[0] ?? {}), Object.keys(FORM));
    for (const [number, own] of keywords.entries()) {
      const { Keywords, ...others } = elements[number]!;
      assert.deepEqual(others, { 'a "name"': "O'Hara", 'it\'s "fixed"\n': "O'Neill\n\"", id: `task-${number}` });
      if (!several.includes(`task-${number}`)) assert.deepEqual(Keywords, own);
    }
  }),
];

async function inserted({ tasks }: StorageAdapter, list: readonly Task[]): Promise<void> {
  if (tasks.insertAll !== undefined) return tasks.insertAll(list);
  for (const task of list) await tasks.insert(task);
}

function elementsOf(parts: readonly ListPart[]): Record<keyof ListForm, unknown>[] {
  const texts = parts.map(({ json }) => (typeof json === "string" ? json : new TextDecoder().decode(json)));
  return texts.flatMap((text) => JSON.parse(`[${text}]`));
}
