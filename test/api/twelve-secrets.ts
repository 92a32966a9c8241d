import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { ApiOptions } from "../../src/adapters/http/index.js";
import { ROUTES } from "../../src/adapters/http/index.js";
import { keyFile } from "../../src/adapters/secrets/index.js";
import {
  createScriptorium,
  defineTaskPlugin,
  type EventName,
  type JsonObject,
  type Logger,
  MASK,
  ScriptoriumError,
  type StorageAdapter,
  secret,
} from "../../src/index.js";

/** Twelve secrets, each in another place, with the characters that encodings change. */
const SECRETS = {
  marked: "mark-Ed-7f3a",
  named: "s3cret&pass=word?",
  nonAscii: "pä&ss wörd/€ ünd 漢字",
  inList: "tok€n+of/the list",
  bare: "bare-key-0001-äé",
  below: 'be"low\\ the <secrets>',
  lines: "first line\nsecond\tline",
  emoji: "🔑 key of 🚪",
  number: "987654321012",
  inText: "key-in-an-address-42",
  account: "account's own päss&word",
  setting: "proxy+secret/of#account",
} as const;

const DATA = {
  linesFile: ["log", "throw", "refuse", "cause", "fine", "object"],
  pin: SECRETS.marked,
  smtp: { host: "mail.example", password: SECRETS.named, user: "me" },
  deep: [{ er: { clientSecret: SECRETS.nonAscii } }],
  sites: [
    { url: "https://a.example", token: SECRETS.inList },
    { url: "https://b.example", token: "" },
  ],
  apiKeys: [SECRETS.bare, SECRETS.emoji],
  secrets: { quoted: SECRETS.below, private: SECRETS.lines },
  password: Number(SECRETS.number),
  api_key: SECRETS.inText,
};

/** Every form in which a library may put a text into a message, written without looking at how the engine does it. */
function forms(text: string): string[] {
  const base64 = (["base64", "base64url"] as const).flatMap((encoding) =>
    [0, 1, 2].map((shift) => {
      const whole = Buffer.from("\0".repeat(shift) + text)
        .toString(encoding)
        .replaceAll("=", "");
      // Without the characters that hold bits of what comes before and after.
      return whole.slice(shift === 0 ? 0 : shift + 1, (shift + Buffer.byteLength(text)) % 3 === 0 ? undefined : -1);
    }),
  );
  const encoded = encodeURIComponent(text);
  const escaped = JSON.stringify(text).slice(1, -1);
  return [
    text,
    encoded,
    encoded.toLowerCase(),
    new URLSearchParams({ a: text }).toString().slice(2),
    escaped,
    JSON.stringify(escaped).slice(1, -1),
    Buffer.from(text).toString("hex"),
    ...base64,
  ];
}

/** Every form of the secrets, and their beginnings where something may have cut them. */
const TRACES = [
  ...Object.values(SECRETS).flatMap(forms),
  `key=${SECRETS.inText.slice(0, 6)}`,
  ...Object.values(SECRETS).map((one) => `xxx${one.slice(0, 8)}`),
];

/** What of the secrets is in the text. */
function leaked(text: string): string[] {
  // Most of what is heard is the run of letters in front of the secrets that are cut; no secret has more than three.
  const short = text.replace(/x{4,}/g, "xxx");
  return TRACES.filter((form) => short.includes(form));
}

/** Says every secret it was given in every way it can. */
export const gossip = defineTaskPlugin({
  type: "gossip",
  words: "gossip",
  title: "Gossip",
  summary: "Repeats what it was given.",
  options: z.object({
    linesFile: z.array(z.string()).default([]),
    pin: secret(z.string().default("")),
    failsToBegin: z.boolean().default(false),
    secretsGiven: z.array(z.string()).default([]),
    smtp: z.looseObject({ password: z.string().default("") }).prefault({}),
    deep: z.array(z.looseObject({ er: z.looseObject({ clientSecret: z.string() }) })).default([]),
    sites: z.array(z.looseObject({ token: z.string() })).default([]),
    apiKeys: z.array(z.string()).default([]),
    secrets: z.looseObject({ quoted: z.string().default(""), private: z.string().default("") }).prefault({}),
    password: z.string().default(""),
    api_key: z.string().default(""),
  }),
  inputs: ({ linesFile, api_key }) => [
    ...linesFile,
    // The second is cut in the middle of the secret where lines are shortened.
    ...(api_key === "" ? [] : [0, 45].map((length) => `https://${"a".repeat(length)}.example/?key=${api_key}`)),
  ],
  begin({ options, log }) {
    log.info(`beginning with ${sayings(options).join(" ")}`);
    if (options.failsToBegin) throw new Error(sayings(options).join(" "));
  },
  async run(line, { options, log, output }) {
    const said = sayings(options);
    for (const one of said) {
      log.info(one);
      log.warn(`${"x".repeat(1990)}${one}`, one);
      log.debug(`Authorization: Basic ${Buffer.from(`me:${one}`).toString("base64")}`);
    }
    if (line === "throw") throw new Error(`HTTP 401 at https://a.example/?q=${said.join("&")}`);
    if (line === "refuse") throw new ScriptoriumError("no-network", `Refused: ${said.join(" ")}. Try again.`);
    if (line === "cause") throw new TypeError("odd", { cause: new Error(said.join("\n")) });
    if (line === "object") throw { statusCode: 500, body: said };
    if (line.startsWith("https:")) throw new ScriptoriumError("blocked", `${line} is blocked. Ask its owner.`);
    output.row({ line });
    output.file(`${line}.txt`, "fine", "text/plain");
    output.article(line, { keywords: [line], sentences: ["Fine."] });
  },
  failure: (line, { message }) => ({ line, error: message, [message.slice(0, 200)]: [line, { nested: line }] }),
  finish({ options, log }) {
    log.error(`ending with ${JSON.stringify(options)}`);
  },
});

interface Opened {
  readonly pin: string;
  readonly smtp: { readonly password: string };
  readonly deep: readonly { readonly er: { readonly clientSecret: string } }[];
  readonly sites: readonly { readonly token: string }[];
  readonly apiKeys: readonly string[];
  readonly secrets: { readonly quoted: string; readonly private: string };
  readonly password: string;
  readonly api_key: string;
}

/** The secrets of the options, in every form. */
function sayings(options: Opened): string[] {
  const { pin, smtp, deep, sites, apiKeys, secrets, password, api_key } = options;
  const tokens = sites.map(({ token }) => token);
  const clients = deep.map(({ er }) => er.clientSecret);
  const all = [
    pin,
    smtp.password,
    ...clients,
    ...tokens,
    ...apiKeys,
    secrets.quoted,
    secrets.private,
    password,
    api_key,
  ];
  return all.filter((one) => one !== "").flatMap(forms);
}

const ends: (() => Promise<unknown>)[] = [];
interface World {
  readonly storage: StorageAdapter;
  readonly folder: string;
  /** Everything that left the server. */
  readonly heard: string[];
  request(method: string, target: string, body?: unknown): Promise<JsonObject>;
  readonly scriptorium: ReturnType<typeof createScriptorium>;
}

async function world(make: (folder: string) => StorageAdapter, api: ApiOptions = {}): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "scriptorium-secrets-"));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const heard: string[] = [];
  const hear = (what: string) => (message: string, cause?: unknown) => {
    heard.push(`${what}: ${message} ${inspect(cause, { depth: 20, maxStringLength: null, showHidden: true })}`);
    if (cause instanceof Error) heard.push(`${cause.message}\n${cause.stack}`);
  };
  const logger: Logger = { info: hear("info"), warn: hear("warn"), error: hear("error") };
  const storage = make(folder);
  const scriptorium = createScriptorium({
    storage,
    plugins: [gossip],
    logger,
    secrets: keyFile(`${folder}.key`),
    api: { returnUpdatedData: true, logger, ...api },
  });
  ends.push(() => rm(`${folder}.key`, { force: true }));
  const events: readonly EventName[] = [
    "task.created",
    "task.updated",
    "task.deleted",
    "task.waiting",
    "task.running",
    "task.aborting",
    "task.aborted",
    "task.failed",
    "task.complete",
    "task.progress",
    "task.log",
  ];
  for (const name of events)
    scriptorium.kernel.events.on(name, (event) => heard.push(`${name}: ${JSON.stringify(event)}`));
  await scriptorium.start();
  ends.push(() => scriptorium.stop());
  return {
    storage,
    folder,
    heard,
    scriptorium,
    async request(method, target, body) {
      const headers = { host: "localhost", "content-type": "application/json" };
      const text = body === undefined ? {} : { body: JSON.stringify(body) };
      const reply = await scriptorium.api.handle({ method, target, headers, ...text });
      const whole = typeof reply.body === "string" ? reply.body : (await Array.fromAsync(reply.body)).join("");
      heard.push(`${method} ${target}: ${reply.headers.join()} ${whole}`);
      return JSON.parse(whole) as JsonObject;
    },
  };
}

async function settled({ scriptorium, request }: World, id: string) {
  await request("GET", `/project/run/${id}`);
  return scriptorium.kernel.tasks.settled(id);
}

async function created({ request }: World, data: object): Promise<string> {
  const { result } = await request("GET", "/create/gossip");
  const { id } = result as { id: string };
  expect((await request("POST", `/project/data/${id}`, data))["success"]).toBe(true);
  return id;
}

/** Every byte of a folder, as text. */
async function bytesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), "utf8")));
  return texts.join("\n");
}

/** All that the storage holds, encrypted values included. */
async function stored({ storage }: World): Promise<string> {
  const found: unknown[] = await Array.fromAsync(storage.accounts.list());
  const ids = await Array.fromAsync(storage.tasks.scan({ reads: ["_id"], pick: ({ _id }) => _id }));
  for (const id of ids) {
    const { content, runs, tasks } = storage;
    found.push(await tasks.get(id));
    found.push(await Array.fromAsync(content.rows(id)), await Array.fromAsync(content.log(id)));
    for await (const run of runs.of(id)) {
      found.push(run, await runs.get(run._id), await Array.fromAsync(runs.lines(run._id)));
    }
  }
  return JSON.stringify(found);
}

/** A storage whose stores are made in a folder. */
export interface SecretsIn {
  readonly name: string;
  readonly make: (folder: string) => StorageAdapter;
}

export function testSecrets(storages: readonly SecretsIn[]): void {
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  describe.each(storages)("twelve secrets on $name storage", ({ make }) => {
    it("are in no reply, event, log, row, message or file, whatever any caller does with them", async () => {
      const here = await world(make);
      const { heard, request, scriptorium } = here;
      const { accounts, tasks } = scriptorium.kernel;
      const account = await accounts.create({
        kind: "blog",
        name: "Blog",
        settings: { url: "u", proxy: { password: SECRETS.setting } },
        secrets: { password: SECRETS.account },
      });
      heard.push(JSON.stringify([account, await Array.fromAsync(accounts.list()), await accounts.get(account.id)]));
      expect(await accounts.secretsOf(account.id)).toEqual({ password: SECRETS.account });

      const id = await created(here, DATA);
      expect(await tasks.revealed(id)).toMatchObject({ ...DATA, password: SECRETS.number });
      const ran = await settled(here, id);
      expect(ran).toMatchObject({ status: "complete", progress: { ok: 2, failed: 6 } });
      const failing = await created(here, { ...DATA, failsToBegin: true });
      expect((await settled(here, failing)).status).toBe("failed");
      const lines = await created(here, { ...DATA, linesFile: ["refuse"] });
      expect((await settled(here, lines)).error?.message).toContain(MASK);
      // What is wrong with the value of a field must not show it either.
      const wrong = await created(here, { ...DATA, pin: [SECRETS.marked], jobName: "Wrong" });
      await settled(here, wrong);

      const filled = (path: string) =>
        path
          .replace("create/:taskname?", "create/gossip")
          .replace(/:id\??/, id)
          .replace(/[:*](?:keyword|path)\??/, "fine");
      const bodies: Readonly<Record<string, unknown>> = {
        postData: { jobName: "Again", pin: MASK },
        search: { query: {}, projection: {} },
        spin: { text: "A fine day." },
        paraphrase: { text: "A fine day.", login: "me@example.com" },
        aboutMe: { keyword: "bees" },
      };
      for (const route of ROUTES) {
        if (route.action === "delete") continue;
        await request(
          route.method,
          filled(route.path),
          route.method === "POST" ? (bodies[route.action] ?? {}) : undefined,
        );
        await tasks.settled(id);
      }
      const copy = (await request("GET", `/project/duplicate/${id}`))["result"] as string;
      for (const one of [id, failing, lines, wrong, copy]) {
        await request("GET", `/project/data/${one}`);
        await request("GET", `/task/content/${one}`);
        heard.push(JSON.stringify(await tasks.get(one)));
        heard.push(JSON.stringify(await Array.fromAsync(scriptorium.kernel.content.log(one))));
        heard.push(JSON.stringify(await Array.fromAsync(scriptorium.kernel.content.rows(one))));
      }
      // Refused posts.
      await request("POST", `/project/data/${id}`, { ...DATA, constructor: 1 });
      await request("POST", `/project/data/${id}`, { ...DATA, sites: [{ url: "new", token: MASK }] });
      await request("POST", `/project/data/${id}`, { ...DATA, text: "\ud800" });
      const key = (await readFile(`${here.folder}.key`, "utf8")).trim();
      for (const place of [heard.join("\n"), await stored(here), await bytesIn(here.folder)]) {
        expect(leaked(place)).toEqual([]);
        expect(place).not.toContain(key);
        // They are looked for where they would be found.
        if (place !== "") expect(place).toContain("mail.example");
      }
      expect(heard.filter((text) => text.startsWith("task.log: ") && text.includes(MASK)).length).toBeGreaterThan(5);
      expect(heard.some((text) => text.startsWith("error: ") && text.includes(MASK))).toBe(true);
      expect(await tasks.revealed(copy)).toMatchObject({ smtp: DATA.smtp, pin: DATA.pin });

      const read = heard.length;
      for (const one of [id, failing, lines, wrong, copy]) await request("GET", `/project/delete/${one}`);
      await accounts.delete(account.id);
      await scriptorium.stop();
      expect(leaked(`${heard.slice(read).join("\n")}${await bytesIn(here.folder)}`)).toEqual([]);
    });

    it("can neither be searched for nor guessed at by searching", async () => {
      const here = await world(make);
      await created(here, DATA);
      const search = async (query: unknown, projection: unknown = {}, sort?: string) =>
        here.request("POST", "/projects/find", { query, projection, ...(sort === undefined ? {} : { sort }) });
      const found = async (query: unknown, projection?: unknown) => {
        const { success, message, result } = await search(query, projection);
        expect([success, message]).toEqual([true, null]);
        return result as JsonObject[];
      };
      for (const [path, value] of [
        ["data.smtp.password", SECRETS.named],
        ["data.sites.token", SECRETS.inList],
        ["data.apiKeys", SECRETS.bare],
        ["data.secrets.private", SECRETS.lines],
      ] as const) {
        for (const query of [
          { [path]: value },
          { [path]: { $regex: `^${value[0]}` } },
          { $nor: [{ [path]: value }] },
        ]) {
          expect(await search(query)).toMatchObject({
            success: false,
            message: expect.stringContaining(path) as string,
          });
        }
        expect(await search({}, {}, path)).toMatchObject({ success: false });
      }
      // That this one is a secret only its type knows; what is stored in its place is the same for all.
      expect(await found({ "data.pin": SECRETS.marked })).toEqual([]);
      expect(await found({ "data.pin": { $regex: `^${SECRETS.marked[0]}` } })).toEqual([]);
      expect(await found({ "data.pin": { $gt: SECRETS.marked.slice(0, 2) } })).toEqual([]);
      expect(await found({ "data.pin": MASK })).toHaveLength(1);
      const [whole] = await found({});
      expect(whole).not.toHaveProperty("sealed");
      expect(whole).toMatchObject({ data: { pin: MASK, smtp: { password: MASK, host: "mail.example" } } });
    });

    it("are shown in data replies with revealSecrets, and in no search", async () => {
      const here = await world(make, { revealSecrets: true });
      const id = await created(here, DATA);
      const real = { ...DATA, password: SECRETS.number };
      expect((await here.request("GET", `/project/data/${id}`))["result"]).toMatchObject(real);
      expect((await here.request("POST", `/project/data/${id}`, { note: "n" }))["result"]).toMatchObject(real);
      const searched = [
        await here.request("POST", "/projects/find", { query: {}, projection: {} }),
        await here.request("GET", "/task/find"),
        await here.request("GET", `/project/status/${id}`),
      ];
      expect(leaked(JSON.stringify(searched))).toEqual([]);
      expect(leaked(`${await stored(here)}${await bytesIn(here.folder)}`)).toEqual([]);
    });
  });
}
