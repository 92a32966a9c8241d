import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { PROTOCOL_CODES } from "../src/adapters/http/protocol-codes.js";
import { ERROR_CODES, RUN_ERROR_CODES } from "../src/kernel/errors.js";
import { VERSION } from "../src/version.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const text = (path: string) => readFileSync(root + path, "utf8");

it("the version in the code is that of the package", () => {
  expect(VERSION).toBe((JSON.parse(text("package.json")) as { version: string }).version);
  expect(text("CHANGELOG.md")).toContain(`## ${VERSION}`);
});

it("what the models were trained on is named in the package", () => {
  expect(text("data/english/NOTICE.md")).toContain("SWORDS");
  expect(text("data/extraction/NOTICE.md")).toMatch(/WCXB.*CC BY 4\.0/s);
});

describe("what is installed with the package", () => {
  interface Installed {
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly optionalDependencies?: Readonly<Record<string, string>>;
    readonly hasInstallScript?: boolean;
  }
  const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(text("package.json")) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly peerDependencies: Readonly<Record<string, string>>;
    readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
  };
  const { packages } = JSON.parse(text("package-lock.json")) as { readonly packages: Record<string, Installed> };

  /** Where the package is installed that another one imports by this name: in its own folder or in one above. */
  function placeOf(name: string, importer: string): string {
    for (let folder = importer; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
      const place = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
      if (packages[place] !== undefined) return place;
      if (folder === "") throw new Error(`package-lock.json does not have ${name}, which ${importer} needs.`);
    }
  }

  it("is at most 12 libraries", () => {
    expect(Object.keys(dependencies).length).toBeLessThanOrEqual(12);
  });

  it("runs no script when it is installed, nor does anything it needs", () => {
    const places = new Set(Object.keys(dependencies).map((name) => placeOf(name, "")));
    for (const place of places) {
      const { dependencies, optionalDependencies } = packages[place]!;
      for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) places.add(placeOf(name, place));
    }
    expect(places.size).toBeGreaterThan(Object.keys(dependencies).length);
    expect([...places].filter((place) => packages[place]!.hasInstallScript)).toEqual([]);
  });

  it("leaves mail, databases, their queue, browsers, PDF, MCP and tracing to those who need them", () => {
    expect(Object.keys(peerDependencies)).toEqual([
      "@ai-sdk/anthropic",
      "@ai-sdk/google",
      "@ai-sdk/openai-compatible",
      "@modelcontextprotocol/sdk",
      "@opentelemetry/api",
      "nodemailer",
      "pg",
      "pg-boss",
      "playwright-core",
      "unpdf",
    ]);
    expect(Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)).toEqual([]);
  });
});

it("the page of errors lists the codes there are, with the words of the table", () => {
  const listed = [...text("docs/errors.md").matchAll(/^\| `([^`]+)` \| (.+?) \|/gm)].map(([, code, means]) => [
    code,
    means,
  ]);
  const known = [
    ...Object.entries(ERROR_CODES).map(([code, { means }]) => [code, means]),
    ...Object.entries(RUN_ERROR_CODES),
    ...Object.entries(PROTOCOL_CODES),
  ];
  expect(listed.sort()).toEqual(known.sort());
});

describe("the built package", () => {
  /** Runs a module against the build and gives what it prints. */
  const run = (code: string) =>
    execFileSync(process.execPath, ["--input-type=module", "--eval", code], { cwd: root, encoding: "utf8" });

  it("loads nothing heavy before it is used", () => {
    const loaded = run(`
      import { registerHooks } from "node:module";
      const seen = new Set();
      registerHooks({ load(url, context, next) { seen.add(url); return next(url, context); } });
      const { createScriptorium, nodeListener, sqliteStorage } = await import("scriptorium");
      const { api, start, stop } = createScriptorium({ storage: sqliteStorage({ path: ":memory:" }) });
      nodeListener(api);
      await start();
      await api.handle({ method: "GET", target: "/all-projects", headers: { host: "localhost" } });
      await stop();
      const { readFileSync } = await import("node:fs");
      const { fileURLToPath } = await import("node:url");
      const files = [...seen].filter((url) => url.startsWith("file:")).map((url) => fileURLToPath(url));
      const own = files.filter((file) => !file.includes("/node_modules/"));
      const texts = own.map((file) => readFileSync(file, "utf8"));
      const packages = ["zod", "mingo", "re2js", "undici", "linkedom", "@mozilla/readability", "marked", "html-encoding-sniffer", "citty", "ipaddr.js"];
      const parts = { "Postgres storage": "pg_notify", "file storage": "The folder with what runs have produced is missing.", "pg-boss": "superviseIntervalSeconds", messenger: "The message was not sent" };
      console.log(JSON.stringify({
        packages: packages.filter((name) => files.some((file) => file.includes("/node_modules/" + name + "/"))),
        parts: Object.keys(parts).filter((part) => texts.some((text) => text.includes(parts[part]))),
        sqlite: texts.some((text) => text.includes("journal_mode")),
        container: files.filter((file) => file.includes("/reflect-metadata/")).length,
        files: own.length,
        bytes: texts.join("").length,
      }));
    `);
    const { packages, parts, sqlite, container, files, bytes } = JSON.parse(loaded);
    expect(packages).toEqual([]);
    expect(parts).toEqual([]);
    // Each file costs memory and time of its own; see scripts/joined-chunks.mjs.
    expect(files).toBeLessThan(15);
    expect(bytes).toBeLessThan(670_000);
    // The hook sees what is loaded.
    expect(container).toBeGreaterThan(0);
    expect(sqlite).toBe(true);
  });

  it("loads mingo with the first query, and re2js with the first regular expression", () => {
    const loaded = run(`
      import { registerHooks } from "node:module";
      const seen = new Set();
      registerHooks({ load(url, context, next) { seen.add(url); return next(url, context); } });
      const judges = () => ["mingo", "re2js"].filter((name) => [...seen].some((url) => url.includes("/node_modules/" + name + "/")));
      const { createScriptorium } = await import("scriptorium");
      const { kernel, start, stop } = createScriptorium();
      await start();
      const after = async (found) => (await Array.fromAsync(found), judges().join("+"));
      console.log([
        await after(kernel.tasks.summaries({ status: "draft" })),
        await after(kernel.tasks.search({ query: {}, projection: { name: 1, "data.jobName": 1 } })),
        await after(kernel.tasks.search({ query: { status: "draft" } })),
        await after(kernel.tasks.search({ query: { name: { $regex: "^a+" } } })),
      ].join());
      await stop();
    `);
    expect(loaded).toBe(",,mingo,mingo+re2js\n");
  });

  it("two kernels in one process share nothing", () => {
    const printed = run(`
      import { createScriptorium } from "scriptorium";
      const [a, b] = [createScriptorium(), createScriptorium()];
      await Promise.all([a.start(), b.start()]);
      await a.kernel.tasks.create("articlecreator");
      const count = async ({ kernel }) => { let n = 0; for await (const _ of kernel.tasks.summaries()) n += 1; return n; };
      console.log(await count(a), await count(b));
      await a.stop();
      console.log((await b.kernel.tasks.create("articlecreator")).status);
      await b.stop();
    `);
    expect(printed).toBe("1 0\ndraft\n");
  });
});
