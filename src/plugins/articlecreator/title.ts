import { badField } from "../../engines/pages/fields.js";
import { countWords, queryTerms, termsOf, wordsOf } from "../../engines/pages/terms.js";
import { shown } from "../../kernel/index.js";
import { nearestName } from "../../kernel/values/nearest-name.js";
import { cleanHeading, isPlural, titleCase } from "./headings.js";
import type { Material } from "./material.js";
import { GENERAL_TERMS, inNumber, type Role } from "./roles.js";

const LONGEST_TITLE = 14;
const LONGEST_KEYWORD = 120;

/** A part of an article as its title sees it. */
export interface TitlePart {
  readonly role: Role | undefined;
  readonly words: number;
  readonly sources: readonly number[];
}

/**
 * A title for an article: the keyword with what its parts speak of, or the title of a source that covers them all. Never
 * one that is taken.
 */
export function chosenTitle(
  keyword: string,
  material: Material,
  parts: readonly TitlePart[],
  keywords: readonly string[],
  taken: ReadonlySet<string>,
): string {
  const name = titleCase(
    keyword.length > LONGEST_KEYWORD ? `${keyword.slice(0, LONGEST_KEYWORD).toWellFormed()}...` : keyword,
  );
  const isFree = (title: string) => !taken.has(title.toLowerCase());
  if (/^(how|why|what|when|where|which|who|is|are|can|do|does|should)\b/i.test(keyword) && isFree(name)) return name;
  const sources = new Set(parts.flatMap((part) => part.sources));
  const covering = [...sources]
    .map((source) => cleanHeading(material.sources[source]?.title ?? ""))
    .filter((title) => isTitle(title) && isFree(title) && belongsTo(title, keyword, keywords))
    .filter((title) => coversAll(title, material.query, sources.size === 1));
  const [best] = covering.toSorted((one, other) => countWords(one) - countWords(other));
  if (best !== undefined) return best;
  const framed = `${name}: ${frame(keyword, parts)}`;
  return (
    [framed, `${name}: An Overview`, name].find((title) => isFree(title) && countWords(title) <= LONGEST_FRAMED) ?? name
  );
}

const LONGEST_FRAMED = 16;
const MOST_LABELS = 3;
/** Share of the words that a part needs to be named in the title. */
const LEAST_SHARE = 0.08;

/** Share of the words after the opening that the named parts have together; less is not what the article is about. */
const LEAST_COVERED = 0.5;

/** "History, Types and Uses": what the largest parts with a role speak of, in the order of the article. */
function frame(keyword: string, parts: readonly TitlePart[]): string {
  const all = parts.reduce((sum, { words }) => sum + words, 0);
  const plural = isPlural(keyword);
  const asked = new Set(queryTerms(keyword));
  const named = parts.filter(
    ({ role, words }) =>
      role !== undefined &&
      role.label !== "" &&
      words >= LEAST_SHARE * all &&
      !termsOf(role.label).some((term) => asked.has(term)),
  );
  const largest = named.toSorted((one, other) => other.words - one.words).slice(0, MOST_LABELS);
  const labels = [
    ...new Set(parts.filter((part) => largest.includes(part)).map(({ role }) => inNumber(role!.label, plural))),
  ];
  const covered = named.reduce((sum, { words }) => sum + words, 0);
  const told = parts.slice(1).reduce((sum, { words }) => sum + words, 0);
  if (labels.length < 2 || covered < LEAST_COVERED * told) return "An Overview";
  return `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)!}`;
}

/** Whether a title names the keyword and nothing narrower; all of one source is covered by its title. */
function coversAll(title: string, query: readonly string[], isOnly: boolean): boolean {
  const terms = termsOf(title);
  if (/\b(complete|comprehensive|ultimate|everything|all)\b/i.test(title)) return false;
  if (query.length === 0 || !query.every((term) => terms.includes(term))) return false;
  const more = terms.filter((term) => !query.includes(term));
  return isOnly || (more.length > 0 && more.every((term) => GENERAL_TERMS.has(term)));
}

function isTitle(title: string): boolean {
  const words = countWords(title);
  return (
    words > 0 &&
    words <= LONGEST_TITLE &&
    !/^\d|[|@{}<>?!]|https?:|\b(my|our|we|i|you|your|this|these|best|review|news)\b/i.test(title)
  );
}

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
  const candidates = [title, ...additions.filter((text) => text !== "").map((text) => `${title}: ${text}`)];
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
