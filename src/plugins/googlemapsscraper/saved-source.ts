import { leftOutNote, placesMeant, type SavedPlace, savedPlaces, whyNoPlaces } from "../../engines/places/index.js";
import { type MapsProvider, ScriptoriumError, shown } from "../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import type { Context } from "./options.js";

/** The places saved in a folder, read when they are first asked for. */
export function savedSource(folder: string, { providers, signal, log }: Context): Pick<MapsProvider, "places"> {
  let read: Promise<readonly SavedPlace[]> | undefined;

  async function all(): Promise<readonly SavedPlace[]> {
    const { folder: folders } = providers;
    if (folders === undefined) {
      throw new ScriptoriumError("PROVIDER_MISSING", `${noProvider("folder")} ${toHaveProvider("folder")}`, {
        provider: "folder",
      });
    }
    const files = await folders.list(folder, { extensions: ["csv", "json", "jsonl", "geojson"], signal });
    const places: SavedPlace[] = [];
    for (const { path } of files) {
      const text = await folders.read(folder, path, { signal });
      const saved = savedPlaces(text);
      if (saved === undefined) log.warn(`${shown(path)} ${whyNoPlaces(text)}, and was left out.`);
      else if (saved.unusable > 0) log.warn(leftOutNote(saved.unusable, shown(path)));
      places.push(...(saved?.places ?? []));
    }
    if (places.length > 0) return places;
    throw new ScriptoriumError(
      "PAGE_UNREADABLE",
      `The folder "${shown(folder)}" holds no places. Put csv, json, jsonl or geojson files there, or name another folder.`,
      { folder: shown(folder) },
    );
  }

  return {
    async places(query, { limit, reviews = 0 }) {
      read ??= all();
      const found = placesMeant(await read, query).map(({ query: _query, reviews: said, ...place }) =>
        reviews > 0 && said ? { ...place, reviews: said.slice(0, reviews) } : place,
      );
      return { places: found.slice(0, limit), source: "file", capped: found.length > limit };
    },
  };
}
