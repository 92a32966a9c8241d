import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { servers } from "../api/server.js";

const open = servers();
afterEach(() => open.close());

const root = fileURLToPath(new URL("../..", import.meta.url));
const FILE = `${root}dist/client.js`;
const program = `${root}test/client/client-process.mjs`;
const seen = {
  status: "complete",
  waited: "complete",
  rows: ["bees", "tea"],
  log: true,
  event: "task.complete",
  file: "bees is here.",
  missing: [true, "TASK_NOT_FOUND"],
};
const run = promisify(execFile);

describe("the built file", () => {
  it("imports nothing", () => {
    expect(readFileSync(FILE, "utf8")).not.toMatch(/^\s*import\b(?!:)|\bimport\(|\brequire\(|node:/m);
  });

  it("is as small as it is said to be", () => {
    expect(gzipSync(readFileSync(FILE), { level: 9 }).length).toBeLessThan(6 * 1024);
  });

  it("works in the Node of the project, and in Node 22", async () => {
    const { address } = await open.start();
    const own = await run(process.execPath, [program, address]);
    expect(JSON.parse(own.stdout)).toEqual({ node: process.versions.node.split(".")[0], ...seen });
    const older = await run("npx", ["--yes", "-p", "node@22", "node", program, address], { cwd: root });
    expect(JSON.parse(older.stdout)).toEqual({ node: "22", ...seen });
  });
});

const BROWSER = "/usr/bin/chromium";

describe.skipIf(!existsSync(BROWSER))("in the browser of the system", () => {
  it("works as a module of a page on another port, which may read codes, files and events", async () => {
    const { address } = await open.start({ api: { apiKey: "right" } });
    const pages = createServer(({ url }, response) => {
      if (url === "/client.js") {
        response.writeHead(200, { "content-type": "text/javascript" }).end(readFileSync(FILE));
      } else response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Client</title>");
    });
    await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
    const browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
      // As text, since the compiler knows no address of a page.
      const found = await page.evaluate(`(async () => {
        const { createClient, NotFoundError, UnauthorizedError } = await import("/client.js");
        const url = ${JSON.stringify(address)};
        const client = createClient({ url, apiKey: "right" });
        const { id } = await client.create("articlecreator");
        await client.setData(id, { articleKeywordsFile: ["bees", "tea"] });
        const control = new AbortController();
        const events = client.events({ task: id, types: ["task.complete"], signal: control.signal, after: "0-0" });
        const reset = (await events.next()).value.name;
        const first = events.next();
        const { status } = await client.run(id, { wait: 10 });
        const missing = await client.data("nobody").catch((error) => error);
        const wrong = await createClient({ url, apiKey: "wrong" }).test().catch((error) => error);
        const rows = [];
        for await (const { keyword } of client.rows(id, { pageSize: 1 })) rows.push(keyword);
        let log = 0;
        for await (const entry of client.logs(id, { follow: true })) log += 1;
        const seen = {
          reset, status, rows, log: log > 0,
          waited: (await client.waitForCompletion(id)).status,
          event: (await first).value.name,
          file: await (await client.file(id, "texts/bees.txt")).text(),
          missing: [missing instanceof NotFoundError, missing.code],
          wrong: [wrong instanceof UnauthorizedError, wrong.code],
        };
        control.abort();
        return { ...seen, ended: (await events.next()).done };
      })()`);
      expect(found).toEqual({ ...seen, reset: "stream.reset", wrong: [true, "KEY_WRONG"], ended: true });
    } finally {
      await browser.close();
      await new Promise((resolve) => pages.close(resolve));
    }
  });
});
