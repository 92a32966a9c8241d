import { afterEach, describe, expect, it } from "vitest";
import type { FullerParts } from "../../src/adapters/http/fuller/fuller.js";
import { NotedReply } from "../../src/adapters/http/fuller/fuller.js";
import { schedule } from "../../src/adapters/http/fuller/schedule.js";
import type { JsonObject, Kernel } from "../../src/kernel/index.js";
import { draft, ran, startedKernel } from "./world.js";

const open: Kernel[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((kernel) => kernel.stop()));
});

async function world() {
  const kernel = await startedKernel();
  open.push(kernel);
  const parts = { kernel, knownForm: (id: string) => id } as unknown as FullerParts;
  const routes = schedule(parts);
  /** What the route of the path replies. */
  const ask = async (method: string, path: string, id = "", body: JsonObject = {}) => {
    const route = routes.find((one) => one.method === method && one.path === path);
    const call = { parameters: { id }, query: new URLSearchParams(), object: async () => body };
    // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect
    const reply: any = await route?.reply(call as never);
    return reply instanceof NotedReply ? reply.result : reply;
  };
  return { kernel, ask };
}

const year = (time: string) => Number(time.slice(0, 4));

describe("the schedule of a task", () => {
  it("is shown with its next five times", async () => {
    const { kernel, ask } = await world();
    const { _id } = await draft(kernel, ["a"], { jobCron: "0 12 1 1 *", jobCronTimezone: "Europe/Berlin" });
    const shown = await ask("GET", "/task/schedule/:id", _id);
    expect(shown).toMatchObject({
      cron: "0 12 1 1 *",
      timezone: "Europe/Berlin",
      last: "",
      trouble: "",
      paused: false,
      waitsForFirstRun: true,
    });
    expect(shown.next).toHaveLength(5);
    for (const time of shown.next) expect(time).toMatch(/^\d{4}-01-01T11:00:00\.000Z$/);
    expect(year(shown.next[4]) - year(shown.next[0])).toBe(4);
    await ran(kernel, _id);
    expect(await ask("GET", "/task/schedule/:id", _id)).toMatchObject({ waitsForFirstRun: false });
  });

  it("is shown with its pause, and its next times come after it", async () => {
    const { kernel, ask } = await world();
    const until = { jobCron: "@daily", jobCronTimezone: "UTC", jobCronPausedUntil: "2999-12-31" };
    const shown = await ask("GET", "/task/schedule/:id", (await draft(kernel, ["a"], until))._id);
    expect(shown.paused).toBe(true);
    expect(shown.next[0]).toBe("2999-12-31T00:00:00.000Z");
  });

  it("is shown with what is wrong with it, and as none when there is none", async () => {
    const { kernel, ask } = await world();
    const broken = await draft(kernel, ["a"], { jobCron: "0 99 * * *" });
    const shown = await ask("GET", "/task/schedule/:id", broken._id);
    expect(shown).toMatchObject({ cron: "0 99 * * *", next: [], trouble: expect.stringContaining('"99" as its hour') });
    const none = await draft(kernel, ["a"]);
    expect(await ask("GET", "/task/schedule/:id", none._id)).toMatchObject({ cron: "", next: [], trouble: "" });
  });

  it("can be tried before it is stored", async () => {
    const { ask } = await world();
    const preview = (body: JsonObject) => ask("POST", "/task/schedule/preview", "", body);
    expect((await preview({ cron: "@hourly", timezone: "UTC" })).next).toHaveLength(5);
    for (const cron of ["@reboot", "0 0 30 2 *", "", 7, null, ["* * * * *"], { a: 1 }] as const) {
      const { next, trouble } = await preview({ cron } as unknown as JsonObject);
      expect(next).toEqual([]);
      expect(trouble === "").toBe(cron === "" || cron === null);
    }
    expect((await preview({ cron: "@daily", timezone: 5 })).trouble).toContain('"timezone" is not a text');
    expect((await preview({ cron: 5 })).trouble).toContain('"cron" is not a text');
  });
});

describe("the tree of a task", () => {
  it("is shown with each one's state", async () => {
    const { kernel, ask } = await world();
    const child = await draft(kernel, ["c"], { jobName: "child" });
    const parent = await draft(kernel, ["p"], { jobName: "parent", chainJobId: child._id });
    await ran(kernel, parent._id);
    const tree = await ask("GET", "/task/tree/:id", child._id);
    expect(tree.above).toMatchObject([{ name: "parent", status: "complete", chainOn: "complete", parents: [] }]);
    expect((await ask("GET", "/task/tree/:id", parent._id)).below).toMatchObject([{ id: child._id, name: "child" }]);
  });
});
