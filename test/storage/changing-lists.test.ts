import { afterAll, describe, expect, it } from "vitest";
import type { TaskHint, TaskStore } from "../../src/kernel/storage.js";
import { TASK_STATUSES, type Task, type TaskStatus } from "../../src/kernel/task.js";
import { seededRandom } from "../../src/kernel/values/random.js";
import { STORAGES } from "./storages.js";

const time = "2026-01-01T00:00:00.000Z";

function taskOf(number: number): Task {
  const head = { _id: `id ${(number * 7919) % 10_007}`, group: `G${number % 3}`, name: `task ${number}` };
  const status: TaskStatus = number % 2 === 0 ? "draft" : "complete";
  return { ...head, type: "mail merge", status, data: {}, createdAt: time, updatedAt: time, revision: 1 };
}

const having = (path: string, ...values: string[]): TaskHint => ({ path, values });

async function listed(tasks: TaskStore, hint: TaskHint, meanwhile?: () => Promise<void>): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of tasks.scan({ reads: ["_id"], pick: ({ _id }) => _id }, hint)) {
    ids.push(id);
    if (ids.length === 10) await meanwhile?.();
  }
  return ids;
}

for (const { name, harness, cases, end } of STORAGES) {
  describe(name, () => {
    afterAll(end);

    it("lists by what changes often are complete and in creation order, each task once", async () => {
      const { tasks } = await harness.create();
      const { next: random } = seededRandom(name);
      const kept: Task[] = [];
      let made = 0;
      const insert = async () => {
        made += 1;
        const task = taskOf(made);
        kept.push(task);
        await tasks.insert(task);
      };
      const change = async () => {
        const place = Math.floor(random() * kept.length);
        const { revision, ...before } = kept[place]!;
        const status = TASK_STATUSES[Math.floor(random() * 3)]!;
        const group = random() < 0.1 ? "" : before.group;
        kept[place] = { ...before, group, data: { group }, status, revision: revision + 1 };
        expect(await tasks.replace(kept[place])).toBe(true);
      };
      const remove = async () => {
        const [task] = kept.splice(Math.floor(random() * kept.length), 1);
        expect(await tasks.delete(task!._id)).toBe(true);
      };
      for (let count = 0; count < cases / 2; count += 1) await insert();
      for (let round = 0; round < 3; round += 1) {
        for (let count = 0; count < (round === 1 ? 2 * cases : cases / 4); count += 1) {
          const chance = random();
          await (chance < 0.9 ? change() : chance < 0.95 ? insert() : remove());
        }
        const statuses = TASK_STATUSES.slice(0, 3);
        for (const asked of [...statuses.map((status) => [status]), statuses.slice(1), statuses]) {
          const expected = kept.filter(({ status }) => asked.includes(status)).map(({ _id }) => _id);
          expect(await listed(tasks, having("status", ...asked))).toEqual(expected);
          expect(await tasks.count(having("status", ...asked))).toBe(expected.length);
        }
        for (const group of ["", "G1"])
          expect(await listed(tasks, having("group", group))).toEqual(
            kept.filter((task) => task.group === group).map(({ _id }) => _id),
          );
        // All of them have some of these statuses, before and after what changes meanwhile.
        const ids = kept.map(({ _id }) => _id);
        const meanwhile = async () => {
          for (let count = 0; count < cases / 5; count += 1) await change();
        };
        expect(await listed(tasks, having("status", ...statuses, "complete"), meanwhile)).toEqual(ids);
      }
    });
  });
}
