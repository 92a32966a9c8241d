import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import type { JsonObject, MachineProvider, Providers } from "../../kernel/index.js";
import type { McpHost } from "../http/mcp-door.js";

/** What tools reach the world by; one that is missing is refused in words. */
export interface McpProviders extends Partial<Pick<Providers, "web" | "search" | "browser" | "reader">> {
  readonly machine?: MachineProvider;
}

export interface ToolWorld extends McpHost {
  readonly providers: McpProviders;
}

export interface ToolCall {
  readonly signal: AbortSignal;
  /** Tells the client how far a call is, where it wants to know. */
  readonly progress?: (percent: number, message: string) => void;
}

/** What a tool has to say: JSON, or a whole result. */
export type Said = JsonObject | readonly unknown[] | Result;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  /** Asked for when the tools are listed; the same each time. */
  inputSchema(): JsonObject | Promise<JsonObject>;
  /** Throws what the kernel throws, and ToolRefused for arguments that cannot be used. */
  run(given: Readonly<Record<string, unknown>>, call: ToolCall): Promise<CallToolResult>;
}

/** Arguments that cannot be used: which of them, why, and what to do, in sentences. */
export class ToolRefused extends Error {}

/** Parts of a result as they are. */
export class Result {
  constructor(readonly content: CallToolResult["content"]) {}
}

export function resultOf(said: Said): CallToolResult {
  if (said instanceof Result) return { content: said.content };
  return { content: [{ type: "text", text: JSON.stringify(said) }] };
}

/** Changes nothing, here or elsewhere. */
export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** Asks others on the web, and changes nothing. */
export const READS_WEB: ToolAnnotations = { ...READS, openWorldHint: true };
/** Adds something of its own each time. */
export const ADDS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
/** Works on the web, and may publish posts and send mail that cannot be called back. */
export const PUBLISHES: ToolAnnotations = { ...ADDS, destructiveHint: true, openWorldHint: true };
/** Takes or overwrites what cannot be had back; a second time changes nothing more. */
export const OVERWRITES: ToolAnnotations = { ...ADDS, destructiveHint: true, idempotentHint: true };

/** A tool whose arguments are named by a schema of zod. */
export interface DefinedTool<Schema extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: Schema;
  run(given: z.output<Schema>, call: ToolCall): Promise<Said>;
}
