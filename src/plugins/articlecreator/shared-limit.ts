import { termsOf } from "../../engines/pages/terms.js";

const LIMIT =
  /\b(under|below|for) (?:(?:the|your|an?|any) )?([$\u00a3\u20ac]?[\p{L}\d][\p{L}\d,.'-]*(?: \p{L}[\p{L}'-]*)?)/giu;
const NO_LIMIT = /^(?:\d{4}\b|every|all|any|you|me|us|sale|free|use|more|money|the|best|beginning|\p{L}+ing\b)/iu;

/**
 * The subject with what the titles of all sources say it is limited to: "Espresso machines under $500", "Tents for small families".
 * Undefined for one source, and where they do not agree or the keyword says it.
 */
export function sharedLimit(titles: readonly string[], query: readonly string[]): string | undefined {
  if (titles.length < 2 || query.length === 0) return undefined;
  const limits = titles.map((title) => [...title.matchAll(LIMIT)].flatMap(([, word, of]) => variantsOf(word!, of!)));
  for (const limit of limits[0]!) {
    if (NO_LIMIT.test(limit.of) || isKnown(limit.of, query)) continue;
    const key = keyOf(limit);
    if (!limits.every((some) => some.some((other) => keyOf(other) === key))) continue;
    const named = titles.flatMap((title) => limitedName(title, limit, query) ?? []);
    if (named[0] !== undefined) return named[0];
  }
  return undefined;
}

interface Limit {
  readonly word: string;
  readonly of: string;
}

/** "Small business" and, where another title goes on otherwise, "small". */
function variantsOf(word: string, of: string): Limit[] {
  const [first, second] = of.replace(/[.,']+$/, "").split(" ");
  const isPrice = /^[$\u00a3\u20ac]/.test(first!);
  if (isPrice || second === undefined) return [{ word, of: first! }];
  return [
    { word, of: `${first} ${second}` },
    ...(/^(?:in|of|with|and|or|on|at|to|by|from)$/i.test(second) ? [{ word, of: first! }] : []),
  ];
}

function keyOf({ word, of }: Limit): string {
  return `${/^for$/i.test(word) ? "for" : "under"} ${/^[$\u00a3\u20ac]/.test(of) ? of : termsOf(of).join(" ")}`;
}

function isKnown(of: string, query: readonly string[]): boolean {
  const terms = termsOf(of);
  return !/^[$\u00a3\u20ac]/.test(of) && (terms.length === 0 || terms.some((term) => query.includes(term)));
}

/** The words of the keyword right before the limit in a title, with it. */
function limitedName(title: string, { word, of }: Limit, query: readonly string[]): string | undefined {
  const at = title.toLowerCase().indexOf(`${word} ${of}`.toLowerCase());
  if (at < 0) return undefined;
  const words = title.slice(0, at).trim().split(" ").slice(-query.length);
  if (termsOf(words.join(" ")).join(" ") !== query.join(" ")) return undefined;
  return `${words.join(" ")} ${word.toLowerCase()} ${of}`;
}
