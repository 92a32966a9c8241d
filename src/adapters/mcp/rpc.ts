import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import { isPlainObject } from "../../kernel/index.js";

/** Codes of JSON-RPC and of the protocol. */
export const CODES = {
  invalidRequest: -32_600,
  invalidParams: -32_602,
  internal: -32_603,
  refused: -32_000,
  resourceMissing: -32_002,
} as const;

/** What the library answers a request with, as it is. */
export class RpcFailure extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

type Id = string | number | null;

/** A message that was posted: one that can be handed on, or the error that answers it. */
export type Posted =
  | { readonly kind: "request"; readonly message: JSONRPCRequest }
  /** A notification or an answer: nothing is said to it. */
  | { readonly kind: "silent"; readonly message: JSONRPCMessage }
  | { readonly kind: "refused"; readonly error: RpcError };

export interface RpcError {
  readonly jsonrpc: "2.0";
  readonly id: Id;
  readonly error: { readonly code: number; readonly message: string };
}

export function rpcError(id: Id, code: number, message: string): RpcError {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** Judges a message by the rules of JSON-RPC, and the calls that are made most by those of the protocol, in sentences. */
export function judged(posted: unknown): Posted {
  const refused = (message: string, id: Id = null, code: number = CODES.invalidRequest): Posted => ({
    kind: "refused",
    error: rpcError(id, code, message),
  });
  if (!isPlainObject(posted)) return refused("A message must be an object of JSON-RPC 2.0.");
  const { jsonrpc, id, method, params } = posted;
  const known = isId(id) ? id : null;
  if (jsonrpc !== "2.0") return refused('"jsonrpc" must be "2.0".', known);
  if (method === undefined && ("result" in posted || "error" in posted)) {
    return { kind: "silent", message: posted as unknown as JSONRPCMessage };
  }
  if (typeof method !== "string" || method === "") return refused('"method" must be a text.', known);
  if (params !== undefined && !isPlainObject(params)) {
    return refused('"params" must be an object.', known, CODES.invalidParams);
  }
  if (id === undefined) return { kind: "silent", message: posted as unknown as JSONRPCMessage };
  if (known === null) return refused('"id" must be a text or a whole number.');
  const problem = paramsProblem(method, params ?? {});
  if (problem !== undefined) return refused(problem, known, CODES.invalidParams);
  return { kind: "request", message: posted as unknown as JSONRPCRequest };
}

function isId(id: unknown): id is string | number {
  return typeof id === "string" || Number.isInteger(id);
}

function paramsProblem(method: string, params: Readonly<Record<string, unknown>>): string | undefined {
  const { name, uri, cursor, arguments: given } = params;
  if (method === "tools/call") {
    if (typeof name !== "string" || name === "") return '"params.name" must be the name of a tool.';
    if (given !== undefined && !isPlainObject(given)) return '"params.arguments" must be an object.';
  }
  if (method === "resources/read" && typeof uri !== "string") return '"params.uri" must be the address of a resource.';
  if (/\/list$/.test(method) && cursor !== undefined && typeof cursor !== "string") {
    return '"params.cursor" must be a text that an earlier answer gave.';
  }
  return undefined;
}

/** What a client called the progress of a request by, where it wants to hear of it. */
export function progressTokenOf({ params }: JSONRPCRequest): string | number | undefined {
  const token = params?._meta?.progressToken;
  return typeof token === "string" || typeof token === "number" ? token : undefined;
}
