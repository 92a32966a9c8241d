import { queryTerms } from "../../engines/pages/terms.js";

const DOING =
  "make|brew|grow|build|clean|season|choose|install|bake|cook|write|buy|use|repair|fix|plant|prune|store|sharpen|paint|dye|knit|sew|keep|care for|raise|train|feed|learn|start|set up|play|draw|ferment|pickle|roast|preserve|restore|remove|prevent|treat|mend|replace|wash|create|open|run|get|find|prepare|sell|save|catch|tie|fold|read|tune|calibrate|climb|hang";
const TASK = new RegExp(`^(?:how (?:to|do you|do i) (\\p{L}+)|(${DOING})) (?:an? |the |your |my )?(.+)$`, "iu");
/** "sleep train a toddler", "rent a car": somebody does something to a thing; not "day in a life", "twice a week". */
const DOES_TO =
  /^(?!\S*(?:ing|ed|ly)\b)(?:(?!(?:an?|the|in|on|of|at|by|for|from|to|with|as|like|is|are|was|vs|versus|and|or|than|about|into|over|under|not|once|twice|half|quite|many|such|what|day|week|month|year|life|per|most|best|top|good|one)\b)\p{Ll}+(?: |$)){1,3}(?:an?|your|my) \p{Ll}.*$/u;
const QUESTION =
  /^(how|why|what|when|where|which|who|whose|is|are|was|were|can|could|do|does|did|should|will|has|have)\b/i;

/** "make", "beeswax candles" of "make beeswax candles" and of "how to make beeswax candles". */
export function taskOf(keyword: string): { readonly verb: string; readonly thing: string } | undefined {
  const found = TASK.exec(keyword.trim());
  return found === null ? undefined : { verb: (found[1] ?? found[2])!, thing: found[3]! };
}

/** Whether the keyword says what somebody does, so that "How to" may stand before it. */
export function isDoing(keyword: string): boolean {
  return taskOf(keyword) !== undefined || DOES_TO.test(keyword.trim());
}

export function isQuestion(keyword: string): boolean {
  return QUESTION.test(keyword) && !/^how to\b/i.test(keyword);
}

/**
 * Terms of what the keyword speaks of: those of "beeswax candles" for "make beeswax candles" and "making the beeswax candles", and
 * without the year of an event.
 */
export function subjectTerms(keyword: string, query: readonly string[]): readonly string[] {
  const task = taskOf(keyword);
  if (task !== undefined) return queryTerms(task.thing);
  const dealt = /^\p{Ll}+ing (?:an? |the |your |my )(.+)$/u.exec(keyword.trim());
  if (dealt !== null) return queryTerms(dealt[1]!);
  const undated = keyword.trim().replace(/,? (?:(?:of|in) )?(?:1\d|20)\d\d$/, "");
  if (undated !== keyword.trim()) return subjectTerms(undated, queryTerms(undated));
  const asked = /^(?:what|who) (?:is|are|was|were) (?:an? |the )?(.+?)\??$/i.exec(keyword.trim());
  return asked === null ? query : queryTerms(asked[1]!);
}
