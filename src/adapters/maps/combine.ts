import { type MapsProvider, ScriptoriumError, shown } from "../../kernel/index.js";

/** One provider out of several, each with the name that tasks call it by; without a name the first is asked. */
export function combineMaps(
  sources: readonly { readonly name: string; readonly provider: MapsProvider }[],
): MapsProvider {
  return {
    async places(query, { source, ...options }) {
      const found = source === undefined ? sources[0] : sources.find(({ name }) => name === source);
      if (found === undefined) {
        const names = sources.map(({ name }) => `"${name}"`).join(", ");
        throw new ScriptoriumError(
          "bad-input",
          `The server has no maps provider "${shown(source ?? "")}". Use one of ${names}.`,
          {
            field: "provider",
          },
        );
      }
      return { ...(await found.provider.places(query, options)), source: found.name };
    },
    sources: () =>
      sources.map(({ name, provider }) => ({
        ...(provider.sources?.()[0] ?? { title: name, knowsRatings: true }),
        name,
      })),
  };
}
