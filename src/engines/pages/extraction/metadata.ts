import type { JsonObject } from "../../../kernel/values/json.js";
import { languageOf } from "../../language.js";
import { languageCode } from "../../language-codes.js";
import { cleanText, shortText } from "../blocks.js";
import { absoluteAddress } from "../links/absolute-address.js";
import { pageAuthors } from "./authors.js";
import { unescaped } from "./entities.js";
import type { PageEvidence } from "./evidence.js";
import { licenceIn, licenceInTail, speaksOfThePage } from "./licences.js";
import { neighbours } from "./neighbouring-pages.js";
import { NO_METADATA } from "./no-metadata.js";
import type { PageMetadata, PageType } from "./page.js";
import { type PageDates, pageDates } from "./page-dates.js";
import { pageEvidence } from "./page-evidence.js";
import { titleOf } from "./page-title.js";
import { type ParsedPage, parsedPage } from "./page-tree.js";
import { mainObject, structuredData, texts } from "./structured-data.js";

const MAX_TAGS = 50;
const MAX_FEEDS = 30;

/**
 * What a page says of itself, read in one pass. Never throws, and always gives every member. What a
 * page states for programs goes before what it shows to people, and that before guesses from its words: JSON-LD, then meta
 * elements (Open Graph, the names of bibliographies and news services, Dublin Core, plain ones), then items, links and
 * elements named for what they hold, then classes, the page's words and its address. `now` bounds what counts as a date. `type` is the kind
 * of page, where it is known: pages that list or sell things show the names of others.
 */
export function readMetadata(html: string, url = "", now: Date = new Date(), type: PageType = "article"): PageMetadata {
  try {
    return metadataOfPage(parsedPage(html), url, now, type);
  } catch {
    // A page is read with or without what it says of itself.
    return NO_METADATA;
  }
}

/** As `readMetadata`, of a page that has been parsed. */
export function metadataOfPage(
  { tree, jsonLd: scripts }: ParsedPage,
  url: string,
  now: Date,
  type: PageType,
): PageMetadata {
  try {
    const { jsonLd, ...said } = metadataOf(pageEvidence(tree, scripts), absoluteAddress(url, ""), { now, type });
    // A piece of a text keeps the whole of it in memory, and titles are kept long after their pages: so they are copied.
    return { ...(JSON.parse(JSON.stringify(said)) as typeof said), jsonLd };
  } catch {
    // A page is read with or without what it says of itself.
    return NO_METADATA;
  }
}

function metadataOf(evidence: PageEvidence, page: string, { now, type }: { now: Date; type: PageType }): PageMetadata {
  const { metas, links, items } = evidence;
  const meta = (...names: readonly string[]) => names.flatMap((name) => metas.get(name) ?? []);
  const text = (length: number, ...given: readonly (string | undefined)[]) =>
    given.map((one) => shortText(unescaped(one ?? ""), length)).find((one) => one !== "") ?? "";
  const item = (name: string) => items.filter((one) => one.name === name).map((one) => one.text);

  const base = absoluteAddress(evidence.base, page) || page;
  const address = (...given: readonly (string | undefined)[]) =>
    given.map((one) => absoluteAddress(one, base)).find((one) => one !== "") ?? "";
  const link = (rel: string) => links.filter((one) => one.rel.includes(rel)).map((one) => one.href);

  const jsonLd = structuredData(evidence.jsonLd);
  const main = mainObject(jsonLd);
  const canonical = address(...link("canonical"), ...meta("og:url"));
  const where = page || canonical;
  const site = text(100, ...meta("og:site_name", "application-name"), siteOf(jsonLd, main), ...meta("dc.publisher"));
  const { title, site: named } = titleOf(evidence, main, site, where);
  const language = languageCode(
    text(
      20,
      evidence.language,
      ...meta("content-language", "language", "dc.language", "og:locale"),
      ...texts(main?.inLanguage),
    ),
  );
  const dates: PageDates = pageDates(evidence, main, where, { now, language: evidence.language });
  const openGraph = Object.fromEntries(
    [...metas]
      .filter(([name]) => OPEN_GRAPH.test(name))
      .slice(0, 200)
      .map(([name, [value = ""]]) => [name, shortText(value, 2000)]),
  );
  return {
    title,
    description: text(
      1000,
      ...meta("description", "og:description", "twitter:description", "dc.description", "dcterms.abstract"),
      ...texts(main?.description),
    ),
    authors: pageAuthors(evidence, jsonLd, main, { site: site || named, page: where, type }),
    ...dates,
    site: site || named,
    language: language || languageOf(evidence.sample),
    licence: licenceOf(evidence, main, address),
    canonical,
    image: address(
      ...meta("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"),
      ...imagesOf(main),
      ...link("image_src"),
      ...meta("thumbnail", "sailthru.image.full", "parsely-image-url"),
      ...item("image"),
    ),
    favicon: address(...link("icon"), ...link("apple-touch-icon"), ...link("mask-icon")),
    tags: tagsOf([
      ...texts(main?.keywords),
      ...meta("article:tag", "og:article:tag", "video:tag", "parsely-tags", "sailthru.tags", "citation_keywords"),
      ...meta("news_keywords", "keywords", "dc.subject", "dcterms.subject"),
      ...item("keywords"),
      ...texts(main?.articleSection),
      ...meta("article:section", "parsely-section"),
      ...linkedTags(evidence),
    ]),
    feeds: links
      .filter(
        ({ rel, type }) =>
          rel.includes("alternate") && /^(application\/(rss|atom|feed|rdf)|text\/xml(?!\+))/i.test(type),
      )
      .slice(0, MAX_FEEDS)
      .map(({ href, title: name, type }) => ({
        url: address(href),
        title: shortText(name, 200),
        type: shortText(type, 60),
      }))
      .filter((feed) => feed.url !== ""),
    jsonLd,
    openGraph,
    ...neighbours(links, evidence.anchors, where, base),
  };
}

const OPEN_GRAPH = /^(og|article|book|profile|video|music|product|place|business|fb):/;

function siteOf(jsonLd: readonly JsonObject[], main: JsonObject | undefined): string | undefined {
  const website = jsonLd.find((one) => /website/i.test(String(one["@type"])));
  const name = (value: JsonObject | undefined) => texts(value?.name).find((one) => !/^https?:/.test(one));
  return name(website) ?? texts(main?.publisher).find((one) => !/^https?:|^#/.test(one));
}

function imagesOf(main: JsonObject | undefined): string[] {
  const image = main?.image;
  const objects = Array.isArray(image) ? image : [image];
  const urls = objects.flatMap((one) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? texts((one as JsonObject).url ?? (one as JsonObject).contentUrl)
      : texts(one),
  );
  return [...urls, ...texts(main?.thumbnailUrl)];
}

function licenceOf(
  { metas, links, anchors, items, tail }: PageEvidence,
  main: JsonObject | undefined,
  address: (...given: readonly (string | undefined)[]) => string,
): string {
  const named = [
    ...texts(main?.license),
    ...["dcterms.license", "dc.rights.license", "dc.license", "dc.rights.uri", "citation_license"].flatMap(
      (name) => metas.get(name) ?? [],
    ),
  ];
  const stated = named.map((one) =>
    /^(https?:)?\/\//.test(one.trim()) ? address(one) : licenceIn(one) || shortText(one, 100),
  );
  const rights = ["dc.rights", "dcterms.rights", "copyright", "rights"].flatMap((name) => metas.get(name) ?? []);
  const linked = [...links, ...anchors].filter((one) => one.rel.includes("license")).map((one) => address(one.href));
  const shown = anchors
    .filter((one) => /creativecommons\.org\/(licenses|publicdomain)\//i.test(one.href) && speaksOfThePage(one.before))
    .map((one) => address(one.href));
  const item = items.filter((one) => one.name === "license").map((one) => address(one.text) || licenceIn(one.text));
  const all = [
    ...stated,
    ...linked,
    ...item,
    ...rights.map(licenceIn),
    ...shown.reverse(),
    licenceInTail(cleanText(tail)),
  ];
  return all.find((one) => one !== "") ?? "";
}

const TAGS_APART = 1500;
/** What stands above a text and below it; more are those of several texts. */
const MOST_TAG_PLACES = 2;

/** The tags that a text shows as links. */
function linkedTags({ tagLinks }: PageEvidence): string[] {
  const places = tagLinks.filter(({ at }, index) => index === 0 || at - tagLinks[index - 1]!.at > TAGS_APART);
  // A blog calls so what is in no category.
  const names = tagLinks.map(({ text }) => text).filter((text) => !/^uncategori[sz]ed$/i.test(text));
  const repeated = names.length > 2 * new Set(names).size;
  return places.length > MOST_TAG_PLACES || repeated ? [] : names;
}

function tagsOf(given: readonly string[]): string[] {
  const tags = new Map<string, string>();
  for (const list of given) {
    for (const part of list.slice(0, 3000).split(/[,;\n]/)) {
      const tag = shortText(unescaped(part), 200);
      // A tag is a name; a sentence among them is a description in the wrong place.
      if (tag === "" || tag.length > 60 || /^https?:/.test(tag) || tags.size >= MAX_TAGS) continue;
      const key = tag.toLowerCase();
      if (!tags.has(key)) tags.set(key, tag);
    }
  }
  return [...tags.values()];
}
