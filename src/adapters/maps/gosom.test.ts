import { afterEach, describe, expect, it } from "vitest";
import { gosomService } from "../../../test/doubles/maps-services.js";
import { ownError } from "../../../test/own-error.js";
import type { Clock } from "../../kernel/index.js";
import { createGosom } from "./gosom.js";

const HEAD =
  "input_id,link,title,category,address,open_hours,website,phone,plus_code,review_count,review_rating,latitude,longitude,cid,status,descriptions,thumbnail,timezone,price_range,data_id,images,reservations,order_online,menu,owner,complete_address,user_reviews,emails";
const ROW = [
  ...["id1", "https://www.google.com/maps/place/x", "Acme Pipes", "Plumber", "5 Main St, Denver, CO 80202"],
  ...[
    `"{""Monday"":[""8 AM–5 PM""],""Sunday"":[""Closed""]}"`,
    "acme.test",
    "(303) 555-0101",
    "P222+22 Denver",
    "87",
    "4.600000",
    "39.700000",
    "-105.000000",
  ],
  ...["123", "Closed ⋅ Opens 8 AM Mon", "Pipes and more", "https://img.test/a.jpg", "America/Denver", "$$", "0x1:0x2"],
  ...[
    `"[{""title"":""All"",""image"":""https://img.test/a.jpg""}]"`,
    "null",
    "null",
    `"{""link"":"""",""source"":""""}"`,
  ],
  ...[`"{""id"":""1"",""name"":""Acme (Owner)"",""link"":""""}"`],
  ...[
    `"{""borough"":"""",""street"":""5 Main St"",""city"":""Denver"",""postal_code"":""80202"",""state"":""Colorado"",""country"":""US""}"`,
  ],
  ...[
    `"[{""Name"":""A. B."",""Rating"":5,""Description"":""Quick,\\nand clean"",""When"":""2026-1-2""}]"`,
    "info@acme.test",
  ],
]
  .map((cell) => (cell.includes(",") && !cell.startsWith('"') ? `"${cell}"` : cell))
  .join(",");

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

function instant(): Clock {
  let now = 0;
  return {
    now: () => new Date(now),
    monotonic: () => now,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      now += milliseconds;
    },
  };
}

async function world(csv: () => string = () => `${HEAD}\n${ROW}\n`, ends: "ok" | "failed" | "never" = "ok") {
  const service = await gosomService(csv, ends);
  open.push(() => service.close());
  const gosom = createGosom({ url: service.url, clock: instant(), apiKey: "k", wait: async () => {} });
  return { service, gosom };
}
const calm = { limit: 60, signal: new AbortController().signal };

describe("a google-maps-scraper server", () => {
  it("gets a job, is looked at until that has ended, and gives its file", async () => {
    const { gosom, service } = await world();
    const { places, capped } = await gosom.places({ what: "plumbers", where: "denver" }, { ...calm, reviews: 3 });
    expect(capped).toBe(false);
    expect(places).toEqual([
      {
        ...{ id: "0x1:0x2", name: "Acme Pipes", latitude: 39.7, longitude: -105, category: "Plumber" },
        ...{ address: "5 Main St, Denver, CO 80202", street: "5 Main St", city: "Denver", state: "Colorado" },
        ...{
          postalCode: "80202",
          country: "US",
          phone: "(303) 555-0101",
          website: "https://acme.test/",
          email: "info@acme.test",
        },
        ...{ priceRange: "$$", hours: "Monday: 8 AM–5 PM; Sunday: Closed", plusCode: "P222+22 Denver", cid: "123" },
        ...{
          link: "https://www.google.com/maps/place/x",
          thumbnail: "https://img.test/a.jpg",
          description: "Pipes and more",
        },
        ...{ owner: "Acme (Owner)", timezone: "America/Denver", rating: 4.6, reviewCount: 87, status: "open" },
        images: ["https://img.test/a.jpg"],
        reviews: [{ text: "Quick, and clean", author: "A. B.", rating: 5, date: "2026-1-2" }],
      },
    ]);
    expect(service.asked[0]).toMatchObject({ keywords: ["plumbers in denver"], lang: "en", depth: 10, max_time: 900 });
    const paths = service.requests.map(({ method, path }) => `${method} ${path.replace(/[\da-f-]{36}/, "ID")}`);
    const look = "GET /api/v1/jobs/ID";
    expect(paths).toEqual(["POST /api/v1/jobs", look, look, look, "GET /api/v1/jobs/ID/download"]);
    expect(service.requests[0]!.headers["authorization"]).toBe("Bearer k");
  });

  it("looks around the middle of a box, and what it sees outside is left out", async () => {
    const { gosom, service } = await world();
    const box = { south: 39, west: -106, north: 39.5, east: -105.5 };
    expect((await gosom.places({ what: "plumbers", box }, calm)).places).toEqual([]);
    expect(service.asked[0]).toMatchObject({ keywords: ["plumbers"], lat: "39.25", lon: "-105.75", zoom: 10 });
  });

  it.each([
    ["an empty file", ""],
    ["a head alone", `${HEAD}\n`],
  ])("that found nothing gives %s", async (_name, csv) => {
    const { gosom } = await world(() => csv);
    expect((await gosom.places({ what: "a", where: "b" }, calm)).places).toEqual([]);
  });

  it("whose job fails, or never ends, is reported, and the job is dropped", async () => {
    const failing = await world(undefined, "failed");
    const failed = await ownError(failing.gosom.places({ what: "a", where: "b" }, calm));
    expect([failed.code, failed.facts["passing"]]).toEqual(["MAPS_FAILED", true]);
    expect(failing.service.jobs.size).toBe(0);
    const never = await world(undefined, "never");
    const late = await ownError(never.gosom.places({ what: "a", where: "b" }, calm));
    expect(late.message).toContain("has not ended the job after 15 minutes");
    expect(never.service.jobs.size).toBe(0);
  });

  it("that is something else is reported", async () => {
    const { gosom, service } = await world(() => "<html>\n<p>Hello</p>");
    expect((await ownError(gosom.places({ what: "a", where: "b" }, calm))).message).toContain("holds no places");
    expect((await ownError(gosom.places({ what: "a", where: "b" }, { ...calm, language: "" }))).message).toContain(
      "does not take the job",
    );
    service.instead = (_request, response) => Boolean(response.writeHead(401).end());
    expect((await ownError(gosom.places({ what: "a", where: "b" }, calm))).code).toBe("auth");
    service.instead = (_request, response) => Boolean(response.end('{"id":"../../x"}'));
    expect((await ownError(gosom.places({ what: "a", where: "b" }, calm))).code).toBe("MAPS_FAILED");
  });
});
