import type { Header } from "./header.js";

/** A row that cannot be read, and why. */
export class UnreadableRow {
  constructor(readonly problem: string) {}
}

/** The cells in the order of the header, without blanks around them. */
export type TableRow = readonly string[] | UnreadableRow;

export interface Table {
  readonly header: Header;
  /** All rows from the first one on, as many at a time as are there at once. */
  batches(): AsyncIterable<readonly TableRow[]>;
}

/** A table as it is read, its names not yet apart from its rows. */
export type Batches = () => AsyncIterable<readonly TableRow[]>;

/** What a table is called in messages, and the field it is from. */
export interface TableName {
  readonly field: "csvFile" | "rowsFile" | "combineLists";
  readonly name: string;
}

/** Whether a file is one of a task. */
export const isOfTask = (file: string) => file.startsWith("task:");
