import { wordSet } from "../word-set.js";

const DIGITS =
  /(?<![\p{L}\p{N}])([-−](?=\p{N}|\p{Sc}))?(?:(\p{Sc}|(?:USD|EUR|GBP|US\$)(?=[ \u00a0]?\p{N}))[ \u00a0]?)?(\p{N}+(?:[.,:/'’\-–][\p{N}]+|[\u00a0\u202f]\p{N}{3}(?!\p{N}))*)(?:(st|nd|rd|th)(?!\p{L})|[ \u00a0]?([%‰°\p{Sc}]))?|\p{N}+/giu;

const WORDS = wordSet(`
  zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion dozen half
  quarter first second third fourth fifth sixth seventh eighth ninth tenth twelfth hundredth twentieth thirtieth twice
  thrice hundreds thousands millions billions trillions dozens halves quarters thirds percent percentage double triple`);
const ONE =
  /(?<!\b(?:no|the|this|that|which|every|any|each|some|another|good|last|only|new)\s)(?<!\p{L})one(?!\p{L})(?!['’]s| another| day| of the| by)/giu;
const WORD = /(?<![\p{L}\p{M}])[a-z]+(?![\p{L}\p{M}])/giu;

/** Whether the word is a number, or may be one. */
export function isNumberWord(word: string): boolean {
  return WORDS.has(word.toLowerCase()) || word.toLowerCase() === "one";
}

/** Only the digits of each number: how they are divided depends on the language. */
export function digitsOf(prose: string): string[] {
  return Array.from(prose.matchAll(DIGITS), ([whole]) => whole.replace(/[^\p{N}]/gu, ""));
}

/** The numbers of a text, thousands separators and blanks before signs apart; number words where they are English. */
export function numbersOf(prose: string, english: boolean): string[] {
  const numbers: string[] = [];
  for (const [whole, minus = "", currency = "", digits, ordinal = "", sign = ""] of prose.matchAll(DIGITS)) {
    numbers.push(minus ? "-" : "");
    const last = numbers.length - 1;
    numbers[last] +=
      digits === undefined ? whole : currency.toUpperCase() + withoutSeparators(digits) + ordinal.toLowerCase() + sign;
  }
  if (!english) return numbers;
  for (const [word] of prose.matchAll(WORD)) {
    if (WORDS.has(word.toLowerCase())) numbers.push(word.toLowerCase());
  }
  for (const _ of prose.matchAll(ONE)) numbers.push("one");
  return numbers;
}

/** 1,000 and 1'000 and 1 000 are 1000; what may be a decimal (1,5) stays. */
function withoutSeparators(digits: string): string {
  if (/^\p{N}{1,3}(?:[,'’\u00a0\u202f]\p{N}{3})+(?:\.\p{N}+)?$/u.test(digits))
    return digits.replace(/[,'’\u00a0\u202f]/gu, "");
  if (/^\p{N}{1,3}(?:\.\p{N}{3}){2,}(?:,\p{N}+)?$/u.test(digits)) return digits.replaceAll(".", "");
  return digits;
}
