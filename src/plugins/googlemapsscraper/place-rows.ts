import { htmlText } from "../../engines/pages/feeds/html-text.js";
import { isInBox, mailAddresses, metresBetween, plusCode } from "../../engines/places/index.js";
import type { JsonObject, Place, PlaceAnswer, PlaceQuery } from "../../kernel/index.js";
import type { PlaceRow } from "./columns.js";
import { COLUMNS } from "./columns.js";
import { isOfRole } from "./mail-roles.js";
import type { MapsScraperOptions } from "./options.js";

export interface RowFacts {
  readonly query: string;
  readonly source: string;
  /** ISO 8601. */
  readonly fetchedAt: string;
  readonly emails: readonly string[];
}

/** The row of a place. */
export function rowOf(place: Place, { query, source, fetchedAt, emails }: RowFacts): PlaceRow {
  const text = (value: string | undefined) => value ?? "";
  return {
    query,
    title: place.name,
    category: text(place.category),
    address: text(place.address),
    street: text(place.street),
    city: text(place.city),
    state: text(place.state),
    postalCode: text(place.postalCode),
    country: text(place.country),
    phone: text(place.phone),
    website: text(place.website),
    rating: place.rating ?? "",
    reviewCount: place.reviewCount ?? "",
    priceRange: text(place.priceRange),
    hours: text(place.hours),
    status: text(place.status),
    latitude: rounded(place.latitude),
    longitude: rounded(place.longitude),
    plusCode: place.plusCode ?? plusCode(place),
    placeId: place.id,
    cid: text(place.cid),
    link: text(place.link),
    thumbnail: text(place.thumbnail),
    images: [...(place.images ?? [])],
    description: unmarked(text(place.description)),
    owner: text(place.owner),
    menu: text(place.menu),
    reservations: text(place.reservations),
    orderOnline: text(place.orderOnline),
    timezone: text(place.timezone),
    reviews: (place.reviews ?? []).map((review) => ({ ...review, text: unmarked(review.text) })),
    emails: [...emails],
    source,
    fetchedAt,
  };
}

/** The row of a line that could not be done, or not to its end. */
export function failureRow(query: string, message: string): JsonObject {
  return { ...Object.fromEntries(COLUMNS.map((name) => [name, ""])), query, error: message };
}

/** The address that the source itself gives, where the task may have it. */
export function emailsOf({ email }: Place, { personalData }: Pick<MapsScraperOptions, "personalData">): string[] {
  return mailAddresses(email).filter((one) => personalData || isOfRole(one));
}

/** The first field of the task that leaves a place out; undefined where all let it pass. */
export function failedFilter(place: Place, options: MapsScraperOptions): keyof MapsScraperOptions | undefined {
  const { minRating, minReviews, openOnly, hasWebsite } = options;
  if (minRating > 0 && (place.rating ?? 0) < minRating) return "minRating";
  if (minReviews > 0 && (place.reviewCount ?? 0) < minReviews) return "minReviews";
  if (openOnly && (place.status === "closed" || place.status === "closed-temporarily")) return "openOnly";
  const isFitting = hasWebsite === "any" || (place.website !== undefined) === (hasWebsite === "yes");
  return isFitting ? undefined : "hasWebsite";
}

/** Whether a place is in the area that was asked for, as far as that is known. */
export function isInArea(place: Place, query: PlaceQuery, answer: Pick<PlaceAnswer, "box">): boolean {
  const { around, box } = query;
  if (around !== undefined && metresBetween(place, around) > around.radius) return false;
  if (box !== undefined && !isInBox(place, box)) return false;
  return answer.box === undefined || isInBox(place, answer.box);
}

const MARKUP =
  /<\/?(?:a|b|br|div|em|font|h[1-6]|i|img|li|ol|p|small|span|strong|u|ul)(?:\s[^<>]*)?\/?>|&(?:amp|lt|gt|quot|nbsp|#\d+);/i;

/** The text of what some sources mark up as HTML. */
function unmarked(text: string): string {
  return MARKUP.test(text) ? htmlText(text) : text;
}

/** More digits than seven say nothing. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}
