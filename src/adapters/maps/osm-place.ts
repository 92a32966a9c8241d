import {
  cleanText,
  isPosition,
  labelOfTag,
  mailAddresses,
  numberOf,
  phoneNumbers,
  plusCode,
  webAddress,
} from "../../engines/places/index.js";
import type { Place } from "../../kernel/index.js";
import { objectOf } from "../network/answer-members.js";
import { known } from "./service.js";

/** Keys that say what a place is, the ones that say most first. */
const MAIN = [
  "shop",
  "craft",
  "healthcare",
  "office",
  "amenity",
  "tourism",
  "leisure",
  "club",
  "historic",
  "railway",
  "aeroway",
  "highway",
  "man_made",
];
/** Countries that write the number in front of the street. */
const NUMBER_FIRST: ReadonlySet<string> = new Set([
  "US",
  "GB",
  "CA",
  "AU",
  "NZ",
  "IE",
  "FR",
  "IN",
  "ZA",
  "SG",
  "HK",
  "PH",
  "LU",
]);
/** Countries that write the postal code behind the town. */
const CODE_LAST: ReadonlySet<string> = new Set(["US", "GB", "CA", "AU", "NZ", "IE", "IN", "ZA", "SG"]);

export interface OsmReading {
  readonly language: string;
  /** ISO 3166-1 in capitals, of the area; empty where it is not known. */
  readonly country: string;
  /** What a place without a name is called; undefined leaves it out. */
  readonly unnamed?: string;
  /** Of the date. */
  readonly today: string;
}

/** A place out of an element; undefined for one without a name or a position. */
export function osmPlace(element: Readonly<Record<string, unknown>>, reading: OsmReading): Place | undefined {
  const tags = textsOf(element["tags"]);
  const center = objectOf(element["center"]);
  const latitude = numberOf(element["lat"] ?? center["lat"]);
  const longitude = numberOf(element["lon"] ?? center["lon"]);
  if (latitude === undefined || longitude === undefined || !isPosition(latitude, longitude)) return undefined;
  const name =
    tags["name"] || tags[`name:${reading.language}`] || tags["brand"] || tags["operator"] || reading.unnamed || "";
  const id = `${cleanText(element["type"])}/${cleanText(element["id"])}`;
  if (name === "" || !/^(?:node|way|relation)\/\d+$/.test(id)) return undefined;
  return osmPlaceOf({ id, name, latitude, longitude, tags }, reading);
}

/** A place out of its tags. */
export function osmPlaceOf(
  place: {
    readonly id: string;
    readonly name: string;
    readonly latitude: number;
    readonly longitude: number;
    readonly tags: Readonly<Record<string, string>>;
  },
  { language, country: areaCountry, today }: OsmReading,
): Place {
  const { tags, id, name, latitude, longitude } = place;
  const first = (...keys: readonly string[]) => keys.map((key) => tags[key] ?? "").find((text) => text !== "") ?? "";
  const country = (/^[a-z]{2}$/i.test(tags["addr:country"] ?? "") ? tags["addr:country"]! : areaCountry).toUpperCase();
  const parts = {
    street: streetOf(tags, country),
    city: first("addr:city", "addr:town", "addr:village", "addr:municipality", "addr:suburb", "contact:city"),
    state: first("addr:state", "addr:province"),
    postalCode: first("addr:postcode", "contact:postcode"),
  };
  const [email = ""] = mailAddresses(tags["email"], tags["contact:email"]);
  const image = webAddress(tags["image"]);
  const status = statusOf(tags, today);
  return {
    ...{ id, name, latitude, longitude },
    ...known({
      category: categoryOf(tags),
      address: tags["addr:full"] || addressOf(parts, country),
      ...parts,
      country,
      phone: phoneNumbers(
        tags["phone"],
        tags["contact:phone"],
        tags["mobile"],
        tags["contact:mobile"],
        tags["phone:mobile"],
      ),
      website: webAddress(first("website", "contact:website", "url", "contact:url")),
      email,
      hours: cleanText(first("opening_hours"), 1000),
      description: cleanText(first(`description:${language}`, "description"), 2000),
      owner: tags["operator"] ?? "",
      menu: webAddress(first("website:menu", "menu:url", "menu")),
      reservations: webAddress(first("website:reservation", "reservation:website", "website:booking")),
      orderOnline: webAddress(first("website:orders", "website:order")),
      thumbnail: image,
    }),
    ...(image === "" ? {} : { images: [image] }),
    ...(status === undefined ? {} : { status }),
    plusCode: plusCode({ latitude, longitude }),
    link: `https://www.openstreetmap.org/${id}`,
  };
}

function categoryOf(tags: Readonly<Record<string, string>>): string {
  const key =
    MAIN.find((one) => tags[one] !== undefined && tags[one] !== "yes" && tags[one] !== "no") ??
    MAIN.find((one) => tags[one] !== undefined);
  if (key === undefined) return "";
  const [value = ""] = tags[key]!.split(/\s*;\s*/);
  const kind = labelOfTag(key, value) ?? (value === "yes" ? key : value).replaceAll("_", " ");
  const [cuisine = ""] = (tags["cuisine"] ?? "").split(/\s*[;,]\s*/);
  return kind === "restaurant" && cuisine !== "" ? `${cuisine.replaceAll("_", " ")} restaurant` : kind;
}

function streetOf(tags: Readonly<Record<string, string>>, country: string): string {
  const street = tags["addr:street"] || tags["contact:street"] || tags["addr:place"] || tags["addr:hamlet"] || "";
  const number = tags["addr:housenumber"] || tags["contact:housenumber"] || "";
  const unit = tags["addr:unit"] ? `, ${/^\d/.test(tags["addr:unit"]) ? "Unit " : ""}${tags["addr:unit"]}` : "";
  if (street === "") return "";
  if (number === "") return street;
  return NUMBER_FIRST.has(country) ? `${number} ${street}${unit}` : `${street} ${number}${unit}`;
}

function addressOf(
  {
    street,
    city,
    state,
    postalCode,
  }: { readonly street: string; readonly city: string; readonly state: string; readonly postalCode: string },
  country: string,
): string {
  const filled = (parts: readonly string[], by: string) => parts.filter((part) => part !== "").join(by);
  const town = CODE_LAST.has(country)
    ? filled([city, filled([state, postalCode], " ")], ", ")
    : filled(
        [filled([postalCode, city], " "), country === "DE" || country === "FR" || country === "AT" ? "" : state],
        ", ",
      );
  // A postal code or a state alone is no address.
  return street === "" && city === "" ? "" : filled([street, town], ", ");
}

/** What the map says of a place that is given up; of others it says nothing. */
function statusOf(tags: Readonly<Record<string, string>>, today: string): Place["status"] | undefined {
  const ended = tags["end_date"];
  if (ended !== undefined && /^\d{4}/.test(ended) && ended < today.slice(0, ended.length)) return "closed";
  if (tags["disused"] === "yes" || tags["abandoned"] === "yes" || tags["shop"] === "vacant") return "closed";
  const hours = tags["opening_hours"] ?? "";
  if (/permanent/i.test(hours)) return "closed";
  return /^(?:off|closed)\b/i.test(hours) ? "closed-temporarily" : undefined;
}

function textsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(objectOf(value)).flatMap(([key, text]) => {
      const clean = cleanText(text, 2000);
      return clean === "" ? [] : [[key, clean]];
    }),
  );
}
