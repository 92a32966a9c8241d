import assert from "node:assert/strict";
import { TASK_MEMBERS, TEXT_MEMBERS, WHOLE_TASKS } from "../../storage.js";
import type { Task } from "../../task.js";
import { copyOf } from "../../values/json.js";
import { type ContractCase, onFresh } from "./contract-case.js";
import { both, fits, variety, where } from "./hint-samples.js";
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
    const selection = { reads: IDS.reads, pick: slow };
    for (const list of [tasks.scan(selection), tasks.parts?.(selection) ?? []]) {
      turns = 0;
      for await (const _nothing of list);
      assert.ok(turns >= 4 || Array.isArray(list), `${turns} turns of others in some 200 milliseconds`);
    }
    over = true;
    await ticking;
  }),

  onFresh("parts deliver what a scan does and end early or with what picking throws", async ({ tasks }) => {
    if (tasks.parts === undefined) return;
    assert.deepEqual((await all(tasks.parts(IDS))).flat(), []);
    const total = 1200;
    await Promise.all(upTo(total).map((number) => tasks.insert(taskNumber(number))));
    const odd = { reads: IDS.reads, pick: (task: Task) => (task._id.endsWith("7") ? task._id : undefined) };
    for (const selection of [IDS, odd]) {
      assert.deepEqual((await all(tasks.parts(selection))).flat(), await all(tasks.scan(selection)));
    }
    for await (const part of tasks.parts(IDS)) {
      assert.ok(part.length > 0);
      break;
    }
    const problem = new Error("enough");
    const pick = () => {
      throw problem;
    };
    await assert.rejects(all(tasks.parts({ reads: ["_id"], pick })), (error) => error === problem);
    assert.equal(await tasks.count(), total);
  }),

  onFresh("the first tasks in an order are among those named, where a storage knows them", async ({ tasks }) => {
    if (tasks.first === undefined) return;
    const stored = upTo(1200).map((number) =>
      taskNumber(number, {
        name: `${(number * 7919) % 400}`,
        group: number % 3 === 0 ? "a" : "b",
        status: number % 100 === 0 ? "failed" : "draft",
        updatedAt: new Date(1_700_000_000_000 + ((number * 31) % 50)).toISOString(),
      }),
    );
    await Promise.all(stored.map((task) => tasks.insert(task)));
    const changed = { ...stored[5]!, name: "0 first", revision: stored[5]!.revision + 1 };
    assert.equal(await tasks.replace(changed), true);
    await tasks.delete(stored[6]!._id);
    const there = stored.map((task) => (task._id === changed._id ? changed : task));
    there.splice(6, 1);
    const order = await idsOf(tasks);
    const place = new Map(order.map((id, index) => [id, index]));
    for (const member of TEXT_MEMBERS) {
      for (const direction of [1, -1] as const) {
        for (const hint of [
          undefined,
          where("group", "b"),
          where("status", "failed"),
          where("updatedAt", stored[1]!.updatedAt),
          both(where("status", "draft"), where("group", "a")),
        ]) {
          for (const most of [0, 1, 17, 300]) {
            const found: readonly string[] | undefined = await tasks.first({ member, direction }, most, hint);
            if (found === undefined) continue;
            const sorted: Task[] = there
              .filter((task) => fits(task, hint ?? { all: [] }))
              .sort((one, other) =>
                one[member] === other[member]
                  ? place.get(one._id)! - place.get(other._id)!
                  : one[member] < other[member]
                    ? -direction
                    : direction,
              );
            const missing: Task[] = sorted.slice(0, most).filter(({ _id }) => !found.includes(_id));
            assert.deepEqual(missing, [], `${member} ${direction} ${most} ${JSON.stringify(hint)}`);
          }
        }
      }
    }
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
