import type { LanguageRules } from "../language-rules.js";
import { czech } from "./czech.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { hungarian } from "./hungarian.js";
import { italian } from "./italian.js";
import { polish } from "./polish.js";
import { portuguese } from "./portuguese.js";
import { russian } from "./russian.js";
import { spanish } from "./spanish.js";
import { swedish } from "./swedish.js";
import { ukrainian } from "./ukrainian.js";

/** The languages whose words may be exchanged, because we can say when that breaks no agreement. */
export const RULES: ReadonlyMap<string, LanguageRules> = new Map(
  [czech, french, german, hungarian, italian, polish, portuguese, russian, spanish, swedish, ukrainian].map(
    (rules) => [rules.language, rules] as const,
  ),
);
