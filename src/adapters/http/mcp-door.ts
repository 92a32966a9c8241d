import type { Kernel, Logger } from "../../kernel/index.js";
import type { Pieces } from "./envelope.js";
import type { RunWaits } from "./run-waits.js";

/** One POST to `/mcp`. */
export interface McpCall {
  /** The body, parsed: one message of JSON-RPC or a list of them. */
  readonly posted: unknown;
  /** Whether the client reads a stream of events, too. */
  readonly streams: boolean;
  /** The header `mcp-protocol-version`, where it was sent. */
  readonly protocolVersion?: string;
  readonly signal?: AbortSignal;
}

export interface McpAnswer {
  readonly status: number;
  /** JSON on one line; empty for 202; in pieces where it is a stream of events. */
  readonly body: string | Pieces;
}

/** What a server of the Model Context Protocol is made with. */
export interface McpHost {
  readonly kernel: Kernel;
  readonly logger: Logger;
  readonly version: string;
  readonly waits: RunWaits;
}

/** The Model Context Protocol as the API mounts it. */
export interface McpDoor {
  /** Begins nothing before the first call. What `answer` throws is an error of the server itself. */
  open(host: McpHost): { answer(call: McpCall): Promise<McpAnswer> };
}
