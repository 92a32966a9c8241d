import { setTimeout as wait } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { type OsmElement, osmService } from "../doubles/osm-service.js";
import { connectionTo } from "./client.js";
import { STORAGES } from "./places.js";
import { startServer } from "./server.js";

const SIDE = 20;
/** The server is ended when so many cells in all were asked for. */
const ENDS = [20, 60];
const CELLS = 100;

it("continues a search of a grid whose process is killed twice, with every place once and no cell twice that is stored", async () => {
  const cafes: OsmElement[] = Array.from({ length: SIDE * SIDE }, (_, index) => ({
    ...{
      type: "node",
      id: index + 1,
      lat: 10.0025 + (index % SIDE) * 0.0045,
      lon: 20.0025 + Math.floor(index / SIDE) * 0.0045,
    },
    tags: { amenity: "cafe", name: `Cafe ${index}`, phone: `+1 303 555 ${1000 + index}` },
  }));
  const service = await osmService([], cafes);
  onTestFinished(service.close);
  let asked = 0;
  let watch = () => {};
  service.instead = (_path, question) => {
    if (question === "") return false;
    asked += 1;
    watch();
    return false;
  };
  const reached = (wanted: number) =>
    new Promise<void>((resolve) => {
      watch = () => {
        if (asked >= wanted) resolve();
      };
      watch();
    });
  const place = await STORAGES.find(({ name }) => name === "sqlite")!.place();
  const store = await place.store();
  onTestFinished(store.remove);
  const osm = { kind: "osm", nominatim: service.nominatim, overpass: service.overpass };
  const choice = { ...store.choice, providers: { maps: osm, search: "none", browser: "none", images: "none", video: "none" } };
  let server = await startServer(choice).ready;
  onTestFinished(() => server.kill());
  let connection = connectionTo(server.address);
  const { result } = await connection.call("/create/googlemapsscraper");
  const id: string = result.id ?? result;
  await connection.call(`/project/data/${id}`, {
    ...{ queriesFile: ["cafes"], gridBbox: "10,20,10.09,20.09", gridCellKm: 1.0025, maxResults: 1000, country: "us" },
  });
  await connection.call(`/project/run/${id}`);
  for (const end of ENDS) {
    await reached(end);
    connection.close();
    await server.kill();
    server = await startServer(choice).ready;
    connection = connectionTo(server.address);
  }
  let status = "";
  while (status !== "complete" && status !== "failed") {
    await wait(50);
    status = (await connection.call(`/project/status/${id}`)).result[0].status;
  }
  const [stored] = (await connection.call("/stored", [id])).result;
  connection.close();
  expect(status).toBe("complete");
  const ids: string[] = stored.rows.map((row: { placeId: string }) => row.placeId);
  expect(ids).toHaveLength(SIDE * SIDE);
  expect(new Set(ids).size).toBe(SIDE * SIDE);
  // Those in work when the process was killed are asked for again, and no others.
  expect(asked).toBeGreaterThanOrEqual(CELLS);
  expect(asked).toBeLessThanOrEqual(CELLS + 2 * ENDS.length);
});
