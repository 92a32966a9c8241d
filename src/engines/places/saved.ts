import type { Place } from "../../kernel/values/place.js";
import { csvRows } from "../csv-rows.js";
import { type Box, isInBox, metresBetween, type Point } from "./area.js";
import { cleanText, isPosition, mailAddresses, numberOf, phoneNumbers, webAddress } from "./values.js";

/** A place of a saved file, with the query it was found by. */
export interface SavedPlace extends Place {
  readonly query: string;
}

export interface SavedPlaces {
  readonly places: readonly SavedPlace[];
  /** Entries without a name or a position. */
  readonly unusable: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Most entries that are read of one file. */
const MOST = 200_000;

/**
 * The places of a saved file: CSV, JSON, JSON lines or GeoJSON, with the columns of our own exports or those of a
 * google-maps-scraper. Undefined for what is none of these.
 */
export function savedPlaces(text: string): SavedPlaces | undefined {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  const entries = /^[[{]/.test(trimmed) ? jsonEntries(trimmed) : csvEntries(trimmed);
  if (entries === undefined) return undefined;
  const places: SavedPlace[] = [];
  let unusable = 0;
  for (const entry of entries.slice(0, MOST)) {
    const place = placeOf(entry);
    if (place === undefined) unusable += 1;
    else places.push(place);
  }
  return { places, unusable };
}

/** What is wrong with a file that `savedPlaces` reads none from, behind its name. */
export function whyNoPlaces(text: string): string {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed === "") return "is empty";
  if (!/^[[{]/.test(trimmed)) return "holds no places";
  const isJson = parsed(trimmed) !== undefined || linesOf(trimmed) !== undefined;
  return isJson ? "holds no places" : "is no valid JSON, as if it were cut off";
}

/** The sentence on entries of a file that cannot be used. */
export function leftOutNote(count: number, file: string): string {
  return count === 1
    ? `1 entry of ${file} has no name or no position and was left out.`
    : `${count} entries of ${file} have no name or no position and were left out.`;
}

function csvEntries(text: string): Fields[] | undefined {
  const rows: Fields[] = [];
  for (const row of csvRows(text)) {
    if (rows.length === 0 && !("title" in row || "name" in row)) return undefined;
    // Our own files keep spreadsheets from taking a cell for a formula so.
    rows.push(
      Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell.replace(/^'(?=\s*[=+\-@])/, "")])),
    );
    if (rows.length >= MOST) break;
  }
  return rows.length === 0 ? undefined : rows;
}

function jsonEntries(text: string): Fields[] | undefined {
  const whole = parsed(text) ?? linesOf(text);
  const found = listIn(whole);
  if (found === undefined) return undefined;
  return found.map((one) => {
    const entry = objectOf(one);
    const position = objectOf(entry["geometry"])["coordinates"];
    if (entry["type"] !== "Feature") return entry;
    const [longitude, latitude] = Array.isArray(position) ? position : [];
    return { id: entry["id"], latitude, longitude, ...objectOf(entry["properties"]) };
  });
}

function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const holder = objectOf(value);
  for (const name of ["features", "places", "results", "rows", "items", "data"]) {
    if (Array.isArray(holder[name])) return holder[name] as unknown[];
  }
  return "title" in holder || "name" in holder ? [holder] : undefined;
}

function linesOf(text: string): unknown[] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const read = lines.map(parsed);
  return read.every((one) => one !== undefined) ? read : undefined;
}

function placeOf(entry: Fields): SavedPlace | undefined {
  const first = (...names: readonly string[]) =>
    names.map((name) => entry[name]).find((value) => cleanText(value) !== "");
  const text = (...names: readonly string[]) => cleanText(first(...names));
  const name = text("title", "name", "displayName");
  const latitude = numberOf(first("latitude", "lat"));
  // One of the two is how google-maps-scraper writes it in JSON.
  const longitude = numberOf(first("longitude", "longtitude", "lon", "lng"));
  if (name === "" || latitude === undefined || longitude === undefined || !isPosition(latitude, longitude))
    return undefined;
  const parts = objectOf(structured(entry["complete_address"]));
  const part = (own: string, theirs: string) => text(own) || cleanText(parts[theirs]);
  const link = webAddress(first("link", "url"));
  const images = listOf(entry["images"]).map((one) => webAddress(objectOf(one)["image"] ?? one));
  const [email] = mailAddresses(...listOf(entry["emails"] ?? entry["email"]));
  const reviews = reviewsOf(entry["reviews"] ?? entry["user_reviews"]);
  const texts = {
    category: text("category", "type"),
    address: text("address", "formattedAddress"),
    street: part("street", "street"),
    city: part("city", "city"),
    state: part("state", "state"),
    postalCode: part("postalCode", "postal_code") || text("postcode"),
    country: part("country", "country"),
    phone: phoneNumbers(first("phone", "telephone")),
    website: webAddress(first("website", "web_site")),
    email: email ?? "",
    priceRange: text("priceRange", "price_range"),
    hours: hoursOf(structured(entry["hours"] ?? entry["open_hours"])),
    plusCode: text("plusCode", "plus_code"),
    cid: text("cid"),
    link,
    thumbnail: webAddress(entry["thumbnail"]),
    description: cleanText(first("description", "descriptions"), 2000),
    owner: cleanText(objectOf(structured(entry["owner"]))["name"] ?? entry["owner"]).replace(/^\{.*\}$/, ""),
    menu: linkOf(entry["menu"]),
    reservations: linkOf(entry["reservations"]),
    orderOnline: linkOf(entry["orderOnline"] ?? entry["order_online"]),
    timezone: text("timezone"),
  };
  const known = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ""));
  const rating = numberOf(first("rating", "review_rating"));
  const reviewCount = numberOf(first("reviewCount", "review_count"));
  const status = statusOf(text("status"));
  return {
    query: text("query"),
    id: text("placeId", "place_id", "data_id", "id", "cid") || link || `${name}@${latitude},${longitude}`,
    ...{ name, latitude, longitude },
    ...known,
    // A source that knows ratings gives 0 for a place that nobody has rated.
    ...(rating === undefined || rating <= 0 || rating > 5 ? {} : { rating }),
    ...(reviewCount === undefined || reviewCount < 0 ? {} : { reviewCount }),
    ...(status === undefined ? {} : { status }),
    ...(images.some((one) => one !== "") ? { images: images.filter((one) => one !== "") } : {}),
    ...(reviews.length === 0 ? {} : { reviews }),
  };
}

/** "Closed ⋅ Opens 9 AM" is said of a place that is in business. */
function statusOf(text: string): SavedPlace["status"] | undefined {
  if (text === "") return undefined;
  if (/permanently|^closed$/i.test(text)) return "closed";
  return /temporar/i.test(text) ? "closed-temporarily" : "open";
}

function hoursOf(value: unknown): string {
  if (typeof value === "string") return cleanText(value, 1000);
  const days = Object.entries(objectOf(value)).map(
    ([day, times]) =>
      `${day}: ${listOf(times)
        .map((one) => cleanText(one))
        .join(", ")}`,
  );
  return cleanText(days.join("; "), 1000);
}

function linkOf(value: unknown): string {
  const [first] = listOf(value);
  return webAddress(objectOf(first)["link"] ?? (typeof first === "string" ? first : ""));
}

function reviewsOf(value: unknown): NonNullable<SavedPlace["reviews"]> {
  return listOf(value).flatMap((one) => {
    const entry = objectOf(one);
    const text = cleanText(entry["text"] ?? entry["Description"] ?? entry["description"], 5000);
    if (text === "") return [];
    const author = cleanText(entry["author"] ?? entry["Name"] ?? entry["name"]);
    const rating = numberOf(entry["rating"] ?? entry["Rating"]);
    const date = cleanText(entry["date"] ?? entry["When"] ?? entry["when"]);
    return [
      {
        text,
        ...(author === "" ? {} : { author }),
        ...(rating === undefined ? {} : { rating }),
        ...(date === "" ? {} : { date }),
      },
    ];
  });
}

/** Cells of tables hold lists as JSON, or divided by bars or commas. */
function listOf(value: unknown): readonly unknown[] {
  const read = structured(value);
  if (Array.isArray(read)) return read;
  if (typeof read === "string") return read.split(/\s*\|\s*|,\s+/).filter((one) => one.trim() !== "");
  return typeof read === "object" && read !== null ? [read] : [];
}

function structured(value: unknown): unknown {
  return typeof value === "string" && /^\s*[[{]/.test(value) ? (parsed(value) ?? value) : value;
}

function objectOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What is looked for among saved places; `what` may be `*` for all. */
export interface SavedQuestion {
  readonly what: string;
  readonly where?: string;
  readonly box?: Box;
  readonly around?: Point & { readonly radius: number };
}

/** The saved places that a question means, in their order. */
export function placesMeant(
  places: readonly SavedPlace[],
  { what, where = "", box, around }: SavedQuestion,
): SavedPlace[] {
  return places.filter((place) => {
    if (box !== undefined && !isInBox(place, box)) return false;
    if (around !== undefined && metresBetween(place, around) > around.radius) return false;
    return isMeant(place, what, where);
  });
}

/** By the query it was saved with, or by its words. */
function isMeant(place: SavedPlace, what: string, where: string): boolean {
  const asked = [what, where].filter((part) => part !== "");
  if (place.query !== "" && wordsOf(place.query).join(" ") === wordsOf(asked.join(" ")).join(" ")) return true;
  const about = wordsOf([place.name, place.category, place.description, place.query].join(" "));
  const around = wordsOf(
    [place.address, place.city, place.state, place.postalCode, place.country, place.query].join(" "),
  );
  const isAll = what === "*" || wordsOf(what).every((word) => about.includes(word));
  return isAll && wordsOf(where).every((word) => around.includes(word));
}

const LITTLE: ReadonlySet<string> = new Set(["in", "near", "around", "at", "the", "bei", "a", "en", "de"]);

function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !LITTLE.has(word))
    .map((word) => (word.length > 3 ? word.replace(/ies$/, "y").replace(/([^s])s$/, "$1") : word));
}
