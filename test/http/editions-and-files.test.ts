import { createHash } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createApi } from "../../src/adapters/http/index.js";
import { defineTaskPlugin, type Kernel } from "../../src/kernel/index.js";
import { created, servers } from "../api/server.js";

const open = servers();
afterEach(open.close);

describe("the reduced edition", () => {
  it.each(["HEAD", "OPTIONS", "POST", "DELETE"])(
    "%s does not give away that other task types could be created",
    async (method) => {
      const api = await open.start({ api: { edition: "reduced" } });
      for (const path of [
        "/create/postuploader",
        "/create/",
        "/create",
        "/create/Article Creator x".replaceAll(" ", "%20"),
      ]) {
        expect((await api.call(method, path)).status).toBe(404);
      }
    },
  );

  it("creates article creators however they are written, and leaves the other names to its host", async () => {
    const api = await open.start({ api: { edition: "reduced" } });
    for (const name of ["articlecreator", "Article%20Creator", "article-creator/"]) {
      expect((await api.get(`/create/${name}`)).envelope.success).toBe(true);
    }
    const { owns } = createApi({} as Kernel, { edition: "reduced" });
    expect([owns("/create/articlecreator"), owns("/create/postuploader"), owns("/projects/find")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("a stored file", () => {
  const FILES = [
    ["text/plain", "utf-8"],
    ["text/csv; charset=utf-8", "utf-8"],
    ["application/json", "utf-8"],
    ["application/json; charset=utf-8", "utf-8"],
    ["application/xml", "utf-8"],
    ["application/rss+xml", "utf-8"],
    ["image/svg+xml", "utf-8"],
    ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "base64"],
    ["application/octet-stream", "base64"],
    ["image/png", "base64"],
  ] as const;

  it.each(FILES)("of the type %s comes as %s, and whole", async (type, encoding) => {
    const bytes = Buffer.from(
      encoding === "utf-8" ? "Blumen für Käthe" : "504b0304ff00fe80",
      encoding === "utf-8" ? "utf8" : "hex",
    );
    const filer = defineTaskPlugin({
      type: "filer",
      words: "filer",
      title: "Filer",
      summary: "Stores one file.",
      options: z.object({}),
      inputs: () => ["one"],
      async run(_line, { output }) {
        output.file("out/one.bin", bytes, type);
      },
    });
    const api = await open.start({ kernel: { plugins: [filer] } });
    const id = await created(api, "filer");
    await api.get(`/project/run/${id}`);
    await api.kernel.tasks.settled(id);
    const { envelope } = await api.get(`/task/content/${id}/out/one.bin`);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const content = bytes.toString(encoding === "utf-8" ? "utf8" : "base64");
    expect(envelope.result).toEqual({ path: "out/one.bin", type, size: bytes.length, sha256, encoding, content });
  });
});

describe("what browsers say of a request", () => {
  it.each([
    [["sec-fetch-site", "cross-site", "sec-fetch-site", "none"]],
    [["sec-fetch-site", "none", "sec-fetch-site", "none"]],
    [["sec-purpose", "x", "sec-purpose", "prefetch"]],
    [["purpose", "prefetch", "purpose", "x"]],
  ])("is not believed when it is said twice: %j", async (headers) => {
    const api = await open.start();
    const target = {
      method: "GET",
      target: "/create/articlecreator",
      headers: { host: "localhost", ...twice(headers) },
    };
    expect(await createApi(api.kernel).handle(target)).toMatchObject({ status: 403 });
    expect((await api.get("/all-projects")).envelope.result).toEqual([]);
  });
});

function twice(headers: readonly string[]): Record<string, readonly string[]> {
  return { [headers[0]!]: [headers[1]!, headers[3]!] };
}
