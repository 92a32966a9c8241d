import { cleanText, isPosition, numberOf, phoneNumbers, webAddress } from "../../engines/places/index.js";
import type { Place } from "../../kernel/index.js";
import { objectOf, objectsIn } from "../network/answer-members.js";
import { known } from "./service.js";

/** What is asked for of each place. Its price is that of the dearest of them. */
export const PLACE_FIELDS = [
  "id",
  "displayName",
  "primaryTypeDisplayName",
  "primaryType",
  "formattedAddress",
  "addressComponents",
  "location",
  "plusCode",
  "internationalPhoneNumber",
  "nationalPhoneNumber",
  "websiteUri",
  "rating",
  "userRatingCount",
  "priceLevel",
  "regularOpeningHours.weekdayDescriptions",
  "businessStatus",
  "googleMapsUri",
  "timeZone",
  "editorialSummary",
];

const PRICES: Readonly<Record<string, string>> = {
  PRICE_LEVEL_FREE: "free",
  PRICE_LEVEL_INEXPENSIVE: "$",
  PRICE_LEVEL_MODERATE: "$$",
  PRICE_LEVEL_EXPENSIVE: "$$$",
  PRICE_LEVEL_VERY_EXPENSIVE: "$$$$",
};
const STATUSES: Readonly<Record<string, Place["status"]>> = {
  OPERATIONAL: "open",
  CLOSED_TEMPORARILY: "closed-temporarily",
  CLOSED_PERMANENTLY: "closed",
};

/** A place out of an answer of Places API; undefined for one without an id, a name or a position. */
export function googlePlace(entry: Readonly<Record<string, unknown>>, reviews: number): Place | undefined {
  const location = objectOf(entry["location"]);
  const [latitude, longitude] = [numberOf(location["latitude"]), numberOf(location["longitude"])];
  const name = textAt(entry, "displayName");
  const id = cleanText(entry["id"]);
  if (id === "" || name === "" || latitude === undefined || longitude === undefined || !isPosition(latitude, longitude))
    return undefined;
  const part = partsOf(entry["addressComponents"]);
  const link = webAddress(entry["googleMapsUri"]);
  const rating = numberOf(entry["rating"]);
  const reviewCount = numberOf(entry["userRatingCount"]);
  const status = STATUSES[cleanText(entry["businessStatus"])];
  const days = objectOf(entry["regularOpeningHours"])["weekdayDescriptions"];
  const said = reviewsOf(entry["reviews"]).slice(0, reviews);
  const [route, number] = [part("route"), part("street_number")];
  const formatted = cleanText(entry["formattedAddress"]);
  return {
    ...{ id, name, latitude, longitude },
    ...known({
      category: textAt(entry, "primaryTypeDisplayName") || cleanText(entry["primaryType"]).replaceAll("_", " "),
      address: formatted,
      street:
        number === "" || formatted.includes(`${route} ${number}`)
          ? `${route} ${number}`.trim()
          : `${number} ${route}`.trim(),
      city: part("locality") || part("postal_town") || part("administrative_area_level_3"),
      state: part("administrative_area_level_1", "shortText"),
      postalCode: part("postal_code"),
      country: part("country", "shortText"),
      phone: phoneNumbers(entry["internationalPhoneNumber"] ?? entry["nationalPhoneNumber"]),
      website: webAddress(entry["websiteUri"]),
      priceRange: PRICES[cleanText(entry["priceLevel"])] ?? "",
      hours: Array.isArray(days) ? cleanText(days.map((day) => cleanText(day)).join("; "), 1000) : "",
      plusCode: cleanText(objectOf(entry["plusCode"])["globalCode"]),
      cid: link === "" ? "" : (new URL(link).searchParams.get("cid") ?? ""),
      link,
      description: textAt(entry, "editorialSummary"),
      timezone: cleanText(objectOf(entry["timeZone"])["id"]),
    }),
    ...(rating === undefined ? {} : { rating }),
    ...(reviewCount === undefined ? {} : { reviewCount }),
    ...(status === undefined ? {} : { status }),
    ...(said.length === 0 ? {} : { reviews: said }),
  };
}

function partsOf(components: unknown): (type: string, form?: "longText" | "shortText") => string {
  const parts = objectsIn(components);
  return (type, form = "longText") => {
    const found = parts.find(({ types }) => Array.isArray(types) && types.includes(type));
    return cleanText(found?.[form] ?? found?.["longText"]);
  };
}

function reviewsOf(value: unknown): NonNullable<Place["reviews"]> {
  return objectsIn(value).flatMap((review) => {
    const text = cleanText(objectOf(review["originalText"])["text"] ?? objectOf(review["text"])["text"], 5000);
    if (text === "") return [];
    const rating = numberOf(review["rating"]);
    const more = known({
      author: cleanText(objectOf(review["authorAttribution"])["displayName"]),
      date: cleanText(review["publishTime"]).slice(0, 10),
    });
    return [{ text, ...more, ...(rating === undefined ? {} : { rating }) }];
  });
}

function textAt(entry: Readonly<Record<string, unknown>>, name: string): string {
  return cleanText(objectOf(entry[name])["text"], 2000);
}
