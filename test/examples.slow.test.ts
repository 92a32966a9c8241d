import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, expect, it } from "vitest";

const examples = fileURLToPath(new URL("../examples/", import.meta.url));
const run = promisify(execFile);
const children: ChildProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Starts an example that listens, and gives its address. */
async function started(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-example-"));
  folders.push(folder);
  const child = spawn(process.execPath, [join(examples, name), "0"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  for await (const chunk of child.stdout!.setEncoding("utf8")) {
    const address = /http:\/\/\S+/.exec(String(chunk))?.[0];
    if (address !== undefined) return address;
  }
  throw new Error(`${name} ended before it listened`);
}

it("the demo makes articles of a readable length with their sources, only through the API, and stops by itself", async () => {
  const { stdout } = await run(process.execPath, [join(examples, "demo.mjs"), "--once"], { timeout: 60_000 });
  for (const keyword of ["sourdough starter", "honey bees"]) {
    const article = stdout.split(`Keyword: ${keyword}`)[1]?.split("=".repeat(100))[0] ?? "";
    expect(article.split(/\s+/).length).toBeGreaterThan(400);
    expect(article).toContain("## Sources");
    expect(article).toMatch(/http:\/\/127\.0\.0\.1:\d+\/\w+\/[\w-]+\.html/);
  }
}, 90_000);

it("the custom task type counts words", async () => {
  const { stdout } = await run(process.execPath, [join(examples, "custom-task-type.mjs")]);
  expect(stdout).toContain("words: 6");
  const code = readFileSync(join(examples, "custom-task-type.mjs"), "utf8");
  const plugin = code.slice(code.indexOf("const wordCounter"), code.indexOf("});\n\n") + 4);
  expect(plugin.split("\n").length).toBeLessThanOrEqual(30);
});

it("the embedded API answers below its path and leaves the rest to the application", async () => {
  const address = await started("embed-in-node-http.mjs");
  expect(await (await fetch(`${address}/content/test`)).json()).toEqual({ success: true, message: null, result: null });
  expect(await (await fetch(`${address}/anything`)).text()).toContain("application's own page");
});

it("the standalone server keeps its tasks in a file", async () => {
  const address = await started("standalone-server.mjs");
  expect(await (await fetch(`${address}/create/articlecreator`)).json()).toMatchObject({ success: true });
  expect(readdirSync(join(folders[0]!, "scriptorium-data"))).toContain("scriptorium.db");
});
