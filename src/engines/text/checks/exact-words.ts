import { wordSet } from "../word-set.js";

/** The name of one thing alone: what is wider or next to it says something else. */
const EXACT = wordSet(`
  carbon dioxide monoxide methane nitrogen oxygen hydrogen helium ozone ammonia sodium potassium calcium magnesium zinc
  copper uranium plutonium lithium nickel cobalt chlorine fluoride iodine phosphorus silicon titanium arsenic asbestos
  platinum ethanol methanol propane butane glucose fructose lactose sucrose gluten caffeine nicotine cholesterol insulin
  cortisol dopamine serotonin melatonin collagen keratin testosterone ibuprofen aspirin penicillin morphine cancer diabetes
  asthma malaria tuberculosis pneumonia hepatitis measles cholera arthritis dementia epilepsy eczema psoriasis autism
  osteoporosis tetanus rabies polio sepsis glaucoma`);

const UNIT = "(?:weekend|week|month|year|decade|century|summer|winter|spring|autumn|season|quarter)";
/** Times that are counted from the day of writing, in all wordings of the same time. */
const TIMES: readonly (readonly [string, RegExp])[] = [
  ["yesterday", /\byesterday\b/u],
  ["tomorrow", /\btomorrow\b/u],
  ["tonight", /\b(?:tonight|this evening|this night)\b/u],
  ["last", new RegExp(`\\b(?:last|previous|past|preceding) ${UNIT}\\b|\\b${UNIT} before\\b`, "u")],
  ["next", new RegExp(`\\b(?:next|following|coming|upcoming) ${UNIT}\\b|\\b${UNIT} after\\b`, "u")],
];

/** Whether the word is such a name, or part of such a time. */
export const isExact = (word: string) => EXACT.has(word) || TIME_WORDS.has(word);

const TIME_WORDS = wordSet("yesterday tomorrow tonight last previous past preceding next following coming upcoming");

/** Names of substances and illnesses, and times counted from the day of writing: each that the text has, once. */
export function exactWordsOf(prose: string): string[] {
  const low = prose.toLowerCase();
  const terms = (low.match(/\p{L}+/gu) ?? []).filter((word) => EXACT.has(word));
  const times = TIMES.filter(([, wording]) => wording.test(low)).map(([time]) => time);
  return [...new Set([...terms, ...times])];
}
