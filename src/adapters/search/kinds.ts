import { z } from "zod";
import { defineProviderKind, type OpenedProvider } from "../../kernel/index.js";
import { SEARCH_VERTICALS } from "../../kernel/providers.js";
import type { ServiceLimits } from "../network/service-client.js";
import type { Engine } from "./engine.js";
import { ENGINE_FACTS } from "./facts.js";

/** What an engine is asked to see whether it answers. */
const PROBE = "test";

/** As far as it can be seen without reading it, which the first search does. */
const jsonPath = z.string().regex(/^\$(?:$|[\s.[])/, "It is no JSON path, which begins with $ as $.results[*] does");

/** Search engines that settings can name; each is loaded when it is first opened. */
export const searchKinds = [
  defineProviderKind({
    port: "search",
    kind: "wikipedia",
    facts: ENGINE_FACTS.wikipedia,
    title: "Wikipedia",
    key: "none",
    address: "optional",
    options: z.strictObject({}),
    open: async ({ name, address }, { userAgent }) => {
      const { wikipedia } = await import("./wikipedia.js");
      return await opened((limits) =>
        wikipedia({ ...limits, name, userAgent, ...(address === "" ? {} : { url: address }) }),
      );
    },
  }),
  defineProviderKind({
    port: "search",
    kind: "searxng",
    facts: ENGINE_FACTS.searxng,
    title: "SearXNG",
    key: "none",
    address: "required",
    options: z.strictObject({}),
    open: async ({ name, address }) => {
      const { searxng } = await import("./searxng.js");
      return await opened((limits) => searxng({ ...limits, name, url: address }));
    },
  }),
  defineProviderKind({
    port: "search",
    kind: "brave",
    facts: ENGINE_FACTS.brave,
    title: "Brave Search",
    key: "required",
    address: "optional",
    options: z.strictObject({}),
    open: async ({ name, address, key }) => {
      const { brave } = await import("./brave.js");
      const apiKey = await key();
      return await opened((limits) => brave({ ...limits, name, apiKey, ...(address === "" ? {} : { url: address }) }));
    },
  }),
  defineProviderKind({
    port: "search",
    kind: "serper",
    facts: ENGINE_FACTS.serper,
    title: "Serper",
    key: "required",
    address: "optional",
    options: z.strictObject({}),
    open: async ({ name, address, key }) => {
      const { serper } = await import("./serper.js");
      const apiKey = await key();
      return await opened((limits) => serper({ ...limits, name, apiKey, ...(address === "" ? {} : { url: address }) }));
    },
  }),
  defineProviderKind({
    port: "search",
    kind: "serpapi",
    facts: ENGINE_FACTS.serpapi,
    title: "SerpApi",
    key: "required",
    address: "optional",
    options: z.strictObject({}),
    open: async ({ name, address, key }) => {
      const { serpApi } = await import("./serpapi.js");
      const apiKey = await key();
      return await opened((limits) =>
        serpApi({ ...limits, name, apiKey, ...(address === "" ? {} : { url: address }) }),
      );
    },
  }),
  defineProviderKind({
    port: "search",
    kind: "local",
    facts: ENGINE_FACTS.local,
    title: "Local index",
    key: "none",
    address: "optional",
    options: z.strictObject({
      folder: z.string().default(""),
      task: z
        .string()
        .regex(/^[\w-]{0,64}$/, "It is no id of a task")
        .default(""),
    }),
    opensAtStart: true,
    open: async ({ name, address, options }, world) => {
      const [{ localEngine }, { searchEngines }] = await Promise.all([
        import("./local/local.js"),
        import("./engines.js"),
      ]);
      const engine = await localEngine({ name, address, ...options }, world);
      return {
        provider: searchEngines([engine], { clock: world.clock }),
        probe: () => engine.state(),
        close: () => engine.close(),
      };
    },
  }),
  defineProviderKind({
    port: "search",
    kind: "custom",
    title: "Custom search engine",
    key: "optional",
    address: "required",
    options: z.strictObject({
      method: z.enum(["GET", "POST"]).default("GET"),
      body: z.string().default(""),
      headers: z.record(z.string(), z.string()).default({}),
      items: jsonPath.default("$.results[*]"),
      urlPath: jsonPath.default("$.url"),
      titlePath: jsonPath.default("$.title"),
      snippetPath: jsonPath.default("$.snippet"),
      datePath: jsonPath.default("$.date"),
      totalPath: jsonPath.optional(),
      pageSize: z.int().min(1).max(1000).default(10),
      firstPage: z.int().min(0).max(1).default(1),
      verticals: z.array(z.enum(SEARCH_VERTICALS)).min(1).default(["web"]),
    }),
    open: async ({ name, address, key, options: { totalPath, ...options } }) => {
      const { customEngine } = await import("./custom.js");
      const apiKey = await key();
      const total = totalPath === undefined ? {} : { totalPath };
      return await opened((limits) => customEngine({ ...limits, name, url: address, apiKey, ...options, ...total }));
    },
  }),
] as const;

async function opened(make: (limits: Pick<ServiceLimits, "attempts">) => Engine): Promise<OpenedProvider<"search">> {
  const { searchEngines } = await import("./engines.js");
  const engine = make({});
  // What refuses for some seconds says so, before the time of a probe is over.
  const probed = searchEngines([make({ attempts: 1 })]);
  return {
    provider: searchEngines([engine]),
    async probe(signal) {
      const vertical = engine.verticals[0] ?? "web";
      const hits = await probed.search(PROBE, { limit: 1, vertical, signal });
      return hits.length > 0
        ? `${engine.title} answers.`
        : `${engine.title} answers, but found nothing for "${PROBE}".`;
    },
  };
}
