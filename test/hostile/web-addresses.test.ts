import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMessenger, createWeb, type WebOptions } from "../../src/adapters/web/index.js";
import type { Json } from "../../src/kernel/index.js";
import { article, feedOf, type HostileWorld, hostileWorld, type Outcome, sitemapOf, xml } from "./web-world.js";

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
const TWO_SENTENCES = /^[A-Z"\d].*[.!?] [A-Z].*\.$/s;

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
  /** What was said of the address with this number. */
  said(number: number): string;
  /** Whether what stood beside the addresses was done. */
  readonly good: boolean;
}

const sayings = (texts: readonly string[]) => (number: number) => texts[number] ?? "";

/** The sentence that a run put into the row of each address. */
function inRows(outcome: Outcome, column: string, keys: readonly string[], good: (key: string) => boolean): Result {
  const said = (number: number) => {
    const rows = outcome.rows.filter((row) => row[column] === keys[number]);
    return rows.length === 1 ? String(rows[0]!["error"]) : `${rows.length} rows`;
  };
  return { outcome, said, good: outcome.rows.some((row) => row["error"] === "" && good(String(row[column]))) };
}

const isGood = (key: string) => key === `${world.url}/good`;

/** As a parser of addresses writes them, which is how links and redirects are known. */
const whole = (address: string) => URL.parse(address)?.href ?? address;

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

/** Ways in which an address comes to a task. Each does something good beside. */
const WAYS: Readonly<Record<string, () => Promise<Result>>> = {
  async "a line of articledownloader"() {
    const outcome = await world.run("articledownloader", { urlsFile: [...addresses, `${world.url}/good`] });
    return inRows(outcome, "url", addresses, isGood);
  },

  async "a line of webcrawler"() {
    const outcome = await world.run("webcrawler", { startUrlsFile: [...addresses, `${world.url}/good`] });
    return inRows(outcome, "url", addresses, isGood);
  },

  async "a line of rssscraper"() {
    world.answers.set("/feed", itemsOf(["<description>Good</description>"]));
    const outcome = await world.run("rssscraper", { feedsFile: [...addresses, `${world.url}/feed`] });
    return inRows(outcome, "feed", addresses, (feed) => feed === `${world.url}/feed`);
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
    return inRows(outcome, "url", addresses.map(whole), isGood);
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
    return inRows(outcome, "url", addresses.map(whole), isGood);
  },

  async "a sitemap that an index names"() {
    const maps = [...addresses, `${world.url}/part.xml`].map((address) => `<sitemap><loc>${xml(address)}</loc></sitemap>`);
    world.answers.set("/index.xml", `<?xml version="1.0"?><sitemapindex>${maps.join("")}</sitemapindex>`);
    world.answers.set("/part.xml", sitemapOf([`${world.url}/good`]));
    const outcome = await world.run("articledownloader", { urlsFile: [`sitemap:${world.url}/index.xml`] });
    return inRows(outcome, "url", [], isGood);
  },

  async "a link of a feed's item, for articledownloader"() {
    const links = [...addresses, `${world.url}/good`].map((address) => `<link>${xml(address)}</link>`);
    world.answers.set("/feed", itemsOf(links));
    const outcome = await world.run("articledownloader", { urlsFile: [`feed:${world.url}/feed`] });
    return inRows(outcome, "url", addresses.map(whole), isGood);
  },

  async "a link of a feed's item, for rssscraper"() {
    const links = [...addresses, `${world.url}/good`].map((address) => `<link>${xml(address)}</link><description>Text</description>`);
    world.answers.set("/feed", itemsOf(links));
    const data = { feedsFile: [`${world.url}/feed`], content: "fulltext", maxItemsPerFeed: 0 };
    const outcome = await world.run("rssscraper", data);
    return inRows(outcome, "title", addresses.map((_, number) => `Item ${number}`), (title) => title === `Item ${addresses.length}`);
  },

  async "a feed of a list"() {
    const outlines = [...addresses, `${world.url}/feed`].map((address) => `<outline type="rss" xmlUrl="${xml(address)}"/>`);
    world.answers.set("/list.opml", `<?xml version="1.0"?><opml version="2.0"><body>${outlines.join("")}</body></opml>`);
    world.answers.set("/feed", itemsOf(["<description>Good</description>"]));
    const outcome = await world.run("rssscraper", { feedsFile: [`opml:${world.url}/list.opml`] });
    return inRows(outcome, "feed", addresses.map(whole), (feed) => feed === `${world.url}/feed`);
  },

  async "the feed that a page names"() {
    for (const [number, address] of addresses.entries()) {
      world.answers.set(`/page/${number}`, `<html><head><link rel="alternate" type="application/rss+xml" href="${xml(address)}"></head></html>`);
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
    return inRows(outcome, "url", [], isGood);
  },

  async "the image of a feed's item"() {
    const images = addresses.map((address) => `<enclosure type="image/png" length="1" url="${xml(address)}"/>`);
    world.answers.set("/feed", itemsOf([...images, "<description>Good</description>"]));
    const data = { feedsFile: [`${world.url}/feed`], downloadImages: true, maxItemsPerFeed: 0 };
    const outcome = await world.run("rssscraper", data);
    return inRows(outcome, "title", [], (title) => title === `Item ${addresses.length}`);
  },

  async "the next page of an article"() {
    for (const [number, address] of addresses.entries()) {
      const head = `<link rel="next" href="${xml(address)}">`;
      world.answers.set(`/page/${number}`, article(`Page ${number}`, `<a rel="next" href="${xml(address)}">2</a>`, head));
    }
    const pages = addresses.map((_, number) => `${world.url}/page/${number}`);
    const data = { urlsFile: [...pages, `${world.url}/good`], dedupeContent: "off" };
    const outcome = await world.run("articledownloader", data);
    return inRows(outcome, "url", [], isGood);
  },
};


afterAll(() => {});
describe.each(Object.entries(WAYS))("%s", (name, run) => {
  it("x", async () => {
    await open();
    try {
    const r = await run();
    const out = ADDRESSES.map(([n], i) => `${n} ${r.said(i)}`);
    console.log(name, r.outcome.task.status, r.good, world.trapped, r.outcome.rows.length, JSON.stringify(r.outcome.rows).includes("internal secret</h1>"), r.outcome.task.error?.message, "\n" + out.join("\n"));
    console.log("LOG " + r.outcome.log.join("\n").slice(0, 400));
    } finally { await close(); }
  });
});
void [TWO_SENTENCES, createMessenger, createWeb, sayings, beforeAll, expect] as unknown as Json;
