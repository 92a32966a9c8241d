import { afterEach, describe, expect, it } from "vitest";
import { runOf, taskNumber } from "../../src/kernel/contracts/storage/samples.js";
import { claimedRun } from "../../src/kernel/contracts/storage/support.js";
import type { StorageAdapter } from "../../src/kernel/storage.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";
import { servers } from "./server.js";

const TOTAL = 3000;
const open = servers();
afterEach(open.close);

/** Three of four are article creators; every fifth of them has run and found up to three keywords, not in their order. */
async function fill(storage: StorageAdapter) {
  const { tasks, runs } = storage;
  const projects: { id: string; keywords: string[] }[] = [];
  const ids: string[] = [];
  for (let number = 0; number < TOTAL; number += 1) {
    const hasRun = number % 5 === 0;
    const articleKeywordsFile = [`one ${number}`, `two ${number}|title`, `three ${number}`];
    const task = taskNumber(number, {
      type: number % 4 === 0 ? "post uploader" : "article creator",
      status: hasRun ? "complete" : "draft",
      data: { jobName: `Task ${number}`, articleKeywordsFile },
    });
    await tasks.insert(task);
    ids.push(task._id);
    const found = [`three ${number}`, `left ${number}`, `two ${number}`].slice(0, number % 7);
    if (hasRun) {
      const run = await claimedRun(storage, { ...runOf(task._id), _id: `run ${number}` });
      const articles = found.map((keyword) => ({ keyword, article: { keywords: [keyword], sentences: [] } }));
      await runs.write(run._id, { articles }, run.fence);
      await runs.replace({ ...run, status: "complete", revision: run.revision + 1 });
    }
    if (task.type === "post uploader") continue;
    const order = [`two ${number}`, `three ${number}`, `left ${number}`].filter((one) => found.includes(one));
    projects.push({ id: task._id, keywords: hasRun ? order : [] });
  }
  return { projects, ids };
}

describe.each([
  ["memory", () => memoryStorage()],
  ["sqlite", () => sqliteStorage({ path: ":memory:" })],
])("lists of thousands of tasks: %s", (_name, make) => {
  it("/projects has each article creator once in creation order, with its keywords in the order of its list", async () => {
    const storage = make();
    await storage.open();
    const { projects, ids } = await fill(storage);
    const api = await open.start({ kernel: { storage } });
    const { result } = (await api.get("/projects")).envelope;
    expect(result.map(({ id, keywords }: { id: string; keywords: string[] }) => ({ id, keywords }))).toEqual(projects);
    expect(result[0]).toEqual({
      keywords: [],
      group: "",
      name: "Task 1",
      type: "Article Creator",
      id: "task-1",
    });
    const all = (await api.get("/all-projects")).envelope.result;
    expect(all.map(({ id }: { id: string }) => id)).toEqual(ids);
    const page = (await api.get("/projects?skip=1000&limit=700")).envelope.result;
    expect(page).toEqual(result.slice(1000, 1700));
  });
});
