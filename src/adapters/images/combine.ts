import type { ImagesProvider, ProviderWorld } from "../../kernel/index.js";
import { loadedOnce } from "../../kernel/values/loaded-once.js";

/** One provider of several, each a service with the name that tasks call it by. */
export function combineImages(
  sources: readonly { readonly name: string; readonly provider: ImagesProvider }[],
  { clock, folder }: Pick<ProviderWorld, "clock" | "folder">,
): Required<ImagesProvider> {
  const load = loadedOnce(async () => {
    const [{ imageEngines }, { engineOf }] = await Promise.all([
      import("./engines.js"),
      import("./provider-engine.js"),
    ]);
    const engines = sources.map(({ name, provider }) => engineOf(name, provider));
    return imageEngines(engines, { clock, ...(folder === undefined ? {} : { cacheFolder: folder }) });
  });
  return {
    engines: () =>
      sources.map(({ name, provider }) => {
        const [own] = provider.engines();
        return { name, kind: own?.kind ?? "module", title: own?.title ?? name };
      }),
    find: async (words, query) => (await load()).find(words, query),
    used: async (image, options) => (await load()).used(image, options),
  };
}
