import { doublesConsonant } from "./doubling.js";
import { irregularVerbs } from "./irregular-verbs.js";

const IRREGULAR = new Map<string, readonly [string, string]>([
  ["good", ["better", "best"]],
  ["well", ["better", "best"]],
  ["bad", ["worse", "worst"]],
  ["badly", ["worse", "worst"]],
  ["ill", ["worse", "worst"]],
  ["far", ["farther", "farthest"]],
  ["little", ["less", "least"]],
  ["much", ["more", "most"]],
  ["many", ["more", "most"]],
  ["few", ["fewer", "fewest"]],
  ["free", ["freer", "freest"]],
  ["shy", ["shyer", "shyest"]],
  ["sly", ["slyer", "slyest"]],
  ["spry", ["spryer", "spryest"]],
  ["wry", ["wryer", "wryest"]],
  ["dry", ["drier", "driest"]],
]);
const ALTERNATIVES = new Map<string, readonly [string, string]>([
  ["far", ["further", "furthest"]],
  ["old", ["elder", "eldest"]],
  ["late", ["latter", "last"]],
  ["shy", ["shier", "shiest"]],
  ["sly", ["slier", "sliest"]],
  ["spry", ["sprier", "spriest"]],
  ["wry", ["wrier", "wriest"]],
  ["dry", ["dryer", "dryest"]],
]);

// One syllable, compared with more.
const LONG_SHORTS = new Set(
  (
    "right wrong real just like worth fun bored tired pleased scared stressed shocked skilled learned used fixed " +
    "mixed aged blessed " +
    "drunk loath lax prone first last next one own same such else very quite once twice here there then now thus " +
    "hence " +
    "chief prime main mere sheer sole whole void wont dead left male gold due akin alert"
  ).split(" "),
);
// Two syllables, compared with endings.
const SHORT_LONGS = new Set(
  (
    "quiet eerie clever tender bitter slender sober polite stupid common handsome cruel remote obscure sincere " +
    "severe secure mature profound " +
    "often unkind untrue unclean unfair wicked solid yellow hollow hallow dapper unripe unwise " +
    "narrow shallow mellow sallow callow fallow noble able ample feeble gentle humble nimble simple subtle " +
    "supple little brittle fickle"
  ).split(" "),
);
const LY_ADJECTIVES = new Set(
  (
    "cleanly courtly crawly crumbly earthly fiddly fleshly lordly scraggly spindly ungainly worldly unworldly " +
    "early likely unlikely lovely unlovely lonely friendly unfriendly lively ugly silly holy unholy jolly deadly " +
    "costly cuddly curly burly surly oily wily " +
    "chilly hilly kindly homely comely sickly stately shapely smelly bubbly wobbly crinkly wrinkly prickly " +
    "tingly pearly gangly woolly gnarly squiggly " +
    "wriggly wiggly giggly jiggly frilly steely ghostly manly womanly godly ungodly seemly unseemly lowly portly " +
    "saintly princely beastly ghastly timely " +
    "untimely unruly bristly drizzly grisly grizzly measly mealy scaly sprightly unsightly"
  ).split(" "),
);
const PARTICIPLES = new Set([...irregularVerbs().values()].flatMap(({ participle }) => participle));
const PARTICIPLES_WITH_ENDINGS = new Set("fit wet".split(" "));

export function comparative(word: string): string {
  return compared(word, 0) ?? `more ${word}`;
}

export function superlative(word: string): string {
  return compared(word, 1) ?? `most ${word}`;
}

/** Every comparative and superlative the word can have, those with endings first. */
export function comparisons(word: string): {
  readonly comparatives: readonly string[];
  readonly superlatives: readonly string[];
} {
  const other = ALTERNATIVES.get(word);
  const own: readonly [string, string] = [
    compared(word, 0) ?? withEnding(word, 0),
    compared(word, 1) ?? withEnding(word, 1),
  ];
  return {
    comparatives: [own[0], ...(other ? [other[0]] : []), `more ${word}`],
    superlatives: [own[1], ...(other ? [other[1]] : []), `most ${word}`],
  };
}

function compared(word: string, degree: 0 | 1): string | undefined {
  const irregular = IRREGULAR.get(word);
  if (irregular) return irregular[degree];
  const first = /^(well|good|ill|bad|far)-(?=[a-z])/.exec(word);
  if (first) return `${IRREGULAR.get(first[1]!)![degree]}-${word.slice(first[0].length)}`;
  if (/[ -]/.test(word)) return undefined;
  return takesEnding(word) ? withEnding(word, degree) : undefined;
}

function withEnding(word: string, degree: 0 | 1): string {
  const ending = degree === 0 ? "er" : "est";
  if (/e$/.test(word)) return word + ending.slice(1);
  if (/[^aei]ey$/.test(word) && word.length > 4) return `${word.slice(0, -2)}i${ending}`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}i${ending}`;
  return (doublesConsonant(word) ? word + word.at(-1) : word) + ending;
}

/** Whether the word is compared with -er and -est: short ones, and longer ones in -y. */
function takesEnding(word: string): boolean {
  if (LONG_SHORTS.has(word)) return false;
  const count = syllables(word);
  if (/ly$/.test(word) && count > 1) return LY_ADJECTIVES.has(word);
  if (/(?:ing|ful|less|ous|ish|ive|ed|al|ic|ant|ent)$/.test(word) && count > 1) return SHORT_LONGS.has(word);
  if (PARTICIPLES.has(word)) return PARTICIPLES_WITH_ENDINGS.has(word);
  if (count <= 1) return !/(?:[^r]ed|[a-z]{2}[^aeiou]ed)$/.test(word) || word === "red";
  if (SHORT_LONGS.has(word)) return true;
  if (count === 2) return /[^aeioul]y$|[^aeiou]ly$|ey$/.test(word);
  if (/(?:thirsty|hardy|happy|hungry|handy)$/.test(word)) return true;
  return count === 3 && /^un[a-z]+[^aeioul]y$/.test(word);
}

function syllables(word: string): number {
  const spoken = word
    .replaceAll("qu", "q")
    .replace(/(?<=[aeiouy][^aeiouy]*)e$/, "")
    .replace(/(?<=[aeiouy].*[^aeioutdy])ed$/, "d")
    .replace(/(?<=[bcdfgkpstz]l)$/, "e");
  return spoken.match(/[aeiouy]+/g)?.length ?? 0;
}
