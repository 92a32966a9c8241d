import { escapeSpintax } from "../../kernel/text/spintax.js";
import { type Exchange, SET_PHRASES } from "./set-phrases.js";

const NUMBER_WORDS =
  "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const TENS = "ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const CENTURIES =
  "ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );
const FIRST_CENTURY = 9;
/** Numbers from here on are written in words in running text. */
const MOST_IN_WORDS = 12;

const UNITS: readonly (readonly [short: string, long: string])[] = [
  ["mm", "millimetres"],
  ["cm", "centimetres"],
  ["km", "kilometres"],
  ["kg", "kilograms"],
  ["mm", "millimeters"],
  ["cm", "centimeters"],
  ["km", "kilometers"],
  ["ms", "milliseconds"],
  ["KB", "kilobytes"],
  ["MB", "megabytes"],
  ["GB", "gigabytes"],
];
const LONG_UNITS = new Map(UNITS.map(([short, long]) => [long, short]));
const SHORT_UNITS = new Map(UNITS.toReversed().map(([short, long]) => [short, long]));

const TIMES = "seconds|minutes|hours|days|weeks|months|years|decades";
const MEASURED = `${TIMES}|miles|feet|inches|metres|meters|centimetres|centimeters|millimetres|kilometres|kilometers|litres|liters|grams|kilograms|pounds|degrees|per cent|percent`;
const NUMBER = `\\d[\\d,.]*|${[...new Set([...NUMBER_WORDS, ...TENS, "hundred", "thousand"])].join("|")}`;
const PRONOUN = "it|they|he|she|we|you|there";
const STARTS = `${PRONOUN}|the|a|an|this|these|each|every|its|their|his|her|our|your|no`;

const PLAIN: readonly Exchange[] = [
  // Measures.
  // Of several temperatures all are written in one way.
  [/(?<=^[^°]*\d)[ \u00a0]?°C\b(?![^°]*°)/gu, " degrees Celsius"],
  [/(?<=^[^°]*\d)[ \u00a0]?°F\b(?![^°]*°)/gu, " degrees Fahrenheit"],
  [/(?<=\d) degrees Celsius\b(?<!\bdegrees Celsius.*degrees Celsius)(?!.*\bdegrees\b)/gu, " °C"],
  [/(?<=\d) (?:per cent|percent)\b/gu, "%"],
  [/(?<=\d)[ \u00a0]?%(?!\p{L})/gu, " percent"],
  [new RegExp(`(?<=\\d )(${[...LONG_UNITS.keys()].join("|")})\\b`, "gu"), (_, unit) => LONG_UNITS.get(unit!)],
  [new RegExp(`(?<=\\d )(${[...SHORT_UNITS.keys()].join("|")})\\b`, "gu"), (_, unit) => SHORT_UNITS.get(unit!)],
  [/(?<=(?:^|[^\d.,–-])(?<!\b(?:from|ratio of) )\d{1,3}) to (?=(?!1\b)\d{1,3}(?![\d–-]|[.,]\d))/gu, "–"],
  [/(?<=(?:^|[^\d.,–-])\d{1,3})–(?=\d{1,3}(?![\d–-]|[.,]\d))/gu, " to "],
  [
    /(?<!\b(?:lie|lies|lay|lying|gap|difference|differences|interval|distance|relation|choose|choice) )\bbetween (\d[\d,]*) and (?=\d)/gu,
    "from $1 to ",
  ],
  // Numbers.
  [
    new RegExp(`(?<![-–]|\\b(?:or|and|to) )\\b(${NUMBER_WORDS.join("|")})(?= (?:${MEASURED})\\b)`, "gu"),
    (_, word) => String(NUMBER_WORDS.indexOf(word!) + 2),
  ],
  [
    new RegExp(`(?<![-–])\\b(thirty|forty|fifty|sixty|seventy|eighty|ninety)(?= (?:${MEASURED})\\b)`, "gu"),
    (_, word) => String(10 * (TENS.indexOf(word!) + 1)),
  ],
  [
    new RegExp(`(?<![\\d.,:–-]|\\b(?:to|or|and|than) )\\b(\\d{1,2})(?= (?:${TIMES})\\b)`, "gu"),
    (_, digits) =>
      Number(digits) > 1 && Number(digits) <= MOST_IN_WORDS ? NUMBER_WORDS[Number(digits) - 2] : undefined,
  ],
  [
    new RegExp(`\\b(${CENTURIES.join("|")})(?= (?:century|centuries)\\b)`, "gu"),
    (_, word) => `${CENTURIES.indexOf(word!) + FIRST_CENTURY}th`,
  ],
  [/\b(9|1\d|20)th(?= (?:century|centuries)\b)/gu, (_, digits) => CENTURIES[Number(digits) - FIRST_CENTURY]],
  [/\bhalf an hour\b/gu, "30 minutes"],
  [/(?<=\b(?:once|twice|times) )an? (?=(?:second|minute|hour|day|week|month|year)\b)/gu, "per "],
  [/(?<=\b(?:\d+|once|twice|times) )per (?=(?:second|minute|day|week|month|year)\b)/gu, "a "],
  [/(?<!\b(?:half|many|such|quite|in) )\ban? (?=(?:hundred|thousand|million)\b)/gu, "one "],
  [
    new RegExp(
      `(?<=\\b(?:is|are|was|were|of|at|for|in|after|takes|take|took|holds|weighs|costs|lasts|needs|until|by|from|to|every) )(about|around|roughly|approximately)(?= (?:${NUMBER})\\b)`,
      "gu",
    ),
    (_, word) => (word === "around" ? "about" : "around"),
  ],
  [
    new RegExp(`(?<!\\b(?:[Nn]o|[Nn]ot|any|much|far|little|nor|once) |n[’']t )\\bmore than (?=(?:${NUMBER})\\b)`, "gu"),
    "over ",
  ],
  [/(?<!\b(?:[Nn]o|[Nn]ot|any|much|far|little|nor) |n[’']t )\bless than (?=\d)/gu, "under "],
  [/\bbelow (?=\d)/gu, "under "],
  [/\babove (?=\d)/gu, "over "],
  // Quantities.
  [/\b(all|half) (?=the (?!same|time|more|better|way|while|year|day|night|worse|less|rage)\p{Ll})/gu, "$1 of "],
  [/\b(all|half) of (?=the\b)/gu, "$1 "],
  [/\bevery (?=(?:hour|day|week|month|year|night|morning|evening|summer|autumn|winter|spring|season)\b)/gu, "each "],
  [
    /(?<=\b(?:in|for|from|to|with|on|at|by|after|before) )each (?!of\b|other\b|with\b|one\b|has\b|is\b|side\b|end\b|hand\b)(?=\p{Ll}{3})/gu,
    "every ",
  ],
  [
    new RegExp(
      `(?<=\\b(?:in|for|from|of|to|with|on|at|by|after|before|is|are|was|were|has|have|had) )several (?!(?:of|hundred|thousand|million|dozen|${MEASURED})\\b)(?=\\p{Ll}{3})`,
      "gu",
    ),
    "a number of ",
  ],
  // Clauses.
  [new RegExp(`(?<=, )so (?=(?:${STARTS})\\b)`, "gu"), "and so "],
  [
    new RegExp(
      `(?<!\\b(?:if|when|while|because|unless|that|until|whether|although|though|as|so|both|between)\\b[^.;]*), and (?=(?:${PRONOUN}) \\p{Ll})`,
      "giu",
    ),
    "; ",
  ],
  [new RegExp(`(?<!\\b(?:not|no|never|only|nothing|little|few)\\b[^.;]*, )but (?=(?:${STARTS}) )`, "gu"), "yet "],
  [/(?<=, )for (?=(?:they|he|she|we|there|it is|it was|it has) )/gu, "because "],
  [
    /(?<!\b(?:just|not|only|simply|merely|mainly|partly|largely) |n[’']t )\bbecause (?!of\b)(?![^.,;]*\b(?:has|have|had|was|were)\b)/gu,
    "since ",
  ],
  [/, such as /gu, ", for example "],
  [/(?<!,) such as (?=\p{Ll})/gu, " like "],
  [/\balthough\b/gu, "though"],
  [/(?<!\b(?:as|even) )\bthough (?=(?:it|they|the|a|an|this|these|its|their|there)\b)/gu, "although "],
  [/\bin order to\b/gu, "to"],
  [/\bas soon as\b/gu, "once"],
  [/(?<=[.!?] |^)Once (?=(?:the|a|an|it|they|you|all|this|these|your)\b)/gu, "As soon as "],
  // Phrases.
  [/\bduring (?=the\b)/gu, "in the course of "],
  [/\bbeneath (?=\p{Ll})/gu, "under "],
  [/\bbeside (?=(?:the|a|an|it|them)\b)/gu, "next to "],
  [/(?<=\p{Ll} )near (?=(?:the|a|an)\b)/gu, "close to "],
  [/\bthroughout (?=the\b)/gu, "all through "],
  [/\binside (?=(?:the|a|an)\b)/gu, "within "],
  [/\bbecause of\b/gu, "owing to"],
  [/\binstead of (?=(?:the|a|an|one|two|their|its|your)\b)/gu, "in place of "],
  [/\brather than (?=(?:the|a|an|their|its|your)\b)/gu, "instead of "],
  [/\balong with\b/gu, "together with"],
  [/\btogether with\b/gu, "along with"],
  [/\buntil (?=(?:the|a|an|it|they|he|she|you|all|no|its|their)\b)/gu, "till "],
  [/(?<=\b(?:is|are|was|were) )called (?=(?:the|a|an)\b)/gu, "known as "],
  [
    /\b(consists|consist|consisted) of\b/gu,
    (_, verb) => `${({ consists: "is", consist: "are", consisted: "was" })[verb!]!} made up of`,
  ],
  // Short forms.
  [/\bcannot (?=\p{Ll})/gu, "can’t "],
  [
    /\b(is|are|was|were|do|does|did|has|have|would|should|could) not (?!only\b|just\b|merely\b|simply\b|necessarily\b|yet\b)(?=\p{Ll})(?![^.;]*\bbut\b)/gu,
    "$1n’t ",
  ],
  [/\bwill not (?=\p{Ll})/gu, "won’t "],
  [/(?<!\b(?:than|as|what|where|how|who|which) )\b([Ii]t|[Tt]here|That) is (?=\p{Ll})/gu, "$1’s "],
  [/(?<!\b(?:than|as|what|where|how|who|which) )\b([Tt]hey|[Yy]ou|[Ww]e) are (?=\p{Ll})/gu, "$1’re "],
  [/\b([Tt]hey|[Yy]ou|[Ww]e|[Ii]t) will (?=\p{Ll})/gu, "$1’ll "],
];

/** What an editor strikes out first: fillers, brackets, and clauses that tell more of what is known without them. */
const OMISSIONS: readonly Exchange[] = [
  [
    /(?<!\b(?:not|so|too|as|how|the|an?|or|and|but|no|if|than|it|is|are|was|were|by|of|to|for|with|in|on|at|from|among|between) |n[’']t |, )\b(?:already|very|quite|really|simply|indeed|actually|naturally|readily) (?=\p{Ll})/gu,
    "",
  ],
  [/(?<=\b[Tt]he \p{Ll}{3,} )(?:itself|themselves) (?=\p{Ll})/gu, ""],
  [/(?<=\ba )very (?=[b-df-hj-np-tv-z])/gu, ""],
  [/(?<!\([^()]*\)[^()]*) \((?!\p{Lu}+\))[^()]{3,90}\)(?![^()]*\()/gu, ""],
  [/, (?:which|who|whose|where) [^,;:().“”"]{8,90},(?= (?!and\b|or\b|but\b)\p{Ll})/gu, ""],
];
const LAST_OMISSIONS: readonly Exchange[] = [
  [/, (?:which|whose|where|(?:each|some|most|many|none|one|all) of (?:which|whom)) [^,;:()“”"]{8,120}(?=\.$)/gu, ""],
];

/**
 * How far it may go: `plain`, forms of function words, measures and numbers that say the same whatever the text is about;
 * `shorter` and `shortest`, the text without what it says besides, the latter its end as well.
 */
export type PlainStrength = "plain" | "shorter" | "shortest";

const OF_STRENGTH: Readonly<Record<PlainStrength, readonly Exchange[]>> = {
  plain: [...PLAIN, ...SET_PHRASES],
  shorter: [...PLAIN, ...SET_PHRASES, ...OMISSIONS],
  shortest: [...PLAIN, ...SET_PHRASES, ...OMISSIONS, ...LAST_OMISSIONS],
};

/**
 * An English text as spintax, what the text has first, where function words, measures and numbers have another form that says the same
 * whatever the text is about. Quotations and what is protected stay.
 */
export function plainExchanges(text: string, protectedWords: readonly string[], strength: PlainStrength): string {
  const kept = keptStretches(text, protectedWords);
  const apostrophe = (said: string) => (text.includes("’") ? said : said.replace("’", "'"));
  const found: { start: number; end: number; to: string }[] = [];
  for (const [pattern, to] of OF_STRENGTH[strength]) {
    for (const match of text.matchAll(pattern)) {
      const other = typeof to === "string" ? to.replace("$1", match[1] ?? "") : to(...match);
      const [start, end] = [match.index, match.index + match[0].length];
      if (other === undefined || kept.some(([from, till]) => start < till && end > from)) continue;
      found.push({ start, end, to: other });
    }
  }
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  let out = "";
  let from = 0;
  for (const { start, end, to } of found) {
    if (start < from) continue;
    out += `${escapeSpintax(text.slice(from, start))}{${escapeSpintax(text.slice(start, end))}|${escapeSpintax(apostrophe(to))}}`;
    from = end;
  }
  return out + escapeSpintax(text.slice(from));
}

/** Where quotations, code and protected words stand. */
function keptStretches(text: string, protectedWords: readonly string[]): readonly (readonly [number, number])[] {
  const stretches = Array.from(
    text.matchAll(/“[^”]*”|"[^"]*"|`[^`]*`/gu),
    ({ 0: { length }, index }) => [index, index + length] as const,
  );
  const low = text.toLowerCase();
  for (const word of protectedWords) {
    if (word === "") continue;
    for (let at = low.indexOf(word.toLowerCase()); at !== -1; at = low.indexOf(word.toLowerCase(), at + 1))
      stretches.push([at, at + word.length]);
  }
  return stretches;
}
