import { afterAll, describe, expect, it } from "vitest";
import { both, where } from "../../src/kernel/contracts/storage/hint-samples.js";
import { taskNumber } from "../../src/kernel/contracts/storage/samples.js";
import { upTo } from "../../src/kernel/contracts/storage/support.js";
import type { TaskHint } from "../../src/kernel/storage.js";
import type { StorageUnderTest } from "./storages.js";

/** The contract lets a storage look at every task. Ours promise more: they look at few when a hint asks for few. */
export function testNarrowing(storages: readonly StorageUnderTest[]): void {
  describe.each(storages)("narrowing: $name", ({ harness, end }) => {
    afterAll(end);

    it("a scan looks at the tasks that fit a hint on indexed fields, and at no others", async () => {
      const { tasks, close } = await harness.create();
      await Promise.all(upTo(600).map((number) => tasks.insert(taskNumber(number, { name: `Task ${1000 + number}` }))));
      await tasks.insert(taskNumber(0, { name: "apart", group: "apart" }));
      const narrow: readonly TaskHint[] = [
        where("name", "apart"),
        where("data.jobName", "apart"),
        where("group", "apart"),
        { path: "name", prefix: "ap" },
        { path: "name", range: { gt: "a", lt: "b" } },
        { path: "_id", range: { lte: "task-0" } },
        { any: [where("group", "apart"), where("_id", "task-0")] },
        both(where("status", "draft"), where("group", "apart")),
        both(where("status", "draft"), { path: "data.jobName", prefix: "ap" }, where("group", "apart")),
      ];
      for (const hint of narrow) {
        const seen: string[] = [];
        const pick = ({ _id }: { readonly _id: string }) => {
          seen.push(_id);
          return undefined;
        };
        for await (const _none of tasks.scan({ reads: ["_id"], pick }, hint));
        expect(seen, JSON.stringify(hint)).toEqual(["task-0"]);
        expect(await tasks.count(hint), JSON.stringify(hint)).toBe(1);
      }
      expect(await tasks.count({ any: [where("group", "apart"), where("name", "Task 1001", "Task 1002")] })).toBe(3);
      await close();
    });
  });
}
