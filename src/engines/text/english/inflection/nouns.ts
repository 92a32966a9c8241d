import { IRREGULAR_NOUNS, PLAIN_MAN } from "./irregular-nouns.js";
import { withSibilantEnding } from "./plurals.js";

const UNCOUNTABLE = new Set(
  (
    "accommodation advertising advice aggression air anger applause asphalt assistance athletics baggage blood " +
    "bread butter " +
    "cash chaos clothing coal concrete confidence copper cotton courage cutlery darkness data dirt dust electricity " +
    "enjoyment enthusiasm equipment evidence feedback flour fun furniture garbage gasoline gold gratitude guidance " +
    "happiness hardware harm health heat help homework honesty hospitality housework housing humor hunger " +
    "hydrogen ice importance information " +
    "intelligence jealousy jewelry junk justice knowledge labor laughter legislation leisure lightning " +
    "literature logic luck " +
    "luggage machinery mail management marketing mathematics merchandise mercy milk money mud music news " +
    "nonsense nutrition oxygen " +
    "parking patience peace physics poetry pollution poverty pride privacy progress propaganda publicity rain " +
    "rice research " +
    "retail rubbish safety salt sand scenery seafood seaweed shopping snow software spam steel stuff sugar " +
    "sunshine timber traffic training " +
    "transportation trash travel trust underwear violence warmth water wealth weather wheat wildlife wisdom wool " +
    "economics politics ethics linguistics genetics electronics mechanics gymnastics aerobics acoustics optics " +
    "dynamics " +
    "robotics logistics ergonomics aesthetics measles mumps rabies billiards diabetes greenery footwear hardware " +
    "glassware kitchenware malware " +
    "firmware spyware freeware shareware silverware earthenware stationery weaponry bravery slavery adulthood manpower"
  ).split(" "),
);

const PLURAL_ONLY = new Set(
  (
    "scissors trousers pants jeans shorts tights leggings pajamas pyjamas spectacles binoculars tweezers pliers " +
    "tongs shears clothes goods " +
    "thanks congratulations outskirts surroundings earnings belongings riches remains premises proceeds alms " +
    "cattle police people " +
    "poultry vermin clergy knickers briefs overalls dungarees goggles genitals entrails amends annals auspices dregs " +
    "environs dues leftovers oats tropics whereabouts breeches forceps suds slacks nuptials doldrums shenanigans"
  ).split(" "),
);

const SINGULAR_S = new Set("lens summons mons atlas".split(" "));

/** Whether the noun has no plural of its own: neither `an advice` nor `advices`, and never `scissorses`. */
export function isUncountable(noun: string): boolean {
  const head = noun.slice(Math.max(noun.lastIndexOf(" "), noun.lastIndexOf("-")) + 1);
  return UNCOUNTABLE.has(head) || PLURAL_ONLY.has(head);
}

/** Whether the noun is always plural: `scissors`, `cattle`. */
export function isPluralOnly(noun: string): boolean {
  return PLURAL_ONLY.has(noun.slice(Math.max(noun.lastIndexOf(" "), noun.lastIndexOf("-")) + 1));
}

export function plural(noun: string): string {
  return plurals(noun)[0]!;
}

/** Every plural in use, the most usual first; the noun itself when it has none. */
export function plurals(noun: string): readonly string[] {
  if (isUncountable(noun)) return [noun];
  const known = IRREGULAR_NOUNS.get(noun);
  if (known) return known;
  if (PLAIN_MAN.has(noun)) return [`${noun}s`];
  // Bloomers, greens, the Beatles: plural already.
  if (/(?:[bcdfghklmnprtvwy]|[^aeiou]e)s$/u.test(noun) && !SINGULAR_S.has(noun)) return [noun];
  const ending = endingPlurals(noun);
  return ending ?? [withSibilantEnding(noun)];
}

// Longer words that end in an irregular one: what stands before it does not matter.
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<=[a-z-]{2})man$/u, "men"],
  [/woman$/u, "women"],
  [/child$/u, "children"],
  [/(?<=sales|spokes|business|towns|trades|crafts|lay|work|house|news|country)person$/u, "people"],
  [/(?<=fore|flat|club|splay|web|hind|square|-)foot$/u, "feet"],
  [/tooth$/u, "teeth"],
  [/(?<!mon)goose$/u, "geese"],
  [/(?<=^|dor|tit|field|-)mouse$/u, "mice"],
  [/(?<!b)louse$/u, "lice"],
  [/knife$/u, "knives"],
  [/wife$/u, "wives"],
  [/(?<=after|half|mid|-)life$/u, "lives"],
  [/leaf$/u, "leaves"],
  [/loaf$/u, "loaves"],
  [/half$/u, "halves"],
  [/hero$/u, "heroes"],
  [/potato$/u, "potatoes"],
  [/calf$/u, "calves"],
  [/shelf$/u, "shelves"],
  [/wolf$/u, "wolves"],
  [/thief$/u, "thieves"],
  [/fish$/u, "fish"],
  [/(?<=air|space|hover|water|rotor|sail)craft$/u, "craft"],
  [/(?<=[a-z])(s|x)is$/u, "$1es"],
  [/coccus$/u, "cocci"],
  [/zoon$/u, "zoa"],
  [/trix$/u, "trices"],
];

function endingPlurals(noun: string): readonly string[] | undefined {
  for (const [ending, replacement] of ENDINGS) {
    if (ending.test(noun)) return [noun.replace(ending, replacement)];
  }
  return undefined;
}
