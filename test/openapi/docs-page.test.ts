import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiDoor } from "../../src/adapters/openapi/index.js";
import { type FullerWorld, worlds } from "../api/fuller.js";

const open = worlds();
let world: FullerWorld;
beforeAll(async () => {
  world = await open.start({ api: { doors: [openApiDoor], apiKey: "k&y" } });
});
afterAll(() => open.close());

const ask = (target: string, headers: Record<string, string> = { "x-api-key": "k&y" }) =>
  world.ask(target, { headers });
/** What a page refers to, as a browser at its address finds it. */
const references = (html: string, address: string) =>
  [...html.matchAll(/(?:src|href|data-document)="([^"]*)"/g)].map(([, reference = ""]) =>
    new URL(reference.replaceAll("&amp;", "&"), address).href.replace("http://localhost", ""),
  );

describe("GET /docs", () => {
  it("is a page whose parts are of this server, wherever it is mounted", async () => {
    for (const [path, at] of [
      ["/docs", "http://localhost/docs"],
      ["/docs/", "http://localhost/docs/"],
      ["/docs", "http://localhost/engine/docs"],
    ] as const) {
      const { text, headers } = await ask(path);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      const base = at.includes("engine") ? "/engine" : "";
      expect(new Set(references(text, at))).toEqual(
        new Set(
          ["favicon-32x32.png", "swagger-ui.css", "swagger-ui-bundle.js", "start.js"]
            .map((name) => `${base}/docs/${name}`)
            .concat(`${base}/openapi.json`),
        ),
      );
    }
  });

  it("holds no script of its own and lets none in from elsewhere", async () => {
    const { text, headers } = await ask("/docs");
    expect(text).not.toMatch(/<script>|\son\w+=|javascript:/i);
    const policy = headers["content-security-policy"]!;
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
    expect(policy.match(/script-src [^;]*/)?.[0]).not.toContain("unsafe");
  });

  it("hands the key that it was opened with on to its parts", async () => {
    expect((await ask("/docs", {})).status).toBe(401);
    const { text } = await ask("/docs?apikey=k%26y", {});
    for (const reference of references(text, "http://localhost/docs")) {
      // The script asks for the document with the key in a header.
      const isDocument = reference === "/openapi.json";
      if (!isDocument) expect(reference).toMatch(/\?apikey=k%26y$/);
      expect((await ask(reference, isDocument ? { "x-api-key": "k&y" } : {})).status).toBe(200);
    }
  });

  it("sends its files with their types, and refuses others", async () => {
    const types = { "start.js": /javascript/, "swagger-ui-bundle.js": /javascript/, "swagger-ui.css": /css/ };
    for (const [name, type] of Object.entries(types)) {
      const { headers, bytes } = await ask(`/docs/${name}`);
      expect(headers["content-type"]).toMatch(type);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(bytes.length).toBeGreaterThan(100);
    }
    for (const name of ["package.json", "..%2Fpackage.json", "toString", "index.html"]) {
      expect((await ask(`/docs/${name}`)).envelope()).toMatchObject({ success: false, result: null });
    }
  });
});
