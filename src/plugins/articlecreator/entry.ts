import { termsOf } from "../../engines/pages/terms.js";

/** "marmalade, clear fruit preserve, usually of citrus, ..." taken apart. */
const ENTRY = /^(?<name>[^,;:.()[\]]{2,60}?) ?,?(?: ?(?<aside>\([^()]{2,160}\)))?,? ?, (?<rest>[^;:?!]{8,})\.$/u;
const FIELD = /^in (\p{Ll}[\p{Ll} ]{2,30}), /u;
/** Where the noun that says what a thing is ends. */
const AFTER_GENUS =
  /,| (?:of|in|on|at|by|to|from|with|for|between|among|off|near|along|without|that|which|who|whose|where|when|containing|consisting|having|belonging|lying|made|used|produced|found|formed|native|situated|located|known|noted|built|held|fought)\b/u;
const RELATIVE = /,? (?:(?:in|on|at|by|from|to|of|for|with) which|that|which|who|whose|where|whereby|when)\b.*/u;
const FINITE =
  /\b(?:is|are|was|were|be|has|have|had|do|does|did|can|could|will|would|shall|should|may|might|must|became|becomes?|lies?|lived|lives?|died|stands?|comes?|came|went|grew|began|gave|gives?|took|takes?|wrote|said|says)\b/u;
const PARTICIPLE =
  /^(?:used|made|produced|located|situated|known|called|named|based|founded|built|formed|designed|noted|famed|considered|regarded|bounded|composed|characteri[sz]ed|caused|related|prepared|grown|bred|invented|introduced|fermented|marked|surrounded|separated|closely) (?:of|in|on|by|for|from|as|at|to|with|related|between)\b/;
/** What is done to a thing, and nothing that it did: "pickled in vinegar". */
const DONE_TO_IT =
  /^(?!(?:moved|lived|died|appeared|arrived|returned|started|ended|happened|belonged|consisted|depended|contributed|referred|turned|resulted|helped|failed|seemed|tended|changed|increased|passed)\b)\p{Ll}+ed (?:in|with|by|from|of|for|as|into|on|between) /u;
const NO_GENUS =
  /^(?:once|then|now|often|usually|also|former|formerly|ancient|perhaps|any|each|some|many|most|born|not|no|like|such|and|or|but|like|as|in|on|at|of|from|with|for|by|to|his|her|its|their)\b/;
const ADVERB_OR_PARTICIPLE = /(?:ly|ing|ed|born|known|made|seen|called)$/;
const UNIQUE =
  /^(?:(?:\p{L}+est|first|last|only|second|third|most) |(?:capital|sum|study|art|science|practice|act|process)(?: and \p{L}+ \p{L}+)? of )/u;
const UNCOUNTED = new Set(
  "music food bread water wool equipment software furniture cloth leather paper glass steel iron wood meat rice milk tea coffee wine beer cheese chocolate sugar salt oil knowledge advice information jewelry jewellery clothing work literature pottery money matter energy".split(
    " ",
  ),
);
const PLURAL = /(?:[^suio]|[^s]o)s$/;
/** Plural in form only. */
const SINGULAR_IN_S = new Set("species series means mathematics physics politics news chess gas bus lens".split(" "));
const PLACE =
  /^(?:\p{L}+ and )?(?:city|town|village|commune|port|seaport|resort|county|district|province|region|state|island|river|lake|mountain|municipality|country|peninsula|suburb|borough|parish|hamlet|settlement)(?: and (?:city|town|port|seaport|resort|municipality|district))?$/u;
const AREA = "(?:region|province|county|state|department|district|oblast|prefecture|canton|island)";
const PLACE_NAME = new RegExp(
  `^(?:(?:(?:north|south)?(?:north|south|east|west)(?:ern)?|central|upper|lower) )?\\p{Lu}[\\p{L}'. -]*?(?: ${AREA})?$`,
  "u",
);
const WITH_THE =
  /(?: (?:region|province|department|district|oblast|prefecture|canton|Sea|Ocean|Islands|Mountains|Alps|Republic|Kingdom|States|Emirates)|Netherlands|Philippines|Bahamas)$/;
const OF_PAST =
  /(?:died|d\.) |\b\d{3,4}\)? ?[\u2013\u2014-] ?(?:c\. ?)?(?:\d{1,2} \p{L}+ |\p{L}+ \d{1,2}, )?\d{2,4}\b/u;
const HAPPENED =
  /\b(?:that|which) (?:occurred|took place|happened|began|killed|destroyed|struck|raged|broke out|swept|hit)\b/;

/**
 * The first sentence of an entry of a dictionary or an encyclopedia with the verb that such works leave out: "Marmalade is a
 * clear fruit preserve, ...". Undefined for every other sentence, and where the grammar is not certain. `text` is what its
 * page holds: it shows how the name is used.
 */
export function entrySentence(sentence: string, title: string, text: () => string): string | undefined {
  const plain = sentence.replace(/\s+([,.)])/g, "$1").replace(/\(\s+/g, "(");
  const { name, aside = "", rest: given } = ENTRY.exec(plain)?.groups ?? {};
  if (name === undefined || given === undefined || !isHeadword(name, title)) return undefined;
  const [, field] = FIELD.exec(given) ?? [];
  const rest = field === undefined ? given : given.replace(FIELD, "");
  const said = complement(rest, PLURAL.test(name), /^\p{Ll}/u.test(name));
  if (said === undefined) return undefined;
  const subject = subjectOf(name, text());
  const was = aside === "" ? HAPPENED.test(rest) : OF_PAST.test(aside) || HAPPENED.test(rest);
  const be = said.plural ? (was ? "were" : "are") : was ? "was" : "is";
  const whole = `${subject}${aside === "" ? "" : ` ${aside}`} ${be} ${said.text}.`;
  return field === undefined
    ? whole.charAt(0).toUpperCase() + whole.slice(1)
    : `In ${field}, ${/^The? |^An? /.test(whole) ? whole.charAt(0).toLowerCase() + whole.slice(1) : whole}`;
}

function isHeadword(name: string, title: string): boolean {
  const terms = termsOf(name);
  const own = termsOf(title);
  return terms.length > 0 && !FINITE.test(name) && terms.every((term, at) => own[at] === term);
}

/** What follows "is": the noun phrase with its article, or undefined. */
function complement(
  rest: string,
  plural: boolean,
  isThing: boolean,
): { readonly text: string; readonly plural: boolean } | undefined {
  const bare = rest.replace(RELATIVE, "");
  const segments = bare.split(", ");
  if (FINITE.test(bare) || segments.some((segment, at) => at > 0 && mayBePredicate(segment, isThing))) return undefined;
  const genus = rest.slice(0, AFTER_GENUS.exec(rest)?.index ?? rest.length);
  const noun = genus.split(" ").at(-1) ?? "";
  if (NO_GENUS.test(genus) || !/^\p{Ll}[\p{Ll}-]{2,}$/u.test(noun) || ADVERB_OR_PARTICIPLE.test(noun)) return undefined;
  if (PLACE.test(genus) && segments[0] === genus) {
    const place = placeNames(segments.slice(1));
    return place === undefined || plural ? undefined : { text: `${withArticle(genus)} ${place}`, plural };
  }
  // "Marmalade, cheese, bread" is a list of things.
  if (!AFTER_GENUS.test(rest.replaceAll(",", ""))) return undefined;
  if (/^(?:an?|the) /.test(genus)) return { text: rest, plural: false };
  if (UNIQUE.test(rest)) return { text: `the ${rest}`, plural: false };
  const isPlural = PLURAL.test(noun) && !SINGULAR_IN_S.has(noun);
  if (isPlural !== plural) return undefined;
  if (isPlural || UNCOUNTED.has(noun)) return { text: rest, plural: isPlural };
  return { text: withArticle(rest), plural: false };
}

/** Whether what follows a comma may be what the sentence says of its subject: then it has a verb. */
function mayBePredicate(segment: string, isThing: boolean): boolean {
  const [first = ""] = segment.split(" ");
  if (!/^\p{Ll}/u.test(first)) return false;
  if (isThing && DONE_TO_IT.test(segment)) return false;
  if (/ed$|^(?:known|made|built|grown|bred|closely)$/.test(first)) return !PARTICIPLE.test(segment);
  return /[^su]s$/.test(first) && !/^(?:as|sometimes|perhaps|always|plus|besides|others|towards)$/.test(first);
}

/** "in the Basilicata region of southern Italy" of "Basilicata region" and "southern Italy". */
function placeNames(names: readonly string[]): string | undefined {
  if (names.length === 0 || !names.every((name) => PLACE_NAME.test(name))) return undefined;
  const written = names.map((name) => (WITH_THE.test(name) ? `the ${name}` : name));
  return written
    .reduce((all, name, at) => {
      const isOf = new RegExp(` ${AREA}$`).test(names[at - 1] ?? "") && /^\p{Ll}/u.test(name);
      return `${all}${isOf ? " of" : ","} ${name}`;
    }, "in")
    .replace(/^in,/, "in");
}

/** The text with "a" or "an". */
export function withArticle(text: string): string {
  const isVowel =
    /^(?:[aeiou]|hour|honest|heir)/i.test(text) && !/^(?:uni(?!n)|us[aeiu]|uk|ut[io]|eu|one\b|ur[aio])/i.test(text);
  return `${isVowel ? "an" : "a"} ${text}`;
}

/** The name as a subject: with an article where its page counts such things, or calls it so. */
function subjectOf(name: string, text: string): string {
  const own = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const count = (pattern: string, flags = "gu") => text.match(new RegExp(pattern, flags))?.length ?? 0;
  if (/^\p{Lu}/u.test(name)) {
    const isCalled = 2 * count(`\\b[Tt]he ${own}\\b(?!-|'s|\u2019s| \\p{Ll}+s\\b)`) > count(`\\b${own}\\b`);
    return isCalled && !/^(?:an?|the) /i.test(name) ? `The ${name}` : name;
  }
  const isCounted = count(`\\b${own}(?:e?s)\\b`, "giu") >= 2 || count(`\\ban? ${own}\\b(?! \\p{L}+s?\\b)`, "giu") >= 2;
  return isCounted && !PLURAL.test(name) ? withArticle(name) : name;
}
