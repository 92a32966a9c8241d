import { describe, expect, it } from "vitest";
import { itStands, targetOfFile } from "./target.js";

const target = targetOfFile();
const many = <T>(count: number, item: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => item(index)));
const get = (path: string) => target.envelope("GET", path);
const SUCCESS = { success: true, message: null, result: null };

/** A task that is at work on its only keyword, which waits at the gate. */
async function running(keyword: string): Promise<string> {
  const id = await target.draft({ articleKeywordsFile: [keyword] });
  await get(`/project/run/${id}`);
  await target.gate.reached(keyword);
  return id;
}

describe("many requests at the same moment", () => {
  it("50 runs of one task are one run", async () => {
    const id = await target.draft({ articleKeywordsFile: ["wait: one run", "calm"] });
    const replies = await many(50, () => get(`/project/run/${id}`));
    expect(replies).toEqual(Array(50).fill(SUCCESS));
    await target.gate.reached("wait: one run");
    target.gate.open("wait: one run");
    expect((await target.kernel.tasks.settled(id)).status).toBe("complete");
    expect(await Array.fromAsync(target.kernel.content.rows(id))).toHaveLength(2);
  });

  it("30 posts of different fields all survive", async () => {
    const id = await target.draft();
    const replies = await many(30, (index) =>
      target.post(`/project/data/${id}`, { [`field${index}`]: index, nested: { [`n${index}`]: index } }),
    );
    expect(replies).toMatchObject(Array(30).fill(SUCCESS));
    const { result } = await get(`/project/data/${id}`);
    for (let index = 0; index < 30; index += 1) {
      expect(result[`field${index}`]).toBe(index);
      expect(result.nested[`n${index}`]).toBe(index);
    }
  });

  it("a task deleted while it is posted to stays deleted", async () => {
    const id = await target.draft();
    const [replies, deleted] = await Promise.all([
      many(20, (index) => target.post(`/project/data/${id}`, { jobName: `name ${index}` })),
      get(`/project/delete/${id}`),
    ]);
    expect(deleted).toEqual(SUCCESS);
    for (const { success, message } of replies) if (!success) expect(message).toMatch(/could not be found/);
    expect((await get(`/project/data/${id}`)).success).toBe(false);
    expect(JSON.stringify((await get("/all-projects")).result)).not.toContain(id);
  });

  it("a copy of a task that is being deleted is whole or is not made", async () => {
    const data = { articleKeywordsFile: ["one", "two"], group: "copied" };
    const id = await target.draft(data);
    const replies = (
      await Promise.all([many(10, () => get(`/project/duplicate/${id}`)), many(1, () => get(`/project/delete/${id}`))])
    )[0];
    const copies = replies.filter(({ success }) => success).map(({ result }) => result as string);
    for (const { success, message } of replies) if (!success) expect(message).toMatch(/could not be found/);
    expect(new Set(copies).size).toBe(copies.length);
    for (const copy of copies) expect((await get(`/project/data/${copy}`)).result).toMatchObject({ ...data, id: copy });
    const found = (await target.post("/projects/find", { query: { group: "copied" } })).result;
    expect(found.map((task: { _id: string }) => task._id).sort()).toEqual(copies.sort());
  });

  it("runs and aborts in one heap leave the task at rest, with at most one row for its line", async () => {
    const id = await target.draft({ articleKeywordsFile: ["calm"] });
    const replies = await many(40, (index) => get(`/project/${index % 2 === 0 ? "run" : "abort"}/${id}`));
    expect(replies).toEqual(Array(40).fill(SUCCESS));
    expect((await target.kernel.tasks.settled(id)).status).toMatch(/^(complete|aborted)$/);
    await get(`/project/run/${id}`);
    expect((await target.kernel.tasks.settled(id)).status).toBe("complete");
    expect((await get(`/project/${id}/calm`)).success).toBe(true);
  });

  it("200 tasks created at once have 200 ids", async () => {
    const replies = await many(200, () => get("/create/articlecreator"));
    const ids = replies.map(({ result }) => result.id as string);
    expect(new Set(ids).size).toBe(200);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
    const listed = new Set((await get("/all-projects")).result.map((task: { id: string }) => task.id));
    expect(ids.filter((id) => !listed.has(id))).toEqual([]);
    await many(200, (index) => get(`/project/delete/${ids[index]}`));
  });

  it("a running task deleted by many at once is deleted for all of them", async () => {
    const id = await running("wait: deleted");
    expect(await many(20, () => get(`/project/delete/${id}`))).toEqual(Array(20).fill(SUCCESS));
    expect((await get(`/project/status/${id}`)).success).toBe(false);
    expect((await get(`/project/${id}/wait%3A%20deleted`)).success).toBe(false);
    target.gate.open("wait: deleted");
    expect((await get(`/project/run/${id}`)).success).toBe(false);
  });

  it("a run goes by the data it began with, and what is posted meanwhile is kept", async () => {
    const id = await running("wait: posted");
    const replies = await many(20, (index) =>
      target.post(`/project/data/${id}`, { articleKeywordsFile: ["later"], [`field${index}`]: index }),
    );
    expect(replies).toMatchObject(Array(20).fill(SUCCESS));
    target.gate.open("wait: posted");
    const { status, data } = await target.kernel.tasks.settled(id);
    expect(status).toBe("complete");
    expect(data).toMatchObject({ articleKeywordsFile: ["later"], field0: 0, field19: 19 });
    expect(await Array.fromAsync(target.kernel.content.rows(id))).toEqual([{ keyword: "wait: posted" }]);
  });

  it("a search among tasks that come and go finds whole tasks and those that stay", async () => {
    const staying = await many(20, () => target.draft({ group: "staying" }));
    const churn = many(100, async () => {
      const { id } = (await get("/create/articlecreator")).result;
      expect(await get(`/project/delete/${id}`)).toEqual(SUCCESS);
    });
    const searches = await many(20, () =>
      target.post("/projects/find", { query: { group: { $in: ["staying", ""] } } }),
    );
    await churn;
    for (const { success, result } of searches) {
      expect(success).toBe(true);
      const ids = result.map((task: { _id: string; data: { id: string } }) => {
        expect(task.data.id).toBe(task._id);
        return task._id;
      });
      expect(staying.filter((id) => !ids.includes(id))).toEqual([]);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});

itStands(target);
