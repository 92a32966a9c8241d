import { afterEach, expect, it } from "vitest";
import { createScriptorium, type LogFields, type Logger, memoryStorage } from "../../src/index.js";
import { asking } from "./fuller.js";

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

interface Entry extends LogFields {
  readonly level: string;
  readonly message: string;
}

/** A server whose storage breaks when a list of its tasks is asked for, and its log. */
async function started() {
  const entries: Entry[] = [];
  const logger: Logger = {
    debug: (message, fields) => void entries.push({ level: "debug", message, ...fields }),
    info: () => {},
    warn: (message, fields) => void entries.push({ level: "warn", message, ...fields }),
    error: (message, _cause, fields) => void entries.push({ level: "error", message, ...fields }),
  };
  const storage = memoryStorage();
  const groups = async () => {
    throw new TypeError("on fire");
  };
  const broken = { ...storage, tasks: { ...storage.tasks, groups } };
  const { api, start, stop } = createScriptorium({ logger, storage: broken });
  await start();
  open.push(stop);
  return { entries, ask: (target: string, headers = {}) => asking(api, target, { headers }) };
}

it("every answer names its request, each another", async () => {
  const { ask } = await started();
  const ids = [];
  for (const path of ["/test", "/all-tasks", "/no/such/route", "/task/data/x"]) {
    ids.push((await ask(path)).headers["x-request-id"]);
  }
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/);
});

it.each(["b7d1-4e", "1-67891233-abcdef012345678912345678", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"])(
  "takes the id %s that the client gives",
  async (id) => {
    const { ask } = await started();
    expect((await ask("/test", { "x-request-id": id })).headers["x-request-id"]).toBe(id);
  },
);

it.each(["", "two words", "a\nb", "é", "x".repeat(129), '"}'])("takes no id such as %j", async (id) => {
  const { ask } = await started();
  expect((await ask("/test", { "x-request-id": id })).headers["x-request-id"]).toMatch(/^[0-9a-f]{16}$/);
});

it("an internal error is logged under the id that the caller sees", async () => {
  const { ask, entries } = await started();
  const reply = await ask("/task/groups", { "x-request-id": "mine-1" });
  expect(reply.envelope().message).toContain("(ref mine-1)");
  expect(entries.find(({ level }) => level === "error")).toMatchObject({ requestId: "mine-1" });
});

it("at level debug every request is logged, with its route and without its query, which may hold the key", async () => {
  const { ask, entries } = await started();
  await ask("/task/status/abc?apikey=sesame", { "x-request-id": "mine-2" });
  expect(entries).toEqual([
    {
      level: "debug",
      message: expect.stringMatching(/^GET \/task\/status\/abc 200 in \d+(?:\.\d+)? ms$/),
      ...{ requestId: "mine-2", method: "GET", path: "/task/status/abc", route: "/task/status/:id?", status: 200 },
      milliseconds: expect.any(Number),
    },
  ]);
});
