import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { browserProcesses } from "./processes.js";
import { closesAfterEach, describeBrowser, pagesAt } from "./world.js";

const program = fileURLToPath(new URL("rendering-server.mjs", import.meta.url));
const soon = <Value>(value: () => Value) => expect.poll(value, { timeout: 60_000 });

let folder: string;
const started: ChildProcess[] = [];

/** A process of its own that shows a page which never rests; resolves when the page is there. */
async function rendering(): Promise<ChildProcess & { readonly pid: number }> {
  let asked = 0;
  const site = await pagesAt({
    "/": (_request, response) => {
      asked += 1;
      response
        .writeHead(200, { "content-type": "text/html" })
        .end("<script>setInterval(() => fetch('/'), 30)</script>");
    },
  });
  const env = { ...process.env, TMPDIR: folder };
  const child = spawn(process.execPath, [program, site.url], { env, stdio: ["ignore", "ignore", "inherit"] });
  started.push(child);
  await soon(() => asked).toBeGreaterThan(3);
  return child as ChildProcess & { readonly pid: number };
}

const profiles = () => readdirSync(folder).filter((name) => name.startsWith("scriptorium-browser-"));

describeBrowser("when the server ends", () => {
  closesAfterEach();
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "browser-ends-"));
  });
  afterEach(() => {
    for (const child of started.splice(0)) child.kill("SIGKILL");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

  it("no process and no folder of the browser is left after SIGTERM", async () => {
    const server = await rendering();
    expect([browserProcesses(server.pid).length > 2, profiles().length]).toEqual([true, 1]);
    server.kill("SIGTERM");
    await soon(() => server.exitCode).toBe(0);
    await soon(() => browserProcesses(server.pid)).toEqual([]);
    expect(profiles()).toEqual([]);
  });

  it("no process is left after SIGKILL, and the next start removes the folder", async () => {
    const server = await rendering();
    server.kill("SIGKILL");
    await soon(() => server.signalCode).toBe("SIGKILL");
    await soon(() => browserProcesses(server.pid)).toEqual([]);
    const left = profiles();
    expect(left).toHaveLength(1);
    const next = await rendering();
    expect(profiles()).not.toContain(left[0]);
    next.kill("SIGTERM");
    await soon(() => next.exitCode).toBe(0);
    expect(profiles()).toEqual([]);
  });
});
