import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { nothingStored } from "../../../test/doubles/nothing-stored.js";
import { osmService } from "../../../test/doubles/osm-service.js";
import { systemClock } from "../../kernel/index.js";
import { providersOf } from "../../provider-kinds.js";
import { cannedMaps, cannedReader, cannedWeb } from "../doubles/index.js";
import { combineMaps } from "./combine.js";

const folder = mkdtempSync(join(tmpdir(), "scriptorium-maps-"));
afterAll(() => rmSync(folder, { recursive: true }));
const calm = { limit: 60, signal: new AbortController().signal };
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const surroundings = {
  web: cannedWeb({}),
  clock: systemClock,
  logger,
  userAgent: "Scriptorium",
  accountKey: async () => "",
  reader: cannedReader(),
  stored: nothingStored,
};

function bound(maps: unknown, environment: Record<string, string> = {}) {
  const settings = providersOf({ maps, search: "none", browser: "none", images: "none", video: "none" }, { environment });
  return { ...settings, maps: settings.bind(surroundings).maps! };
}

describe("maps providers by setting", () => {
  it("are several, of which a task names one, and say what they know before they are opened", async () => {
    const path = join(folder, "places.csv");
    writeFileSync(path, "title,latitude,longitude,category,city\nAcme,39.7,-105,Plumber,Denver\n,1,2,,\n");
    const { maps, checks } = bound(["osm", { kind: "google-places" }, { kind: "file", name: "mine", path }], {
      SCRIPTORIUM_GOOGLE_PLACES_KEY: "k",
    });
    expect(maps.sources?.()).toEqual([
      { name: "osm", title: "OpenStreetMap", knowsRatings: false },
      { name: "google-places", title: "Google Places", knowsRatings: true },
      { name: "mine", title: "Saved places", knowsRatings: true },
    ]);
    expect(checks.set.map(({ kind }) => kind)).toEqual(["osm", "google-places", "file"]);
    const answer = await maps.places({ what: "plumbers", where: "denver" }, { ...calm, source: "mine" });
    expect(answer.places).toMatchObject([{ name: "Acme", city: "Denver" }]);
    expect([answer.source, answer.warnings]).toEqual([
      "mine",
      ["1 entry of the file has no name or no position and was left out."],
    ]);
    await expect(maps.places({ what: "a" }, { ...calm, source: "gosom" })).rejects.toMatchObject({ code: "bad-input" });
  });

  it.each([
    [{ kind: "google-places" }, /SCRIPTORIUM_GOOGLE_PLACES_KEY/],
    [{ kind: "gosom" }, /needs the address/],
    [{ kind: "file" }, /path/],
    [{ kind: "osm", overpas: "x" }, /overpass/],
    ["google", /google-places/],
  ])("that cannot be used are refused: %j", (maps, says) => {
    expect(() => bound(maps)).toThrow(says);
  });

  it("say whether they answer", async () => {
    const service = await osmService([], []);
    const { checks, close } = bound([
      { kind: "osm", nominatim: service.nominatim, overpass: service.overpass },
      { kind: "gosom", address: `${service.url}/gosom` },
      { kind: "file", path: join(folder, "none.csv") },
    ]);
    const probed = await checks.probe();
    expect(probed.map(({ answers, says }) => [answers, says])).toEqual([
      [true, "Nominatim and Overpass answer."],
      [false, expect.stringContaining("refused the question with status 404")],
      [false, "The file of places cannot be read. Check its path in the settings, and that the server may read it."],
    ]);
    await close();
    await service.close();
  });
});

it("a name among several is the source of the answer", async () => {
  const maps = combineMaps([
    { name: "a", provider: cannedMaps([{ id: "1", name: "One", latitude: 1, longitude: 2 }]) },
    { name: "b", provider: cannedMaps([{ id: "2", name: "Two", latitude: 1, longitude: 2 }]) },
  ]);
  expect(await maps.places({ what: "x" }, calm)).toMatchObject({ source: "a", places: [{ id: "1" }] });
  expect(await maps.places({ what: "x" }, { ...calm, source: "b" })).toMatchObject({
    source: "b",
    places: [{ id: "2" }],
  });
});
