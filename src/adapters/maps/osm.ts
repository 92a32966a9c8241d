import { boxAround, kindsFor, middleOf, type PlaceKind } from "../../engines/places/index.js";
import {
  type Clock,
  type MapsProvider,
  type Place,
  type PlaceAnswer,
  type PlaceOptions,
  type PlaceQuery,
  ScriptoriumError,
} from "../../kernel/index.js";
import { shown } from "../../kernel/values/json.js";
import { type Area, createNominatim, type Found } from "./nominatim.js";
import { type OsmReading, osmPlace, osmPlaceOf } from "./osm-place.js";
import { createOverpass, type OverpassOptions } from "./overpass.js";
import { kindsQuery, nameQuery, type Within } from "./overpass-query.js";

export interface OsmOptions extends Omit<OverpassOptions, "url"> {
  readonly name?: string;
  /** Address of a Nominatim server. */
  readonly nominatim?: string;
  /** Address of an Overpass API. */
  readonly overpass?: string;
  readonly clock: Clock;
  readonly cacheFolder?: string;
  /** Between two questions to a Nominatim of one's own; the public one gets one a second. @default 0 */
  readonly pauseMs?: number;
}

export const PUBLIC_NOMINATIM = "https://nominatim.openstreetmap.org/";
export const PUBLIC_OVERPASS = "https://overpass-api.de/api/";
const ATTRIBUTION = "© OpenStreetMap contributors, Open Database Licence (https://www.openstreetmap.org/copyright)";

/** Where is looked, and what is known of it. */
interface Looked {
  /** Undefined where two areas have nothing in common. */
  readonly within: Within | undefined;
  readonly box: NonNullable<PlaceAnswer["box"]>;
  readonly country: string;
  readonly notes: readonly string[];
}

/** Places of OpenStreetMap: areas by Nominatim, places by Overpass. It knows no ratings. */
export function createOsm(options: OsmOptions): MapsProvider & { probe(signal: AbortSignal): Promise<string> } {
  const {
    name = "osm",
    nominatim: search = PUBLIC_NOMINATIM,
    overpass: address = PUBLIC_OVERPASS,
    cacheFolder,
    pauseMs,
    ...rest
  } = options;
  const { userAgent, clock, timeoutMs, wait } = options;
  const nominatim = createNominatim({
    ...{ url: search, userAgent, clock },
    ...(cacheFolder === undefined ? {} : { cacheFolder }),
    ...(pauseMs === undefined ? {} : { pauseMs }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(wait === undefined ? {} : { wait }),
  });
  const overpass = createOverpass({ ...rest, url: address });

  async function lookedAt(
    { where, nearby, box, around }: PlaceQuery,
    { language = "en", country, signal }: PlaceOptions,
  ): Promise<Looked> {
    if (where === undefined) {
      const whole = box ?? (around && boxAround(around, around.radius));
      if (whole !== undefined) {
        const within = { ...(box && { box }), ...(around && { around }) };
        return {
          within,
          box: whole,
          country: country ?? (await nominatim.country(middleOf(whole), signal)),
          notes: [],
        };
      }
      throw new ScriptoriumError("bad-input", "The question names no area. Write where to look.", {
        field: "queriesFile",
      });
    }
    const area = await nominatim.area(where, { language, signal, ...(country === undefined ? {} : { country }) });
    const found = { country: area.address["country_code"] ?? country ?? "", notes: area.notes };
    if (nearby !== undefined) {
      const circle = { ...area.middle, radius: nearby };
      return {
        ...found,
        within: { around: circle, ...(box && { box }) },
        box: box ?? boxAround(circle, circle.radius),
      };
    }
    return { ...found, ...withinArea(area, box) };
  }

  async function byName(
    what: string,
    looked: { within: Within; box: Looked["box"] },
    reading: OsmReading,
    { limit, language = "en", signal }: PlaceOptions,
  ) {
    const elements = await overpass.ask(nameQuery(what, looked.within, limit + 1), signal);
    const places = placesIn(elements, reading);
    const ids = new Set(places.map(({ id }) => id));
    const more = (await nominatim.named(what, looked.box, { language, limit, signal })).flatMap((found) =>
      foundPlace(found, reading),
    );
    return {
      count: elements.length,
      unnamed: elements.length - places.length,
      places: [...places, ...more.filter(({ id }) => !ids.has(id))],
    };
  }

  return {
    async places(query, { signal, ...given }) {
      signal.throwIfAborted();
      const asked = { ...given, signal };
      const { limit, language = "en" } = given;
      const kinds = kindsFor(query.what, language);
      const looked = await lookedAt(query, asked);
      const { within, notes } = looked;
      if (within === undefined) return { places: [], source: name, box: looked.box, capped: false, notes };
      const reading: OsmReading = {
        language,
        country: looked.country.toUpperCase(),
        today: clock.now().toISOString().slice(0, 10),
        ...(kinds?.every(({ oftenUnnamed }) => oftenUnnamed) ? { unnamed: labelOf(kinds) } : {}),
      };
      try {
        const { count, unnamed, places } =
          kinds === undefined
            ? await byName(query.what, { ...looked, within }, reading, asked)
            : await byKind(kinds, within, reading, asked);
        return {
          places: places.slice(0, limit),
          source: name,
          box: looked.box,
          capped: count > limit || places.length > limit,
          attribution: ATTRIBUTION,
          notes: [
            ...notes,
            ...(kinds === undefined
              ? [`"${shown(query.what)}" is no kind of place that OpenStreetMap tags, so names were searched for it.`]
              : []),
            ...(unnamed > 0
              ? [`${unnamed === 1 ? "1 place" : `${unnamed} places`} without a name on the map left out.`]
              : []),
          ],
        };
      } catch (error) {
        if (!ScriptoriumError.is(error) || error.facts["tooMuch"] !== true) throw error;
        throw new ScriptoriumError(error.code, error.message, { ...error.facts, box: looked.box }, { cause: error });
      }
    },
    sources: () => [{ name, title: "OpenStreetMap", knowsRatings: false }],
    async probe(signal) {
      await nominatim.probe(signal);
      await overpass.probe(signal);
      return "Nominatim and Overpass answer.";
    },
  };

  async function byKind(
    kinds: readonly PlaceKind[],
    within: Within,
    reading: OsmReading,
    { limit, signal }: PlaceOptions,
  ) {
    const elements = await overpass.ask(kindsQuery(kinds, within, limit + 1), signal);
    const places = placesIn(elements, reading);
    return { count: elements.length, unnamed: elements.length - places.length, places };
  }
}

function placesIn(elements: readonly Readonly<Record<string, unknown>>[], reading: OsmReading): Place[] {
  return elements.flatMap((element) => osmPlace(element, reading) ?? []);
}

/** A boundary as it is; of what has none, the box around it. */
function withinArea({ type, id, box: ofArea, category }: Area, box: PlaceQuery["box"]) {
  if (type === "relation" && (category === "boundary" || category === "place")) {
    return { within: { relation: id, ...(box && { box }) }, box: box ?? ofArea };
  }
  const both = box === undefined ? ofArea : overlap(ofArea, box);
  return both === undefined ? { within: undefined, box: box ?? ofArea } : { within: { box: both }, box: both };
}

function overlap(a: NonNullable<PlaceQuery["box"]>, b: NonNullable<PlaceQuery["box"]>) {
  if (a.west > a.east || b.west > b.east) return b;
  const both = {
    south: Math.max(a.south, b.south),
    west: Math.max(a.west, b.west),
    north: Math.min(a.north, b.north),
    east: Math.min(a.east, b.east),
  };
  return both.south < both.north && both.west < both.east ? both : undefined;
}

function labelOf(kinds: readonly PlaceKind[]): string {
  const [first] = kinds;
  return first === undefined ? "" : first.label.charAt(0).toUpperCase() + first.label.slice(1);
}

/** What Nominatim found by its name, where it is something that people look for. */
function foundPlace({ type, id, name, middle, category, kind, address, tags }: Found, reading: OsmReading): Place[] {
  if (type === "" || name === "" || category === "boundary" || category === "place" || category === "highway")
    return [];
  const parts: Readonly<Record<string, string | undefined>> = {
    "addr:street": address["road"],
    "addr:housenumber": address["house_number"],
    "addr:city": address["city"] ?? address["town"] ?? address["village"],
    "addr:state": address["state"],
    "addr:postcode": address["postcode"],
    "addr:country": address["country_code"],
  };
  const all = {
    ...Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== undefined)),
    ...tags,
    [category]: kind,
  };
  return [osmPlaceOf({ id: `${type}/${id}`, name, ...middle, tags: all as Record<string, string> }, reading)];
}
