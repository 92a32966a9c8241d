import { badField } from "../../engines/pages/fields.js";
import { countWords, queryTerms, termsOf, wordsOf } from "../../engines/pages/terms.js";
import { shown } from "../../kernel/index.js";
import { nearestName } from "../../kernel/values/nearest-name.js";
import { cleanHeading, titleCase } from "./headings.js";
import type { Material } from "./material.js";

const LONGEST_TITLE = 14;
const LONGEST_KEYWORD = 120;

/**
 * A title for an article: the best one among its sources that speaks of the keyword and fits no other keyword of the task
 * better, else the keyword. Never one that is taken.
 */
export function chosenTitle(
  keyword: string,
  material: Material,
  usedSources: ReadonlyMap<number, number>,
  keywords: readonly string[],
  taken: ReadonlySet<string>,
): string {
  let best: { title: string; value: number } | undefined;
  for (const [index, sentences] of usedSources) {
    const title = cleanHeading(material.sources[index]?.title ?? "");
    if (taken.has(title.toLowerCase()) || !isTitle(title) || !belongsTo(title, keyword, keywords)) continue;
    const terms = new Set(termsOf(title));
    if (material.query.length === 0 || !material.query.every((term) => terms.has(term))) continue;
    const value =
      1 + 0.05 * sentences - 0.06 * Math.max(0, terms.size - material.query.length - 1) - 0.02 * countWords(title);
    if (best === undefined || value > best.value) best = { title, value };
  }
  if (best !== undefined) return best.title;
  return titleCase(
    keyword.length > LONGEST_KEYWORD ? `${keyword.slice(0, LONGEST_KEYWORD).toWellFormed()}...` : keyword,
  );
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
