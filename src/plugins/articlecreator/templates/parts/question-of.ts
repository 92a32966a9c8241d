import { countWords, termsOf } from "../../../../engines/pages/terms.js";
import { type Asking, isPlural } from "./heading-questions.js";
import { plainQuestion } from "./plain-questions.js";
import { verbQuestion } from "./verb-questions.js";

const LONGEST_SUBJECT = 6;
const LONGEST_QUESTION = 16;
const POINTING =
  /\b(typical|usual|normal|same|former|latter|resulting|remaining|following|previous|it|its|they|them|their|this|that|these|those|he|she|his|her|him|such|here|there|which|who)\b/i;

/** The question that a statement answers by itself; undefined for one that does not answer any we know. */
export function questionOf(statement: string, asking: Asking): string | undefined {
  const text = statement.replace(/\s*\([^()]{0,80}\)/g, "").trim();
  for (const form of [whatIs, whyIs, howLong, howMuch, whenDone, whoDid, howDone, howTo, whichKinds, whatAre, plain]) {
    const question = form(text, asking);
    if (question !== undefined && countWords(question) <= LONGEST_QUESTION) return question;
  }
  return undefined;
}

function subject(text: string | undefined, asking: Asking): string | undefined {
  const plain = text?.trim() ?? "";
  // A label that has run into the sentence: "Application file format SQLite".
  if (
    /^\p{Lu}\p{Ll}+ (?:\p{Ll}+ )*(?!(?:of|in|the|and|at|on|de|von|upon|for|to|with|from|by) )\p{Ll}+ \p{Lu}/u.test(
      plain,
    )
  )
    return undefined;
  if (
    plain === "" ||
    countWords(plain) > LONGEST_SUBJECT ||
    POINTING.test(plain) ||
    /[,;:"\u201c]|\b(?:is|are|was|were|be|been|has|have|had)$/.test(plain)
  )
    return undefined;
  if (
    /^(one|some|many|most|few|all|each|every|no|another|other|if|when|while|as|in|on|at|for|to|by|with|from|after|before|because|although|since|how|what|why|not|only|even|but|and|or|so|then|also|both|you|we|i)\b/i.test(
      plain,
    )
  )
    return undefined;
  return lowerStart(plain, asking);
}

/** A text as it stands within a sentence. */
export function lowerStart(text: string, { isName }: Asking): string {
  const first = /^[\p{L}\p{N}'\u2019-]+/u.exec(text)?.[0] ?? "";
  const isKept = isName(first) || /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(text) || /\p{Lu}.*\p{Lu}|\d/u.test(first);
  return isKept || first === "" ? text : first.toLowerCase() + text.slice(first.length);
}

/** "A lighthouse is a tower that ...", "The flood, also called the wave, was a disaster that ..." */
function whatIs(text: string, asking: Asking): string | undefined {
  const [, named, verb, rest = ""] =
    /^([^,;:]{2,60}?)(?:, (?:also|sometimes|formerly|officially|or) [^,;:]{2,60},)? (is|are|was|were) (?:an?|the|any|one of|another (?:name|word) for)\s(.*)$/.exec(
      text,
    ) ?? [];
  const name = subject(named, asking);
  if (name === undefined || verb === undefined || JUDGES.test(rest) || countWords(rest) < FEWEST_SAYING)
    return undefined;
  // What something was at one time does not say what it is.
  if (/^w/.test(verb) && shareOf(name, asking.keyword) < LEAST_NAMED) return undefined;
  const terms = new Set(termsOf(name));
  const isAsked = termsOf(asking.keyword).some((term) => terms.has(term));
  if (!isAsked && !/^an?\s/.test(name)) return undefined;
  return `${PERSON.test(rest) && /^\p{Lu}/u.test(name) ? "Who" : "What"} ${verb} ${name}?`;
}

/** Somebody, by what comes behind the article: "English horologist who invented ...". */
const PERSON =
  /^(?:[\p{L}-]+ ){0,5}?(?:who\b|(?!water|river|power|paper|matter|winter|summer|chamber|timber|corner|floor|door|letter|tower|tractor|motor|computer|server|container|harbor|forerunner|member|order|disaster|border|center|number)\p{Ll}+(?:er|ist|ian|eer|man|woman|king|queen|poet|monk|nurse)(?:$|[.,]| (?:and|who|from|of|in)\b))/u;

/** What is said of the keyword in the plainest way. */
function plain(text: string, asking: Asking): string | undefined {
  const nameOf = (named: string | undefined) => {
    const name = subject(named, asking);
    if (name === undefined || shareOf(name, asking.keyword) === 0) return undefined;
    // Of somebody, one of the names may stand for all of them.
    return /^\p{Lu}\p{L}+$/u.test(name) && asking.keyword.split(" ").includes(name) ? asking.keyword : name;
  };
  return plainQuestion(text, nameOf, isPlural) ?? verbQuestion(text, nameOf);
}

/** Share of the keyword that a name must hold for what it was to be asked. */
const LEAST_NAMED = 0.5;
/** "Inflation is a speed" says too little. */
const FEWEST_SAYING = 3;
/** Praise, and no definition: "a smart choice for your home". */
const JUDGES =
  /^(?:good|great|smart|nice|perfect|ideal|excellent|wonderful|fantastic|amazing|wise|better|best)\s|^(?:\p{L}+ )?(?:choice|part|idea|thing|step|deal|option|investment|must|reason|matter|question|answer|challenge|problem|result|start|fit)\b/iu;

/** Share of the terms of a keyword that a name holds. */
function shareOf(name: string, keyword: string): number {
  const terms = new Set(termsOf(name));
  const asked = termsOf(keyword);
  return asked.length === 0 ? 0 : asked.filter((term) => terms.has(term)).length / asked.length;
}

/** "Honey is acidic because ..." */
function whyIs(text: string, asking: Asking): string | undefined {
  const [, named, verb, rest] = /^([^,;:]{2,60}?) (is|are|was|were) ((?:[\p{L}-]+ ){1,6}?)because\s/u.exec(text) ?? [];
  const name = subject(named, asking);
  if (name === undefined || rest === undefined || POINTING.test(rest)) return undefined;
  return `Why ${verb} ${name} ${rest.trim()}?`;
}

/** "A colony lives for about three years." */
function howLong(text: string, asking: Asking): string | undefined {
  const number =
    "(?:\\d[\\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|several|a few)";
  const [, named, verb] =
    new RegExp(
      `^([^,;:]{2,60}?) (takes?|lasts?|lives?) (?:for )?(?:about |around |up to |from |between |only |at least |roughly |over |under )?${number}\\b[^.;]{0,40}\\b(?:seconds|minutes|hours|days|weeks|months|years)\\b`,
      "i",
    ).exec(text) ?? [];
  const name = subject(named, asking);
  if (name === undefined || verb === undefined) return undefined;
  const isOne = verb.endsWith("s");
  return `How long ${isOne ? "does" : "do"} ${name} ${isOne ? verb.slice(0, -1) : verb}?`;
}

const NUMBER =
  "(?:\\d[\\d,.]*(?: (?:thousand|million|billion))?|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|eighty|a hundred|a thousand|a million|a billion|half a)";
const UNIT =
  "(?:milligrams?|kilograms?|kg|grams?|pounds?|ounces?|tonnes?|tons?|litres?|liters?|millilitres?|gallons?|cups?|tablespoons?|teaspoons?|metres?|meters?|kilometres?|miles?|feet|inches|centimetres?|per cent|percent)";
const HOLDS =
  "(holds?|contains?|needs?|requires?|produces?|lays?|eats?|uses?|has|have|carr(?:y|ies)|gives?|weighs?|costs?)";
const ABOUT =
  "(?:about |around |roughly |some |up to |only |at least |as many as |as much as |more than |less than |fewer than |nearly |almost )?";
const HOW_MUCH = new RegExp(
  `^([^,;:]{2,60}?) ${HOLDS} ${ABOUT}(?:between |from )?${NUMBER}(?: (?:and|to|or) ${NUMBER})?(?: (${UNIT}) of)? ([\\p{Ll}-]+(?: [\\p{Ll}-]+)?)(?=[,.;]| (?:and|in|at|on|for|a|per|every|each|between|before|after|during|when|while|with|from|by|to)\\b)`,
  "u",
);

/** "A colony holds about 40,000 workers in summer." */
function howMuch(text: string, asking: Asking): string | undefined {
  const [, named, verb, unit, thing] = HOW_MUCH.exec(text) ?? [];
  const name = subject(named, asking);
  if (name === undefined || verb === undefined || thing === undefined || POINTING.test(thing)) return undefined;
  if (
    unit === undefined &&
    (!/s$/.test(thing) ||
      new RegExp(`^${UNIT}$`).test(thing) ||
      /^(?:hours|days|weeks|months|years|minutes|seconds|degrees|times|euros|dollars|pounds|pence|cents|francs|kronor)$/.test(
        thing,
      ))
  )
    return undefined;
  const isOne = /s$/.test(verb);
  const base = verb === "has" ? "have" : verb === "carries" ? "carry" : isOne ? verb.slice(0, -1) : verb;
  return `How ${unit === undefined ? "many" : "much"} ${thing} ${isOne ? "does" : "do"} ${name} ${base}?`;
}

const DID =
  "invented|discovered|designed|founded|introduced|patented|developed|proposed|described|built|wrote|established|completed|devised|coined|created|opened|published";

/** "Augustin Fresnel designed the first lens of practical size." */
function whoDid(text: string, { keyword }: Asking): string | undefined {
  const [, did, what] =
    new RegExp(
      `^\\p{Lu}[\\p{L}.'\u2019-]+(?: (?:de |von |van )?\\p{Lu}[\\p{L}.'\u2019-]+){1,3}(?:, [^,]{3,80},)? (${DID}) ((?:the|an?) [\\p{Ll}\\d' \u2019-]{3,50}?)(?=[,.;]| (?:in (?:1|20)\\d|in \\p{Lu}|and|which|that|there|when|who|with)\\b)`,
      "u",
    ).exec(text) ?? [];
  if (did === undefined || what === undefined || POINTING.test(what) || /\b(?:first|one|present|second)$/.test(what))
    return undefined;
  // Who made some other thing is no question about the keyword.
  const terms = new Set(termsOf(what));
  return termsOf(keyword).some((term) => terms.has(term)) ? `Who ${did} ${what}?` : undefined;
}

/** "The first lighthouse was built on the rock in 1698." */
function whenDone(text: string, asking: Asking): string | undefined {
  const [, named, verb, done, rest = ""] =
    /^([^,;:]{2,60}?) (was|were) ((?:first )?(?:\p{L}+ed|built|found|made|begun|written|lit|sunk|drawn|cut|lost)) ((?:[\p{L}\u2019'-]+ ){0,5}?)in (?:1[0-9]|20)\d\d\b/u.exec(
      text,
    ) ?? [];
  const name = subject(named, asking);
  if (name === undefined || POINTING.test(rest)) return undefined;
  return `When ${verb} ${name} ${[done, rest.trim()].filter((part) => part !== "").join(" ")}?`;
}

/** "A starter should be fed every day." */
function howDone(text: string, asking: Asking): string | undefined {
  const [, named, verb, done, way] =
    /^([^,;:]{2,60}?) (can|should|must) be (\p{L}+ed|kept|made|built|grown|sown|eaten|fed|cut|held|set|put|stored) (every|once|twice|daily|weekly|by|with|in|at|before|after|when)\b/u.exec(
      text,
    ) ?? [];
  const name = subject(named, asking);
  if (name === undefined || way === undefined) return undefined;
  const asked = {
    every: "How often",
    once: "How often",
    twice: "How often",
    daily: "How often",
    weekly: "How often",
    by: "How",
    with: "How",
    in: "Where",
    at: "",
    before: "When",
    after: "When",
    when: "When",
  }[way];
  if (
    asked === undefined ||
    asked === "" ||
    (asked === "Where" &&
      !/\b(place|room|jar|container|refrigerator|fridge|cellar|box|bin|pot|bed|shade|sun)\b/.test(text))
  )
    return undefined;
  return `${asked} ${verb} ${name} be ${done}?`;
}

/** "To keep a starter alive, feed it daily." */
function howTo(text: string): string | undefined {
  const [, aim] = /^To ([\p{L}\d' \u2019-]{4,70}),\s/u.exec(text) ?? [];
  if (aim === undefined || POINTING.test(aim) || /^(?:begin|start|end|sum|be)\b/.test(aim) || countWords(aim) > 9)
    return undefined;
  return `How do you ${aim}?`;
}

/** "There are three kinds of bees in a hive." */
function whichKinds(text: string): string | undefined {
  const [, count, kind, of] =
    /^There are (\p{L}+|\d+) ((?:main |common |basic |different )?(?:kinds|types|forms|species|sorts|stages|methods|varieties|breeds)) ((?:of|in) [^.,;:]{2,50}?)(?:[.,;:]| that | which | and )/u.exec(
      `${text} `,
    ) ?? [];
  if (count === undefined || of === undefined || POINTING.test(of)) return undefined;
  const isNumber = /^(\d+|two|three|four|five|six|seven|eight|nine|ten|twelve)$/i.test(count);
  return isNumber ? `How many ${kind} ${of} are there?` : `What ${kind} ${of} are there?`;
}

/** "Symptoms of scurvy include ..." */
function whatAre(text: string): string | undefined {
  const [, noun, of] =
    /^(?:The |Common |Typical |The main |The most common )?((?:early |common )?(?:symptoms|signs|causes|benefits|uses|advantages|disadvantages|types|kinds|effects|risks|side effects|ingredients|parts|examples)) of ([^.,;:]{2,50}?) (?:are|include)\b/i.exec(
      text,
    ) ?? [];
  if (noun === undefined || of === undefined || POINTING.test(of)) return undefined;
  return `What are ${/^examples$/i.test(noun) ? "" : "the "}${noun.toLowerCase()} of ${of}?`;
}
