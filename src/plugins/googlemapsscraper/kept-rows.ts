import { digitsOf, metresBetween } from "../../engines/places/index.js";
import type { JsonObject, Output } from "../../kernel/index.js";
import type { Entry, RowSink } from "../_kit/row-order/row-order.js";
import { type ColumnName, shownColumns } from "./columns.js";

/** What a run has found so far, until its end makes the files of it. */
export const FOUND = "found.jsonl";
/** What it had found at its last end: lines that failed may be tried again, and join the others. */
const FOUND_BEFORE = "places of this run.jsonl";

/** A line of that file; a later one with the same key replaces an earlier one. */
export interface Kept {
  readonly key?: string;
  readonly rows: readonly JsonObject[];
  /** Places that were left out, as they were put out before. */
  readonly repeated: number;
}

interface Stored {
  readonly output: Pick<Output, "file" | "remember" | "remove">;
  remembered(name: string): Promise<Uint8Array | undefined>;
  stored(path: string): Promise<Uint8Array | undefined>;
}

/** Forgets what earlier runs of the task have found. */
export function beginFound({ output }: Pick<Stored, "output">): void {
  output.file(FOUND, "", "application/jsonl");
  output.remember(FOUND_BEFORE, "");
}

/** All that this run has found, in the order it was put out. */
export async function foundSoFar({ remembered, stored }: Omit<Stored, "output">): Promise<readonly Kept[]> {
  return [...keptIn(await remembered(FOUND_BEFORE)), ...keptIn(await stored(FOUND))];
}

/** Puts it away for another attempt at lines that failed. */
export function endFound(found: readonly Kept[], { output }: Pick<Stored, "output">): void {
  output.remember(FOUND_BEFORE, found.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  output.remove(FOUND);
}

function keptIn(bytes: Uint8Array | undefined): readonly Kept[] {
  return Buffer.from(bytes ?? [])
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Kept);
}

/** What a place is known by: id, name, position, and what of phone and address there is. */
type Mark = readonly [id: string, name: string, latitude: number, longitude: number, phone: string, address: string];

const NEAR_METRES = 50;

/** Takes rows in the order of the lines, and leaves out places that were put out before. */
export class KeptRows implements RowSink {
  /** Places left out as they were put out before. */
  repeated = 0;
  private readonly ids = new Set<string>();
  private readonly byName = new Map<string, Mark[]>();

  constructor(private readonly columns: readonly ColumnName[]) {}

  put({ rows, replaces }: Entry, output: Output): void {
    const kept = rows.filter((row) => row["error"] !== undefined || this.isNew(row));
    for (const row of kept) output.row(shownColumns(row, this.columns));
    const repeated = rows.length - kept.length;
    if (rows.length === 0 && replaces === undefined) return;
    const entry: Kept = { ...(replaces === undefined ? {} : { key: replaces.key }), rows: kept, repeated };
    output.append(FOUND, `${JSON.stringify(entry)}\n`, "application/jsonl");
  }

  /** Places are known again by what was found: a note has nothing to add. */
  noted(note: JsonObject): JsonObject {
    return note;
  }

  /** Takes up what an earlier attempt at the run has put out. */
  restore(found: readonly Kept[]): void {
    for (const { rows, repeated } of found) {
      this.repeated += repeated;
      for (const row of rows) if (row["error"] === undefined) this.remember(markOf(row));
    }
  }

  private isNew(row: JsonObject): boolean {
    const mark = markOf(row);
    if (this.ids.has(mark[0]) || (this.byName.get(mark[1]) ?? []).some((other) => isSame(mark, other))) {
      this.repeated += 1;
      return false;
    }
    this.remember(mark);
    return true;
  }

  private remember(mark: Mark): void {
    this.ids.add(mark[0]);
    const named = this.byName.get(mark[1]);
    if (named === undefined) this.byName.set(mark[1], [mark]);
    else named.push(mark);
  }
}

function markOf(row: JsonObject): Mark {
  const text = (name: string) => String(row[name] ?? "");
  return [
    `${text("source")} ${text("placeId")}`,
    // What has no name of its own is called by its kind, as its neighbours are.
    plain(text("title")) === plain(text("category")) ? `${text("placeId")}` : plain(text("title")),
    Number(row["latitude"]),
    Number(row["longitude"]),
    digitsOf(text("phone").split(";")[0] ?? "").slice(-9),
    plain(text("street") || text("address")),
  ];
}

/**
 * The same name within some fifty metres, with the same phone number or the same address; or where one of the two says neither, as
 * the outline of a house beside the point that says all.
 */
function isSame(a: Mark, b: Mark): boolean {
  const isAlike = (a[4] !== "" && a[4] === b[4]) || (a[5] !== "" && a[5] === b[5]);
  const isBare = (a[4] === "" && a[5] === "") || (b[4] === "" && b[5] === "");
  if (!isAlike && !isBare) return false;
  return metresBetween({ latitude: a[2], longitude: a[3] }, { latitude: b[2], longitude: b[3] }) <= NEAR_METRES;
}

function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}|['’`´]/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
