import { isStopWord, termsOf } from "../../engines/pages/terms.js";
import type { Source } from "./sources.js";

/** Says whether a sentence of the source with that index is about who owns its page. */
export type OwnerFilter = (source: number, text: string) => boolean;

/** What follows the name by which a firm or a site is called. */
const KIND =
  /(?:,? (?:inc|llc|ltd|limited|co|company|corp|corporation|group|gmbh|plc|financial|international|services?|partners|solutions|magazine|blog|online|official|site|shop|store|tires|products|brands|india|usa|us|uk|in|eu|canada|australia)\.?|\.(?:com|org|net|co\.uk|de|io))$/iu;
const MARKED = /((?:\p{Lu}[\p{L}\d'\u2019&-]* ){0,2}\p{Lu}[\p{L}\d'\u2019&+-]*)[\u00ae\u2122]/gu;
const MARK = /[\u00ae\u2122]/u;
/** Who is spoken of in more of a page than this is what the page is about. */
const MOST_OF_PAGE = 0.34;
const FEWEST_BLOCKS = 6;

/**
 * A filter of what firms say of themselves in their own pages. It knows the owner of a page by the name of its site, by its
 * host and by the trade marks it sets; who is named by the keyword, and who owns all of the sources, is no stranger to the
 * subject.
 */
export function ownersOf(sources: readonly Source[], query: readonly string[]): OwnerFilter {
  const owners = new Set(sources.map((source) => source.site || source.address));
  const patterns = sources.map((source) =>
    owners.size < 2 && sources.length > 1 ? undefined : ownerPattern(source, sources, query),
  );
  const isSubject = (text: string) => termsOf(text).some((term) => query.includes(term));
  return (source, text) => {
    if (patterns[source]?.test(text)) return true;
    // A mark is set by who owns it, or by who sells it.
    return MARK.test(text) && [...text.matchAll(MARKED)].every(([, name]) => !isSubject(name!));
  };
}

function ownerPattern(source: Source, sources: readonly Source[], query: readonly string[]): RegExp | undefined {
  const text = source.blocks.map((block) => block.text).join("\n");
  const names = namesOf(source, text).filter((name) => {
    const terms = termsOf(name);
    if (terms.length === 0 || terms.every((term) => query.includes(term))) return false;
    if (name.includes(" ")) return true;
    return !terms.some((term) => query.includes(term)) && isOwn(name, source, sources, text);
  });
  const product = productOf(source, text);
  if (names.length === 0 && product === undefined) return undefined;
  const whole = names.map((name) =>
    name.includes(" ") ? escaped(name) : `${escaped(name)}(?! \\p{Lu}\\p{Ll}+ (?:Street|Head|Bay|Hill|River|Lake))`,
  );
  const pattern = new RegExp(
    `(?<![\\p{L}\\d])(?:${[...whole, ...(product === undefined ? [] : [product])].join("|")})(?![\\p{L}\\d])`,
    "u",
  );
  const naming = source.blocks.filter((block) => pattern.test(block.text)).length;
  if (source.blocks.length >= FEWEST_BLOCKS && naming > MOST_OF_PAGE * source.blocks.length) return undefined;
  return pattern;
}

/** What a firm sells under the name of its host, written small: "harbour gate management" on harbour.example. */
function productOf(source: Source, text: string): string | undefined {
  const label = hostName(source);
  if (label === undefined || !text.includes(`${label}.`)) return undefined;
  return `${escaped(label)}(?:\\.(?:com|io|net|org|app|example)| (?:\\p{Ll}+ ){0,2}(?:management|platform|software|apps?|tools?|dashboards?|boards?|templates?))`;
}

/** The names that a page may call its owner by. */
function namesOf(source: Source, text: string): string[] {
  const names = new Set<string>();
  for (const part of [...source.site.split(/ ?[|\u2013\u2014\u2022:] ?/u), ...(source.owners ?? [])]) {
    let name = part.replace(/[\u00ae\u2122]/gu, "").trim();
    while (name !== "") {
      names.add(name);
      const shorter = name.replace(KIND, "");
      // What is left over as a single word is a place or a word of the language as often as a name.
      if (shorter === name || !shorter.includes(" ")) break;
      name = shorter;
    }
    const words = name.split(" ");
    const initials = words.map((word) => word[0]).join("");
    if (words.length > 1 && initials === initials.toUpperCase() && hasStaff(initials, text)) names.add(initials);
  }
  const host = hostName(source);
  if (host !== undefined && host.length > 2)
    for (const [run] of text.matchAll(/\p{Lu}[\p{L}&'\u2019-]*(?: \p{Lu}[\p{L}&'\u2019-]*){0,3}/gu))
      for (const name of beginningsOf(run)) if (lettersOf(name) === host) names.add(name);
  const marked = Map.groupBy(
    [...text.matchAll(MARKED)].map(([, name]) => name!),
    (name) => name,
  );
  for (const [name, times] of marked) if (times.length > 1) names.add(name);
  return [...names].filter((name) => name.length > 1 && !isStopWord(name.toLowerCase()) && /\p{Lu}/u.test(name));
}

/** "Harbour", "Harbour Mutual" and so on of "Harbour Mutual's Gate". */
function beginningsOf(run: string): string[] {
  const words = run.split(" ");
  return words.map((_, at) =>
    words
      .slice(0, at + 1)
      .join(" ")
      .replace(/['\u2019]s?$/u, ""),
  );
}

function lettersOf(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^\p{L}]/gu, "");
}

/** "CR's experts", "CR members": initials that have people. */
function hasStaff(initials: string, text: string): boolean {
  return new RegExp(
    `\\b${escaped(initials)}(?:['\u2019]s? |\\s)(?:\\p{L}+ )?(?:members|experts|readers|testers|staff|survey)\\b`,
    "u",
  ).test(text);
}

/** Of "www.harbour.example" or of "shop.harbour.co.uk" what its owner is called by. */
function hostName({ address, host = /^https?:\/\/([^/:]+)/iu.exec(address)?.[1] }: Source): string | undefined {
  return host
    ?.toLowerCase()
    .split(".")
    .slice(0, -1)
    .findLast((label) => label.length > 3);
}

/** Whether a single word is a name of the owner's alone, and neither a place nor a word of the language. */
function isOwn(name: string, source: Source, sources: readonly Source[], text: string): boolean {
  const word = escaped(name);
  if (new RegExp(`\\b(?:in|near|around|to|from|across) ${word}\\b`, "u").test(text)) return false;
  if (/\p{Ll}/u.test(name) && new RegExp(`(?<![\\p{L}])${escaped(name.toLowerCase())}(?![\\p{L}])`, "u").test(text))
    return false;
  const named = new RegExp(`(?<![\\p{L}\\d])${word}(?![\\p{L}\\d])`, "u");
  return !sources.some(
    (other) =>
      other !== source &&
      (other.site === "" || other.site !== source.site) &&
      other.blocks.some((block) => named.test(block.text)),
  );
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
