import { afterEach, describe, expect, it } from "vitest";
import { googleError, googleService } from "../../../test/doubles/maps-services.js";
import { ownError } from "../../../test/own-error.js";
import { systemClock } from "../../kernel/index.js";
import { createGooglePlaces } from "./google-places.js";

const DENVER = {
  viewport: { low: { latitude: 39.6, longitude: -105.1 }, high: { latitude: 39.9, longitude: -104.6 } },
  formattedAddress: "Denver, CO, USA",
};
const place = (index: number) => ({
  id: `ChIJ${index}`,
  displayName: { text: `Plumber ${index}`, languageCode: "en" },
  location: { latitude: 39.7 + index / 10_000, longitude: -105 },
});
const FULL = {
  ...place(0),
  primaryTypeDisplayName: { text: "Plumber" },
  formattedAddress: "5 Main St, Denver, CO 80202, USA",
  addressComponents: [
    { longText: "5", shortText: "5", types: ["street_number"] },
    { longText: "Main Street", shortText: "Main St", types: ["route"] },
    { longText: "Denver", shortText: "Denver", types: ["locality", "political"] },
    { longText: "Colorado", shortText: "CO", types: ["administrative_area_level_1"] },
    { longText: "United States", shortText: "US", types: ["country"] },
    { longText: "80202", shortText: "80202", types: ["postal_code"] },
  ],
  plusCode: { globalCode: "85FQP222+22" },
  internationalPhoneNumber: "+1 303-555-0101",
  websiteUri: "http://acme.test/",
  rating: 4.6,
  userRatingCount: 87,
  priceLevel: "PRICE_LEVEL_MODERATE",
  regularOpeningHours: { weekdayDescriptions: ["Monday: 8:00 AM – 5:00 PM", "Tuesday: Closed"] },
  businessStatus: "OPERATIONAL",
  googleMapsUri: "https://maps.google.com/?cid=123456",
  timeZone: { id: "America/Denver" },
  editorialSummary: { text: "Pipes." },
  reviews: [
    {
      rating: 5,
      originalText: { text: "Quick." },
      authorAttribution: { displayName: "A. B." },
      publishTime: "2026-01-02T03:04:05Z",
    },
    { rating: 1, text: { text: "Slow." } },
  ],
};

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function world(
  places = [FULL, ...Array.from({ length: 99 }, (_, index) => place(index + 1))],
  apiKey = "good-key",
) {
  const service = await googleService(places, { denver: DENVER });
  open.push(() => service.close());
  const google = createGooglePlaces({ url: service.address, apiKey, clock: systemClock, wait: async () => {} });
  return { service, google };
}
const calm = { limit: 60, signal: new AbortController().signal };

describe("Google Places", () => {
  it("is asked page by page within the area, as far as it goes, with the key in a header", async () => {
    const { google, service } = await world();
    const { places, capped, box } = await google.places(
      { what: "plumbers", where: "Denver" },
      { ...calm, limit: 200, country: "us" },
    );
    expect([places.length, capped]).toEqual([60, true]);
    expect(box).toEqual({ south: 39.6, west: -105.1, north: 39.9, east: -104.6 });
    expect(service.asked.map(({ textQuery, pageToken }) => [textQuery, pageToken])).toEqual([
      ["Denver", undefined],
      ["plumbers in Denver", undefined],
      ["plumbers in Denver", "t20"],
      ["plumbers in Denver", "t40"],
    ]);
    expect(service.asked[1]).toMatchObject({
      ...{ languageCode: "en", regionCode: "US", pageSize: 20 },
      locationRestriction: {
        rectangle: { low: { latitude: 39.6, longitude: -105.1 }, high: { latitude: 39.9, longitude: -104.6 } },
      },
    });
    const [, second] = service.requests;
    expect(second!.path).toBe("/v1/places:searchText");
    expect(second!.headers["x-goog-fieldmask"]).toMatch(/^places\.id,places\.displayName,.*,nextPageToken$/);
    expect(second!.headers["x-goog-fieldmask"]).not.toContain("reviews");
  });

  it("gives what it knows of a place", async () => {
    const { google } = await world();
    const { places } = await google.places({ what: "plumbers", where: "Denver" }, { ...calm, limit: 1, reviews: 1 });
    expect(places[0]).toEqual({
      ...{ id: "ChIJ0", name: "Plumber 0", latitude: 39.7, longitude: -105, category: "Plumber" },
      ...{ address: "5 Main St, Denver, CO 80202, USA", street: "5 Main Street", city: "Denver", state: "CO" },
      ...{ postalCode: "80202", country: "US", phone: "+1 303 555 0101", website: "http://acme.test/" },
      ...{ rating: 4.6, reviewCount: 87, priceRange: "$$", hours: "Monday: 8:00 AM – 5:00 PM; Tuesday: Closed" },
      ...{ status: "open", plusCode: "85FQP222+22", cid: "123456", link: "https://maps.google.com/?cid=123456" },
      ...{ description: "Pipes.", timezone: "America/Denver" },
      reviews: [{ text: "Quick.", author: "A. B.", date: "2026-01-02", rating: 5 }],
    });
  });

  it("asks for the area of a name once, and refuses one that is not there", async () => {
    const { google, service } = await world();
    await google.places({ what: "a", where: "Denver" }, { ...calm, limit: 1 });
    await google.places({ what: "b", where: "Denver" }, { ...calm, limit: 1 });
    expect(service.asked.filter(({ textQuery }) => textQuery === "Denver")).toHaveLength(1);
    const error = await ownError(google.places({ what: "a", where: "Atlantis" }, calm));
    expect([error.code, error.facts["area"]]).toEqual(["bad-input", "Atlantis"]);
  });

  it("leaves out entries that are no places", async () => {
    const { google } = await world([
      { ...place(1), displayName: {} as never },
      { ...place(2), id: "" },
      place(3),
    ] as never);
    expect((await google.places({ what: "a", where: "Denver" }, calm)).places).toMatchObject([{ id: "ChIJ3" }]);
  });
});

describe("what Google refuses", () => {
  it("for a wrong key is auth, without the key in the message", async () => {
    const { google } = await world(undefined, "wrong-key");
    const error = await ownError(google.places({ what: "a", where: "Denver" }, calm));
    expect(error.code).toBe("auth");
    expect(JSON.stringify([error.message, error.facts])).not.toContain("wrong-key");
  });

  it.each([
    [
      403,
      "PERMISSION_DENIED",
      "Places API (New) has not been used in project 1 before or it is disabled.",
      "auth",
      "Places API (New) is not on",
    ],
    [403, "REQUEST_DENIED", "You must enable Billing on the Google Cloud Project.", "auth", "billing is not on"],
    [
      429,
      "RESOURCE_EXHAUSTED",
      "Quota exceeded for quota metric 'SearchTextRequest' and limit 'SearchTextRequest per day'",
      "quota",
      "no questions left",
    ],
    [
      429,
      "RESOURCE_EXHAUSTED",
      "Quota exceeded for quota metric 'SearchTextRequest' and limit 'SearchTextRequest per minute'",
      "rate-limited",
      "too many requests",
    ],
    [400, "INVALID_ARGUMENT", "Invalid language code.", "MAPS_FAILED", "Invalid language code."],
    [500, "INTERNAL", "Oops", "MAPS_FAILED", "status 500"],
  ])("with %i %s is reported: %s", async (status, word, message, code, says) => {
    const { google, service } = await world();
    service.instead = (_request, response) => googleError(response, status, word, message);
    const error = await ownError(google.places({ what: "a", where: "Denver" }, calm));
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(says)]);
  });

  it("is waited for where it says how long", async () => {
    const { google, service } = await world();
    let refusals = 1;
    service.instead = (_request, response) => {
      if (refusals === 0) return false;
      refusals -= 1;
      response.setHeader("retry-after", "1");
      return googleError(response, 429, "RESOURCE_EXHAUSTED", "limit 'per minute'");
    };
    expect((await google.places({ what: "a", where: "Denver" }, { ...calm, limit: 1 })).places).toHaveLength(1);
  });

  it("may be no answer of Google's at all", async () => {
    const { google, service } = await world();
    service.instead = (_request, response) => Boolean(response.end("<html>Sign in</html>"));
    expect((await ownError(google.places({ what: "a", where: "Denver" }, calm))).message).toContain("is not JSON");
    service.instead = (_request, response) => Boolean(response.end("[]"));
    expect((await ownError(google.places({ what: "a", where: "Denver" }, calm))).message).toContain("holds no places");
  });
});

it("a probe costs nothing: it asks for ids alone", async () => {
  const { google, service } = await world();
  expect(await google.probe(calm.signal)).toBe("Google Places answers, and takes the key.");
  expect(service.requests[0]!.headers["x-goog-fieldmask"]).toBe("places.id");
});
