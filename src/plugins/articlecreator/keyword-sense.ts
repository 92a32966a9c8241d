import { queryTerms } from "../../engines/pages/terms.js";

const DOING =
  "make|brew|grow|build|clean|season|choose|install|bake|cook|write|buy|use|repair|fix|plant|prune|store|sharpen|paint|dye|knit|sew|keep|care for|raise|train|feed|learn|start|set up|play|draw|ferment|pickle|roast|preserve|restore|remove|prevent|treat|mend|replace|wash|create|open|run|get|find|prepare|sell|save|catch|tie|fold|read|tune|calibrate|climb|hang";
const TASK = new RegExp(`^(?:how (?:to|do you|do i) (\\p{L}+)|(${DOING})) (?:an? |the |your |my )?(.+)$`, "iu");
/** "sleep train a toddler", "rent a car": somebody does something to a thing; not "day in a life", "twice a week". */
const DOES_TO =
  /^(?!\S*(?:ing|ed|ly)\b)(?:(?!(?:an?|the|in|on|of|at|by|for|from|to|with|as|like|is|are|was|vs|versus|and|or|than|about|into|over|under|not|once|twice|half|quite|many|such|what|day|week|month|year|life|per|most|best|top|good|one)\b)\p{Ll}+(?: |$)){1,3}(?:an?|your|my) \p{Ll}.*$/u;
const QUESTION =
  /^(how|why|what|when|where|which|who|whose|is|are|was|were|can|could|do|does|did|should|will|has|have)\b/i;

/** "Grow lights", "start date": a thing that is called after what is done with it. */
const CALLED_AFTER =
  /^(?:grow (?:lights?|bags?|tents?|box(?:es)?|rooms?|houses?|lamps?|kits?)|plant (?:pots?|food|milk|stands?|hangers?|protein|oils?|shelf|shelves|based .*)|train (?:tickets?|travel|stations?|sets?|journeys?|tracks?|timetables?|passes)|play (?:dates?|money|areas?|therapy|doh|mats?|equipment|tents?|rooms?)|run (?:time|rates?)|cook (?:books?|ware|tops?)|paint (?:brush(?:es)?|colou?rs?|rollers?|sprayers?|thinners?|schemes?|types?)|store (?:credit|brands?|cards?|managers?|design)|open (?:source|access|banking|data|enrol?lment|houses?|water .*|world .*)|start (?:dates?|menus?|buttons?|lines?)|feed (?:stores?|mills?|readers?)|tie (?:dye|rods?|breakers?|clips?)|wash (?:basins?|cloths?|cycles?|bags?)|catch (?:phrases?|basins?)|hang (?:gliders?|gliding|drums?)|build (?:quality|tools?|systems?)|use cases?|repair (?:shops?|kits?|costs?|services?)|draw (?:bridges?|knives)|dye lots?|save (?:points?|dates?)|bake (?:sales?|ware)|brew (?:kettles?|pubs?|houses?)|press (?:releases?|kits?))$/iu;

/** "make", "beeswax candles" of "make beeswax candles" and of "how to make beeswax candles". */
export function taskOf(keyword: string): { readonly verb: string; readonly thing: string } | undefined {
  const found = CALLED_AFTER.test(keyword.trim()) ? null : TASK.exec(keyword.trim());
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
