import { generateKeyPairSync, verify } from "node:crypto";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { simpleParser } from "mailparser";
import { afterEach, describe, expect, it } from "vitest";
import { type MailFate, type MailServerOptions, mailServer, sayingServer } from "../../../test/doubles/mail-server.js";
import { certificate } from "../../../test/doubles/proxies.js";
import { createScriptorium } from "../../index.js";
import type { OutgoingMail, ScriptoriumError } from "../../kernel/index.js";
import { createSockets } from "../web/sockets.js";
import { createMailer, type SessionLimits } from "./index.js";

const own = certificate();
const calm = new AbortController().signal;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const MAIL: OutgoingMail = {
  to: "reader@example.org",
  subject: "Bees — and honey",
  text: "Bees make honey.\n.\n..dots\n",
  html: "<p>Bees make <b>honey</b>.</p>",
  attachments: [],
  headers: {},
  messageKey: "bees-1",
  date: "2026-01-31T08:00:00Z",
};

/** A mailer with one account, called "post", of a server of these options. */
async function posting(
  options: MailServerOptions = {},
  settings: Record<string, unknown> = {},
  secrets: Record<string, string> = { password: "right" },
) {
  const server = await mailServer({ login: { user: "anna", password: "right" }, tls: own, ...options });
  closing.push(() => server.close());
  return { server, ...(await mailerFor(server.port, { allowSelfSigned: true, ...settings }, secrets)) };
}

async function mailerFor(
  port: number,
  settings: Record<string, unknown>,
  secrets: Record<string, string> = {},
  limits: SessionLimits = {},
) {
  const { kernel, start, stop } = createScriptorium();
  await start();
  closing.push(stop);
  const account = await kernel.accounts.create({
    ...{ kind: "mail", name: "post", secrets },
    settings: {
      host: "127.0.0.1",
      port,
      username: "anna",
      from: "anna@example.com",
      fromName: "Anna",
      ...settings,
    } as never,
  });
  const open = createSockets({ allowPrivate: ["127.0.0.1"] });
  const mailer = createMailer({ accounts: kernel.accounts, open, ...limits });
  const send = (mail: Partial<OutgoingMail> = {}) => mailer.send(account.id, { ...MAIL, ...mail }, { signal: calm });
  return { mailer, kernel, id: account.id, send };
}

const refusal = async (call: Promise<unknown>) =>
  call.then(
    () => expect.fail("It did not fail."),
    (error: ScriptoriumError) => error,
  );

describe("a message", () => {
  it("goes over STARTTLS with a login, and is read as it was meant", async () => {
    const { server, send } = await posting();
    const image = { fileName: "bee.png", bytes: Buffer.from("png"), type: "image/png", contentId: "bee-1" };
    const { messageId } = await send({ attachments: [image], replyTo: "desk@example.com" });
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: "anna@example.com", to: ["reader@example.org"], secured: true });
    const read = await simpleParser(mail!.raw);
    expect(messageId).toBe("<bees-1@example.com>");
    expect(read).toMatchObject({ messageId, subject: MAIL.subject, text: MAIL.text, date: new Date(MAIL.date) });
    expect(read.from?.text).toBe('"Anna" <anna@example.com>');
    expect(read.replyTo?.text).toBe("desk@example.com");
    expect(read.attachments).toMatchObject([{ filename: "bee.png", cid: "bee-1", contentDisposition: "inline" }]);
  });

  it("goes over TLS from the first byte", async () => {
    const { server, send } = await posting({ secure: true }, { secure: true });
    await send();
    expect(server.mails).toMatchObject([{ secured: true }]);
  });

  it("goes to a server whose certificate is trusted, without any allowance", async () => {
    const trusted = getCACertificates("default");
    setDefaultCACertificates([...trusted, own.cert]);
    closing.push(() => setDefaultCACertificates(trusted));
    const { server, send } = await posting({}, { allowSelfSigned: false });
    await send();
    expect(server.mails).toHaveLength(1);
  });

  it("has the same bytes each time, and is signed with DKIM, the unsubscribe headers included, where there is a key", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const dkimKey = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
    const dkim = { domain: "example.com", selector: "s1" };
    const { mailer, id } = await posting({}, { dkim }, { password: "right", dkimKey });
    const headers = {
      "List-Unsubscribe": "<https://example.com/u>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    };
    const text = Buffer.from(await mailer.compose(id, { ...MAIL, headers })).toString("latin1");
    const [field = ""] = /^DKIM-Signature:[\s\S]*?\r\n(?![ \t])/m.exec(text) ?? [];
    const flat = field.replace(/\s+/g, "");
    expect(flat).toContain("d=example.com;");
    expect(flat).toMatch(/h=[^;]*list-unsubscribe:list-unsubscribe-post/i);
    // Relaxed headers, in the order of h=, and the field itself without its signature.
    const names = /;h=([^;]+)/.exec(flat)![1]!.toLowerCase().split(":");
    const relaxed = (header: string) =>
      header
        .replace(/\r\n(?=[ \t])/g, "")
        .replace(
          /^([^:]+?)\s*:\s*([\s\S]*?)\s*$/,
          (_, name: string, value: string) => `${name.toLowerCase()}:${value.replace(/[ \t]+/g, " ")}`,
        );
    const lines = text.slice(0, text.indexOf("\r\n\r\n") + 2).match(/^[^\s][\s\S]*?\r\n(?![ \t])/gm)!;
    const signed = names.flatMap((name) =>
      lines.filter((line) => line.toLowerCase().startsWith(`${name}:`)).map((line) => `${relaxed(line)}\r\n`),
    );
    const last = relaxed(field).replace(/\bb=[^;]*$/, "b=");
    const signature = Buffer.from(/;b=([^;]+)/.exec(flat)![1]!, "base64");
    expect(verify("rsa-sha256", Buffer.from(signed.join("") + last), publicKey, signature)).toBe(true);
    const again = Buffer.from(await mailer.compose(id, { ...MAIL, headers })).toString("latin1");
    expect(again.replace(/^DKIM-Signature:[\s\S]*?\r\n(?![ \t])/m, "")).toBe(text.replace(field, ""));
  });

  it("keeps lines of dots, and is without NUL and lines that are too long", async () => {
    const { server, send } = await posting();
    await send({ text: `a\n.\n..\nlong ${"x".repeat(5000)}\nnul \0 here`, html: `<p>${"y".repeat(5000)}</p>` });
    const raw = server.mails[0]!.raw.toString("latin1");
    expect(raw.split("\r\n").every((line) => line.length <= 998)).toBe(true);
    const { text } = await simpleParser(server.mails[0]!.raw);
    expect(text).toBe(`a\n.\n..\nlong ${"x".repeat(5000)}\nnul  here`);
  });

  it("reads no file and fetches nothing, whatever its text names", async () => {
    const { mailer, id } = await posting();
    const text = { path: "/etc/passwd" } as unknown as string;
    await expect(mailer.compose(id, { ...MAIL, text })).rejects.toThrow();
    const image = { fileName: "a.png", type: "image/png", path: "/etc/passwd", bytes: new Uint8Array(2) };
    expect(String(await mailer.compose(id, { ...MAIL, attachments: [image] }))).not.toContain("root");
  });
});

describe("what a server answers", () => {
  const fates: readonly [number, string, object][] = [
    [421, "rate-limited", { waitMs: 60_000, passing: true }],
    [450, "rate-limited", { waitMs: 60_000 }],
    [451, "rate-limited", { waitMs: 60_000 }],
    [452, "rate-limited", { waitMs: 60_000 }],
    [550, "bad-input", {}],
    [554, "bad-input", {}],
  ];
  it.each(fates)("%i to the recipient and to the message is %s, with what it says", async (status, code, facts) => {
    const fate = (): MailFate => ({ status, says: "because so" });
    for (const options of [{ recipient: fate }, { fate }]) {
      const { send } = await posting(options);
      const error = await refusal(send());
      expect(error).toMatchObject({ code, facts: { status, ...facts } });
      expect(error.message).toContain("because so");
      expect(error.facts["uncertain"]).toBeUndefined();
    }
  });

  it("an address that is refused is named, and told from a refused message", async () => {
    const says = "5.1.1 No such user here";
    const { send } = await posting({ recipient: () => ({ status: 550, says }) });
    const error = await refusal(send());
    expect(error).toMatchObject({ code: "bad-input", facts: { recipient: true, status: 550 } });
    expect(error.message).toContain("refused the recipient reader@example.org: ");
    const { send: other } = await posting({ fate: () => ({ status: 550, says }) });
    expect((await refusal(other())).facts["recipient"]).toBeUndefined();
  });

  it.each([
    ["5.3.4 Message too big", "too-large", "Make its images and attachments smaller"],
    ["5.2.2 Over quota", "bad-input", "Its mailbox is full"],
    ["5.7.0 Blocked for its content", "bad-input", "Look into what it says."],
  ])("552 %s is %s, with what helps", async (says, code, advice) => {
    const { send } = await posting({ fate: () => ({ status: 552, says }) });
    const error = await refusal(send());
    expect(error.code).toBe(code);
    expect(error.message).toContain(advice);
  });

  it("535 is auth, and its message has no password", async () => {
    const { send, server } = await posting({}, {}, { password: "wrong-one" });
    const error = await refusal(send());
    expect(error.code).toBe("auth");
    expect(error.message).toContain("refused the login");
    expect(JSON.stringify([error.message, error.facts])).not.toContain("wrong-one");
    expect(server.logins).toEqual(["anna"]);
  });

  it("a size below that of the message is too-large, before it is sent", async () => {
    const { send, server } = await posting({ size: 500 });
    const bytes = new Uint8Array(5000);
    const attachments = [{ fileName: "a.bin", type: "application/octet-stream", bytes }];
    expect((await refusal(send({ attachments }))).code).toBe("too-large");
    expect(server.mails).toHaveLength(0);
  });

  it("nothing after DATA, because the connection was dropped: uncertain", async () => {
    const { send, server } = await posting({ fate: () => "cut" });
    const error = await refusal(send());
    expect(error).toMatchObject({ code: "no-network", facts: { uncertain: true } });
    expect(server.mails).toHaveLength(1);
  });
});

describe("a connection", () => {
  it("without TLS is refused before login and message, unless the account allows it", async () => {
    const { tls: _none, ...bare } = { tls: undefined };
    const server = await mailServer({ ...bare, login: { user: "anna", password: "right" } });
    closing.push(() => server.close());
    const strict = await mailerFor(server.port, {}, { password: "right" });
    const error = await refusal(strict.send());
    expect(error).toMatchObject({ code: "no-network", facts: { final: true } });
    expect(error.message).toContain("allowPlain");
    expect(server.logins).toEqual([]);
    const easy = await mailerFor(server.port, { allowPlain: true }, { password: "right" });
    await easy.send();
    expect(server.mails).toMatchObject([{ secured: false }]);
  });

  it("with a certificate that nobody vouches for is refused before the login", async () => {
    const { send, server } = await posting({}, { allowSelfSigned: false });
    const error = await refusal(send());
    expect(error.message).toContain("certificate that nobody vouches for");
    expect(server.logins).toEqual([]);
  });

  it("that somebody between has stripped of STARTTLS is refused, and no password goes out", async () => {
    const server = await sayingServer("220 hello\r\n", (line) =>
      /^EHLO/.test(line) ? "250-hello\r\n250 AUTH PLAIN\r\n" : "502 what\r\n",
    );
    closing.push(() => server.close());
    const { send } = await mailerFor(server.port, {}, { password: "right" });
    expect((await refusal(send())).message).toContain("offers no TLS");
    expect(server.heard.filter((line) => !/^(?:EHLO|STARTTLS|HELO|QUIT)/.test(line))).toEqual([]);
  });

  it("whose TLS does not begin is refused at once, with what to do, and goes on where the account allows it", async () => {
    const server = await sayingServer("220 hello\r\n", (line) => {
      if (/^EHLO/.test(line)) return "250-hello\r\n250 STARTTLS\r\n";
      if (line === "STARTTLS") return "454 4.7.0 TLS not available\r\n";
      return line === "DATA" ? "354 go on\r\n" : /^(?:MAIL|RCPT|\.)/.test(line) ? "250 taken\r\n" : "";
    });
    closing.push(() => server.close());
    const strict = await mailerFor(server.port, { username: "" });
    const error = await refusal(strict.send());
    expect(error).toMatchObject({ code: "no-network", facts: { status: 454, final: true } });
    expect(error.facts["passing"]).toBeUndefined();
    expect(error.message).toContain("454 4.7.0 TLS not available. Tell who runs it, use port 465");
    const easy = await mailerFor(server.port, { username: "", allowPlain: true });
    expect((await easy.send()).says).toContain("250 taken");
  });

  it("that begins with TLS where the server does not is refused, with what to set", async () => {
    const { send, server } = await posting({}, { secure: true });
    const error = await refusal(send());
    expect(error).toMatchObject({ code: "no-network", facts: { final: true } });
    expect(error.message).toContain("does not begin with TLS on this port");
    expect(error.message).toContain("Set secure to false for STARTTLS, which port 587 has, or use port 465.");
    expect(server.logins).toEqual([]);
  });

  it("whose greeting never comes ends in time", async () => {
    const server = await sayingServer(undefined);
    closing.push(() => server.close());
    const { send } = await mailerFor(server.port, {}, { password: "right" }, { greetingMs: 100 });
    const error = await refusal(send());
    expect(error).toMatchObject({ code: "no-network", facts: { passing: true } });
    expect(error.message).toContain("did not answer in time");
  });

  it("that answers EHLO with a megabyte ends", async () => {
    const server = await sayingServer("220 hello\r\n", () => `250-${"x".repeat(1024 * 1024)}\r\n`.repeat(2));
    closing.push(() => server.close());
    const { send } = await mailerFor(server.port, {}, { password: "right" });
    expect((await refusal(send())).message).toContain("does not speak SMTP");
  });

  it("to a private address is refused where the server does not allow it, by the built-in mailer too", async () => {
    const { kernel, start, stop } = createScriptorium();
    await start();
    closing.push(stop);
    const settings = { host: "127.0.0.1", port: 2525, from: "a@example.com" };
    const { id } = await kernel.accounts.create({ kind: "mail", name: "inner", settings });
    const mailer = createMailer({ accounts: kernel.accounts, open: createSockets({}) });
    const error = await refusal(mailer.send(id, MAIL, { signal: calm }));
    expect(error.code).toBe("ADDRESS_REFUSED");
    expect(error.message).toContain("--allow-private 127.0.0.1:2525");
  });

  it("is aborted while the server is silent", async () => {
    const server = await sayingServer(undefined);
    closing.push(() => server.close());
    const { mailer, id } = await mailerFor(server.port, {}, { password: "right" });
    const reason = new Error("no longer wanted");
    await expect(mailer.send(id, MAIL, { signal: AbortSignal.any([AbortSignal.timeout(50)]) })).rejects.toThrow();
    await expect(mailer.send(id, MAIL, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe("an account", () => {
  it("is checked with a plain answer", async () => {
    const { mailer, id, server } = await posting();
    expect(await mailer.check(id, { signal: calm })).toEqual({
      ...{ secured: true, login: "anna" },
      says: `127.0.0.1:${server.port} takes the login "anna" over TLS.`,
    });
    expect(server.mails).toEqual([]);
  });

  it("is found by its id, its name and its group, each once", async () => {
    const { mailer, kernel, id } = await posting({}, { group: "news" });
    const other = await kernel.accounts.create({
      ...{ kind: "mail", name: "second" },
      settings: { host: "mail.example", from: "b@example.com", group: "news" },
    });
    const found = await mailer.accounts(["post", id, "group:news"]);
    expect(found.map((one) => one.id)).toEqual([id, other.id]);
    expect(found[1]).toMatchObject({ server: "mail.example:587", signsWithDkim: false });
    expect((await refusal(mailer.accounts(["group:none"]))).code).toBe("ACCOUNT_NOT_FOUND");
  });

  it("without its password is auth, and with settings that cannot be used bad-input", async () => {
    const { mailer, kernel } = await posting();
    const wrong: readonly [object, object, string][] = [
      [{ username: "x" }, {}, "auth"],
      [{ host: "" }, {}, "bad-input"],
      [{ port: 70_000 }, {}, "bad-input"],
      [{ from: "a@x, b@y" }, {}, "bad-input"],
      [{}, { dkimKey: "no key" }, "bad-input"],
    ];
    for (const [index, [settings, secrets, code]] of wrong.entries()) {
      const name = `wrong ${index}`;
      const all = { host: "mail.example", from: "b@example.com", ...settings };
      await kernel.accounts.create({ kind: "mail", name, settings: all, secrets: { ...secrets } });
      expect((await refusal(mailer.accounts([name]))).code).toBe(code);
    }
  });
});
