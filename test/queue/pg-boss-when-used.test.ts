import { expect, it } from "vitest";
import { pgBossQueue as loadedAtOnce } from "../../src/adapters/queue/pg-boss.js";
import { pgBossQueue } from "../../src/adapters/queue/pg-boss-when-used.js";

const connectionString = "postgres://nobody@127.0.0.1:1/none";

it("a queue of pg-boss that is loaded when it is used has the members of the queue itself", () => {
  const queue = pgBossQueue({ connectionString });
  const itself = loadedAtOnce({ connectionString });
  expect(Object.keys(queue).sort()).toEqual(Object.keys(itself).sort());
  expect(queue).toMatchObject({ name: itself.name, shared: itself.shared });
});

it.each([{ connectionString: "" }, { connectionString, schema: "Not A Name" }, { connectionString, maxRunning: 0 }])(
  "refuses at once options that cannot be used: %j",
  (options) => {
    expect(() => pgBossQueue(options)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  },
);

it("stops when it was never used", async () => {
  expect(await pgBossQueue({ connectionString }).stop({ graceMs: 0 })).toBeUndefined();
});
