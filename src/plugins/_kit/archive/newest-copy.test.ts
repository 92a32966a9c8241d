import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { archiveServer } from "../../../../test/web/archive-server.js";
import { createWeb } from "../../../adapters/web/index.js";
import { archivePlace, rawAddress, readArchiveAddress } from "../../../engines/pages/archive/archive-addresses.js";
import { readTimestamp } from "../../waybackscraper/choice.js";
import type { RunWeb } from "../web/run-web.js";
import { fetchCopy } from "./fetch-copy.js";
import { newestCopy } from "./list.js";

async function withWeb<T>(work: (web: RunWeb) => Promise<T>): Promise<T> {
  const web = createWeb({ allowPrivate: ["127.0.0.1"] });
  const { signal } = new AbortController();
  try {
    return await work({
      fetch: (url, request) => web.fetch(url, { ...request, signal }),
      robots: async () => ({ allowed: true, sitemaps: [] }),
    });
  } finally {
    await web.close();
  }
}

it("finds the newest good copy of an address, and its bytes", async () => {
  const original = "http://shop.test/a";
  const archive = await archiveServer([
    { original, timestamp: "20100101000000", body: "old" },
    { original, timestamp: "20120101000000", body: "new" },
    { original, timestamp: "20130101000000", body: "gone", status: "404" },
  ]);
  try {
    await withWeb(async (web) => {
      const copy = await newestCopy("https://www.shop.test/a/", web, { archive: archive.url });
      expect(copy).toMatchObject({ original, timestamp: "20120101000000", status: "200", mime: "text/html" });
      expect(rawAddress(copy!)).toBe(`${archive.url}/web/20120101000000id_/http://shop.test/a`);
      expect((await web.fetch(rawAddress(copy!))).text).toBe("new");
      expect(await newestCopy("http://shop.test/b", web, { archive: archive.url })).toBeUndefined();
    });
  } finally {
    await archive.close();
  }
});

it("reads the lists and copies of a collection of pywb", async () => {
  const entry = { urlkey: "test,shop)/", timestamp: "20120101000000", url: "http://shop.test/", mime: "text/html" };
  const lines = [{ ...entry, timestamp: "20100101000000" }, entry].map((one) =>
    JSON.stringify({ ...one, status: "200", digest: "sha1:ABC" }),
  );
  const server = createServer(({ url }, response) => {
    if (url?.startsWith("/coll/cdx?")) response.end(`${lines.join("\n")}\n`);
    else if (url === "/coll/20120101000000id_/http://shop.test/") {
      response.writeHead(200, { "memento-datetime": "Sun, 01 Jan 2012 00:00:00 GMT" }).end("bytes");
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const archive = `http://127.0.0.1:${(server.address() as AddressInfo).port}/coll/`;
  try {
    await withWeb(async (web) => {
      const copy = await newestCopy("http://shop.test/", web, { archive });
      expect(copy).toMatchObject({ timestamp: "20120101000000", digest: "ABC" });
      const { body } = await fetchCopy(copy!, web, archivePlace(archive));
      expect(Buffer.from(body).toString()).toBe("bytes");
    });
  } finally {
    server.close();
  }
});

it("reads dates of four to fourteen digits and nothing else", () => {
  for (const good of ["2014", "201401", "20140131", "20140131235959"]) expect(readTimestamp(good)).toBe(good);
  expect(readTimestamp(" 2014-01-31T23:59:59Z ")).toBe("20140131235959");
  for (const bad of ["", "201", "20141301", "201401320000", "yesterday", "2014x", "1".repeat(15), "-2014"]) {
    expect(readTimestamp(bad), bad).toBeUndefined();
  }
});

it("knows its own addresses from others", () => {
  const place = archivePlace("");
  expect(place.name).toBe("archive.org");
  expect(readArchiveAddress("http://web.archive.org/web/2012im_/http://a.test/x.png", place)).toEqual({
    timestamp: "2012",
    original: "http://a.test/x.png",
  });
  expect(readArchiveAddress("http://a.test/web/2012/http://b.test/", place)).toBeUndefined();
});
