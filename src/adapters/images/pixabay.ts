import { type Fields, textOf } from "../network/answer-members.js";
import type { ImageEngine, ImageEngineOptions } from "./engine.js";
import { foundImages } from "./found-images.js";
import { imagesClient, jsonOf, listIn, numberIn, refused } from "./service.js";

/** The longest side of its size `largeImageURL`. */
const SIDE = 1280;

/** Pixabay: https://pixabay.com/api/docs/. Its terms want copies of its images, and answers to be kept for a day. */
export function pixabay({
  name = "pixabay",
  url = "https://pixabay.com/api/",
  apiKey,
  ...limits
}: ImageEngineOptions & { readonly apiKey: string }): ImageEngine {
  const client = imagesClient("Pixabay", url, {
    ...limits,
    readBusy(answer) {
      const seconds = numberIn(answer, "x-ratelimit-reset");
      return seconds === undefined ? undefined : { waitMs: seconds * 1000 };
    },
  });

  return {
    name,
    kind: "pixabay",
    title: "Pixabay",
    async find(words, asked, signal) {
      if (!asked.licences.includes("pixabay")) return { images: [] };
      const query = new URLSearchParams({
        ...{ key: apiKey, q: words, image_type: "photo", safesearch: "true", min_width: String(asked.minWidth) },
        per_page: String(Math.min(200, Math.max(3, asked.limit))),
      });
      const answer = await client.send({ method: "GET", path: `?${query}`, as: "text" }, signal);
      // A key that it does not know is a 400 with a text.
      if (answer.status === 400 && /key/i.test(answer.text ?? "")) throw refused(client, 400);
      const json = jsonOf(client, { status: answer.status, json: parsed(answer.text ?? "") });
      const told = listIn(client, json["hits"]).map((item) => ({
        url: item["largeImageURL"],
        ...large(item),
        page: item["pageURL"],
        title: item["tags"],
        author: item["user"],
        authorUrl:
          textOf(item["user"]) === ""
            ? ""
            : `https://pixabay.com/users/${encodeURIComponent(textOf(item["user"]))}-${textOf(item["user_id"])}/`,
        licence: "pixabay" as const,
        licenceUrl: "https://pixabay.com/service/license-summary/",
        showFrom: "copy" as const,
      }));
      return { images: foundImages(told, { name, title: "Pixabay" }, asked) };
    },
  };
}

function large({ imageWidth: width, imageHeight: height }: Fields) {
  if (typeof width !== "number" || typeof height !== "number") return { width, height };
  const scale = Math.min(1, SIDE / Math.max(width, height));
  return { width: width * scale, height: height * scale };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
