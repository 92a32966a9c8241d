import { answerOf, combineWriters } from "./adapters/ai/combine.js";
import { writerKinds } from "./adapters/ai/kinds.js";
import { namedWriter } from "./adapters/ai/named-writer.js";
import { hasChromium } from "./adapters/browser/find-chromium.js";
import { browserKinds } from "./adapters/browser/kinds.js";
import { combineImages } from "./adapters/images/combine.js";
import { imageKinds } from "./adapters/images/kinds.js";
import { combineMaps } from "./adapters/maps/combine.js";
import { mapsKinds } from "./adapters/maps/kinds.js";
import {
  declaredProviders,
  type ProviderFamily,
  type ProviderSettings,
  type ProvidersOfSettings,
  setProviders,
} from "./adapters/providers/index.js";
import { combineSearch } from "./adapters/search/combine.js";
import { searchKinds } from "./adapters/search/kinds.js";
import { combineTranslators } from "./adapters/translation/combine.js";
import { translationKinds } from "./adapters/translation/kinds.js";
import { combineVideo } from "./adapters/video/combine.js";
import { videoKinds } from "./adapters/video/kinds.js";
import type { ProviderName } from "./kernel/index.js";

const family = <Port extends ProviderName>(one: ProviderFamily<Port>): ProviderFamily =>
  one as unknown as ProviderFamily;

/** Every kind of provider that the settings of the server can name, and how several of a port become one. */
export const PROVIDER_FAMILIES: readonly ProviderFamily[] = [
  family({
    port: "search",
    kinds: searchKinds,
    combine: combineSearch,
    lazy: (open, { name, title, facts }) => ({
      search: async (query, options) => (await open()).search(query, options),
      async answer(query, options) {
        const provider = await open();
        if (provider.answer !== undefined) return await provider.answer(query, options);
        const hits = await provider.search(query, options);
        return { hits, engines: [name], hasMore: hits.length >= options.limit };
      },
      engines: () => [{ name, title, ...(facts ?? { verticals: ["web", "news", "images", "videos"], pageSize: 10 }) }],
    }),
    usual: { kind: "wikipedia" },
  }),
  family({
    port: "browser",
    kinds: browserKinds,
    combine: ([first]) => first!.provider,
    lazy: (open) => ({
      render: async (url, request) => (await open()).render(url, request),
      forget: async (sessionId) => (await open()).forget?.(sessionId),
    }),
    usual: { kind: "chromium", isThere: hasChromium },
  }),
  family({
    port: "video",
    kinds: videoKinds,
    combine: combineVideo,
    lazy: (open) => ({
      list: async (what, call) => (await open()).list(what, call),
      video: async (id, call) => (await open()).video(id, call),
      captions: async (video, track, call) => (await open()).captions(video, track, call),
    }),
    usual: { kind: "builtin" },
  }),
  family({
    port: "maps",
    kinds: mapsKinds,
    combine: combineMaps,
    lazy: (open, { name, title, facts }) => ({
      places: async (query, options) => (await open()).places(query, options),
      sources: () => [{ name, title, knowsRatings: facts?.knowsRatings ?? true }],
    }),
  }),
  family({
    port: "images",
    kinds: imageKinds,
    combine: combineImages,
    lazy: (open, { name, title, facts }) => ({
      engines: () => [{ name, kind: facts?.kind ?? "module", title }],
      find: async (words, query) => (await open()).find(words, query),
      used: async (image, options) => (await open()).used?.(image, options),
    }),
    usual: { kind: ["openverse", "wikimedia"] },
  }),
  family({
    port: "translator",
    kinds: translationKinds,
    combine: combineTranslators,
    lazy: (open) => ({
      translate: async (text, options) => (await open()).translate(text, options),
      pairs: async (signal) => (await open()).pairs?.(signal),
    }),
  }),
  family({
    port: "writer",
    kinds: writerKinds,
    combine: (sources, world) => combineWriters(sources.map(namedWriter), world),
    lazy: (open) => ({
      write: async (request) => (await open()).write(request),
      answer: async (request) => answerOf(await open(), request),
    }),
  }),
];

/** The providers of these settings. Throws CONFIG_INVALID with all that is wrong with them. */
export function providersOf(
  settings: ProviderSettings,
  {
    environment = {},
    ...rest
  }: { readonly environment?: Readonly<Record<string, string | undefined>>; readonly folder?: string } = {},
): ProvidersOfSettings {
  const declared = declaredProviders(settings, PROVIDER_FAMILIES, environment);
  return setProviders(declared, { families: PROVIDER_FAMILIES, environment, ...rest });
}
