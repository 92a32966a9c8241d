import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { testClock } from "../../src/adapters/doubles/index.js";
import { ephemeralKey } from "../../src/adapters/secrets/index.js";
import { defineTaskPlugin, type Kernel, MASK, type StorageAdapter, secret } from "../../src/kernel/index.js";
import { exported, imported } from "../../src/kernel/transfer/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { all, codeOf, gate, startedKernel } from "./world.js";

const PIN = "seeded-pin-1";
const LOGIN = "user:seeded-login-2";
const ENDS: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ENDS.splice(0).reverse()) await end();
});

/** Its runs note what they were given, log it and put it into a row. */
async function world(storage = memoryStorage(), secrets = ephemeralKey(), at = gate()) {
  const given: unknown[] = [];
  const teller = defineTaskPlugin({
    type: "teller",
    words: "teller",
    title: "Teller",
    summary: "Tells what it was given.",
    options: z.object({
      linesFile: z.array(z.string()).default(["one"]),
      pin: secret(z.string().default("")),
      feed: z.string().default(""),
    }),
    inputs: ({ linesFile }) => linesFile,
    async run(line, { options: { pin, feed }, log, output, signal }) {
      await at.pass(line, signal);
      given.push({ pin, feed });
      log.info(`with ${pin} from ${feed}`);
      output.row({ pin, feed });
    },
  });
  const clock = testClock(new Date("2026-03-02T08:30:00.000Z"));
  const kernel = await startedKernel({ storage, secrets, clock, plugins: [teller] });
  ENDS.push(() => kernel.stop());
  return { kernel, storage, given, at, clock, teller };
}

async function stored(storage: StorageAdapter): Promise<string> {
  return (await all(exported(storage, { secrets: true }))).join("\n");
}

async function settled(kernel: Kernel, id: string) {
  return kernel.tasks.settled(id);
}

const SETTINGS = { pin: PIN, feed: `https://${LOGIN}@a.example/` };

it("secrets in the settings of a run reach the run, and are in the clear nowhere else", async () => {
  const { kernel, storage, given, at } = await world();
  at.openAll();
  const { _id } = await kernel.tasks.create("teller");
  await kernel.tasks.run(_id, { overrides: SETTINGS });
  expect(await settled(kernel, _id)).toMatchObject({ status: "complete" });
  expect(given).toEqual([SETTINGS]);
  expect(await all(storage.runs.of(_id))).toMatchObject([
    { overrides: { pin: MASK, feed: `https://${MASK}@a.example/` } },
  ]);
  expect(await stored(storage)).not.toContain("seeded");
});

it("a mask in the settings of a run keeps the task's own secret, and one that keeps none is refused", async () => {
  const { kernel, given, at } = await world();
  at.openAll();
  const { _id } = await kernel.tasks.create("teller", SETTINGS);
  await kernel.tasks.run(_id, { overrides: { ...(await kernel.tasks.existing(_id)).data } });
  await settled(kernel, _id);
  expect(given).toEqual([SETTINGS]);
  expect(await codeOf(kernel.tasks.run(_id, { overrides: { apiKey: MASK } }))).toBe("DATA_REFUSED");
});

it("a run that goes on has the secrets of its settings still, or those that are given again", async () => {
  const { kernel, storage, given, at } = await world();
  const { _id } = await kernel.tasks.create("teller", { linesFile: ["one", "two", "three"], concurrency: 1 });
  await kernel.tasks.run(_id, { overrides: SETTINGS });
  at.open("one");
  await at.reached("two");
  await kernel.tasks.abort(_id);
  await settled(kernel, _id);
  await kernel.tasks.run(_id);
  at.open("two");
  await at.reached("three");
  await kernel.tasks.abort(_id);
  await settled(kernel, _id);
  at.openAll();
  await kernel.tasks.run(_id, { overrides: { feed: "https://b.example/" } });
  await settled(kernel, _id);
  expect(given).toEqual([SETTINGS, SETTINGS, { pin: "", feed: "https://b.example/" }]);
  expect(await all(storage.runs.of(_id))).toHaveLength(1);
  expect((await all(storage.runs.of(_id)))[0]).not.toHaveProperty("sealedOverrides");
});

it("secrets in jobCronData reach the runs of the schedule, and are in the clear nowhere else", async () => {
  const { kernel, storage, given, at, clock } = await world();
  at.openAll();
  const fired = Promise.withResolvers<void>();
  kernel.events.on("schedule.fired", () => fired.resolve());
  const { _id } = await kernel.tasks.create("teller");
  await kernel.tasks.run(_id);
  await settled(kernel, _id);
  await kernel.tasks.patch(_id, { jobCron: "* * * * *", jobCronData: SETTINGS });
  expect((await kernel.tasks.existing(_id)).data["jobCronData"]).toEqual({
    pin: MASK,
    feed: `https://${MASK}@a.example/`,
  });
  await expect
    .poll(() => {
      clock.advance(10_000);
      return given;
    })
    .toContainEqual(SETTINGS);
  await fired.promise;
  expect(await stored(storage)).not.toContain("seeded");
});

it("a store in which an older version left them in the clear is sealed, and its runs go on with them", async () => {
  const storage = memoryStorage();
  const key = ephemeralKey();
  const older = await world(storage, key);
  const { _id } = await older.kernel.tasks.create("teller");
  await older.kernel.tasks.run(_id, { overrides: { feed: "x" } });
  await older.at.reached("one");
  await older.kernel.stop();
  const [run] = await all(storage.runs.of(_id));
  await storage.runs.replace({ ...run!, overrides: SETTINGS, revision: run!.revision + 1 });
  for (const { _id: mark } of await all(storage.accounts.list())) await storage.accounts.delete(mark);
  const { kernel, given, at } = await world(storage, key);
  expect(await stored(storage)).not.toContain("seeded");
  at.openAll();
  await settled(kernel, _id);
  expect(given).toEqual([SETTINGS]);
});

it("an export has them encrypted or not at all, and a file of an older version is sealed at the next start", async () => {
  const { kernel, storage, at, teller } = await world();
  at.openAll();
  const { _id } = await kernel.tasks.create("teller");
  await kernel.tasks.run(_id, { overrides: SETTINGS });
  await settled(kernel, _id);
  const [run] = await all(storage.runs.of(_id));
  const whole = memoryStorage();
  await imported(whole, exported(storage, { secrets: true, plugins: [teller] }));
  expect(await all(whole.runs.of(_id))).toMatchObject([{ sealedOverrides: run!.sealedOverrides }]);
  const without = memoryStorage();
  await imported(without, exported(storage, { plugins: [teller] }));
  const [bare] = await all(without.runs.of(_id));
  expect(bare).toMatchObject({ overrides: { pin: "", feed: "https://a.example/" } });
  expect(bare).not.toHaveProperty("sealedOverrides");

  const { sealedOverrides: _sealed, ...plain } = run!;
  await storage.runs.replace({ ...plain, overrides: SETTINGS, revision: run!.revision + 1 });
  const target = memoryStorage();
  const key = ephemeralKey();
  await (await world(target, key)).kernel.stop();
  await imported(target, exported(storage, { secrets: true }), { plugins: [teller] });
  expect(await stored(target)).toContain("seeded");
  await world(target, key);
  expect(await stored(target)).not.toContain("seeded");
});
