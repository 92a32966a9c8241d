import type { IncomingMessage, ServerResponse } from "node:http";
import { text as bodyOf } from "node:stream/consumers";
import { type Loopback, serveHttp } from "./loopback.js";

type Tags = Readonly<Record<string, string>>;

export interface OsmElement {
  readonly type: "node" | "way" | "relation";
  readonly id: number;
  readonly lat: number;
  readonly lon: number;
  readonly tags: Tags;
}

export interface OsmArea {
  readonly id: number;
  readonly type?: "node" | "way" | "relation";
  readonly name: string;
  readonly title: string;
  /** South, north, west, east. */
  readonly box: readonly [number, number, number, number];
  readonly country: string;
  readonly importance?: number;
  readonly category?: string;
}

export interface OsmService extends Loopback {
  readonly nominatim: string;
  readonly overpass: string;
  /** Path with query, or the question, of every request in its order. */
  readonly asked: string[];
  readonly userAgents: Set<string>;
  /** Answers instead of the service, where it returns true. */
  instead: (path: string, question: string, response: ServerResponse, request: IncomingMessage) => boolean;
}

/** Speaks as Nominatim and as an Overpass API over these areas and elements. */
export async function osmService(areas: readonly OsmArea[], elements: readonly OsmElement[]): Promise<OsmService> {
  const asked: string[] = [];
  const userAgents = new Set<string>();
  const server = await serveHttp(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://osm.test");
    const question =
      url.pathname === "/api/interpreter" ? (new URLSearchParams(await bodyOf(request)).get("data") ?? "") : "";
    asked.push(question === "" ? `${url.pathname}${url.search}` : question);
    userAgents.add(request.headers["user-agent"] ?? "");
    if (service.instead(url.pathname, question, response, request)) return;
    if (url.pathname === "/nominatim/search") json(response, found(url.searchParams, areas, elements));
    else if (url.pathname === "/nominatim/reverse") json(response, countryAt(url.searchParams, areas));
    else if (url.pathname === "/nominatim/status") json(response, { status: 0, message: "OK" });
    else if (url.pathname === "/api/status")
      response.end("Rate limit: 2\n2 slots available now.\nCurrently running queries:\n");
    else if (url.pathname === "/api/interpreter") interpreted(question, areas, elements, response);
    else response.writeHead(404).end("<html>Not found</html>");
  });
  const service: OsmService = {
    ...server,
    nominatim: `${server.url}/nominatim/`,
    overpass: `${server.url}/api/`,
    asked,
    userAgents,
    instead: () => false,
  };
  return service;
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

function found(query: URLSearchParams, areas: readonly OsmArea[], elements: readonly OsmElement[]): object[] {
  const q = (query.get("q") ?? "").toLowerCase();
  const limit = Number(query.get("limit") ?? "10");
  const viewbox = query.get("viewbox")?.split(",").map(Number);
  if (viewbox !== undefined) {
    const [west = 0, north = 0, east = 0, south = 0] = viewbox;
    return elements
      .filter(
        ({ lat, lon, tags }) =>
          lat >= south && lat <= north && lon >= west && lon <= east && words(tags["name"] ?? "").includes(q),
      )
      .slice(0, limit)
      .map((element) => placeOf(element));
  }
  const countries = query.get("countrycodes")?.split(",");
  return areas
    .filter(
      ({ name, title, country }) =>
        (q === name.toLowerCase() || words(title).startsWith(words(q))) &&
        (countries === undefined || countries.includes(country)),
    )
    .sort((a, b) => (b.importance ?? 0.5) - (a.importance ?? 0.5))
    .slice(0, limit)
    .map(({ id, type = "relation", name, title, box, country, importance = 0.5, category = "boundary" }) => ({
      ...{ place_id: id, licence: "Data © OpenStreetMap contributors, ODbL 1.0.", osm_type: type, osm_id: id },
      ...{ lat: String((box[0] + box[1]) / 2), lon: String((box[2] + box[3]) / 2), category, type: "administrative" },
      ...{
        importance,
        name,
        display_name: title,
        address: { city: name, country_code: country },
        boundingbox: box.map(String),
      },
    }));
}

function countryAt(query: URLSearchParams, areas: readonly OsmArea[]): object {
  const [lat, lon] = [Number(query.get("lat")), Number(query.get("lon"))];
  const area = areas.find(({ box }) => lat >= box[0] && lat <= box[1] && lon >= box[2] && lon <= box[3]);
  return area === undefined ? { error: "Unable to geocode" } : { address: { country_code: area.country } };
}

const words = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

function placeOf({ type, id, lat, lon, tags }: OsmElement): object {
  const key = ["shop", "amenity", "craft", "office", "tourism"].find((one) => tags[one] !== undefined) ?? "place";
  return {
    ...{
      place_id: id,
      osm_type: type,
      osm_id: id,
      lat: String(lat),
      lon: String(lon),
      category: key,
      type: tags[key] ?? "",
    },
    ...{
      name: tags["name"],
      display_name: tags["name"],
      importance: 0.1,
      boundingbox: [lat, lat, lon, lon].map(String),
    },
    ...{ address: { road: tags["addr:street"], city: tags["addr:city"] }, extratags: { phone: tags["phone"] } },
  };
}

/** As much of Overpass QL as is asked: settings, one area, a union of nwr statements, and out center. */
function interpreted(
  question: string,
  areas: readonly OsmArea[],
  elements: readonly OsmElement[],
  response: ServerResponse,
): void {
  const whole =
    /^\[out:json\]\[timeout:\d+\]\[maxsize:\d+\];(?:area\((\d+)\)->\.a;)?\(((?:nwr(?:\[(?:[^\]"]|"(?:[^"\\]|\\.)*")*\]|\([^)]*\))+;)+)\);out center (\d+);$/.exec(
      question,
    );
  if (whole === null) {
    response.writeHead(400, { "content-type": "text/html" }).end("<p>Error: line 1: parse error: Unknown type</p>");
    return;
  }
  const [, areaId, statements = "", limit] = whole;
  const area = areas.find(({ id }) => id + 3_600_000_000 === Number(areaId));
  const tests = [...statements.matchAll(/nwr((?:\[(?:[^\]"]|"(?:[^"\\]|\\.)*")*\]|\([^)]*\))+);/g)].map(([, filters]) =>
    [...filters!.matchAll(/\[((?:[^\]"]|"(?:[^"\\]|\\.)*")*)\]|\(([^)]*)\)/g)].map(([, tag, place]) =>
      tag === undefined ? placeTest(place!, area) : tagTest(tag),
    ),
  );
  const fitting = elements
    .filter((element) => tests.some((filters) => filters.every((test) => test(element))))
    .slice(0, Number(limit))
    .map(({ lat, lon, ...element }) =>
      element.type === "node" ? { ...element, lat, lon } : { ...element, center: { lat, lon }, nodes: [1, 2, 3] },
    );
  json(response, { version: 0.6, generator: "Overpass API", osm3s: { copyright: "ODbL" }, elements: fitting });
}

type Test = (element: OsmElement) => boolean;

function tagTest(text: string): Test {
  const parts = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, one]) => one!.replace(/\\(.)/g, "$1"));
  const [first = "", second] = parts;
  if (text.startsWith("~")) {
    const [key, value] = [new RegExp(first), new RegExp(second!)];
    return ({ tags }) => Object.entries(tags).some(([name, is]) => key.test(name) && value.test(is));
  }
  if (second === undefined) return ({ tags }) => tags[first] !== undefined;
  if (text.includes('"=')) return ({ tags }) => tags[first] === second;
  const pattern = new RegExp(second, text.endsWith(",i") ? "i" : "");
  return ({ tags }) => tags[first] !== undefined && pattern.test(tags[first]);
}

function placeTest(text: string, area: OsmArea | undefined): Test {
  if (text === "area.a") {
    const [south, north, west, east] = area?.box ?? [1, 0, 1, 0];
    return ({ lat, lon }) => lat >= south && lat <= north && lon >= west && lon <= east;
  }
  const numbers = text.replace("around:", "").split(",").map(Number);
  if (text.startsWith("around:")) {
    const [radius = 0, atLat = 0, atLon = 0] = numbers;
    return ({ lat, lon }) =>
      Math.hypot((lat - atLat) * 111_320, (lon - atLon) * 111_320 * Math.cos((atLat * Math.PI) / 180)) <= radius;
  }
  const [south = 0, west = 0, north = 0, east = 0] = numbers;
  return ({ lat, lon }) => lat >= south && lat <= north && lon >= west && lon <= east;
}
