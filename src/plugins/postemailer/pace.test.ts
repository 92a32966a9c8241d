import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { mailServer } from "../../../test/doubles/mail-server.js";
import { ARTICLES, BLOG, NOW, post, world } from "../../../test/doubles/mail-world.js";
import { folderOfFile } from "../../../test/folders-of-file.js";
import { type TestClock, testClock } from "../../adapters/doubles/index.js";
import { createScriptorium } from "../../index.js";
import type { StorageAdapter } from "../../kernel/index.js";
import { fileStorage } from "../../storage/file.js";

describe("the pace", () => {
  async function timed(data: object, files: Record<string, string>) {
    const clock = testClock();
    const at: number[] = [];
    const made = await world(
      post(() => void at.push(clock.monotonic() / 60_000)),
      { clock, files },
    );
    const ticking = setInterval(() => clock.advance(300_000), 1);
    const result = await made.work(data).finally(() => clearInterval(ticking));
    return { ...result, at };
  }
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_none, n) => [`a${n}.txt`, `Text ${n} of bees.`]));

  it("is at most so many messages in an hour", async () => {
    const { at } = await timed({ maxPerHour: 2 }, many(5));
    expect(at[2]! - at[0]!).toBeGreaterThanOrEqual(60);
    expect(at[4]! - at[2]!).toBeGreaterThanOrEqual(60);
    expect(at[1]! - at[0]!).toBeLessThan(30);
  });

  it("follows the plan of days, which is written before the first message", async () => {
    const data = { sendNow: false, postsPerDay: 1, postTimezone: "UTC", postTimeFrom: "08:00", postTimeTo: "09:00" };
    const { at, status, id } = await timed(data, many(2));
    expect(status).toBe("complete");
    expect(at[0]! / 60).toBeGreaterThanOrEqual(8);
    expect(at[1]! / 60).toBeGreaterThanOrEqual(24 + 8);
    expect(id).toBeTruthy();
  });

  it("says that the day its plan was to begin is over", async () => {
    const { work } = await world(post(), { files: ARTICLES });
    const past = { postStartDate: "2001-01-01", postUseToday: false };
    const { log } = await work({ sendNow: false, whenNotDue: "end", ...past });
    expect(log).toMatch(/postStartDate is 2001-01-01, which is over/);
  });

  it("names the articles of the plan by their titles", async () => {
    const files = { ...ARTICLES, "empty.md": "" };
    const { kernel, work } = await world(post(), { files });
    const { id } = await work({
      sendNow: false,
      whenNotDue: "end",
      postDays: [1],
      postStartDate: "2099-01-01",
      postUseToday: false,
    });
    const plan = JSON.parse(Buffer.from((await kernel.content.file(id, "plan.json"))!.bytes).toString());
    expect(plan.map(({ file, title }: Record<string, string>) => [file, title])).toEqual([
      ["bees.html", "Bees"],
      ["empty.md", "empty.md"],
      ["wasps.md", "Wasps"],
    ]);
  });

  it("ends where nothing is due, when it shall, and the next run goes on with the same plan", async () => {
    const clock = testClock();
    const mailer = post();
    const made = await world(mailer, { clock });
    const data = { sendNow: false, whenNotDue: "end", postTimezone: "UTC", postTimeFrom: "08:00", postTimeTo: "09:00" };
    const { id, status, log } = await made.work(data);
    expect(status).toBe("complete");
    expect(log).toContain("2 of 2 articles are not due yet, the next at 2026-01-01T08:");
    const plan = async () => Buffer.from((await made.kernel.content.file(id, "plan.csv"))!.bytes).toString();
    const first = await plan();
    clock.advance(9.5 * 3_600_000);
    await made.again(id);
    expect(mailer.sent.map(({ mail }) => mail.subject)).toEqual(["Bees"]);
    clock.advance(24 * 3_600_000);
    await made.again(id);
    expect(mailer.sent.map(({ mail }) => mail.subject)).toEqual(["Bees", "Wasps"]);
    expect(await plan()).toBe(first);
  });
});

describe("the limit of an hour", () => {
  interface Sending {
    readonly clock?: TestClock;
    readonly storage?: StorageAdapter;
    /** The clock does not go on by itself. */
    readonly stands?: boolean;
  }

  /** The minutes of the clock at which messages were sent. */
  async function sending({ stands = false, ...options }: Sending = {}) {
    const clock = options.clock ?? testClock();
    const at: number[] = [];
    const mailer = post(() => void at.push(clock.monotonic() / 60_000));
    const made = await world(mailer, { ...options, clock });
    const ticking = stands ? undefined : setInterval(() => clock.advance(60_000), 1);
    onTestFinished(() => clearInterval(ticking));
    return { at, clock, ...made };
  }
  const limit = { maxPerHour: 2, sendAgain: true };

  it("holds for two runs of a task together", async () => {
    const { at, work, again } = await sending();
    const { id } = await work(limit);
    await again(id);
    expect(at).toHaveLength(4);
    expect(at[2]! - at[0]!).toBeGreaterThanOrEqual(60);
    expect(at[3]! - at[1]!).toBeGreaterThanOrEqual(60);
  });

  it("holds for the tasks of an account together", async () => {
    const { at, work } = await sending();
    await Promise.all([work(limit), work(limit)]);
    at.sort((one, other) => one - other);
    expect(at[2]! - at[0]!).toBeGreaterThanOrEqual(60);
    expect(at[3]! - at[1]!).toBeGreaterThanOrEqual(60);
  });

  it("holds for the tasks of an account of the built-in server, which say until when they wait", async () => {
    const folder = folderOfFile();
    writeFileSync(join(folder, "bees.md"), "# Bees\nBees make honey.");
    const server = await mailServer();
    onTestFinished(() => server.close());
    const clock = testClock();
    const { kernel, start, stop } = createScriptorium({
      ...{ clock, sourceRoots: [folder], web: { allowPrivate: ["127.0.0.1"] } },
    });
    await start();
    onTestFinished(stop);
    const settings = { host: "127.0.0.1", port: server.port, from: "anna@example.com", allowPlain: true };
    await kernel.accounts.create({ kind: "mail", name: "post", settings });
    const data = { ...NOW, maxPerHour: 1, articleFolder: folder, smtpIds: ["post"], recipientsFile: [BLOG] };
    const [first, second] = [
      await kernel.tasks.create("postemailer", data),
      await kernel.tasks.create("postemailer", data),
    ];
    await kernel.tasks.run(first._id);
    await kernel.tasks.settled(first._id);
    const waits: string[] = [];
    kernel.events.onAny((_name, event) => waits.push(JSON.stringify(event)));
    const ticking = setInterval(() => clock.advance(60_000), 1);
    onTestFinished(() => clearInterval(ticking));
    await kernel.tasks.run(second._id);
    expect((await kernel.tasks.settled(second._id)).status).toBe("complete");
    expect(waits.some((one) => one.includes("the account has sent all that maxPerHour allows"))).toBe(true);
    const sentAt = async (id: string) => {
      const [row] = await Array.fromAsync(kernel.content.rows(id));
      return Date.parse(String(row!["sentAt"]));
    };
    expect((await sentAt(second._id)) - (await sentAt(first._id))).toBeGreaterThanOrEqual(3_600_000);
    expect(server.mails).toHaveLength(2);
  });

  it("holds for a task through a restart of the server", async () => {
    const path = join(folderOfFile(), "store");
    // Its messages wait for nothing, and with a clock that stands they arrive when they are counted.
    const before = await sending({ storage: fileStorage({ path }), stands: true });
    const { id } = await before.work(limit);
    await before.kernel.stop();
    const after = await sending({ clock: before.clock, storage: fileStorage({ path }) });
    await after.again(id);
    expect(after.at).toHaveLength(2);
    expect(after.at[0]! - before.at[0]!).toBeGreaterThanOrEqual(60);
  });

  it("does not hold up a message to the test address", async () => {
    const { at, work } = await sending();
    await work(limit);
    await work({ ...limit, testAddress: "me@example.com" });
    expect(at[2]! - at[0]!).toBeLessThan(60);
  });
});
