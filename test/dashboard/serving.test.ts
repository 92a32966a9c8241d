import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDashboard } from "../../src/adapters/dashboard/index.js";
import { createScriptorium, fetchHandler } from "../../src/index.js";
import { type FullerWorld, worlds } from "../api/fuller.js";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
/** Where the sources look for what the build makes. */
const built = fileURLToPath(new URL("../../src/adapters/dashboard/dashboard/", import.meta.url));

const LARGE = "export const answer = 42;\n".repeat(200);

const open = worlds();
let world: FullerWorld;
beforeAll(async () => {
  world = await open.start({ api: { dashboard: createDashboard(), apiKey: "key" } });
});
afterAll(() => open.close());

const ask = (target: string, headers: Record<string, string> = {}, method = "GET") =>
  world.ask(target, { method, headers });

describe("without the built files", () => {
  it("a browser gets a page that says so", async () => {
    const { status, text, headers } = await ask("/", { accept: BROWSER });
    expect(status).toBe(503);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(text).toContain("npm run build");
  });
});

describe("with the built files", () => {
  beforeAll(() => {
    mkdirSync(built, { recursive: true });
    writeFileSync(
      `${built}index.html`,
      '<html><head><link rel="icon" href="./icon-1.svg"><script type="module" src="./index-1.js"></script></head><body></body></html>',
    );
    writeFileSync(`${built}index-1.js`, "1;");
    writeFileSync(`${built}large.js`, LARGE);
    writeFileSync(`${built}notes.txt`, "no");
  });
  afterAll(() => rmSync(built, { recursive: true }));

  it("browsers get the page at / without a key, and programs the envelope with one", async () => {
    const page = await ask("/", { accept: BROWSER });
    expect(page).toMatchObject({ status: 200 });
    expect(page.text).toContain('src="dashboard/index-1.js"');
    for (const accept of ["*/*", "application/json", "application/json, text/html;q=0.5", "", "text/html;q=0"]) {
      const reply = await ask("/", { accept, "x-api-key": "key" });
      expect(reply.envelope().result).toEqual({ name: "Scriptorium", version: "1.2.3" });
      expect((await ask("/", { accept })).status).toBe(401);
    }
  });

  it("nothing else is free of the key for who reads HTML", async () => {
    for (const path of ["/test", "/types", "/docs", "/all-tasks", "/dashboard", "/dashboard"]) {
      expect((await ask(path, { accept: BROWSER })).status).toBe(401);
    }
    expect((await ask("/", { accept: BROWSER }, "POST")).status).toBe(401);
  });

  it("the page lets no script in but its own files, and no frame around it", async () => {
    const { headers, text } = await ask("/", { accept: BROWSER });
    const policy = headers["content-security-policy"]!;
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'; form-action 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cache-control": "no-cache",
      vary: "Accept",
    });
    expect(text).not.toMatch(/<script>|\son\w+=/);
  });

  it("its files are sent with their types, for ever, and others are not", async () => {
    const { status, headers, text } = await ask("/dashboard/index-1.js");
    expect({ status, text }).toEqual({ status: 200, text: "1;" });
    expect(headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    for (const name of ["notes.txt", "other.js", "..%2Findex.ts", "../index.js", "index.html", ""]) {
      const reply = await ask(`/dashboard/${name}`);
      expect(reply.status, name).toBe(404);
      expect(reply.envelope().success).toBe(false);
    }
  });

  it("its files are compressed for those who take that", async () => {
    for (const [accepted, encoding, undo] of [
      ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
      ["gzip, br;q=0", "gzip", gunzipSync],
    ] as const) {
      const { headers, bytes } = await ask("/dashboard/large.js", { "accept-encoding": accepted });
      expect(headers).toMatchObject({ "content-encoding": encoding, vary: "Accept-Encoding" });
      expect(undo(bytes).toString()).toBe(LARGE);
      expect(bytes.length).toBeLessThan(LARGE.length / 2);
    }
    const plain = await ask("/dashboard/large.js", { "accept-encoding": "br;q=0" });
    expect(plain.text).toBe(LARGE);
    expect(plain.headers).not.toHaveProperty("content-encoding");
  });

  it("HEAD is answered as GET", async () => {
    expect((await ask("/", { accept: BROWSER }, "HEAD")).status).toBe(200);
    expect((await ask("/dashboard/index-1.js", {}, "HEAD")).status).toBe(200);
  });

  it("what the guard refuses stays refused", async () => {
    const host = await ask("/", { accept: BROWSER, host: "evil.example" });
    expect(host.status).toBe(403);
    expect((await ask("/dashboard/index-1.js", { origin: "https://evil.example" })).status).toBe(403);
    expect((await ask("/", { accept: BROWSER, "sec-purpose": "prefetch" })).status).toBe(403);
  });

  it("works under a mount path, which gets the slash that relative addresses need", async () => {
    const { api } = createScriptorium();
    const answer = fetchHandler(api, { basePath: "/engine" });
    const get = (path: string) => answer(new Request(`http://localhost${path}`, { headers: { accept: BROWSER } }));
    const bare = await get("/engine");
    expect([bare.status, bare.headers.get("location")]).toEqual([308, "./engine/"]);
    expect((await get("/engine/")).status).toBe(200);
    expect((await get("/engine/dashboard/index-1.js")).status).toBe(200);
    expect(api.owns("/dashboard/index-1.js")).toBe(true);
  });

  it("can be switched off, and the reduced edition has none", async () => {
    for (const options of [{ dashboard: false }, { api: { edition: "reduced" } }] as const) {
      const { api } = createScriptorium(options);
      const answer = fetchHandler(api);
      const page = await answer(new Request("http://localhost/", { headers: { accept: BROWSER } }));
      expect(page.headers.get("content-type")).toMatch(/json/);
      expect(api.owns("/dashboard/index-1.js")).toBe(false);
      expect((await answer(new Request("http://localhost/dashboard/index-1.js"))).headers.get("x-error-code")).toBe(
        "ROUTE_UNKNOWN",
      );
    }
  });

  it("says in the page that it is for reading only", async () => {
    const answer = fetchHandler(createScriptorium({ dashboard: { readOnly: true } }).api);
    const page = await answer(new Request("http://localhost/", { headers: { accept: BROWSER } }));
    expect(await page.text()).toContain('<meta name="scriptorium-mode" content="read-only"></head>');
  });
});
