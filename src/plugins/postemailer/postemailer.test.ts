import { simpleParser } from "mailparser";
import { afterEach, describe, expect, it } from "vitest";
import { type MailServerOptions, mailServer } from "../../../test/doubles/mail-server.js";
import { startedKernel } from "../../../test/kernel/world.js";
import { cannedFolder, cannedMailer, testClock } from "../../adapters/doubles/index.js";
import { createMailer } from "../../adapters/mail/index.js";
import { ephemeralKey } from "../../adapters/secrets/index.js";
import { createSockets } from "../../adapters/web/sockets.js";
import { type Kernel, type OutgoingMail, type Providers, ScriptoriumError, systemClock } from "../../kernel/index.js";
import { postemailer } from "./index.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const ARTICLES = {
  "bees.html": "<h1>Bees</h1><p>Bees make <b>honey</b> &amp; wax. <a href='https://bees.test/'>More</a></p>",
  "wasps.md": "---\ntitle: Wasps\ncategories: [Insects]\ntags: [sting, summer]\n---\nWasps do **not**.\n",
};
const NOW = { sendNow: true, delay: 0, maxPerHour: 0, articleFolder: "/in", articleTitle: "Use first heading" };
const BLOG = "secret@blog.test";

interface World {
  readonly kernel: Kernel;
  work(data?: object): Promise<Worked>;
  again(id: string): Promise<Worked>;
}
interface Worked {
  readonly id: string;
  readonly status: string;
  readonly error: { readonly code: string; readonly message: string } | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: rows are what they are.
  readonly rows: any[];
  readonly log: string;
}

async function world(
  mailer: Providers["mailer"],
  { files = ARTICLES as Record<string, string | Uint8Array>, clock = systemClock } = {},
): Promise<World> {
  const providers = { mailer, folder: cannedFolder("/in", files) };
  const kernel = await startedKernel({ plugins: [postemailer], providers, secrets: ephemeralKey(), clock });
  closing.push(() => kernel.stop());
  const worked = async (id: string): Promise<Worked> => {
    const { status, error } = await kernel.tasks.settled(id);
    const rows = await Array.fromAsync(kernel.content.rows(id));
    const log = JSON.stringify(await Array.fromAsync(kernel.content.log(id)));
    return { id, status, error: error as Worked["error"], rows, log };
  };
  return {
    kernel,
    async work(data = {}) {
      const { _id } = await kernel.tasks.create("postemailer", {
        ...NOW,
        smtpIds: ["post"],
        recipientsFile: [BLOG],
        ...data,
      });
      await kernel.tasks.run(_id);
      return worked(_id);
    },
    async again(id) {
      await kernel.tasks.run(id);
      return worked(id);
    },
  };
}

const post = (answer?: (mail: OutgoingMail, count: number) => void) =>
  cannedMailer([{ id: "post", from: "anna@example.com" }], answer);
const refuse = (code: "auth" | "rate-limited" | "bad-input" | "no-network", facts = {}) => {
  throw new ScriptoriumError(code, "The mail server says no. Look.", facts);
};

/** A mailer with one account at a real server of these options. */
async function realPost(options: MailServerOptions = {}) {
  const server = await mailServer(options);
  closing.push(() => server.close());
  const settings = {
    host: "127.0.0.1",
    port: server.port,
    from: "anna@example.com",
    fromName: "Anna",
    allowPlain: true,
  };
  const account = { id: "post", kind: "mail", name: "post", settings, secrets: {}, createdAt: "", updatedAt: "" };
  const accounts = {
    get: async () => account,
    opened: async () => account,
    async *list() {
      yield account;
    },
  };
  return { server, mailer: createMailer({ accounts, open: createSockets({ allowPrivate: ["127.0.0.1"] }) }) };
}

describe("a post emailer", () => {
  it("sends every article to every recipient, one message each, and says so in its rows", async () => {
    const { server, mailer } = await realPost();
    const { status, rows } = await (await world(mailer)).work({
      recipientsFile: [BLOG, "two@blog.test|Garden, Home|new"],
    });
    expect(status).toBe("complete");
    expect(rows.map(({ file, recipient, status: of }) => [file, recipient, of])).toEqual([
      ["bees.html", BLOG, "sent"],
      ["bees.html", "two@blog.test", "sent"],
      ["wasps.md", BLOG, "sent"],
      ["wasps.md", "two@blog.test", "sent"],
    ]);
    expect(Object.keys(rows[0])).toEqual(["file", "recipient", "smtpId", "messageId", "status", "sentAt", "error"]);
    expect(server.mails.map(({ to }) => to)).toEqual([[BLOG], ["two@blog.test"], [BLOG], ["two@blog.test"]]);
    const read = await Promise.all(server.mails.map(({ raw }) => simpleParser(raw)));
    expect(read.map(({ messageId }) => messageId)).toEqual(rows.map(({ messageId }) => messageId));
    expect(read.map(({ subject }) => subject)).toEqual(["Bees", "Bees", "Wasps", "Wasps"]);
    expect(read[0]!.text).toBe("Bees make honey & wax. More (https://bees.test/)\n\n[status draft]\n[end]\n");
    expect(read[3]!.text).toBe(
      "Wasps do not.\n\n[category Garden, Home, Insects]\n[tags new, sting, summer]\n[status draft]\n[end]\n",
    );
    expect(read[3]!.html).toContain("<p>[category Garden, Home, Insects]</p>");
  });

  it("writes the codes of Postie and the end mark of Blogger", async () => {
    const mailer = post();
    const made = await world(mailer, { files: { "wasps.md": ARTICLES["wasps.md"] } });
    await made.work({ shortcodes: "postie", postDelay: "+1 day 2 hours", postStatus: "publish" });
    await made.work({ shortcodes: "blogger" });
    await made.work({ shortcodes: "none" });
    expect(mailer.sent.map(({ mail }) => [mail.subject, mail.text])).toEqual([
      ["[Insects] Wasps", "status: publish\ntags: sting, summer\ndelay: 1d2h\n\nWasps do not.\n\n:end\n"],
      ["Wasps", "Wasps do not.\n\n#end\n"],
      ["Wasps", "Wasps do not.\n"],
    ]);
  });

  it("shows images of the folder in the message, and leaves out those that are not there", async () => {
    const { server, mailer } = await realPost();
    const files = {
      "a.html": '<h1>A</h1><p>Look: <img src="b.png" alt="B"><img src="gone.png" alt="gone"></p>',
      "b.png": PNG,
    };
    const { log } = await (await world(mailer, { files })).work();
    const read = await simpleParser(server.mails[0]!.raw);
    expect(read.attachments).toMatchObject([{ filename: "b.png", contentType: "image/png", related: true }]);
    // The parser puts what the message shows in place of its cid.
    expect(read.html).toContain('<img src="data:image/png;base64,');
    expect(read.html).toContain("<span>gone</span>");
    expect(log).toContain("The image gone.png was not used");
  });

  it("has no links that lead nowhere, and lets no article say how it is published", async () => {
    const mailer = post();
    const text =
      '<p>See <a href="other.html">there</a> and <a href="https://x.test/">x</a>. [status publish] [1]</p><p>status: publish</p><p>:end</p><p>#end</p>';
    const made = await world(mailer, { files: { "a.html": `<h1>A</h1>${text}` } });
    for (const shortcodes of ["wordpress", "postie", "blogger"]) await made.work({ shortcodes });
    const [wordpress, postie, blogger] = mailer.sent.map(({ mail }) => mail);
    expect(wordpress!.html).toContain("See <span>there</span> and");
    expect(wordpress!.text).toContain("See there and x (https://x.test/). (status publish) [1]");
    expect(wordpress!.html!.match(/\[status [a-z]+\]/g)).toEqual(["[status draft]"]);
    expect(postie!.text!.match(/^(?:status:.*|:end)$/gm)).toEqual(["status: draft", ":end"]);
    expect(postie!.html!.match(/>(?:status:[^<]*|:end)</g)).toEqual([">status: draft<", ">:end<"]);
    expect(blogger!.text!.match(/#end/g)).toEqual(["#end"]);
  });

  it("does not send again what an earlier run has sent, unless it is told to", async () => {
    const mailer = post();
    const made = await world(mailer);
    const { id } = await made.work();
    const { rows } = await made.again(id);
    expect(rows.map(({ status }) => status)).toEqual(["sent", "sent", "sent before", "sent before"]);
    expect(mailer.sent).toHaveLength(2);
    await made.kernel.tasks.patch(id, { sendAgain: true } as never);
    await made.again(id);
    expect(mailer.sent).toHaveLength(4);
  });

  it("goes through its accounts in turn", async () => {
    const mailer = cannedMailer([
      { id: "one", from: "a@example.com" },
      { id: "two", from: "b@example.com" },
    ]);
    const { rows } = await (await world(mailer)).work({
      smtpIds: ["one", "two"],
      recipientsFile: [BLOG, "c@blog.test", "d@blog.test"],
    });
    expect(mailer.sent.map(({ accountId }) => accountId)).toEqual(["one", "two", "one", "two", "one", "two"]);
    expect(rows[1].messageId).toMatch(/@example\.com>$/);
  });

  it("writes messages instead of sending them in a dry run, without an account too", async () => {
    const { server, mailer } = await realPost();
    const made = await world(mailer);
    for (const smtpIds of [["post"], []]) {
      const { id, status, rows } = await made.work({ dryRun: true, smtpIds, sendNow: false });
      expect(status).toBe("complete");
      expect(rows.map((row) => row.status)).toEqual(["dry run", "dry run"]);
      const files = await Array.fromAsync(made.kernel.content.files(id));
      const mails = files.filter(({ path }) => path.endsWith(".eml"));
      expect(mails).toHaveLength(2);
      const { bytes } = (await made.kernel.content.file(id, mails[0]!.path))!;
      expect((await simpleParser(Buffer.from(bytes))).to).toMatchObject({ text: BLOG });
    }
    expect(server.mails).toEqual([]);
  });

  it("keeps a copy of every message with saveEml, as it was sent", async () => {
    const { server, mailer } = await realPost();
    const made = await world(mailer, { files: { "bees.html": ARTICLES["bees.html"] } });
    const { id } = await made.work({ saveEml: true });
    const [copy] = (await Array.fromAsync(made.kernel.content.files(id))).filter(({ path }) => path.endsWith(".eml"));
    expect(Buffer.from((await made.kernel.content.file(id, copy!.path))!.bytes).toString()).toBe(
      server.mails[0]!.raw.toString(),
    );
  });

  it("sends the first message to the test address alone, and all of them afterwards", async () => {
    const mailer = post();
    const made = await world(mailer);
    const { id, rows } = await made.work({ testAddress: "me@example.com", sendNow: false });
    expect(rows.map(({ recipient, status }) => [recipient, status])).toEqual([["me@example.com", "test"]]);
    await made.kernel.tasks.patch(id, { testAddress: "" } as never);
    await made.kernel.tasks.patch(id, { sendNow: true } as never);
    await made.again(id);
    expect(mailer.sent.map(({ mail }) => mail.to)).toEqual(["me@example.com", BLOG, BLOG]);
  });
});

describe("mail to people", () => {
  const people = {
    recipientKind: "people",
    consentNote: "They have asked for it on the site, 2025.",
    unsubscribeUrl: "https://example.com/bye?who={address}",
    recipientsFile: ["email,name", "a@x.test,Ann", "b@y.test,Bob", "c@y.test,Cem"],
  };

  it("has an unsubscribe link and header of one click, and no codes; those on the suppression list get none", async () => {
    const { server, mailer } = await realPost();
    const { rows } = await (await world(mailer, { files: { "bees.html": ARTICLES["bees.html"] } })).work({
      ...people,
      bodyTemplate: "<p>Dear {name},</p>{html}",
      suppressionFile: ["B@Y.test"],
    });
    expect(rows.map(({ status }) => status)).toEqual(["sent", "suppressed", "sent"]);
    const { headers, text } = await simpleParser(server.mails[0]!.raw);
    const raw = server.mails[0]!.raw.toString();
    expect(raw).toContain("List-Unsubscribe: <https://example.com/bye?who=a%40x.test>\r\n");
    expect(raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
    expect(headers.has("bcc")).toBe(false);
    expect(text).toContain("Dear Ann,\n\nBees make honey");
    expect(text).toContain("Unsubscribe (https://example.com/bye?who=a%40x.test)");
    expect(text).not.toContain("[status");
  });

  it.each([
    [{ consentNote: " " }, "consentNote is empty"],
    [{ unsubscribeUrl: "" }, "unsubscribeUrl is no https address"],
    [{ unsubscribeUrl: "http://example.com/" }, "unsubscribeUrl is no https address"],
  ])("is refused with %o", async (change, words) => {
    const mailer = post();
    const { status, error } = await (await world(mailer)).work({ ...people, ...change });
    expect([status, error?.code]).toEqual(["failed", "bad-input"]);
    expect(error?.message).toContain(words);
    expect(mailer.sent).toEqual([]);
  });
});

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
      recipientsFile: ["a@x.test, b@y.test", `${BLOG}\r\nBcc: evil@x.test`, BLOG],
    });
    expect(status).toBe("complete");
    expect(rows.map((row) => row.status)).toEqual(["failed", "failed", "sent"]);
    expect(rows[0].error).toContain("more than one address");
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

describe("the reply to a data post", () => {
  const noted = async (data: object) => {
    const options = postemailer.options.parse({ ...NOW, smtpIds: ["post"], recipientsFile: [BLOG], ...data });
    const problems = await postemailer.check!(options, { providers: {} });
    return problems.map(({ field, message }) => `${field}: ${message}`);
  };

  it.each<[object, RegExp]>([
    [
      { subjectTemplate: "{tilte}" },
      /^subjectTemplate: \{tilte\} in subjectTemplate names nothing.*Did you mean \{title\}\?$/,
    ],
    [{ bodyTemplate: "<style>p {color: red}</style>{foo}{html}" }, /^bodyTemplate: \{foo\}.*Use one of html, title/],
    [{ articleTitle: "Use titel" }, /^articleTitle: .* Did you mean "Use [a-z ]+"\?$/],
    [{ articleTitle: "{titel}" }, /^articleTitle: \{titel\} .* Did you mean \{title\}\?$/],
    [
      { suppressionFile: ["a@b.test", "@b.test", "ben@example,org"] },
      /^suppressionFile: 1 of the lines of suppressionFile name nobody.*"ben@example,org"/,
    ],
    [
      { recipientKind: "people", consentNote: "Form of May", unsubscribeUrl: "https://x.test/u" },
      /^unsubscribeUrl: unsubscribeUrl is the same for everybody/,
    ],
  ])("names what would go wrong in every message: %j", async (data, message) => {
    expect(await noted(data)).toEqual([expect.stringMatching(message)]);
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
