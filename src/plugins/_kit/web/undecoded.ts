import { type RunLog, shown, type WebPage } from "../../../kernel/index.js";
import { counted } from "../counted.js";

/** By the options of a run, which all its contexts share, and by addresses, how many characters could not be decoded. */
const ofRuns = new WeakMap<object, Map<string, number>>();

/** Remembers a page with bytes that do not fit its encoding. */
export function noteUndecoded(options: object, { url, undecoded = 0 }: WebPage): void {
  if (undecoded === 0) return;
  const pages = ofRuns.get(options) ?? new Map<string, number>();
  ofRuns.set(options, pages.set(url, undecoded));
}

/** Says once of all these pages what became of them. */
export function sayUndecoded({ options, log }: { readonly options: object; readonly log: RunLog }): void {
  const pages = ofRuns.get(options);
  ofRuns.delete(options);
  const [first] = pages?.keys() ?? [];
  if (pages === undefined || first === undefined) return;
  const count = pages.values().reduce((sum, one) => sum + one, 0);
  log.warn(
    `${counted(count, "character")} on ${counted(pages.size, "page")}, such as ${shown(first)}, ${count === 1 ? "does" : "do"} not fit the encoding that ${pages.size === 1 ? "it" : "each"} is said to be in, and ${count === 1 ? "stands" : "stand"} as "\uFFFD". Tell the owner of the site, or take them out.`,
  );
}
