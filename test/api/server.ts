import { type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { type ApiOptions, createApi, createApiServer } from "../../src/adapters/http/index.js";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { createKernel, defineTaskPlugin, type Kernel, type KernelOptions } from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { type Gate, gate } from "../kernel/world.js";
import { matchDocument, type Recorded } from "../openapi/recorded.js";

/** The table of task types of the specification, with the form each is listed in. */
export const TASK_TYPES = {
  articlecreator: "article creator",
  writingassistant: "writing assistant",
  articledownloader: "article downloader",
  urlfinder: "url finder",
  postuploader: "post uploader",
  googlescraper: "google scraper",
  webscraper: "web scraper",
  webcrawler: "web crawler",
  waybackscraper: "wayback scraper",
  bulktranslator: "bulk translator",
  mailmerge: "mail merge",
  postemailer: "post emailer",
  rssscraper: "rss scraper",
  paraphraser: "paraphraser",
  youtubesubscraper: "youtube sub scraper",
  googlemapsscraper: "google maps scraper",
  wpxmlgenerator: "wp xml generator",
} as const;

const words = z.array(z.string()).default([]);
const linkSet = z.object({ keywordsFile: words, urlsFile: words, lockUrl: z.boolean().default(false) });

/** Stores an article, a row and a file for every keyword. */
const articleCreator = defineTaskPlugin({
  type: "articlecreator",
  words: TASK_TYPES.articlecreator,
  title: "Article Creator",
  summary: "Writes a short article for every keyword.",
  options: z.object({
    articleKeywordsFile: words,
    articleCountRequired: z.int().min(1).default(1),
    categoryInsert: z.object({ CategoryInsertFile: words }).prefault({}),
    imageInsert: z
      .object({ InsertType: z.string().default("local"), FrequencyFrom: z.int().min(1).default(1) })
      .prefault({}),
    linkSets: z.array(linkSet).default(() => Array.from({ length: 5 }, () => linkSet.parse({}))),
  }),
  inputs: ({ articleKeywordsFile }) => articleKeywordsFile,
  async run(keyword, { output }) {
    output.article(keyword, { keywords: [keyword, "related"], sentences: [`${keyword} is here.`, "So is more."] });
    output.row({ keyword, status: "done" });
    output.file(`texts/${keyword.replace(/[^a-z0-9]/gi, "_")}.txt`, `${keyword} is here.`, "text/plain");
  },
});

const postUploader = defineTaskPlugin({
  type: "postuploader",
  words: TASK_TYPES.postuploader,
  title: "Post Uploader",
  summary: "Posts nothing.",
  options: z.object({ blogIds: words, articleFolder: z.string().default("") }),
  inputs: ({ blogIds }) => blogIds,
  async run(blogId, { output }) {
    output.row({ blogId });
  },
});

/** A crawler whose every address waits for the gate; one that begins with `deaf` takes no notice of an abort. */
const webCrawler = (at: Gate) =>
  defineTaskPlugin({
    type: "webcrawler",
    words: TASK_TYPES.webcrawler,
    title: "Web Crawler",
    summary: "Waits to be let through.",
    options: z.object({ startUrls: words }),
    inputs: ({ startUrls }) => startUrls,
    async run(url, { output, signal }) {
      await at.pass(url, url.startsWith("deaf") ? undefined : signal);
      output.row({ url });
    },
  });

/** The types of which nothing matters here but the name. */
const listed = (type: string, words: string) =>
  defineTaskPlugin({
    type,
    words,
    title: words.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase()),
    summary: "Keeps its lines.",
    options: z.object({ linesFile: z.array(z.string()).default([]) }),
    inputs: ({ linesFile }) => linesFile,
    async run(line, { output }) {
      output.row({ line });
    },
  });

export function taskTypes(at: Gate): KernelOptions["plugins"] {
  const own = [articleCreator, postUploader, webCrawler(at)];
  const others = Object.entries(TASK_TYPES).filter(([type]) => own.every((one) => one.type !== type));
  return [...own, ...others.map(([type, words]) => listed(type, words))];
}

export interface ApiReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Absent where a reply has no body: to HEAD, and for 204. */
  readonly envelope: ReplyEnvelope;
  readonly bytes: number;
}

export interface ReplyEnvelope {
  readonly success: boolean;
  readonly message: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server sent; the tests say what they expect
  readonly result: any;
  readonly notes?: readonly string[];
}

export interface CallInit {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is; anything but text and bytes is sent as JSON. */
  readonly body?: unknown;
  /** Sends the body in chunks, without saying how long it is. */
  readonly chunked?: boolean;
}

export interface StartedApi {
  readonly address: string;
  readonly port: number;
  readonly kernel: Kernel;
  /** Where the addresses of a web crawler wait. */
  readonly gate: Gate;
  call(method: string, path: string, init?: CallInit): Promise<ApiReply>;
  get(path: string, init?: CallInit): Promise<ApiReply>;
  /** Posts JSON unless the headers say otherwise. */
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ApiReply>;
  close(): Promise<void>;
}

export interface ApiWorld {
  readonly api?: ApiOptions;
  readonly kernel?: Partial<KernelOptions>;
}

/** A real server on a port of its own. Close it when the test ends. */
export async function startedApi({ api = {}, kernel: own = {} }: ApiWorld = {}): Promise<StartedApi> {
  const at = gate();
  const kernel = createKernel({ storage: memoryStorage(), queue: inProcessQueue(), plugins: taskTypes(at), ...own });
  await kernel.start();
  const server = createApiServer(createApi(kernel, api));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const call = (method: string, path: string, init: CallInit = {}) => sent(port, method, path, init, matchDocument);
  return {
    address,
    port,
    kernel,
    gate: at,
    call,
    get: (path, init) => call("GET", path, init),
    post: (path, body = {}, headers = {}) =>
      call("POST", path, { body, headers: { "content-type": "application/json", ...headers } }),
    async close() {
      at.openAll();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await kernel.stop();
    },
  };
}

/**
 * One request over a socket, its path sent letter for letter. Rejects when the answer is no envelope, and with the error of
 * `check`.
 */
export function sent(
  port: number,
  method: string,
  path: string,
  init: CallInit = {},
  check: (recorded: Recorded) => Promise<void> = async () => {},
): Promise<ApiReply> {
  const { headers = {}, body, chunked = false } = init;
  const bytes =
    body === undefined || typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  const length = bytes === undefined || chunked ? {} : { "content-length": String(Buffer.byteLength(bytes)) };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: "127.0.0.1", port, method, path, headers: { ...length, ...headers }, agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.once("error", reject);
        incoming.once("end", () => {
          const whole = Buffer.concat(chunks);
          const status = incoming.statusCode ?? 0;
          const bodiless = method === "HEAD" || status === 204;
          try {
            const envelope = bodiless ? nothing(whole) : envelopeIn(whole.toString("utf8"), incoming.headers);
            const contentType = incoming.headers["content-type"];
            check({ method, target: path, status, contentType, text: whole.toString("utf8") }).then(
              () => resolve({ status, headers: incoming.headers, envelope, bytes: whole.length }),
              reject,
            );
          } catch (error) {
            reject(error);
          }
        });
      },
    );
    outgoing.once("error", reject);
    if (chunked && bytes !== undefined) outgoing.write(bytes);
    outgoing.end(chunked ? undefined : bytes);
  });
}

/** What holds for every answer: its content type, exactly three members or notes as a fourth, and what goes with what. */
export function envelopeIn(text: string, headers: { readonly "content-type"?: string | undefined }): ReplyEnvelope {
  const violation = (what: string) => new Error(`The answer ${what}: ${text.slice(0, 500)}`);
  if (headers["content-type"] !== "application/json; charset=utf-8") {
    throw violation(`has the content type ${headers["content-type"]}`);
  }
  const envelope = JSON.parse(text) as ReplyEnvelope;
  const { success, message, result, notes } = envelope;
  if (!/^success,message,result(,notes)?$/.test(Object.keys(envelope).join()))
    throw violation("has other members than an envelope");
  if (success !== true && success !== false) throw violation("does not say whether it succeeded");
  if (success ? message !== null : typeof message !== "string" || message === "")
    throw violation("has the wrong message");
  if (notes !== undefined && !(success && Array.isArray(notes) && notes.length > 0 && notes.every((one) => one !== "")))
    throw violation("has the wrong notes");
  if (!success && result !== null) throw violation("has a result though it failed");
  if (!success && /node_modules|\n +at |file:\/\/\/|[\\/](?:src|dist)[\\/]/.test(message ?? "")) {
    throw violation("shows the inside of the server");
  }
  return envelope;
}

function nothing(bytes: Buffer): ReplyEnvelope {
  if (bytes.length > 0) throw new Error("An answer without a body has one.");
  return { success: true, message: null, result: undefined };
}

/** A draft of a type with these data. */
export async function created(api: StartedApi, type: string, data: Record<string, unknown> = {}): Promise<string> {
  const { envelope } = await api.get(`/create/${type}`);
  const { id } = envelope.result as { id: string };
  await api.post(`/project/data/${id}`, data);
  return id;
}

/** An article creator that has run to its end. */
export async function written(api: StartedApi, keywords: readonly string[], data: Record<string, unknown> = {}) {
  const id = await created(api, "articlecreator", { articleKeywordsFile: keywords, ...data });
  await api.get(`/project/run/${id}`);
  await api.kernel.tasks.settled(id);
  return id;
}

/** A web crawler that has come as far as the gate. */
export async function crawling(api: StartedApi, url: string, data: Record<string, unknown> = {}): Promise<string> {
  const id = await created(api, "webcrawler", { startUrls: [url], ...data });
  await api.get(`/project/run/${id}`);
  await api.gate.reached(url);
  return id;
}

export async function statusOf(api: StartedApi, id: string): Promise<string> {
  return (await api.get(`/project/status/${id}`)).envelope.result[0].status;
}

/** Servers of one test file; `close` it after every test. */
export function servers() {
  const open: StartedApi[] = [];
  return {
    async start(world?: ApiWorld): Promise<StartedApi> {
      const api = await startedApi(world);
      open.push(api);
      return api;
    },
    async close(): Promise<void> {
      await Promise.all(open.splice(0).map((api) => api.close()));
    },
  };
}
