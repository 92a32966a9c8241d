import { boxAround, cleanText, numberOf } from "../../engines/places/index.js";
import {
  type Clock,
  type MapBox,
  type MapsProvider,
  type PlaceOptions,
  type PlaceQuery,
  ScriptoriumError,
} from "../../kernel/index.js";
import { shown } from "../../kernel/values/json.js";
import { answerCache } from "../network/answer-cache.js";
import { objectOf, objectsIn } from "../network/answer-members.js";
import type { BusyAnswer, Refused, ServiceAnswer, ServiceLimits } from "../network/service-client.js";
import { googlePlace, PLACE_FIELDS } from "./google-place.js";
import { areaUnknown, mapsClient, mapsFailed, notAsDue, refuseRefused } from "./service.js";

export interface GooglePlacesOptions extends ServiceLimits {
  readonly name?: string;
  readonly url?: string;
  readonly apiKey: string;
  readonly clock: Pick<Clock, "now">;
  readonly cacheFolder?: string;
}

type Fields = Readonly<Record<string, unknown>>;

const PAGE = 20;
/** More it gives for no question. */
const MOST = 60;
/** As long as its terms let positions be kept. */
const AREA_KEPT_MS = 30 * 24 * 3_600_000;

/** Text Search of Places API (New): https://developers.google.com/maps/documentation/places/web-service/text-search */
export function createGooglePlaces(
  options: GooglePlacesOptions,
): MapsProvider & { probe(signal: AbortSignal): Promise<string> } {
  const {
    name = "google-places",
    url = "https://places.googleapis.com/v1/",
    apiKey,
    clock,
    cacheFolder,
    ...limits
  } = options;
  const areas = answerCache<{ readonly box: MapBox; readonly title: string; readonly others: readonly string[] }>(
    () => clock.now().getTime(),
    cacheFolder,
  );
  const clients = new Map<string, ReturnType<typeof mapsClient>>();

  /** The fields that are wanted go in a header. */
  function clientFor(fields: string) {
    const made =
      clients.get(fields) ??
      mapsClient("Google Places", url, {
        ...limits,
        readBusy,
        headers: { "x-goog-api-key": apiKey, "x-goog-fieldmask": fields },
      });
    clients.set(fields, made);
    return made;
  }

  async function ask(body: object, fields: string, signal: AbortSignal): Promise<Fields> {
    const client = clientFor(fields);
    const text = JSON.stringify(body);
    const answer = await client.send(
      { method: "POST", path: "places:searchText", body: { type: "application/json", text } },
      signal,
    );
    const { status, json } = answer;
    if (status >= 400) throw refused(answer);
    if (typeof json !== "object" || json === null || Array.isArray(json)) throw notAsDue(client, answer);
    const found = objectOf(json);
    if (found["error"] !== undefined)
      throw refused({ ...answer, status: numberOf(objectOf(found["error"])["code"]) ?? status });
    return found;
  }

  function refused(answer: ServiceAnswer): ScriptoriumError {
    const client = clientFor("");
    const { status: word, message, reasons } = errorOf(answer.json);
    const facts = { ...client.facts, status: answer.status };
    if (
      reasons.includes("API_KEY_INVALID") ||
      /API key (?:not valid|expired)/i.test(message) ||
      answer.status === 401
    ) {
      return new ScriptoriumError("auth", `${client.title} ${REFUSED_KEY}`, facts);
    }
    if (word === "PERMISSION_DENIED" || word === "REQUEST_DENIED" || answer.status === 403) {
      const billing = /billing/i.test(message)
        ? "billing is not on"
        : "Places API (New) is not on, or the key may not be used for it or from here";
      return new ScriptoriumError(
        "auth",
        `${client.title} denies the request: ${billing}. Change that in the Google Cloud console.`,
        facts,
      );
    }
    if (word === "RESOURCE_EXHAUSTED" || word === "OVER_QUERY_LIMIT") {
      return new ScriptoriumError("quota", `${client.title} ${USED_UP}`, facts);
    }
    if (word === "INVALID_ARGUMENT") {
      return mapsFailed(
        client,
        `cannot use the question: ${shown(cleanText(message), 200)} Change language, country or the line.`,
        facts,
      );
    }
    try {
      refuseRefused(client, answer);
    } catch (error) {
      if (ScriptoriumError.is(error)) return error;
      throw error;
    }
    return notAsDue(client, answer);
  }

  async function areaOf(where: string, { language = "en", country, signal }: PlaceOptions) {
    const body = {
      textQuery: where,
      pageSize: 5,
      languageCode: language,
      ...(country && { regionCode: country.toUpperCase() }),
    };
    const question = JSON.stringify(body);
    const kept = await areas.read(question, AREA_KEPT_MS);
    if (kept !== undefined) return kept;
    const found = await ask(body, "places.viewport,places.formattedAddress,places.displayName", signal);
    const all = objectsIn(found["places"]).flatMap((place) => {
      const box = boxOf(place["viewport"]);
      const title = cleanText(place["formattedAddress"]) || cleanText(objectOf(place["displayName"])["text"]);
      return box === undefined ? [] : [{ box, title }];
    });
    const [first, ...more] = all;
    if (first === undefined) throw areaUnknown(clientFor(""), shown(where));
    const area = { ...first, others: [...new Set(more.map(({ title }) => title))].slice(0, 3) };
    await areas.write(question, area);
    return area;
  }

  return {
    async places(query, given) {
      const { limit, language = "en", country, reviews = 0, signal } = given;
      signal.throwIfAborted();
      const { where, box, around, nearby } = query;
      const area = where === undefined || nearby !== undefined ? undefined : await areaOf(where, given);
      const within = box ?? area?.box ?? (around && boxAround(around, around.radius));
      const fields = [...PLACE_FIELDS, ...(reviews > 0 ? ["reviews"] : [])].map((field) => `places.${field}`).join(",");
      const body = {
        textQuery: textOf(query),
        pageSize: Math.min(PAGE, limit),
        languageCode: language,
        ...(country === undefined ? {} : { regionCode: country.toUpperCase() }),
        ...(within === undefined ? {} : { locationRestriction: { rectangle: rectangleOf(within) } }),
      };
      const found: Fields[] = [];
      let pageToken = "";
      do {
        const page = await ask(pageToken === "" ? body : { ...body, pageToken }, `${fields},nextPageToken`, signal);
        found.push(...objectsIn(page["places"]));
        pageToken = typeof page["nextPageToken"] === "string" ? page["nextPageToken"] : "";
      } while (pageToken !== "" && found.length < Math.min(limit, MOST));
      const places = found.flatMap((entry) => googlePlace(entry, reviews) ?? []);
      return {
        places: places.slice(0, limit),
        source: name,
        ...(within === undefined ? {} : { box: within }),
        capped: found.length >= MOST || places.length > limit || pageToken !== "",
        attribution: "Google Maps",
        notes: area === undefined || area.others.length === 0 ? [] : [takenNote(where ?? "", area.title, area.others)],
      };
    },
    sources: () => [{ name, title: "Google Places", knowsRatings: true }],
    async probe(signal) {
      // Ids alone cost nothing.
      await ask({ textQuery: "museum in London", pageSize: 1 }, "places.id", signal);
      return "Google Places answers, and takes the key.";
    },
  };
}

const REFUSED_KEY = "does not accept the API key. Check the key, and that it has not ended.";
const USED_UP =
  "has no questions left on this key. Wait until the allowance is renewed, or raise it in the Google Cloud console.";

function textOf({ what, where, nearby }: PlaceQuery): string {
  if (where === undefined) return what;
  return nearby === undefined ? `${what} in ${where}` : `${what} near ${where}`;
}

function takenNote(where: string, title: string, others: readonly string[]): string {
  return `"${shown(where)}" was taken to be ${shown(title, 200)}. There is also ${others.map((other) => shown(other, 200)).join("; and ")}. Write more of the name if another is meant.`;
}

/** Too many a minute pass by themselves, an allowance of a day or a month does not. */
function readBusy({ json }: BusyAnswer): { readonly waitMs?: number; readonly final?: Refused } | undefined {
  const { message, limits } = errorOf(json);
  const isPassing = /per ?minute|per ?second/i.test(`${message} ${limits}`);
  return isPassing || message === "" ? undefined : { final: { code: "quota", says: USED_UP } };
}

function errorOf(json: unknown) {
  const error = objectOf(objectOf(json)["error"]);
  const details = objectsIn(error["details"]);
  return {
    status: cleanText(error["status"]),
    message: cleanText(error["message"], 1000),
    reasons: details.map(({ reason }) => cleanText(reason)),
    limits: details
      .map(({ metadata }) =>
        Object.values(objectOf(metadata))
          .map((value) => cleanText(value))
          .join(" "),
      )
      .join(" "),
  };
}

function rectangleOf({ south, west, north, east }: MapBox) {
  return { low: { latitude: south, longitude: west }, high: { latitude: north, longitude: east } };
}

function boxOf(viewport: unknown): MapBox | undefined {
  const [low, high] = [objectOf(objectOf(viewport)["low"]), objectOf(objectOf(viewport)["high"])];
  const sides = [low["latitude"], low["longitude"], high["latitude"], high["longitude"]].map(numberOf);
  if (sides.some((side) => side === undefined)) return undefined;
  const [south, west, north, east] = sides as [number, number, number, number];
  return { south, west, north, east };
}
