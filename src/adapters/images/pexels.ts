import { type Clock, systemClock } from "../../kernel/values/clock.js";
import { objectOf } from "../network/answer-members.js";
import type { ImageEngine, ImageEngineOptions } from "./engine.js";
import { foundImages } from "./found-images.js";
import { imagesClient, jsonOf, listIn, numberIn } from "./service.js";

const MOST = 80;
/** What fits into its size `large2x`. */
const BOX = { width: 1880, height: 1300 };

/** Pexels: https://www.pexels.com/api/documentation/ */
export function pexels({
  name = "pexels",
  url = "https://api.pexels.com/v1/",
  apiKey,
  clock = systemClock,
  ...limits
}: ImageEngineOptions & { readonly apiKey: string; readonly clock?: Clock }): ImageEngine {
  const client = imagesClient("Pexels", url, {
    ...limits,
    headers: { authorization: apiKey },
    readBusy(answer) {
      const reset = numberIn(answer, "x-ratelimit-reset");
      return reset === undefined ? undefined : { waitMs: Math.max(0, reset * 1000 - clock.now().getTime()) };
    },
  });

  return {
    name,
    kind: "pexels",
    title: "Pexels",
    async find(words, asked, signal) {
      if (!asked.licences.includes("pexels")) return { images: [] };
      const query = new URLSearchParams({ query: words, per_page: String(Math.min(MOST, asked.limit)) });
      const json = jsonOf(client, await client.send({ method: "GET", path: `search?${query}` }, signal));
      const told = listIn(client, json["photos"]).map((item) => ({
        url: objectOf(item["src"])["large2x"],
        ...fitted(item["width"], item["height"]),
        page: item["url"],
        title: item["alt"],
        author: item["photographer"],
        authorUrl: item["photographer_url"],
        licence: "pexels" as const,
        licenceUrl: "https://www.pexels.com/license/",
      }));
      return { images: foundImages(told, { name, title: "Pexels" }, asked) };
    },
  };
}

function fitted(width: unknown, height: unknown): { readonly width: unknown; readonly height: unknown } {
  if (typeof width !== "number" || typeof height !== "number" || width <= 0 || height <= 0) return { width, height };
  const scale = Math.min(1, BOX.width / width, BOX.height / height);
  return { width: width * scale, height: height * scale };
}
