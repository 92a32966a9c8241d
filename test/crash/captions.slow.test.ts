import { setTimeout as wait } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { videoService, writtenJson3 } from "../doubles/video-service.js";
import { connectionTo } from "./client.js";
import { STORAGES } from "./places.js";
import { startServer } from "./server.js";

const ids = Array.from({ length: 30 }, (_none, n) => `video${String(n).padStart(6, "0")}`);
/** The server is ended when it has asked for this video. */
const LAST = 17;

it("continues the captions of a channel whose process is killed, and no row comes twice", async () => {
  const json3 = writtenJson3([[0, "Bees make honey."]]);
  const videos = ids.map((id) => ({ id, title: "Bees", tracks: [{ language: "en", json3 }] }));
  const service = await videoService(videos, { "@bees": ids });
  onTestFinished(service.close);
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  service.instead = (request) => {
    if (!request.url?.includes(`/watch?v=${ids[LAST]}`)) return false;
    resolve();
    return true;
  };
  const store = await (await STORAGES.find(({ name }) => name === "sqlite")!.place()).store();
  onTestFinished(store.remove);
  const providers = { video: { kind: "builtin", address: service.url } };
  const choice = { ...store.choice, web: { allowPrivate: ["127.0.0.1"] }, providers };
  let server = await startServer(choice).ready;
  onTestFinished(() => server.kill());
  let connection = connectionTo(server.address);
  const { id } = (await connection.call("/create/youtubesub%20scraper/")).result;
  await connection.call(`/project/data/${id}`, {
    ...{ videosFile: ["channel:@bees"], maxVideos: 100, respectRobots: false },
    ...{ requestDelayFrom: 0, requestDelayTo: 0 },
  });
  await connection.call(`/project/run/${id}`);
  await reached;
  connection.close();
  await server.kill();

  const asked = service.asked.length;
  service.instead = () => false;
  server = await startServer(choice).ready;
  connection = connectionTo(server.address);
  let status = "";
  while (status !== "complete" && status !== "failed") {
    await wait(50);
    status = (await connection.call(`/project/status/${id}`)).result[0].status;
  }
  const [stored] = (await connection.call("/stored", [id])).result;
  connection.close();
  expect(status).toBe("complete");
  expect(stored.rows.map((row: { videoId: string }) => row.videoId)).toEqual(ids);
  const again = service.asked.slice(asked).filter((line) => line.includes("/watch"));
  expect(again).toEqual(ids.slice(LAST).map((each) => `GET /watch?v=${each}&hl=en`));
});
