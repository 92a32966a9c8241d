import { ScriptoriumError } from "../kernel/errors.js";

/** A table of `data/`: its name below that folder, for messages, and the text that was imported from it. */
export interface TableFile {
  readonly name: string;
  readonly text: string;
}

/**
 * What a column holds: a text, or several texts divided by commas, of which each occurs once in a list and any number of
 * times in a sequence. Those with a question mark may be left out at the end of a row.
 */
export type ColumnKind = keyof Held;

interface Held {
  readonly text: string;
  readonly list: readonly string[];
  readonly "text?": string | undefined;
  readonly "list?": readonly string[] | undefined;
  readonly sequence: readonly string[];
  readonly "sequence?": readonly string[] | undefined;
}

type Columns = Readonly<Record<string, ColumnKind>>;

export interface TableForm<Named extends Columns> {
  /** What the columns hold, by their names, in their order. */
  readonly columns: Named;
  /** The columns that together identify the rows of a section; the first one by default. */
  readonly unique?: readonly (keyof Named & string)[];
  /** The texts that a column may hold. */
  readonly known?: Readonly<Partial<Record<keyof Named & string, readonly string[]>>>;
  /** The sections that the file must have, or how it may name its sections. Left out, it has none. */
  readonly sections?: readonly string[] | RegExp;
}

export type TableRow<Named extends Columns> = { readonly [Name in keyof Named]: Held[Named[Name]] } & {
  /** From 1. */
  readonly line: number;
  /** Empty in a file without sections. */
  readonly section: string;
};

/**
 * The rows of a table, in their order. The format is described in `data/README.md`.
 *
 * @throws ScriptoriumError CONFIG_INVALID, naming file and line, for a row that is not of the form.
 */
export function readTable<const Named extends Columns>(
  file: TableFile,
  { columns, unique, known, sections }: TableForm<Named>,
): readonly TableRow<Named>[] {
  const kinds = Object.entries(columns);
  const least = kinds.filter(([, kind]) => !kind.endsWith("?")).length;
  const key = unique ?? [kinds[0]![0]];
  const places = new Map<string, number>();
  const seen = new Map<string, number>();
  const rows: TableRow<Named>[] = [];
  let section = "";

  const lines = file.text.split(/\r?\n/);
  for (const [index, written] of lines.entries()) {
    const line = index + 1;
    const refuse = (reason: string): never => refuseRow(file, line, reason);
    const row = written.trim();
    if (row === "" || row.startsWith("#")) continue;

    const heading = /^\[(.+)\]$/.exec(row)?.[1];
    if (heading !== undefined) {
      if (sections === undefined) refuse(`the heading ${row} is in a file without sections; remove it`);
      if (sections instanceof RegExp ? !sections.test(heading) : !sections!.includes(heading)) {
        refuse(
          `there can be no section ${row}; use ${sections instanceof RegExp ? `a name like ${sections.source}` : `one of ${sections!.join(", ")}`}`,
        );
      }
      if (places.has(heading)) refuse(`the section ${row} is already on line ${places.get(heading)}; join the two`);
      places.set(heading, line);
      section = heading;
      continue;
    }
    if (sections !== undefined && section === "") refuse("a row is above the first section; move it below a heading");

    const cells = row.split(" | ").map((cell) => cell.trim());
    if (cells.some((cell) => /^(?:\|.*|.* \|)?$/.test(cell))) refuse("a column is empty; fill it or remove its bar");
    if (cells.length < least || cells.length > kinds.length) {
      refuse(`it has ${columnsOf(cells.length)}; write ${kinds.map(shownColumn).join(" | ")}`);
    }
    const read: Record<string, string | readonly string[] | undefined> = {};
    for (const [place, [name, kind]] of kinds.entries()) {
      const cell = cells[place];
      read[name] = cell === undefined || kind.startsWith("text") ? cell : partsOf(cell, kind, refuse);
      const values = typeof read[name] === "string" ? [read[name]] : (read[name] ?? []);
      const allowed = known?.[name];
      const stranger = allowed && values.find((value) => !allowed.includes(value));
      if (stranger !== undefined) refuse(`${name} cannot be "${stranger}"; use ${allowed!.join(", ")}`);
    }

    const identity = JSON.stringify([section, ...key.map((name) => read[name])]);
    if (seen.has(identity)) {
      refuse(`its ${key.join(" and ")} is already on line ${seen.get(identity)}; remove one of the two`);
    }
    seen.set(identity, line);
    rows.push({ ...read, line, section } as TableRow<Named>);
  }

  const missing = sections instanceof RegExp ? undefined : sections?.find((name) => !places.has(name));
  if (missing !== undefined) refuseRow(file, lines.length, `the section [${missing}] is missing; add it`);
  return rows;
}

/** The rows of a table by their sections. */
export function readSections<const Named extends Columns, const Section extends string>(
  file: TableFile,
  form: TableForm<Named> & { readonly sections: readonly Section[] },
): Readonly<Record<Section, readonly TableRow<Named>[]>> {
  const rows = Map.groupBy(readTable(file, form), ({ section }) => section);
  return Object.fromEntries(form.sections.map((name) => [name, rows.get(name) ?? []])) as unknown as Readonly<
    Record<Section, readonly TableRow<Named>[]>
  >;
}

/** The lines of a table with one column. */
export function readList(file: TableFile): readonly string[] {
  return readTable(file, { columns: { entry: "text" } }).map(({ entry }) => entry);
}

/** The lines of a table with one column, by their sections. */
export function readLists<const Section extends string>(
  file: TableFile,
  sections: readonly Section[],
): Readonly<Record<Section, readonly string[]>> {
  const lists = readSections(file, { columns: { entry: "text" }, sections });
  return Object.fromEntries(
    sections.map((name) => [name, lists[name].map(({ entry }) => entry)]),
  ) as unknown as Readonly<Record<Section, readonly string[]>>;
}

/** @throws ScriptoriumError CONFIG_INVALID that names the line of the table. */
export function refuseRow({ name }: TableFile, line: number, reason: string): never {
  throw new ScriptoriumError("CONFIG_INVALID", `data/${name}, line ${line}: ${reason}`, { file: `data/${name}`, line });
}

/** What `read` gives, worked out at the first call. */
export function once<Value>(read: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}

function partsOf(cell: string, kind: ColumnKind, refuse: (reason: string) => never): readonly string[] {
  const list = cell.split(",").map((entry) => entry.trim());
  if (list.includes("")) refuse(`a part of the list "${cell}" is empty; remove a comma`);
  const repeated = list.find((entry, place) => list.indexOf(entry) !== place);
  if (repeated !== undefined && kind.startsWith("list"))
    refuse(`the list "${cell}" has "${repeated}" more than once; remove one`);
  return list;
}

function columnsOf(count: number): string {
  return count === 1 ? "1 column" : `${count} columns`;
}

function shownColumn([name, kind]: readonly [string, ColumnKind]): string {
  return kind.endsWith("?") ? `${name} (optional)` : name;
}
