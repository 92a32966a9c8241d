import { DOMParser } from "linkedom";
import { afterEach, describe, expect, it } from "vitest";
import { startedKernel } from "../../../test/kernel/world.js";
import { cannedFolder, cannedWeb } from "../../adapters/doubles/index.js";
import { ephemeralKey } from "../../adapters/secrets/index.js";
import { csvRows } from "../../engines/csv-rows.js";
import { isInBox, metresBetween } from "../../engines/places/index.js";
import {
  type Json,
  type Kernel,
  type MapsProvider,
  type Place,
  type PlaceOptions,
  type PlaceQuery,
  type Providers,
  ScriptoriumError,
} from "../../kernel/index.js";
import { COLUMNS } from "./columns.js";
import { googlemapsscraper } from "./index.js";

const kernels: Kernel[] = [];
afterEach(async () => {
  for (const kernel of kernels.splice(0)) await kernel.stop();
});

const DENVER = { south: 39.6, west: -105.2, north: 40, east: -104.6 };
const place = (id: string, more: Partial<Place> = {}): Place => ({
  id,
  name: `Place ${id}`,
  latitude: 39.7,
  longitude: -105,
  ...more,
});

interface Source extends MapsProvider {
  readonly asked: (PlaceQuery & Omit<PlaceOptions, "signal">)[];
  /** Throws or waits before an answer. */
  before: (query: PlaceQuery, count: number) => Promise<void> | void;
}

/** A source that gives `most` places for one question. */
function sourceOf(places: readonly Place[], { most = 1000, knowsRatings = true } = {}): Source {
  const asked: Source["asked"] = [];
  const source: Source = {
    asked,
    before: () => {},
    async places(query, { signal: _signal, ...options }) {
      asked.push({ ...query, ...options });
      await source.before(query, asked.length);
      const { box = DENVER, around } = query;
      const fitting = places.filter((one) =>
        around === undefined
          ? isInBox(one, box) || query.box === undefined
          : metresBetween(one, around) <= around.radius * 2,
      );
      const given = fitting.slice(0, Math.min(most, options.limit));
      return {
        places: given,
        source: "demo",
        box: around === undefined ? box : undefined!,
        capped: given.length < fitting.length,
        attribution: "© Demo",
      };
    },
    sources: () => [{ name: "demo", title: "Demo maps", knowsRatings }],
  };
  return source;
}

async function scraper(maps: MapsProvider | undefined, providers: Partial<Providers> = {}) {
  const kernel = await startedKernel({
    secrets: ephemeralKey(),
    plugins: [googlemapsscraper],
    providers: { ...(maps && { maps }), ...providers },
  });
  kernels.push(kernel);
  const { _id: id } = await kernel.tasks.create("googlemapsscraper");
  await kernel.tasks.patch(id, { maxRetries: 0, requestDelayFrom: 0, requestDelayTo: 0 });
  return { kernel, id };
}

async function results({ kernel, id }: { kernel: Kernel; id: string }) {
  const files = new Map<string, string>();
  for (const { path } of await Array.fromAsync(kernel.content.files(id))) {
    files.set(path, Buffer.from((await kernel.content.file(id, path))!.bytes).toString());
  }
  const log = (await Array.fromAsync(kernel.content.log(id))).map(({ level, msg }) => `${level}: ${msg}`);
  return { task: (await kernel.tasks.get(id))!, rows: await Array.fromAsync(kernel.content.rows(id)), files, log };
}

async function ran(made: { kernel: Kernel; id: string }, data: Record<string, Json>) {
  await made.kernel.tasks.patch(made.id, data);
  await made.kernel.tasks.run(made.id);
  await made.kernel.tasks.settled(made.id);
  return await results(made);
}
const titles = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) => String(row["title"]).replace("Place ", "")).join(" ");

it("a line that is tried again joins those that are there, and knows their places", async () => {
  const source = sourceOf([place("a"), place("b")]);
  let isDown = true;
  source.before = ({ what }) => {
    if (isDown && what === "cafes") throw new ScriptoriumError("MAPS_FAILED", "Demo maps is out of order. Wait.");
  };
  const made = await scraper(source);
  const first = await ran(made, {
    queriesFile: ["cafes in denver", "plumbers in denver"],
    concurrency: 1,
    columns: ["title"],
  });
  expect(first.files.get("results.csv")).toContain("Demo maps is out of order");
  for (const down of [true, false]) {
    isDown = down;
    await made.kernel.tasks.retry(made.id);
    await made.kernel.tasks.settled(made.id);
  }
  const { files, task } = await results(made);
  expect(task.status).toBe("complete");
  expect(
    files
      .get("results.csv")
      ?.trim()
      .split("\n")
      .map((line) => line.trim()),
  ).toEqual(["title", "Place a", "Place b"]);
  expect([...files.keys()].filter((path) => path.endsWith(".jsonl"))).toEqual([]);
});

describe("rows", () => {
  it("have all columns in their order, and files of every form", async () => {
    const full = place("a", {
      ...{
        name: "Müller & Söhne <GmbH>",
        phone: "+49 89 123",
        website: "https://a.test/",
        category: "=cmd()",
        rating: 4.5,
        reviewCount: 3,
      },
      ...{
        images: ["https://i.test/1.jpg", "https://i.test/2.jpg"],
        reviews: [{ text: 'So "good"', rating: 5 }],
        email: "info@a.test",
      },
      ...{ address: "Main St 1, Denver", hours: "Mo-Fr 08:00-17:00", status: "open" as const },
    });
    const made = await scraper(sourceOf([full, place("b")]));
    const { task, rows, files } = await ran(made, {
      queriesFile: ["plumbers in denver"],
      outputFormats: ["csv", "json", "geojson", "kml", "xlsx"],
    });
    expect(task.status).toBe("complete");
    expect(rows.map((row) => Object.keys(row))).toEqual([[...COLUMNS], [...COLUMNS]]);
    expect(rows[0]).toMatchObject({
      query: "plumbers in denver",
      source: "demo",
      rating: 4.5,
      emails: ["info@a.test"],
      placeId: "a",
    });
    expect(rows[1]).toMatchObject({ title: "Place b", rating: "", phone: "", emails: [], images: [] });
    const [first] = [...csvRows(files.get("results.csv")!)];
    expect(files.get("results.csv")!.split("\n")[0]).toBe(COLUMNS.join(","));
    expect(first).toMatchObject({
      phone: "+49 89 123",
      category: "'=cmd()",
      images: "https://i.test/1.jpg | https://i.test/2.jpg",
      longitude: "-105",
    });
    expect(JSON.parse(files.get("results.json")!)).toEqual([rows[0], { ...rows[1], rating: null, reviewCount: null }]);
    const geo = JSON.parse(files.get("results.geojson")!);
    expect(geo).toMatchObject({ type: "FeatureCollection", attribution: "© Demo" });
    expect(geo.features[0]).toMatchObject({
      type: "Feature",
      id: "a",
      geometry: { type: "Point", coordinates: [-105, 39.7] },
      properties: { phone: "+49 89 123", rating: 4.5 },
    });
    expect(geo.features[1].properties).toMatchObject({ rating: null, reviewCount: null, phone: "" });
    const document = new DOMParser().parseFromString(files.get("results.kml")!, "text/xml");
    expect([...document.querySelectorAll("Placemark > name")].map(({ textContent }) => textContent)).toEqual([
      "Müller & Söhne <GmbH>",
      "Place b",
    ]);
    expect(document.querySelector("coordinates")?.textContent).toBe("-105,39.7");
    expect(files.get("results.xlsx")!.startsWith("PK")).toBe(true);
    expect(files.get("ATTRIBUTION.txt")).toBe("© Demo\n");
    expect([...files.keys()].sort()).toEqual([
      "ATTRIBUTION.txt",
      "report.json",
      "results.csv",
      "results.geojson",
      "results.json",
      "results.kml",
      "results.xlsx",
    ]);
  });

  it("have the chosen columns alone", async () => {
    const { rows, files } = await ran(await scraper(sourceOf([place("a")])), {
      ...{ queriesFile: ["plumbers in denver"], columns: ["placeid", "title"] },
    });
    expect(rows).toEqual([{ placeId: "a", title: "Place a" }]);
    expect(files.get("results.csv")).toBe("placeId,title\na,Place a\n");
  });

  it("have a plus code, worked out from the position where the source has none", async () => {
    const given = [place("a"), place("b", { plusCode: "P222+22 Denver" })];
    const { rows } = await ran(await scraper(sourceOf(given)), {
      queriesFile: ["pizza in denver"],
      columns: ["title", "plusCode"],
    });
    expect(rows).toEqual([
      { title: "Place a", plusCode: "85FQP222+22" },
      { title: "Place b", plusCode: "P222+22 Denver" },
    ]);
  });

  it("pass the filters of the task", async () => {
    const places = [
      place("good", { rating: 4.5, reviewCount: 20, website: "https://a.test/" }),
      place("low", { rating: 3, reviewCount: 20, website: "https://a.test/" }),
      place("few", { rating: 5, reviewCount: 1, website: "https://a.test/" }),
      place("unrated", { website: "https://a.test/" }),
      place("closed", { rating: 5, reviewCount: 20, website: "https://a.test/", status: "closed" }),
      place("nosite", { rating: 5, reviewCount: 20 }),
      place("outside", { rating: 5, reviewCount: 20, website: "https://a.test/", latitude: 45 }),
    ];
    const wanted = {
      queriesFile: ["plumbers in denver"],
      minRating: 4,
      minReviews: 5,
      openOnly: true,
      hasWebsite: "yes",
    };
    expect(titles((await ran(await scraper(sourceOf(places)), wanted)).rows)).toBe("good");
    const loose = { queriesFile: ["plumbers in denver"], strictArea: false };
    expect((await ran(await scraper(sourceOf(places)), loose)).rows).toHaveLength(7);
    const none = await ran(await scraper(sourceOf(places)), {
      queriesFile: ["plumbers in denver"],
      hasWebsite: "no",
      minReviews: 100,
    });
    expect(none.task.status).toBe("complete");
    expect(none.log).toContain(
      'warn: None of 7 places for "plumbers in denver" passes the filters of the task. Left out by minReviews: 7.',
    );
  });

  it("say which filters left all places out", async () => {
    const places = [place("a", { rating: 1 }), place("b", { rating: 5 }), place("c", { rating: 5, latitude: 45 })];
    const { log } = await ran(await scraper(sourceOf(places.slice(0, 2))), {
      ...{ queriesFile: ["cafes in denver"], minRating: 4, hasWebsite: "yes" },
    });
    expect(log.join("\n")).toContain("None of 2 places");
    expect(log.join("\n")).toContain("Left out by minRating: 1, hasWebsite: 1.");
    const outside = await ran(await scraper(sourceOf(places.slice(2))), { queriesFile: ["cafes in denver"] });
    expect(outside.log.join("\n")).toContain('None of 1 place for "cafes in denver" passes');
    expect(outside.log.join("\n")).toContain("Left out by strictArea: 1.");
  });

  it("have descriptions without markup", async () => {
    const described = place("a", { description: "<b>Best</b> pizza &amp; pasta", name: "A <GmbH>" });
    const { rows } = await ran(await scraper(sourceOf([described])), { queriesFile: ["pizza in denver"] });
    expect(rows).toMatchObject([{ description: "Best pizza & pasta", title: "A <GmbH>" }]);
  });

  it("of failed lines name the line where they have no query", async () => {
    const source = sourceOf([place("a")]);
    source.before = ({ where }) => {
      if (where === "denver")
        throw new ScriptoriumError("MAPS_FAILED", "Demo maps is not well. Try later.", { status: 500 });
    };
    const data = { queriesFile: ["cafes in denver", "cafes in boulder"], columns: ["title"] };
    const { rows, files } = await ran(await scraper(source), data);
    const error = '"cafes in denver": Demo maps is not well. Try later.';
    expect(rows).toMatchObject([{ error }, { title: "Place a" }]);
    expect([...csvRows(files.get("results.csv")!)]).toEqual([
      { title: "", error },
      { title: "Place a", error: "" },
    ]);
  });

  it.each([
    ["an answer that is no API's", { status: 200 }, "not-a-page"],
    ["a server that is not well", { status: 500 }, "server-error"],
    ["a refusal", { status: 403 }, "blocked"],
    ["an answer that is too large", { maxBytes: 5 }, "too-large"],
    ["a file that cannot be read", { service: "file" }, "bad-input"],
    ["no answer", { errno: "ECONNREFUSED" }, "no-network"],
  ])("are missing in a run whose code names %s", async (_name, facts, code) => {
    const source = sourceOf([]);
    source.before = () => {
      throw new ScriptoriumError("MAPS_FAILED", "Demo maps failed. Check it.", facts);
    };
    const { task } = await ran(await scraper(source), { queriesFile: ["cafes in denver"] });
    expect(task.error?.code).toBe(code);
  });

  it("are of each place once, by its id, or by its name with the same phone or address close by", async () => {
    const places = [
      place("1", { name: "Joe's Cafe", phone: "+1 303 555 0101" }),
      place("2", { name: "JOES CAFE", phone: "(303) 555-0101", latitude: 39.7003 }),
      place("3", { name: "Joe’s Cafe", phone: "+1 303 555 0101", latitude: 39.71 }),
      place("4", { name: "Joe's Cafe", phone: "+1 303 555 9999" }),
      place("5", { name: "Ann", street: "5 Main St" }),
      place("6", { name: "Ann", street: "5 Main St.", longitude: -105.0002 }),
      place("7", { name: "ANN" }),
      place("8", { name: "Toilet", category: "toilet" }),
      place("9", { name: "Toilet", category: "toilet" }),
    ];
    const source = sourceOf(places);
    const { rows, log } = await ran(await scraper(source), { queriesFile: ["cafes in denver", "coffee in denver"] });
    expect(rows.map(({ placeId }) => placeId).join(" ")).toBe("1 3 4 5 8 9");
    expect(log.some((line) => line.includes("12 places were found more than once, and are listed once."))).toBe(true);
  });
});

describe("areas", () => {
  it("are the places of a list, each with every query", async () => {
    const source = sourceOf([place("a")]);
    await ran(await scraper(source), {
      queriesFile: ["cafes", "bars, pubs"],
      placesFile: ["denver", "boulder"],
      concurrency: 1,
      country: "United States",
      language: "de",
    });
    expect(source.asked.map(({ what, where }) => [what, where])).toEqual([
      ["cafes", "denver"],
      ["cafes", "boulder"],
      ["bars, pubs", "denver"],
      ["bars, pubs", "boulder"],
    ]);
    expect(source.asked[0]).toMatchObject({ country: "us", language: "de", limit: 60 });
  });

  it("are circles around a point, or around a place that a line is near", async () => {
    const source = sourceOf([place("a"), place("far", { latitude: 39.74 })]);
    const { rows } = await ran(await scraper(source), {
      queriesFile: ["cafes near me", "bars near denver"],
      lat: 39.7,
      lon: -105,
      radius: 3000,
      zoom: 13,
      concurrency: 1,
    });
    expect(source.asked).toMatchObject([
      { what: "cafes", around: { latitude: 39.7, longitude: -105, radius: 3000 }, zoom: 13 },
      { what: "bars", where: "denver", nearby: 3000 },
    ]);
    expect(source.asked[1]).not.toHaveProperty("around");
    expect(titles(rows)).toBe("a far");
  });

  it("are cells of a grid, each with its places once", async () => {
    const places = Array.from({ length: 9 }, (_, index) =>
      place(String(index), { latitude: 39.7 + index / 450, longitude: -105 + index / 450 }),
    );
    const source = sourceOf(places);
    const { rows } = await ran(await scraper(source), {
      queriesFile: ["cafes"],
      gridBbox: "39.7,-105,39.72,-104.98",
      gridCellKm: 1,
    });
    expect(source.asked).toHaveLength(6);
    expect(rows).toHaveLength(9);
    expect(source.asked[0]!.box).toMatchObject({ south: 39.7, west: -105 });
    expect(source.asked.at(-1)!.box).toMatchObject({ north: 39.72, east: -104.98 });
  });

  it("of which the source has more than it gives are divided, as deep as the task says", async () => {
    const places = Array.from({ length: 64 }, (_, index) =>
      place(String(index), {
        latitude: 39.61 + (index % 8) * 0.048,
        longitude: -105.19 + Math.floor(index / 8) * 0.07,
      }),
    );
    const source = sourceOf(places, { most: 5 });
    const whole = await ran(await scraper(source), { queriesFile: ["cafes in denver"], maxResults: 100 });
    expect(whole.rows).toHaveLength(64);
    const shallow = await ran(await scraper(sourceOf(places, { most: 5 })), {
      queriesFile: ["cafes in denver"],
      maxResults: 100,
      depth: 1,
    });
    expect(shallow.rows.length).toBeLessThan(30);
    expect(shallow.log.some((line) => line.includes("Set depth higher"))).toBe(true);
    const few = sourceOf(places, { most: 5 });
    expect((await ran(await scraper(few), { queriesFile: ["cafes in denver"], maxResults: 7 })).rows).toHaveLength(7);
  });

  it("that are too much for the source are divided, too", async () => {
    const source = sourceOf([place("a"), place("b", { latitude: 39.95 })]);
    source.before = (_query, count) => {
      if (count > 1) return;
      throw new ScriptoriumError("MAPS_FAILED", "It took too long. Ask for less.", { tooMuch: true, box: DENVER });
    };
    const { rows, task, log } = await ran(await scraper(source), { queriesFile: ["cafes in denver"] });
    expect([titles(rows), task.status, source.asked.length]).toEqual(["a b", "complete", 5]);
    expect(log.filter((line) => line.includes("divided"))).toEqual([
      'info: 1 area of "cafes in denver" was too large for the source and was divided. It took too long.',
    ]);
  });

  it("that stay too much, however small, end the line after a few questions, with one sentence", async () => {
    const source = sourceOf([]);
    source.before = ({ box = DENVER }) => {
      throw new ScriptoriumError("MAPS_FAILED", "It took too long. Ask for less.", { tooMuch: true, box, status: 200 });
    };
    const { task, log } = await ran(await scraper(source), { queriesFile: ["cafes in denver"] });
    expect([task.status, task.error?.code, source.asked.length]).toEqual(["failed", "server-error", 6]);
    expect(log.filter((line) => line.startsWith("info") && line.includes("too long"))).toEqual([]);
    const shallow = sourceOf([]);
    shallow.before = source.before;
    const one = await ran(await scraper(shallow), { queriesFile: ["cafes in denver"], depth: 1 });
    expect([one.task.status, shallow.asked.length]).toEqual(["failed", 5]);
    expect(one.rows[0]?.["error"]).toContain('It took too long. It was the same for 5 areas of "cafes in denver"');
  });

  it("without an answer at the deepest division are a warning, and the others have their places", async () => {
    const source = sourceOf([place("a"), place("b", { latitude: 39.95 })]);
    source.before = ({ box = DENVER }, count) => {
      if (count > 2) return;
      throw new ScriptoriumError("MAPS_FAILED", "It took too long. Ask for less.", { tooMuch: true, box });
    };
    const { rows, log } = await ran(await scraper(source), { queriesFile: ["cafes in denver"], depth: 1 });
    expect(rows.length).toBeGreaterThan(0);
    expect(log.some((line) => line.startsWith("warn: 1 area of") && line.includes("places may be missing"))).toBe(true);
  });
});

describe("what cannot be done", () => {
  const refusals: [string, MapsProvider | undefined, Record<string, Json>, string][] = [
    [
      "no provider",
      undefined,
      {},
      'No maps provider is configured. Set providers.maps to "osm" (free, no ratings), "google-places" (needs a key) or "gosom" (address of your own server), or set provider on the task.',
    ],
    [
      "an unknown provider",
      sourceOf([]),
      { provider: "bing" },
      'The server has no maps provider "bing". Use one of "demo", or set it in providers.maps.',
    ],
    [
      "ratings of a source without any",
      sourceOf([], { knowsRatings: false }),
      { minRating: 4 },
      "minRating is 4, but Demo maps knows no ratings, so no place could pass. Set it to 0, or set another provider.",
    ],
    ["half a point", sourceOf([]), { lat: 1 }, "Only one of lat and lon is set. Set both, or neither."],
    [
      "a grid that is none",
      sourceOf([]),
      { gridBbox: "1,2,3" },
      'gridBbox is no area. Write it as minLat,minLon,maxLat,maxLon, such as "39.61,-105.11,39.91,-104.60".',
    ],
    [
      "a grid that is upside down",
      sourceOf([]),
      { gridBbox: "40,-105,39,-104" },
      "gridBbox has the minLat 40, which is not below the maxLat 39. Write it as minLat,minLon,maxLat,maxLon.",
    ],
    [
      "too many cells",
      sourceOf([]),
      { gridBbox: "39,-105,41,-103" },
      "gridBbox has 38133 cells of 1 km, more than 10000. Set gridCellKm higher, or a smaller area.",
    ],
    ["a strange column", sourceOf([]), { columns: ["titel"] }, 'columns has "titel", which is not known.'],
    [
      "a strange language",
      sourceOf([]),
      { language: "klingonisch" },
      '"klingonisch" is no language. Write a code such as "en".',
    ],
    [
      "mail without the web",
      sourceOf([]),
      { findEmails: true },
      "findEmails reads websites. No web provider is configured.",
    ],
  ];
  it.each(refusals)("is refused before the run: %s", async (_name, maps, data, says) => {
    const { task } = await ran(await scraper(maps), { queriesFile: ["plumbers in denver"], ...data });
    expect(task.status).toBe("failed");
    expect(task.error?.message).toContain(says);
    expect(task.error?.code).toBe(says.includes("provider is configured") ? "no-provider" : "bad-input");
  });

  it("is a row with its reason, and the other lines go on", async () => {
    const source = sourceOf([place("a")]);
    source.before = ({ where }) => {
      if (where === "atlantis")
        throw new ScriptoriumError("bad-input", 'Nominatim knows no area "atlantis". Check it.', { area: "atlantis" });
    };
    const { task, rows, files } = await ran(await scraper(source), {
      queriesFile: ["cafes in atlantis", "plumbers", "cafes in denver"],
    });
    expect(task.status).toBe("complete");
    expect(rows.map(({ query, title, error }) => [query, title, error])).toEqual([
      ["cafes in atlantis", "", 'Nominatim knows no area "atlantis". Check it.'],
      ["plumbers", "", expect.stringContaining("names no place")],
      ["cafes in denver", "Place a", undefined],
    ]);
    expect(files.get("results.csv")!.split("\n")[0]).toBe(`${COLUMNS.join(",")},error`);
    expect([...csvRows(files.get("results.csv")!)]).toHaveLength(3);
  });

  it.each(["auth", "quota"] as const)("for %s is not asked for again", async (code) => {
    const source = sourceOf([]);
    source.before = () => {
      throw new ScriptoriumError(code, "Demo maps refuses the key. Check it.", {});
    };
    const { task } = await ran(await scraper(source), { queriesFile: ["a in b", "c in d", "e in f"], concurrency: 1 });
    expect([task.status, task.error?.code, source.asked.length]).toEqual(["failed", code, 1]);
  });

  it("finds nothing with a warning", async () => {
    const { task, log, rows } = await ran(await scraper(sourceOf([])), { queriesFile: ["cafes in denver"] });
    expect([task.status, rows]).toEqual(["complete", []]);
    expect(log).toContain('warn: No place was found for "cafes in denver".');
  });
});

it("goes on after an abort at the cell where it was, without a place twice", async () => {
  const places = Array.from({ length: 9 }, (_, index) =>
    place(String(index), { latitude: 39.7 + index / 450, longitude: -105 + index / 450 }),
  );
  const source = sourceOf(places);
  const reached = Promise.withResolvers<void>();
  source.before = (_query, count) => {
    if (count !== 3) return;
    reached.resolve();
    return new Promise<void>((_resolve, reject) => setTimeout(() => reject(new Error("cut off")), 50));
  };
  const made = await scraper(source);
  await made.kernel.tasks.patch(made.id, {
    queriesFile: ["cafes"],
    gridBbox: "39.7,-105,39.72,-104.98",
    gridCellKm: 1,
  });
  await made.kernel.tasks.run(made.id);
  await reached.promise;
  await made.kernel.tasks.abort(made.id);
  await made.kernel.tasks.settled(made.id);
  source.before = () => {};
  await made.kernel.tasks.run(made.id);
  await made.kernel.tasks.settled(made.id);
  const { rows, task, files } = await results(made);
  expect(task.status).toBe("complete");
  expect(rows.map(({ placeId }) => placeId).sort()).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
  expect([...csvRows(files.get("results.csv")!)]).toHaveLength(9);
  // The two cells before are not asked for again.
  expect(source.asked).toHaveLength(7);
});

describe("mail addresses", () => {
  const web = () =>
    cannedWeb({
      "https://a.test/":
        '<a href="/about.html">About us</a> <a href="/kontakt">Kontakt</a> <a href="https://b.test/contact">x</a> logo@2x.png',
      "https://a.test/kontakt":
        "<p>Schreiben Sie an <a href='mailto:info@a.test?subject=x'>uns</a>, jane.doe@a.test oder info@agency.test</p>",
      "https://b.test/": "<p>bob&#64;b.test</p>",
      "https://www.facebook.com/c": "<p>info@facebook.com</p>",
    });
  const places = [
    place("a", { website: "https://a.test/" }),
    place("b", { website: "https://b.test/" }),
    place("c", { website: "https://www.facebook.com/c" }),
    place("d", { website: "https://gone.test/", email: "jim@gmail.com" }),
  ];
  const data = { queriesFile: ["plumbers in denver"], findEmails: true };

  it("are looked for on the site of a business and its contact page, those of roles alone", async () => {
    const provider = web();
    const { rows } = await ran(await scraper(sourceOf(places), { web: provider }), data);
    expect(rows.map(({ emails }) => emails)).toEqual([["info@a.test"], [], [], []]);
    const asked = provider.requests;
    expect(asked.filter((url) => url.includes("a.test"))).toEqual(["https://a.test/", "https://a.test/kontakt"]);
    expect(asked.some((url) => url.includes("facebook"))).toBe(false);
  });

  it("are not looked for where no column would show them", async () => {
    const provider = web();
    const { log } = await ran(await scraper(sourceOf(places), { web: provider }), { ...data, columns: ["title"] });
    expect(provider.requests).toEqual([]);
    expect(log.join("\n")).toContain('findEmails is on, but columns has no "emails", so no website is read.');
  });

  it("say how many websites could not be read", async () => {
    const { log, files } = await ran(await scraper(sourceOf(places), { web: web() }), data);
    expect(log).toContain("info: 1 website could not be read, so no mail addresses were looked for there.");
    expect(JSON.parse(files.get("report.json")!)).toMatchObject({ sitesNotRead: 1 });
  });

  it("of persons are taken where the task says so", async () => {
    const { rows } = await ran(await scraper(sourceOf(places), { web: web() }), { ...data, personalData: true });
    expect(rows.map(({ emails }) => emails)).toEqual([
      ["info@a.test", "jane.doe@a.test", "info@agency.test"],
      ["bob@b.test"],
      [],
      ["jim@gmail.com"],
    ]);
  });
});

it("searches saved places of a folder with no service at all", async () => {
  const csv =
    "title,category,city,latitude,longitude,phone\nAcme,Plumber,Denver,39.7,-105,'+1 303 555 0101\nBean,Cafe,Denver,39.7,-105,\n";
  const folder = cannedFolder("saved", { "places.csv": csv, "notes.json": '{"hello":1}' });
  const { rows, log } = await ran(await scraper(undefined, { folder }), {
    inputFolder: "saved",
    queriesFile: ["plumbers in denver"],
  });
  expect(rows).toMatchObject([{ title: "Acme", phone: "+1 303 555 0101", source: "file" }]);
  expect(log).toContain("warn: notes.json holds no places, and was left out.");
});

it("finds all saved places with a star, and says which files are broken", async () => {
  const csv = "title,latitude,longitude\nAcme,39.7,-105\nBean,39.7,-105.1\n,1,2\n";
  const folder = cannedFolder("saved", { "places.csv": csv, "cut.json": '{"title": "oops"' });
  const { rows, log, task } = await ran(await scraper(undefined, { folder }), {
    inputFolder: "saved",
    queriesFile: ["*"],
  });
  expect([task.status, rows.map(({ title }) => title)]).toEqual(["complete", ["Acme", "Bean"]]);
  expect(log).toContain("warn: cut.json is no valid JSON, as if it were cut off, and was left out.");
  expect(log).toContain("warn: 1 entry of places.csv has no name or no position and was left out.");
  const away = await ran(await scraper(undefined, { folder }), { inputFolder: "away", queriesFile: ["*"] });
  expect(away.task.status).toBe("failed");
  expect(away.task.error?.message).not.toContain("names no place");
});

it("warns of entries that a file of the server's settings could not give", async () => {
  const source = sourceOf([place("a")]);
  const places: MapsProvider["places"] = async (query, options) => ({
    ...(await source.places(query, options)),
    warnings: ["2 entries of the file have no name or no position and were left out."],
  });
  const { log } = await ran(await scraper({ ...source, places }), { queriesFile: ["pizza in denver"] });
  expect(log).toContain("warn: 2 entries of the file have no name or no position and were left out.");
});

it("searches a file of the server's settings without a place in the line", async () => {
  const source = sourceOf([place("a")]);
  source.sources = () => [{ name: "mine", title: "Saved places", knowsRatings: true }];
  const { rows } = await ran(await scraper(source), { provider: "mine", queriesFile: ["pizza"] });
  expect(titles(rows)).toBe("a");
});
