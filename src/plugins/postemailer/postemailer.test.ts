import { simpleParser } from "mailparser";
import { describe, expect, it } from "vitest";
import { ARTICLES, BLOG, NOW, PNG, post, realPost, world } from "../../../test/doubles/mail-world.js";
import { cannedFolder, cannedMailer } from "../../adapters/doubles/index.js";
import type { FolderProvider } from "../../kernel/index.js";
import { postemailer } from "./index.js";

describe("a post emailer", () => {
  it("says of an article without a keyword that categories with {keyword} are left out", async () => {
    const { log } = await (await world(post())).work({ articleCategory: ["{keyword}"] });
    expect(log).toMatch(/bees\.html: Categories and tags with {keyword} are left out/);
  });

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
    await made.work({ postDelay: "1 week" });
    expect(mailer.sent.map(({ mail }) => [mail.subject, mail.text])).toEqual([
      ["[Insects] Wasps", "status: publish\ntags: sting, summer\ndelay: 1d2h\n\nWasps do not.\n\n:end\n"],
      ["Wasps", "Wasps do not.\n\n#end\n"],
      ["Wasps", "Wasps do not.\n"],
      ["Wasps", expect.stringContaining("\n[status draft]\n[delay +7 days]\n[end]\n")],
    ]);
  });

  it("has no brackets in the subject but those of the categories, where Postie would take them for some", async () => {
    const mailer = post();
    const files = { "a.md": "---\ntitle: '[Video] Bees [2]'\ncategories: [Insects]\n---\nWords.\n" };
    const made = await world(mailer, { files });
    for (const shortcodes of ["postie", "wordpress"]) await made.work({ shortcodes, articleTitle: "Use metadata" });
    expect(mailer.sent.map(({ mail }) => mail.subject)).toEqual(["[Insects] (Video) Bees (2)", "[Video] Bees [2]"]);
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

  it("shows images that stand in the text itself, and leaves the words of those that cannot be shown", async () => {
    const { server, mailer } = await realPost();
    const png = `data:image/png;base64,${PNG.toString("base64")}`;
    const svg = "data:image/svg+xml;base64,PHN2Zy8+";
    const text = `<p><img src="${png}" alt="A bee"> <img src="${png}"> <img src="${svg}" alt="A drawing"></p>`;
    const late = `<img src="${png}" data-src="b.png" alt="B">`;
    const made = await world(mailer, { files: { "a.html": `<h1>A</h1>${text}${late}<p>Words.</p>`, "b.png": PNG } });
    const { log } = await made.work();
    const { html, text: plain, attachments } = await simpleParser(server.mails[0]!.raw);
    expect(attachments.map(({ filename, related }) => [filename, related])).toEqual([
      ["image.png", true],
      ["b.png", true],
    ]);
    expect(String(html).match(/<img /g)).toHaveLength(3);
    expect(html).toContain("<span>A drawing</span>");
    expect(plain).toContain("A drawing");
    expect(log).toContain("An image in the text of a.html was not used");
    const { rows } = await made.work({ dryRun: true, attachImages: false });
    expect(rows).toHaveLength(1);
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

  it("has a keyword in its subject where the article names one, and not the name of its file instead", async () => {
    const mailer = post();
    const files = { "known.md": "---\nkeyword: honey\n---\n# Bees\nWords.", "text-17.md": "# Wasps\nWords." };
    await (await world(mailer, { files })).work({ articleTitle: "{heading} {keyword}" });
    expect(mailer.sent.map(({ mail }) => mail.subject)).toEqual(["Bees honey", "Wasps"]);
  });

  it.each(["Use first heading", "Use filename"])(
    "does not send an article again whose file has another name: %s",
    async (articleTitle) => {
      const mailer = post();
      let names: Record<string, string> = { "bees.html": ARTICLES["bees.html"] };
      const folder: FolderProvider = {
        list: (...asked) => cannedFolder("/in", names).list(...asked),
        read: (...asked) => cannedFolder("/in", names).read(...asked),
      };
      const made = await world(mailer, { folder });
      const { id } = await made.work({ articleTitle });
      names = { "honey bees.html": ARTICLES["bees.html"], "wasps.md": ARTICLES["wasps.md"] };
      const { rows } = await made.again(id);
      expect(rows.map(({ file, status }) => [file, status])).toEqual([
        ["bees.html", "sent"],
        ["honey bees.html", "sent before"],
        ["wasps.md", "sent"],
      ]);
      expect(mailer.sent.map(({ mail }) => mail.subject)).toEqual(["Bees", "Wasps"]);
    },
  );

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

it("counts lines that name nobody as failed, and says what is wrong with the first", async () => {
  const { rows, log, status } = await (await world(post())).work({ recipientsFile: ["nonsense", "ok@a.test"] });
  expect(status).toBe("complete");
  expect(rows.map(({ recipient, status: of }) => [recipient, of])).toEqual([
    ["nonsense", "failed"],
    ["ok@a.test", "sent"],
    ["ok@a.test", "sent"],
  ]);
  expect(log).toContain("1 of the lines of recipientsFile cannot be written to. The first: ");
  expect(log).toContain("Messages: 2 sent, 0 skipped, 1 failed, 0 uncertain.");
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

  it("says of a column in the text that it is empty for somebody", async () => {
    const recipientsFile = ["email,name,city", "a@x.test,Ann,", "b@y.test,,Kiel", "c@y.test,,Bonn"];
    const data = { ...people, recipientsFile, bodyTemplate: "<p>Dear {name},</p>{html}" };
    const note =
      "{name} in bodyTemplate is empty for 2 recipients of 3, the first b@y.test. Fill it in recipientsFile, or take it out of bodyTemplate.";
    const { log } = await (await world(post())).work(data);
    expect(log).toContain(note);
    const options = postemailer.options.parse({ ...NOW, smtpIds: ["post"], ...data });
    const problems = await postemailer.check!(options, { providers: {} });
    expect(problems).toMatchObject([{ field: "bodyTemplate", message: note, severity: "warning" }]);
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

describe("the reply to a data post", () => {
  const noted = async (data: object) => {
    const options = postemailer.options.parse({ ...NOW, smtpIds: ["post"], recipientsFile: [BLOG], ...data });
    const problems = await postemailer.check!(options, { providers: {} });
    return problems.map(({ field, message }) => `${field}: ${message}`);
  };

  it("names an account that there is not", async () => {
    const options = postemailer.options.parse({ ...NOW, smtpIds: ["post", "gone"], recipientsFile: [BLOG] });
    expect(await postemailer.check!(options, { providers: { mailer: post() } })).toEqual([
      { field: "smtpIds", message: expect.stringContaining('no mail account "gone"'), severity: "warning" },
    ]);
  });

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
    [{ shortcodes: "blogger" }, /^postStatus: A mail cannot tell Blogger to make a post a draft: .*"Post using email"/],
    [{ shortcodes: "none", postDelay: "soon" }, /^postDelay: postDelay has no effect/],
    [
      { recipientKind: "people", consentNote: "Form of May", unsubscribeUrl: "https://x.test/u" },
      /^unsubscribeUrl: unsubscribeUrl is the same for everybody/,
    ],
  ])("names what would go wrong in every message: %j", async (data, message) => {
    expect(await noted(data)).toEqual([expect.stringMatching(message)]);
  });
});
