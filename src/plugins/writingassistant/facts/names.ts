const CONNECTORS = "of|de|del|della|di|da|van|von|der|den|la|le|du|des|the|for";
const PART = "\\p{Lu}[\\p{L}\\p{N}]*(?:['\u2019.&-]\\p{L}[\\p{L}\\p{N}]*)*";
const NAME = new RegExp(`(?<![\\p{L}\\p{N}])${PART}(?:(?: (?:${CONNECTORS}))* ${PART})*`, "gu");
const NO_NAME = new Set(
  (
    "january february march april may june july august september october november december monday tuesday wednesday thursday " +
    "friday saturday sunday i the a an it its in on at by to of as if when while after before since for from with and but or " +
    "this that these those he she they we you his her their our your who what how why where which there here then however " +
    "although because during unlike like most many some all both each every one two three no not yes also today step section " +
    "table figure part chapter although though until once only even despite according key faq faqs conclusion introduction " +
    "ok am pm bc ad bce ce"
  ).split(" "),
);

/** What is known of words from texts about the subject. */
export interface KnownWords {
  /** Whether it stands there in lower case. */
  isCommon(word: string): boolean;
  /** Whether it stands there with a capital inside of a sentence. */
  isName(word: string): boolean;
}

export function knownWords(...texts: readonly string[]): KnownWords {
  const lower = new Set<string>();
  const upper = new Set<string>();
  for (const text of texts) {
    for (const [word] of text.matchAll(/(?<![\p{L}\p{N}])\p{Ll}[\p{Ll}-]*/gu)) lower.add(word);
    for (const [word] of text.matchAll(/(?<=[\p{Ll}\p{N},] )\p{Lu}[\p{L}-]*/gu)) upper.add(word);
  }
  return { isCommon: (word) => lower.has(word.toLowerCase()), isName: (word) => upper.has(word) };
}

/** The names of people, places and things in a sentence, as it writes them. */
export function namesIn(sentence: string, words: KnownWords): string[] {
  const names: string[] = [];
  for (const match of sentence.matchAll(NAME)) {
    const before = sentence.slice(0, match.index);
    const all = match[0].split(" ");
    let kept = withoutEnds(all);
    // A capital where sentences begin says nothing by itself.
    const isFirst = kept.length === all.length && /(?:^|[:.!?\u2014,])["'\u201c\u2018(\s]*$/.test(before);
    if (isFirst && !isAcronym(kept[0]!)) {
      const isPlain = kept.length === 1 ? !words.isName(kept[0]!) : words.isCommon(kept[0]!);
      if (isPlain && !/,\s*$/.test(before)) kept = withoutEnds(kept.slice(1));
    }
    if (kept.length === 1 && words.isCommon(kept[0]!) && !isAcronym(kept[0]!)) continue;
    const name = kept.join(" ").replace(/['\u2019]s?$/, "");
    if (name.length > 1) names.push(name);
  }
  return [...new Set(names)];
}

function withoutEnds(words: readonly string[]): string[] {
  let kept = [...words];
  while (kept.length > 0 && isNone(kept[0]!)) kept = kept.slice(1);
  while (kept.length > 0 && isNone(kept.at(-1)!)) kept = kept.slice(0, -1);
  return kept;
}

function isAcronym(word: string): boolean {
  return /^\p{Lu}[\p{Lu}\p{N}]+$/u.test(word);
}

function isNone(word: string): boolean {
  return NO_NAME.has(word.toLowerCase().replace(/['\u2019].*$/, "")) || !/^\p{Lu}/u.test(word);
}

/** What stands in quotation marks and is long enough to be somebody's words. */
export function quotationsIn(text: string): string[] {
  return [...text.matchAll(/["\u201c\u201e]([^"\u201c\u201d\u201e]{12,600})["\u201d\u201c]/g)]
    .map(([, said]) => said!.trim())
    .filter((said) => said.split(/\s+/).length >= 4);
}

/** Words alone, in lower case, so that marks and breaks between them do not matter. */
export function plainWords(text: string): string {
  return ` ${(
    text
      .toLowerCase()
      .replace(/['\u2019]s\b/g, "")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(" ")} `;
}
