import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { command } from "../cli/command.js";
import { cleanEnvironment, startServer } from "../cli/server-process.js";

const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));
const KEY = "a key";

let folder: string;
const open: Client[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mcp-"));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function connected(...args: string[]): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const env = cleanEnvironment() as Record<string, string>;
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [bin, "mcp", ...args],
      cwd: folder,
      env,
      stderr: "pipe",
    }),
  );
  open.push(client);
  return client;
}

async function called(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const [{ text }] = content as [{ text: string }];
  if (isError) throw new Error(text);
  return JSON.parse(text);
}

/** A task that merges a template with two records, which needs nobody else. */
const MERGE = {
  type: "mailmerge",
  data: { template: "Hello {{name}}", titleTemplate: "{{name}}", rowsFile: ["name", "Anna", "Bert"] },
};

describe("the command mcp", () => {
  it("serves the store of the folder to the library's client, and leaves what was done in it", async () => {
    const client = await connected();
    expect(client.getServerVersion()).toMatchObject({ name: "scriptorium" });
    expect((await client.listTools()).tools.length).toBeGreaterThan(30);
    const { id } = await called(client, "task_create", MERGE);
    const heard: number[] = [];
    const answer = await client.callTool({ name: "task_run", arguments: { id, wait: 60 } }, undefined, {
      onprogress: ({ progress }) => heard.push(progress),
    });
    expect(JSON.parse((answer.content as [{ text: string }])[0].text)).toMatchObject({ status: "complete" });
    const { files } = await called(client, "task_results", { id });
    expect(files.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(["articles/anna.html", "articles/bert.html"]),
    );
    expect(heard.length).toBeGreaterThan(0);
    await client.close();
    open.length = 0;
    const again = await connected();
    expect((await called(again, "task_list")).tasks).toMatchObject([{ id }]);
  });

  it("works through a server, with its key, while the server has the store", async () => {
    const server = await startServer({ cwd: folder, args: ["--port", "0", "--api-key", KEY] });
    try {
      const client = await connected("--server", server.address, "--api-key", KEY);
      const { id } = await called(client, "task_create", MERGE);
      const reply = await fetch(`${server.address}/task/status/${id}`, { headers: { "x-api-key": KEY } });
      expect(((await reply.json()) as { success: boolean }).success).toBe(true);
      await expect(connected("--server", server.address, "--api-key", "wrong")).rejects.toThrow("API key");
      const locked = await command(folder, ["mcp"]);
      expect([locked.code, locked.out]).toEqual([1, ""]);
      expect(locked.said).toContain("--server");
    } finally {
      server.kill("SIGTERM");
      await server.ended;
    }
  });

  it("writes nothing but messages, answers broken lines, and ends with its input", async () => {
    const lines = [
      "this is no message",
      '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      "",
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"task_get","arguments":{"id":7}}}',
    ];
    const { code, out } = await command(folder, ["mcp"], { input: `${lines.join("\n")}\n` });
    expect(code).toBe(0);
    const messages = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(messages).toHaveLength(3);
    expect(messages.every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
    expect(messages.find(({ id }) => id === null).error.code).toBe(-32700);
    expect(messages.find(({ id }) => id === 1).result).toEqual({});
    expect(messages.find(({ id }) => id === 2).result.isError).toBe(true);
  });

  it("says in answers that its server is gone, or speaks no MCP", async () => {
    const input = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
    const gone = await command(folder, ["mcp", "--server", "http://127.0.0.1:9"], { input });
    expect(JSON.parse(gone.out)).toMatchObject({
      id: 1,
      error: { message: expect.stringContaining("cannot be reached") },
    });
    const server = await startServer({
      cwd: folder,
      args: ["--port", "0", "--storage", "memory", "--edition", "reduced"],
    });
    try {
      const reduced = await command(folder, ["mcp", "--server", server.address], { input });
      expect(JSON.parse(reduced.out).error.message).toContain("does not speak MCP: it answered with HTTP 404");
    } finally {
      server.kill("SIGTERM");
      await server.ended;
    }
    expect(await command(folder, ["mcp", "--server", "ftp://x"])).toMatchObject({ code: 2, out: "" });
  });

  it("is told by a server that has MCP switched off", async () => {
    const server = await startServer({ cwd: folder, args: ["--port", "0", "--storage", "memory", "--mcp", "false"] });
    try {
      await expect(connected("--server", server.address)).rejects.toThrow("switched off");
    } finally {
      server.kill("SIGTERM");
      await server.ended;
    }
  });
});
