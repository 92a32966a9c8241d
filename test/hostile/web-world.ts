import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { createReader } from "../../src/adapters/reading/index.js";
import { ephemeralKey } from "../../src/adapters/secrets/index.js";
import { createMessenger, createWeb, type WebOptions } from "../../src/adapters/web/index.js";
import { createKernel, type Json, type JsonObject, type Kernel, type Task } from "../../src/kernel/index.js";
import { articledownloader } from "../../src/plugins/articledownloader/index.js";
import { rssscraper } from "../../src/plugins/rssscraper/index.js";
import { waybackscraper } from "../../src/plugins/waybackscraper/index.js";
import { webcrawler } from "../../src/plugins/webcrawler/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { serveHttp, serveTcp } from "../doubles/loopback.js";

export type TaskType = "articledownloader" | "webcrawler" | "rssscraper" | "waybackscraper";

/** A body, or whatever the function does. */
export type Answer = string | Uint8Array | RequestListener;
export type Answers = Map<string, Answer>;

export interface Outcome {
  readonly task: Task;
  readonly rows: readonly JsonObject[];
  /** As text, by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly log: readonly string[];
}

/** A site that tasks may read, a port that nothing may ever connect to, and a kernel with the task types of the web. */
export interface HostileWorld {
  readonly url: string;
  readonly host: string;
  /** By path, with its query or without; what is missing is a 404. */
  readonly answers: Answers;
  /** Paths in the order they were asked for. */
  readonly asked: string[];
  /** The port of a server on every address of this machine, IPv4 and IPv6. */
  readonly trapPort: number;
  /** Where connections to the trap came from. */
  readonly trapped: readonly string[];
  readonly kernel: Kernel;
  run(type: TaskType, data: Readonly<Record<string, Json>>): Promise<Outcome>;
  close(): Promise<void>;
}

/** Fields that make runs quick. */
const QUICK: Readonly<Record<TaskType, Readonly<Record<string, Json>>>> = {
  articledownloader: { minWords: 5, saveRaw: false },
  webcrawler: { rateLimitWait: 0, sitemap: "skip" },
  rssscraper: {},
  waybackscraper: {},
};

export async function hostileWorld(options: WebOptions = {}): Promise<HostileWorld> {
  const answers: Answers = new Map();
  const asked: string[] = [];
  const site = await serveHttp(
    (request, response) => {
      const path = request.url ?? "/";
      asked.push(path);
      respond(answers.get(path) ?? answers.get(path.replace(/\?.*/s, "")), request, response);
    },
    { robots: true },
  );
  const trap = await openTrap();
  const web = createWeb({ allowPrivate: [site.host], ...options });
  const messenger = createMessenger({ ...options, allowPrivate: [] });
  const kernel = createKernel({
    storage: memoryStorage(),
    queue: inProcessQueue(),
    plugins: [articledownloader, webcrawler, rssscraper, waybackscraper],
    providers: { web, messenger, reader: createReader().reader },
    secrets: ephemeralKey(),
  });
  await kernel.start();
  return {
    url: site.url,
    host: site.host,
    answers,
    asked,
    trapPort: trap.port,
    trapped: trap.from,
    kernel,
    async run(type, data) {
      const quick = { requestDelayFrom: 0, requestDelayTo: 0, maxRetries: 0, ...QUICK[type] };
      const { _id } = await kernel.tasks.create(type, { ...quick, ...data });
      await kernel.tasks.run(_id);
      return await outcome(kernel, _id);
    },
    async close() {
      await kernel.stop();
      await Promise.all([web.close(), messenger.close()]);
      await trap.close();
      await site.close();
    },
  };
}

function respond(answer: Answer | undefined, request: IncomingMessage, response: ServerResponse): void {
  if (typeof answer === "function") {
    answer(request, response);
    return;
  }
  const text = typeof answer === "string" ? answer : "";
  response.writeHead(answer === undefined ? 404 : 200, { "content-type": typeOf(request.url ?? "/", text) });
  response.end(answer ?? "");
}

function typeOf(path: string, text: string): string {
  if (path === "/robots.txt") return "text/plain";
  if (text.startsWith("<?xml")) return "application/xml; charset=utf-8";
  return "text/html; charset=utf-8";
}

async function outcome(kernel: Kernel, id: string): Promise<Outcome> {
  const task = await kernel.tasks.settled(id);
  const files: Record<string, string> = {};
  for await (const { path } of kernel.content.files(id)) {
    files[path] = Buffer.from((await kernel.content.file(id, path))!.bytes).toString("utf8");
  }
  const log = await Array.fromAsync(kernel.content.log(id));
  return {
    task,
    rows: await Array.fromAsync(kernel.content.rows(id)),
    files,
    log: log.map(({ level, msg }) => `${level}: ${msg}`),
  };
}

/** Records connections, and answers like a normal page. */
async function openTrap() {
  const from: string[] = [];
  const server = createServer((socket) => {
    from.push(`${socket.localAddress}`);
    socket.on("error", () => {});
    socket.end("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<h1>internal secret</h1>");
  });
  const listen = (host: string) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(0, host, resolve);
    });
  // All of IPv6 is all of IPv4 too, where the machine has it.
  await listen("::").catch(() => listen("0.0.0.0"));
  const { port } = server.address() as AddressInfo;
  return { port, from, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

/** A server that sends these bytes for everything but its robots.txt, which it lacks; what they are may depend on the path. */
export async function rawServer(answer: (path: string, head: string) => string | Uint8Array) {
  return await serveTcp((socket) =>
    socket.on("data", (data) => {
      const head = data.toString("latin1");
      const path = head.split(" ")[1] ?? "/";
      if (path === "/robots.txt") socket.write("HTTP/1.1 404 None\r\ncontent-length: 0\r\n\r\n");
      else socket.end(answer(path, head));
    }),
  );
}

/** A page with an article of a few sentences about its subject. */
export function article(title: string, more = "", head = ""): string {
  const sentences = [1, 2, 3, 4, 5].map(
    (n) =>
      `<p>Paragraph ${n} about ${title} tells how the keepers of tower ${n * 31} lit their lamps with oil in the year ${1800 + n * 7}, what they wrote into their books, and why nobody came to see them for so long.</p>`,
  );
  return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><article><h1>${title}</h1>${sentences.join("\n")}${more}</article></body></html>`;
}

export function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

export function feedOf(items: readonly string[]): string {
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour notes</title><link>http://a.test/</link>${items.join("")}</channel></rss>`;
}

export function sitemapOf(addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<url><loc>${xml(address)}</loc></url>`);
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</urlset>`;
}

/** The cells of a table (RFC 4180). */
export function cellsOf(csv: string): string[] {
  const cells = csv.matchAll(/(?:^|,|\r\n|\n)(?:"((?:[^"]|"")*)"|([^,"\r\n]*))/g);
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}
