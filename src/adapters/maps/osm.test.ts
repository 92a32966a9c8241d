import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type OsmArea, type OsmElement, type OsmService, osmService } from "../../../test/doubles/osm-service.js";
import { ownError } from "../../../test/own-error.js";
import { providerContract } from "../../kernel/contracts/provider-contract.js";
import { type Clock, systemClock } from "../../kernel/index.js";
import { createOsm, type OsmOptions } from "./osm.js";

const AREAS: OsmArea[] = [
  {
    id: 1,
    name: "Denver",
    title: "Denver, Colorado, United States",
    box: [39.6, 39.9, -105.1, -104.6],
    country: "us",
    importance: 0.7,
  },
  {
    id: 2,
    name: "Springfield",
    title: "Springfield, Illinois, United States",
    box: [39.7, 39.9, -89.8, -89.5],
    country: "us",
    importance: 0.6,
  },
  {
    id: 3,
    name: "Springfield",
    title: "Springfield, Missouri, United States",
    box: [37.0, 37.3, -93.5, -93.1],
    country: "us",
    importance: 0.55,
  },
  {
    id: 4,
    type: "node",
    category: "place",
    name: "Hamlet",
    title: "Hamlet, England",
    box: [51, 51.1, -1.1, -1],
    country: "gb",
  },
];
const at = (id: number, tags: Record<string, string>, more: Partial<OsmElement> = {}): OsmElement => ({
  type: "node",
  id,
  lat: 39.7,
  lon: -105,
  tags,
  ...more,
});
const ELEMENTS: OsmElement[] = [
  at(11, {
    ...{
      craft: "plumber",
      name: "Acme Pipes",
      "addr:street": "Main Street",
      "addr:housenumber": "5",
      "addr:city": "Denver",
      "addr:postcode": "80202",
    },
    ...{
      "addr:state": "CO",
      phone: "+1-303-555-0101;+1 303 555 0102",
      "contact:phone": "+1 303 555 0101",
      website: "acmepipes.test",
      email: "INFO@acmepipes.test",
    },
    opening_hours: "Mo-Fr 08:00-17:00",
  }),
  at(12, { craft: "plumber", operator: "Operator Only" }, { type: "way" }),
  at(13, { craft: "plumber" }, { type: "relation" }),
  at(14, { shop: "plumber", name: "Gone", opening_hours: "closed", website: "javascript:alert(1)" }),
  at(15, { craft: "plumber", name: "Elsewhere" }, { lat: 45 }),
  at(16, { amenity: "restaurant", name: "Green", cuisine: "italian;vegan", "diet:vegan": "yes", end_date: "2019" }),
  at(17, { amenity: "toilets" }),
  at(18, { shop: "books", name: "The Xyzzy Cellar" }),
];

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function world(options: Partial<OsmOptions> = {}, elements = ELEMENTS) {
  const service = await osmService(AREAS, elements);
  open.push(() => service.close());
  const osm = createOsm({ ...service, userAgent: "Scriptorium/1 (+https://a.test)", clock: instant(), ...options });
  return { service, osm };
}

/** Time that passes as soon as somebody waits for it. */
function instant(): Clock & { readonly slept: number[] } {
  const slept: number[] = [];
  let now = 0;
  return {
    slept,
    now: () => new Date("2026-05-05T00:00:00Z"),
    monotonic: () => now,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      slept.push(milliseconds);
      now += milliseconds;
    },
  };
}

const calm = { limit: 60, signal: new AbortController().signal };

describe("places of OpenStreetMap", () => {
  it("are those of a kind within the boundary of an area", async () => {
    const { osm, service } = await world();
    const { places, capped, attribution, notes, source } = await osm.places(
      { what: "plumbers", where: "denver" },
      calm,
    );
    expect(places.map(({ id, name }) => [id, name])).toEqual([
      ["node/11", "Acme Pipes"],
      ["way/12", "Operator Only"],
      ["node/14", "Gone"],
    ]);
    expect(places[0]).toEqual({
      ...{ id: "node/11", name: "Acme Pipes", latitude: 39.7, longitude: -105, category: "plumber" },
      ...{ street: "5 Main Street", city: "Denver", state: "CO", postalCode: "80202", country: "US" },
      ...{ address: "5 Main Street, Denver, CO 80202", phone: "+1 303 555 0101; +1 303 555 0102" },
      ...{ website: "https://acmepipes.test/", email: "info@acmepipes.test", hours: "Mo-Fr 08:00-17:00" },
      ...{ plusCode: "85FQP222+22", link: "https://www.openstreetmap.org/node/11" },
    });
    expect(places[2]).toMatchObject({ status: "closed-temporarily" });
    expect(places[2]).not.toHaveProperty("website");
    expect([capped, source]).toEqual([false, "osm"]);
    expect(attribution).toContain("OpenStreetMap contributors");
    expect(notes).toEqual(["1 place without a name on the map left out."]);
    expect(service.asked.at(-1)).toContain("area(3600000001)->.a;");
    expect(service.asked.at(-1)).toMatch(/^\[out:json\]\[timeout:60\]\[maxsize:268435456\];/);
    expect([...service.userAgents]).toEqual(["Scriptorium/1 (+https://a.test)"]);
  });

  it("of a compound kind need all its tags, and say when they are closed for good", async () => {
    const { osm } = await world();
    const { places } = await osm.places({ what: "vegan restaurants", where: "denver" }, calm);
    expect(places).toMatchObject([{ name: "Green", category: "italian restaurant", status: "closed" }]);
  });

  it("may have no name where most of their kind have none", async () => {
    const { osm } = await world();
    expect((await osm.places({ what: "toilets", where: "denver" }, calm)).places).toMatchObject([
      { name: "Public toilet" },
    ]);
  });

  it("that no table knows are searched by name, at both services, each once", async () => {
    const { osm, service } = await world();
    const { places, notes } = await osm.places({ what: "xyzzy", where: "denver" }, calm);
    expect(places.map(({ name }) => name)).toEqual(["The Xyzzy Cellar"]);
    expect(notes?.[0]).toContain('"xyzzy" is no kind of place');
    expect(service.asked.some((one) => one.includes("viewbox="))).toBe(true);
  });

  it("are looked for in boxes, circles and both", async () => {
    const { osm } = await world();
    const around = { latitude: 45, longitude: -105, radius: 500 };
    expect((await osm.places({ what: "plumbers", around }, calm)).places).toMatchObject([{ name: "Elsewhere" }]);
    const box = { south: 44, west: -106, north: 46, east: -104 };
    expect((await osm.places({ what: "plumbers", box }, calm)).places).toMatchObject([{ name: "Elsewhere" }]);
    expect((await osm.places({ what: "plumbers", where: "denver", box }, calm)).places).toEqual([]);
    expect((await osm.places({ what: "plumbers", where: "hamlet", box }, calm)).places).toEqual([]);
    expect((await osm.places({ what: "plumbers", where: "denver", nearby: 9000 }, calm)).places).toEqual([]);
  });

  it("are capped at the limit, also when there are ten thousand", async () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      at(index + 1, { amenity: "cafe", name: `Cafe ${index}` }),
    );
    const { osm } = await world({}, many);
    const few = await osm.places({ what: "cafes", where: "denver" }, { ...calm, limit: 60 });
    expect([few.places.length, few.capped]).toEqual([60, true]);
    const all = await osm.places({ what: "cafes", where: "denver" }, { ...calm, limit: 20_000 });
    expect([all.places.length, all.capped]).toEqual([10_000, false]);
  });

  it("cannot be asked with words that break out of the question", async () => {
    const { osm, service } = await world();
    const { places } = await osm.places({ what: 'a"](1,2,3,4);out;//\\', where: "denver" }, calm);
    expect(places).toEqual([]);
    expect(service.asked.find((one) => one.startsWith("[out:json]"))).toContain('["name"~"a\\"');
  });
});

it.each(providerContract.maps)("keeps the contract: $name", async ({ run }) => {
  const { osm } = await world();
  await run({ create: () => osm, sample: { what: "plumbers", where: "denver" } });
});

describe("areas", () => {
  it("that are not known are refused by their name", async () => {
    const { osm } = await world();
    const error = await ownError(osm.places({ what: "plumbers", where: "Atlantis" }, calm));
    expect([error.code, error.facts["area"]]).toEqual(["bad-input", "Atlantis"]);
    expect(error.message).toContain('knows no area "Atlantis"');
  });

  it("of which there are several: the most important one is taken, and said", async () => {
    const { osm } = await world();
    const { notes } = await osm.places({ what: "plumbers", where: "springfield" }, calm);
    expect(notes?.[0]).toBe(
      '"springfield" was taken to be Springfield, Illinois, United States. There is also Springfield, Missouri, United States. Write more of the name if another is meant.',
    );
  });

  it("are asked for once a second, one at a time, and once in all: answers are kept on the disk", async () => {
    const folder = mkdtempSync(join(tmpdir(), "scriptorium-osm-"));
    open.push(() => rmSync(folder, { recursive: true }));
    const clock = instant();
    const { osm, service } = await world({ clock, pauseMs: 1000, cacheFolder: folder });
    await Promise.all(["denver", "springfield", "hamlet"].map((where) => osm.places({ what: "cafes", where }, calm)));
    expect(clock.slept).toEqual([1000, 1000]);
    const questions = () => service.asked.filter((one) => one.startsWith("/nominatim/search")).length;
    expect(questions()).toBe(3);
    const again = createOsm({ ...service, userAgent: "a", clock: instant(), cacheFolder: folder });
    await again.places({ what: "cafes", where: "denver" }, calm);
    expect(questions()).toBe(3);
  });
});

describe("a busy Overpass", () => {
  const busyFor = (service: OsmService, times: number, status: number, says = "") => {
    let left = times;
    service.instead = (path, question, response) => {
      if (path === "/api/status" && says !== "") {
        response.end(says);
        return true;
      }
      if (question === "" || left <= 0) return false;
      left -= 1;
      response.writeHead(status, { "content-type": "text/html" }).end("<p>The server is probably too busy</p>");
      return true;
    };
  };

  it("is waited for as long as it says", async () => {
    const clock = instant();
    const { osm, service } = await world({ clock });
    busyFor(
      service,
      1,
      429,
      "Rate limit: 2\nSlot available after: 2026-05-05T00:00:37Z, in 37 seconds.\nSlot available after: 2026-05-05T00:01:37Z, in 97 seconds.\n",
    );
    expect((await osm.places({ what: "plumbers", where: "denver" }, calm)).places.length).toBe(3);
    expect(clock.slept).toEqual([38_000]);
  });

  it("that stays so, or asks for too long a wait, is left with the wait it asked for", async () => {
    const { osm, service } = await world();
    busyFor(service, 99, 504);
    const late = await ownError(osm.places({ what: "plumbers", where: "denver" }, calm));
    expect([late.code, late.facts["status"], late.facts["retryAfterSeconds"]]).toEqual(["rate-limited", 504, 15]);
    expect(late.message).toContain("is too busy to answer just now. Run the task again in 15 seconds");
    busyFor(service, 99, 429, "Slot available after: 2026-05-05T00:00:00Z, in 0 seconds.\n");
    const soon = await ownError(osm.places({ what: "plumbers", where: "denver" }, calm));
    expect(soon.message).toContain("Run the task again in 1 second:");
    busyFor(service, 99, 429, "Slot available after: 2026-05-05T01:00:00Z, in 3600 seconds.\n");
    const long = await ownError(osm.places({ what: "plumbers", where: "denver" }, calm));
    expect([long.code, long.facts["retryAfterSeconds"]]).toEqual(["rate-limited", 3601]);
  });

  it("gets no more questions at once than it has slots", async () => {
    const { osm, service } = await world({ slots: 1 });
    let now = 0;
    let most = 0;
    service.instead = (_path, question, response) => {
      if (question === "") return false;
      now += 1;
      most = Math.max(most, now);
      setImmediate(() => {
        now -= 1;
        response.end('{"elements":[]}');
      });
      return true;
    };
    await Promise.all(["cafes", "bars", "pubs", "banks"].map((what) => osm.places({ what, where: "denver" }, calm)));
    expect(most).toBe(1);
  });
});

describe("an answer that is none", () => {
  const remarks = [
    [
      'runtime error: Query timed out in "query" at line 1 after 26 seconds.',
      true,
      "gave the question up after 26 seconds.",
    ],
    ["runtime error: Query run out of memory using about 512 MB of RAM.", true, "needed more than 256 MB"],
    ["runtime error: open64: 2 No such file or directory", false, "broke off in the question"],
  ] as const;
  it.each(remarks)("is an error and not an empty list: %s", async (remark, tooMuch, says) => {
    const { osm, service } = await world();
    service.instead = (_path, question, response) =>
      question !== "" && Boolean(response.end(JSON.stringify({ elements: [], remark })));
    const error = await ownError(osm.places({ what: "plumbers", where: "denver" }, calm));
    expect([error.code, error.facts["tooMuch"] === true, error.facts["box"] !== undefined]).toEqual([
      "MAPS_FAILED",
      tooMuch,
      tooMuch,
    ]);
    expect(error.message).toContain(says);
  });

  it.each([
    ["HTML", 200, "<html>Hello</html>", "is not JSON"],
    ["other JSON", 200, '{"hello":1}', "holds no places"],
    ["a refused question", 400, "<p>parse error</p>", "did not understand the question"],
    ["a ban", 403, "<p>You have been blocked</p>", "refuses the question"],
  ])("is reported: %s", async (_name, status, body, says) => {
    const { osm, service } = await world();
    service.instead = (_path, question, response) => question !== "" && Boolean(response.writeHead(status).end(body));
    expect((await ownError(osm.places({ what: "plumbers", where: "denver" }, calm))).message).toContain(says);
  });

  it("may come from Nominatim, too", async () => {
    const { osm, service } = await world();
    service.instead = (path, _question, response) => path.startsWith("/nominatim") && Boolean(response.end("<html>"));
    expect((await ownError(osm.places({ what: "plumbers", where: "denver" }, calm))).code).toBe("MAPS_FAILED");
  });

  it("is cut off when it is larger than can be used", async () => {
    const { osm, service } = await world({ maxBytes: 1000 });
    service.instead = (_path, question, response) =>
      question !== "" && Boolean(response.end(`{"elements":[${" ".repeat(5000)}]}`));
    expect((await ownError(osm.places({ what: "plumbers", where: "denver" }, calm))).message).toContain("too large");
  });

  it("holds elements that are no places, which are left out", async () => {
    const { osm, service } = await world();
    const odd = [
      null,
      5,
      {},
      { type: "node", id: 1, lat: "x", lon: 2, tags: { name: "A" } },
      { type: "way", id: 2, tags: { name: "B" } },
      { type: "node", id: 3, lat: 95, lon: 1, tags: { name: "C" } },
    ];
    const good = { type: "node", id: 4, lat: 1, lon: 2, tags: { name: "D\u0000\n", phone: 12345 } };
    service.instead = (_path, question, response) =>
      question !== "" && Boolean(response.end(JSON.stringify({ elements: [...odd, good] })));
    expect((await osm.places({ what: "plumbers", where: "denver" }, calm)).places).toMatchObject([
      { id: "node/4", name: "D", phone: "12345" },
    ]);
  });
});

it("an aborted question rejects with the reason, also while it waits for its turn", async () => {
  const { osm } = await world({ clock: systemClock, pauseMs: 600_000 });
  const aborter = new AbortController();
  const first = osm.places({ what: "plumbers", where: "denver" }, calm);
  const second = osm.places({ what: "plumbers", where: "springfield" }, { ...calm, signal: aborter.signal });
  await first;
  aborter.abort(new Error("enough"));
  await expect(second).rejects.toThrow("enough");
});
