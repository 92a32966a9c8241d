import type { JsonObject } from "../../../kernel/values/json.js";
import { cleanText, plainKey, shortText, titleWithoutSite } from "../blocks.js";
import { unescaped } from "./entities.js";
import type { PageEvidence } from "./page-evidence.js";
import { texts } from "./structured-data.js";

/**
 * The page's title without the name of its site, and that name where the title alone gives it. A heading that is part of the
 * title is that title without anything about the site.
 */
export function titleOf(
  { metas, titles, headings, items }: PageEvidence,
  main: JsonObject | undefined,
  site: string,
  page: string,
): { title: string; site: string } {
  const meta = (...names: readonly string[]) => names.flatMap((name) => metas.get(name) ?? []);
  const clean = (given: readonly (string | undefined)[]) =>
    given.map((one) => shortText(unescaped(one ?? ""), 300)).filter((one) => one !== "");
  const [element = ""] = clean(titles);
  const named = site === "" ? siteInTitle(element, page) : "";
  const known = site || named;
  const stated = clean([
    ...meta("citation_title", "og:title", "twitter:title"),
    ...texts(main?.headline),
    ...meta("parsely-title", "sailthru.title", "dc.title", "dcterms.title", "title"),
  ]);
  const all = [...stated, element].filter((one) => plainKey(one) !== "");
  const wholes = [...stated, element].map((one) => titleWithoutSite(one, known));
  const heads = clean(headings.map(withoutAnchor)).filter((one) => one.length > 3 && plainKey(one) !== plainKey(known));
  const heading = headingOf(heads, [...all, ...wholes]);
  const others = [
    ...wholes,
    ...clean([
      ...items.filter((one) => one.name === "headline").map((one) => one.text),
      ...headings,
      ...texts(main?.name),
    ]),
  ];
  const title = heading || (others.find((one) => one !== "") ?? "");
  return { title: cleanText(title), site: named };
}

/** The sign that many documentation pages put behind a heading as a link to it. */
function withoutAnchor(heading: string): string {
  return heading.replace(/[\s\u00b6#\u00a7\u{1f517}\u200b]+$/u, "");
}

/** A heading that says what the titles say: one that is part of them, or the only one and of much the same words. */
function headingOf(headings: readonly string[], titles: readonly string[]): string {
  const keys = titles.map(plainKey).filter((one) => one !== "");
  const shortest = Math.min(...keys.map((key) => key.length));
  const parts = new Set(titles.flatMap((title) => title.split(PARTS).map(plainKey)));
  const within = headings.filter((heading) => {
    const key = plainKey(heading);
    if (key === "") return false;
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
