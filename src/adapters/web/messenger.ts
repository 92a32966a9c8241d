import type { Agent } from "undici";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { MessengerProvider } from "../../kernel/providers.js";
import { untilAborted } from "../../kernel/values/until-aborted.js";
import { openAgent } from "../network/agent.js";
import { displayed } from "../network/displayed.js";
import { type AddressRulesOptions, createAddressRules } from "./addresses.js";
import { discard } from "./body.js";
import { createConnections } from "./connect.js";
import { failure, type Limits, tooSlow } from "./failures.js";
import type { Lookup } from "./lookups.js";
import { type UserAgentOptions, userAgentOf } from "./user-agent.js";

export interface MessengerOptions extends AddressRulesOptions, UserAgentOptions {
  /** Finds the addresses of a host name. @default the system's resolver */
  readonly lookup?: Lookup;
}

export interface Messenger extends MessengerProvider {
  /** Throws ADDRESS_REFUSED for an address that can be judged without asking a name server. */
  check(url: string): void;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
// Each message has a time limit of its own.
const NO_LIMIT = 0;

/**
 * Posts messages to addresses that come from outside, under the same rules as pages are fetched; see `addresses.ts`. Of the
 * answer nothing is read but its status.
 * Throws CONFIG_INVALID for a setting that cannot be used.
 */
export function createMessenger(options: MessengerOptions = {}): Messenger {
  const rules = createAddressRules(options);
  const agentName = userAgentOf(options);
  const connections = createConnections({ rules, lookup: options.lookup, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const inFlight = new Set<AbortController>();
  let agent: Promise<Agent> | undefined;
  let closed = false;

  const post: MessengerProvider["post"] = async (text, { headers, body, timeoutMs, signal }) => {
    signal.throwIfAborted();
    const url = rules.read(text);
    if (closed) throw stopped(url);
    const control = new AbortController();
    const cut = () => control.abort(signal.reason);
    signal.addEventListener("abort", cut, { once: true });
    inFlight.add(control);
    const timer = setTimeout(() => control.abort(tooSlow(url, timeoutMs)), timeoutMs);
    try {
      agent ??= openAgent(connections.connect, NO_LIMIT);
      const open = await agent;
      const answer = await untilAborted(
        control.signal,
        open.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method: "POST",
          headers: { "user-agent": agentName, ...headers },
          body,
          // A connection of its own for every message: a server may close an idle one at the moment it is used again,
          // and then nobody would know whether the message has arrived.
          reset: true,
          signal: control.signal,
        }),
      );
      discard(answer.body);
      return { status: answer.statusCode };
    } catch (error) {
      throw control.signal.aborted ? control.signal.reason : failure(error, url, limitsOf(timeoutMs));
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", cut);
      inFlight.delete(control);
    }
  };

  return {
    post,
    check(url) {
      rules.read(url);
    },
    async close() {
      closed = true;
      for (const control of inFlight) control.abort(stopped());
      connections.close();
      await (await agent)?.destroy();
    },
  };
}

/** What the sentences of failures name; sizes and redirects have no part here. */
function limitsOf(timeoutMs: number): Limits {
  return {
    maxBytes: 0,
    maxRedirects: 0,
    totalTimeoutMs: timeoutMs,
    idleTimeoutMs: timeoutMs,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  };
}

function stopped(url?: URL): ScriptoriumError {
  return new ScriptoriumError(
    "FETCH_FAILED",
    "The message was not sent, because the server is stopping. Start it again.",
    url === undefined ? {} : { url: displayed(url) },
  );
}
