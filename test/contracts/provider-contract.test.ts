import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { combineWriters, templateWriter } from "../../src/adapters/ai/index.js";
import {
  cannedAboutMe,
  cannedBrowser,
  cannedFolder,
  cannedImages,
  cannedLicence,
  cannedMachine,
  cannedMailer,
  cannedMaps,
  cannedMessenger,
  cannedParaphraser,
  cannedPrompts,
  cannedPublisher,
  cannedReader,
  cannedSearch,
  cannedSpinner,
  cannedTranslator,
  cannedVideo,
  cannedWeb,
  cannedWriter,
  memoryOutput,
} from "../../src/adapters/doubles/index.js";
import { createFolders } from "../../src/adapters/folder/folder.js";
import { createOutputFolder } from "../../src/adapters/folder/output.js";
import { imageEngines, openverse } from "../../src/adapters/images/index.js";
import { createLicence } from "../../src/adapters/licence/index.js";
import { createMachine } from "../../src/adapters/machine/index.js";
import { createMailer, type MailerOptions } from "../../src/adapters/mail/index.js";
import { createPrompts } from "../../src/adapters/prompts/index.js";
import { createReader } from "../../src/adapters/reading/index.js";
import { type LocalEngine, localEngine, searchEngines } from "../../src/adapters/search/index.js";
import { createText } from "../../src/adapters/text/index.js";
import { createBuiltinVideo } from "../../src/adapters/video/index.js";
import { createSockets } from "../../src/adapters/web/sockets.js";
import { messengerWhenNeeded, webWhenNeeded } from "../../src/adapters/web/when-needed.js";
import {
  type ProviderHarness,
  type ProviderSamples,
  providerContract,
} from "../../src/kernel/contracts/provider-contract.js";
import type { ProviderWorld } from "../../src/kernel/index.js";
import { ScriptoriumError, silentLogger, systemClock } from "../../src/kernel/index.js";
import type { ProviderName, Providers, Video } from "../../src/kernel/providers.js";
import { PROVIDER_SETTINGS } from "../../src/kernel/values/provider-settings.js";
import { imageService } from "../doubles/image-services.js";
import { mailServer } from "../doubles/mail-server.js";
import { pdfFile } from "../doubles/pdf-file.js";
import type { ServiceDouble } from "../doubles/translation-service.js";
import { type VideoService, videoService, writtenJson3 } from "../doubles/video-service.js";

const SENTENCE = "The old lighthouse guided ships for a century.";
const text = createText();
const reading = createReader();
const builtIn = {
  web: webWhenNeeded({ version: "0", allowPrivate: ["127.0.0.1"] }),
  messenger: messengerWhenNeeded({ version: "0", allowPrivate: ["127.0.0.1"] }),
};
let folder: string;
let server: Server;
let url: string;
let videos: VideoService;
let pictures: ServiceDouble;
let local: LocalEngine;
let post: { readonly mailer: Providers["mailer"]; close(): Promise<void> };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scriptorium-providers-"));
  await mkdir(join(folder, "texts"));
  await writeFile(join(folder, "texts", "honey.txt"), "Bees make honey.");
  const stored = {} as ProviderWorld["stored"];
  const surroundings = { web: builtIn.web, reader: reading.reader, stored, clock: systemClock, logger: silentLogger };
  local = await localEngine({ folder: join(folder, "texts") }, { ...surroundings, userAgent: "test" });
  server = createServer((request, response) => {
    if (request.url === "/robots.txt") response.writeHead(404).end();
    else if (request.method === "POST") response.writeHead(202).end();
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<p>Bees make honey.</p>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const tracks = [{ language: "en", json3: writtenJson3([[0, "Bees make honey."]]) }];
  videos = await videoService([{ id: VIDEO.id, title: VIDEO.title, tracks }]);
  post = await mailing();
  pictures = await imageService("openverse");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(async () => {
  await Promise.all([builtIn.web.close(), builtIn.messenger.close(), text.close(), reading.close()]);
  await videos.close();
  await pictures.close();
  await post.close();
  await local.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

/** The built-in mailer with an account at a server of this process. */
async function mailing(): Promise<typeof post> {
  const receiver = await mailServer();
  const settings = { host: "127.0.0.1", port: receiver.port, from: "a@example.com", allowPlain: true };
  const account = { id: "post", kind: "mail", name: "post", settings, secrets: {}, createdAt: "", updatedAt: "" };
  const accounts: MailerOptions["accounts"] = {
    get: async (reference) => {
      if (reference === "post") return account;
      throw new ScriptoriumError("ACCOUNT_NOT_FOUND", "There is no such account.");
    },
    opened: async () => account,
    async *list() {
      yield account;
    },
  };
  const open = createSockets({ allowPrivate: ["127.0.0.1"] });
  return { mailer: createMailer({ accounts, open }), close: receiver.close };
}

/** One provider under test; the sample is read when the case runs, because the server has an address by then. */
function harness<Name extends ProviderName>(
  name: Name,
  maker: string,
  create: () => Providers[Name],
  sample: () => ProviderSamples[Name],
) {
  const given = (): ProviderHarness<Name> => ({ create, sample: sample() });
  const cases = providerContract[name].map((one) => ({ name: one.name, run: () => one.run(given()) }));
  return { name, maker, cases };
}

const HITS = ["a", "b"].map((word) => ({ url: `https://${word}.test/`, title: word, snippet: "" }));
const VIDEO: Video = {
  id: "abcdefghijk",
  url: "https://videos.test/abcdefghijk",
  title: "Bees",
  channel: "Apiary",
  date: "",
  duration: 2,
  description: "",
  chapters: [],
  tracks: [{ id: "en", language: "en", name: "English", kind: "manual" }],
};
const pair = { text: "house", from: "en", to: "de", unknown: { from: "en", to: "xx" } };
const page = () => ({ url, contains: "honey" });
const readable = () => ({
  html: "<article><h1>Bees</h1><p>Bees make honey, and they keep it in combs for the winter.</p></article>",
  contains: "honey",
  pdf: { bytes: pdfFile([[{ text: "Bees make honey.", x: 72, y: 700, size: 11 }]]), contains: "honey" },
});
const texts = () => ({ folder: join(folder, "texts"), path: "honey.txt", contains: "honey", refused: "/etc" });
const none = () => ({});
const found = () => ({ words: "bees", licence: "cc0" as const });
const letters = () => ({ account: "post", unknown: "nobody", to: "reader@example.org" });

const storedPrompts = { template: "review", voice: "calm", unknown: "other" };

const doubles = [
  harness("web", "double", () => cannedWeb({ [url]: "<p>Bees make honey.</p>" }), page),
  harness("reader", "double", () => cannedReader(), readable),
  harness(
    "search",
    "double",
    () => cannedSearch(HITS),
    () => ({ query: "bees" }),
  ),
  harness(
    "browser",
    "double",
    () => cannedBrowser({ [url]: "<p>Bees make honey.</p>" }),
    () => ({ url, contains: "honey" }),
  ),
  harness(
    "video",
    "double",
    () => cannedVideo([{ video: VIDEO, vtt: "WEBVTT\n\n00:00.000 --> 00:02.000\nBees make honey.\n" }]),
    () => ({ id: VIDEO.id, contains: "honey", unknown: "none" }),
  ),
  harness(
    "maps",
    "double",
    () => cannedMaps(["a", "b"].map((id) => ({ id, name: id, latitude: 1, longitude: 2 }))),
    () => ({ what: "apiaries", where: "denver" }),
  ),
  harness(
    "images",
    "double",
    () => cannedImages([{ url: "https://a.test/1.jpg" }, { url: "https://a.test/2.jpg" }]),
    found,
  ),
  harness(
    "publisher",
    "double",
    () => cannedPublisher({ id: "blog" }),
    () => ({ blog: "blog" }),
  ),
  harness("folder", "double", () => cannedFolder(texts().folder, { "honey.txt": "Bees make honey." }), texts),
  harness("output", "double", memoryOutput, none),
  harness(
    "spinner",
    "double",
    () => cannedSpinner(),
    () => ({ text: SENTENCE }),
  ),
  harness(
    "paraphraser",
    "double",
    () => cannedParaphraser(),
    () => ({ text: SENTENCE, sourceLanguage: "en" }),
  ),
  harness(
    "aboutMe",
    "double",
    () => cannedAboutMe(),
    () => ({ keyword: "beekeeping" }),
  ),
  harness(
    "licence",
    "double",
    () => cannedLicence("a@b.test"),
    () => ({ login: "a@b.test" }),
  ),
  harness(
    "translator",
    "double",
    () => cannedTranslator({ "en-de": { house: "Haus" } }),
    () => pair,
  ),
  harness(
    "writer",
    "double",
    () => cannedWriter("Bees."),
    () => ({ instructions: "Write.", text: "Bees" }),
  ),
  harness(
    "messenger",
    "double",
    () => cannedMessenger(202),
    () => ({ url, status: 202 }),
  ),
  harness(
    "prompts",
    "double",
    () => cannedPrompts({ review: "Review {{keyword}}." }, { calm: "Short sentences." }),
    () => storedPrompts,
  ),
  harness("machine", "double", () => cannedMachine(), none),
  harness("mailer", "double", () => cannedMailer([{ id: "post", from: "a@example.com" }]), letters),
];

const ours = [
  harness(
    "writer",
    "offline writer",
    () => templateWriter(),
    () => ({ instructions: "Task: meta\nSubject: bees", text: "Bees fly." }),
  ),
  harness(
    "writer",
    "one of several",
    () =>
      combineWriters(
        [
          { name: "first", provider: cannedWriter("Bees.") },
          { name: "second", provider: { write: async () => "Wasps." } },
        ],
        { clock: systemClock },
      ),
    () => ({ instructions: "Write.", text: "Bees" }),
  ),
  harness("web", "built in", () => builtIn.web, page),
  harness("reader", "built in", () => reading.reader, readable),
  harness(
    "search",
    "local index",
    () => searchEngines([local]),
    () => ({ query: "honey" }),
  ),
  harness(
    "images",
    "Openverse",
    () => imageEngines([openverse({ url: `${pictures.url}/v1/`, userAgent: "test" })]),
    found,
  ),
  harness(
    "video",
    "built in",
    () => createBuiltinVideo({ web: builtIn.web, address: videos.url }),
    () => ({ id: VIDEO.id, contains: "honey", unknown: "nosuchvideo" }),
  ),
  harness("folder", "built in", () => createFolders({ roots: [folder] }), texts),
  harness("output", "built in", () => createOutputFolder({ root: join(folder, "projects") }), none),
  harness(
    "spinner",
    "built in",
    () => text.spinner,
    () => ({ text: SENTENCE }),
  ),
  harness(
    "paraphraser",
    "built in",
    () => text.paraphraser,
    () => ({ text: SENTENCE, sourceLanguage: "en" }),
  ),
  harness(
    "aboutMe",
    "built in",
    () => text.aboutMe,
    () => ({ keyword: "beekeeping" }),
  ),
  harness(
    "licence",
    "built in",
    () => createLicence(),
    () => ({ login: "a@b.test" }),
  ),
  harness(
    "messenger",
    "built in",
    () => builtIn.messenger,
    () => ({ url, status: 202 }),
  ),
  harness("machine", "built in", () => createMachine(), none),
  harness(
    "prompts",
    "built in",
    () =>
      createPrompts({
        promptTemplates: [{ id: "review", prompt: "Review {{keyword}}." }],
        brandVoices: [{ id: "calm", voice: "Short sentences." }],
      }),
    () => storedPrompts,
  ),
  harness("mailer", "built in", () => post.mailer, letters),
];

describe.each([...doubles, ...ours])("the $name provider, $maker", ({ cases }) => {
  it.each(cases)("$name", ({ run }) => run());
});

it("every port has a contract and a double that keeps it", () => {
  const ports = Object.keys(PROVIDER_SETTINGS).sort();
  expect(doubles.map(({ name }) => name as string).sort()).toEqual(ports);
  expect(Object.keys(providerContract).sort()).toEqual(ports);
  expect(doubles.filter(({ cases }) => cases.length === 0)).toEqual([]);
});

describe("the contract notices", () => {
  const [paged] = providerContract.search;
  it("hits beyond the limit", async () => {
    const create = () => ({ search: async () => HITS });
    await expect(paged!.run({ create, sample: { query: "bees" } })).rejects.toThrow();
  });
  it("a call that continues though it was aborted", async () => {
    const last = providerContract.writer.at(-1)!;
    const create = () => ({ write: async () => "anyway" });
    await expect(last.run({ create, sample: { instructions: "", text: "" } })).rejects.toThrow();
  });
});
