import { afterEach, describe, expect, it } from "vitest";
import { MASK, ScriptoriumError, silentLogger } from "../../src/index.js";
import { accountServers } from "./accounts-world.js";

const servers = accountServers();
afterEach(servers.close);

const PASSWORD = "abcd EFGH ijkl 1234";
const BLOG = { url: "https://blog.example/news/", username: "anna", password: PASSWORD, group: "news" };
const MAIL = {
  kind: "mail",
  name: "Office",
  settings: { host: "smtp.example.com", username: "anna", from: "office@example.com", group: "news" },
  secrets: { password: PASSWORD },
};

describe("blogs", () => {
  it("are added, read, listed by group, changed and removed, and never show their password", async () => {
    const { call, kernel } = await servers.start();
    const made = await call("POST", "/blogs", { ...BLOG, id: "blog-7" });
    expect(made).toMatchObject({ success: true, status: 200 });
    expect(made.result).toEqual({
      ...{ id: "blog-7", name: "blog.example/news", kind: "wordpress", url: BLOG.url, username: "anna" },
      ...{ group: "news", api: "auto", allowHttp: false, hasPassword: true },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    });
    await call("POST", "/blogs", { kind: "folder", url: "site", name: "Site" });
    const { api: _api, allowHttp: _http, ...record } = made.result;
    expect((await call("GET", "/blogs?group=news")).result).toEqual([record]);
    expect((await call("GET", "/blogs")).result).toHaveLength(2);
    const changed = await call("POST", "/blogs/blog-7", { ...made.result, group: "sport", name: "News" });
    expect(changed.result).toMatchObject({ group: "sport", name: "News", hasPassword: true, username: "anna" });
    expect(await kernel.accounts.secretsOf("blog-7")).toEqual({ password: PASSWORD });
    const without = await call("POST", "/blogs/blog-7", { password: null });
    expect(without.result.hasPassword).toBe(false);
    expect(without.notes).toEqual([expect.stringMatching(/^The blog has no password yet, so nothing can be posted\./)]);
    expect(await call("DELETE", "/blogs/blog-7")).toMatchObject({ success: true, result: null });
    expect((await call("DELETE", "/blogs/blog-7")).notes).toEqual([
      "There is no blog with this id, so nothing was removed.",
    ]);
    expect((await call("GET", "/blogs/blog-7")).message).toMatch(/could not be found/);
    for (const { text } of [made, changed]) expect(text).not.toContain(PASSWORD);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ["nothing", {}, /"url" is missing.*https:\/\/blog\.example.*"username" is missing/],
    [
      "a mistyped field",
      { username: undefined, usernam: "anna" },
      /"username" is missing.* Did you mean "username" by "usernam"\?/,
    ],
    [
      "a mistyped secret",
      { pasword: "in the open" },
      /"pasword" looks like "password" and would be kept in the open\. Name it "password"\./,
    ],
    ["an address that is none", { url: "not an address" }, /"url" must be a web address/],
    ["another scheme", { url: "ftp://blog.example" }, /"url" must be a web address/],
    ["plain http", { url: "http://blog.example" }, /plain http.*Use https, or set "allowHttp" to true/],
    [
      "a login in the address",
      { url: "https://anna:pw@blog.example" },
      /holds a user name or password\. Put them into/,
    ],
    ["a query", { url: "https://blog.example/?p=1" }, /after a \? or #/],
    ["a line break in the login", { username: "anna\r\nX-Evil: 1" }, /"username" must be one line of text/],
    ["a line break in the password", { password: "a\nb" }, /"password" holds a line break/],
    ["a colon in the login", { username: "a:b" }, /cannot hold a colon/],
    ["an unknown kind", { kind: "blogger" }, /"kind" must be one of: wordpress, ghost, webhook, folder\./],
    ["another way", { api: "soap" }, /"api" must be one of: auto, rest, xmlrpc\./],
    ["a number for a login", { username: 5 }, /"username" must be one line/],
    ["a number for a password", { password: 5 }, /must be texts|object of texts/],
    ["no truth", { allowHttp: "perhaps" }, /"allowHttp" must be true or false/],
    ["an id with a blank", { id: "blog 1" }, /"id" must be at most 64 letters, digits/],
    ["the id of a route", { id: "import" }, /cannot be "import"/],
    ["the name of a group", { name: "group:news" }, /cannot begin with "group:"/],
    ["a key of Ghost that is none", { kind: "ghost", password: "secret" }, /no Admin API key of Ghost/],
  ])("with %s are refused with what to do, and not stored", async (_what, wrong, message) => {
    const { call } = await servers.start();
    const body = Object.keys(wrong).length === 0 ? {} : { ...BLOG, ...wrong };
    const answer = await call("POST", "/blogs", body);
    expect(answer).toMatchObject({ success: false, status: 200, message: expect.stringMatching(message) });
    expect(answer.text).not.toContain(PASSWORD);
    expect((await call("GET", "/blogs")).result).toEqual([]);
  });

  it("without a scheme are at https, and get names of their own", async () => {
    const { call } = await servers.start();
    const first = await call("POST", "/blogs", { ...BLOG, url: "blog.example" });
    expect(first.result).toMatchObject({ url: "https://blog.example", name: "blog.example" });
    const second = await call("POST", "/blogs", { ...BLOG, url: "blog.example", username: "ben" });
    expect(second.result.name).toBe("blog.example (2)");
    const taken = await call("POST", "/blogs", { ...BLOG, id: first.result.id });
    expect(taken.message).toMatch(/There is an account with the id .* already\. Use another id/);
  });

  it("over plain http are stored where that is allowed", async () => {
    const { call } = await servers.start();
    const { result } = await call("POST", "/blogs", { ...BLOG, url: "http://blog.example", allowHttp: true });
    expect(result).toMatchObject({ url: "http://blog.example", allowHttp: true });
    expect((await call("POST", `/blogs/${result.id}`, { allowHttp: false })).message).toMatch(/plain http/);
  });

  it("do not give the password that is kept to another server", async () => {
    const { call, kernel } = await servers.start();
    const { result } = await call("POST", "/blogs", BLOG);
    for (const password of [undefined, MASK]) {
      const moved = await call("POST", `/blogs/${result.id}`, { url: "https://evil.example", password });
      expect(moved.message).toMatch(/another server, .* kept for blog\.example\. Give "password" again/);
    }
    expect((await call("POST", `/blogs/${result.id}`, { url: "https://blog.example/" })).success).toBe(true);
    await call("POST", `/blogs/${result.id}`, { url: "https://new.example", password: "another one" });
    expect(await kernel.accounts.secretsOf(result.id)).toEqual({ password: "another one" });
  });

  it("keep fields that are not known, with a note on those that are mistyped", async () => {
    const { call } = await servers.start();
    const { result, notes } = await call("POST", "/blogs", { ...BLOG, grup: "x", editor: "classic" });
    expect(result).toMatchObject({ editor: "classic" });
    expect(notes).toEqual(['Did you mean "group" by "grup"? It was kept and is not read.']);
  });
});

describe("accounts", () => {
  it("are those of all kinds, with masks for their secrets", async () => {
    const { call } = await servers.start();
    const { result: blog } = await call("POST", "/blogs", BLOG);
    const mail = await call("POST", "/accounts", MAIL);
    expect(mail.result).toMatchObject({
      ...{ kind: "mail", name: "Office", secrets: { password: MASK } },
      settings: { ...MAIL.settings, port: 587, secure: false, fromName: "", allowPlain: false },
    });
    await call("POST", "/accounts", { kind: "provider", name: "brave", secrets: { key: "sesame-4711" } });
    const all = await call("GET", "/accounts");
    expect(all.result.map(({ kind }: { kind: string }) => kind)).toEqual(["blog", "mail", "provider"]);
    expect((await call("GET", "/accounts?kind=mail&group=news")).result).toEqual([mail.result]);
    expect((await call("GET", "/accounts?limit=1&offset=1")).result).toEqual([mail.result]);
    expect(all.text).not.toContain(PASSWORD);
    expect((await call("GET", `/blogs/${mail.result.id}`)).message).toMatch(/is no blog\. Use \/accounts\//);
    const changed = await call("POST", `/accounts/${mail.result.id}`, {
      ...mail.result,
      settings: { port: 465, secure: true },
    });
    expect(changed.result.settings).toMatchObject({ port: 465, secure: true, host: "smtp.example.com" });
    expect((await call("GET", `/accounts/${blog.id}`)).result).toMatchObject({
      kind: "blog",
      settings: { url: BLOG.url },
    });
    expect((await call("DELETE", `/accounts/${blog.id}`)).success).toBe(true);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ["no kind", { kind: undefined }, /"kind" is missing\. Use one of: blog, mail, provider\./],
    ["a mistyped kind", { kind: "mial" }, /no kind of account "mial"\. Did you mean "mail"\?/],
    [
      "the kind of a blog",
      { kind: "wordpress" },
      /kind of the account is blog\. Give "wordpress" as "kind" in its settings/,
    ],
    ["the kind of webhooks", { kind: "webhook" }, /Use \/webhooks/],
    ["settings beside the settings", { host: "smtp.example.com" }, /no member "host"\. Put settings into "settings"/],
    ["no server", { settings: { from: "a@b.example" } }, /"host" is missing/],
    [
      "a server with its port",
      { settings: { ...MAIL.settings, host: "smtp.example.com:25" } },
      /Give the port in "port"/,
    ],
    ["a port that is none", { settings: { ...MAIL.settings, port: 70_000 } }, /"port" must be a whole number/],
    [
      "a port that is none, no server and two senders",
      { settings: { port: "none", from: "a@b.example, c@d.example" } },
      /"port" must be a whole number.* "host" is missing\..* "from" must be one mail address/,
    ],
    ["two senders", { settings: { ...MAIL.settings, from: "a@b.example, c@d.example" } }, /one mail address/],
    [
      "a header in the sender",
      { settings: { ...MAIL.settings, from: "a@b.example\r\nBcc: x@y.example" } },
      /"from" must be one line/,
    ],
    ["a key that is none", { secrets: { dkimKey: "nonsense" } }, /no private key in the PEM form.*"dkim\.domain" and/],
    ["settings that are a list", { settings: [] }, /"settings" must be an object/],
    ["secrets that are numbers", { secrets: { password: 5 } }, /object of texts/],
  ])("with %s are refused", async (_what, wrong, message) => {
    const { call } = await servers.start({ api: { statusCodes: "semantic" } });
    const answer = await call("POST", "/accounts", { ...MAIL, ...wrong });
    expect(answer).toMatchObject({ success: false, status: 400, message: expect.stringMatching(message) });
    expect((await call("GET", "/accounts")).result).toEqual([]);
  });

  it("are not made other ones, and webhooks are left to their routes", async () => {
    const { call, kernel } = await servers.start();
    const { result } = await call("POST", "/accounts", MAIL);
    expect((await call("POST", `/accounts/${result.id}`, { kind: "blog" })).message).toMatch(
      /kind of an account cannot/,
    );
    expect((await call("POST", `/accounts/${result.id}`, { id: "x" })).message).toMatch(/id of an account cannot/);
    const { id } = await kernel.accounts.create({ kind: "webhook", name: "hook", secrets: { secret: "whsec_1" } });
    expect((await call("POST", `/accounts/${id}`, { name: "x" })).message).toMatch(/Use \/webhooks/);
    expect((await call("DELETE", `/accounts/${id}`)).message).toMatch(/Use \/webhooks/);
    expect((await kernel.accounts.get(id)).name).toBe("hook");
  });
});

describe("the test of an account", () => {
  const says = 'https://blog.example answers over REST as "anna", who may publish posts.';

  it("says plainly who logs in how, and what the account may do", async () => {
    const check = { way: "REST", login: "anna", may: ["publish posts"], says };
    const mailCheck = { secured: true, login: "anna", says: 'smtp.example.com:587 takes the login "anna" over TLS.' };
    const { call } = await servers.start({
      publisher: { check: async () => check },
      mailer: { check: async () => mailCheck },
    });
    const { result: blog } = await call("POST", "/blogs", BLOG);
    const { result: mail } = await call("POST", "/accounts", MAIL);
    const expected = { id: blog.id, name: blog.name, kind: "blog", ok: true, ...check };
    expect((await call("POST", `/blogs/${blog.id}/test`)).result).toEqual(expected);
    expect((await call("POST", `/accounts/${blog.id}/test`, {})).result).toEqual(expected);
    expect((await call("POST", `/accounts/${mail.id}/test`)).result).toMatchObject({ ok: true, ...mailCheck });
  });

  it("says what is wrong with its code, and no password that a server repeats", async () => {
    const failures = [
      new ScriptoriumError("auth", `blog.example refused anna with "${PASSWORD}". Give the right password.`),
      new Error("a bug"),
    ];
    const { call } = await servers.start({
      publisher: {
        check: async () => {
          throw failures.shift();
        },
      },
      api: { logger: silentLogger },
    });
    const { result: blog } = await call("POST", "/blogs", BLOG);
    const refused = await call("POST", `/blogs/${blog.id}/test`);
    expect(refused.result).toMatchObject({ ok: false, code: "auth", says: expect.stringContaining(MASK) });
    expect(refused.text).not.toContain(PASSWORD);
    expect((await call("POST", `/blogs/${blog.id}/test`)).result).toMatchObject({ ok: false, code: "internal" });
  });

  it("asks a server once for all that ask at the same time, and never without a password", async () => {
    let count = 0;
    const answer = Promise.withResolvers<void>();
    const { call } = await servers.start({
      publisher: {
        async check() {
          count += 1;
          await answer.promise;
          return { way: "REST", login: "anna", may: [], says };
        },
      },
    });
    const { result: blog } = await call("POST", "/blogs", BLOG);
    const asked = Array.from({ length: 5 }, () => call("POST", `/blogs/${blog.id}/test`));
    await expect.poll(() => count).toBe(1);
    answer.resolve();
    expect((await Promise.all(asked)).every(({ result }) => result.ok)).toBe(true);
    expect(count).toBe(1);
    await call("POST", `/blogs/${blog.id}`, { password: "" });
    const { result } = await call("POST", `/blogs/${blog.id}/test`);
    expect(result).toMatchObject({ ok: false, code: "auth", says: expect.stringMatching(/^No password is stored/) });
    expect(count).toBe(1);
  });

  it("needs an account that logs in, and the provider of its kind", async () => {
    const { call } = await servers.start({ api: { statusCodes: "semantic" }, publisher: {} });
    expect(await call("POST", "/accounts/nowhere/test")).toMatchObject({ status: 404, success: false });
    const { result: key } = await call("POST", "/accounts", {
      kind: "provider",
      name: "brave",
      secrets: { key: "k-4711" },
    });
    expect((await call("POST", `/accounts/${key.id}/test`)).message).toMatch(/cannot be tested.*scriptorium doctor/);
  });
});

describe("requests that other sites' pages cause", () => {
  it.each([
    ["POST", "/blogs"],
    ["POST", "/blogs/import"],
    ["POST", "/blogs/x/test"],
    ["DELETE", "/blogs/x"],
    ["POST", "/accounts"],
    ["POST", "/accounts/x"],
    ["GET", "/accounts"],
  ])("%s %s is refused to them, and without the key", async (method, target) => {
    const { call } = await servers.start({ api: { apiKey: "sesame" } });
    const key = { "x-api-key": "sesame" };
    expect((await call(method, target, undefined, { ...key, origin: "https://evil.test" })).status).toBe(403);
    expect((await call(method, target, undefined, { ...key, "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await call(method, target)).status).toBe(401);
    if (method === "GET") expect((await call(method, target, undefined, key)).status).toBe(200);
  });
});
