import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { ApiOptions } from "../../src/adapters/http/index.js";
import { createApiServer } from "../../src/adapters/http/index.js";
import { createScriptorium, defineTaskPlugin, type Kernel, silentLogger } from "../../src/index.js";
import type { Line } from "../api/fuller.js";
import { type Gate, gate } from "../kernel/world.js";

/** A server with the built-in task types and one whose lines say what they leave behind. */
export interface McpWorld {
  readonly kernel: Kernel;
  readonly address: string;
  readonly gate: Gate;
  /** A client of the library over HTTP. */
  client(headers?: Readonly<Record<string, string>>): Promise<Client>;
  /** What the relay that people use does: one message, and nothing but a content type. */
  relayed(message: unknown, headers?: Readonly<Record<string, string>>): Promise<Relayed>;
  /** The JSON of a tool's answer; throws for one that is an error. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect
  tool(name: string, given?: Record<string, unknown>): Promise<any>;
  /** The text of a tool's error. */
  refused(name: string, given?: Record<string, unknown>): Promise<string>;
  /** A task with these lines. */
  made(lines: readonly Line[]): Promise<string>;
  close(): Promise<void>;
}

export interface Relayed {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect
  readonly json: any;
}

export type Options = Pick<Parameters<typeof createScriptorium>[0] & object, "providers" | "web"> & {
  readonly api?: ApiOptions;
};

export async function mcpWorld(options: Options = {}): Promise<McpWorld> {
  const at = gate();
  const { api, kernel, start, stop } = createScriptorium({ ...options, plugins: [scripted(at)], logger: silentLogger });
  await start();
  const server = createApiServer(api);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const clients: Client[] = [];
  const client = async (headers: Readonly<Record<string, string>> = {}) => {
    const made = new Client({ name: "test", version: "1.0.0" });
    await made.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }) as never);
    clients.push(made);
    return made;
  };
  let usual: Promise<Client> | undefined;
  const called = async (name: string, given: Record<string, unknown> = {}) => {
    usual ??= client();
    const result = (await (await usual).callTool({ name, arguments: given })) as CallToolResult;
    const texts = result.content.map((one) => (one.type === "text" ? one.text : ""));
    return { isError: result.isError === true, texts };
  };
  return {
    ...{ kernel, address, gate: at, client },
    async relayed(message, headers = {}) {
      const response = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof message === "string" ? message : JSON.stringify(message),
      });
      const text = await response.text();
      const json = text === "" ? undefined : JSON.parse(text);
      return { status: response.status, type: response.headers.get("content-type") ?? "", text, json };
    },
    async tool(name, given) {
      const { isError, texts } = await called(name, given);
      if (isError) throw new Error(`${name} failed: ${texts.join("\n")}`);
      return JSON.parse(texts[0]!);
    },
    async refused(name, given) {
      const { isError, texts } = await called(name, given);
      if (!isError) throw new Error(`${name} was not refused: ${texts.join("\n")}`);
      return texts.join("\n");
    },
    async made(lines) {
      const linesFile = lines.map((line) => JSON.stringify(line));
      return (await kernel.tasks.create("scripted", { linesFile }))._id;
    },
    async close() {
      at.openAll();
      await Promise.all(clients.map((one) => one.close()));
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await stop();
    },
  };
}

/** Does what its lines, which are JSON, say. */
const scripted = (at: Gate) =>
  defineTaskPlugin({
    type: "scripted",
    words: "scripted",
    title: "Scripted",
    summary: "Does what its lines say.",
    options: z.object({
      linesFile: z.array(z.string()).default([]).describe("What to do."),
      speed: z.int().min(1).max(9).default(3).describe("How fast."),
      password: z.string().default("").describe("A secret."),
    }),
    inputs: ({ linesFile }) => linesFile,
    async run(line, { output, log, signal }) {
      const { row, rows = [], file, log: entry, fails, waits } = JSON.parse(line) as Line;
      if (entry) log[entry[0]](entry[1]);
      if (waits) await at.pass(waits, signal);
      if (fails) throw new Error(fails);
      for (const each of row ? [row, ...rows] : rows) output.row(each);
      if (row && "keyword" in row) {
        const keyword = String(row["keyword"]);
        output.article(keyword, { keywords: [keyword, "more"], sentences: [`${keyword} is here.`, "So is more."] });
      }
      if (file) output.file(file.path, file.text, file.type ?? "text/plain");
    },
  });
