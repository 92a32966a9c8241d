import { z } from "zod";
import { SAVED_PLACES } from "../../engines/places/saved-title.js";
import { defineProviderKind } from "../../kernel/index.js";

const osm = defineProviderKind({
  port: "maps",
  kind: "osm",
  title: "OpenStreetMap",
  key: "none",
  address: "none",
  facts: { knowsRatings: false },
  options: z.strictObject({
    nominatim: z.string().default("").describe("Address of a Nominatim server; the public one when empty."),
    overpass: z.string().default("").describe("Address of an Overpass API; the public one when empty."),
    slots: z.int().min(1).max(16).default(1).describe("Questions to Overpass at once; the public server gives two."),
    timeoutSeconds: z.int().min(1).max(900).default(60).describe("For one question to Overpass."),
    maxMegabytes: z.int().min(1).max(8192).default(256).describe("Memory that Overpass may take for one question."),
    waitSeconds: z.int().min(0).max(3600).default(120).describe("Longest wait for a slot of Overpass."),
  }),
  async open({ name, options: { nominatim, overpass, slots, ...limits } }, { clock, userAgent, folder }) {
    const { createOsm, PUBLIC_OVERPASS } = await import("./osm.js");
    const isPublic = overpass === "" || URL.parse(overpass)?.hostname === new URL(PUBLIC_OVERPASS).hostname;
    const provider = createOsm({
      ...{ name, clock, userAgent, ...limits },
      slots: isPublic ? Math.min(2, slots) : slots,
      ...(nominatim === "" ? {} : { nominatim }),
      ...(overpass === "" ? {} : { overpass }),
      ...(folder === undefined ? {} : { cacheFolder: folder }),
    });
    return { provider, probe: (signal) => provider.probe(signal) };
  },
});

const googlePlaces = defineProviderKind({
  port: "maps",
  kind: "google-places",
  title: "Google Places",
  key: "required",
  address: "optional",
  facts: { knowsRatings: true },
  options: z.strictObject({}),
  async open({ name, address, key }, { clock, folder }) {
    const { createGooglePlaces } = await import("./google-places.js");
    const provider = createGooglePlaces({
      ...{ name, clock, apiKey: await key() },
      ...(address === "" ? {} : { url: address }),
      ...(folder === undefined ? {} : { cacheFolder: folder }),
    });
    return { provider, probe: (signal) => provider.probe(signal) };
  },
});

const gosom = defineProviderKind({
  port: "maps",
  kind: "gosom",
  title: "google-maps-scraper",
  key: "optional",
  address: "required",
  facts: { knowsRatings: true },
  options: z.strictObject({
    maxMinutes: z.int().min(3).max(600).default(15).describe("Longest time of one job."),
    pollSeconds: z.number().min(0.05).max(60).default(3).describe("Between two looks at a job."),
  }),
  async open({ name, address, key, options }, { clock }) {
    const { createGosom } = await import("./gosom.js");
    const provider = createGosom({ name, url: address, apiKey: await key(), clock, ...options });
    return { provider, probe: (signal) => provider.probe(signal) };
  },
});

const file = defineProviderKind({
  port: "maps",
  kind: "file",
  title: SAVED_PLACES,
  key: "none",
  address: "none",
  facts: { knowsRatings: true },
  options: z.strictObject({
    path: z.string().min(1).describe("A file of places: CSV, JSON, JSON lines or GeoJSON."),
  }),
  async open({ name, options: { path } }) {
    const { createPlacesFile } = await import("./places-file.js");
    const provider = createPlacesFile({ name, path });
    return { provider, probe: (signal) => provider.probe(signal) };
  },
});

/** The kinds of maps provider that settings can name. */
export const mapsKinds = [osm, googlePlaces, gosom, file] as const;
