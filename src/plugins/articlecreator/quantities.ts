import { isStopWord, stem } from "../../engines/pages/terms.js";

/** A number of a text with what it counts or measures. */
export interface Quantity {
  readonly low: number;
  readonly high: number;
  /** How far the number may be from the true one, as a share of it. */
  readonly tolerance: number;
  /** What it is of: a basic unit, or the stem of what is counted. */
  readonly unit: string;
  readonly isMeasure: boolean;
  /** It is a round number below the true one: "over 1,500". */
  readonly isOpen?: true;
  /** As it is written, with its unit: `about 75 people`. */
  readonly said: string;
  /** Where it begins and ends in the text. */
  readonly from: number;
  readonly to: number;
}

interface Token {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

const TOKEN = /\d[\d,]*(?:\.\d+)?|\p{L}[\p{L}'\u2019]*|[^\s\p{L}\d]/gu;
const DIGITS = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;

const SMALL: Readonly<Record<string, number>> = {
  ...{ two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12 },
  ...{ thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19, dozen: 12 },
};
const TENS: Readonly<Record<string, number>> = {
  ...{ twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
};
const POWERS: Readonly<Record<string, number>> = { hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9 };
const ONE = new Set(["a", "an", "one"]);
const UNDER_TEN = /^(one|two|three|four|five|six|seven|eight|nine)$/;

/** Factors to the basic unit of each kind. */
const UNITS: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  ...{ metre: ["m", 1], meter: ["m", 1], m: ["m", 1], kilometre: ["m", 1e3], kilometer: ["m", 1e3], km: ["m", 1e3] },
  ...{ centimetre: ["m", 0.01], centimeter: ["m", 0.01], cm: ["m", 0.01], millimetre: ["m", 1e-3] },
  ...{ millimeter: ["m", 1e-3], mm: ["m", 1e-3], mile: ["m", 1609.34], foot: ["m", 0.3048], feet: ["m", 0.3048] },
  ...{ ft: ["m", 0.3048], inch: ["m", 0.0254], inches: ["m", 0.0254], yard: ["m", 0.9144] },
  ...{ kilogram: ["kg", 1], kilo: ["kg", 1], kg: ["kg", 1], gram: ["kg", 1e-3], g: ["kg", 1e-3], tonne: ["kg", 1e3] },
  ...{ ton: ["kg", 1e3], lb: ["kg", 0.4536], ounce: ["kg", 0.02835], oz: ["kg", 0.02835] },
  ...{ litre: ["l", 1], liter: ["l", 1], millilitre: ["l", 1e-3], milliliter: ["l", 1e-3], ml: ["l", 1e-3] },
  ...{ second: ["s", 1], minute: ["s", 60], hour: ["s", 3600], day: ["s", 86_400], week: ["s", 604_800] },
  ...{ month: ["s", 2_629_800], year: ["s", 31_557_600] },
  ...{
    mph: ["m/hour", 1609.34],
    pint: ["pint", 1],
    gallon: ["gallon", 1],
    hectare: ["ha", 1],
    acre: ["ha", 0.4047],
    euro: ["euro", 1],
    dollar: ["dollar", 1],
    percent: ["%", 1],
  },
};
const ABOUT = new Set(["about", "around", "some", "roughly", "approximately", "nearly", "almost", "circa"]);
/** Before a number that only bounds the true one, or that names something. */
const NO_FIGURE =
  /(?:\b(?:over|than|least|most|up to|under|below|above|beyond|exceed\w*|nos?\.|number|page|chapter|step|version|bus|tram|line|class|by|times|another|other)|[\u00d7x*#$\u20ac\u00a3/-]) ?$/i;
/** Before a number that the true one is not below; one that is not round is as good as the true one. */
const AT_LEAST = /\b(?:over|more than|at least|in excess of|exceed(?:s|ed|ing)) +$/i;
/** As in "Class 37 engines". */
const NAME_BEFORE = /\S \p{Lu}\p{L}+ $/u;
const VERB = /^(?:\p{L}{2,}ed|is|are|was|were|has|have|had|do|did|can|will|made|took|fell|lay|lie|live|stood|stand)$/u;
const PEOPLE = /^(?:people|men|women|children|sheep|fish|deer|mice|geese|feet|teeth|dead)$/;

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: word, index }) => ({
    word: word.toLowerCase().replace(/,$/, ""),
    from: index,
    to: index + word.replace(/,$/, "").length,
  }));
}

/** The number that begins at a token, and the token after it. */
function numberAt(tokens: readonly Token[], at: number): { value: number; next: number; digits: string } | undefined {
  const { word } = tokens[at]!;
  let value: number;
  let next = at + 1;
  const power = POWERS[tokens[next]?.word ?? ""];
  if (DIGITS.test(word)) value = Number(word.replaceAll(",", ""));
  else if (word === "half" && ONE.has(tokens[next]?.word ?? "") && POWERS[tokens[next + 1]?.word ?? ""] !== undefined) {
    value = 0.5;
    next += 1;
  } else if (TENS[word] !== undefined) {
    value = TENS[word];
    const ones = tokens[next]?.word === "-" ? next + 1 : next;
    const unit = tokens[ones]?.word ?? "";
    if (UNDER_TEN.test(unit)) {
      value += SMALL[unit] ?? 1;
      next = ones + 1;
    }
  } else if (SMALL[word] !== undefined) value = SMALL[word];
  else if (ONE.has(word) && (power !== undefined || tokens[next]?.word === "dozen")) {
    value = power === undefined ? 12 : 1;
    if (power === undefined) next += 1;
  } else return undefined;
  for (let factor = POWERS[tokens[next]?.word ?? ""]; factor !== undefined; factor = POWERS[tokens[next]?.word ?? ""]) {
    value *= factor;
    next += 1;
  }
  return { value, next, digits: word };
}

/** Half of the last place that is given, as a share of the number; counts below a hundred are exact. */
function roundness(value: number, digits: string, isMeasure: boolean): number {
  if (!isMeasure && value < 100) return 0;
  let place = 10 ** -(digits.split(".")[1]?.length ?? 0);
  while (place >= 1 && value % (place * 10) === 0 && value > 0) place *= 10;
  return Math.min(0.1, place / 2 / value);
}

/** "One in ten people", "half of the people". */
const SHARE =
  /\b(?:(?<some>\p{L}+|\d+) (?:\p{L}+ )?(?:in|out of) (?:every )?(?<all>\p{L}+|\d+)|(?<part>half|(?:a|one) (?:third|quarter|fifth|tenth))(?= of\b))/giu;
const PARTS: Readonly<Record<string, number>> = { half: 50, third: 100 / 3, quarter: 25, fifth: 20, tenth: 10 };

function sharesOf(text: string): Quantity[] {
  return [...text.matchAll(SHARE)].flatMap(({ 0: said, index: from, groups }) => {
    const { some = "", all = "", part = "" } = groups ?? {};
    const number = (word: string) => (word.toLowerCase() === "one" ? 1 : numberAt(tokensOf(`${word} `), 0)?.value);
    const [few, many] = part === "" ? [number(some), number(all)] : [];
    const percent = part === "" ? (100 * (few ?? 0)) / (many ?? 0) : PARTS[part.toLowerCase().split(" ").at(-1)!]!;
    if (!(percent > 0 && percent <= 100) || (many ?? 2) === 1) return [];
    return {
      low: percent,
      high: percent,
      tolerance: 0.1,
      unit: "%",
      isMeasure: true,
      said,
      from,
      to: from + said.length,
    };
  });
}

/** The numbers of a text that count or measure something, ranges as one; without years and numbers that only bound another. */
export function quantitiesOf(text: string): Quantity[] {
  if (
    !/\d|\b(?:t(?:wo|hree|en|welve|hirteen|went|hirt|hous)|f(?:our|ive|ift|ort)|s(?:ix|even)|eight|nine|eleven|hundred|million|billion|dozen|half)/i.test(
      text,
    )
  )
    return [];
  const tokens = tokensOf(text);
  const found = sharesOf(text);
  for (let at = 0; at < tokens.length; at += 1) {
    const first = numberAt(tokens, at);
    const from = tokens[at]!.from;
    if (first === undefined || found.some((share) => share.from <= from && from < share.to)) continue;
    const start = at;
    let { next } = first;
    let high = first.value;
    const joint = tokens[next]?.word ?? "";
    const second = /^(?:to|and|-|\u2013|or)$/.test(joint) && tokens[next + 1] ? numberAt(tokens, next + 1) : undefined;
    const isRange = second !== undefined && (joint !== "and" || tokens[at - 1]?.word === "between");
    if (isRange) {
      high = second.value;
      next = second.next;
    }
    at = next - 1;
    const before = text.slice(0, tokens[start]!.from);
    const hedge = tokens[start - 1]?.word ?? "";
    const bound = AT_LEAST.exec(before);
    if ((bound === null && NO_FIGURE.test(before)) || NAME_BEFORE.test(before)) continue;
    const unit = unitAt(tokens, next, text);
    if (unit === undefined) continue;
    if (/^(1\d{3}|20\d{2})$/.test(first.digits) && !unit.isPlural) continue;
    // "Over three days" is how long something took.
    if (bound !== null && unit.name === "s") continue;
    const isOpen = bound !== null && !isRange && first.value % 10 === 0;
    const said = text.slice(bound?.index ?? tokens[ABOUT.has(hedge) ? start - 1 : start]!.from, unit.to);
    const about = ABOUT.has(hedge) ? 0.15 : 0;
    found.push({
      low: unit.value(Math.min(first.value, high)),
      high: unit.value(Math.max(first.value, high)),
      tolerance: Math.max(about, roundness(first.value, first.digits, unit.isMeasure)),
      unit: unit.name,
      isMeasure: unit.isMeasure,
      ...(isOpen && { isOpen }),
      said: said.replace(/ {2,}/g, " "),
      from: tokens[start]!.from,
      to: unit.to,
    });
  }
  return found;
}

interface Unit {
  readonly name: string;
  readonly isMeasure: boolean;
  readonly isPlural: boolean;
  readonly to: number;
  readonly value: (number: number) => number;
}

function unitAt(tokens: readonly Token[], at: number, text: string): Unit | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  const same = (number: number) => number;
  const measure = (name: string, to: number, value = same): Unit => ({
    name,
    isMeasure: true,
    isPlural: true,
    to,
    value,
  });
  const { word } = token;
  const after = tokens[at + 1];
  if (word === "%") return measure("%", token.to);
  if (word === "per" && after?.word === "cent") return measure("%", after.to);
  if (
    (word === "in" || word === "out") &&
    /^ ?(?:in|out of) (?:every )?(?:\d|ten\b|a hundred)/.test(text.slice(token.from - 1))
  )
    return undefined;
  const degrees = /^(?:\u00b0 ?|degrees? ?)(C\b|F\b|Celsius|Fahrenheit|centigrade)?/i.exec(text.slice(token.from));
  if (degrees !== null) {
    const isFahrenheit = /^f/i.test(degrees[1] ?? "");
    const to = token.from + degrees[0].trimEnd().length;
    return measure("degree", to, isFahrenheit ? (number) => ((number - 32) * 5) / 9 : same);
  }
  const square = /^(?:square|cubic)$/.test(word) ? word : undefined;
  if (square !== undefined) return measure(`${square} ${stem(after?.word ?? "")}`, after?.to ?? token.to);
  if (/^pounds?$/.test(word) && /\b(?:weigh\w*|heavy|mass)\b/i.test(text))
    return measure("kg", token.to, (number) => number * 0.4536);
  const known = UNITS[word] ?? UNITS[word.replace(/s$/, "")];
  if (known !== undefined) {
    const per = /^(?: (?:per|an|a) (\p{L}+)|\/h\b)/u.exec(text.slice(token.to));
    const [name, factor] = known;
    const unit = per === null ? name : `${name}/${stem(per[1] ?? "hour")}`;
    return measure(unit, token.to + (per?.[0].length ?? 0), (number) => number * factor);
  }
  // What is counted: the plural in the next three words.
  for (let ahead = at; ahead < Math.min(tokens.length, at + 3); ahead += 1) {
    const noun = tokens[ahead]!;
    if (!/^\p{L}{3,}/u.test(noun.word) || VERB.test(noun.word) || (isStopWord(noun.word) && !PEOPLE.test(noun.word)))
      break;
    if (!PEOPLE.test(noun.word) && !/[^s]s$/.test(noun.word)) continue;
    const next = tokens[ahead + 1];
    const isCompound =
      next !== undefined && /[^s]s$/.test(next.word) && !isStopWord(next.word) && /^\p{L}/u.test(next.word);
    if (isCompound) continue;
    return { name: stem(noun.word), isMeasure: false, isPlural: true, to: noun.to, value: same };
  }
  return undefined;
}

/** Whether two numbers of one unit can both be true. */
export function agree(one: Quantity, other: Quantity): boolean {
  const slack = (one.tolerance + other.tolerance) * Math.max(Math.abs(one.high), Math.abs(other.high));
  const isBelow = (some: Quantity, more: Quantity) => some.low <= more.high + slack || more.isOpen === true;
  return isBelow(one, other) && isBelow(other, one);
}
