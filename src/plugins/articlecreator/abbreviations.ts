/** What a source writes out once and shortens after that, by the short form. */
export type Abbreviations = ReadonlyMap<string, { readonly long: string; readonly at: number }>;

/** The abbreviations of a source: "the lunar module (LM)", and genera such as that of "Plasmodium vivax". */
export function abbreviationsOf(texts: readonly string[]): Abbreviations {
  const found = new Map<string, { long: string; at: number }>();
  const add = (short: string, long: string, at: number) => {
    if (!found.has(short)) found.set(short, { long, at });
  };
  const shortened = new Set(texts.flatMap((text) => text.match(SHORT_BINOMIAL) ?? []));
  for (const [at, text] of texts.entries()) {
    for (const { index, 1: short = "" } of text.matchAll(INTRODUCED)) {
      const long = writtenOut(short, text.slice(Math.max(0, index - LONGEST_FORM), index).trimEnd());
      if (long !== undefined) add(short, long, at);
    }
    if (shortened.size === 0) continue;
    for (const [whole, genus = "", species = ""] of text.matchAll(BINOMIAL)) {
      const short = `${genus[0]}. ${species}`;
      if (shortened.has(short)) add(short, whole, at);
    }
  }
  return found;
}

/** Characters that a written-out form may have. */
const LONGEST_FORM = 200;
const INTRODUCED = /\((\p{Lu}{2,6})\)/gu;
const SHORT_BINOMIAL = /\b\p{Lu}\. \p{Ll}{4,}\b/gu;
const BINOMIAL = /\b(\p{Lu}\p{Ll}{3,}) (\p{Ll}{4,})\b/gu;

/** The words before an abbreviation that have its letters, small words left out. */
function writtenOut(short: string, before: string): string | undefined {
  const words = before.split(" ");
  for (let count = short.length; count <= short.length + MOST_SMALL_WORDS; count += 1) {
    const last = words.slice(-count);
    const letters = last.flatMap((word) => (SMALL.test(word) ? [] : word.split("-"))).map((part) => part[0] ?? "");
    if (last.length === count && !SMALL.test(last[0]!) && letters.join("").toUpperCase() === short)
      return last.join(" ");
  }
  return undefined;
}

const MOST_SMALL_WORDS = 3;
const SMALL = /^(?:of|the|and|for|in|on|to|a|an)$/i;

/** The sentence with abbreviations written out that its source has explained before and the article has not. */
export function withWholeForms(text: string, at: number, abbreviations: Abbreviations, saidSoFar: string): string {
  if (!SHORT.test(text)) return text;
  let written = text;
  for (const [short, { long, at: first }] of abbreviations) {
    if (first >= at || !text.includes(short) || text.includes(long) || saidSoFar.includes(long)) continue;
    const isName = short.includes(".");
    if (!isName && new RegExp(`\\b${short}\\b`).test(saidSoFar)) continue;
    written = written.replace(
      new RegExp(`(?<![\\p{L}\\d-]|\\p{Lu}\\p{Ll}+ )${short.replace(".", "\\.")}(?![\\p{L}\\d-]| \\p{Lu})`, "u"),
      isName ? long : `${long} (${short})`,
    );
  }
  return written;
}

const SHORT = /\b(?:\p{Lu}{2,6}|\p{Lu}\. \p{Ll}{4,})\b/u;
