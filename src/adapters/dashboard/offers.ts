import type { JsonObject } from "../../kernel/index.js";
import { SAMPLE_SITE } from "./sample-address.js";
import { hasSampleSite, sampleArticles } from "./sample-site.js";

/** A task that an empty server offers to run, with no key and no network. The page has words for it by its name. */
export interface Offer {
  readonly name: "articles" | "crawl";
  readonly type: string;
  readonly data: JsonObject;
}

/** The site is this server itself; others are given a second or more between two pages. */
const AT_ONCE = { requestDelayFrom: 0, requestDelayTo: 0, randomSeed: 7 };

/** None where the sample site is not installed. */
export function offers(): readonly Offer[] {
  if (!hasSampleSite()) return [];
  return [
    {
      name: "articles",
      type: "articlecreator",
      data: {
        articleKeywordsFile: ["sourdough starter", "honey bees"],
        sourceMode: ["urls"],
        sourceUrlsFile: sampleArticles(),
        outputFormats: ["html", "md"],
        ...AT_ONCE,
      },
    },
    {
      name: "crawl",
      type: "webcrawler",
      data: { startUrlsFile: [SAMPLE_SITE], collect: ["links", "meta"], ...AT_ONCE },
    },
  ];
}
