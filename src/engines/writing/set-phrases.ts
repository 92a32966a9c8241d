/** What stands for words that say the same wherever they stand; groups of the pattern are `$1`, or asked for. */
export type Exchange = readonly [pattern: RegExp, to: string | ((...groups: string[]) => string | undefined)];

/** A set phrase, with a capital where it begins with one, and another for it; `next` is what has to follow. */
function phrase(said: string, other: string, next = "\\b"): Exchange {
  const first = said[0]!;
  const pattern = new RegExp(`(?<![\\p{L}’'-])[${first.toUpperCase()}${first}]${said.slice(1)}${next}`, "gu");
  return [pattern, (found) => (/^\p{Lu}/u.test(found!) ? other[0]!.toUpperCase() + other.slice(1) : other)];
}

const MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December";
const NUMBER = "\\d[\\d,.]*|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|fifty|a hundred";
const MEASURED =
  "seconds?|minutes?|hours?|days?|weeks?|months?|years?|miles?|feet|foot|inch(?:es)?|met(?:re|er)s?|(?:kilo|centi|milli)met(?:re|er)s?|lit(?:re|er)s?|grams?|kilograms?|pounds?|degrees?";
const AUXILIARY = "is|are|was|were|has|have|had|can|could|will|would|may|might|must|should";
/** What a "make sure" is followed by where it has a clause. */
const CLAUSE = "(?= (?:that |you |there ))";
/** How something is done, and no word that belongs to what comes next. */
const MANNER =
  "quickly|slowly|carefully|gently|easily|closely|evenly|thoroughly|regularly|firmly|securely|properly|correctly|tightly|finely|freely|safely|rapidly|gradually|automatically|manually|separately|individually";
const PARTICIPLE =
  "\\p{Ll}{2,}ed|read|made|built|kept|cut|done|held|left|put|sent|set|shown|taken|used|washed|written|found|given|grown|sold|told|wound|torn|worn|drawn|driven|chosen|known|seen";

/** What is often said to be helped. */
const HELPED =
  "prevent|reduce|keep|improve|protect|maintain|avoid|build|support|create|increase|identify|ensure|explain|determine";

const ORDINAL = (day: string) => {
  const digit = Number(day) % 10;
  const isTeen = Number(day) > 10 && Number(day) < 20;
  return `${day}${isTeen ? "th" : (["th", "st", "nd", "rd"][digit] ?? "th")}`;
};

/** Set phrases, dates and small changes of grammar after which a sentence says the same whatever it is about. */
export const SET_PHRASES: readonly Exchange[] = [
  // Dates and bounds.
  [new RegExp(`\\b([Ii]n (?:${MONTHS})) (?=1\\d{3}\\b|20\\d\\d\\b)`, "gu"), "$1 of "],
  [
    new RegExp(`\\b([Oo]n) ([1-9]|[12]\\d|3[01]) (?=(?:${MONTHS})\\b)`, "gu"),
    (_, on, day) => `${on} the ${ORDINAL(day!)} of `,
  ],
  [/\b([Ii]n|[Bb]y|[Ss]ince|[Uu]ntil|[Aa]round|[Aa]bout) the year (?=\d{4}\b)/gu, "$1 "],
  [
    /(?<=\p{L} )(in) (?=(?:1[5-9]\d\d|20[0-4]\d)(?:[.;]$|(?:,| (?:by|when|and the|as a|with a|at|on|for)) ))/gu,
    "$1 the year ",
  ],
  [new RegExp(`(?<=\\p{L} )((?:${NUMBER}) (?:${MEASURED})) or more(?=[ .,;])(?! than\\b| of\\b)`, "gu"), "at least $1"],
  [new RegExp(`(?<=\\p{L} )(${NUMBER}) or more (?=\\p{Ll}{3})`, "gu"), "at least $1 "],
  [
    new RegExp(`(?<=\\p{L} )((?:an?|one|${NUMBER}) (?:${MEASURED})) or less(?=[ .,;])(?! than\\b| of\\b)`, "gu"),
    "at most $1",
  ],
  [new RegExp(`(?<=\\p{L} )at least (?=(?:an?|one|${NUMBER}) (?:${MEASURED})\\b)`, "gu"), "no less than "],
  [/\bup to (?=(?:half|a third|a quarter|two thirds|three quarters|\d+ ?(?:%|per ?cent))(?!\p{L}))/gu, "as much as "],
  [/\balmost (?=(?:all|every|half|always|the same|impossible|entirely|\d)(?!\p{L}))/gu, "nearly "],
  [/\bnearly (?=(?:all|every|half|always|the same|impossible|\d)(?!\p{L}))/gu, "almost "],
  // Quantities and kinds.
  [/\b([Aa]ll|[Hh]alf) of (?=(?:its|their|his|her|your|our)\b)/gu, "$1 "],
  [/\b(all|half) (?=(?:its|their|your|our) \p{Ll})/gu, "$1 of "],
  phrase("types of", "kinds of"),
  phrase("kinds of", "types of"),
  [/\b([Aa]|[Oo]ne|[Tt]his) type of (?=\p{Ll})/gu, "$1 kind of "],
  [/\b([Oo]ne|[Tt]his) kind of (?!thing|stuff)(?=\p{Ll}{3,}(?! of))/gu, "$1 type of "],
  [/(?<=[ ])a number of (?=\p{Ll}+s\b)/gu, "several "],
  phrase("a large number of", "many"),
  phrase("the majority of", "most of", "(?= (?:the|these|those|its|their|your|our)\\b)"),
  phrase("the majority of", "most", "(?= (?!its|his|this|us)\\p{Ll}+s\\b)"),
  phrase("lots of", "a lot of"),
  [/\b(is|was|remains) one of the (?=most |first |main |oldest |\p{Ll}+est )/gu, "$1 among the "],
  [/\b(are|were) among the (?=few|most|first|main|oldest|\p{Ll}+est)\b/gu, "$1 some of the "],
  // Links.
  phrase("for example", "for instance", "(?=,)"),
  phrase("for instance", "for example", "(?=,)"),
  phrase("prior to", "before"),
  phrase("due to the fact that", "because"),
  phrase("due to", "because of", "(?= (?:the|a|an|its|their|high|low|poor)\\b)"),
  phrase("owing to", "because of"),
  phrase("as a result of", "because of", "(?= (?:the|a|an|its|their)\\b)"),
  phrase("in spite of", "despite"),
  phrase("despite", "in spite of"),
  phrase("in addition to", "besides"),
  phrase("with regard to", "as to"),
  phrase("in this way", "this way", "(?=,)"),
  phrase("so as to", "to"),
  phrase("up until", "until"),
  phrase("the way in which", "the way"),
  phrase("the reason why", "the reason"),
  phrase("at first", "initially", "(?=,)"),
  phrase("initially", "at first", "(?=,)"),
  phrase("by themselves", "on their own"),
  phrase("by itself", "on its own"),
  [
    /(?<=^|[.!?] )To (?=\p{Ll}{3,} (?:the|an?|your|this|these|it|them|its|their|all|any) [^,.]*, )(?!the\b|this\b|these\b|those\b|some\b|most\b|many\b|what\b|whom\b|each\b|all\b)/gu,
    "In order to ",
  ],
  [/\bwhether (?=(?:the|a|an|it|they|you|he|she|we|its|their|your) [^,;.]*[,;.])(?![^;.]*\bor\b)/gu, "whether or not "],
  // Relative clauses.
  [
    new RegExp(
      `(?<=\\b(?:an?|the|any|some|each|every|no|many|other|of|with|from|in) (?:\\p{Ll}{3,} )?(?!(?:one|only|first|last|second|next|rest|fact|idea|claim|view|hope|chance|risk|sign|news|way|people|children|kids|men|women|guests|friends|staff|boys|girls|case|all|same|least|best|most|much|little|so|those)\\b)\\p{Ll}{3,}(?<!er|or|ist|ian|ant|ent|ers|ors|ists|ians|ants|ents|man|ly|ing|ed|body|one|thing|est|such|this|that)) that (?=(?:${AUXILIARY})\\b)`,
      "gu",
    ),
    " which ",
  ],
  [
    new RegExp(
      `(?<=\\b(?:an?|the|any|each|every|some|${AUXILIARY}) (?:\\p{Ll}{3,} )?\\p{Ll}{3,}(?<!ly|ed)) (?:that|which) (?:(?<!s (?:that|which) )is|(?<=s (?:that|which) )are) (?=(?:\\p{Ll}{3,}ed|made|built|kept|grown|sold|found|written|left|given|used) (?:in|on|by|with|from|for|at|to|into|during) )`,
      "gu",
    ),
    " ",
  ],
  [/(?<=\ban? (?!specific|single|new)\p{Ll}{3,}) named (?=\p{L})/gu, " called "],
  [
    /(?<!\b(?:ways?|manner|order|directions?|years?|months?|times?|days?|weeks?|periods?|forms?|languages?|degrees?|extent),?) in which (?=(?:the|a|an|it|they|you|he|she|we|its|their|your)\b)/gu,
    " where ",
  ],
  // Verbs.
  [
    /(?<!\b(?:to|will|would|may|might|could|should|do|does|did|never|still|just|really|only|simply) |(?:\bnot\b|n[’']t)[^.,;]*)\b(?:has|have) to (?=be\b)/gu,
    "must ",
  ],
  [
    /(?<=^|[.!?;,] (?:\p{Ll}+ )?|\b(?:if|when|because|and|but|so|before|until|while) )([Yy]ou|[Tt]hey|[Ww]e) need to (?=\p{Ll})/gu,
    "$1 have to ",
  ],
  [
    /(?<=^|[.!?;,] (?:\p{Ll}+ )?|\b(?:if|when|because|and|but|so|before|until|while) )([Yy]ou|[Tt]hey|[Ww]e) have to (?!have\b)(?=\p{Ll})/gu,
    "$1 need to ",
  ],
  [/\b(?:is|are) able to (?=\p{Ll})/gu, "can "],
  [new RegExp(`(?<!\\b[Ii]t (?:\\p{Ll}+ )?)\\b(help|helps|helped) to (?=(?:${HELPED}) )`, "gu"), "$1 "],
  [new RegExp(`(?<!\\b[Ii]t (?:\\p{Ll}+ )?)\\b(helps?) (?=(?:${HELPED}) )`, "gu"), "$1 to "],
  [
    /\b(allow|allows|enable|enables) (you|them|us|people|users) to (?=\p{Ll})/gu,
    (_, verb, whom) =>
      verb!.startsWith("allow")
        ? `let${verb!.endsWith("s") ? "s" : ""} ${whom} `
        : `allow${verb!.endsWith("s") ? "s" : ""} ${whom} to `,
  ],
  phrase("make sure", "ensure", CLAUSE),
  phrase("makes sure", "ensures", CLAUSE),
  phrase("making sure", "ensuring", CLAUSE),
  phrase("ensure", "make sure", CLAUSE),
  phrase("ensures", "makes sure", CLAUSE),
  phrase("ensuring", "making sure", CLAUSE),
  [/\b(means?|make sure|makes sure|ensure|think|believe) that (?=(?:you|they|we|he|she|there) )/gu, "$1 "],
  [/\b(means|make sure|makes sure) (?=(?:you|they|we|he|she|there) \p{Ll})/gu, "$1 that "],
  [
    /(?<=\b(?:you|they|we|will|can|may) )(start|started) to (?=\p{Ll}{3})|\b(starts|started) to (?=\p{Ll}{3})/gu,
    (_, one, other) => `${BEGINS[(one ?? other)!]} to `,
  ],
  [/\b(begin|begins|began) to (?=\p{Ll}{3})/gu, (_, verb) => `${STARTS[verb!]} to `],
  [/\breferred to as (?=\p{L})/gu, "called "],
  [
    new RegExp(`\\b(is|are|was|were|be|been) (${PARTICIPLE})((?: (?:up|out|off|down))?) (${MANNER})(?=[ .,;])`, "gu"),
    (_, be, done, particle, how) => `${be} ${how} ${done}${particle}`,
  ],
  [
    new RegExp(
      `\\b(is|are|was|were|be|been) ((?!closely|tightly)(?:${MANNER})) (\\p{Ll}{2,}ed)(?=[.,;]| (?:by|in|on|at|to|from|with|into|for|when|while)\\b)`,
      "gu",
    ),
    (_, be, how, done) => `${be} ${done} ${how}`,
  ],
];

const BEGINS: Readonly<Record<string, string>> = { start: "begin", starts: "begins", started: "began" };
const STARTS: Readonly<Record<string, string>> = { begin: "start", begins: "starts", began: "started" };
