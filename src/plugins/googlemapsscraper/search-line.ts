import { createHash } from "node:crypto";
import { type Box, quartersOf } from "../../engines/places/index.js";
import {
  isPlainObject,
  type JsonObject,
  type Place,
  type PlaceAnswer,
  type PlaceQuery,
  runCodeOf,
  ScriptoriumError,
  shown,
} from "../../kernel/index.js";
import type { Asked } from "./asked.js";
import { emailsOf, isInArea, passes, rowOf } from "./place-rows.js";
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
  let found = 0;
  let done = 0;
  let isCut = false;
  for (let next = cells.shift(); next !== undefined; next = cells.shift()) {
    signal.throwIfAborted();
    if (seen.size >= options.maxResults) break;
    const cell = next;
    let searched: Searched | undefined;
    // Also for what an earlier attempt has done, so that places stay the same.
    await state.order.page(place, context, async (page) => {
      searched =
        notedOf(state.searched.get(keyOf(line, cell))) ?? (await searchCell(line, cell, seen, page, asked, context));
    });
    const { ids, capped, box, ...rest } = searched!;
    for (const id of ids) seen.add(id);
    found += rest.found;
    done += 1;
    if (capped) {
      const quarters = cell.divided < options.depth && box !== undefined ? quartersOf(box) : undefined;
      if (quarters === undefined) isCut = true;
      for (const [index, quarter] of (quarters ?? []).entries()) {
        cells.push({ name: `${cell.name}.${index}`, box: quarter, divided: cell.divided + 1 });
      }
    }
    progress({
      phase: `${seen.size} places for ${shown(line, 40)}`,
      parts: { done, found: done + cells.length, growing: cells.length > 0 },
    });
  }
  if (seen.size === 0) {
    const why =
      found === 0
        ? `No place was found for "${shown(line)}".`
        : `None of ${found} places for "${shown(line)}" passes the filters of the task.`;
    log.warn(why, "empty-result");
  } else if (isCut && seen.size < options.maxResults) {
    log.info(
      `The source has more places for "${shown(line)}" than it gives. Set depth higher, or search smaller areas.`,
    );
  }
}

async function searchCell(
  line: string,
  cell: Cell,
  seen: ReadonlySet<string>,
  page: number,
  asked: Asked,
  context: LineContext,
): Promise<Searched> {
  const { state, options, clock } = context;
  const query: PlaceQuery = { ...asked.query, ...(cell.box === undefined ? {} : { box: cell.box }) };
  const answer = await answerOf(query, options.maxResults - seen.size, context);
  const fetchedAt = clock.now().toISOString();
  const isWanted = (place: Place) =>
    !seen.has(place.id) && passes(place, options) && (!options.strictArea || isInArea(place, query, answer));
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

/** What the source answers; an area that is too much for it counts as one of which it has more to give. */
async function answerOf(
  query: PlaceQuery,
  wanted: number,
  { state, options, signal, log }: LineContext,
): Promise<PlaceAnswer> {
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
    for (const note of answer.notes ?? []) {
      if (state.said.has(note)) continue;
      state.said.add(note);
      log.info(note);
    }
    return answer;
  } catch (error) {
    if (!ScriptoriumError.is(error) || signal.aborted) throw error;
    const code = runCodeOf(error);
    if (code === "auth" || code === "quota") state.over = error;
    const { tooMuch, box } = error.facts;
    if (
      tooMuch !== true ||
      !isPlainObject(box) ||
      options.depth === 0 ||
      quartersOf(box as unknown as Box) === undefined
    )
      throw error;
    log.info(`${error.message} It is divided.`);
    return { places: [], source: "", capped: true, box: box as unknown as Box };
  }
}

/** The mail addresses of places, a few sites at a time. */
async function emailsFor(places: readonly Place[], context: LineContext): Promise<readonly (readonly string[])[]> {
  const { options, signal } = context;
  const emails: (readonly string[])[] = places.map((place) => emailsOf(place, options));
  if (!options.findEmails) return emails;
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
