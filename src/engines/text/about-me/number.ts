import { inflect, isPluralOnly, isUncountable, lemmasOf } from "../english/inflection/index.js";
import type { English, NounKnowledge } from "../english/types.js";
import { wordSet } from "../word-set.js";

// Their plurals are rare, or in use and mean something else.
const MASS_HEADS = wordSet(`
  history culture hair life nature art society music health beauty fashion business work time pottery jewelry jewellery cookware linen compost mulch topsoil gravel timber grout varnish sealant plywood flooring insulation wallpaper detergent charcoal firewood turf grass bleach broadband disinfectant fudge marmalade chutney cider
  shortbread gingerbread flatbread tableware glassware kitchenware lighting luggage stationery hardware cutlery crockery bedding footwear knitwear underwear
  makeup gear cuisine cinema theater theatre folklore slang etiquette jazz calligraphy architecture carpentry revision joinery upholstery catering plumbing finance design opera dramatics litter soap law tax`);
const ALWAYS_MASS = wordSet("substance feeling attribute state phenomenon process motive");
const ALWAYS_COUNTED = wordSet("artifact animal person plant body object location group time");

// Names that look like plurals.
const NAMES_IN_S = wordSet(
  "wales athens naples brussels honduras texas kansas arkansas barbados cyprus laos mars venus paris",
);

/** The singular of a plural, in small letters; any other word as it is. */
export function singularOf(word: string, english: English): string {
  const lower = word.toLowerCase();
  if (NAMES_IN_S.has(lower) || (isUncountable(lower) && !isPluralOnly(lower))) return lower;
  const singular = lemmasOf(lower, "noun").find((lemma) => lemma !== lower && english.knows(lemma, "noun"));
  // "Straighteners" and "groomers" are in no dictionary.
  if (singular === undefined) {
    return /.{3}(?:er|or|ist)s$/.test(lower) && !isPluralOnly(lower) && !english.knows(lower, "noun")
      ? lower.slice(0, -1)
      : lower;
  }
  // "Mathematics" is no plural, "clinics" is one: there the singular is the usual form.
  if (lower.endsWith("ics") && english.frequency(singular) <= english.frequency(lower)) return lower;
  // "Bus" and "news" end in s and are no plurals: the dictionary has them, and no plural of its word reads like that.
  return inflect(singular, "plural") === lower && !/(?:ss|news)$/.test(lower) ? singular : lower;
}

/** Whether there can be one of it and several. `knowledge` is what the dictionary says of it, `listed` whether it is a known product. */
export function isCounted(
  head: string,
  knowledge: NounKnowledge | undefined,
  listed: boolean,
  english: English,
): boolean {
  // Fields of knowledge: "mythology", but not "apology" and "anthology".
  if (isUncountable(head) || MASS_HEADS.has(head) || /(?<!^ap|^anth)ology$|ics$/.test(head)) return false;
  const plural = inflect(head, "plural");
  if (knowledge === undefined)
    return listed || isCommon(plural, head, 2.5, english) || /(?:er|or|ist|ian|man)$/.test(head);
  if (ALWAYS_MASS.has(knowledge.category) || /\b(?:drug|narcotic|fabric)\b/.test(knowledge.gloss)) return false;
  if (ALWAYS_COUNTED.has(knowledge.category)) return true;
  return isCommon(plural, head, knowledge.category === "food" ? 2.2 : 2, english);
}

/** A gerund that is hardly ever counted: "running", but not "building". */
export function isActivity(head: string, english: English): boolean {
  if (!/.ing$/.test(head) || !lemmasOf(head, "verb").some((verb) => verb !== head && english.knows(verb, "verb")))
    return false;
  return !isCommon(inflect(head, "plural"), head, 3, english);
}

export function isSuperlative(word: string, english: English): boolean {
  return (
    /(?<!^for)est$/.test(word) &&
    lemmasOf(word, "adjective").some((lemma) => lemma !== word && english.knows(lemma, "adjective"))
  );
}

/** Whether the plural is at most `distance` (in natural logarithms of the frequency) rarer than the singular. */
function isCommon(plural: string, singular: string, distance: number, english: English): boolean {
  const frequency = english.frequency(plural);
  return frequency !== -14 && english.frequency(singular) - frequency < distance;
}
