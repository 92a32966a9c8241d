/** Where rows are kept while a run works, a line of JSON each; a file of the user's when it is asked for. */
export const RESULTS = "results.jsonl";
/** What runs remember. */
export const LAST_ROWS = "rows of the last run.json";
export const LAST_RATES = "fill rates of the last run.json";
