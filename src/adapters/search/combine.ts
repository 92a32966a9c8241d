import type { ProviderWorld, SearchProvider } from "../../kernel/index.js";
import { loadedOnce } from "../../kernel/values/loaded-once.js";

/**
 * One search provider of several, each an engine with the name that tasks call it by. A provider with several engines of its own
 * is asked by the first of them.
 */
export function combineSearch(
  sources: readonly { readonly name: string; readonly provider: SearchProvider }[],
  { clock, folder }: Pick<ProviderWorld, "clock" | "folder">,
): Required<SearchProvider> {
  const load = loadedOnce(async () => {
    const [{ searchEngines }, { engineOf }] = await Promise.all([
      import("./engines.js"),
      import("./provider-engine.js"),
    ]);
    const engines = sources.map(({ name, provider }) => engineOf(name, provider));
    return searchEngines(engines, { clock, ...(folder === undefined ? {} : { cacheFolder: folder }) });
  });
  return {
    search: async (query, options) => (await load()).search(query, options),
    answer: async (query, options) => (await load()).answer(query, options),
    engines: () =>
      sources.flatMap(({ name, provider }) =>
        (provider.engines?.() ?? []).slice(0, 1).map((engine) => ({ ...engine, name })),
      ),
  };
}
