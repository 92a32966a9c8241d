import { createHash } from "node:crypto";
import { type Box, quartersOf } from "../../engines/places/index.js";
import {
  type JsonObject,
  type Place,
  type PlaceAnswer,
  type PlaceQuery,
  runCodeOf,
  ScriptoriumError,
  shown,
} from "../../kernel/index.js";
import { counted } from "../_kit/counted.js";
import { answeredError } from "./answered-error.js";
import type { Asked } from "./asked.js";
import { looksForEmails } from "./columns.js";
import { Divisions, TooMuch } from "./divisions.js";
import { emailsOf, failedFilter, isInArea, rowOf } from "./place-rows.js";
import { type LineContext, mailsOf } from "./preparation.js";

/** A part of the area of a line. */
interface Cell {
  /** Its place in the area: `g7` of the grid, `g7.2` for a quarter of it. */
  readonly name: string;
  readonly box?: Box;
  /** How often the area was divided to have it. */
  readonly divided: number;
}

/** What became of a cell, as it is noted. */
interface Searched {
  /** Of the places that were put out. */
  readonly ids: readonly string[];
  /** Places that the source gave. */
  readonly found: number;
  /** How many of them each field of the task left out. */
  readonly leftOut?: Readonly<Record<string, number>>;
  readonly capped: boolean;
  readonly box?: Box;
}

/** Searches the area of a line, cell by cell, as deep as its source has more to give. Throws what ends it. */
export async function searchLine(line: string, place: number, context: LineContext): Promise<void> {
  const { state, options, log, progress, signal } = context;
  const asked = state.asked(line);
  const cells: Cell[] = asked.cells?.map((box, index) => ({ name: `g${index}`, box, divided: 0 })) ?? [
    { name: "", divided: 0 },
  ];
  const seen = new Set<string>();
  const leftOut = new Map<string, number>();
  const divisions = new Divisions(line);
  let found = 0;
  let done = 0;
  let isCut = false;
  for (let next = cells.shift(); next !== undefined; next = cells.shift()) {
    signal.throwIfAborted();
    if (seen.size >= options.maxResults) break;
    const cell = next;
    let searched: Searched | TooMuch | undefined;
    // Also for what an earlier attempt has done, so that places stay the same.
    await state.order.page(place, context, async (page) => {
      searched =
        notedOf(state.searched.get(keyOf(line, cell))) ?? (await searchCell(line, cell, seen, page, asked, context));
    });
    done += 1;
    if (searched instanceof TooMuch) {
      const quarters = cell.divided < options.depth ? quartersOf(searched.box) : undefined;
      divisions.refused(searched.error, quarters !== undefined);
      // Its quarters come next, so that it shows soon whether smaller areas are answered at all.
      cells.unshift(...cellsIn(cell, quarters));
      continue;
    }
    divisions.answered();
    const { ids, capped, box, ...rest } = searched!;
    for (const id of ids) seen.add(id);
    found += rest.found;
    for (const [field, count] of Object.entries(rest.leftOut ?? {}))
      leftOut.set(field, (leftOut.get(field) ?? 0) + count);
    if (capped) {
      const quarters = cell.divided < options.depth && box !== undefined ? quartersOf(box) : undefined;
      if (quarters === undefined) isCut = true;
      cells.push(...cellsIn(cell, quarters));
    }
    progress({
      phase: `${seen.size} places for ${shown(line, 40)}`,
      parts: { done, found: done + cells.length, growing: cells.length > 0 },
    });
  }
  divisions.end(log);
  if (seen.size === 0) {
    const why =
      found === 0
        ? `No place was found for "${shown(line)}".`
        : `None of ${counted(found, "place")} for "${shown(line)}" passes the filters of the task. Left out by ${listed(leftOut)}.`;
    log.warn(why, "empty-result");
  } else if (isCut && seen.size < options.maxResults) {
    log.info(
      `The source has more places for "${shown(line)}" than it gives. Set depth higher, or search smaller areas.`,
    );
  }
}

/** The quarters of a cell. */
function cellsIn({ name, divided }: Cell, quarters: readonly Box[] = []): Cell[] {
  return quarters.map((box, index) => ({ name: `${name}.${index}`, box, divided: divided + 1 }));
}

/** Such as `minRating: 10, hasWebsite: 4`. */
function listed(leftOut: ReadonlyMap<string, number>): string {
  return [...leftOut].map(([field, count]) => `${field}: ${count}`).join(", ");
}

async function searchCell(
  line: string,
  cell: Cell,
  seen: ReadonlySet<string>,
  page: number,
  asked: Asked,
  context: LineContext,
): Promise<Searched | TooMuch> {
  const { state, options, clock } = context;
  const query: PlaceQuery = { ...asked.query, ...(cell.box === undefined ? {} : { box: cell.box }) };
  const answer = await answerOf(query, options.maxResults - seen.size, context);
  if (answer instanceof TooMuch) return answer;
  const fetchedAt = clock.now().toISOString();
  const leftOut: Record<string, number> = {};
  const isWanted = (place: Place) => {
    if (seen.has(place.id)) return false;
    const isOutside = options.strictArea && !isInArea(place, query, answer);
    const field = failedFilter(place, options) ?? (isOutside ? "strictArea" : undefined);
    if (field !== undefined) leftOut[field] = (leftOut[field] ?? 0) + 1;
    return field === undefined;
  };
  const ids = new Set<string>();
  const places = answer.places.filter((place) => {
    if (!isWanted(place) || ids.has(place.id) || seen.size + ids.size >= options.maxResults) return false;
    ids.add(place.id);
    return true;
  });
  const emails = await emailsFor(places, context);
  const rows = places.map((place, index) =>
    rowOf(place, { query: line, source: answer.source, fetchedAt, emails: emails[index]! }),
  );
  const searched: Searched = {
    ids: [...ids],
    found: answer.places.length,
    leftOut,
    capped: answer.capped,
    ...(answer.box === undefined ? {} : { box: answer.box }),
  };
  const { attribution = "" } = answer;
  if (attribution !== "") state.attributions.add(attribution);
  const key = keyOf(line, cell);
  const note = { ...searched, ids: [...searched.ids], attribution } as unknown as JsonObject;
  await state.order.put(page, { rows: rows.map((row) => ({ ...row })) }, { key, note }, context);
  state.searched.set(key, note);
  return searched;
}

/** What the source answers, or that the area is too much for it. */
async function answerOf(
  query: PlaceQuery,
  wanted: number,
  { state, options, signal, log }: LineContext,
): Promise<PlaceAnswer | TooMuch> {
  if (state.over !== undefined) throw state.over;
  const { hasWebsite, openOnly, minRating, minReviews, reviews, zoom } = options;
  const isFiltered = hasWebsite !== "any" || openOnly || minRating > 0 || minReviews > 0;
  try {
    const answer = await state.maps.places(query, {
      // Some will not pass.
      limit: isFiltered ? Math.min(Math.max(wanted, Math.min(wanted * 4, 5000)), 100_000) : wanted,
      signal,
      language: state.region.language ?? "en",
      ...(state.region.country === undefined ? {} : { country: state.region.country }),
      ...(state.source === undefined ? {} : { source: state.source }),
      ...(reviews > 0 ? { reviews } : {}),
      ...(query.around === undefined ? {} : { zoom }),
    });
    const isNew = (text: string) => !state.said.has(text) && state.said.add(text);
    for (const note of (answer.notes ?? []).filter(isNew)) log.info(note);
    for (const warning of (answer.warnings ?? []).filter(isNew)) log.warn(warning);
    return answer;
  } catch (thrown) {
    if (!ScriptoriumError.is(thrown) || signal.aborted) throw thrown;
    const error = answeredError(thrown);
    const code = runCodeOf(error);
    if (code === "auth" || code === "quota") state.over = error;
    const tooMuch = TooMuch.of(error);
    if (tooMuch === undefined) throw error;
    return tooMuch;
  }
}

/** The mail addresses of places, a few sites at a time. */
async function emailsFor(places: readonly Place[], context: LineContext): Promise<readonly (readonly string[])[]> {
  const { options, signal } = context;
  const emails: (readonly string[])[] = places.map((place) => emailsOf(place, options));
  if (!looksForEmails(options)) return emails;
  const mails = mailsOf(context);
  const open = [...places.entries()].filter(
    ([index, { website }]) => website !== undefined && emails[index]!.length === 0,
  );
  const worker = async () => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      signal.throwIfAborted();
      const [index, { website }] = next;
      emails[index] = await mails.on(website!);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, worker));
  return emails;
}

function keyOf(line: string, { name }: Cell): string {
  return `cell ${createHash("sha256").update(line).digest("hex").slice(0, 24)} ${name}`;
}

function notedOf(note: JsonObject | undefined): Searched | undefined {
  return note === undefined ? undefined : (note as unknown as Searched);
}
