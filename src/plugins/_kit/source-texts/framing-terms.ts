import { queryTerms } from "../../../engines/pages/terms.js";

const FRAME_BEFORE =
  /^(?:(?:a |the )?(?:beginner['\u2019]?s |complete |quick |short |full )?(?:guide|introduction) to|an overview of|understanding|learning(?: about)?|living with|choosing|buying|visiting|travell?ing to|all about|facts about|tips for|how to (?:choose|use|visit|buy)|when to use|getting started with)\b/i;
const FRAME_AFTER =
  /\b(?:for (?:beginners|dummies|kids|starters)|explained|guide|basics|overview|biography|life and works?|life story|facts|tutorial|(?:travel |city |beginner['\u2019]?s )guide|at home|questions(?: and answers)?|tips(?: and tricks)?|ideas|advice)$/i;

/** Terms of a keyword that say what kind of text is asked for, and not of what: "guide", "for beginners", "living with". */
export function framingTerms(keyword: string): ReadonlySet<string> {
  const plain = keyword.trim().replace(/[?.!]+$/, "");
  const frames = [FRAME_BEFORE.exec(plain)?.[0] ?? "", FRAME_AFTER.exec(plain)?.[0] ?? ""];
  const framing = new Set(frames.flatMap((frame) => queryTerms(frame)));
  return queryTerms(plain).every((term) => framing.has(term)) ? new Set() : framing;
}
