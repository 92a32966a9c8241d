import { loadedOnce } from "../../../kernel/values/loaded-once.js";
import type { ApiRequest, ApiResponse } from "../envelope.js";
import { type FullerArea, post } from "./fuller.js";

const EXAMPLE = '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}';

const replies = loadedOnce(() => import("./mcp-replies.js"));

/** The Model Context Protocol over streamable HTTP, without sessions. */
export const mcp: FullerArea = (parts) => {
  const made = loadedOnce(async () => (await replies()).mcpReplies(parts));
  return [{ ...post("/mcp", EXAMPLE, async (call) => (await made())(call)), isLarge: true }];
};

/** Whether a request is for the address of MCP, whatever else there is to say about it. */
export const isForMcp = ({ target }: ApiRequest): boolean => /^\/mcp\/?(?:\?|$)/.test(target);

/** A refusal of the guard or of a method, as an error object that answers the request that was posted. */
export async function mcpRefusal(reply: ApiResponse, request: ApiRequest): Promise<ApiResponse> {
  return (await replies()).mcpRefusal(reply, request);
}
