/** A number or a date as a text has it, in a form that another way of writing it shares. */
export interface Figure {
  readonly kind: "number" | "date";
  /** As it stands in the text. */
  readonly shown: string;
  readonly value?: number;
  /** `%`, a currency or a unit of measure in its shortest form; empty where none stands there. */
  readonly unit?: string;
  /** The parts of a date that are named. */
  readonly date?: { readonly year?: number; readonly month?: number; readonly day?: number };
}

const MONTHS = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];
const MONTH = `(?:${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join("|")}|sept)`;
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";

/** Dates of which more than the year is named, each with the places of its year, month and day in the match. */
const DATES: readonly { readonly pattern: RegExp; readonly order: readonly ("year" | "month" | "day")[] }[] = [
  { pattern: /\b(\d{4})-(\d{2})-(\d{2})\b/g, order: ["year", "month", "day"] },
  { pattern: new RegExp(`\\b${DAY}(?: of)? (${MONTH})\\b\\.?,? (\\d{4})\\b`, "gi"), order: ["day", "month", "year"] },
  { pattern: new RegExp(`\\b(${MONTH})\\b\\.? ${DAY},? (\\d{4})\\b`, "gi"), order: ["month", "day", "year"] },
  { pattern: new RegExp(`\\b(${MONTH})\\b\\.?,? (\\d{4})\\b`, "gi"), order: ["month", "year"] },
  { pattern: new RegExp(`\\b${DAY}(?: of)? (${MONTH})\\b`, "gi"), order: ["day", "month"] },
  { pattern: new RegExp(`\\b(${MONTH})\\b\\.? ${DAY}\\b(?![\\d,.]*\\d|%)`, "gi"), order: ["month", "day"] },
];

const UNITS: ReadonlyMap<string, string> = new Map(
  [
    "km kilometre kilometres kilometer kilometers",
    "m metre metres meter meters",
    "cm centimetre centimetres centimeter centimeters",
    "mm millimetre millimetres millimeter millimeters",
    "mi mile miles",
    "ft foot feet",
    "in inch inches",
    "kg kilogram kilograms kilogramme kilogrammes kilo kilos",
    "g gram grams gramme grammes",
    "mg milligram milligrams",
    "lb lbs pound pounds",
    "t tonne tonnes ton tons",
    "l litre litres liter liters",
    "ml millilitre millilitres milliliter milliliters",
    "s second seconds",
    "min minute minutes",
    "h hour hours hrs",
    "d day days",
    "w week weeks",
    "mo month months",
    "y year years",
    "°c celsius",
    "°f fahrenheit",
    "usd dollar dollars",
    "eur euro euros",
  ].flatMap((line) => line.split(" ").map((name) => [name, line.split(" ")[0]!] as const)),
);
const CURRENCIES: Readonly<Record<string, string>> = { $: "usd", "\u20ac": "eur", "\u00a3": "gbp", "\u00a5": "jpy" };
const SCALES: Readonly<Record<string, number>> = {
  ...{ hundred: 100, thousand: 1000, million: 1e6, billion: 1e9, trillion: 1e12, bn: 1e9 },
};
const SMALL = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen " +
  "nineteen"
).split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const WORD = [...TENS.map((ten) => `${ten}(?:-(?:${SMALL.slice(1, 10).join("|")}))?`), ...SMALL.slice(2)].join("|");
const SCALE = Object.keys(SCALES).join("|");
const NUMBER = new RegExp(
  `([$\u20ac\u00a3\u00a5])?\\s?(?<![\\p{L}\\d.,/])(?:(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)(?!\\d)|(${WORD})\\b|(?:an? |one )(?=(?:${SCALE})\\b))(?:\\s?(?:-\\s?)?(${SCALE})\\b)?(s\\b|st\\b|nd\\b|rd\\b|th\\b)?\\s?-?(%|per ?cent\\b|°\\s?[CF]\\b|\\p{L}+)?`,
  "giu",
);

/** The numbers and dates of a text. `one` is none: it stands for anything. */
export function figuresIn(text: string): Figure[] {
  let rest = text.replace(/\u2019/g, "'");
  const figures: Figure[] = [];
  for (const { pattern, order } of DATES) {
    rest = rest.replace(pattern, (shown: string, ...groups: unknown[]) => {
      const part = (name: "year" | "month" | "day") => {
        const at = order.indexOf(name);
        if (at < 0) return undefined;
        const said = String(groups[at]).toLowerCase();
        return /^\d+$/.test(said) ? Number(said) : MONTHS.findIndex((month) => month.startsWith(said.slice(0, 3))) + 1;
      };
      const [year, month, day] = [part("year"), part("month"), part("day")];
      // "May 5" is a date and "march 40" is none.
      if ((day ?? 1) > 31 || (day ?? 1) < 1 || (month ?? 1) > 12) return shown;
      figures.push({
        kind: "date",
        shown,
        date: {
          ...(year === undefined ? {} : { year }),
          ...(month === undefined ? {} : { month }),
          ...(day === undefined ? {} : { day }),
        },
      });
      return " ".repeat(shown.length);
    });
  }
  for (const match of rest.matchAll(NUMBER)) {
    const [whole, sign = "", digits, word, scale, , after = ""] = match;
    const base = digits !== undefined ? Number(digits.replaceAll(",", "")) : word === undefined ? 1 : wordValue(word);
    const value = base * (scale === undefined ? 1 : SCALES[scale.toLowerCase()]!);
    const unit = sign !== "" ? CURRENCIES[sign]! : unitOf(after);
    const shown = (unitOf(after) === "" ? whole.slice(0, whole.length - after.length) : whole)
      .replace(/[\s-]+$/, "")
      .trim();
    const isYear =
      digits !== undefined && /^(?:1\d|20)\d{2}$/.test(digits) && scale === undefined && (unit === "" || unit === "s");
    figures.push(
      isYear ? { kind: "date", shown, value, unit: "", date: { year: value } } : { kind: "number", shown, value, unit },
    );
  }
  return figures;
}

function unitOf(after: string): string {
  const said = after.toLowerCase().replace(/\s/g, "");
  if (said === "%" || said === "percent") return "%";
  return UNITS.get(said) ?? "";
}

function wordValue(word: string): number {
  const [first = "", second] = word.toLowerCase().split("-");
  const ten = TENS.indexOf(first);
  if (ten < 0) return SMALL.indexOf(first);
  return (ten + 2) * 10 + (second === undefined ? 0 : SMALL.indexOf(second));
}

/** Whether one bears the other out: all that the claim names is the same. */
export function isSameFigure(claimed: Figure, found: Figure): boolean {
  if (claimed.date !== undefined && found.date !== undefined) {
    const { year, month, day } = claimed.date;
    return (
      (year === undefined || year === found.date.year) &&
      (month === undefined || month === found.date.month) &&
      (day === undefined || day === found.date.day)
    );
  }
  if (claimed.value === undefined || found.value === undefined) return false;
  if (Math.abs(claimed.value - found.value) > 1e-9 * Math.abs(claimed.value)) return false;
  const [a, b] = [claimed.unit ?? "", found.unit ?? ""];
  if (a === "%" || b === "%") return a === b;
  return a === "" || b === "" || a === b;
}
