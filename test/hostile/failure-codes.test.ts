import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { type Answer, article, type HostileWorld, hostileWorld, type TaskType } from "./web-world.js";

let world: HostileWorld;
afterEach(() => world.close());

const FIELDS: Readonly<Record<TaskType, string>> = {
  articledownloader: "urlsFile",
  webcrawler: "startUrlsFile",
  rssscraper: "feedsFile",
  waybackscraper: "domainsFile",
};
const READERS = ["articledownloader", "webcrawler", "rssscraper"] as const;

const zip = Buffer.concat([
  Buffer.from("PK\x03\x04\x14\0\0\0\0\0", "latin1"),
  Buffer.from("mimetypeapplication/epub+zip"),
]);
const elf = Buffer.concat([Buffer.from("\x7fELF\x02\x01\x01\0\0\0", "latin1"), Buffer.alloc(300, 7)]);
const noise = Buffer.from(Array.from({ length: 3000 }, (_, n) => (n * 7919) % 251));

/** A failure of every kind at the path /it: how it comes about, the code of the run, and what the server said. */
const FAILURES: readonly (readonly [name: string, make: () => string | undefined, code: string, httpStatus: number])[] =
  [
    ...([401, 403, 451] as const).map(
      (status) => [`status ${status}`, () => answers(status), "blocked", status] as const,
    ),
    ...([404, 410] as const).map((status) => [`status ${status}`, () => answers(status), "not-found", status] as const),
    ...([500, 502, 503] as const).map(
      (status) => [`status ${status}`, () => answers(status), "server-error", status] as const,
    ),
    ["status 429", () => answers(429), "rate-limited", 429],
    ["a redirect to itself", () => answers(302, { location: "/it" }), "not-a-page", 302],
    ["a body that is too large", () => sends("text/html", Buffer.alloc(11 * 1024 * 1024, 97)), "too-large", 200],
    ["robots.txt", () => given("/robots.txt", "User-agent: *\nDisallow: /it"), "robots", 0],
    ["a robots.txt that fails", () => given("/robots.txt", (_, to) => to.writeHead(500).end()), "robots", 0],
    ["an unknown name", () => "http://nowhere.test/it", "no-network", 0],
    ["a port that nobody listens on", () => "http://127.0.0.1:1/it", "no-network", 0],
    ["a server without TLS", () => `${world.url.replace("http:", "https:")}/it`, "no-network", 0],
    ["no answer in time", () => given("/it", () => {}), "no-network", 0],
  ];

/** What is no page for those who read it as one, and nothing wrong for a crawl. */
const FILES: readonly (readonly [name: string, type: string, body: Uint8Array, kind: string])[] = [
  ["an image", "image/png", Buffer.from("\x89PNG\r\n", "latin1"), "image/png"],
  ["a book said to be a page", "text/html; charset=utf-8", zip, "application/zip"],
  ["a compressed file said to be text", "text/plain", gzipSync("text"), "application/gzip"],
  ["a program said to be a page", "text/html", elf, "application/x-executable"],
  ["noise said to be a page", "text/html", noise, "application/octet-stream"],
  ["noise said to be UTF-8", "text/html; charset=utf-8", noise, "application/octet-stream"],
];

function given(path: string, answer: Answer): undefined {
  world.answers.set(path, answer);
}

function answers(status: number, headers: Readonly<Record<string, string>> = {}): undefined {
  answersAt("/it", status, headers);
}

function answersAt(path: string, status: number, headers: Readonly<Record<string, string>> = {}): void {
  world.answers.set(path, (_request, response) => void response.writeHead(status, headers).end("No."));
}

function sends(type: string, body: Uint8Array): undefined {
  world.answers.set("/it", (_request, response) => void response.writeHead(200, { "content-type": type }).end(body));
}

async function opened() {
  world = await hostileWorld({
    idleTimeoutMs: 300,
    lookup: async () => {
      throw Object.assign(new Error("no"), { code: "ENOTFOUND" });
    },
    allowPrivate: ["127.0.0.1"],
  });
}

describe.each(READERS)("%s", (type) => {
  it.each(FAILURES)("tells %s by its code and the status of the server", async (_name, make, code, httpStatus) => {
    await opened();
    const address = make() ?? `${world.url}/it`;
    const { task, rows, log } = await world.run(type, { [FIELDS[type]]: [address], rateLimitRetries: 0 });
    expect(task).toMatchObject({ status: "failed", error: { code } });
    expect(rows).toHaveLength(1);
    const [lines] = await Promise.all([Array.fromAsync(world.kernel.tasks.lines(task._id, task.runId!))]);
    expect(lines).toMatchObject([{ state: "failed", code }]);
    expect(log.join("\n")).toContain(task.error!.message);
    if (type === "articledownloader") expect(rows).toMatchObject([{ httpStatus }]);
  });
});

it.each(READERS)("%s says of a page that wants a password how to give it", async (type) => {
  await opened();
  answers(401, { "www-authenticate": 'Basic realm="bees"' });
  const { task, rows } = await world.run(type, { [FIELDS[type]]: [`${world.url}/it`] });
  expect(task.error?.message).toContain("asks for a name and a password (status 401)");
  expect(task.error?.message).toContain("before its host (name:password@)");
  if (type === "articledownloader") expect(rows).toMatchObject([{ finalUrl: `${world.url}/it` }]);
});

describe.each(["articledownloader", "rssscraper"] as const)("%s", (type) => {
  it.each(FILES)("takes %s for no page", async (_name, mediaType, body, kind) => {
    await opened();
    sends(mediaType, body);
    const { task, rows } = await world.run(type, { [FIELDS[type]]: [`${world.url}/it`] });
    expect(task).toMatchObject({ status: "failed", error: { code: "not-a-page" } });
    const what = kind === "application/octet-stream" ? "data of an unknown kind" : kind;
    expect(task.error?.message).toContain(`is not a text page but ${what}`);
    if (type === "articledownloader") expect(rows).toMatchObject([{ httpStatus: 200, status: "unreadable", file: "" }]);
  });
});

it.each(FILES)("a crawl records %s as what it is", async (_name, mediaType, body, kind) => {
  await opened();
  sends(mediaType, body);
  world.answers.set("/", `<a href="/it">It</a>`);
  const { task, rows } = await world.run("webcrawler", { startUrlsFile: [`${world.url}/`] });
  expect(task.status).toBe("complete");
  expect(rows.at(-1)).toMatchObject({ url: `${world.url}/it`, status: 200, mediaType: kind, title: "", words: 0 });
});

it.each([
  ["with a byte order mark", "text/html", Buffer.from(`\u{feff}${article("Lamps")}`, "utf16le")],
  ["with its encoding declared", "text/html; charset=utf-16le", Buffer.from(article("Lamps"), "utf16le")],
  ["with a stray NUL", "text/html", Buffer.from(article("Lamps", "<p>One\0</p>"))],
])("text in UTF-16 %s is text", async (_name, type, body) => {
  await opened();
  sends(type, body);
  const { task, rows } = await world.run("articledownloader", { urlsFile: [`${world.url}/it`] });
  expect(task.status).toBe("complete");
  expect(rows).toMatchObject([{ status: "ok" }]);
});

it("a PDF file said to be a page is read as what it is", async () => {
  await opened();
  sends("text/html", Buffer.from("%PDF-1.4\n%\xe2\xe3\n", "latin1"));
  const { rows } = await world.run("articledownloader", { urlsFile: [`${world.url}/it`], parsePdf: "off" });
  expect(rows).toMatchObject([{ error: expect.stringContaining("is a PDF file") as string }]);
});

it("a page without any body is a row that says so", async () => {
  await opened();
  sends("text/html", Buffer.alloc(0));
  const { rows } = await world.run("articledownloader", { urlsFile: [`${world.url}/it`] });
  expect(rows).toMatchObject([
    { httpStatus: 200, status: "too-short", error: expect.stringContaining("no text") as string },
  ]);
});

it("pages of a sitemap have the same statuses as those that are lines of their own", async () => {
  await opened();
  sends("image/png", Buffer.from("\x89PNG\r\n", "latin1"));
  answersAt("/gone", 410);
  answersAt("/down", 503);
  world.answers.set("/good", article("Lamps"));
  const entries = ["/it", "/gone", "/down", "/good"].map((path) => `<url><loc>${world.url}${path}</loc></url>`);
  world.answers.set("/list", `<?xml version="1.0"?><urlset>${entries.join("")}</urlset>`);
  const { rows, log } = await world.run("articledownloader", { urlsFile: [`sitemap:${world.url}/list`] });
  const told = rows.map((row) => [String(row["url"]).replace(world.url, ""), row["status"], row["httpStatus"]]);
  expect(told.toSorted()).toEqual([
    ["/down", "failed", 503],
    ["/gone", "not-found", 410],
    ["/good", "ok", 200],
    ["/it", "unreadable", 200],
  ]);
  expect(log.filter((line) => line.startsWith("warn: "))).toHaveLength(3);
});
