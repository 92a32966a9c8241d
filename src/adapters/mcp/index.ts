import { loadedOnce } from "../../kernel/values/loaded-once.js";
import type { McpDoor } from "../http/mcp-door.js";
import type { Sdk } from "./sdk.js";
import type { McpProviders } from "./tool.js";

export type { McpProviders } from "./tool.js";

/**
 * The Model Context Protocol for an API, without sessions: `createApi(kernel, { mcp: createMcp(...) })`. The library of the
 * protocol is loaded with the first call; where it is not installed, requests are answered with what to install.
 */
export function createMcp(
  providers: McpProviders = {},
  { load = async () => (await import("./sdk.js")).installedSdk() }: { readonly load?: () => Promise<object> } = {},
): McpDoor {
  return {
    open(host) {
      const answering = loadedOnce(async () =>
        (await import("./answers.js")).answersOf(host, providers, load as () => Promise<Sdk>),
      );
      return { answer: async (call) => (await answering())(call) };
    },
  };
}
