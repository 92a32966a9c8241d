import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { WebPage } from "../../kernel/providers.js";
import { openCacheFiles } from "./cache-files.js";
import { createPageCache } from "./page-cache.js";

const root = mkdtempSync(join(tmpdir(), "scriptorium-cache-"));
afterAll(() => rmSync(root, { recursive: true }));
const folder = () => mkdtempSync(join(root, "pages-"));

const url = "https://a.test/page?b=c";
const agent = "Bot/1";

function page(headers: Record<string, string> = {}, more: Partial<WebPage> = {}): WebPage {
  const text = more.text ?? "<p>ä</p>";
  return {
    url,
    status: 200,
    mediaType: "text/html",
    bytes: Buffer.byteLength(text),
    headers,
    fetchedAt: "2026-11-21T12:00:00.000Z",
    redirects: [],
    source: "network",
    ...more,
    text,
  };
}

describe("a stored page", () => {
  it("comes back as it was, with what the site is to be asked by, also from a cache opened later", async () => {
    const place = folder();
    const headers = { etag: '"1"', "last-modified": "Sat, 21 Nov 2026 12:00:00 GMT", "content-type": "text/html" };
    await createPageCache({ folder: place }).store(url, agent, page(headers));
    const stored = await createPageCache({ folder: place }).lookup(url, agent);
    const { redirects, source, ...kept } = page(headers);
    expect([redirects, source]).toEqual([[], "network"]);
    expect(stored).toEqual({ page: kept, etag: '"1"', lastModified: "Sat, 21 Nov 2026 12:00:00 GMT" });
    expect(await createPageCache({ folder: place }).lookup(`${url}&d`, agent)).toBeUndefined();
  });

  it("that was fetched as bytes is no page of text, and the other way round", async () => {
    const cache = createPageCache({ folder: folder() });
    const body = new Uint8Array([0, 255, 10]);
    await cache.store(url, agent, page({}, { text: "", body, bytes: 3, mediaType: "image/png" }));
    expect(await cache.lookup(url, agent)).toBeUndefined();
    expect(Buffer.from((await cache.lookup(url, agent, "bytes"))?.page.body ?? [])).toEqual(Buffer.from(body));
  });

  it("counts as fetched again when the site confirmed it", async () => {
    const cache = createPageCache({ folder: folder() });
    await cache.store(url, agent, page());
    const stored = await cache.lookup(url, agent);
    await cache.confirm(url, agent, stored ?? { page: page() }, "2026-11-22T12:00:00.000Z");
    expect((await cache.lookup(url, agent))?.page).toMatchObject({
      text: "<p>ä</p>",
      fetchedAt: "2026-11-22T12:00:00.000Z",
    });
  });

  it("is for other user agents too, unless the site says that they see another", async () => {
    const cache = createPageCache({ folder: folder() });
    await cache.store(url, agent, page({ vary: "Accept-Encoding" }));
    expect(await cache.lookup(url, "Other/1")).toBeDefined();
    await cache.store(url, agent, page({ vary: "Accept-Encoding, User-Agent" }));
    expect(await cache.lookup(url, "Other/1")).toBeUndefined();
    expect(await cache.lookup(url, agent)).toBeDefined();
  });

  it.each<[string, WebPage]>([
    ["that must not be stored", page({ "cache-control": "max-age=60, No-Store" })],
    ["for a single visitor", page({ "cache-control": "private" })],
    ["for a single visitor as to some headers", page({ "cache-control": 'private="x-name"' })],
    ["that differs by everything", page({ vary: "*" })],
    ["of another status", page({}, { status: 203 })],
    ["that is a refusal", page({}, { refusal: { kind: "captcha" } })],
  ])("is never one %s", async (_name, unwanted) => {
    const cache = createPageCache({ folder: folder() });
    await cache.store(url, agent, unwanted);
    expect(await cache.lookup(url, agent)).toBeUndefined();
  });
});

describe("the folder of stored pages", () => {
  it("a file that was changed, cut or exchanged is no page and is removed", async () => {
    for (const damage of [
      (path: string) => truncateSync(path, 100),
      (path: string) => truncateSync(path, 0),
      (path: string) => writeFileSync(path, `${readFileSync(path, "utf8")}!`),
      (path: string) => writeFileSync(path, readFileSync(path, "utf8").replace("a.test", "b.test")),
    ]) {
      const place = folder();
      const cache = createPageCache({ folder: place });
      await cache.store(url, agent, page());
      damage(join(place, readdirSync(place)[0] ?? ""));
      expect(await cache.lookup(url, agent)).toBeUndefined();
      expect(readdirSync(place)).toEqual([]);
    }
  });

  it("a page under the name of another is no page", async () => {
    const [one, two] = [folder(), folder()];
    await createPageCache({ folder: one }).store(url, agent, page());
    const cache = createPageCache({ folder: two });
    await cache.store("https://b.test/", agent, page({}, { url: "https://b.test/" }));
    const name = readdirSync(two)[0] ?? "";
    writeFileSync(join(two, name), readFileSync(join(one, readdirSync(one)[0] ?? "")));
    expect(await cache.lookup("https://b.test/", agent)).toBeUndefined();
  });

  it("a link planted in it is neither read nor written through", async () => {
    const [place, outside] = [folder(), join(folder(), "outside")];
    const cache = createPageCache({ folder: place });
    await cache.store(url, agent, page());
    const path = join(place, readdirSync(place)[0] ?? "");
    writeFileSync(outside, readFileSync(path));
    rmSync(path);
    symlinkSync(outside, path);
    expect(await cache.lookup(url, agent)).toBeUndefined();
    const before = readFileSync(outside, "utf8");
    await cache.store(url, agent, page({}, { text: "new" }));
    expect(readFileSync(outside, "utf8")).toBe(before);
    expect((await cache.lookup(url, agent))?.page.text).toBe("new");
  });

  it("stays below its limit, and what was not used for longest goes first", async () => {
    const place = folder();
    const files = openCacheFiles(place, 20_000);
    const body = Buffer.alloc(1_800);
    const written: string[] = [];
    for (let count = 0; count < 30; count += 1) {
      const key = `key ${count}`;
      await files.write(key, { head: {}, body });
      // Files of one moment have no order; each is made a second older than the next.
      for (const name of readdirSync(place)) if (!written.includes(name)) written.push(name);
      for (const name of readdirSync(place)) {
        const used = Date.now() / 1000 - 1_000 + written.indexOf(name);
        utimesSync(join(place, name), used, used);
      }
      await files.read("key 0");
      expect(await files.size()).toBeLessThanOrEqual(20_000);
    }
    expect(await files.read("key 0")).toBeDefined();
    expect(await files.read("key 29")).toBeDefined();
    expect(await files.read("key 1")).toBeUndefined();
  });

  it("one page that would push out the others is not kept, and what is no page of ours is left alone", async () => {
    const place = folder();
    writeFileSync(join(place, "notes.txt"), "x".repeat(5_000));
    const files = openCacheFiles(place, 2_000);
    await files.write("large", { head: {}, body: Buffer.alloc(1_000) });
    expect(await files.read("large")).toBeUndefined();
    for (let count = 0; count < 20; count += 1) await files.write(`${count}`, { head: {}, body: Buffer.alloc(100) });
    expect(readdirSync(place)).toContain("notes.txt");
  });

  it("what a process left half written is removed when it is old", async () => {
    const place = folder();
    const name = `${"a".repeat(64)}.00000000-0000-0000-0000-000000000000.tmp`;
    writeFileSync(join(place, name), "half");
    await openCacheFiles(place, 1_000).write("a", { head: {}, body: Buffer.alloc(1) });
    expect(readdirSync(place)).toContain(name);
    utimesSync(join(place, name), 1, 1);
    await openCacheFiles(place, 1_000).write("b", { head: {}, body: Buffer.alloc(1) });
    expect(readdirSync(place)).not.toContain(name);
  });

  it("many readers and writers of one page at once each get a whole one", async () => {
    const place = folder();
    const caches = [createPageCache({ folder: place }), createPageCache({ folder: place })];
    await Promise.all(
      Array.from({ length: 60 }, async (_none, count) => {
        const cache = caches[count % 2];
        await cache?.store(url, agent, page({}, { text: `${count} `.repeat(10_000) }));
        const text = (await cache?.lookup(url, agent))?.page.text ?? "";
        expect(text).toBe(`${text.split(" ")[0]} `.repeat(10_000));
      }),
    );
    expect(readdirSync(place)).toHaveLength(1);
  });

  it("where the folder cannot be made the setting is wrong", () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");
    expect(() => createPageCache({ folder: join(file, "pages") })).toThrow(
      expect.objectContaining({ code: "CONFIG_INVALID", facts: { setting: "cache" } }),
    );
  });

  it("whatever was written is read again, and whatever is in a file does no harm", async () => {
    const place = folder();
    const files = openCacheFiles(place, 10_000_000);
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "grapheme" }),
        fc.uint8Array(),
        fc.dictionary(fc.stringMatching(/^[a-z]+$/), fc.string()),
        async (key, body, head) => {
          await files.write(key, { head, body });
          const entry = await files.read(key);
          expect(entry?.head).toEqual(head);
          expect(Buffer.from(entry?.body ?? [])).toEqual(Buffer.from(body));
          for (const name of readdirSync(place)) writeFileSync(join(place, name), body);
          expect(await files.read(key)).toBeUndefined();
        },
      ),
      { numRuns: 50 },
    );
  });
});
