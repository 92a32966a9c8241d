import { isStopWord, wordsOf } from "../../../engines/pages/terms.js";

/** What keywords have around the thing they are about, and no picture shows. */
const FRAME = new Set(
  (
    "how what why when where which who best top cheap cheapest good great guide tips tip ideas idea review reviews vs versus buy ways way " +
    "tutorial explained beginners beginner facts history benefits symptoms causes treatment meaning definition types kinds uses cost price " +
    "prices near free online step steps choose make get help need"
  ).split(" "),
);
/** What follows them is about whom or what for. */
const ASIDE = /\s(?:for|with|without|in|on|at|from|by|vs\.?|versus|near)\s.*$/i;

/** What images of a keyword are looked for by, the closest first: its own words, then the thing that it is about alone. */
export function searchWords(keyword: string): string[] {
  const all = content(keyword);
  const about = content(keyword.replace(ASIDE, "").replace(/^.*\sof\s/i, "")).slice(-2);
  const found = [all, about].map((words) => words.join(" ")).filter((words) => words !== "");
  return found.length === 0 ? [keyword.trim()] : [...new Set(found)];
}

function content(text: string): string[] {
  const words = wordsOf(text).filter((word) => !isStopWord(word) && !/^\d{1,4}$/.test(word));
  const shown = words.filter((word) => !FRAME.has(word));
  return shown.length > 0 ? shown : words;
}
