import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
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

it("the page of errors lists the codes there are, with the words of the table", () => {
  const listed = [...text("docs/errors.md").matchAll(/^\| `([^`]+)` \| (.+?) \|/gm)].map(([, code, means]) => [
    code,
    means,
  ]);
  const known = [
    ...Object.entries(ERROR_CODES).map(([code, { means }]) => [code, means]),
    ...Object.entries(RUN_ERROR_CODES),
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
      const { statSync } = await import("node:fs");
      const { fileURLToPath } = await import("node:url");
      const large = [...seen].filter((url) => url.startsWith("file:") && statSync(fileURLToPath(url)).size > 500_000);
      const heavy = ["zod", "mingo", "re2js", "undici", "linkedom", "@mozilla/readability", "marked", "html-encoding-sniffer", "citty"];
      console.log(heavy.filter((name) => [...seen].some((url) => url.includes("/node_modules/" + name + "/"))).join() + ";" + [...seen].filter((url) => url.includes("/reflect-metadata/")).length + ";" + large.length);
    `);
    const [heavy, container, large] = loaded.trim().split(";");
    expect(heavy).toBe("");
    // The language data are larger, wherever the build puts them.
    expect(large).toBe("0");
    // The hook sees what is loaded.
    expect(Number(container)).toBeGreaterThan(0);
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
