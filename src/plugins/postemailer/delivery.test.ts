import { join } from "node:path";
import { simpleParser } from "mailparser";
import { describe, expect, it, onTestFinished } from "vitest";
import { ARTICLES, BLOG, post, realPost, refuse, world } from "../../../test/doubles/mail-world.js";
import { folderOfFile } from "../../../test/folders-of-file.js";
import { type TestClock, testClock } from "../../adapters/doubles/index.js";
import type { StorageAdapter } from "../../kernel/index.js";
import { fileStorage } from "../../storage/file.js";

describe("what cannot be sent", () => {
  it.each([
    [
      { smtpIds: [] },
      "no-input",
      "No mail account is configured: set smtpIds to a stored mail account. 0 of 2 messages were sent.",
    ],
    [{ articleFolder: "" }, "no-input", "articleFolder is empty."],
    [{ articleFilesPattern: "*.txt" }, "no-input", "No article file was found in /in (pattern *.txt)."],
    [{ recipientsFile: [] }, "no-input", "recipientsFile has no address"],
    [{ fromAddress: "a@x.test, b@y.test" }, "bad-input", "holds more than one address"],
    [{ replyTo: "a@x.test\r\nBcc: evil@x.test" }, "bad-input", "line end"],
    [{ fromName: "Anna\r\nBcc: evil@x.test" }, "bad-input", "fromName holds a line end"],
    [{ postDelay: "-2 hours" }, "bad-input", 'postDelay "-2 hours" is no time to wait'],
    [{ postDelay: "+900 days" }, "bad-input", "at most a year. Write it as in +2 hours"],
    [{ postDelay: "soon" }, "bad-input", "is no time to wait"],
    [{ articleFolder: "task:nobody/articles" }, "no-input", "Check whether there is a task with this id"],
    [{ smtpIds: ["nobody"] }, "internal", "There is no mail account"],
  ])("with %o ends the run at once", async (change, code, words) => {
    const mailer = post();
    const { status, error } = await (await world(mailer)).work(change);
    expect([status, error?.code]).toEqual(["failed", code]);
    expect(error?.message).toContain(words);
    expect(mailer.sent).toEqual([]);
  });

  it("is a failed row for a recipient that is none, and the others get theirs", async () => {
    const { rows, status } = await (await world(post(), { files: { "bees.html": ARTICLES["bees.html"] } })).work({
      recipientsFile: ["a@x.test; b@y.test", `${BLOG}\r\nBcc: evil@x.test`, "https://x.test/list.csv", BLOG],
    });
    expect(status).toBe("complete");
    expect(rows.map((row) => row.status)).toEqual(["failed", "failed", "failed", "sent"]);
    expect(rows[0].error).toContain("holds more than one address. Give one per line");
    expect(rows[2].error).toContain("Put the lines of the list itself here.");
  });

  it("ends the run at a refused login, after one attempt", async () => {
    let tries = 0;
    const mailer = post(() => {
      tries += 1;
      refuse("auth", { status: 535 });
    });
    const { status, error } = await (await world(mailer)).work();
    expect([status, error?.code, tries]).toEqual(["failed", "auth", 1]);
    expect(error?.message).toContain("0 of 2 messages were sent.");
  });

  it("is final where the server says so: a failed row, and the others are sent", async () => {
    const mailer = post((mail) => (mail.subject === "Bees" ? refuse("bad-input", { status: 550 }) : undefined));
    const { rows, status } = await (await world(mailer)).work();
    expect(status).toBe("complete");
    expect(rows.map((row) => row.status)).toEqual(["failed", "sent"]);
  });

  it("is no address that was refused before in the run: it is tried once, and named in row and log", async () => {
    const tried: string[] = [];
    const { server, mailer } = await realPost({
      recipient(address) {
        tried.push(address);
        return address === "gone@blog.test" ? { status: 550, says: "5.1.1 No such user" } : "take";
      },
    });
    const { rows, status, log } = await (await world(mailer)).work({ recipientsFile: ["gone@blog.test", BLOG] });
    expect(status).toBe("complete");
    expect(tried).toEqual(["gone@blog.test", BLOG, BLOG]);
    expect(rows.map((row) => [row.recipient, row.status])).toEqual([
      ["gone@blog.test", "failed"],
      [BLOG, "sent"],
      ["gone@blog.test", "failed"],
      [BLOG, "sent"],
    ]);
    expect(rows[2].error).toContain("It was not tried again in this run: ");
    expect(log).toContain("bees.html to gone@blog.test: The mail server");
    expect(log.match(/refused the recipient gone@blog.test/g)).toHaveLength(1);
    expect(server.mails).toHaveLength(2);
  });

  it("is counted at the end of the log, with what was sent and passed over", async () => {
    const mailer = post((mail) => (mail.to === "no@blog.test" ? refuse("bad-input", { status: 550 }) : undefined));
    const made = await world(mailer);
    const { kernel, work, again } = made;
    const { id } = await work({
      recipientsFile: [BLOG, "no@blog.test", "off@blog.test"],
      suppressionFile: ["off@blog.test"],
    });
    const last = async () =>
      (await Array.fromAsync(kernel.content.log(id)))
        .map(({ msg }) => msg)
        .findLast((msg) => msg.startsWith("Messages: "));
    expect(await last()).toBe("Messages: 2 sent, 2 skipped, 2 failed, 0 uncertain.");
    await again(id);
    expect(await last()).toBe("Messages: 0 sent, 4 skipped, 2 failed, 0 uncertain.");
  });

  it("makes the run fail when nothing at all was taken", async () => {
    const { status, error } = await (await world(post(() => refuse("bad-input", { status: 554 })))).work();
    expect([status, error?.code]).toEqual(["failed", "bad-input"]);
    expect(error?.message).toContain("0 of 2 messages were sent.");
  });

  it("is tried again after 1, 5 and 15 minutes while the others go on, and fails then", async () => {
    const clock = testClock();
    const tried: number[] = [];
    const mailer = post((mail) => {
      if (mail.subject !== "Bees") return;
      tried.push(clock.monotonic() / 60_000);
      refuse("rate-limited", { status: 450, waitMs: 60_000, passing: true });
    });
    const made = await world(mailer, { clock });
    const running = made.work();
    const ticking = setInterval(() => clock.advance(10_000), 1);
    const { rows, status } = await running.finally(() => clearInterval(ticking));
    expect(status).toBe("complete");
    expect(rows.map((row) => [row.file, row.status])).toEqual([
      ["wasps.md", "sent"],
      ["bees.html", "failed"],
    ]);
    expect(tried).toHaveLength(4);
    expect(tried[1]! - tried[0]!).toBeGreaterThanOrEqual(1);
    expect(tried[2]! - tried[1]!).toBeGreaterThanOrEqual(5);
    expect(tried[3]! - tried[2]!).toBeGreaterThanOrEqual(15);
  });

  it("is never sent twice when the connection was dropped after DATA, and is named", async () => {
    const { server, mailer } = await realPost({ fate: (_mail, count) => (count === 0 ? "cut" : "take") });
    const made = await world(mailer);
    const { id, rows, log } = await made.work();
    expect(rows.map(({ status }) => status)).toEqual(["uncertain", "sent"]);
    expect(rows[0]).toMatchObject({ file: "bees.html", recipient: BLOG });
    expect(rows[0].messageId).toBe((await simpleParser(server.mails[0]!.raw)).messageId);
    expect(rows[0].error).toContain("whether it was taken is not known");
    expect(log).toContain("bees.html to secret@blog.test");
    const again = await made.again(id);
    expect(server.mails).toHaveLength(2);
    expect(again.rows.slice(2).map(({ status }) => status)).toEqual(["uncertain", "sent before"]);
  });
});

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
  /** The minutes of the clock at which messages were sent. */
  async function sending(options: { readonly clock?: TestClock; readonly storage?: StorageAdapter } = {}) {
    const clock = options.clock ?? testClock();
    const at: number[] = [];
    const mailer = post(() => void at.push(clock.monotonic() / 60_000));
    const made = await world(mailer, { ...options, clock });
    const ticking = setInterval(() => clock.advance(60_000), 1);
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

  it("holds for a task through a restart of the server", async () => {
    const path = join(folderOfFile(), "store");
    const before = await sending({ storage: fileStorage({ path }) });
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
