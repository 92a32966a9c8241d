import { readFile, stat } from "node:fs/promises";
import {
  leftOutNote,
  placesMeant,
  SAVED_PLACES,
  type SavedPlace,
  savedPlaces,
  whyNoPlaces,
} from "../../engines/places/index.js";
import { type MapsProvider, ScriptoriumError } from "../../kernel/index.js";

const MOST_BYTES = 256 * 1024 * 1024;

interface Read {
  readonly mark: string;
  readonly places: readonly SavedPlace[];
  readonly unusable: number;
}

/** Places of a file that was saved before, read again when it has changed. */
export function createPlacesFile({
  name = "file",
  path,
}: {
  readonly name?: string;
  readonly path: string;
}): MapsProvider & {
  probe(signal: AbortSignal): Promise<string>;
} {
  let last: Read | undefined;

  async function read(): Promise<Read> {
    try {
      const { size, mtimeMs } = await stat(path);
      if (size > MOST_BYTES) throw unusable("is larger than 256 MB. Divide it.");
      const mark = `${size} ${mtimeMs}`;
      if (last?.mark === mark) return last;
      const text = await readFile(path, "utf8");
      const saved = savedPlaces(text);
      if (saved === undefined)
        throw unusable(
          `${whyNoPlaces(text)}. Give it the columns of an export: title, latitude, longitude and others.`,
        );
      last = { mark, ...saved };
      return last;
    } catch (error) {
      if (ScriptoriumError.is(error)) throw error;
      throw unusable("cannot be read. Check its path in the settings, and that the server may read it.", error);
    }
  }

  return {
    async places(query, { limit, signal, reviews = 0 }) {
      signal.throwIfAborted();
      const { places, unusable: left } = await read();
      const found = placesMeant(places, query).map(({ query: _query, reviews: said, ...place }) =>
        reviews > 0 && said ? { ...place, reviews: said.slice(0, reviews) } : place,
      );
      return {
        places: found.slice(0, limit),
        source: name,
        ...(query.box === undefined ? {} : { box: query.box }),
        capped: found.length > limit,
        warnings: left === 0 ? [] : [leftOutNote(left, "the file")],
      };
    },
    sources: () => [{ name, title: SAVED_PLACES, knowsRatings: true }],
    async probe() {
      const { places } = await read();
      return `The file holds ${places.length} places.`;
    },
  };
}

function unusable(says: string, cause?: unknown): ScriptoriumError {
  return new ScriptoriumError(
    "MAPS_FAILED",
    `The file of places ${says}`,
    { service: "file" },
    cause === undefined ? {} : { cause },
  );
}
