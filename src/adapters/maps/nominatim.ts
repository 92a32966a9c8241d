import { type Box, cleanText, isInBox, isPosition, numberOf, type Point } from "../../engines/places/index.js";
import type { Clock } from "../../kernel/index.js";
import { shown } from "../../kernel/values/json.js";
import { answerCache } from "../network/answer-cache.js";
import { objectOf, objectsIn } from "../network/answer-members.js";
import type { ServiceLimits } from "../network/service-client.js";
import { createPace } from "./pace.js";
import { areaUnknown, mapsClient, notAsDue, refuseRefused } from "./service.js";

/** A place or an area as Nominatim describes it. */
export interface Found {
  readonly type: "node" | "way" | "relation" | "";
  readonly id: number;
  /** In full: `Denver, Colorado, United States`. */
  readonly title: string;
  readonly name: string;
  readonly middle: Point;
  readonly box: Box;
  readonly category: string;
  readonly kind: string;
  readonly importance: number;
  /** Of the address, by the names that Nominatim has for them. */
  readonly address: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
}

export interface Area extends Found {
  /** What should be known of how it was chosen. */
  readonly notes: readonly string[];
}

export interface NominatimOptions extends ServiceLimits {
  readonly url: string;
  readonly userAgent: string;
  readonly clock: Clock;
  /** Answers are kept there, besides in memory. */
  readonly cacheFolder?: string;
  /** Between the beginnings of two questions. @default 1000 for the public server, else 0 */
  readonly pauseMs?: number;
}

const KEPT_MS = 30 * 24 * 3_600_000;
const AREA_KINDS: ReadonlySet<string> = new Set(["boundary", "place"]);
/** As unlike as this in importance, nobody means the other. */
const ALIKE = 0.55;

/** The search of Nominatim, by its usage policy: one question at a time and one a second, answers kept, a name of its own. */
export function createNominatim({ url, userAgent, clock, cacheFolder, pauseMs, ...limits }: NominatimOptions) {
  const client = mapsClient("Nominatim", url, { ...limits, concurrency: 1, headers: { "user-agent": userAgent } });
  const isPublic = URL.parse(url)?.hostname.endsWith("openstreetmap.org") === true;
  const paced = createPace(isPublic ? Math.max(1000, pauseMs ?? 0) : (pauseMs ?? 0), clock);
  const cache = answerCache<{ readonly found: readonly Found[] }>(() => clock.now().getTime(), cacheFolder);

  const countries = answerCache<{ readonly code: string }>(() => clock.now().getTime(), cacheFolder);

  async function search(asked: Readonly<Record<string, string>>, signal: AbortSignal): Promise<readonly Found[]> {
    const query = new URLSearchParams({ format: "jsonv2", addressdetails: "1", ...asked });
    const question = `${url} ${query}`;
    const kept = await cache.read(question, KEPT_MS);
    if (kept !== undefined) return kept.found;
    const answer = await paced(() => client.send({ method: "GET", path: `search?${query}` }, signal), signal);
    refuseRefused(client, answer);
    if (!Array.isArray(answer.json)) throw notAsDue(client, answer);
    const found = objectsIn(answer.json).flatMap(readFound);
    await cache.write(question, { found });
    return found;
  }

  return {
    client,
    /** The area that a name means. Throws bad-input where there is none. */
    async area(name: string, options: { language: string; country?: string; signal: AbortSignal }): Promise<Area> {
      const { language, country, signal } = options;
      const found = await search(
        {
          q: name,
          limit: "10",
          "accept-language": language,
          ...(country === undefined ? {} : { countrycodes: country }),
        },
        signal,
      );
      const areas = found.filter(({ category }) => AREA_KINDS.has(category));
      const taken = areas[0] ?? found[0];
      if (taken === undefined) throw areaUnknown(client, shown(name));
      return { ...taken, notes: otherNotes(name, taken, areas) };
    },
    /** The country of a position, ISO 3166-1 in small letters; empty for the sea. */
    async country({ latitude, longitude }: Point, signal: AbortSignal): Promise<string> {
      // The same for all that is near, so that the cells of a grid make one question.
      const [lat, lon] = [latitude, longitude].map((degrees) => degrees.toFixed(1)) as [string, string];
      const query = new URLSearchParams({ format: "jsonv2", lat, lon, zoom: "3", addressdetails: "1" });
      const question = `${url} reverse ${query}`;
      const kept = await countries.read(question, KEPT_MS);
      if (kept !== undefined) return kept.code;
      const answer = await paced(() => client.send({ method: "GET", path: `reverse?${query}` }, signal), signal);
      refuseRefused(client, answer);
      const code = cleanText(objectOf(objectOf(answer.json)["address"])["country_code"]).toLowerCase();
      await countries.write(question, { code });
      return code;
    },
    /** Places by their name in a box. */
    async named(
      what: string,
      box: Box,
      options: { language: string; limit: number; signal: AbortSignal },
    ): Promise<readonly Found[]> {
      const { west, north, east, south } = box;
      const asked = { q: what, viewbox: [west, north, east, south].join(","), bounded: "1", extratags: "1" };
      return await search(
        { ...asked, limit: String(Math.min(40, options.limit)), "accept-language": options.language },
        options.signal,
      );
    },
    async probe(signal: AbortSignal): Promise<void> {
      const answer = await paced(() => client.send({ method: "GET", path: "status?format=json" }, signal), signal);
      refuseRefused(client, answer);
    },
  };
}

/** Says which area was taken where a name has several. */
function otherNotes(name: string, taken: Found, areas: readonly Found[]): string[] {
  const others = areas.filter(
    (other) =>
      other !== taken &&
      other.name.toLowerCase() === taken.name.toLowerCase() &&
      other.importance >= taken.importance * ALIKE &&
      !isInBox(other.middle, taken.box) &&
      !isInBox(taken.middle, other.box),
  );
  const titles = [...new Set(others.map(({ title }) => title))].filter((title) => title !== taken.title).slice(0, 3);
  if (titles.length === 0) return [];
  return [
    `"${shown(name)}" was taken to be ${shown(taken.title, 200)}. There is also ${titles.map((title) => shown(title, 200)).join("; and ")}. Write more of the name if another is meant.`,
  ];
}

function readFound(entry: Readonly<Record<string, unknown>>): Found[] {
  const [latitude, longitude] = [numberOf(entry["lat"]), numberOf(entry["lon"])];
  if (latitude === undefined || longitude === undefined || !isPosition(latitude, longitude)) return [];
  const edges = Array.isArray(entry["boundingbox"]) ? entry["boundingbox"].map(numberOf) : [];
  const [south = latitude, north = latitude, west = longitude, east = longitude] = edges;
  const title = cleanText(entry["display_name"]);
  const type = entry["osm_type"];
  return [
    {
      type: type === "node" || type === "way" || type === "relation" ? type : "",
      id: numberOf(entry["osm_id"]) ?? 0,
      title,
      name: cleanText(entry["name"]) || (title.split(",")[0] ?? ""),
      middle: { latitude, longitude },
      box: { south, west, north, east },
      category: cleanText(entry["category"] ?? entry["class"]),
      kind: cleanText(entry["type"]),
      importance: numberOf(entry["importance"]) ?? 0,
      address: textsOf(entry["address"]),
      tags: textsOf(entry["extratags"]),
    },
  ];
}

function textsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(objectOf(value)).map(([key, text]) => [key, cleanText(text)]));
}
