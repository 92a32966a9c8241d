import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMcp } from "../../src/adapters/mcp/index.js";
import { ScriptoriumError } from "../../src/index.js";
import { type McpWorld, mcpWorld } from "./world.js";

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const PING = { jsonrpc: "2.0", id: 7, method: "ping" };
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: { name: "relay", version: "1" } },
};

describe("a relay that posts one message with nothing but a content type", () => {
  let world: McpWorld;
  beforeAll(async () => {
    world = await mcpWorld();
    // The first list loads the task types.
    await world.relayed(LIST);
  });
  afterAll(() => world.close());

  it("gets one JSON object on one line", async () => {
    const { status, type, text, json } = await world.relayed(INITIALIZE);
    expect([status, type]).toEqual([200, "application/json; charset=utf-8"]);
    expect(text).not.toContain("\n");
    expect(json).toMatchObject({
      jsonrpc: "2.0",
      id: 0,
      result: { protocolVersion: "2024-11-05", serverInfo: { name: "scriptorium" }, capabilities: { tools: {} } },
    });
    expect(json.result.instructions).toContain("task_list");
  });

  it("is answered 202 without a body to a notification", async () => {
    const { status, text } = await world.relayed({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect([status, text]).toEqual([202, ""]);
  });

  it("lists and calls tools without a handshake, since nothing is kept of a client", async () => {
    const { json } = await world.relayed(LIST);
    expect(json.result.tools.length).toBeGreaterThan(30);
    const called = await world.relayed({ ...LIST, id: "x", method: "tools/call", params: { name: "task_list" } });
    expect(called.json.id).toBe("x");
    expect(JSON.parse(called.json.result.content[0].text)).toMatchObject({ next_offset: null });
    expect(called.text).not.toContain("\n");
  });

  it.each([
    ["unknown methods", { ...PING, method: "nothing/such" }, 200, -32601, "Method not found"],
    ["unknown tools", { ...PING, method: "tools/call", params: { name: "task_lst" } }, 200, -32602, '"task_list"'],
    ["a tool without a name", { ...PING, method: "tools/call", params: {} }, 400, -32602, "params.name"],
    [
      "arguments that are a list",
      { ...PING, method: "tools/call", params: { name: "spin", arguments: [] } },
      400,
      -32602,
      "params.arguments",
    ],
    ["params that are a list", { ...PING, params: [1] }, 400, -32602, "params"],
    ["another version", { ...PING, jsonrpc: "1.0" }, 400, -32600, "jsonrpc"],
    ["no method", { jsonrpc: "2.0", id: 7 }, 400, -32600, "method"],
  ])("hears in an error object of %s", async (_what, message, status, code, words) => {
    const reply = await world.relayed(message);
    expect([reply.status, reply.json.id, reply.json.error.code]).toEqual([status, 7, code]);
    expect(reply.json.error.message).toContain(words);
  });

  it.each([
    ["a broken line", '{"jsonrpc": "2.0", "id": 1,', -32700],
    ["a text", '"hello"', -32700],
    ["deep nesting", `${"[".repeat(5000)}${"]".repeat(5000)}`, -32700],
    ["an empty list", "[]", -32600],
    ["an id that is null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ["a name of the prototype", '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{"a":1}}}', -32700],
    ["a list that is too long", JSON.stringify(Array.from({ length: 51 }, () => PING)), -32600],
  ])("hears in an error object without an id of %s", async (_what, text, code) => {
    const reply = await world.relayed(text);
    expect([reply.status, reply.json.id, reply.json.error.code]).toEqual([400, null, code]);
  });

  it("hears in an error object of a body that is too large, and of another content type", async () => {
    const large = await world.relayed({ ...PING, params: { text: "x".repeat(9 * 1024 * 1024) } });
    expect([large.status, large.json.error.code]).toEqual([413, -32600]);
    const form = await world.relayed(PING, { "content-type": "text/plain" });
    expect([form.status, form.json.error.code]).toEqual([400, -32700]);
    expect(form.json.error.message).toContain("application/json");
  });

  it("may post a list of messages, and gets the answers to those that have one", async () => {
    const { json } = await world.relayed([
      PING,
      { jsonrpc: "2.0", method: "notifications/x" },
      5,
      { ...LIST, id: "b" },
    ]);
    expect(json.map(({ id }: { id: unknown }) => id)).toEqual([7, null, "b"]);
    expect(json[1].error.code).toBe(-32600);
    const silent = await world.relayed([
      { jsonrpc: "2.0", method: "notifications/x" },
      { jsonrpc: "2.0", id: 1, result: {} },
    ]);
    expect([silent.status, silent.text]).toEqual([202, ""]);
  });

  it.each(["GET", "DELETE", "PUT"])(
    "is told by %s that there are no sessions and no streams of the server's own",
    async (method) => {
      const response = await fetch(world.address, { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "OPTIONS, POST"]);
      expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32000 } });
    },
  );

  it("is refused with a version of the protocol that is not known", async () => {
    const old = await world.relayed(PING, { "mcp-protocol-version": "1999-01-01" });
    expect([old.status, old.json.id, old.json.error.code]).toEqual([400, 7, -32000]);
    expect((await world.relayed(PING, { "mcp-protocol-version": "2025-06-18" })).json).toEqual({
      jsonrpc: "2.0",
      id: 7,
      result: {},
    });
  });

  it("is refused in an error object as a page of another site, and under another host name", async () => {
    const foreign = await world.relayed(PING, { origin: "https://evil.example" });
    expect([foreign.status, foreign.json.id, foreign.json.error.code]).toEqual([403, 7, -32000]);
    const renamed = await new Promise<string>((resolve, reject) => {
      const headers = { "content-type": "application/json", host: "evil.example" };
      const sent = request(world.address, { method: "POST", headers }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.once("end", () => resolve(text));
      });
      sent.once("error", reject).end(JSON.stringify(PING));
    });
    expect(JSON.parse(renamed)).toMatchObject({ id: 7, error: { code: -32000 } });
  });
});

describe("who may use it", () => {
  it("is decided by the API key, and the refusal answers the request", async () => {
    const world = await mcpWorld({ api: { apiKey: "secret" } });
    try {
      const { status, json } = await world.relayed(PING, { authorization: "Bearer wrong" });
      expect([status, json.id, json.error.code]).toEqual([401, 7, -32001]);
      expect(json.error.message).toContain("API key");
      expect((await world.relayed("{", {})).json.id).toBeNull();
      expect((await world.relayed(PING, { authorization: "Bearer secret" })).json.result).toEqual({});
      const client = await world.client({ authorization: "Bearer secret" });
      expect((await client.listTools()).tools.length).toBeGreaterThan(30);
      await expect(world.client({ authorization: "Bearer wrong" })).rejects.toThrow(/API key|401/);
    } finally {
      await world.close();
    }
  });
});

describe("where there is no MCP", () => {
  it.each([
    ["it is switched off", false as const, "switched off"],
    ["the library is not installed", createMcp({}, { load: notInstalled }), "npm install @modelcontextprotocol/sdk"],
  ])("an error object says so at once when %s", async (_why, mcp, words) => {
    const world = await mcpWorld({ api: { mcp } });
    try {
      const { status, json } = await world.relayed(INITIALIZE);
      expect([status, json.id]).toEqual([200, 0]);
      expect(json.error.message).toContain(words);
      expect((await world.relayed({ jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
      await expect(world.client()).rejects.toThrow(words);
    } finally {
      await world.close();
    }
  });

  it("the reduced edition has no such route", async () => {
    const world = await mcpWorld({ api: { edition: "reduced" } });
    try {
      const { status, json } = await world.relayed(PING);
      expect([status, json.success]).toEqual([404, false]);
    } finally {
      await world.close();
    }
  });
});

async function notInstalled(): Promise<never> {
  throw new ScriptoriumError("PROVIDER_MISSING", "Run `npm install @modelcontextprotocol/sdk` and start again.");
}
