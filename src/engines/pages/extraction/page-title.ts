import type { JsonObject } from "../../../kernel/values/json.js";
import { cleanText, plainKey, shortText, titleWithoutSite } from "../blocks.js";
import { unescaped } from "./entities.js";
import type { PageEvidence } from "./evidence.js";
import { texts } from "./structured-data.js";

/**
 * The page's title without the name of its site, and that name where the title alone gives it. A heading that is part of the
 * title is that title without anything about the site.
 */
export function titleOf(
  evidence: PageEvidence,
  main: JsonObject | undefined,
  site: string,
  page: string,
): { title: string; site: string } {
  const { metas, titles, headings, subheadings, items } = evidence;
  const meta = (...names: readonly string[]) => names.flatMap((name) => metas.get(name) ?? []);
  const clean = (given: readonly (string | undefined)[]) =>
    given.map((one) => shortText(unescaped(one ?? ""), 300)).filter((one) => one !== "");
  const [element = ""] = clean(titles);
  const hosted = site === "" ? siteInTitle(element, page) : "";
  const siteName = hosted || (site === "" ? linkedSite(element, page, evidence) : "");
  // The start of a site is called like it.
  const known = site || (isHome(page) ? hosted : siteName);
  const stated = clean([
    ...meta("citation_title", "og:title", "twitter:title"),
    ...texts(main?.headline),
    ...meta("parsely-title", "sailthru.title", "dc.title", "dcterms.title", "title"),
  ]);
  const all = [...stated, element].filter((one) => plainKey(one) !== "");
  // What the title of the document only adds to is a title without the site already.
  const wholes = [...stated, element].map((one) =>
    !one.includes("|") && element.startsWith(one) && SUFFIX.test(element.slice(one.length))
      ? one
      : titleWithoutSite(one, known),
  );
  const heads = clean(headings.map(withoutAnchor)).filter(
    (one) => one.length > 3 && plainKey(one) !== plainKey(known) && !isHost(one, page),
  );
  const found = headingOf(heads, [...all, ...wholes]);
  const lower = clean(subheadings.map(withoutAnchor));
  const first = wholes.find((one) => one !== "") ?? "";
  const heading =
    subheadOf(found, lower, all) ?? addressed(found || first, found === "" ? heads : [], lower, all, page) ?? found;
  const others = [
    ...wholes,
    ...clean([
      ...items.filter((one) => one.name === "headline").map((one) => one.text),
      ...headings.map(withoutAnchor),
      ...texts(main?.name),
    ]),
  ];
  const named = others.filter((one) => one !== "");
  const title =
    heading || ((isHome(page) ? undefined : named.find((one) => plainKey(one) !== plainKey(known))) ?? named[0] ?? "");
  return { title: cleanText(title), site: siteName };
}

const SUFFIX = /^\s*[|\-\u2013\u2014\u00b7\u00bb:\u2022]\s/;

function isHome(page: string): boolean {
  return /^\/?(?:index\.\w+)?$/.test(URL.parse(page)?.pathname ?? "");
}

/** Whether a text is the name of the page's host, as a header shows it. */
function isHost(text: string, page: string): boolean {
  const host = URL.parse(page)?.hostname ?? "";
  return text.includes(".") && (host === text.toLowerCase() || host.endsWith(`.${text.toLowerCase()}`));
}

/** What a page of a manual is called where its heading is that of the manual: it begins the title, and is a heading below. */
function subheadOf(heading: string, subheadings: readonly string[], titles: readonly string[]): string | undefined {
  const key = plainKey(heading);
  const below = new Set(subheadings.map(plainKey));
  for (const title of titles) {
    const parts = partsOf(title);
    const first = plainKey(parts[0] ?? "");
    if (key !== "" && first !== "" && first !== key && plainKey(parts.at(-1)!) === key && below.has(first)) {
      return parts[0];
    }
  }
  return undefined;
}

/**
 * The heading, or part of a title, that says what the address says, where the title found says nothing of it and is only a
 * part of the titles: then it is the name of a blog, a manual or a program in which the page is shown.
 */
function addressed(
  title: string,
  headings: readonly string[],
  subheadings: readonly string[],
  titles: readonly string[],
  page: string,
): string | undefined {
  const slug = slugOf(page);
  const key = plainKey(title);
  const split = titles.map(partsOf).filter((parts) => parts.length > 1);
  const isPart = split.some((parts) => parts.some((part) => plainKey(part) === key));
  if (slug.size < 2 || !isPart || wordsOf(title).some((word) => word.length > 3 && slug.has(word))) return undefined;
  const parts = split.flat();
  const known = new Set(parts.map(plainKey));
  const fits = (one: string) => wordsOf(one).length > 1 && likeness(one, slug) >= 0.66;
  return (
    [...headings, ...subheadings].find((one) => known.has(plainKey(one)) && fits(one)) ??
    parts.find(fits) ??
    headings.find((one) => wordsOf(one).length > 2 && fits(one))
  );
}

function partsOf(title: string): string[] {
  return title
    .split(PARTS)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** The words of the last part of an address that is not a number. */
function slugOf(page: string): ReadonlySet<string> {
  const last = (URL.parse(page)?.pathname ?? "").split("/").findLast((part) => /[a-z]{2}/i.test(part)) ?? "";
  return new Set(wordsOf(last.replace(/\.\w{2,5}$/, "").replaceAll("_", " ")));
}

/** How many of the words of a text and an address are the same, of the fewer of both. */
function likeness(text: string, slug: ReadonlySet<string>): number {
  const words = new Set(wordsOf(text));
  const shared = [...words].filter((word) => slug.has(word)).length;
  return shared < 2 ? 0 : shared / Math.min(words.size, slug.size);
}

/** The sign that many documentation pages put behind a heading as a link to it. */
function withoutAnchor(heading: string): string {
  const text = cleanText(heading).replace(/[\s\u00b6#\u00a7\u{1f517}\u200b]+$/u, "");
  // The same for readers and for screen readers, or for narrow and wide screens.
  return /^(.{4,}?)(?: \1)+$/u.exec(text.slice(0, 400))?.[1] ?? text;
}

/** A heading that says what the titles say: one that is part of them, or the only one and of much the same words. */
function headingOf(headings: readonly string[], titles: readonly string[]): string {
  const keys = titles.map(plainKey).filter((one) => one !== "");
  const shortest = Math.min(...keys.map((key) => key.length));
  const parts = new Set(titles.flatMap((title) => title.split(PARTS).map(plainKey)));
  const within = headings.filter((heading) => {
    const key = plainKey(heading);
    if (key === "") return false;
    const labelled = LABELLED.exec(heading)?.[1];
    if (labelled !== undefined && parts.has(plainKey(labelled))) return true;
    return parts.has(key) || (key.length >= 0.4 * shortest && keys.some((one) => one.includes(key)));
  });
  // Above the heading of a page of a manual is that of the manual, which ends the title.
  const first = within.find((heading) => keys.some((key) => key.startsWith(plainKey(heading))));
  if (within.length > 0) return first ?? within[0]!;
  const [only] = headings;
  if (only === undefined || headings.length > 1) return "";
  const words = new Set(wordsOf(only));
  const shared = Math.max(0, ...titles.map((title) => wordsOf(title).filter((word) => words.has(word)).length));
  return words.size > 2 && shared >= 0.5 * words.size ? only : "";
}

/** As archives are headed: "Category: Garden". */
const LABELLED = /^\p{L}+: (.+)$/u;

const PARTS = /\s[|/\u2013\u2014\u00b7\u00bb:\u2022-]{1,2}\s|:\s/;

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The part of a title that says the same as the page's host name. */
function siteInTitle(title: string, page: string): string {
  const host = URL.parse(page)?.hostname.replace(/^www\./, "") ?? "";
  const labels = host.split(".").map(plainKey);
  return (
    title
      .split(/ [|\-\u2013\u2014\u00b7\u00bb:\u2022] /)
      .slice(1)
      .map((part) => part.trim())
      .find(
        (part) =>
          plainKey(part) === plainKey(host) || labels.some((label) => label.length > 3 && plainKey(part) === label),
      ) ?? ""
  );
}

/** The part of a title that the page's feeds are named for, or that is a link to the start of the site. */
function linkedSite(title: string, page: string, { links, homeLinks }: PageEvidence): string {
  const host = URL.parse(page)?.host;
  const feeds = links
    .filter(({ rel, type }) => rel.includes("alternate") && /^application\/(?:rss|atom)/i.test(type))
    .map((one) => cleanText(unescaped(one.title)).split(/\s[\u00bb|\u2013\u2014-]\s/)[0]!);
  const homes = homeLinks
    .filter(({ href }) => href === "/" || (host !== undefined && URL.parse(href, page)?.host === host))
    .map((one) => cleanText(unescaped(one.text)))
    .filter((text) => !/^(?:home(?:page)?|start(?:seite)?|accueil|inicio)$/i.test(text));
  const names = new Set([...feeds, ...homes].map(plainKey).filter((name) => name !== ""));
  const parts = title.split(/ [|\-\u2013\u2014\u00b7\u00bb:\u2022] /).map((part) => part.trim());
  const candidates = isHome(page) ? parts : parts.slice(1);
  return candidates.findLast((part) => names.has(plainKey(part))) ?? "";
}
