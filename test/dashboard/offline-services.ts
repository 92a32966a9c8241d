import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptoriumClient } from "../../src/client.js";
import { blogServer } from "../doubles/blog-world.js";
import { serveLibreTranslate } from "../doubles/libre-translate.js";
import { serveHttp } from "../doubles/loopback.js";
import { mailServer, type ReceivedMail } from "../doubles/mail-server.js";
import { osmService } from "../doubles/osm-service.js";
import { rpcBlog } from "../doubles/rpc-blog.js";
import { engineDouble } from "../doubles/search-services.js";
import { folderOfFile } from "../folders-of-file.js";
import { archiveServer } from "../web/archive-server.js";

/** What the task types ask of others, on this machine: search, maps, translation, mail, a blog, an archive, feeds and folders. */
export interface OfflineServices {
  /** Of `scriptorium serve`. */
  readonly args: readonly string[];
  /** With three articles, and the captions of a video. */
  readonly folder: string;
  /** The address of a web archive with copies of https://shop.test/. */
  readonly archive: string;
  /** The address of a feed with two items. */
  readonly feed: string;
  readonly mails: readonly ReceivedMail[];
  posts(): readonly { readonly title: string; readonly status: string }[];
  /** Makes the mail account "Post" and the blog "Journal". */
  addAccounts(client: ScriptoriumClient): Promise<void>;
  close(): Promise<void>;
}

const ARTICLES = {
  "lamps.md":
    "---\ntitle: Lamps\n---\n# Lamps\n\nA lamp of this tower burned a pint of oil an hour, and one keeper filled it.\n",
  "lenses.html":
    "<title>Lenses</title><h1>Lenses</h1><p>A lens of many rings throws the light of one flame far out to sea.</p>",
  "mirrors.txt":
    "Mirrors\n\nBefore there were lenses, silvered mirrors behind the flame sent the light back to the sea.\n",
} as const;

const CAPTIONS =
  "WEBVTT\n\n00:01.000 --> 00:04.000\nBees carry nectar home.\n\n00:04.000 --> 00:08.000\nThey dry it in the comb.\n";

const item = (title: string, text: string) =>
  `<item><title>${title}</title><guid>${title}</guid><link>https://tower.test/${title}</link><description>${text}</description></item>`;
const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Tower notes</title><link>https://tower.test/</link>${item(
  "Oil",
  "Oil is carried up the stairs every morning.",
)}${item("Fog", "In fog the bell is rung by hand until it lifts.")}</channel></rss>`;

const copy = (path: string, title: string) => ({
  original: `http://shop.test/${path}`,
  timestamp: "20140101000000",
  body: `<title>${title}</title><h1>${title}</h1><p>The shop on the quay sells ${title.toLowerCase()} of every length, and has done so for ninety years. ${"It is open on all days but Sunday, and the owner knows each of them by its maker. ".repeat(4)}</p>`,
});

export async function offlineServices(): Promise<OfflineServices> {
  const folder = folderOfFile();
  mkdirSync(join(folder, "articles"));
  for (const [name, text] of Object.entries(ARTICLES)) writeFileSync(join(folder, "articles", name), text);
  writeFileSync(join(folder, "Bees.en.vtt"), CAPTIONS);
  const search = await engineDouble("searxng");
  const maps = await osmService(
    [{ id: 62, name: "Bonn", title: "Bonn, Germany", box: [50.6, 50.8, 7, 7.2], country: "de" }],
    ["Kornblume", "Backhaus"].map((name, at) => ({
      ...{ type: "node", id: at + 1, lat: 50.7 + at / 100, lon: 7.1 },
      tags: { name, shop: "bakery", "addr:street": "Markt", "addr:city": "Bonn" },
    })),
  );
  const translation = await serveLibreTranslate();
  const archive = await archiveServer([copy("ropes", "Ropes"), copy("sails", "Sails")]);
  const site = await serveHttp((_, response) =>
    response.writeHead(200, { "content-type": "application/rss+xml" }).end(FEED),
  );
  const post = await mailServer();
  const wordPress = rpcBlog();
  const blog = await blogServer(wordPress.answering);
  const providers = {
    search: { kind: "searxng", address: search.url },
    maps: { kind: "osm", nominatim: maps.nominatim, overpass: maps.overpass },
    ...{ images: "none", browser: "none" },
  };
  return {
    args: [
      ...["--storage", "memory", "--allow-private", "127.0.0.1", "--contact", "me@tower.test"],
      ...["--source-root", folder, "--libre-translate-url", translation.url],
      ...["--providers", JSON.stringify(providers)],
    ],
    folder,
    archive: archive.url,
    feed: `${site.url}/feed.xml`,
    mails: post.mails,
    posts: wordPress.posts,
    async addAccounts(client) {
      const settings = { host: "127.0.0.1", port: post.port, from: "anna@tower.test", allowPlain: true };
      await client.accounts.create({ kind: "mail", name: "Post", settings });
      await client.accounts.create({
        ...{ kind: "blog", name: "Journal", secrets: { password: "open" } },
        settings: { url: `${blog.url}/xmlrpc.php`, allowHttp: true, username: "anna", api: "xmlrpc" },
      });
    },
    async close() {
      for (const one of [search, maps, translation, archive, site, post, blog]) await one.close();
    },
  };
}
