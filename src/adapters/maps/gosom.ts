import { cleanText, isInBox, middleOf, savedPlaces, sizeOf } from "../../engines/places/index.js";
import {
  type Clock,
  type MapsProvider,
  type Place,
  type PlaceOptions,
  type PlaceQuery,
  ScriptoriumError,
} from "../../kernel/index.js";
import { objectOf } from "../network/answer-members.js";
import type { ServiceLimits } from "../network/service-client.js";
import { mapsClient, mapsFailed, notAsDue, refuseRefused } from "./service.js";

export interface GosomOptions extends ServiceLimits {
  readonly name?: string;
  readonly url: string;
  readonly apiKey?: string;
  readonly clock: Clock;
  /** Longest time of one job. @default 15 */
  readonly maxMinutes?: number;
  /** Between two looks at a job. @default 3 */
  readonly pollSeconds?: number;
}

/** About as many places as the list of the map goes on for. */
const MOST = 120;
const PLACES_A_SCROLL = 6;

/** An own google-maps-scraper server by its REST API: https://github.com/gosom/google-maps-scraper */
export function createGosom(options: GosomOptions): MapsProvider & { probe(signal: AbortSignal): Promise<string> } {
  const { name = "gosom", url, apiKey = "", clock, maxMinutes = 15, pollSeconds = 3, ...limits } = options;
  const client = mapsClient("google-maps-scraper", url.replace(/\/api(?:\/v1)?\/?$/, "/"), {
    maxBytes: 64 * 1024 * 1024,
    ...limits,
    headers: apiKey === "" ? {} : { authorization: `Bearer ${apiKey}` },
  });

  async function create(query: PlaceQuery, given: PlaceOptions): Promise<string> {
    const text = JSON.stringify(jobOf(query, given, maxMinutes));
    const answer = await client.send(
      { method: "POST", path: "api/v1/jobs", body: { type: "application/json", text } },
      given.signal,
    );
    if (answer.status === 422 || answer.status === 400) {
      const why = cleanText(objectOf(answer.json)["message"], 200);
      throw mapsFailed(
        client,
        `does not take the job${why === "" ? "" : ` (${why})`}. Change language, radius or the line.`,
        { status: answer.status },
      );
    }
    refuseRefused(client, answer);
    const id = cleanText(objectOf(answer.json)["id"] ?? objectOf(answer.json)["ID"]);
    if (!/^[\w-]{1,100}$/.test(id)) throw notAsDue(client, answer);
    return id;
  }

  async function ended(id: string, signal: AbortSignal): Promise<void> {
    const begun = clock.monotonic();
    for (;;) {
      const answer = await client.send({ method: "GET", path: `api/v1/jobs/${id}` }, signal);
      refuseRefused(client, answer);
      const job = objectOf(answer.json);
      const status = cleanText(job["Status"] ?? job["status"]).toLowerCase();
      if (status === "ok") return;
      if (status === "failed")
        throw mapsFailed(client, "could not do the job. Look into its log, or run the task again.", { passing: true });
      if (status === "") throw notAsDue(client, answer);
      if (clock.monotonic() - begun > (maxMinutes + 1) * 60_000) {
        throw mapsFailed(
          client,
          `has not ended the job after ${maxMinutes} minutes. Look into its log, or give it more with maxMinutes.`,
          {
            timeoutMs: maxMinutes * 60_000,
          },
        );
      }
      await clock.sleep(pollSeconds * 1000, signal);
    }
  }

  async function download(id: string, signal: AbortSignal): Promise<readonly Place[]> {
    const answer = await client.send({ method: "GET", path: `api/v1/jobs/${id}/download`, as: "text" }, signal);
    refuseRefused(client, answer);
    const { text = "" } = answer;
    const lines = text.split("\n", 2);
    // A job that found nothing leaves a head without rows, or nothing at all.
    if (text.trim() === "" || (lines[1] ?? "").trim() === "") return [];
    const saved = savedPlaces(text);
    if (saved === undefined || /^\s*</.test(text)) throw notAsDue(client, answer);
    return saved.places.map(({ query: _query, ...place }) => place);
  }

  /** A job that nobody waits for any more. */
  async function drop(id: string): Promise<void> {
    try {
      await client.send({ method: "DELETE", path: `api/v1/jobs/${id}`, as: "text" }, AbortSignal.timeout(5000));
    } catch (error) {
      if (!ScriptoriumError.is(error) && !(error instanceof Error && error.name === "TimeoutError")) throw error;
    }
  }

  return {
    async places(query, given) {
      const { limit, reviews = 0, signal } = given;
      signal.throwIfAborted();
      const id = await create(query, given);
      try {
        await ended(id, signal);
      } catch (error) {
        await drop(id);
        throw error;
      }
      const found = await download(id, signal);
      // It looks at the map around the middle and takes what it sees there.
      const inside = query.box === undefined ? found : found.filter((place) => isInBox(place, query.box!));
      const places = inside.map(({ reviews: said, ...place }) =>
        reviews > 0 && said ? { ...place, reviews: said.slice(0, reviews) } : place,
      );
      return {
        places: places.slice(0, limit),
        source: name,
        ...(query.box === undefined ? {} : { box: query.box }),
        capped: found.length >= MOST || places.length > limit,
        attribution: "Google Maps",
      };
    },
    sources: () => [{ name, title: "google-maps-scraper", knowsRatings: true }],
    async probe(signal) {
      const answer = await client.send({ method: "GET", path: "api/v1/jobs" }, signal);
      refuseRefused(client, answer);
      if (answer.json !== null && !Array.isArray(answer.json)) throw notAsDue(client, answer);
      return "google-maps-scraper answers.";
    },
  };
}

function jobOf(
  { what, where, nearby, box, around }: PlaceQuery,
  { limit, language = "en", zoom }: PlaceOptions,
  maxMinutes: number,
) {
  const middle = box === undefined ? around : middleOf(box);
  const size = box === undefined ? undefined : sizeOf(box);
  const radius = size === undefined ? (around?.radius ?? nearby ?? 10_000) : Math.hypot(size.height, size.width) / 2;
  const keyword = where === undefined ? what : `${what} ${nearby === undefined ? "in" : "near"} ${where}`;
  return {
    name: keyword,
    keywords: [keyword],
    lang: language,
    zoom: zoom ?? zoomFor(radius),
    lat: middle === undefined ? "" : String(middle.latitude),
    lon: middle === undefined ? "" : String(middle.longitude),
    fast_mode: false,
    radius: Math.ceil(radius),
    depth: Math.max(1, Math.ceil(Math.min(limit, MOST) / PLACES_A_SCROLL)),
    email: false,
    // In seconds.
    max_time: maxMinutes * 60,
    proxies: [],
  };
}

/** The zoom at which a window shows about the circle. */
function zoomFor(radius: number): number {
  return Math.max(10, Math.min(18, Math.round(Math.log2(40_000_000 / Math.max(200, radius)))));
}
