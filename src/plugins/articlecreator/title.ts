import { badField } from "../../engines/pages/fields.js";
import { countWords, queryTerms, termsOf, wordsOf } from "../../engines/pages/terms.js";
import { shown } from "../../kernel/index.js";
import { nearestName } from "../../kernel/values/nearest-name.js";
import { asWritten } from "./as-written.js";
import { framedTitles, type TitlePart } from "./frames.js";
import { cleanHeading, titleCase } from "./headings.js";
import { isDoing, isQuestion } from "./keyword-sense.js";
import type { Material } from "./material.js";
import { narrowerName } from "./narrower-name.js";
import { GENERAL_TERMS } from "./roles.js";
import { sharedLimit } from "./shared-limit.js";

export type { TitlePart } from "./frames.js";

const LONGEST_TITLE = 14;
const LONGEST_KEYWORD = 120;

/**
 * A title for an article: the keyword with what its parts speak of, or what they speak of instead, or the title of a source that covers
 * them all. Never one that is taken.
 */
export function chosenTitle(
  keyword: string,
  material: Material,
  parts: readonly TitlePart[],
  keywords: readonly string[],
  taken: ReadonlySet<string>,
): string {
  const name = titleCase(
    keyword.length > LONGEST_KEYWORD
      ? `${keyword.slice(0, LONGEST_KEYWORD).toWellFormed()}...`
      : asWritten(keyword, material),
  );
  const isFree = (title: string) => !taken.has(title.toLowerCase());
  if (isQuestion(keyword) || isDoing(keyword)) return framedTitles(name, keyword, material, parts)[0] ?? name;
  const narrower = narrowerName(
    material.query,
    parts.flatMap(({ heading = "", texts = [] }) => [heading, ...texts]),
  );
  if (narrower !== undefined && isFree(titleCase(narrower))) return titleCase(narrower);
  const sources = new Set(parts.flatMap((part) => part.sources));
  const limited = sharedLimit(
    [...sources].map((source) => material.sources[source]?.title ?? ""),
    material.query,
  );
  if (limited !== undefined && isFree(titleCase(limited))) return titleCase(limited);
  const covering = [...sources]
    .map((source) => cleanHeading(material.sources[source]?.title ?? ""))
    .filter((title) => isTitle(title) && isFree(title) && belongsTo(title, keyword, keywords))
    .filter((title) => coversAll(title, material.query, sources.size === 1 ? parts : undefined));
  const [best] = covering.toSorted((one, other) => countWords(one) - countWords(other));
  if (best !== undefined) return best;
  const framed = framedTitles(name, keyword, material, parts);
  return framed.find((title) => isFree(title) && countWords(title) <= LONGEST_FRAMED) ?? framed[0] ?? name;
}

const LONGEST_FRAMED = 16;

/** Whether a title names the keyword and nothing narrower; where all is of one source, with words that it uses as well. */
function coversAll(title: string, query: readonly string[], only: readonly TitlePart[] | undefined): boolean {
  const terms = termsOf(title);
  if (/\b(complete|comprehensive|ultimate|everything|all)\b/i.test(title)) return false;
  if (query.length === 0 || !query.every((term) => terms.includes(term))) return false;
  const more = terms.filter((term) => !query.includes(term));
  const said = new Set(only?.flatMap(({ heading = "", texts = [] }) => [heading, ...texts].flatMap(termsOf)));
  return more.length > 0 && more.every((term) => GENERAL_TERMS.has(term) || said.has(term));
}

function isTitle(title: string): boolean {
  const words = countWords(title);
  return (
    words > 0 &&
    words <= LONGEST_TITLE &&
    !PROMISES.test(title) &&
    !/^\d|[|@{}<>?!()"\u201c]|\b(?:days|weeks|months|years) (?:with|of|in)\b| [-\u2013\u2014] |https?:|\b(my|our|we|i|you|your|this|these|best|review|news)\b/i.test(
      title,
    )
  );
}

/** "How to start", "When and why to prune": what a page promises, and an article of parts of pages does not always tell. */
const PROMISES =
  /\b(?:how|when|where|why)(?:,? (?:and |or )?(?:how|when|where|why|what))* (?:to|you|we|they|it|your)\b/i;

/** Two keywords may find the same source; its title goes to the one that says more of it, or else comes first. */
function belongsTo(title: string, keyword: string, keywords: readonly string[]): boolean {
  const terms = new Set(termsOf(title));
  const said = (text: string) => {
    const query = queryTerms(text);
    const found = query.filter((term) => terms.has(term)).length;
    return query.length === 0 || found < query.length ? 0 : found + 0.01 * wordsOf(text).length;
  };
  const own = said(keyword);
  const place = keywords.indexOf(keyword);
  return keywords.every((other, at) => other === keyword || said(other) < own || (said(other) === own && at > place));
}

/** A title that is not taken: the given one, with the first free addition where it is. */
export function untaken(title: string, additions: readonly string[], n: number, taken: ReadonlySet<string>): string {
  const plain = title.replace(/:.*|\?$/, "");
  const candidates = [title, ...additions.filter((text) => text !== "").map((text) => `${plain}: ${text}`)];
  return candidates.find((candidate) => !taken.has(candidate.toLowerCase())) ?? `${title} (${n})`;
}

const PLACEHOLDERS = ["keyword", "title", "n", "year"] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];
const isPlaceholder = (name: string): name is Placeholder => (PLACEHOLDERS as readonly string[]).includes(name);

/** The title by its template; an unknown placeholder stays as it is. */
export function filledTitle(template: string, values: Readonly<Record<Placeholder, string>>): string {
  const filled = template
    .replace(/\{(\w+)\}/g, (place, name: string) => (isPlaceholder(name) ? values[name] : place))
    .trim();
  return filled === "" ? values.title : filled;
}

/** What stands in braces in a template, with them. */
export function placesOf(template: string): readonly string[] {
  return template.match(/\{+[^{}]*\}+/g) ?? [];
}

/** Throws bad-input for braces of a field that are no placeholder, which stay in the title. */
export function refuseUnknownPlaceholder(place: string, field: "articleTitle" | "articleKeywordsFile"): void {
  const name = place.replace(/^\{+|\}+$/g, "");
  if (place === `{${name}}` && isPlaceholder(name)) return;
  const nearest = nearestName(name.trim(), PLACEHOLDERS);
  const meant = nearest === undefined ? "" : ` Did you mean {${nearest}}?`;
  const all = PLACEHOLDERS.map((one) => `{${one}}`).join(", ");
  throw badField(
    field,
    `${field} has ${shown(place)}, which is no placeholder and stays as it is.${meant} There are ${all}.`,
  );
}
