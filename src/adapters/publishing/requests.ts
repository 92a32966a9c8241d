import type { WebRefusal } from "../../kernel/index.js";

/** Sends requests to addresses that come from outside, under the rules of the server. Redirects are not followed. */
export interface Requester {
  send(
    url: string,
    request: {
      readonly method: "GET" | "POST" | "PUT" | "DELETE";
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      readonly timeoutMs: number;
      readonly maxBytes: number;
      readonly signal: AbortSignal;
    },
  ): Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly text: string;
    readonly retryAfterMs?: number;
    readonly wall?: WebRefusal;
  }>;
}

export interface BlogRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Whether it changes something, so that a lost answer leaves open whether it did. */
  readonly changes: boolean;
}

export interface BlogAnswer {
  readonly status: number;
  readonly text: string;
  /** Undefined when it is no JSON. */
  readonly json: unknown;
  readonly isPage: boolean;
  readonly retryAfterMs: number | undefined;
  readonly wall: WebRefusal | undefined;
  /** Of the request. */
  readonly changes: boolean;
  /** What to look at where it refuses the login. */
  readonly loginAdvice: string;
}
