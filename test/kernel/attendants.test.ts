import { afterEach, describe, expect, it } from "vitest";
import {
  type Attendant,
  type AttendantEntry,
  type AttendantParts,
  createScriptorium,
  defineTaskPlugin,
  eventLogAttendant,
  type Kernel,
  type Logger,
  memoryStorage,
  retentionAttendant,
  ScriptoriumError,
  silentLogger,
  standardAttendants,
  webhookAttendant,
} from "../../src/index.js";
import { type FullerWorld, fullerWorld } from "../api/fuller.js";
import { draft, echo, gate, ran, startedKernel } from "./world.js";

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.stop()));
});

async function kernelWith(attendants: readonly AttendantEntry[], logger: Logger = silentLogger): Promise<Kernel> {
  const kernel = await startedKernel({ attendants, logger });
  open.push(kernel);
  return kernel;
}

/** An attendant that notes what is done with it. */
function noting(name: string, notes: string[], more: Partial<Attendant> = {}): Attendant {
  return {
    name,
    start: () => void notes.push(`${name} starts`),
    stop: () => void notes.push(`${name} stops`),
    ...more,
  };
}

describe("an attendant of a host", () => {
  it("is started with the kernel, sees how runs end, and is stopped with it", async () => {
    const notes: string[] = [];
    const books = noting("books", notes, {
      async onEnd(task, run) {
        notes.push(`${task.name}: ${run.status}, the task is ${task.status}`);
      },
    });
    const kernel = await kernelWith([...standardAttendants(), books]);
    const { _id } = await draft(kernel, ["a"], { jobName: "Bees" });
    await ran(kernel, _id);
    await kernel.stop();
    await kernel.stop();
    expect(notes).toEqual(["books starts", "Bees: complete, the task is running", "books stops"]);
  });

  it("refuses a run before its work begins, with the code and the words of its own", async () => {
    const check = async ({ name }: { readonly name: string }) => {
      if (name === "Wasps") throw new ScriptoriumError("bad-input", "Wasps are not welcome. Choose other insects.");
    };
    const kernel = await kernelWith([{ name: "doorman", check }]);
    const refused = await draft(kernel, ["a"], { jobName: "Wasps" });
    expect(await ran(kernel, refused._id)).toMatchObject({
      status: "failed",
      error: { code: "bad-input", message: "Wasps are not welcome. Choose other insects." },
    });
    expect(await kernel.content.countRows(refused._id)).toBe(0);
    expect((await ran(kernel, (await draft(kernel, ["a"]))._id)).status).toBe("complete");
  });

  it("is asked in the order of the list, and the first that refuses decides", async () => {
    const asked: string[] = [];
    const refusing = (name: string): Attendant => ({
      name,
      async check() {
        asked.push(name);
        throw new ScriptoriumError("bad-input", `Refused by ${name}. Try again.`);
      },
    });
    const kernel = await kernelWith([refusing("first"), refusing("second")]);
    const { error } = await ran(kernel, (await draft(kernel, ["a"]))._id);
    expect(error?.message).toBe("Refused by first. Try again.");
    expect(asked).toEqual(["first"]);
  });

  it("that throws at the end of a run is logged and holds nothing up", async () => {
    const errors: string[] = [];
    const logger: Logger = { ...silentLogger, error: (message) => void errors.push(message) };
    const onEnd = () => Promise.reject(new Error("out of ink"));
    const kernel = await kernelWith([{ name: "books", onEnd }], logger);
    expect((await ran(kernel, (await draft(kernel, ["a"]))._id)).status).toBe("complete");
    expect(errors).toHaveLength(1);
  });

  it("gets the parts of the kernel when it is made by a function, and may start runs", async () => {
    const twin = ({ runner, storage }: AttendantParts): Attendant => ({
      name: "twin",
      async onEnd(task) {
        const other = task.data["twin"];
        if (typeof other === "string" && (await storage.tasks.get(other)) !== undefined) await runner.run(other);
      },
    });
    const kernel = await kernelWith([twin]);
    const second = await draft(kernel, ["b"]);
    await ran(kernel, (await draft(kernel, ["a"], { twin: second._id }))._id);
    expect((await kernel.tasks.settled(second._id)).status).toBe("complete");
  });

  it("with the name of another is refused", () => {
    const attendants = [...standardAttendants(), { name: "webhooks" }];
    expect(() => createScriptorium({ attendants })).toThrowError(
      expect.objectContaining({ code: "ATTENDANT_TAKEN", facts: { name: "webhooks" } }),
    );
  });
});

describe("attendants", () => {
  it("stop in the reverse order of their start, around the runs as they say", async () => {
    const notes: string[] = [];
    const line = gate();
    const plugin = defineTaskPlugin({
      ...echo(),
      async run(text, { signal }) {
        notes.push("the run works");
        await line.pass(text, signal).finally(() => notes.push("the run ends"));
      },
    });
    const kernel = await startedKernel({
      plugins: [plugin],
      attendants: [
        noting("a", notes),
        noting("b", notes),
        noting("with", notes, { stops: "with-runner" }),
        noting("last", notes, { stops: "after-runner" }),
      ],
    });
    const { _id } = await draft(kernel, ["x"]);
    await kernel.tasks.run(_id);
    await line.reached("x");
    await kernel.stop();
    const starts = ["last starts", "with starts", "a starts", "b starts"];
    expect(notes.slice(0, 7)).toEqual([...starts, "the run works", "b stops", "a stops"]);
    expect(notes.slice(7, 9).toSorted()).toEqual(["the run ends", "with stops"]);
    expect(notes.slice(9)).toEqual(["last stops"]);
  });

  it("all stop, and the storage is closed, when one of them cannot", async () => {
    const notes: string[] = [];
    const errors: string[] = [];
    const logger: Logger = { ...silentLogger, error: (message) => void errors.push(message) };
    const storage = memoryStorage();
    const close = storage.close.bind(storage);
    storage.close = () => {
      notes.push("the storage is closed");
      return close();
    };
    const stuck = noting("stuck", notes, { stop: () => Promise.reject(new Error("stuck")) });
    const kernel = await startedKernel({ storage, logger, attendants: [noting("other", notes), stuck] });
    await kernel.stop();
    expect(notes).toEqual(["other starts", "stuck starts", "other stops", "the storage is closed"]);
    expect(errors).toEqual(['The attendant "stuck" could not be stopped.']);
  });

  it("stop when one of them could not start", async () => {
    const notes: string[] = [];
    const broken = noting("broken", notes, { start: () => Promise.reject(new Error("no licence")) });
    const scriptorium = createScriptorium({ attendants: [noting("first", notes), broken, noting("later", notes)] });
    await expect(scriptorium.start()).rejects.toThrow("no licence");
    await scriptorium.stop();
    expect(notes).toEqual(["first starts", "later stops", "broken stops", "first stops"]);
  });
});

describe("a server without an attendant", () => {
  async function world(attendants: readonly AttendantEntry[]): Promise<FullerWorld> {
    const made = await fullerWorld({ kernel: { attendants, plugins: [echo()] }, api: { statusCodes: "semantic" } });
    open.push(made.kernel);
    return made;
  }

  const MISSING = /^This server works without the attendant "\w+", which this call needs\. Add it/;

  it("runs tasks, and keeps no schedule and no chain", async () => {
    const { kernel, ask } = await world([retentionAttendant(), webhookAttendant(), eventLogAttendant()]);
    const child = await draft(kernel, ["b"]);
    const parent = await draft(kernel, ["a"], { chainJobId: child._id, jobCron: "* * * * * *" });
    expect((await ran(kernel, parent._id)).status).toBe("complete");
    expect((await kernel.tasks.existing(child._id)).status).toBe("draft");
    expect((await kernel.tasks.existing(parent._id)).schedule).toBeUndefined();
    expect(() => kernel.schedule).toThrowError(expect.objectContaining({ code: "ATTENDANT_MISSING" }));
    for (const answer of [
      await ask(`/task/schedule/${parent._id}`),
      await ask("/task/schedule/preview", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"cron": "@daily"}',
      }),
    ]) {
      expect(answer.status).toBe(501);
      expect(answer.envelope().message).toMatch(MISSING);
    }
  });

  it.each([
    ["GET", "/webhooks"],
    ["POST", "/webhooks"],
    ["GET", "/webhooks/a"],
    ["POST", "/webhooks/a"],
    ["DELETE", "/webhooks/a"],
    ["GET", "/webhooks/a/deliveries"],
    ["GET", "/deliveries/a"],
    ["POST", "/deliveries/a/replay"],
    ["GET", "/events"],
  ])("answers %s %s with what is missing", async (method, target) => {
    const { ask } = await world([]);
    const answer = await ask(target, { method, ...(method === "POST" ? { body: "{}" } : {}) });
    expect(answer.status).toBe(501);
    expect(answer.envelope().message).toMatch(MISSING);
  });

  it("answers the events of a task with what is missing", async () => {
    const { kernel, ask } = await world([]);
    const { _id } = await draft(kernel, ["a"]);
    expect((await ask(`/events/${_id}`)).status).toBe(501);
    expect((await ran(kernel, _id)).status).toBe("complete");
  });
});
