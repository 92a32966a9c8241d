import { ScriptoriumError } from "../../kernel/errors.js";
import { type Clock, systemClock } from "../../kernel/values/clock.js";
import { type Fields, textOf } from "../network/answer-members.js";
import type { ServiceClient } from "../network/service-client.js";
import type { ImageEngine, ImageEngineOptions, ImagesAsked } from "./engine.js";
import { foundImages, type ToldImage } from "./found-images.js";
import { readLicence } from "./licences.js";
import { imagesClient, jsonOf, listIn, refused } from "./service.js";

const PAGE_SIZE = 20;
const MOST_PAGES = 5;
/** A token is asked for again a minute before its end. */
const SPARE_MS = 60_000;
/** The width that images of Wikimedia Commons are asked for, one of those that it keeps. */
const COMMONS_WIDTH = 1280;

/**
 * Images under open licences by Openverse: https://api.openverse.org/v1/. `apiKey` is `<client id>:<client secret>` of an
 * application that is registered there, or a token; without one it takes 20 requests a minute and 200 a day.
 */
export function openverse({
  name = "openverse",
  url = "https://api.openverse.org/v1/",
  apiKey = "",
  userAgent,
  clock = systemClock,
  ...limits
}: ImageEngineOptions & { readonly apiKey?: string; readonly userAgent: string; readonly clock?: Clock }): ImageEngine {
  const colon = apiKey.indexOf(":");
  const clientWith = (headers: Readonly<Record<string, string>>) =>
    imagesClient("Openverse", url, { concurrency: 1, ...limits, headers: { "user-agent": userAgent, ...headers } });
  const plain = clientWith(apiKey === "" || colon !== -1 ? {} : { authorization: `Bearer ${apiKey}` });
  let signedIn: { readonly client: ServiceClient; readonly until: number } | undefined;

  async function ready(signal: AbortSignal): Promise<ServiceClient> {
    if (colon === -1) return plain;
    if (signedIn !== undefined && clock.now().getTime() < signedIn.until) return signedIn.client;
    const form = new URLSearchParams({
      ...{ grant_type: "client_credentials", client_id: apiKey.slice(0, colon) },
      client_secret: apiKey.slice(colon + 1),
    });
    const body = { type: "application/x-www-form-urlencoded", text: String(form) } as const;
    const answer = await plain.send({ method: "POST", path: "auth_tokens/token/", body }, signal);
    // Its protocol, OAuth 2, says so with status 400, too.
    const { access_token: token, expires_in: seconds } = jsonOf(
      plain,
      answer.status === 400 ? { ...answer, status: 401 } : answer,
    );
    if (textOf(token) === "") throw refused(plain, answer.status);
    const lastsMs = (typeof seconds === "number" ? seconds * 1000 : 0) - SPARE_MS;
    const client = clientWith({ authorization: `Bearer ${textOf(token)}` });
    signedIn = { client, until: clock.now().getTime() + lastsMs };
    return client;
  }

  async function page(number: number, words: string, licences: string, signal: AbortSignal): Promise<Fields> {
    const asked = new URLSearchParams({
      q: words,
      page_size: String(PAGE_SIZE),
      page: String(number),
      mature: "false",
    });
    if (licences !== "") asked.set("license", licences);
    const request = { method: "GET", path: `images/?${asked}` } as const;
    try {
      const client = await ready(signal);
      return jsonOf(client, await client.send(request, signal));
    } catch (error) {
      // A token may end before its time.
      if (signedIn === undefined || !ScriptoriumError.is(error) || error.code !== "auth") throw error;
      signedIn = undefined;
      const client = await ready(signal);
      return jsonOf(client, await client.send(request, signal));
    }
  }

  return {
    name,
    kind: "openverse",
    title: "Openverse",
    async find(words, asked, signal) {
      const licences = licencesOf(asked);
      if (licences === undefined) return { images: [] };
      const told: ToldImage[] = [];
      let images = foundImages(told, { name, title: "Openverse" }, asked);
      for (let number = 1; number <= MOST_PAGES && images.length < asked.limit; number += 1) {
        const { results, page_count: pages } = await page(number, words, licences, signal);
        told.push(...listIn(plain, results).filter(isForAll).map(toldBy));
        images = foundImages(told, { name, title: "Openverse" }, asked);
        if (typeof pages !== "number" || number >= pages) break;
      }
      return { images };
    },
  };
}

/** As the API takes them, empty for all; undefined where it has none of them. */
function licencesOf({ licences }: ImagesAsked): string | undefined {
  if (licences.includes("")) return "";
  const open = licences.filter((licence) => /^(?:by|cc0|pdm)/.test(licence));
  return open.length === 0 ? undefined : open.join(",");
}

function isForAll({ mature, unstable__sensitivity: marks }: Fields): boolean {
  return mature !== true && !(Array.isArray(marks) && marks.length > 0);
}

function toldBy(item: Fields): ToldImage {
  return {
    ...sized(item),
    page: item["foreign_landing_url"],
    title: item["title"],
    author: item["creator"],
    authorUrl: item["creator_url"],
    ...readLicence(textOf(item["license"]), textOf(item["license_version"])),
    licenceUrl: item["license_url"],
  };
}

/** Files of Wikimedia Commons are as large as they were uploaded; it keeps smaller ones, too. */
function sized({ url, width, height }: Fields): Pick<ToldImage, "url" | "width" | "height"> {
  const found = /^(https:\/\/upload\.wikimedia\.org\/wikipedia\/commons\/)(\w\/\w\w\/([^/?#]+\.(?:jpe?g|png)))$/i.exec(
    textOf(url),
  );
  if (found === null || typeof width !== "number" || typeof height !== "number" || width <= COMMONS_WIDTH) {
    return { url, width, height };
  }
  return {
    url: `${found[1]}thumb/${found[2]}/${COMMONS_WIDTH}px-${found[3]}`,
    width: COMMONS_WIDTH,
    height: (height * COMMONS_WIDTH) / width,
  };
}
