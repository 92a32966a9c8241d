import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { command } from "./command.js";
import { cleanEnvironment, startServer } from "./server-process.js";

const cwd = mkdtempSync(join(tmpdir(), "scriptorium-told-"));
const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));
const run = (...args: string[]) => command(cwd, args);

beforeAll(async () => {
  expect((await run("create", "mailmerge", "--name", "Autumn letters")).code).toBe(0);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe("a name that no task has", () => {
  it.each([["watch"], ["run"], ["rm"], ["results"]])("is told by %s with the one that was meant", async (name) => {
    expect((await run(name, "Autum letters")).said).toContain(' "Autum letters". Did you mean "Autumn letters"? Run ');
  });
});

describe("JSON that is none", () => {
  it.each([
    [["set", "Autumn letters", "--fields", '{"notes": }'], "it goes wrong at character 11"],
    [["set", "Autumn letters", "--fields", '{\n"notes": "a"'], 'it goes wrong at line 2, after "notes"'],
    [["find", "--query", '{"status": failed}'], "it goes wrong at character 12"],
  ])("%j is told with its place", async (args, place) => {
    const { code, said } = await run(...args);
    expect(code).toBe(2);
    expect(said).toContain(`not valid JSON: ${place}`);
  });
});

describe("a text command", () => {
  it.each([["spin"], ["paraphrase", "--login", "a@b.example"]])("%s says which text it lacks", async (...args) => {
    expect(await command(cwd, args, { input: " \n" })).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^The command "\w+" needs a text that is not empty, /),
    });
  });
});

it.skipIf(!existsSync("/dev/full"))("output that its disk has no room for is told in words", () => {
  const options = { cwd, env: cleanEnvironment(), encoding: "utf8" } as const;
  const words = `"${process.execPath}" "${bin}" find > /dev/full`;
  expect(spawnSync("sh", ["-c", words], options)).toMatchObject({
    status: 1,
    stderr: "The output could not be written, because its disk is full. Free some space, or send it elsewhere.\n",
  });
});

it("rows that begin behind the last one are told with how many there are", async () => {
  const rows = ["--rows", '{"name": "Ann"}', "--rows", '{"name": "Ben"}'];
  const made = await run("run", "mailmerge", ...rows, "--template", "Dear {{name}}", "--quiet", "--name", "Two");
  expect(made).toMatchObject({ code: 0 });
  expect(await run("results", "Two", "--offset", "9")).toMatchObject({
    code: 0,
    out: "",
    said: "There are 2 rows, and none behind the first 9. Take a smaller --offset.\n",
  });
});

it("the description of the API is that of the edition that is asked for", async () => {
  const paths = async (...args: string[]) => Object.keys(JSON.parse((await run("openapi", ...args)).out).paths);
  expect(await paths("--edition", "reduced")).not.toContain("/mcp");
  expect(await paths("--edition", "fuller")).toContain("/mcp");
  expect((await run("openapi", "--edition", "small")).said).toContain("must be fuller or reduced.");
});

it("the help of mcp has no options of a server that listens", async () => {
  const { out } = await run("mcp", "--help");
  expect(out).toMatch(/^ {2}--server URL /m);
  expect(out).not.toMatch(/--(?:port|host|dashboard|edition|metrics-port|allow-origin)\b/);
});

describe("a server", () => {
  it("that logs objects says where it listens in one, too", async () => {
    const server = await startServer({ cwd, args: ["--port", "0", "--storage", "memory", "--log-format", "json"] });
    try {
      expect(JSON.parse(server.line)).toMatchObject({ level: "info", message: expect.stringContaining("listens on") });
    } finally {
      server.kill("SIGTERM");
      await server.ended;
    }
  });

  it("of the reduced edition, and one with a key, are told with what a person in a shell can do", async () => {
    const args = ["--port", "0", "--storage", "memory", "--edition", "reduced", "--api-key", "right"];
    const server = await startServer({ cwd, args });
    try {
      const { said } = await run("types", "--server", server.address, "--api-key", "right");
      expect(said).toMatch(/Name another server with --server, or work on the store itself\.\n$/);
      const refused = await run("find", "--server", server.address);
      expect(refused.said).toMatch(/^[^.]+\. Give the key of the server with --api-key or SCRIPTORIUM_API_KEY\.\n$/);
    } finally {
      server.kill("SIGTERM");
      await server.ended;
    }
  });
});
