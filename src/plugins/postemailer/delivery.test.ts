import { simpleParser } from "mailparser";
import { describe, expect, it } from "vitest";
import { ARTICLES, BLOG, post, realPost, refuse, world } from "../../../test/doubles/mail-world.js";
import { testClock } from "../../adapters/doubles/index.js";

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
