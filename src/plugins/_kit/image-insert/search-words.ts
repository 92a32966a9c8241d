import { isStopWord } from "../../../engines/pages/terms.js";

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** What keywords have around the thing they are about, and no picture shows. */
const FRAME = set(
  "how what why when where which who best top cheap cheapest good great guide tips tip ideas idea review reviews vs versus buy ways way " +
    "tutorial explained beginners beginner facts history benefits symptoms causes treatment meaning definition types kinds uses cost price " +
    "prices free online places place visit learn make get help need work works comment faire wie man como cómo hacer",
);
/** English words without a meaning of their own; stop words of all languages together hold some that have one, such as war. */
const SMALL = set(
  "a an the of to in on for with without and or is are was were be do does did at by from as it its you your my i we this that can should will near about into",
);
/** What follows is about whom or what for; what follows the last ones is where or against what, and the thing alone is too little. */
const ASIDE = /\s(for|with|without|on|from|by|about|into|in|at|near|vs\.?|versus)\s.*$/i;
const WHERE = /^(?:in|at|near|vs|versus)/i;

/** What images of a keyword are looked for by, the closest first: its own words, then the thing that it is about alone. */
export function searchWords(keyword: string, language: string): string[] {
  const plain = keyword
    .replace(/\b(top|best)\s+\d+\b/gi, "$1")
    .replace(/^\d+\s+(?=(?:tips|ways|ideas|facts|best|reasons|steps|things)\b)/i, "")
    .replace(/\s20\d\d$/, "")
    .trim();
  const all = content(plain, language);
  const found = [all, thing(plain, language, all.length)].map((words) => words.join(" "));
  const asked = found.filter((words) => words !== "");
  return asked.length === 0 ? [keyword.trim()] : [...new Set(asked)];
}

/** The last words of what stands before the first aside; nothing where that says too little, or would cut a name of three words. */
function thing(text: string, language: string, count: number): readonly string[] {
  const aside = ASIDE.exec(text);
  const head = text.slice(0, aside?.index ?? text.length).replace(/^.*\sof\s/i, "");
  const words = content(head, language);
  if (aside === null) return count > 3 ? words.slice(-2) : [];
  if (words.length === 0) return thing(aside[0].trim().replace(/^\S+\s/, ""), language, count);
  return words.length > 1 || (!WHERE.test(aside[1]!) && words[0]!.length > 2) ? words.slice(-2) : [];
}

function content(text: string, language: string): string[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}.]+|[^\p{L}\p{N}+#]+$/gu, ""));
  const isSmall = (word: string) => SMALL.has(word) || (language !== "en" && isStopWord(word));
  return words.filter((word) => word !== "" && !isSmall(word) && !FRAME.has(word));
}
