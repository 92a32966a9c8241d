import { createHash } from "node:crypto";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { unzipSync } from "fflate";
import { afterEach, describe, expect, it } from "vitest";
import { exportFormats } from "../../src/adapters/export/index.js";
import { namesTag, rangeOf } from "../../src/adapters/http/fuller/byte-ranges.js";
import { disposition, safePath } from "../../src/adapters/http/fuller/downloads.js";
import { createApiServer, fetchHandler } from "../../src/adapters/http/index.js";
import { anyCharacter } from "../any-character.js";
import { fetched, worlds } from "../api/fuller.js";

const world = worlds();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await world.close();
});

const TEXT = "The quick brown fox jumps over the lazy dog.";
const SHA = createHash("sha256").update(TEXT).digest("hex");

/** A task with files, behind a real server. */
async function served(files: readonly { path: string; text: string; type?: string }[]) {
  const one = await world.start();
  const id = await one.ran(files.map((file) => ({ file })));
  const server = createApiServer(one.api);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    return closed;
  });
  const { port } = server.address() as AddressInfo;
  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
    fetched(port, `/task/files/${id}${path}`, { method, headers });
  return { ...one, id, port, get };
}

describe("a file", () => {
  it("comes whole, with its type, size and tag", async () => {
    const { get } = await served([{ path: "texts/fox.txt", text: TEXT }]);
    const { status, headers, text } = await get("/texts/fox.txt");
    expect([status, text]).toEqual([200, TEXT]);
    expect(headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-length": String(TEXT.length),
      "accept-ranges": "bytes",
      etag: `"${SHA}"`,
      "x-content-type-options": "nosniff",
      "content-disposition": 'inline; filename="fox.txt"',
    });
    expect(headers["content-security-policy"]).toContain("sandbox");
  });

  it("is described without its bytes by HEAD", async () => {
    const { get } = await served([{ path: "fox.txt", text: TEXT }]);
    const { status, headers, bytes } = await get("/fox.txt", { range: "bytes=0-1" }, "HEAD");
    expect([status, bytes.length, headers["content-length"]]).toEqual([200, 0, String(TEXT.length)]);
  });

  it("that the client has already is not sent again", async () => {
    const { get } = await served([{ path: "fox.txt", text: TEXT }]);
    for (const tag of [`"${SHA}"`, `W/"${SHA}"`, `"other", "${SHA}"`, "*"]) {
      const { status, headers, bytes } = await get("/fox.txt", { "if-none-match": tag, range: "bytes=0-1" });
      expect([tag, status, bytes.length, headers["etag"]]).toEqual([tag, 304, 0, `"${SHA}"`]);
      expect(headers).not.toHaveProperty("content-length");
    }
    expect((await get("/fox.txt", { "if-none-match": '"other"' })).status).toBe(200);
  });

  it.each([
    ["bytes=0-3", "The ", "bytes 0-3/44"],
    ["bytes=4-8", "quick", "bytes 4-8/44"],
    ["bytes=40-", "dog.", "bytes 40-43/44"],
    ["bytes=-4", "dog.", "bytes 40-43/44"],
    ["bytes=-1000", TEXT, "bytes 0-43/44"],
    ["bytes=43-99999999999999999999", ".", "bytes 43-43/44"],
    ["bytes=0-0", "T", "bytes 0-0/44"],
  ])("comes in part for %s", async (range, part, contentRange) => {
    const { get } = await served([{ path: "fox.txt", text: TEXT }]);
    const { status, headers, text } = await get("/fox.txt", { range });
    expect([status, text]).toEqual([206, part]);
    expect(headers).toMatchObject({ "content-range": contentRange, "content-length": String(part.length) });
  });

  it.each(["bytes=0-1,3-4", "bytes=5-2", "bytes=-", "bytes=a-b", "lines=0-1", "bytes 0-1", "bytes=1e1-", ""])(
    "comes whole for %j, which asks for several parts or for none",
    async (range) => {
      const { get } = await served([{ path: "fox.txt", text: TEXT }]);
      const { status, text } = await get("/fox.txt", { range });
      expect([status, text]).toEqual([200, TEXT]);
    },
  );

  it.each(["bytes=44-", "bytes=44-50", "bytes=-0", "bytes=99999999999999999999-"])(
    "has nothing at %s, and says how long it is",
    async (range) => {
      const { get } = await served([{ path: "fox.txt", text: TEXT }]);
      const { status, headers, envelope } = await get("/fox.txt", { range });
      expect([status, headers["content-range"]]).toEqual([416, "bytes */44"]);
      expect(envelope()).toMatchObject({ success: false, message: expect.stringContaining("44 bytes") });
    },
  );

  it("comes in part only when it is still the file that the client has a part of", async () => {
    const { get } = await served([{ path: "fox.txt", text: TEXT }]);
    const status = async (tag: string) => (await get("/fox.txt", { range: "bytes=0-3", "if-range": tag })).status;
    expect(await status(`"${SHA}"`)).toBe(206);
    expect(await status('"other"')).toBe(200);
    // A weak tag never names the same bytes, and we give no dates.
    expect(await status(`W/"${SHA}"`)).toBe(200);
    expect(await status("Sun, 01 Mar 2026 10:00:00 GMT")).toBe(200);
  });

  it("that is empty comes whole, and has no parts", async () => {
    const { get } = await served([{ path: "empty.txt", text: "" }]);
    expect(await get("/empty.txt")).toMatchObject({ status: 200, text: "" });
    expect((await get("/empty.txt", { range: "bytes=0-" })).status).toBe(416);
  });

  it.each([
    "text/html",
    "image/svg+xml",
    "application/xhtml+xml",
    "text/xml",
    "application/xml",
    "application/pdf",
    "text/javascript",
    "TEXT/HTML; charset=utf-8",
    "nonsense",
    "text/html\r\nX-Evil: 1",
  ])("of type %j is saved and never shown", async (type) => {
    const { get } = await served([{ path: "page", text: "<script>alert(1)</script>", type }]);
    const { status, headers } = await get("/page");
    expect(status).toBe(200);
    expect(headers["content-disposition"]).toBe('attachment; filename="page"');
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
    expect(headers).not.toHaveProperty("x-evil");
    if (/[\r\n]|^nonsense$/.test(type)) expect(headers["content-type"]).toBe("application/octet-stream");
  });

  it("is found by its path with its characters encoded, and saved when asked for", async () => {
    const { get } = await served([{ path: "a b/ü & 100%.txt", text: "x", type: "text/plain" }]);
    const { status, headers } = await get(`/a%20b/${encodeURIComponent("ü & 100%.txt")}?download=1`);
    expect(status).toBe(200);
    expect(headers["content-disposition"]).toBe(
      `attachment; filename="_ & 100_.txt"; filename*=UTF-8''%C3%BC%20%26%20100%25.txt`,
    );
  });

  it.each([
    "/nothing",
    "/../fox.txt",
    "/%2e%2e%2ffox.txt",
    "/fox.txt/",
    "/%00",
    "/%",
    "/fox.txt%20",
    "/.",
    "/__proto__",
  ])("that is not there, such as %s, is reported in an envelope", async (path) => {
    const { get } = await served([{ path: "texts/fox.txt", text: TEXT }]);
    const { envelope } = await get(path);
    expect(envelope()).toMatchObject({ success: false, result: null });
  });

  it("comes through a fetch handler as it does through a socket", async () => {
    const { api, id } = await served([{ path: "fox.txt", text: TEXT }]);
    const handle = fetchHandler(api);
    const ask = (headers: Record<string, string>, method = "GET") =>
      handle(new Request(`http://localhost/task/files/${id}/fox.txt`, { headers, method }));
    const part = await ask({ range: "bytes=4-8" });
    expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([206, "quick", "bytes 4-8/44"]);
    const same = await ask({ "if-none-match": `"${SHA}"` });
    expect([same.status, await same.text()]).toEqual([304, ""]);
    expect((await ask({}, "HEAD")).headers.get("content-length")).toBe("44");
  });
});

describe("ranges", () => {
  it("are the bytes that were asked for, within the file", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1200), fc.option(fc.nat(1200)), (size, first, last) => {
        const range = rangeOf(`bytes=${first}-${last ?? ""}`, size);
        if (last !== null && last < first) expect(range).toBeUndefined();
        else if (first >= size) expect(range).toBe("beyond");
        else expect(range).toEqual({ start: first, end: Math.min(last ?? size - 1, size - 1) });
      }),
    );
  });

  it("from the end are the last bytes, all of them when there are fewer", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1200), (size, length) => {
        const range = rangeOf(`bytes=-${length}`, size);
        if (length === 0 || size === 0) expect(range).toBe("beyond");
        else expect(range).toEqual({ start: Math.max(0, size - length), end: size - 1 });
      }),
    );
  });

  it("of any text are none, or are within the file", () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(..."bytes=0123456789-, \t") }).map((end) => `bytes=${end}`),
    );
    fc.assert(
      fc.property(text, fc.nat(100), (header, size) => {
        const range = rangeOf(header, size);
        if (range === undefined || range === "beyond") return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThan(size);
      }),
    );
  });

  it("tags are named alone, in a list or by the asterisk, and by no part of theirs", () => {
    expect(namesTag('"a" , W/"b"', '"b"')).toBe(true);
    expect(namesTag('"ab"', '"a"')).toBe(false);
    expect(namesTag(undefined, '"a"')).toBe(false);
  });
});

describe("the files of a task", () => {
  it("are listed a page at a time", async () => {
    const files = ["c", "a", "b"].map((path) => ({ path, text: path }));
    const { result, id } = await served(files);
    const paths = async (query: string) =>
      (await result(`/task/files/${id}${query}`)).files.map(({ path }: { path: string }) => path);
    expect(await paths("")).toEqual(["a", "b", "c"]);
    expect(await paths("/?offset=1&limit=1")).toEqual(["b"]);
  });

  it("come in one archive, each as it is", async () => {
    const random = createHash("sha512").update("x").digest("hex").repeat(5000);
    const files = [
      { path: "texts/fox.txt", text: TEXT },
      { path: "texts/ü.html", text: `<p>${"again ".repeat(20_000)}</p>`, type: "text/html" },
      { path: "empty", text: "" },
      // Longer than the pieces in which it is compressed.
      { path: "long.txt", text: "A line of a long file, like all others.\n".repeat(30_000) },
      { path: "image.png", text: random, type: "image/png" },
    ];
    const { get: _get, id, port } = await served(files);
    const { status, headers, bytes } = await fetched(port, `/task/zip/${id}`);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/zip");
    expect(headers["content-disposition"]).toBe('attachment; filename="New Scripted.zip"');
    const found = unzipSync(bytes);
    expect(Object.keys(found).sort()).toEqual(files.map(({ path }) => path).sort());
    for (const { path, text } of files) expect(Buffer.from(found[path]!).toString("utf8") === text, path).toBe(true);
    // The page is packed, the picture is not, although it could be.
    expect(bytes.length).toBeGreaterThan(random.length);
    expect(bytes.length).toBeLessThan(random.length + 20_000);
  });

  it("are in the archive under names that stay below the folder it is unpacked in, no two the same", async () => {
    const entries = ["../../evil", "/etc/passwd", "C:\\x", "a/./b", "CON", "Fox", "fox", "a\u0000b", "..", ""];
    const { kernel, id } = await served([{ path: "fox.txt", text: TEXT }]);
    const content = Object.assign(Object.create(kernel.content) as typeof kernel.content, {
      async *files() {
        for (const path of entries) yield { path, type: "text/plain", size: 1, sha256: "" };
      },
      file: async () => ({ path: "", type: "text/plain", size: 1, sha256: "", bytes: Buffer.from("x") }),
    });
    const { createApi } = await import("../../src/adapters/http/index.js");
    const api = createApi(Object.assign(Object.create(kernel) as typeof kernel, { content }), {
      exports: exportFormats(),
    });
    const { body } = await api.handle({ method: "GET", target: `/task/zip/${id}`, headers: { host: "localhost" } });
    const pieces: Buffer[] = [];
    for await (const piece of body as AsyncIterable<Uint8Array>) pieces.push(Buffer.from(piece));
    const names = Object.keys(unzipSync(Buffer.concat(pieces)));
    expect(names).toHaveLength(entries.length);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    for (const name of names) {
      expect(name).toMatch(/^[^/\\:\u0000]+(\/[^/\\:\u0000]+)*$/);
      expect(name.split("/")).not.toContain("..");
      expect(name).not.toMatch(/(^|\/)con(\.|\/|$)/i);
    }
  });

  it("of a task without any are no archive", async () => {
    const { ask, ran } = await world.start();
    const id = await ran([{ row: { a: 1 } }]);
    const message = `The task has run, but has saved no files. GET /task/results/${id} says what became of its lines.`;
    expect((await ask(`/task/zip/${id}`)).envelope()).toEqual({ success: false, message, result: null });
  });

  it("of a task that has not run are none yet", async () => {
    const { ask, kernel } = await world.start();
    const { _id } = await kernel.tasks.create("scripted", {});
    const { message } = (await ask(`/task/zip/${_id}`)).envelope();
    expect(message).toBe("The task has no files yet. Run it first.");
  });
});

describe("names for saving", () => {
  it("hold nothing that ends the header or the name, whatever they are made of", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (name) => {
        const header = disposition("attachment", name);
        expect(header).toMatch(
          /^attachment; filename="[^"\\\u0000-\u001f\u007f-\uffff/]+"(; filename\*=UTF-8''[A-Za-z0-9%._~!-]+)?$/,
        );
      }),
    );
  });

  it("as paths have no way up, whatever they are made of", () => {
    const part = fc.oneof(
      fc.constantFrom("..", ".", "", "/", "\\", "c:", " ", "nul"),
      fc.string({ unit: anyCharacter }),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const path = safePath(parts.join("/"));
        expect(path).not.toBe("");
        for (const segment of path.split("/")) expect(segment).toMatch(/^(?!\.+$)[^\\/:]+$/);
      }),
    );
  });
});
