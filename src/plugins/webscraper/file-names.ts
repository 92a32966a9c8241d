/** Where rows are kept while a run works, a line of JSON each; it goes when the run ends. */
export const FOUND = "found.jsonl";
/** What runs remember. */
export const KEPT_ROWS = "rows of this run.jsonl";
export const LAST_ROWS = "rows of the last run.json";
export const LAST_RATES = "fill rates of the last run.json";
