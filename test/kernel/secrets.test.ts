import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFile, chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { build } from "tsup";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { ephemeralKey, keyFile, keyText } from "../../src/adapters/secrets/index.js";
import {
  defineTaskPlugin,
  isSecretName,
  type Json,
  type JsonObject,
  type Kernel,
  MASK,
  ScriptoriumError,
  type SecretBox,
  secret,
} from "../../src/kernel/index.js";
import { marksOf } from "../../src/kernel/secrets/marks.js";
import { formsOf, Redactor } from "../../src/kernel/secrets/redaction.js";
import { exported } from "../../src/kernel/transfer/index.js";
import { catalogue } from "../../src/plugins/catalogue.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { anyCharacter } from "../any-character.js";
import { heldBytes } from "../held-bytes.js";
import { codeOf, type Gate, gate, ran, startedKernel } from "./world.js";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** What the runs of the type below were given; it appears nowhere else. */
const given: unknown[] = [];
const site = z.object({ url: z.string().default(""), pin: secret(z.string().default("")) });
const poster = defineTaskPlugin({
  type: "poster",
  words: "poster",
  title: "Poster",
  summary: "Posts nothing.",
  options: z.object({
    linesFile: z.array(z.string()).default(["one"]),
    smtp: z
      .object({ host: z.string().default(""), login: secret(z.string().default("")).describe("shown nowhere") })
      .prefault({}),
    sites: z.array(site).default([]),
    way: z
      .discriminatedUnion("by", [
        z.object({ by: z.literal("key"), code: z.string().default("").meta({ secret: true }) }),
        z.object({ by: z.literal("none") }),
      ])
      .default({ by: "none" }),
    maxTokens: z.int().default(500),
    tokenStyle: z.string().meta({ secret: false }).default("plain"),
  }),
  inputs: ({ linesFile }) => linesFile,
  async run(line, { options, output }) {
    given.push(structuredClone(options));
    output.row({ line });
  },
});

async function started(secrets: SecretBox | undefined = ephemeralKey(), storage = memoryStorage()): Promise<Kernel> {
  const kernel = await startedKernel({ storage, plugins: [poster], ...(secrets ? { secrets } : {}) });
  ends.push(() => kernel.stop());
  return kernel;
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "scriptorium-secrets-"));
  ends.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** The data of a task as it is shown, and with its secrets. */
async function both(kernel: Kernel, id: string): Promise<{ shown: JsonObject; real: JsonObject }> {
  return { shown: (await kernel.tasks.existing(id)).data, real: await kernel.tasks.revealed(id) };
}

describe("names", () => {
  it.each(["password", "smtpPassword", "SMTP_PASS", "db.pass", "passphrase", "password2", "passwords", "clientSecret"])(
    "%s is secret",
    (name) => expect(isSecretName(name)).toBe(true),
  );
  it.each(["accessToken", "tokens", "apikey", "api_key", "API-Key", "openai api key", "secrets"])(
    "%s is secret",
    (name) => expect(isSecretName(name)).toBe(true),
  );
  it.each(["Authorization", "Proxy-Authorization", "cookie", "X-Api-Key", "X-Auth-Key", "session_cookie"])(
    "%s is secret, as a header",
    (name) => expect(isSecretName(name)).toBe(true),
  );
  it.each(["key", "deeplKey", "DEEPL_KEY", "licence keys", "cookies"])("%s is secret", (name) =>
    expect(isSecretName(name)).toBe(true),
  );
  it.each([
    "",
    "author",
    "keyed",
    "jobName",
    "passwordless login",
    "keyword",
    "articleKeywordsFile",
    "passage",
    "user",
  ])('"%s" is not', (name) => expect(isSecretName(name)).toBe(false));
});

describe("a field that one task type declares as a secret", () => {
  /** Declares nothing but that one field is no secret. */
  const other = defineTaskPlugin({
    type: "other",
    words: "other",
    title: "Other",
    summary: "Does nothing.",
    options: z.object({ code: z.string().meta({ secret: false }).default(""), pin: z.string().default("") }),
    inputs: () => [],
    async run() {},
  });
  const lazy = {
    type: "lazy",
    words: "lazy",
    title: "Lazy",
    summary: "Is loaded late.",
    load: async () =>
      defineTaskPlugin({
        type: "lazy",
        words: "lazy",
        title: "Lazy",
        summary: "Is loaded late.",
        options: z.object({ stamps: z.array(secret(z.string())) }),
        inputs: () => [],
        async run() {},
      }),
  };

  it("is one in all types, at every depth and in lists, unless their own schema says it is none", async () => {
    const kernel = await startedKernel({ plugins: [poster, other, lazy, ...catalogue], secrets: ephemeralKey() });
    ends.push(() => kernel.stop());
    const data = {
      pin: "4711",
      code: "not secret here",
      stamps: ["s1", "s2"],
      proxiesFile: ["http://user:pass@proxy.example:3128"],
      own: [{ cookiesFile: ["https://a.example/ sid=1"], deep: { login: "l", deeplKey: "d" } }],
      jobName: "Shown",
    };
    const { _id, data: shown } = await kernel.tasks.create("other", data);
    expect(shown).toMatchObject({
      pin: MASK,
      code: "not secret here",
      stamps: [MASK, MASK],
      proxiesFile: [MASK],
      own: [{ cookiesFile: [MASK], deep: { login: MASK, deeplKey: MASK } }],
      jobName: "Shown",
    });
    expect(await kernel.tasks.revealed(_id)).toMatchObject(data);
    const article = await kernel.tasks.create("articlecreator" as string, {
      cookiesFile: ["https://a.example/ sid=1"],
    });
    expect(article.data).toMatchObject({ cookiesFile: [MASK] });
  });

  it("is one although the plugin of a third type cannot be loaded", async () => {
    const broken = { ...lazy, load: () => Promise.reject(new Error("gone")) };
    const kernel = await startedKernel({ plugins: [broken, poster, other], secrets: ephemeralKey() });
    ends.push(() => kernel.stop());
    expect((await kernel.tasks.create("other", { login: "l" })).data).toMatchObject({ login: MASK });
  });
});

describe("the data object", () => {
  it("shows a mask for every secret, by mark and by name, nested and in lists, and the run gets the values", async () => {
    const kernel = await started();
    const data = {
      smtp: { host: "mail.example", login: "s3cret login" },
      sites: [
        { url: "https://a.example", pin: "1111" },
        { url: "https://b.example", pin: 2222 },
      ],
      way: { by: "key", code: "4711" },
      own: { deep: [{ api_key: "k-1" }, ["x", { password: 123456 }]], secrets: { first: "f", list: ["g", 5, ""] } },
      maxTokens: 7,
      tokenStyle: "fancy",
      password: "",
      token: null,
    };
    const { _id, data: shown } = await kernel.tasks.create("poster", data);
    expect(shown).toMatchObject({
      smtp: { host: "mail.example", login: MASK },
      sites: [
        { url: "https://a.example", pin: MASK },
        { url: "https://b.example", pin: MASK },
      ],
      way: { by: "key", code: MASK },
      own: { deep: [{ api_key: MASK }, ["x", { password: MASK }]], secrets: { first: MASK, list: [MASK, 5, ""] } },
      maxTokens: 7,
      tokenStyle: "fancy",
      password: "",
      token: null,
    });
    const { real } = await both(kernel, _id);
    const texts = { sites: [data.sites[0], { url: "https://b.example", pin: "2222" }] };
    expect(real).toMatchObject({
      ...data,
      ...texts,
      own: { deep: [{ api_key: "k-1" }, ["x", { password: "123456" }]] },
    });
    given.length = 0;
    const after = await ran(kernel, _id);
    expect(after.status).toBe("complete");
    for (const task of [after, await kernel.tasks.existing(_id)]) expect(task).not.toHaveProperty("sealed");
    expect(given).toEqual([
      expect.objectContaining({ smtp: data.smtp, ...texts, way: data.way, maxTokens: 7, tokenStyle: "fancy" }),
    ]);
  });

  it("keeps a secret whose mask is posted back, replaces it by another, and removes it with an empty text or null", async () => {
    const kernel = await started();
    const { _id } = await kernel.tasks.create("poster", { smtp: { login: "first" }, apiKey: "k", token: "t" });
    const read = (await kernel.tasks.existing(_id)).data;
    await kernel.tasks.patch(_id, { ...read, jobName: "Renamed" });
    expect((await both(kernel, _id)).real).toMatchObject({ smtp: { login: "first" }, apiKey: "k", jobName: "Renamed" });
    await kernel.tasks.patch(_id, { smtp: { login: "second" }, apiKey: "", token: null });
    expect(await both(kernel, _id)).toMatchObject({
      shown: { smtp: { login: MASK }, apiKey: "", token: null },
      real: { smtp: { login: "second" }, apiKey: "", token: null },
    });
    expect(await codeOf(kernel.tasks.patch(_id, { apiKey: MASK }))).toBe("DATA_REFUSED");
  });

  it("a replacement keeps what its masks represent and nothing else", async () => {
    const kernel = await started();
    const { _id } = await kernel.tasks.create("poster", { smtp: { login: "first" }, apiKey: "k" });
    await kernel.tasks.replaceData(_id, { smtp: { host: "h", login: MASK } });
    const { real } = await both(kernel, _id);
    expect(real).toMatchObject({ smtp: { host: "h", login: "first" } });
    expect(real).not.toHaveProperty("apiKey");
    await kernel.tasks.replaceData(_id, {});
    expect((await both(kernel, _id)).real).toMatchObject({ smtp: { login: "" } });
  });

  it.each([
    ["at the top", { apiKey: MASK }, "/apiKey"],
    ["in a list", { sites: [{ pin: MASK }] }, "/sites/0/pin"],
    ["under a name with a slash", { "a/b~c": { token: MASK } }, "/a~1b~0c/token"],
  ])(
    "a mask %s where no secret is kept is refused with its place, and nothing is stored",
    async (_name, data, place) => {
      const kernel = await started();
      const before = await kernel.tasks.create("poster");
      for (const post of [kernel.tasks.patch, kernel.tasks.replaceData]) {
        await expect(post(before._id, data)).rejects.toMatchObject({
          code: "DATA_REFUSED",
          message: expect.stringContaining(`"${place}"`) as string,
        });
      }
      expect(await codeOf(kernel.tasks.create("poster", data))).toBe("DATA_REFUSED");
      expect(await kernel.tasks.existing(before._id)).toEqual(before);
    },
  );

  it("eight asterisks are a text like any other where nothing is secret", async () => {
    const kernel = await started();
    const { _id } = await kernel.tasks.create("poster", { note: MASK });
    expect(await both(kernel, _id)).toMatchObject({ shown: { note: MASK }, real: { note: MASK } });
  });

  const a = { url: "a", pin: "1111" };
  const b = { url: "b", pin: "2222" };
  const c = { url: "c", pin: "3333" };
  const hide = (one: JsonObject) => ({ ...one, pin: MASK });
  it.each<[string, Json[], Json[] | "refused"]>([
    ["as it was", [hide(a), hide(b), hide(c)], [a, b, c]],
    ["in another order", [hide(c), hide(a), hide(b)], [c, a, b]],
    ["without its first", [hide(b), hide(c)], [b, c]],
    [
      "with a new one before the others",
      [{ url: "n", pin: "0000" }, hide(a), hide(b), hide(c)],
      [{ url: "n", pin: "0000" }, a, b, c],
    ],
    ["with one of them edited", [hide(a), { url: "B", pin: MASK }, hide(c)], [a, { url: "B", pin: "2222" }, c]],
    ["with members in another order", [{ pin: MASK, url: "b" }, hide(c)], [b, c]],
    [
      "with all edited",
      [
        { url: "A", pin: MASK },
        { url: "B", pin: MASK },
        { url: "C", pin: MASK },
      ],
      [
        { url: "A", pin: "1111" },
        { url: "B", pin: "2222" },
        { url: "C", pin: "3333" },
      ],
    ],
    ["shorter and edited", [{ url: "B", pin: MASK }, hide(c)], "refused"],
    ["with one edited and moved", [hide(b), { url: "A", pin: MASK }, hide(c)], "refused"],
    ["with one put over another", [hide(c), hide(c), { url: "n", pin: "" }], "refused"],
    ["with one twice", [hide(a), hide(a)], "refused"],
  ])("a list that is posted %s keeps each secret with its element or is refused", async (_name, posted, expected) => {
    const kernel = await started();
    const { _id } = await kernel.tasks.create("poster", { sites: [a, b, c] });
    const code = await codeOf(kernel.tasks.patch(_id, { sites: posted }));
    const { real } = await both(kernel, _id);
    expect(code).toBe(expected === "refused" ? "DATA_REFUSED" : "no error");
    expect(real["sites"]).toEqual(expected === "refused" ? [a, b, c] : expected);
  });

  it("bare secrets in a list are kept by their place, and a shorter list of masks keeps the first ones", async () => {
    const kernel = await started();
    const { _id } = await kernel.tasks.create("poster", { apiKeys: ["k1", "k2", "k3"] });
    await kernel.tasks.patch(_id, { apiKeys: [MASK, "new", MASK, "more"] });
    expect((await both(kernel, _id)).real["apiKeys"]).toEqual(["k1", "new", "k3", "more"]);
    await kernel.tasks.patch(_id, { apiKeys: [MASK, MASK] });
    expect((await both(kernel, _id)).real["apiKeys"]).toEqual(["k1", "new"]);
    // Either of the two could be meant.
    expect(await codeOf(kernel.tasks.patch(_id, { apiKeys: ["x", "y", MASK] }))).toBe("DATA_REFUSED");
  });

  it("a duplicate has the same secrets, and changing them there leaves the original alone", async () => {
    const kernel = await started();
    const { _id } = await kernel.tasks.create("poster", { apiKey: "k", sites: [a] });
    const copy = await kernel.tasks.duplicate(_id);
    expect(copy.data).toMatchObject({ apiKey: MASK, sites: [hide(a)] });
    await kernel.tasks.patch(copy._id, { sites: [{ url: "a", pin: "9999" }] });
    expect((await both(kernel, copy._id)).real).toMatchObject({ apiKey: "k", sites: [{ url: "a", pin: "9999" }] });
    expect((await both(kernel, _id)).real).toMatchObject({ apiKey: "k", sites: [a] });
  });

  it("keeps what a mask represents when its type is no longer installed", async () => {
    const storage = memoryStorage();
    const box = ephemeralKey();
    const first = await started(box, storage);
    const { _id } = await first.tasks.create("poster", { smtp: { login: "first" }, sites: [a] });
    const second = await startedKernel({ storage, plugins: [], secrets: box });
    await second.tasks.patch(_id, { jobName: "Renamed", smtp: { host: "h", login: MASK } });
    expect(await both(second, _id)).toMatchObject({
      shown: { smtp: { host: "h", login: MASK } },
      real: { jobName: "Renamed", smtp: { host: "h", login: "first" }, sites: [a] },
    });
    await second.tasks.patch(_id, { smtp: { login: "second" } });
    expect(await both(second, _id)).toMatchObject({
      shown: { smtp: { login: MASK } },
      real: { smtp: { login: "second" } },
    });
  });

  it("whatever is posted, no secret is shown, all come back, and posting what is shown changes nothing", async () => {
    const kernel = await started();
    const name = fc.constantFrom("password", "api_key", "note", "a/b", "~", "0", "secret", "list", "");
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { depthSize: "small", maxDepth: 4 },
        fc.string({ unit: "grapheme" }).map((text) => `value ${text.replaceAll("\0", "")}`),
        fc.constantFrom(
          "https://u:p1@a.example/",
          "https://u:p1@a.example/x",
          "https://u:p2@a.example/",
          "https://v:p3@b.example",
        ),
        fc.integer(),
        fc.array(tie("json"), { maxLength: 4 }),
        fc.dictionary(name, tie("json"), { maxKeys: 4 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(json, async (own) => {
        const { _id, data } = await kernel.tasks.create("poster", { own: own as Json });
        const before = await both(kernel, _id);
        const texts = [...JSON.stringify(before.shown["own"]).matchAll(/"(?:password|api_key|secret)":"([^"]*)"/g)];
        for (const [, text] of texts) expect(["", MASK]).toContain(text);
        expect(before.real["own"]).toEqual(withPasswordTexts(own as Json));
        await kernel.tasks.patch(_id, data);
        await kernel.tasks.replaceData(_id, data);
        expect(await both(kernel, _id)).toEqual(before);
        await kernel.tasks.delete(_id);
      }),
      { numRuns: 300 },
    );
  });

  it("holds any number of secrets of any length: those of a list are one value, which edits keep", async () => {
    const storage = memoryStorage();
    const kernel = await started(ephemeralKey(), storage);
    const proxies = Array.from(
      { length: 3000 },
      (_, index) => `http://user${index}:pass${index}@p${index}.example:3128`,
    );
    const { _id } = await kernel.tasks.create("poster", { apiKeys: proxies, apiKey: "k".repeat(200_000) });
    const sealed = async () => (await storage.tasks.get(_id))!.sealed!;
    const first = await sealed();
    expect(Object.keys(first).sort()).toEqual(["/apiKey", "/apiKeys"]);
    await kernel.tasks.patch(_id, { ...(await kernel.tasks.existing(_id)).data, jobName: "Renamed" });
    expect(await sealed()).toEqual(first);
    const { data } = await kernel.tasks.existing(_id);
    const masks = data["apiKeys"] as string[];
    expect(new Set(masks)).toEqual(new Set([MASK]));
    await kernel.tasks.patch(_id, { apiKeys: masks.with(7, "http://new.example") });
    expect((await both(kernel, _id)).real["apiKeys"]).toEqual(proxies.with(7, "http://new.example"));
    await kernel.tasks.patch(_id, { apiKeys: [] });
    expect(Object.keys(await sealed())).toEqual(["/apiKey"]);
  });

  it("opens lists whose secrets are stored one by one, as earlier versions did, and goes on with them", async () => {
    const storage = memoryStorage();
    const box = ephemeralKey();
    const kernel = await started(box, storage);
    const { _id } = await kernel.tasks.create("poster", { sites: [a, b] });
    const task = (await storage.tasks.get(_id))!;
    const sealed = {
      "/sites/0/pin": await box.seal("1111", "/sites/-/pin"),
      "/sites/1/pin": await box.seal("2222", "/sites/-/pin"),
    };
    await storage.tasks.replace({ ...task, sealed, revision: 1 });
    expect((await both(kernel, _id)).real).toMatchObject({ sites: [a, b] });
    await kernel.tasks.patch(_id, { sites: [hide(b), hide(a), c] });
    expect((await both(kernel, _id)).real).toMatchObject({ sites: [b, a, c] });
    await kernel.tasks.patch(_id, { sites: [hide(c), hide(a)] });
    expect((await both(kernel, _id)).real).toMatchObject({ sites: [c, a] });
  });

  it("without the key of a list takes a new list, and says of a mask in it that its secret cannot be opened", async () => {
    const storage = memoryStorage();
    const first = await started(ephemeralKey(), storage);
    const { _id } = await first.tasks.create("poster", { sites: [a, b], apiKey: "k" });
    const kernel = await started(ephemeralKey(), storage);
    await kernel.tasks.patch(_id, { jobName: "Renamed", sites: [hide(a), hide(b)] });
    expect(await codeOf(kernel.tasks.patch(_id, { sites: [hide(b), hide(a)] }))).toBe("SECRET_UNREADABLE");
    await kernel.tasks.patch(_id, { sites: [c] });
    expect((await both(kernel, _id)).real).toMatchObject({ jobName: "Renamed", sites: [c] });
  });
});

describe("a user name and password in an address", () => {
  const feeds = [
    "https://ann:pa55word@a.example/feed",
    "no address, but me@x.example",
    "https://b.example:8443/?q=a@b",
    "ftp://bob:s%2Fcret@b.example:21/x and https://eve:p@w@c.example",
    "ann:other@d.example/feed",
    "https://ghp_0123456789@git.example/r.git",
  ];
  const shownFeeds = [
    `https://${MASK}@a.example/feed`,
    feeds[1]!,
    feeds[2]!,
    `ftp://${MASK}@b.example:21/x and https://${MASK}@c.example`,
    `${MASK}@d.example/feed`,
    `https://${MASK}@git.example/r.git`,
  ];

  async function withFeeds(): Promise<{ kernel: Kernel; id: string; storage: ReturnType<typeof memoryStorage> }> {
    const storage = memoryStorage();
    const kernel = await started(ephemeralKey(), storage);
    const { _id } = await kernel.tasks.create("poster", {
      linesFile: feeds,
      archive: "https://ann:pa55word@archive.example/web/",
      own: { deep: [{ text: `first line\nhttps://me:with blank@e.example/\n` }] },
      webhookUrl: "https://hook:s3cret@f.example/in",
    });
    return { kernel, id: _id, storage };
  }

  it("is shown as a mask wherever the address is, and the run gets it", async () => {
    const { kernel, id, storage } = await withFeeds();
    const { shown, real } = await both(kernel, id);
    expect(shown).toMatchObject({
      linesFile: shownFeeds,
      archive: `https://${MASK}@archive.example/web/`,
      own: { deep: [{ text: `first line\nhttps://${MASK}@e.example/\n` }] },
      webhookUrl: `https://${MASK}@f.example/in`,
    });
    expect(real).toMatchObject({ linesFile: feeds, archive: "https://ann:pa55word@archive.example/web/" });
    expect(JSON.stringify(await storage.tasks.get(id))).not.toMatch(
      /pa55word|s%2Fcret|p@w|other@|ghp_|with blank|s3cret/,
    );
    expect(await Array.fromAsync(kernel.tasks.search({ query: { "data.linesFile": { $regex: "ann" } } }))).toEqual([]);
    given.length = 0;
    expect((await ran(kernel, id)).status).toBe("complete");
    expect(given).toContainEqual(expect.objectContaining({ linesFile: feeds }));
    const told = [
      await Array.fromAsync(kernel.content.rows(id)),
      await Array.fromAsync(kernel.content.log(id)),
      await Array.fromAsync(kernel.tasks.lines(id, (await storage.tasks.get(id))!.runId!)),
      await storage.runs.get((await storage.tasks.get(id))!.runId!),
    ];
    expect(JSON.stringify(told)).not.toMatch(/pa55word|s%2Fcret|p@w|other@|ghp_|with blank|s3cret/);
    expect(JSON.stringify(told)).toContain("a.example/feed");
  });

  it("is kept by the host when the address is posted back: moved, edited, or with others taken out", async () => {
    const { kernel, id } = await withFeeds();
    const lines = async (linesFile: string[]) => {
      await kernel.tasks.patch(id, { linesFile });
      return (await both(kernel, id)).real["linesFile"];
    };
    expect(await lines(shownFeeds)).toEqual(feeds);
    expect(await lines(shownFeeds.toReversed())).toEqual(feeds.toReversed());
    expect(
      await lines([
        `https://${MASK}@git.example/other.git`,
        `https://${MASK}@a.example/feed2`,
        "https://n:ew@n.example",
      ]),
    ).toEqual([
      "https://ghp_0123456789@git.example/other.git",
      "https://ann:pa55word@a.example/feed2",
      "https://n:ew@n.example",
    ]);
    await kernel.tasks.patch(id, { archive: `https://${MASK}@archive.example/other/` });
    expect((await both(kernel, id)).real["archive"]).toBe("https://ann:pa55word@archive.example/other/");
    await kernel.tasks.patch(id, { archive: `https://${MASK}@archive.example/ and https://x:y@z.example` });
    expect((await both(kernel, id)).real["archive"]).toBe(
      "https://ann:pa55word@archive.example/ and https://x:y@z.example",
    );
    await kernel.tasks.patch(id, { archive: "https://archive.example/" });
    expect((await both(kernel, id)).shown["archive"]).toBe("https://archive.example/");
  });

  it("is not given to another host, and a mask that keeps none is refused with its place", async () => {
    const { kernel, id } = await withFeeds();
    const refused: JsonObject[] = [
      { archive: `https://${MASK}@evil.example/web/` },
      { linesFile: [`https://${MASK}@evil.example/feed`] },
      { linesFile: [`https://${MASK}@evil.example/feed`, ...shownFeeds.slice(1)] },
      { linesFile: [`https://ann:${MASK}@a.example/feed`] },
      { note: `https://${MASK}@a.example/feed` },
    ];
    for (const data of refused) expect(await codeOf(kernel.tasks.patch(id, data))).toBe("DATA_REFUSED");
    expect((await both(kernel, id)).real).toMatchObject({ linesFile: feeds });
  });

  it.each([
    "https://medium.example/@ann",
    "mailto:ann@a.example",
    "https://a.example/?next=x:y@z",
    "https://a.example is ours: ask me@x.example",
    '<a href="https://a.example">ann@a.example</a>',
    "git@git.example:ann/repo.git",
    "12:30 at place@x",
  ])("is not seen in %s", async (note) => {
    const kernel = await started();
    const { _id } = await kernel.tasks.create("poster", { note });
    expect((await both(kernel, _id)).shown).toMatchObject({ note });
  });

  it.each([
    "https:ann:pa55@a.example",
    "https:/ann:pa55@a.example",
    "https:\\\\ann:pa55@a.example",
    "//ann:pa55@a.example/x",
    "HTTPS://ann:pa55@A.example",
    "socks5h://ann:pa55@[::1]:1080",
    "ann:pa55@localhost:8080/x",
    "see <https://ann:pa55@a.example/>",
  ])("is seen in %s", async (note) => {
    const kernel = await started();
    const { _id } = await kernel.tasks.create("poster", { note });
    const { shown, real } = await both(kernel, _id);
    expect(shown["note"]).toBe(note.replace("ann:pa55", MASK));
    expect(real["note"]).toBe(note);
  });

  it("is left out of an export without secrets, and none is looked for at length in a hostile text", async () => {
    const { kernel, id, storage } = await withFeeds();
    const text = (await Array.fromAsync(exported(storage))).join("\n");
    expect(text).not.toMatch(/pa55word|\*\*\*/);
    expect(text).toContain('"https://a.example/feed"');
    const hostile = [
      "a".repeat(300_000),
      "http:".repeat(60_000),
      "://".repeat(100_000),
      "x:y".repeat(100_000),
      "?".repeat(300_000),
    ];
    const begun = process.cpuUsage();
    await kernel.tasks.patch(id, { hostile: hostile.map((one) => `${one}@`), more: hostile });
    expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(5);
  });
});

describe("tokens in addresses", () => {
  it("are shown in the data object alone: neither in rows, log, errors and lines, nor in events", async () => {
    const kernel = await startedKernel({ plugins: [follower], secrets: ephemeralKey() });
    ends.push(() => kernel.stop());
    const heard: unknown[] = [];
    for (const name of ["task.row", "task.log", "task.progress", "task.failed"] as const) {
      kernel.events.on(name, (event) => void heard.push(event));
    }
    const linesFile = [
      "https://a.example/?page=2&access_token=t0ken-1",
      "https://b.example/fail?key=t0ken-2#sig=t0ken-3",
    ];
    const { _id } = await kernel.tasks.create("follower", { linesFile });
    expect((await kernel.tasks.existing(_id)).data).toMatchObject({ linesFile });
    const after = await ran(kernel, _id);
    const rows = await Array.fromAsync(kernel.content.rows(_id));
    const told = [
      rows,
      await Array.fromAsync(kernel.content.log(_id)),
      await Array.fromAsync(kernel.tasks.lines(_id, after.runId!)),
      heard,
    ];
    expect(JSON.stringify(told)).not.toContain("t0ken");
    expect(rows).toContainEqual({
      address: `https://a.example/?page=2&access_token=${MASK}`,
      share: `https://share.example/?u=https%3A%2F%2Fa.example%2F%3Fpage%3D2%26access_token%3D${MASK}`,
      // What pages hold is not the user's secret.
      image: "https://cdn.example/i.png?sig=theirs",
    });
  });
});

/** Makes a row of every line, or fails with its address. */
const follower = defineTaskPlugin({
  type: "follower",
  words: "follower",
  title: "Follower",
  summary: "Follows addresses.",
  options: z.object({ linesFile: z.array(z.string()).default([]) }),
  inputs: ({ linesFile }) => linesFile,
  async run(address, { output, log }) {
    log.info(`reading ${address}`);
    if (address.includes("fail")) throw new ScriptoriumError("no-network", `${address} cannot be reached. Try again.`);
    const share = `https://share.example/?u=${encodeURIComponent(address)}`;
    output.row({ address, share, image: "https://cdn.example/i.png?sig=theirs" });
  },
});

/** A password sent as a number is taken as its text. */
function withPasswordTexts(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withPasswordTexts(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, item]) => [
      name,
      name === "password" && typeof item === "number" ? String(item) : withPasswordTexts(item),
    ]),
  );
}

describe("a run", () => {
  /** Every line records the pin it was given, when it is let through. */
  function teller(at: Gate, pins: string[]) {
    return defineTaskPlugin({
      type: "teller",
      words: "teller",
      title: "Teller",
      summary: "Tells its pin.",
      options: z.object({ linesFile: z.array(z.string()).default(["one"]), pin: secret(z.string().default("")) }),
      inputs: ({ linesFile }) => linesFile,
      async run(line, { options, signal }) {
        await at.pass(line, signal);
        pins.push(options.pin);
      },
    });
  }

  it("has the secrets of the moment it began, also when the server stops in its middle and another takes it up", async () => {
    const storage = memoryStorage();
    const secrets = ephemeralKey();
    const at = gate();
    const pins: string[] = [];
    const first = await startedKernel({ storage, secrets, plugins: [teller(at, pins)] });
    const { _id } = await first.tasks.create("teller", { linesFile: ["one", "two"], concurrency: 1, pin: "1111" });
    await first.tasks.run(_id);
    await at.reached("one");
    await first.tasks.patch(_id, { pin: "2222" });
    at.open("one");
    await at.reached("two");
    await first.stop();
    expect(pins).toEqual(["1111"]);
    at.openAll();
    const second = await startedKernel({ storage, secrets, plugins: [teller(at, pins)] });
    ends.push(() => second.stop());
    expect((await second.tasks.settled(_id)).status).toBe("complete");
    expect(pins).toEqual(["1111", "1111"]);
    expect((await ran(second, _id)).status).toBe("complete");
    expect(pins.slice(2)).toEqual(["2222", "2222"]);
  });

  it("that continues after an abort has the secrets as they are by then", async () => {
    const at = gate();
    const pins: string[] = [];
    const kernel = await startedKernel({ secrets: ephemeralKey(), plugins: [teller(at, pins)] });
    ends.push(() => kernel.stop());
    const { _id } = await kernel.tasks.create("teller", { pin: "1111" });
    await kernel.tasks.run(_id);
    await at.reached("one");
    await kernel.tasks.abort(_id);
    await kernel.tasks.settled(_id);
    await kernel.tasks.patch(_id, { pin: "2222" });
    at.openAll();
    expect((await ran(kernel, _id)).status).toBe("complete");
    expect(pins).toEqual(["2222"]);
  });

  it("keeps nothing of a secret that was removed before it continues", async () => {
    const storage = memoryStorage();
    const at = gate();
    const pins: string[] = [];
    const kernel = await startedKernel({ storage, secrets: ephemeralKey(), plugins: [teller(at, pins)] });
    ends.push(() => kernel.stop());
    const { _id } = await kernel.tasks.create("teller", { pin: "1111" });
    await kernel.tasks.run(_id);
    await at.reached("one");
    await kernel.tasks.abort(_id);
    await kernel.tasks.settled(_id);
    await kernel.tasks.patch(_id, { pin: "" });
    at.openAll();
    const { runId } = await ran(kernel, _id);
    expect(pins).toEqual([""]);
    expect(await storage.runs.get(runId!)).toMatchObject({ status: "complete", attempts: 1 });
    expect(await storage.runs.get(runId!)).not.toHaveProperty("sealed");
  });
});

describe("without a key", () => {
  it("a secret is refused in words, and everything else is stored", async () => {
    const kernel = await startedKernel({ plugins: [poster] });
    ends.push(() => kernel.stop());
    const { _id } = await kernel.tasks.create("poster", { smtp: { host: "h" }, password: "" });
    await expect(kernel.tasks.patch(_id, { apiKey: "k" })).rejects.toMatchObject({
      code: "SECRETS_UNAVAILABLE",
      message: expect.stringContaining("SCRIPTORIUM_KEY") as string,
    });
    expect((await ran(kernel, _id)).status).toBe("complete");
  });
});

describe("with another key than the one a task was sealed with", () => {
  async function lost() {
    const storage = memoryStorage();
    const { _id } = await (await started(ephemeralKey(), storage)).tasks.create("poster", {
      smtp: { host: "h", login: "first" },
      apiKey: "k",
    });
    return { id: _id, kernel: await startedKernel({ storage, plugins: [poster], secrets: ephemeralKey() }) };
  }

  it("a run fails in words that name the place", async () => {
    const { id, kernel } = await lost();
    const { status, error } = await ran(kernel, id);
    expect(status).toBe("failed");
    expect(error).toMatchObject({ code: "bad-input", message: expect.stringContaining('"/smtp/login"') as string });
    expect(error?.message).toContain("another key");
  });

  it("the data can be read and edited, and are whole again once the secrets are posted again", async () => {
    const { id, kernel } = await lost();
    expect(await kernel.tasks.revealed(id)).toMatchObject({ smtp: { host: "h", login: MASK }, apiKey: MASK });
    await kernel.tasks.patch(id, { smtp: { host: "other", login: MASK } });
    await kernel.tasks.patch(id, { smtp: { login: "fresh" }, apiKey: "" });
    expect(await kernel.tasks.revealed(id)).toMatchObject({ smtp: { host: "other", login: "fresh" }, apiKey: "" });
    expect((await ran(kernel, id)).status).toBe("complete");
  });
});

describe("a store that an older version wrote", () => {
  it("is sealed once, when it is first opened with a key", async () => {
    const storage = memoryStorage();
    const older = await startedKernel({ storage, plugins: [poster] });
    const { _id } = await older.tasks.create("poster", { note: "n" });
    const task = await storage.tasks.get(_id);
    const plain = { ...task!.data, apiKey: "in the clear", sites: [{ url: "u", pin: "4321" }] };
    await storage.tasks.replace({ ...task!, data: plain, revision: 1 });

    const box = ephemeralKey();
    const kernel = await started(box, storage);
    expect(JSON.stringify(await storage.tasks.get(_id))).not.toMatch(/in the clear|4321/);
    expect(await both(kernel, _id)).toMatchObject({
      shown: { apiKey: MASK, sites: [{ url: "u", pin: MASK }] },
      real: plain,
    });
    expect(await Array.fromAsync(kernel.accounts.list())).toEqual([]);
    const stored = await storage.tasks.get(_id);
    await started(box, storage);
    expect(await storage.tasks.get(_id)).toEqual(stored);
  });

  it("has its runs sealed too, also when its tasks were sealed by earlier rules", async () => {
    const storage = memoryStorage();
    const box = ephemeralKey();
    const older = await started(box, storage);
    const { _id } = await older.tasks.create("poster", { apiKey: "k" });
    const { runId } = await ran(older, _id);
    await older.stop();
    for await (const { _id: mark } of storage.accounts.list()) await storage.accounts.delete(mark);
    const mark = { settings: {}, sealed: {}, createdAt: "", updatedAt: "", revision: 0 };
    await storage.accounts.insert({ _id: "0".repeat(24), kind: "scriptorium", name: "tasks are sealed", ...mark });
    const { sealed: _sealed, ...run } = (await storage.runs.get(runId!))!;
    const data = { ...run.data, apiKey: "in the clear", feed: "https://u:in the clear@a.example/" };
    await storage.runs.replace({ ...run, data, revision: run.revision + 1 });
    await started(box, storage);
    const stored = (await storage.runs.get(runId!))!;
    expect(JSON.stringify(stored)).not.toContain("in the clear");
    expect(stored.data).toMatchObject({ apiKey: MASK, feed: `https://${MASK}@a.example/` });
    expect(Object.keys(stored.sealed!)).toEqual(["/apiKey", "/feed"]);
  });

  it("starts although something in it cannot be sealed, says so, and tries again", async () => {
    const storage = memoryStorage();
    const older = await startedKernel({ storage, plugins: [poster] });
    const tasks = await Promise.all(
      ["cannot be sealed", "in the clear"].map(async (apiKey) => {
        const task = (await storage.tasks.get((await older.tasks.create("poster"))._id))!;
        await storage.tasks.replace({ ...task, data: { ...task.data, apiKey }, revision: 1 });
        return task._id;
      }),
    );
    const messages: string[] = [];
    const logger = { info() {}, warn() {}, error: (message: string) => messages.push(message) };
    const box = ephemeralKey();
    const secrets: SecretBox = {
      ...box,
      seal: async (text, label) => {
        if (text === "cannot be sealed") throw new Error("The key service is away.");
        return box.seal(text, label);
      },
    };
    const kernel = await startedKernel({ storage, plugins: [poster], secrets, logger });
    expect(messages).toEqual([expect.stringContaining(tasks[0]!)]);
    expect((await kernel.tasks.existing(tasks[1]!)).data["apiKey"]).toBe(MASK);
    await startedKernel({ storage, plugins: [poster], secrets, logger });
    expect(messages).toHaveLength(2);
  });

  it("shows what is in a place rather than what is sealed for it, where the two do not fit", async () => {
    const storage = memoryStorage();
    const kernel = await started(ephemeralKey(), storage);
    const { _id } = await kernel.tasks.create("poster", { apiKey: "k" });
    const task = (await storage.tasks.get(_id))!;
    await storage.tasks.replace({ ...task, data: { ...task.data, apiKey: "" }, revision: 1 });
    expect((await both(kernel, _id)).real["apiKey"]).toBe("");
  });

  it("has no secret where a mask represents nothing, as after an import without secrets", async () => {
    const storage = memoryStorage();
    const kernel = await started(ephemeralKey(), storage);
    const { _id } = await kernel.tasks.create("poster", { apiKey: "k", own: { token: "t" } });
    const { sealed: _sealed, ...task } = (await storage.tasks.get(_id))!;
    await storage.tasks.replace({ ...task, revision: 1 });
    await kernel.tasks.patch(_id, { note: "n" });
    expect((await both(kernel, _id)).shown).toMatchObject({ apiKey: "", own: { token: "" }, note: "n" });
  });
});

describe("what is sealed", () => {
  it("opens with the same label only, and is never the same twice", async () => {
    const box = ephemeralKey();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), fc.string(), fc.string(), async (text, label, other) => {
        const sealed = await box.seal(text, label);
        expect(await box.open(sealed, label)).toBe(text);
        expect(await box.seal(text, label)).not.toBe(sealed);
        if (other !== label) expect(await codeOf(box.open(sealed, other))).toBe("SECRET_UNREADABLE");
      }),
    );
  });

  it("distinguishes damage from a wrong key, and throws on nothing else", async () => {
    const box = ephemeralKey();
    const sealed = await box.seal("a secret", "label");
    const flipped = (at: number) => sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
    await expect(box.open(flipped(sealed.length - 8), "label")).rejects.toThrow("damaged");
    await expect(ephemeralKey().open(sealed, "label")).rejects.toThrow("another key");
    for (let length = 0; length < sealed.length; length += 1) {
      expect(await codeOf(box.open(sealed.slice(0, length), "label"))).toBe("SECRET_UNREADABLE");
    }
    for (const junk of ["", "v1", "v2.a.b.c", "v1.0000000000000000.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA", "\0"]) {
      expect(await codeOf(box.open(junk, "label"))).toBe("SECRET_UNREADABLE");
    }
  });
});

describe("a key in a text", () => {
  const hex = "0123456789abcdef".repeat(4);
  it.each([
    ["hexadecimal", hex],
    ["base64", Buffer.from(hex, "hex").toString("base64")],
    ["base64url with blanks around it", ` ${Buffer.from(hex, "hex").toString("base64url")}\n`],
  ])("is read as %s, and is the same key", async (_name, text) => {
    expect(await keyText(text).open(await keyText(hex).seal("s", "l"), "l")).toBe("s");
  });

  it.each(["", "   ", "password", hex.slice(2), `${hex}00`, `${hex},short`, "é".repeat(44)])(
    'is refused with how to make one when it is "%s"',
    (text) => {
      expect(() => keyText(text)).toThrow("openssl rand -hex 32");
      if (text.trim() !== "") {
        try {
          keyText(text);
        } catch (error) {
          expect((error as Error).message).not.toContain(text.trim());
        }
      }
    },
  );

  it("of several the first seals and all open", async () => {
    const other = "f".repeat(64);
    const old = await keyText(hex).seal("s", "l");
    const both = keyText(`${other}, ${hex}`);
    expect(await both.open(old, "l")).toBe("s");
    expect(await keyText(other).open(await both.seal("t", "l"), "l")).toBe("t");
    expect(await codeOf(keyText(other).open(old, "l"))).toBe("SECRET_UNREADABLE");
  });
});

describe.skipIf(process.platform === "win32")("a key file", () => {
  it("is made on first need, for its owner alone, and serves the next process", async () => {
    const path = join(await folder(), "deeper", "secret.key");
    const box = keyFile(path);
    await expect(box.open("v1.x", "l")).rejects.toThrow("not there");
    const sealed = await box.seal("s", "l");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(path, ".."))).toEqual(["secret.key"]);
    expect(await readFile(path, "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
    expect(await keyFile(path).open(sealed, "l")).toBe("s");
  });

  it("is one and the same for all that make it at the same moment", async () => {
    const path = join(await folder(), "secret.key");
    const boxes = Array.from({ length: 20 }, () => keyFile(path));
    const sealed = await Promise.all(boxes.map((box, index) => box.seal(String(index), "l")));
    for (const [index, text] of sealed.entries()) expect(await boxes[19 - index]!.open(text, "l")).toBe(String(index));
    expect(await readdir(join(path, ".."))).toEqual(["secret.key"]);
  });

  it("is one and the same for several processes that make it at the same moment", async () => {
    const directory = await folder();
    await build({
      config: false,
      silent: true,
      entry: { sealer: join(import.meta.dirname, "key-process.ts") },
      outDir: directory,
      format: ["esm"],
      outExtension: () => ({ js: ".mjs" }),
      platform: "node",
    });
    const path = join(directory, "keys", "secret.key");
    const when = String(Date.now() + 1000);
    const seal = promisify(execFile);
    const runs = Array.from({ length: 4 }, () => seal(process.execPath, [join(directory, "sealer.mjs"), path, when]));
    const box = keyFile(path);
    for (const { stdout } of await Promise.all(runs)) expect(await box.open(stdout, "label")).toBe("shared");
    expect(await readdir(join(path, ".."))).toEqual(["secret.key"]);
  });

  it("holds several keys after a rotation: the first seals, all open", async () => {
    const path = join(await folder(), "secret.key");
    const old = await keyFile(path).seal("s", "l");
    const newKey = "ab".repeat(32);
    await writeFile(path, `${newKey}\n${await readFile(path, "utf8")}`);
    const box = keyFile(path);
    expect(await box.open(old, "l")).toBe("s");
    expect(await keyText(newKey).open(await box.seal("t", "l"), "l")).toBe("t");
  });

  it.each<[string, (path: string) => Promise<unknown>, string]>([
    ["others may read it", (path) => chmod(path, 0o640), "chmod 600"],
    ["others may write to it", (path) => chmod(path, 0o602), "chmod 600"],
    ["it holds a key of the wrong length", (path) => appendFile(path, "abcdef\n"), "openssl rand -hex 32"],
    ["it is empty", (path) => writeFile(path, ""), "openssl rand -hex 32"],
    [
      "it is a link to another",
      async (path) => {
        await writeFile(`${path}.real`, "ab".repeat(32), { mode: 0o600 });
        await rm(path);
        await symlink(`${path}.real`, path);
      },
      "symbolic link",
    ],
    ["it is huge", (path) => writeFile(path, "ab".repeat(100_000)), "too large"],
  ])(
    "is refused in words and not touched when %s, and read again once that is repaired",
    async (_name, spoil, words) => {
      const directory = await folder();
      const path = join(directory, "secret.key");
      await keyFile(path).seal("s", "l");
      const sound = await readFile(path);
      await spoil(path);
      const spoilt = await readFile(path);
      const box = keyFile(path);
      for (const attempt of [box.seal("s", "l"), box.open("v1.x", "l")]) {
        const error = (await attempt.then(
          () => undefined,
          (thrown: unknown) => thrown,
        )) as Error & { code: string };
        expect(error.code).toBe("CONFIG_INVALID");
        expect(error.message).toContain(words);
        expect(error.message).not.toContain(directory);
        expect(error.message).not.toContain(sound.toString().trim());
      }
      expect(await readFile(path)).toEqual(spoilt);
      await rm(path);
      await writeFile(path, sound, { mode: 0o600 });
      expect(await box.open(await box.seal("s", "l"), "l")).toBe("s");
    },
  );

  it("is refused in words where it cannot be made", async () => {
    const path = join(await folder(), "file");
    await writeFile(path, "");
    const error = await keyFile(join(path, "secret.key"))
      .seal("s", "l")
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    expect(error).toMatchObject({ code: "CONFIG_INVALID" });
    expect((error as Error).message).not.toContain(path);
  });
});

describe("redaction", () => {
  const secretText = fc
    .string({ unit: "grapheme", minLength: 4, maxLength: 40 })
    .filter((text) => text.trim().length >= 4);

  it("leaves no form of a secret in a text, wherever it is", () => {
    const around = fc.string({ unit: anyCharacter, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(secretText, { minLength: 1, maxLength: 4 }), around, around, (values, before, behind) => {
        const redactor = new Redactor(values);
        for (const value of values) {
          const inside = [
            value,
            encodeURIComponent(value.toWellFormed()),
            new URLSearchParams({ q: value }).toString().slice(2),
            JSON.stringify(value).slice(1, -1),
            ...[0, 1, 2].map((shift) => Buffer.from(`${"x".repeat(shift)}${value}tail`).toString("base64")),
            ...[0, 1, 2].map((shift) => Buffer.from(`${"x".repeat(shift)}${value}tail`).toString("base64url")),
            Buffer.from(value).toString("hex"),
          ];
          for (const form of inside) {
            const text = redactor.text(`${before}${form}${behind}`);
            expect([...formsOf(value)].filter((needle) => !MASK.includes(needle) && text.includes(needle))).toEqual([]);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it("changes nothing in a text that holds none", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), secretText, (text, value) => {
        fc.pre([...formsOf(value)].every((form) => !text.includes(form)));
        expect(new Redactor([value]).text(text)).toBe(text);
      }),
    );
  });

  it("covers secrets that overlap, that hold one another, and that are repeated", () => {
    const redactor = new Redactor(["abcdef", "defghi", "cdef", "xyxyxy"]);
    expect(redactor.text("1 abcdefghi 2 cdef 3 xyxyxyxy 4")).toBe(`1 ${MASK} 2 ${MASK} 3 ${MASK} 4`);
    expect(redactor.text("abcde cde xyxy")).toBe("abcde cde xyxy");
    expect(new Redactor(["abcdefgh", "cdef"]).text("abcdefx")).toBe(`ab${MASK}x`);
  });

  it("masks what looking for every value at every place finds", () => {
    const word = (minLength: number) =>
      fc.string({ unit: fc.constantFrom("a", "b", "B", "é"), minLength, maxLength: 40 });
    fc.assert(
      fc.property(fc.array(word(4), { minLength: 1, maxLength: 8 }), word(0), (values, text) => {
        const [low, covered] = [text.toLowerCase(), new Set<number>()];
        for (const value of values.map((one) => one.toLowerCase())) {
          for (let from = low.indexOf(value); from !== -1; from = low.indexOf(value, from + 1)) {
            for (let at = from; at < from + value.length; at += 1) covered.add(at);
          }
        }
        const expected = [...text].map((unit, at) => (covered.has(at) ? "*" : unit)).join("");
        expect(new Redactor(values).text(text)).toBe(expected.replace(/\*+/g, MASK));
      }),
    );
  });

  it("takes memory in proportion to the values: 5,000 proxies with passwords less than 25 MB", () => {
    const values = Array.from({ length: 5000 }, (_, index) => {
      const password = createHash("sha256").update(String(index)).digest("base64").slice(0, 16);
      return [`customer${index}:${password}`, password];
    }).flat();
    const before = heldBytes();
    const redactor = new Redactor(values);
    expect(redactor.text(`with ${values[77]}`)).toBe(`with ${MASK}`);
    expect(redactor.row({ proxy: values[78]! })).toEqual({ proxy: MASK });
    expect(heldBytes() - before).toBeLessThan(25_000_000);
    expect(redactor.text(values[79]!)).toBe(MASK);
  });

  it("leaves values of less than four characters alone", () => {
    expect(new Redactor(["abc", "", " ab "]).text("abc ab")).toBe("abc ab");
  });

  it("reaches the names and values of rows, and the message, stack and causes of errors", () => {
    const redactor = new Redactor(["top secret"]);
    expect(redactor.object({ a: ["top secret", 1, null, { "top secret": "a top secret b" }] })).toEqual({
      a: [MASK, 1, null, { [MASK]: `a ${MASK} b` }],
    });
    const error = new Error("top secret", {
      cause: new TypeError("cause: top%20secret", { cause: { of: "top secret" } }),
    });
    const shown = redactor.error(error) as Error;
    expect(
      `${shown.message} ${shown.stack} ${String(shown.cause)} ${String((shown.cause as Error).cause)}`,
    ).not.toMatch(/top.{1,3}secret/);
    expect((shown.cause as Error).name).toBe("TypeError");
  });

  it("takes time that grows with the text alone, whatever the values hold", () => {
    // Nested loops over texts like these would take minutes.
    const redactor = new Redactor([`${"a".repeat(20_000)}b`, "a".repeat(20_000)]);
    const text = "a".repeat(19_999);
    expect(redactor.text(`${text}c`.repeat(100))).toBe(`${text}c`.repeat(100));
    expect(redactor.text("a".repeat(1_000_000))).toBe(MASK);
  });
});

describe("marks", () => {
  it("are found through every kind of schema, recursive ones included", () => {
    interface Tree {
      code?: string;
      children?: Tree[];
    }
    const tree: z.ZodType<Tree> = z.lazy(() =>
      z.object({ code: secret(z.string().optional()), children: z.array(tree) }).partial(),
    );
    const marks = marksOf(
      z.object({
        tree,
        both: z.intersection(z.object({ x: secret(z.string()) }), z.object({ y: z.string() })),
        piped: z.object({ x: secret(z.string()) }).transform((value) => value),
        pair: z.tuple([z.string(), secret(z.string())], z.string()),
        record: z.record(z.string(), secret(z.string().nullable())),
        loose: z.object({}).catchall(secret(z.string())),
        checked: secret(z.string()).min(3).default("abc").optional(),
      }),
      z.object({}),
    );
    const said = (...path: (string | number)[]) =>
      path.reduce((at, name) => (typeof name === "number" ? at.element(name) : at.member(name)), marks).secret;
    expect(said("tree", "children", 4, "children", 0, "code")).toBe(true);
    expect([said("both", "x"), said("both", "y"), said("piped", "x")]).toEqual([true, undefined, true]);
    expect([said("pair", 0), said("pair", 1), said("pair", 2), said("pair", 99)]).toEqual([
      undefined,
      true,
      undefined,
      undefined,
    ]);
    expect([said("record", "any"), said("loose", "any"), said("checked"), said("unknown", "x")]).toEqual([
      true,
      true,
      true,
      undefined,
    ]);
  });
});
