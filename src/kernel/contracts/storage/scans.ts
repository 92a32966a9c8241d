import assert from "node:assert/strict";
import { TASK_MEMBERS, WHOLE_TASKS } from "../../storage.js";
import type { Task } from "../../task.js";
import { copyOf } from "../../values/json.js";
import { type ContractCase, onFresh } from "./contract-case.js";
import { variety, where } from "./hint-samples.js";
import { MORE, taskNumber } from "./samples.js";
import { all, IDS, idsOf, textsOf, upTo, wholes } from "./support.js";

export const scanCases: readonly ContractCase[] = [
  onFresh("a scan delivers the tasks that are there throughout once, while others come and go", async ({ tasks }) => {
    const total = 1200;
    await Promise.all(upTo(total).map((number) => tasks.insert(taskNumber(number))));
    const order = await idsOf(tasks);
    const lists = [
      () => tasks.scan(IDS),
      () => tasks.scan(IDS, where("status", "draft")),
      () => tasks.scan(IDS, where("status", "draft", "failed")),
      () => tasks.scan(IDS, { path: "name", prefix: "Task" }),
      () => tasks.scan(IDS, { any: [where("type", "article creator"), where("group", "a")] }),
    ];
    for (const [listNumber, list] of lists.entries()) {
      const deleted = new Set<string>();
      const delivered: string[] = [];
      let position = 0;
      for await (const id of list()) {
        delivered.push(id);
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
      for await (const task of tasks.scan(WHOLE_TASKS, hint)) {
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
    for await (const id of tasks.scan(IDS)) {
      assert.ok(id);
      break;
    }
    await tasks.insert(taskNumber(301));
    assert.equal(await tasks.count(), 301);
  }),

  onFresh("a scan delivers what is picked and passes over the rest", async ({ tasks }) => {
    for (const task of variety()) await tasks.insert(task);
    const pick = ({ name, data }: Task) => (data["size"] === 3 ? name : undefined);
    const wanted = variety().map(pick);
    const found = await all(tasks.scan({ reads: ["name", "data"], pick }));
    assert.deepEqual(
      found,
      wanted.filter((name) => name !== undefined),
    );
    const falsy = await all(tasks.scan({ reads: ["_id"], pick: ({ _id }) => (_id === "task-2" ? "" : undefined) }));
    assert.deepEqual(falsy, [""]);
  }),

  onFresh("every member that is read is there, whichever others are", async ({ tasks }) => {
    const stored = [
      taskNumber(1, { ...MORE, error: { code: "blocked", message: "Refused. Try later." } }),
      taskNumber(2),
    ];
    for (const task of stored) await tasks.insert(task);
    for (const member of TASK_MEMBERS) {
      for (const hint of [undefined, where("status", "draft"), where("data.jobName", "Task 1", "Task 2")]) {
        const found = await all(
          tasks.scan({ reads: [member], pick: (task) => ({ value: copyOf(task[member]) }) }, hint),
        );
        assert.deepEqual(
          found.map(({ value }) => value),
          stored.map((task) => task[member]),
          member,
        );
      }
    }
  }),

  onFresh("what picking throws ends the scan, and the storage goes on", async ({ tasks }) => {
    for (const task of variety()) await tasks.insert(task);
    const problem = new Error("enough");
    let picked = 0;
    const pick = () => {
      picked += 1;
      if (picked === 3) throw problem;
      return true;
    };
    await assert.rejects(all(tasks.scan({ reads: ["_id"], pick })), (error) => error === problem);
    assert.equal(picked, 3);
    assert.equal((await idsOf(tasks)).length, variety().length);
  }),

  onFresh("other work goes on during a scan that passes over every task", async ({ tasks }) => {
    await Promise.all(upTo(400).map((number) => tasks.insert(taskNumber(number))));
    let turns = 0;
    let over = false;
    const ticking = (async () => {
      while (!over) {
        await new Promise((resolve) => setImmediate(resolve));
        turns += 1;
      }
    })();
    const slow = () => {
      const end = performance.now() + 0.5;
      while (performance.now() < end);
      return undefined;
    };
    await all(tasks.scan({ reads: ["_id"], pick: slow }));
    over = true;
    await ticking;
    assert.ok(turns >= 4, `${turns} turns of others in some 200 milliseconds`);
  }),

  onFresh("encrypted values come with the task itself, and with no scan", async ({ tasks }) => {
    const task = taskNumber(1, { sealed: { "/password": "cipher", "/blogs/0/key": "text" } });
    await tasks.insert(task);
    assert.deepEqual(await tasks.get("task-1"), task);
    const { sealed, ...shown } = task;
    assert.deepEqual(await wholes(tasks), [shown]);
    const leak = await all(
      tasks.scan({ reads: TASK_MEMBERS, pick: (one) => Object.hasOwn(one, "sealed") || undefined }),
    );
    assert.deepEqual(leak, []);
    const moved = { ...task, revision: 2, sealed: { "/password": "other" } };
    assert.equal(await tasks.replace(moved), true);
    assert.deepEqual(await tasks.get("task-1"), moved);
    assert.equal(await tasks.replace(taskNumber(1, { revision: 3 })), true);
    assert.deepEqual(await tasks.get("task-1"), taskNumber(1, { revision: 3 }));
  }),

  onFresh("texts are the tasks of a scan as JSON, where a storage offers them", async ({ tasks }) => {
    const stored = [
      ...variety(),
      taskNumber(100, { ...MORE, sealed: { "/password": "cipher" } }),
      taskNumber(101, {
        data: { jobName: "Task 101", odd: '\u2028 "quoted" \u{1f41d} \\ \n', "a.b": { $c: -1.5e-7 } },
      }),
    ];
    for (const task of stored) await tasks.insert(task);
    const judge = { reads: ["data"], pick: ({ data }: Task) => data["size"] === 3 || undefined } as const;
    for (const hint of [undefined, where("status", "draft"), { path: "name", prefix: "Task 1" }]) {
      const texts = await textsOf(tasks, undefined, hint);
      if (texts === undefined) return;
      assert.deepEqual(
        texts.map((text) => JSON.parse(text)),
        await wholes(tasks, hint),
      );
      const judged = (await textsOf(tasks, judge, hint)) ?? [];
      assert.deepEqual(
        judged.map((text) => JSON.parse(text)),
        (await wholes(tasks, hint)).filter(({ data }) => data["size"] === 3),
      );
    }
    assert.equal(JSON.stringify(await all(tasks.scan(WHOLE_TASKS))).includes("cipher"), false);
    assert.equal((await all(tasks.scan(IDS))).length, stored.length);
  }),
];
