import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { WebOptions } from "../../src/adapters/web/index.js";
import {
  article,
  feedOf,
  type HostileWorld,
  hostileWorld,
  type Outcome,
  rawServer,
  sitemapOf,
  type TaskType,
  xml,
} from "./web-world.js";

/** Addresses that nothing may be asked at; `PORT` is where somebody listens on all addresses of this machine. */
const ADDRESSES = [
  ["N01", "http://127.0.0.1:PORT/"],
  ["N02", "http://0x7f.1:PORT/"],
  ["N03", "http://2130706433:PORT/"],
  ["N04", "http://127.1:PORT/"],
  ["N05", "http://0177.0.0.1:PORT/"],
  ["N06", "http://0:PORT/"],
  ["N07", "http://0.0.0.0:PORT/"],
  ["N08", "http://[::1]:PORT/"],
  ["N09", "http://[::]:PORT/"],
  ["N10", "http://[::ffff:127.0.0.1]:PORT/"],
  ["N11", "http://[::ffff:a9fe:a9fe]:PORT/"],
  ["N12", "http://[::7f00:1]:PORT/"],
  ["N13", "http://[64:ff9b::a9fe:a9fe]:PORT/"],
  ["N14", "http://[2002:7f00:1::]:PORT/"],
  ["N15", "http://[fe80::1]:PORT/"],
  ["N16", "http://[fc00::1]:PORT/"],
  ["N17", "http://[fec0::1]:PORT/"],
  ["N18", "http://[2001:db8::1]:PORT/"],
  ["N19", "http://[2001:0:1::1]:PORT/"],
  ["N20", "http://169.254.169.254:PORT/"],
  ["N21", "http://100.100.100.200:PORT/"],
  ["N22", "http://10.11.12.13:PORT/"],
  ["N23", "http://172.16.5.4:PORT/"],
  ["N24", "http://192.168.1.1:PORT/"],
  ["N25", "http://localhost:PORT/"],
  ["N26", "http://localhost.:PORT/"],
  ["N27", "http://foo.localhost:PORT/"],
  ["N28", "http://１２７．０．０．２:PORT/"],
  ["N29", "http://user:hunter2@127.0.0.3:PORT/"],
  ["N30", "file:///etc/passwd"],
  ["N31", "ftp://127.0.0.1:PORT/"],
  ["N32", "gopher://127.0.0.1:PORT/"],
  ["N33", "data:text/html,<h1>internal secret</h1>"],
  ["N34", "http:\\\\127.0.0.4:PORT\\"],
  ["N35", "http://255.255.255.255:PORT/"],
  ["N36", "http://224.0.0.1:PORT/"],
] as const;

/** Two sentences or more: what is wrong, and what to do. */
const TWO_SENTENCES = /^\S.*[.!?] [A-Z].*\.$/s;

let world: HostileWorld;
let addresses: readonly string[];

async function open(options: WebOptions = {}) {
  // Whatever name is asked for leads here.
  world = await hostileWorld({ lookup: async () => ["127.0.0.1"], ...options });
  addresses = ADDRESSES.map(([, address]) => address.replace("PORT", String(world.trapPort)));
  world.answers.set("/good", article("Good"));
}
const close = () => world.close();

interface Result {
  readonly outcome: Outcome;
  /** What was said of the address with this number; undefined where it was not taken for an address at all. */
  said(number: number): string | undefined;
  /** Whether the lines besides the addresses were done. */
  readonly good: boolean;
}

/** What the row of each address says. */
function inRows(outcome: Outcome, column: string, keys: readonly string[], good: (key: string) => boolean): Result {
  const said = (number: number) => {
    const rows = outcome.rows.filter((row) => row[column] === keys[number]);
    return rows.length === 0
      ? undefined
      : rows
          .map((row) => row["error"])
          .join(" ")
          .trim();
  };
  return { outcome, said, good: outcome.rows.some((row) => row["error"] === "" && good(String(row[column]))) };
}

/** What the log says where there are no rows of the addresses. */
function inLog(result: Result, start: (address: string) => string): Result {
  const said = (number: number) =>
    result.outcome.log
      .find((line) => line.startsWith(`warn: ${start(whole(addresses[number]!).replace(/user:.*@/, ""))}`))
      ?.slice(6);
  return { ...result, said };
}

const isGood = (key: string) => key === `${world.url}/good`;

/** As a parser of addresses writes them, which is how links and redirects are known. */
const whole = (address: string) => URL.parse(address)?.href ?? address;

/** A name with a dot behind it is the same name. */
const crawled = (address: string) => whole(address).replace("localhost.:", "localhost:");

/** A line is shown without the name and the password in it. */
const shownLines = () => addresses.map((address) => address.replace(/user:.*@/, ""));

const redirects = () => addresses.map((_, number) => `${world.url}/to/${number}`);

function answerRedirects(): void {
  for (const [number, address] of addresses.entries()) {
    world.answers.set(`/to/${number}`, (_request, response) => {
      response.writeHead(302, { location: Buffer.from(address).toString("latin1") }).end();
    });
  }
}

function itemsOf(texts: readonly string[]): string {
  return feedOf(texts.map((text, number) => `<item><guid>${number}</guid><title>Item ${number}</title>${text}</item>`));
}

/** Ways in which an address comes to a task. Each also does something good. */
const WAYS: Readonly<Record<string, () => Promise<Result>>> = {
  async "a line of articledownloader"() {
    const outcome = await world.run("articledownloader", { urlsFile: [...addresses, `${world.url}/good`] });
    return inRows(outcome, "url", shownLines(), isGood);
  },

  async "a line of webcrawler"() {
    const outcome = await world.run("webcrawler", { startUrlsFile: [...addresses, `${world.url}/good`] });
    return inRows(outcome, "url", shownLines(), isGood);
  },

  async "a line of rssscraper"() {
    world.answers.set("/feed", itemsOf(["<description>Good</description>"]));
    const outcome = await world.run("rssscraper", { feedsFile: [...addresses, `${world.url}/feed`] });
    return inRows(outcome, "feed", shownLines(), (feed) => feed === `${world.url}/feed`);
  },

  async "a redirect, for articledownloader"() {
    answerRedirects();
    const outcome = await world.run("articledownloader", { urlsFile: [...redirects(), `${world.url}/good`] });
    return inRows(outcome, "url", redirects(), isGood);
  },

  async "a redirect, for rssscraper"() {
    answerRedirects();
    world.answers.set("/feed", itemsOf(["<description>Good</description>"]));
    const outcome = await world.run("rssscraper", { feedsFile: [...redirects(), `${world.url}/feed`] });
    return inRows(outcome, "feed", redirects(), (feed) => feed === `${world.url}/feed`);
  },

  async "a redirect, for webcrawler"() {
    answerRedirects();
    const lines = [...redirects(), `${world.url}/good`];
    const outcome = await world.run("webcrawler", { startUrlsFile: lines, scope: "any" });
    return inRows(outcome, "url", redirects(), isGood);
  },

  async "a link of a page, for webcrawler"() {
    const links = addresses.map((address) => `<a href="${xml(address)}">To it</a>`).join("");
    world.answers.set("/", article("Door", `${links}<a href="/good">Good</a>`));
    const outcome = await world.run("webcrawler", { startUrlsFile: [`${world.url}/`], scope: "any" });
    return inRows(outcome, "url", addresses.map(crawled), isGood);
  },

  async "an entry of a sitemap, for articledownloader"() {
    world.answers.set("/map.xml", sitemapOf([...addresses, `${world.url}/good`]));
    const outcome = await world.run("articledownloader", { urlsFile: [`sitemap:${world.url}/map.xml`] });
    return inRows(outcome, "url", addresses.map(whole), isGood);
  },

  async "an entry of a sitemap, for webcrawler"() {
    world.answers.set("/sitemap.xml", sitemapOf([...addresses, `${world.url}/good`]));
    const data = { startUrlsFile: [`${world.url}/good`], sitemap: "include", scope: "any" };
    const outcome = await world.run("webcrawler", data);
    return inRows(outcome, "url", addresses.map(crawled), isGood);
  },

  async "a sitemap that an index names"() {
    const maps = [...addresses, `${world.url}/part.xml`].map(
      (address) => `<sitemap><loc>${xml(address)}</loc></sitemap>`,
    );
    world.answers.set("/index.xml", `<?xml version="1.0"?><sitemapindex>${maps.join("")}</sitemapindex>`);
    world.answers.set("/part.xml", sitemapOf([`${world.url}/good`]));
    const outcome = await world.run("articledownloader", { urlsFile: [`sitemap:${world.url}/index.xml`] });
    return inLog(inRows(outcome, "url", [], isGood), (address) => `The sitemap ${address} `);
  },

  async "a link of a feed's item, for articledownloader"() {
    const links = [...addresses, `${world.url}/good`].map((address) => `<link>${xml(address)}</link>`);
    world.answers.set("/feed", itemsOf(links));
    const outcome = await world.run("articledownloader", { urlsFile: [`feed:${world.url}/feed`] });
    return inRows(outcome, "url", addresses.map(whole), isGood);
  },

  async "a link of a feed's item, for rssscraper"() {
    const links = [...addresses, `${world.url}/good`].map(
      (address) => `<link>${xml(address)}</link><description>Text</description>`,
    );
    world.answers.set("/feed", itemsOf(links));
    const data = { feedsFile: [`${world.url}/feed`], content: "fulltext", maxItemsPerFeed: 0 };
    const outcome = await world.run("rssscraper", data);
    return inRows(
      outcome,
      "title",
      addresses.map((_, number) => `Item ${number}`),
      (title) => title === `Item ${addresses.length}`,
    );
  },

  async "a feed of a list"() {
    const outlines = [...addresses, `${world.url}/feed`].map(
      (address) => `<outline type="rss" xmlUrl="${xml(address)}"/>`,
    );
    world.answers.set(
      "/list.opml",
      `<?xml version="1.0"?><opml version="2.0"><body>${outlines.join("")}</body></opml>`,
    );
    world.answers.set("/feed", itemsOf(["<description>Good</description>"]));
    const outcome = await world.run("rssscraper", { feedsFile: [`opml:${world.url}/list.opml`] });
    return inRows(outcome, "feed", addresses.map(whole), (feed) => feed === `${world.url}/feed`);
  },

  async "the feed that a page names"() {
    for (const [number, address] of addresses.entries()) {
      world.answers.set(
        `/page/${number}`,
        `<html><head><link rel="alternate" type="application/rss+xml" href="${xml(address)}"></head></html>`,
      );
    }
    world.answers.set("/feed", itemsOf(["<description>Good</description>"]));
    const pages = addresses.map((_, number) => `${world.url}/page/${number}`);
    const outcome = await world.run("rssscraper", { feedsFile: [...pages, `${world.url}/feed`] });
    return inRows(outcome, "feed", pages, (feed) => feed === `${world.url}/feed`);
  },

  async "an image of an article"() {
    for (const [number, address] of addresses.entries()) {
      world.answers.set(`/page/${number}`, article(`Page ${number}`, `<p><img src="${xml(address)}" alt="It"></p>`));
    }
    const pages = addresses.map((_, number) => `${world.url}/page/${number}`);
    const data = { urlsFile: [...pages, `${world.url}/good`], downloadImages: true, dedupeContent: "off" };
    const outcome = await world.run("articledownloader", data);
    return inLog(inRows(outcome, "url", [], isGood), (address) => `The image ${address} `);
  },

  async "the image of a feed's item"() {
    const images = addresses.map((address) => `<enclosure type="image/png" length="1" url="${xml(address)}"/>`);
    world.answers.set("/feed", itemsOf([...images, "<description>Good</description>"]));
    const data = { feedsFile: [`${world.url}/feed`], downloadImages: true, maxItemsPerFeed: 0 };
    const outcome = await world.run("rssscraper", data);
    const result = inRows(outcome, "title", [], (title) => title === `Item ${addresses.length}`);
    return inLog(result, (address) => `The image ${address} `);
  },

  async "a page of which an archive's list has a copy"() {
    const rows = [...addresses, `${world.url}/good`].map((address, number) => [
      `${number}`,
      "20200102030405",
      address,
      "text/html",
      "200",
      `${number}`,
    ]);
    world.answers.set(
      "/cdx/search/cdx",
      JSON.stringify([["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest"], ...rows]),
    );
    const data = {
      domainsFile: ["127.0.0.1"],
      archiveUrl: world.url,
      saveAs: "list",
      checkLive: true,
      match: "domain",
    };
    const outcome = await world.run("waybackscraper", data);
    return {
      ...inRows(outcome, "original", [], () => false),
      good:
        outcome.rows.length === 28 &&
        outcome.rows.every((row) => (row["live"] === "yes") === isGood(String(row["original"]))),
      said: () => undefined,
    };
  },

  async "the next page of an article"() {
    for (const [number, address] of addresses.entries()) {
      const head = `<link rel="next" href="${xml(address)}">`;
      world.answers.set(
        `/page/${number}`,
        article(`Page ${number}`, `<a rel="next" href="${xml(address)}">2</a>`, head),
      );
    }
    const pages = addresses.map((_, number) => `${world.url}/page/${number}`);
    const data = { urlsFile: [...pages, `${world.url}/good`], dedupeContent: "off" };
    const outcome = await world.run("articledownloader", data);
    return inRows(outcome, "url", [], isGood);
  },
};

const OTHER_SCHEMES = ["N30", "N31", "N32", "N33"];
const NO_ADDRESSES = ["N29", ...OTHER_SCHEMES];

/** Those that a way does not take for addresses of the web, and leaves out without a word. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  "a link of a page, for webcrawler": NO_ADDRESSES,
  "an entry of a sitemap, for articledownloader": OTHER_SCHEMES,
  "an entry of a sitemap, for webcrawler": NO_ADDRESSES,
  "a sitemap that an index names": OTHER_SCHEMES,
  "a link of a feed's item, for articledownloader": NO_ADDRESSES,
  "a feed of a list": NO_ADDRESSES,
  "an image of an article": OTHER_SCHEMES,
  "the image of a feed's item": OTHER_SCHEMES,
  // Whether they are still there is not known; the column says so.
  "a page of which an archive's list has a copy": ADDRESSES.map(([number]) => number),
  // Only pages of the same site are taken for the next of an article.
  "the next page of an article": ADDRESSES.map(([number]) => number),
};

describe.each(Object.entries(WAYS))("an address that is not allowed, as %s", (name, run) => {
  let result: Result;
  beforeAll(async () => {
    await open();
    result = await run();
  });
  afterAll(close);

  const left = LEFT_OUT[name] ?? [];
  const numbered = ADDRESSES.map(([number, address], index) => ({ number, address, index }));
  it.each(numbered.filter(({ number }) => !left.includes(number)))(
    "$number $address is refused in words",
    ({ index }) => {
      expect(result.said(index)).toMatch(TWO_SENTENCES);
    },
  );
  it.each(numbered.filter(({ number }) => left.includes(number)))("$number $address is left out", ({ index }) => {
    expect(result.said(index)).toBeUndefined();
  });

  it("keeps passwords out of the log", () => {
    expect(result.outcome.log.join("\n")).not.toContain("hunter2");
  });

  it("connects to nothing, and what is good is done", () => {
    expect(world.trapped).toEqual([]);
    expect(result.good).toBe(true);
    expect(result.outcome.task).toMatchObject({ status: "complete" });
    expect(Object.values(result.outcome.files).join("\n")).not.toContain("internal secret</h1>");
  });
});

describe("a run of nothing but addresses that are not allowed", () => {
  afterEach(close);

  it.each<[TaskType, string]>([
    ["articledownloader", "urlsFile"],
    ["webcrawler", "startUrlsFile"],
    ["rssscraper", "feedsFile"],
  ])("N01 to N36: fails as %s, and says what is wrong and what to do", async (type, field) => {
    await open();
    const { task, rows } = await world.run(type, { [field]: [...addresses] });
    expect(task).toMatchObject({
      status: "failed",
      error: { message: expect.stringMatching(TWO_SENTENCES) as string },
    });
    expect(rows).toHaveLength(ADDRESSES.length);
    expect(world.trapped).toEqual([]);
  });

  it("N01 to N36: as the address of an archive, whose task fails", async () => {
    await open();
    for (const archiveUrl of addresses) {
      const { task } = await world.run("waybackscraper", { domainsFile: ["shop.test"], archiveUrl });
      expect(task).toMatchObject({ status: "failed", error: { code: "bad-input" } });
      expect(task.error?.message).toMatch(TWO_SENTENCES);
    }
    expect(world.trapped).toEqual([]);
  });

  it("N01 to N36: as the address of a webhook, of its own or of a task", async () => {
    await open();
    const { kernel } = world;
    const ids: string[] = [];
    for (const address of addresses) {
      const refused = kernel.webhooks.create({ url: address }).then(
        () => "taken",
        (error: { code?: string }) => error.code,
      );
      expect(await refused).toMatch(/^(ADDRESS|WEBHOOK)_REFUSED$/);
      const { task } = await world.run("articledownloader", { urlsFile: [`${world.url}/good`], webhookUrl: address });
      expect(task.status).toBe("complete");
      ids.push(task._id);
    }
    for (const id of ids) {
      const delivery = async () => (await Array.fromAsync(kernel.webhooks.deliveries(id)))[0];
      await expect.poll(async () => (await delivery())?.state).toBe("failed");
      expect((await delivery())?.attempts).toBe(1);
    }
    expect(world.trapped).toEqual([]);
  });
});

describe("redirects", () => {
  afterEach(close);

  const LINES: readonly [TaskType, (address: string) => Record<string, string[]>][] = [
    ["articledownloader", (address) => ({ urlsFile: [address, `${world.url}/good`] })],
    ["webcrawler", (address) => ({ startUrlsFile: [address, `${world.url}/good`] })],
    ["rssscraper", (address) => ({ feedsFile: [address, `${world.url}/feed`] })],
  ];

  async function failing(type: TaskType, lines: (address: string) => Record<string, string[]>, address: string) {
    world.answers.set("/feed", itemsOf(["<description>Good</description>"]));
    const { task, rows } = await world.run(type, lines(address));
    expect(task.status).toBe("complete");
    const [failed] = rows.filter((row) => (row["url"] || row["feed"]) === address && row["error"] !== "");
    expect(failed?.["error"]).toMatch(TWO_SENTENCES);
    expect(String(failed?.["error"]).length).toBeLessThan(1000);
    return rows;
  }

  it.each(LINES)("N37: to a secret of this machine, for %s", async (type, lines) => {
    await open();
    const location = `http://127.0.0.1:${world.trapPort}/secret`;
    world.answers.set("/start", (_request, response) => void response.writeHead(302, { location }).end());
    await failing(type, lines, `${world.url}/start`);
    expect(world.trapped).toEqual([]);
  });

  it.each(LINES)("N38: to a file, for %s", async (type, lines) => {
    await open();
    const location = "file:///etc/passwd";
    world.answers.set("/start", (_request, response) => void response.writeHead(302, { location }).end());
    const rows = await failing(type, lines, `${world.url}/start`);
    expect(JSON.stringify(rows)).not.toContain("root:");
  });

  it.each(LINES)("N39: 21 in a row, for %s", async (type, lines) => {
    await open();
    for (let hop = 0; hop < 21; hop += 1) {
      const location = `/${hop + 1}`;
      world.answers.set(`/${hop}`, (_request, response) => void response.writeHead(301, { location }).end());
    }
    world.answers.set("/21", article("At last"));
    const { task } = await world.run(type, lines(`${world.url}/0`));
    expect(task.status).not.toBe("running");
    if (type !== "webcrawler") expect(world.asked).not.toContain("/6");
  });

  it.each(LINES)("N40: in a circle, for %s", async (type, lines) => {
    await open();
    world.answers.set("/a", (_request, response) => void response.writeHead(302, { location: "/b" }).end());
    world.answers.set("/b", (_request, response) => void response.writeHead(302, { location: "/a" }).end());
    await failing(type, lines, `${world.url}/a`);
    expect(world.asked.filter((path) => /^.[ab]$/.test(path)).length).toBeLessThan(10);
  });

  it.each(LINES)("N41: to an address of 1 MB, for %s", async (type, lines) => {
    const raw = await rawServer(
      () => `HTTP/1.1 302 Found\r\nlocation: /${"a".repeat(1_000_000)}\r\ncontent-length: 0\r\n\r\n`,
    );
    onTestFinished(() => raw.close());
    await open({ allowPrivate: ["127.0.0.1"] });
    await failing(type, lines, `${raw.url}/start`);
  });

  it.each(LINES)("N42: with a header smuggled in, for %s", async (type, lines) => {
    const heads: string[] = [];
    const raw = await rawServer((path, head) => {
      heads.push(head);
      const location = "location: /next\r\nset-cookie: smuggled=1; Domain=test\r\nx-smuggled: 1";
      if (path === "/start")
        return `HTTP/1.1 302 Found\r\n${location}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;
      return `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n${article("Next")}`;
    });
    onTestFinished(() => raw.close());
    await open({ allowPrivate: ["127.0.0.1"] });
    await world.run(type, lines(`${raw.url}/start`));
    expect(heads.some((head) => head.startsWith("GET /next "))).toBe(true);
    expect(heads.join("")).not.toContain("smuggled");
  });
});

describe("names", () => {
  afterEach(close);

  it("N43: with one public and one private address are refused", async () => {
    await open({ lookup: async () => ["93.184.216.34", "127.0.0.1"] });
    const url = `http://both.test:${world.trapPort}/`;
    const { task, rows } = await world.run("articledownloader", { urlsFile: [url, `${world.url}/good`] });
    expect(task.status).toBe("complete");
    expect(rows[0]).toMatchObject({ url, error: expect.stringMatching(TWO_SENTENCES) as string });
    expect(world.trapped).toEqual([]);
  });

  it("N44: that lead to an allowed address first and to another then are refused at the second", async () => {
    const turns = { address: "127.0.0.1" };
    await open({ lookup: async () => [turns.address] });
    const { port } = new URL(world.url);
    let reached = 0;
    const inside = createServer((_request, response) => {
      reached += 1;
      response.end("<h1>internal secret</h1>");
    });
    await new Promise<void>((resolve) => inside.listen(Number(port), "127.0.0.2", resolve));
    onTestFinished(() => new Promise<void>((resolve) => inside.close(() => resolve())));
    world.answers.set("/one", (_request, response) => {
      turns.address = "127.0.0.2";
      response.writeHead(200, { "content-type": "text/html", connection: "close" }).end(article("One"));
    });
    world.answers.set(
      "/robots.txt",
      (_request, response) => void response.writeHead(404, { connection: "close" }).end(),
    );
    const urls = ["one", "two"].map((path) => `http://turn.test:${port}/${path}`);
    const { rows } = await world.run("articledownloader", { urlsFile: urls, concurrency: 1 });
    expect((inside.address() as AddressInfo).port).toBe(Number(port));
    expect(rows).toMatchObject([
      { url: urls[0], status: "ok" },
      { url: urls[1], status: "failed", error: expect.stringMatching(TWO_SENTENCES) as string },
    ]);
    expect(reached).toBe(0);
  });

  it("N45: an address instead of a name is judged without asking a name server", async () => {
    let looked = 0;
    await open({
      async lookup() {
        looked += 1;
        return ["93.184.216.34"];
      },
    });
    const literals = addresses.filter((_, number) => number < 24);
    const { task } = await world.run("articledownloader", { urlsFile: literals });
    expect(task.status).toBe("failed");
    expect(looked).toBe(0);
    expect(world.trapped).toEqual([]);
  });

  it("N47: our own API is refused by every address of this machine, and behind a redirect", async () => {
    const ports: number[] = [];
    await open({ allowPrivate: ["0.0.0.0/0", "::/0", "api.test"], ownPorts: () => ports });
    ports.push(world.trapPort);
    const own = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ family }) => family === "IPv4")
      .map(({ address }) => address);
    const hosts = [...own, "0.0.0.0", "[::1]", "api.test", "localhost"];
    const urls = hosts.map((host) => `http://${host}:${world.trapPort}/project/delete/1`);
    const location = urls[0]!;
    world.answers.set("/door", (_request, response) => void response.writeHead(302, { location }).end());
    const lines = [...urls, `${world.url}/door`, `${world.url}/good`];
    const { task, rows } = await world.run("articledownloader", { urlsFile: lines, dedupeContent: "off" });
    expect(task.status).toBe("complete");
    expect(rows.filter(({ status }) => status === "failed")).toHaveLength(lines.length - 1);
    expect(world.trapped).toEqual([]);
  });
});
