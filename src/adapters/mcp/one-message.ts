import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";

/** Carries one message to a server, and what it says back to `hear`. */
class OneMessage implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  constructor(private readonly hear: (message: JSONRPCMessage) => void) {}

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.hear(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}

/**
 * The server's answer to a request; `hear` is called with what it says before. When the signal aborts the request is
 * cancelled, and this rejects with the reason.
 */
export async function answerTo(
  request: JSONRPCRequest,
  server: Server,
  hear: (message: JSONRPCMessage) => void,
  signal?: AbortSignal,
): Promise<JSONRPCMessage> {
  const answer = Promise.withResolvers<JSONRPCMessage>();
  const transport = new OneMessage((message) => {
    if ("result" in message || "error" in message) answer.resolve(message);
    else hear(message);
  });
  const leave = () => answer.reject(signal?.reason);
  if (signal?.aborted) leave();
  signal?.addEventListener("abort", leave);
  try {
    await server.connect(transport);
    transport.onmessage?.(request);
    return await answer.promise;
  } finally {
    signal?.removeEventListener("abort", leave);
    // Cancels what is at work still.
    await server.close();
  }
}
