import { queryTerms } from "../../engines/pages/terms.js";

const DOING =
  "make|brew|grow|build|clean|season|choose|install|bake|cook|write|buy|use|repair|fix|plant|prune|store|sharpen|paint|dye|knit|sew|keep|care for|raise|train|feed|learn|start|set up|play|draw|ferment|pickle|roast|preserve|restore|remove|prevent|treat|mend|replace|wash|create|open|run|get|find|prepare|sell|save|catch|tie|fold|read|tune|calibrate|climb|hang";
const TASK = new RegExp(`^(?:how (?:to|do you|do i) (\\p{L}+)|(${DOING})) (?:an? |the |your |my )?(.+)$`, "iu");
const QUESTION =
  /^(how|why|what|when|where|which|who|whose|is|are|was|were|can|could|do|does|did|should|will|has|have)\b/i;

/** "make", "beeswax candles" of "make beeswax candles" and of "how to make beeswax candles". */
export function taskOf(keyword: string): { readonly verb: string; readonly thing: string } | undefined {
  const found = TASK.exec(keyword.trim());
  return found === null ? undefined : { verb: (found[1] ?? found[2])!, thing: found[3]! };
}

export function isQuestion(keyword: string): boolean {
  return QUESTION.test(keyword) && !/^how to\b/i.test(keyword);
}

/** Terms of what the keyword speaks of: those of "beeswax candles" for "make beeswax candles". */
export function subjectTerms(keyword: string, query: readonly string[]): readonly string[] {
  const task = taskOf(keyword);
  if (task !== undefined) return queryTerms(task.thing);
  const asked = /^(?:what|who) (?:is|are|was|were) (?:an? |the )?(.+?)\??$/i.exec(keyword.trim());
  return asked === null ? query : queryTerms(asked[1]!);
}
