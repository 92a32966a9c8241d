import { objectOf, textOf } from "../network/answer-members.js";
import type { ImageEngine, ImageEngineOptions } from "./engine.js";
import { foundImages } from "./found-images.js";
import { imagesClient, jsonOf, listIn, numberIn } from "./service.js";

const MOST = 30;
const HOUR_MS = 3_600_000;
/** The longest side that its address `regular` gives. */
const WIDTH = 1080;
/** What links to it have to say: https://help.unsplash.com/en/articles/2511245 */
const REFERRED = "utm_source=scriptorium&utm_medium=referral";

/** Unsplash: https://unsplash.com/documentation. Its terms want images shown from its own addresses, and to know of each use. */
export function unsplash({
  name = "unsplash",
  url = "https://api.unsplash.com/",
  apiKey,
  ...limits
}: ImageEngineOptions & { readonly apiKey: string }): ImageEngine {
  const client = imagesClient("Unsplash", url, {
    ...limits,
    headers: { authorization: `Client-ID ${apiKey}`, "accept-version": "v1" },
    // Too many requests in an hour are a 403, as is a key that may not.
    busyStatuses: [403],
    readBusy: (answer) =>
      answer.status === 403 && numberIn(answer, "x-ratelimit-remaining") !== 0
        ? { final: { code: "auth", says: "does not accept the access key. Check the key." } }
        : { waitMs: HOUR_MS },
  });

  return {
    name,
    kind: "unsplash",
    title: "Unsplash",
    async find(words, asked, signal) {
      if (!asked.licences.includes("unsplash")) return { images: [] };
      const query = new URLSearchParams({
        ...{ query: words, per_page: String(Math.min(MOST, asked.limit)), content_filter: "high" },
      });
      const json = jsonOf(client, await client.send({ method: "GET", path: `search/photos?${query}` }, signal));
      const told = listIn(client, json["results"]).map((item) => {
        const [links, user] = [objectOf(item["links"]), objectOf(item["user"])];
        return {
          url: objectOf(item["urls"])["regular"],
          ...regular(item["width"], item["height"]),
          page: referred(links["html"]),
          title: item["alt_description"] ?? item["description"],
          author: user["name"],
          authorUrl: referred(objectOf(user["links"])["html"]),
          licence: "unsplash" as const,
          licenceUrl: "https://unsplash.com/license",
          showFrom: "service" as const,
          notice: links["download_location"],
        };
      });
      return { images: foundImages(told, { name, title: "Unsplash" }, asked) };
    },
    async used({ notice }, { signal }) {
      // Only to itself is it told, with the key.
      const base = url.endsWith("/") ? url : `${url}/`;
      if (!notice.startsWith(base)) return;
      jsonOf(client, await client.send({ method: "GET", path: notice.slice(base.length) }, signal));
    },
  };
}

function regular(width: unknown, height: unknown): { readonly width: unknown; readonly height: unknown } {
  if (typeof width !== "number" || typeof height !== "number" || width <= WIDTH) return { width, height };
  return { width: WIDTH, height: (height * WIDTH) / width };
}

function referred(address: unknown): string {
  const text = textOf(address);
  return text === "" ? "" : `${text}${text.includes("?") ? "&" : "?"}${REFERRED}`;
}
