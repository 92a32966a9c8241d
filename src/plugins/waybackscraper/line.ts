import { type ArchivedCopy, addressKey, archiveAddress } from "../../engines/pages/archive/archive-addresses.js";
import { type JsonObject, runCodeOf, ScriptoriumError, shown } from "../../kernel/index.js";
import { archiveFailure } from "../_kit/archive/archive-errors.js";
import { archivedCopies } from "../_kit/archive/list.js";
import { persistently } from "../_kit/archive/persistence.js";
import { pageSource } from "../_kit/web/page-source.js";
import type { RunWeb } from "../_kit/web/run-web.js";
import { picked, sourceOf } from "./choice.js";
import { type CopyRow, rowOf } from "./copy-rows.js";
import { listNotLoaded, pagesCutShort } from "./failure-messages.js";
import { linkMap } from "./linked.js";
import { isStillThere, savePage } from "./page.js";
import { type LineContext, type Note, notesOf, type PageWork, take } from "./reading.js";
import { lineId, listFile, listText, readList } from "./saved-list.js";

/** Most lines of an archive's list that are read for one line of the task. */
const MAX_LISTED = 3_000_000;
/** Rows of a list without pages that are stored at once. */
const ROWS_AT_ONCE = 500;
/** This many pages in a row that cannot be loaded are no longer the fault of the pages. */
const MOST_UNWELL = 3;

/** The copies of one domain, beginning or address. */
export async function scrapeLine(line: string, context: LineContext): Promise<void> {
  const { options, state, log, clock, signal } = context;
  const id = lineId(line, options);
  const web = pageSource(context, state.session);
  const { progress } = context;
  const waiting = { ...state, maxRetries: options.maxRetries, clock, signal, log, progress };
  const ask: PageWork["ask"] = (request) => persistently(request, waiting);
  const copies = await listOf(line, id, web, ask, context);
  if (copies.length === 0) {
    log.warn(`${state.place.name} has no copies of ${shown(line)} that fit.`, "empty-result");
    return;
  }
  context.progress({ phase: "pages" });
  const raw = options.saveAs === "raw" || options.saveAs === "both";
  const work: PageWork = {
    id,
    web,
    ask,
    links: linkMap(raw ? copies : [], options),
    notes: notesOf(state.notes, id),
    context,
  };
  await (options.saveAs === "list" ? listRows(copies, work) : savePages(line, copies, work));
  state.notes.delete(id);
}

/** The list an earlier attempt at this run has stored, or that of the archive, which is stored first. */
async function listOf(line: string, id: string, web: RunWeb, ask: PageWork["ask"], context: LineContext) {
  const { state, log, output } = context;
  const { list } = notesOf(state.notes, id);
  const stored = list === undefined ? undefined : await context.stored(list);
  const known = stored && readList(stored, state.place);
  if (known !== undefined) {
    log.info(`The list of ${known.length} copies is used as it was stored; the archive is not asked for it again.`);
    return known;
  }
  context.progress({ phase: "list" });
  let copies: readonly ArchivedCopy[];
  try {
    copies = await chosen(line, web, ask, context);
  } catch (error) {
    throw listNotLoaded(error, line, state.place);
  }
  if (copies.length === 0) return copies;
  const path = listFile(line, state.lines);
  output.file(path, listText(copies), "application/jsonl");
  await note(context, `${id}/list`, { line: id, list: path });
  return copies;
}

async function chosen(line: string, web: RunWeb, ask: PageWork["ask"], context: LineContext) {
  const { options, state, log } = context;
  const { choice, place } = state;
  const source = sourceOf(line, options.match);
  const query = {
    ...source.query,
    ...(choice.from === undefined ? {} : { from: choice.from }),
    ...(choice.to === undefined ? {} : { to: choice.to }),
    filters: choice.filters,
    oldest: options.pick === "oldest",
  };
  let listed = 0;
  async function* fitting() {
    for await (const copy of archivedCopies(query, web, place, ask)) {
      listed += 1;
      if (listed > MAX_LISTED) {
        log.warn(`The list was read to its ${MAX_LISTED}th line and no further. Narrow match or the dates.`);
        return;
      }
      if (choice.wanted(copy) && source.meant(copy)) yield copy;
    }
  }
  const copies: ArchivedCopy[] = [];
  const taken = new Set<string>();
  for await (const copy of picked(fitting(), options)) {
    const key = `${options.pick === "all" ? copy.timestamp : ""} ${addressKey(copy.original)}`;
    // Two keys of the archive may be one address here, and a file is that of one address.
    if (taken.has(key)) continue;
    if (copies.length >= options.maxPages) {
      log.warn(`There are more than ${options.maxPages} copies that fit. Raise maxPages for the others.`);
      break;
    }
    taken.add(key);
    copies.push(copy);
  }
  return copies;
}

async function listRows(copies: readonly ArchivedCopy[], { id, web, notes, context }: PageWork): Promise<void> {
  const { options, output } = context;
  for (let next = notes.next; next < copies.length; ) {
    context.progress({ parts: { done: next, found: copies.length } });
    const end = Math.min(copies.length, next + (options.checkLive ? 1 : ROWS_AT_ONCE));
    for (const copy of copies.slice(next, end)) {
      const live = options.checkLive ? await isStillThere(copy.original, web, context.signal) : "";
      output.row(rowOf({ ...listed(copy), live }));
    }
    next = end;
    await note(context, `${id}/${next - 1}`, { line: id, next, good: next });
  }
}

async function savePages(line: string, copies: readonly ArchivedCopy[], work: PageWork): Promise<void> {
  const { id, notes, context } = work;
  const { state, output, log, signal } = context;
  if (notes.next > 0) log.info(`${notes.next} of ${copies.length} pages are there already.`);
  // Pages that did not come are noted with the next that does: until then the fault may not be theirs.
  let held: CopyRow[] = [];
  let unwell = 0;
  let failed = 0;
  let foreign = 0;
  let firstFailure: ScriptoriumError | undefined;
  for (let index = notes.next; index < copies.length; index += 1) {
    const copy = copies[index]!;
    context.progress({ parts: { done: index, found: copies.length } });
    const page = await savePage(copy, work).catch((error: unknown) => {
      // Without a browser that starts no page can be shown, and the archive need not be asked for the others.
      if (signal.aborted || !ScriptoriumError.is(error) || error.code === "no-browser") throw error;
      return error;
    });
    if (!ScriptoriumError.is(page)) {
      for (const text of page.remarks) log.warn(text);
      if (page.isForeign) foreign += 1;
      await store([...held, page.row], { ...page.note, good: notes.good + 1 }, index);
      unwell = 0;
      held = [];
      continue;
    }
    firstFailure ??= page;
    held.push(rowOf({ ...listed(copy), error: page.message }));
    unwell = archiveFailure(page) === undefined ? 0 : unwell + 1;
    if (isShut(page) || unwell >= MOST_UNWELL) {
      throw pagesCutShort(page, state.place, { done: notes.next, total: copies.length });
    }
    failed += 1;
    const address = shown(copy.original);
    log.warn(page.message.includes(address) ? page.message : `${address}: ${page.message}`, runCodeOf(page));
  }
  if (notes.good === 0 && firstFailure !== undefined) {
    const counts = { done: 0, total: copies.length };
    if (unwell > 0) throw pagesCutShort(firstFailure, state.place, counts);
    throw noneSaved(line, copies.length, firstFailure);
  }
  if (held.length > 0) await store(held, { good: notes.good }, copies.length - 1);
  if (foreign > 0 && foreign === notes.good) {
    const which = copies.length === 1 ? "the one copy" : `${foreign} of the ${copies.length} copies`;
    log.warn(
      `languageFilter left out ${which} of ${shown(line)}, and none was saved. Add the language to it, or empty the list.`,
      "empty-result",
    );
  }
  if (failed > 0) {
    log.warn(`${failed} of the ${copies.length} copies of ${shown(line)} could not be fetched. Their rows say why.`);
  }

  async function store(rows: readonly CopyRow[], more: Partial<Note>, index: number): Promise<void> {
    for (const row of rows) output.row(row);
    await note(context, `${id}/${index}`, { line: id, next: index + 1, ...more });
  }
}

/** What is known of a copy from the list alone. */
function listed(copy: ArchivedCopy) {
  const { original, timestamp, mime, status, digest } = copy;
  return { original, timestamp, archiveUrl: archiveAddress(copy), mime, status, digest };
}

/** True where the archive does not let anybody in, whatever page is asked for. */
function isShut(error: unknown): boolean {
  const problem = archiveFailure(error);
  return problem?.kind === "unreached" || /^(ECONNREFUSED|status 429)$/.test(problem?.detail ?? "");
}

async function note(context: LineContext, key: string, value: Note): Promise<void> {
  await context.checkpoint(key, { ...value } as unknown as JsonObject);
  take(context.state, value);
}

function noneSaved(line: string, count: number, cause: ScriptoriumError): ScriptoriumError {
  const pages = count === 1 ? "The one copy" : `None of the ${count} copies`;
  const could = count === 1 ? "could not be saved" : "could be saved";
  return new ScriptoriumError(
    cause.code,
    `${pages} of ${shown(line)} ${could}. The first: ${cause.message}`,
    { ...cause.facts },
    { cause },
  );
}
