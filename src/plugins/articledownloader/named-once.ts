import { ScriptoriumError } from "../../kernel/index.js";
import { renumbered } from "../_kit/download/corpus.js";
import { finishedPage } from "../_kit/download/download-state.js";
import { downloaded, elsewhere, type Outcome, type ReadFile } from "../_kit/download/one-page.js";
import { putAmongLike } from "./kept-once.js";
import { readFile } from "./local-files.js";
import type { LineContext, PageHolder } from "./preparation.js";
import { addressOf, type Target } from "./target.js";

/**
 * Does a page at its place and stores what it leaves, once however many lines of the run name it: the first of them has the
 * page, even where a later one came to it sooner. One that failed is open to the next line. Gives what made it a failure;
 * throws what is about more than the page.
 */
export async function putPage(
  target: Target,
  key: string,
  place: number,
  context: LineContext,
): Promise<ScriptoriumError | undefined> {
  const { state, number, signal } = context;
  const { pages } = state;
  const url = addressOf(target);
  let holder = pages.get(url);
  // An earlier line waits until a later one has stored the page; nobody waits for an earlier line.
  while (holder !== undefined && holder.number > number) {
    await holder.ended;
    if (pages.get(url) === holder) break;
    holder = pages.get(url);
  }
  if (holder !== undefined && holder.key !== key && holder.number <= number) {
    await putAmongLike(namedBy(url, holder.number, number), key, place, context);
    return undefined;
  }
  // Nothing is waited for since the holder was looked up.
  const { promise, resolve } = Promise.withResolvers<void>();
  pages.set(url, { key, number, ended: promise });
  try {
    if (holder !== undefined && holder.key !== key) {
      await takeOver(url, key, place, holder, context);
      return undefined;
    }
    const outcome = await downloaded(url, { ...context, pagePlace: place }, fileOf(target, context)).catch(
      (error: unknown) => {
        pages.delete(url);
        signal.throwIfAborted();
        if (!ScriptoriumError.is(error)) throw error;
        return error;
      },
    );
    if (ScriptoriumError.is(outcome)) return outcome;
    await putAmongLike(outcome, key, place, context);
    return undefined;
  } finally {
    resolve();
  }
}

function fileOf(target: Target, context: LineContext): ReadFile | undefined {
  return target.kind === "file" ? () => readFile(target.folder, target.path, context) : undefined;
}

/** Moves what a later line has stored to this one, unless it is among the rows already. */
async function takeOver(url: string, key: string, place: number, holder: PageHolder, context: LineContext) {
  const { state, number } = context;
  const stored = await state.order.heldEntry(holder.key, context);
  if (stored === undefined) {
    state.pages.set(url, holder);
    await putAmongLike(namedBy(url, holder.number, number), key, place, context);
    return;
  }
  const rows = stored.rows.map((row) => ({ ...row, line: number }));
  const corpus = stored.corpus === undefined ? undefined : renumbered(stored.corpus, number);
  const instead = [{ key: holder.key, entry: { rows: [namedBy(url, number, holder.number).row] } }];
  state.seen.move(url, place, key);
  await state.order.put(place, { rows, corpus }, { key, note: finishedPage({ url, line: number }), instead }, context);
}

/** What is left of a page in a line, when it is in another. */
function namedBy(url: string, other: number, line: number): Outcome {
  // Runs that an earlier version began have no number.
  const name = other > 0 ? `Line ${other}` : "Another line";
  return elsewhere({
    url,
    error: `${name} of this run names it too, and the row of that line says what became of it.`,
    line,
  });
}
