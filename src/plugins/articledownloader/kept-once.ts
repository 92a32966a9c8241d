import { shown } from "../../kernel/index.js";
import { leftOut, type Outcome } from "../_kit/download/one-page.js";
import type { SeenPage } from "../_kit/download/seen-pages.js";
import type { Entry } from "../_kit/row-order/row-order.js";
import type { LineContext } from "./preparation.js";

/**
 * Stores what a page leaves at its place. Of pages that say the same the first in the order of the lines is kept: what a later one
 * has stored sooner waits for its turn still, and becomes the row of a duplicate.
 */
export async function putAmongLike(outcome: Outcome, key: string, place: number, context: LineContext): Promise<void> {
  const { seen } = outcome;
  if (seen === undefined) return put(outcome, key, place, context);
  seen.key = key;
  const stored = await storedOf(seen, context);
  // Nothing is waited for from here until the page counts as stored.
  const isKept = seen.first === undefined;
  const { row, note } = outcome;
  const left =
    seen.first === undefined ? outcome : { files: [], row: leftOut(row, seen.first), note: { ...note, name: "" } };
  const paths = new Set(left.files.map(({ path }) => path));
  seen.files = [...paths];
  const removed = stored.flatMap(([other]) => other.files).filter((path) => !paths.has(path));
  const instead = stored.map(([other, { rows }]) => {
    other.files = [];
    return { key: other.key!, entry: { rows: rows.map((one) => leftOut(one, other.first!)) } };
  });
  const noted = { ...left.note, ...context.state.seen.noteOf(seen) };
  seen.stored = put({ ...left, note: noted }, key, place, context, { removed, instead });
  for (const [other] of isKept ? stored : []) {
    context.log.info(
      `${shown(other.url)} says the same as ${shown(seen.url)}, which comes before it, and is left out.`,
    );
  }
  await seen.stored;
}

/** What pages have stored that this one is kept instead of. Where that is among the rows already, this page is left out. */
async function storedOf(seen: SeenPage, context: LineContext): Promise<[SeenPage, Entry][]> {
  const { state } = context;
  const stored: [SeenPage, Entry][] = [];
  for (const other of seen.instead) {
    if (other.stored === undefined) continue;
    await other.stored.catch(() => {});
    const entry = await state.order.heldEntry(other.key!, context);
    if (entry !== undefined) stored.push([other, entry]);
    else if (seen.first === undefined) state.seen.leaveOut(seen, other);
  }
  return stored.filter(([other]) => other.first !== undefined);
}

async function put(
  { files, row, corpus, note }: Outcome,
  key: string,
  place: number,
  context: LineContext,
  others: {
    readonly removed?: readonly string[];
    readonly instead?: readonly { readonly key: string; readonly entry: Entry }[];
  } = {},
): Promise<void> {
  await context.state.order.put(place, { rows: [row], corpus }, { key, note, files, ...others }, context);
}
