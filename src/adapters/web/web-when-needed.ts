import type { WebProvider } from "../../kernel/providers.js";
import { createAddressRules } from "./addresses.js";
import { poolOfSettings } from "./proxy-pools.js";
import { userAgentOf } from "./user-agent.js";
import type { createWeb } from "./web.js";
import type { WebOptions } from "./web-options.js";

type Web = ReturnType<typeof createWeb>;

/**
 * The provider of `createWeb`, most of which is loaded with the first request: a server that fetches nothing starts without
 * it. Throws CONFIG_INVALID for a setting that cannot be used.
 */
export function webWhenNeeded(options: WebOptions): Required<WebProvider> & { close(): Promise<void> } {
  createAddressRules(options);
  userAgentOf(options);
  for (const [name, lines] of Object.entries(options.proxyPools ?? {})) poolOfSettings(name, lines);
  let web: Promise<Web> | undefined;
  let isClosed = false;

  const opened = () => {
    web ??= open();
    return web;
  };
  const open = async () => {
    const { createWeb } = await import("./web.js");
    const made = createWeb(options);
    // A closed one says so to callers.
    if (isClosed) await made.close();
    return made;
  };

  return {
    fetch: async (url, request) => (await opened()).fetch(url, request),
    robots: async (url, request) => (await opened()).robots(url, request),
    forget: async (sessionId) => (await web)?.forget(sessionId),
    async close() {
      isClosed = true;
      await (await web)?.close();
    },
  };
}
