import type { WebProvider } from "../../kernel/providers.js";
import { whenNeeded } from "../../kernel/values/when-needed.js";
import { createAddressRules } from "./addresses.js";
import type { Messenger, MessengerOptions } from "./messenger.js";
import { isPlainSession } from "./plain-session.js";
import { poolOfSettings } from "./proxy-address.js";
import type { Requester, RequesterOptions } from "./requester.js";
import type { createSockets } from "./sockets.js";
import { userAgentOf } from "./user-agent.js";
import type { WebOptions } from "./web-options.js";

/**
 * The provider of `createWeb`, most of which is loaded with the first request: a server that fetches nothing starts without
 * it. Throws CONFIG_INVALID for a setting that cannot be used.
 */
export function webWhenNeeded(options: WebOptions): Required<WebProvider> & { close(): Promise<void> } {
  const rules = createAddressRules(options);
  userAgentOf(options);
  for (const [name, lines] of Object.entries(options.proxyPools ?? {})) poolOfSettings(name, lines);
  const web = whenNeeded(async () => (await import("./web.js")).createWeb(options));
  return {
    fetch: async (url, request) => (await web.opened()).fetch(url, request),
    passage: async (session) => (await web.opened()).passage(session),
    robots: async (url, request) => (await web.opened()).robots(url, request),
    check: async (session) => (isPlainSession(session) ? [] : (await web.opened()).check(session)),
    checkAddress(url) {
      rules.read(url);
    },
    watch: async (sessionId, tell) => (await web.opened()).watch(sessionId, tell),
    forget: async (sessionId) => (await web.known())?.forget(sessionId),
    close: web.close,
  };
}

/**
 * The messenger of `createMessenger`, most of which is loaded with the first message. Throws CONFIG_INVALID for a setting
 * that cannot be used.
 */
export function messengerWhenNeeded(options: MessengerOptions): Messenger {
  const rules = createAddressRules(options);
  userAgentOf(options);
  const messenger = whenNeeded(async () => (await import("./messenger.js")).createMessenger(options));
  return {
    post: async (url, message) => (await messenger.opened()).post(url, message),
    check(url) {
      rules.read(url);
    },
    close: messenger.close,
  };
}

/** The requester of `createRequester`, most of which is loaded with the first request. */
export function requesterWhenNeeded(options: RequesterOptions): Requester {
  const requester = whenNeeded(async () => (await import("./requester.js")).createRequester(options));
  return {
    send: async (url, request) => (await requester.opened()).send(url, request),
    close: requester.close,
  };
}

/** The connections of `createSockets`, which is loaded with the first. */
export function socketsWhenNeeded(options: Parameters<typeof createSockets>[0]): ReturnType<typeof createSockets> {
  let loading: Promise<ReturnType<typeof createSockets>> | undefined;
  return async (host, port, signal) => {
    loading ??= import("./sockets.js").then((made) => made.createSockets(options));
    return (await loading)(host, port, signal);
  };
}
