import { type ArchivePlace, archivePlace } from "../../engines/pages/archive/archive-addresses.js";
import type { TaskContext, WebSession } from "../../kernel/index.js";
import type { Ask } from "../_kit/archive/list.js";
import type { Patience } from "../_kit/archive/persistence.js";
import { filteredLanguages } from "../_kit/language-filter.js";
import { PageNames } from "../_kit/page-names.js";
import { refuseNoRecording } from "../_kit/web/exchange-files.js";
import { addressLines } from "../_kit/web/logins.js";
import { webSession } from "../_kit/web/options.js";
import type { PageSource } from "../_kit/web/page-source.js";
import { noteHowItReads } from "../_kit/web/run-web.js";
import { type Choice, choiceOf } from "./choice.js";
import type { LinkMap } from "./linked.js";
import type { WaybackOptions } from "./options.js";

export type WaybackContext = TaskContext<WaybackOptions, "web" | "reader", "browser">;
export type LineContext = WaybackContext & { readonly state: Reading };

/** How far a line is. */
export interface LineNotes {
  /** The stored list, once it is there. */
  list?: string;
  /** The next page of the list. */
  next: number;
  /** Pages that were saved or left out on purpose. */
  good: number;
  /** Files of images, style sheets and scripts by the key of their address; empty for those that are not to be had. */
  readonly requisites: Map<string, string>;
}

/** What the lines of a run share. */
export interface Reading {
  readonly session: WebSession;
  readonly place: ArchivePlace;
  readonly choice: Choice;
  readonly languages: ReadonlySet<string>;
  readonly names: PageNames;
  readonly patience: Patience;
  readonly lines: number;
  /** By the id of the line. */
  readonly notes: Map<string, LineNotes>;
}

/** What the pages of a line are worked with. */
export interface PageWork {
  readonly id: string;
  readonly web: PageSource;
  readonly ask: Ask;
  /** Where the pages of the line are. */
  readonly links: LinkMap;
  readonly notes: LineNotes;
  readonly context: LineContext;
}

/** A checkpoint: of a list that was stored, or of a page. */
export interface Note {
  readonly line: string;
  readonly list?: string;
  readonly next?: number;
  readonly good?: number;
  /** What was claimed for an article. */
  readonly name?: string;
  readonly url?: string;
  readonly requisites?: readonly (readonly string[])[];
}

/** Reads the settings, and what an earlier attempt at the run has finished. */
export async function reading(context: WaybackContext & { readonly lines: readonly string[] }): Promise<Reading> {
  const { options, runId, lines } = context;
  const state: Reading = {
    // One connection, and no tries but those that wait for the archive to be well again.
    session: webSession(options, runId, [options.archiveUrl], { perHost: 1, retries: 0 }),
    place: archivePlace(options.archiveUrl),
    choice: choiceOf(options),
    languages: filteredLanguages(options.languageFilter),
    names: new PageNames(),
    patience: { spent: false },
    lines: lines.length,
    notes: new Map(),
  };
  await refuseNoRecording(context);
  noteHowItReads(context);
  if (addressLines(options.domainsFile).some((line, index) => line !== options.domainsFile[index])) {
    context.log.warn("Names and passwords in domainsFile are not used: an archive has pages as everybody sees them.");
  }
  for await (const { value } of context.checkpoints()) take(state, value as unknown as Note);
  return state;
}

/** Puts a note among what is known of its line. */
export function take({ notes, names }: Pick<Reading, "notes" | "names">, note: Note): void {
  const line = notesOf(notes, note.line);
  if (note.list !== undefined) line.list = note.list;
  line.next = Math.max(line.next, note.next ?? 0);
  line.good = Math.max(line.good, note.good ?? 0);
  for (const [key = "", path = ""] of note.requisites ?? []) line.requisites.set(key, path);
  if (note.name !== undefined && note.url !== undefined) names.restore(note.name, note.url);
}

export function notesOf(notes: Reading["notes"], line: string): LineNotes {
  const known = notes.get(line) ?? { next: 0, good: 0, requisites: new Map<string, string>() };
  notes.set(line, known);
  return known;
}
