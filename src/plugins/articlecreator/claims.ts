import { isStopWord, stem, wordsOf } from "../../engines/pages/terms.js";
import { isEvent, isKnown, isMeasured, meaning } from "./meanings.js";
import { agree, type Quantity, quantitiesOf } from "./quantities.js";

/** What a sentence states as a fact by a number or a date, with all that must be the same for another to contradict it. */
export interface Claim {
  readonly quantity: Quantity;
  /** What the number is of, in words that fit "the sources differ on the ...". */
  readonly name: string;
  /** What is said besides the number, in the words by which claims are compared. */
  readonly core: ReadonlySet<string>;
  /** Words that say when, how often and of which; two claims must have the same. */
  readonly scope: string;
  readonly years: string;
  /** Happened once, so that it needs no year. */
  readonly happened: boolean;
}

const NO_FACT =
  /\b(if|unless|until|whether|would|could|might|should|must|can|cannot|perhaps|estimat\w+|claim\w*|said|says|believed|thought|supposed\w*|legend|myth|than|without|compared|instead|example|not|no|never|nor|you|your|we|our|my|let|aim|target|goal|plan\w*|expect\w*|\w+n't)\b|[?]/i;
/** "Trim the wick": what follows the first word shows that it tells to do something. */
const TELLS =
  /^(?!(?:in|on|at|by|of|from|for|with|after|before|during|about|over|under|among|all|both|half|only|since|to|as|even|when|while|through|throughout|within|between|that|this|these|those|there|nearly|almost|around)\b)\p{L}+ (?:the|an?|it|them|\d[\d,.]*|some|each|every|two|three|four|five|ten|about)\b/iu;
const FACT_VERB =
  /\b(?:is|are|was|were|has|had|have|\p{L}{2,}ed|weighs?|costs?|lives?|measures?|covers?|killed|holds?|gave|took|made|rose|fell)\b/u;
const SCOPE =
  /\b(average|mean|median|maximum|minimum|record|usual\w*|typical\w*|often|sometimes|most|mostly|first|second|third|last|next|later|earlier|now|today|then|originally|once|still|previous\w*|former\w*|new|old|only|each|per|every|apiece|other|others|another|more|further|additional|left|remaining|rest|of (?:them|these|those|which|whom)|among|includ\w+|male|female|adult|young|before|after|during|within|daily|a (?:day|week|month|year))\b/gi;
const SUBJECT_END =
  /\b(?:is|are|was|were|has|had|have|had been|\p{L}{2,}ed|weighs?|costs?|kills?|began|holds?|measures?)\b/u;
const PRONOUN = /^(?:it|they|he|she|this|these|its|their|his|her)\b/i;
/** Words that tell claims apart as little as stop words do. */
const NEUTRAL = new Set(
  [
    "aboard board total altogether accord source record figure number amount approximate estimate people person well known",
    "disaster accident tragedy catastrophe crash incident january february march april may june july august september",
    "october november december reach measure stretch give put have hold contain make",
  ].flatMap((line) => line.split(" ").map(stem)),
);

const CLAUSE_END =
  /;|:|,? (?:but|though|although|while|which|who|where|whereas|because|so that|when)\b|,(?! ?\d)|\band (?=(?:was|were|is|are|has|had|have|\p{L}+ed)\b)|[()]/gu;
const MONTHS = "january february march april may june july august september october november december".split(" ");
const DATE = new RegExp(
  `\\b(in|on|of) (?:(\\d{1,2}) )?(?:(${MONTHS.join("|")}) )?(?:(\\d{1,2}), )?(1\\d{3}|20\\d{2})\\b(?!s| \\p{L}+s\\b)`,
  "giu",
);

interface Clause {
  readonly text: string;
  readonly from: number;
}

function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(CLAUSE_END)) {
    clauses.push({ text: text.slice(from, index), from });
    from = index + mark.length;
  }
  clauses.push({ text: text.slice(from), from });
  return clauses;
}

/** What a sentence is about: the words before its first verb. */
export function subjectOf(text: string): string {
  const end = text.search(SUBJECT_END);
  return end <= 0 ? "" : text.slice(0, end).trim();
}

/** What a sentence states; of one that begins with a pronoun, `before` says what that means. */
export function claimsOf(text: string, before = ""): Claim[] {
  if (
    !/\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand|dozen|half)\b/i.test(
      text,
    )
  )
    return [];
  // With a number it is a bound and compares nothing.
  const bounded = text.replace(/\bmore than (?=\d)/gi, (cut) => "over".padEnd(cut.length));
  if (NO_FACT.test(bounded) || /\bmay\b/.test(text) || TELLS.test(text)) return [];
  const plain = bounded.replace(/,? (?:according to|as stated by)\b[^,.;]*|^according to[^,]*, /gi, (cut) =>
    " ".repeat(cut.length),
  );
  const opening = PRONOUN.test(plain) ? subjectOf(before) : subjectOf(plain);
  if (PRONOUN.test(plain) && (opening === "" || PRONOUN.test(opening))) return [];
  const years = [...plain.matchAll(/\b(1\d{3}|20\d{2})\b(?!,\d)/g)].map(([year]) => year).join(" ");
  const quantities = quantitiesOf(plain);
  return clausesOf(plain).flatMap((clause, at): Claim[] => {
    const isWhole = at === 0 && !PRONOUN.test(clause.text);
    const lead = clause.text.trimStart();
    const leans = PRONOUN.test(lead) || /^(?:is|are|was|were|has|had|have|\p{L}{2,}ed)\b/u.test(lead);
    if (at > 0 && !leans && !FACT_VERB.test(lead)) return [];
    const subject = isWhole || !leans ? "" : opening;
    if (!isWhole && leans && subject === "") return [];
    const dated = dateClaim(clause.text, subject);
    if (dated !== undefined) return [dated];
    if (!FACT_VERB.test(clause.text)) return [];
    const within = quantities.filter(({ from, to }) => from >= clause.from && to <= clause.from + clause.text.length);
    // Of several numbers each would need its own words.
    if (within.length !== 1) return [];
    const [quantity] = within;
    const rest = `${subject} ${clause.text.slice(0, quantity!.from - clause.from)} | ${clause.text.slice(quantity!.to - clause.from)}`;
    return [counted(quantity!, rest, clause.text, years)];
  });
}

function coreOf(text: string): Set<string> {
  return new Set(
    wordsOf(text)
      .filter((word) => (!isStopWord(word) || isKnown(word)) && word.length > 1 && !/^\d/.test(word))
      .map(meaning)
      .filter((word) => !NEUTRAL.has(word)),
  );
}

function scopeOf(text: string): string {
  return [...new Set([...text.toLowerCase().matchAll(SCOPE)].map(([word]) => word))].sort().join(" ");
}

const PEOPLE = new Set(["people", "persons", "victims", "lives"].map(stem));

function counted(quantity: Quantity, rest: string, clause: string, years: string): Claim {
  const core = coreOf(rest);
  const named = [...core].find(isMeasured);
  const areDead =
    !quantity.isMeasure &&
    (meaning(quantity.unit) === "death" ||
      (PEOPLE.has(quantity.unit) && core.has("death")) ||
      /\blives (?:were|was|had been)? ?(?:lost|taken|claimed)/.test(clause));
  if (areDead) {
    core.delete("death");
    return {
      quantity: { ...quantity, unit: "death", said: numberOf(quantity.said) },
      name: "number of dead",
      core,
      scope: scopeOf(rest),
      years,
      happened: true,
    };
  }
  const name = quantity.isMeasure ? (named ?? (quantity.unit === "%" ? "share" : "figure")) : "number";
  return { quantity, name, core, scope: scopeOf(rest), years, happened: false };
}

/** The number as it is written, without what it counts. */
function numberOf(said: string): string {
  return said.split(" ").slice(0, -1).join(" ");
}

function dateClaim(clause: string, subject: string): Claim | undefined {
  const dates = [...clause.matchAll(DATE)];
  const [date] = dates;
  if (date === undefined || dates.length > 1) return undefined;
  if (/\b(?:about|around|by|since|until|from|before|after|between|early|late|mid)\b/i.test(clause)) return undefined;
  const [said, , day, month, otherDay, year] = date;
  const core = coreOf(`${subject} ${clause.replace(said, " ")}`);
  const verbs = [...core].filter(isEvent);
  if (verbs.length !== 1 || quantitiesOf(clause.replace(said, " ")).length > 0) return undefined;
  const low =
    Number(year) * 10_000 +
    (month === undefined ? 0 : (MONTHS.indexOf(month.toLowerCase()) + 1) * 100) +
    Number(day ?? otherDay ?? 0);
  const high = low + (month === undefined ? 9_999 : (day ?? otherDay) === undefined ? 99 : 0);
  const quantity = {
    low,
    high,
    tolerance: 0,
    unit: "date",
    isMeasure: true,
    said: said.replace(/^\p{L}+ /u, ""),
    from: date.index,
    to: date.index + said.length,
  };
  return {
    quantity,
    name: `date of the ${verbs[0]}`,
    core,
    scope: scopeOf(`${subject} ${clause}`),
    years: "",
    happened: true,
  };
}

/** Whether one of two claims must be wrong. `query` holds the words of the subject of both. */
export function contradict(one: Claim, other: Claim, query: ReadonlySet<string>): boolean {
  if (one.quantity.unit !== other.quantity.unit || one.name !== other.name) return false;
  if (one.scope !== other.scope || agree(one.quantity, other.quantity)) return false;
  if (!one.happened && one.years !== other.years) return false;
  if (one.years !== "" && other.years !== "" && one.years !== other.years) return false;
  const own = ({ core }: Claim) => [...core].filter((word) => !query.has(word));
  const [mine, theirs] = [own(one), own(other)];
  if (mine.some((word) => !other.core.has(word)) || theirs.some((word) => !one.core.has(word))) return false;
  const shared = [...one.core].filter((word) => other.core.has(word));
  const needed = one.quantity.unit === "death" ? 0 : one.quantity.isMeasure && one.name === "figure" ? 2 : 1;
  return shared.length >= needed;
}
