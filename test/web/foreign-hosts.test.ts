import type { IncomingMessage, ServerResponse } from "node:http";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { createReader } from "../../src/adapters/reading/index.js";
import { ephemeralKey } from "../../src/adapters/secrets/index.js";
import { createWeb } from "../../src/adapters/web/index.js";
import { createKernel, type Json } from "../../src/kernel/index.js";
import { articlecreator } from "../../src/plugins/articlecreator/index.js";
import { articledownloader } from "../../src/plugins/articledownloader/index.js";
import { rssscraper } from "../../src/plugins/rssscraper/index.js";
import { waybackscraper } from "../../src/plugins/waybackscraper/index.js";
import { webcrawler } from "../../src/plugins/webcrawler/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { serveHttp } from "../doubles/loopback.js";
import { page } from "./download-world.js";

/** A request as it came, by the host name it was made to. */
interface Asked {
  readonly host: string;
  readonly path: string;
  /** Which of the credentials came with it. */
  readonly carried: readonly string[];
}

type Answer = (request: IncomingMessage, response: ServerResponse, at: (host: string) => string) => void;
/** By host and path; a page without links answers everything else. */
type Sites = Readonly<Record<string, string | Answer>>;

const HEADERS = { Authorization: "Bearer s3cret-header", Cookie: "own=s3cret-cookie", "X-Api-Key": "s3cret-key" };
const LOGIN = `Basic ${Buffer.from("joe:s3cret-login").toString("base64")}`;
const MARKS = { header: "s3cret-header", cookie: "s3cret-cookie", key: "s3cret-key", jar: "s3cret-jar", login: LOGIN };

/** Servers of any host name on one port of this machine, and what was asked of them. */
async function hosts(sites: Sites) {
  const asked: Asked[] = [];
  const server = await serveHttp(
    (request, response) => {
      const [host = ""] = (request.headers.host ?? "").split(":");
      const path = request.url ?? "/";
      const text = JSON.stringify(request.headers);
      const carried = Object.entries(MARKS).flatMap(([name, mark]) => (text.includes(mark) ? name : []));
      asked.push({ host, path, carried });
      const answer = sites[host + path] ?? sites[host + path.split("?", 1)[0]];
      if (typeof answer === "function") answer(request, response, at);
      else if (answer !== undefined)
        html(response, answer.replaceAll(/\/\/([a-z0-9.-]+\.(?:test|example))/g, `//$1:${server.port}`));
      else if (path === "/robots.txt" || /missing|feed|rss|atom|sitemap|index\.xml/.test(path))
        response.writeHead(404).end();
      else if (path.endsWith(".png")) response.setHeader("content-type", "image/png").end("\u0089PNG\r\n\u001a\n");
      else html(response, page(`Page ${host} ${path}`, `${host} ${path}`));
    },
    { robots: true },
  );
  const at = (host: string) => `http://${host}:${server.port}`;
  onTestFinished(() => server.close());
  return { asked, at, port: server.port };
}

function html(response: ServerResponse, text: string): void {
  response.setHeader("content-type", /^<\?xml/.test(text) ? "application/xml" : "text/html; charset=utf-8").end(text);
}

const to =
  (target: string, status = 302): Answer =>
  (_request, response, at) => {
    const { hostname, pathname } = new URL(`http://${target}`);
    response.writeHead(status, { location: at(hostname) + pathname }).end();
  };

const text =
  (content: string): Answer =>
  (_request, response, at) =>
    void response
      .setHeader("content-type", "text/plain")
      .end(content.replaceAll(/http:\/\/([a-z0-9.-]+)/g, (_, host: string) => at(host)));

interface Case {
  readonly type: string;
  readonly way: string;
  /** Lists of addresses are of `//host` without a port. */
  readonly data: Readonly<Record<string, Json>>;
  readonly sites: Sites;
  /** Hosts that must have been asked, and must have got nothing. */
  readonly foreign: readonly string[];
  /** Hosts that must have got what was given. */
  readonly named?: readonly string[];
  readonly hits?: readonly string[];
}

const crawl = { startUrlsFile: ["http://own.test/"], scope: "any", maxPages: 60 };
const links = (...addresses: string[]) => addresses.map((address) => `<a href="${address}">link</a>`).join(" ");
const feed = (items: string, head = "") =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>F</title><link>http://own.test/</link>${head}${items}</channel></rss>`;
const item = (address: string, more = "") =>
  `<item><title>Item ${address}</title><link>${address}</link><guid>${address}</guid><description>About it.${more}</description></item>`;
const map = (...addresses: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.map((each) => `<url><loc>${each}</loc></url>`).join("")}</urlset>`;
const STATUSES = [301, 302, 303, 307, 308];

const CASES: readonly Case[] = [
  {
    type: "webcrawler",
    way: "links, frames, canonical and next pages, and redirects of each status",
    data: crawl,
    sites: {
      "own.test/": `<head><link rel="canonical" href="http://canonical.example/"><link rel="next" href="http://next.example/2"></head>${links("http://link.example/a", ...STATUSES.map((status) => `http://own.test/to${status}`), "http://www.own.test/www", "http://sister.own.test/")}<iframe src="http://frame.example/"></iframe>`,
      ...Object.fromEntries(STATUSES.map((status) => [`own.test/to${status}`, to(`r${status}.example/x`, status)])),
    },
    foreign: ["link.example", "frame.example", "next.example", ...STATUSES.map((status) => `r${status}.example`)],
    named: ["own.test", "www.own.test", "sister.own.test"],
  },
  {
    type: "webcrawler",
    way: "a start address that redirects, the sitemaps of where it leads, and back again",
    data: crawl,
    sites: { "own.test/": to("moved.example/"), "moved.example/": links("http://own.test/back") },
    foreign: ["moved.example"],
    named: ["own.test"],
  },
  {
    type: "webcrawler",
    way: "sitemaps that robots.txt names, and what they name",
    data: crawl,
    sites: {
      "own.test/robots.txt": text("Sitemap: http://map.example/map.xml"),
      "map.example/map.xml": map("http://entry.example/page"),
    },
    foreign: ["map.example", "entry.example"],
    named: ["own.test"],
  },
  {
    type: "articledownloader",
    way: "redirects, images and next pages",
    data: {
      urlsFile: ["http://own.test/a", "http://own.test/b", "http://own.test/c"],
      downloadImages: true,
      minWords: 0,
      dedupeContent: "off",
    },
    sites: {
      "own.test/a": to("redirect.example/a"),
      "own.test/b": page("Images").replace(
        "</article>",
        '<p>And <img src="http://image.example/a.png" alt="a lamp"></p></article>',
      ),
      "own.test/c": to("there.example/c"),
      "there.example/c": to("own.test/d"),
    },
    foreign: ["redirect.example", "image.example", "there.example"],
    named: ["own.test"],
  },
  {
    type: "articledownloader",
    way: "entries of sitemaps, items of feeds, and the feed that a page names",
    data: {
      urlsFile: ["sitemap:http://own.test/map.xml", "feed:http://own.test/items.xml", "feed:http://own.test/page"],
      minWords: 0,
    },
    sites: {
      "own.test/map.xml": map("http://entry.example/1"),
      "own.test/items.xml": feed(item("http://item.example/1")),
      "own.test/page": `<head><link rel="alternate" type="application/rss+xml" href="http://alternate.example/f.xml"></head>`,
      "alternate.example/f.xml": feed(item("http://listed.example/1")),
    },
    foreign: ["entry.example", "item.example", "alternate.example", "listed.example"],
    named: ["own.test"],
  },
  {
    type: "rssscraper",
    way: "items, their images, feeds that pages name, guesses after a redirect, and lists of feeds",
    data: {
      feedsFile: [
        "http://own.test/f.xml",
        "http://own.test/page",
        "http://own.test/moved",
        "opml:http://own.test/list.opml",
      ],
      content: "fulltext",
      downloadImages: true,
    },
    sites: {
      "own.test/f.xml": feed(item("http://item.example/1")),
      "item.example/1": page("Item").replace(
        "</article>",
        '<p>And <img src="http://image.example/a.png" alt="a lamp"></p></article>',
      ),
      "own.test/page": `<head><link rel="alternate" type="application/rss+xml" href="http://alternate.example/f.xml"></head>`,
      "alternate.example/f.xml": feed(item("http://listed.example/1")),
      "own.test/moved": to("guess.example/"),
      "own.test/list.opml": `<?xml version="1.0"?><opml version="2.0"><body><outline type="rss" xmlUrl="http://opml.example/f.xml"/></body></opml>`,
      "opml.example/f.xml": feed(""),
    },
    foreign: ["item.example", "image.example", "alternate.example", "listed.example", "guess.example", "opml.example"],
    named: ["own.test"],
  },
  {
    type: "waybackscraper",
    way: "the sites whose copies it has, and where they redirect",
    data: { domainsFile: ["http://shop.example/"], archiveUrl: "http://own.test", checkLive: true, saveAs: "list" },
    sites: {
      "own.test/cdx/search/cdx": text(
        JSON.stringify([
          ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest"],
          ["example,shop)/", "20140101000000", "http://shop.example/", "text/html", "200", "A".repeat(32)],
        ]),
      ),
      "shop.example/": to("live.example/"),
    },
    foreign: ["shop.example", "live.example"],
    named: ["own.test"],
  },
  {
    type: "articlecreator",
    way: "pages of the task and of a keyword, redirects, and what a search finds",
    data: {
      articleKeywordsFile: ["lamps|||http://own.test/keyword"],
      sourceMode: ["urls", "search"],
      sourceUrlsFile: ["http://own.test/one", "http://own.test/two"],
    },
    sites: { "own.test/two": to("redirect.example/") },
    foreign: ["redirect.example", "hit.example"],
    named: ["own.test"],
    hits: ["hit.example"],
  },
];

async function run({ type, data, sites, hits = [] }: Pick<Case, "type" | "data" | "sites" | "hits">) {
  const { asked, at, port } = await hosts(sites);
  const names = [
    ...new Set(JSON.stringify([data, Object.keys(sites), hits, CASES]).match(/[a-z0-9.-]+\.(?:test|example)/g)),
  ];
  const web = createWeb({ allowPrivate: names, lookup: async () => ["127.0.0.1"], overall: 4 });
  onTestFinished(() => web.close());
  const kernel = createKernel({
    storage: memoryStorage(),
    queue: inProcessQueue(),
    secrets: ephemeralKey(),
    plugins: [articlecreator, articledownloader, rssscraper, waybackscraper, webcrawler],
    providers: {
      web,
      reader: createReader().reader,
      search: { search: async () => hits.map((host) => ({ url: `${at(host)}/hit`, title: "", snippet: "" })) },
    },
  });
  await kernel.start();
  onTestFinished(() => kernel.stop());
  const withPorts = JSON.parse(
    JSON.stringify(data).replaceAll(/\/\/((?:[^/"\s]*@)?[a-z0-9.-]+\.(?:test|example))/g, `//$1:${port}`),
  ) as Record<string, Json>;
  const quick = { requestDelayFrom: 0, requestDelayTo: 0, maxRetries: 0 };
  const { _id } = await kernel.tasks.create(type, { ...quick, ...withPorts });
  await kernel.tasks.run(_id);
  await kernel.tasks.settled(_id);
  const rows = await Array.fromAsync(kernel.content.rows(_id));
  const files = await Array.fromAsync(kernel.content.files(_id));
  const log = await Array.fromAsync(kernel.content.log(_id));
  return { asked, shown: JSON.stringify([rows, files.map(({ path }) => path), log]) };
}

const isRobots = ({ path }: Asked) => path === "/robots.txt";

describe("headers and cookies of a task", () => {
  let cookies: string[] = [];
  beforeAll(() => {
    const names = [...new Set(JSON.stringify(CASES).match(/[a-z0-9.-]+\.example/g)), "own.test", "cdn.example"];
    cookies = names.map((name) => `http://${name}/ jar=s3cret-jar; Path=/`);
  });

  it.each(CASES)("of $type go to the user's own addresses and no further: $way", async (each) => {
    const data = { ...each.data, headers: HEADERS, cookiesFile: cookies };
    const { asked } = await run({ ...each, data });
    const foreign = asked.filter(({ host }) => !host.endsWith("own.test"));
    expect(foreign.filter(({ carried }) => carried.length > 0)).toEqual([]);
    expect([...new Set(foreign.map(({ host }) => host))]).toEqual(expect.arrayContaining([...each.foreign]));
    const own = asked.filter((request) => request.host.endsWith("own.test") && !isRobots(request));
    for (const { host, carried } of own) {
      expect(carried).toEqual(["header", "cookie", "key", ...(host === "own.test" ? ["jar"] : [])]);
    }
    expect([...new Set(own.map(({ host }) => host))]).toEqual(expect.arrayContaining([...(each.named ?? [])]));
  });

  it.each(CASES)("of $type go to the hosts that headersFor names, too: $way", async (each) => {
    const [first = "", ...others] = each.foreign;
    const data = { ...each.data, headers: HEADERS, cookiesFile: cookies, headersFor: [first] };
    const { asked } = await run({ ...each, data });
    const pages = asked.filter((request) => !isRobots(request));
    const carriedBy = (host: string) => pages.filter((request) => request.host === host).map(({ carried }) => carried);
    for (const carried of carriedBy(first)) expect(carried).toEqual(["header", "cookie", "key", "jar"]);
    expect(carriedBy(first).length).toBeGreaterThan(0);
    for (const host of others) for (const carried of carriedBy(host)) expect(carried).toEqual([]);
    expect(asked.filter(isRobots).flatMap(({ carried }) => carried)).toEqual([]);
  });
});

describe("a name and password in an address", () => {
  const signedIn = (data: Readonly<Record<string, Json>>) =>
    JSON.parse(JSON.stringify(data).replaceAll("//own.test", "//joe:s3cret-login@own.test")) as Record<string, Json>;

  it.each(CASES)("of $type is sent to its own site, and shown nowhere: $way", async (each) => {
    const { asked, shown } = await run({ ...each, data: signedIn(each.data) });
    const foreign = asked.filter(({ host }) => !host.endsWith("own.test"));
    expect(foreign.filter(({ carried }) => carried.length > 0)).toEqual([]);
    expect([...new Set(foreign.map(({ host }) => host))]).toEqual(expect.arrayContaining([...each.foreign]));
    const own = asked.filter((request) => request.host.endsWith("own.test") && !isRobots(request));
    expect(own.length).toBeGreaterThan(0);
    for (const { carried } of own) expect(carried).toEqual(["login"]);
    expect(shown).not.toContain("s3cret");
    expect(shown).not.toContain("joe");
  });
});
