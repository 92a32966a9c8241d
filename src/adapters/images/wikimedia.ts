import { ScriptoriumError } from "../../kernel/errors.js";
import { type Fields, objectOf, textOf } from "../network/answer-members.js";
import type { ImageEngine, ImageEngineOptions } from "./engine.js";
import { foundImages, linkIn, type ToldImage } from "./found-images.js";
import { readLicence } from "./licences.js";
import { imagesClient, imagesFailed, jsonOf, listIn } from "./service.js";

const MOST = 50;
/** One of the widths that it keeps. */
const WIDTH = 1280;
const SAID = "License|LicenseShortName|LicenseUrl|Artist|ObjectName|NonFree";

/**
 * Images of Wikimedia Commons by the API of MediaWiki: https://commons.wikimedia.org/w/api.php. Requests carry `userAgent`, as its policy
 * wants.
 */
export function wikimedia({
  name = "wikimedia",
  url = "https://commons.wikimedia.org/w/api.php",
  userAgent,
  ...limits
}: ImageEngineOptions & { readonly userAgent: string }): ImageEngine {
  const [, folder = "", file = ""] = /^(.*?)([^/]*)$/s.exec(url) ?? [];
  const client = imagesClient("Wikimedia Commons", folder, {
    concurrency: 1,
    ...limits,
    headers: { "user-agent": userAgent },
  });

  return {
    name,
    kind: "wikimedia",
    title: "Wikimedia Commons",
    async find(words, asked, signal) {
      const search = `filetype:bitmap filew:>${Math.max(0, asked.minWidth - 1)} ${withoutOperators(words)}`;
      const query = new URLSearchParams({
        ...{ action: "query", format: "json", formatversion: "2", maxlag: "5" },
        ...{
          generator: "search",
          gsrsearch: search,
          gsrnamespace: "6",
          gsrlimit: String(Math.min(MOST, asked.limit * 2)),
        },
        ...{ prop: "imageinfo", iiprop: "url|size|mime|extmetadata", iiurlwidth: String(WIDTH) },
        ...{ iiextmetadatafilter: SAID, iiextmetadatalanguage: "en" },
      });
      const json = jsonOf(client, await client.send({ method: "GET", path: `${file}?${query}` }, signal));
      const { code } = objectOf(json["error"]);
      if (code === "maxlag" || code === "ratelimited") {
        const says = "is busy just now. Run the task again in a few minutes.";
        throw new ScriptoriumError("rate-limited", `${client.title} ${says}`, {
          ...client.facts,
          retryAfterSeconds: 30,
        });
      }
      if (code !== undefined) throw imagesFailed(client, "could not do the search. Put the keyword otherwise.");
      // Without a hit there is no such member.
      if (json["query"] === undefined && json["batchcomplete"] !== undefined) return { images: [] };
      const pages = listIn(client, objectOf(json["query"])["pages"]);
      const ranked = pages.sort((a, b) => Number(a["index"]) - Number(b["index"]));
      return { images: foundImages(ranked.flatMap(toldBy), { name, title: "Wikimedia Commons" }, asked) };
    },
  };
}

function toldBy(page: Fields): ToldImage[] {
  const list: unknown = page["imageinfo"];
  const info = objectOf(Array.isArray(list) ? list[0] : undefined);
  const said = objectOf(info["extmetadata"]);
  const value = (member: string) => textOf(objectOf(said[member])["value"]);
  if (!textOf(info["mime"]).startsWith("image/") || /^(?:true|1)$/i.test(value("NonFree"))) return [];
  const isSmaller = textOf(info["thumburl"]) !== "";
  const name = value("ObjectName");
  const licence = value("License");
  return [
    {
      url: withoutCampaign(textOf(isSmaller ? info["thumburl"] : info["url"])),
      width: isSmaller ? info["thumbwidth"] : info["width"],
      height: isSmaller ? info["thumbheight"] : info["height"],
      page: info["descriptionurl"],
      title: name === "" ? page["title"] : name,
      author: value("Artist"),
      authorUrl: linkIn(value("Artist")),
      ...readLicence(licence === "" ? value("LicenseShortName") : licence),
      licenceUrl: value("LicenseUrl"),
    },
  ];
}

/** It marks its addresses with who asked for them. */
function withoutCampaign(address: string): string {
  return address.replace(/\?utm_.*$/s, "");
}

/** Words that its search takes as words. */
function withoutOperators(words: string): string {
  return words
    .replace(/["*~!|()[\]{}\\/:?<>=]/g, " ")
    .replace(/(^|\s)[-+]+/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
