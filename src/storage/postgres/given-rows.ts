import type { Bound } from "./connection.js";

/** A column that is given, with its type: `id text`. */
export type GivenColumn = `${string} ${string}`;

/** Rows whose columns are given as lists, the first of them as the value of this number; `number` counts the rows. */
export function givenText(columns: readonly GivenColumn[], first = 1): string {
  const lists = columns.map((column, index) => `$${first + index}::${column.split(" ")[1]}[]`);
  return `unnest(${lists.join(", ")}) WITH ORDINALITY AS given (${namesOf(columns)}, number)`;
}

export function namesOf(columns: readonly GivenColumn[]): string {
  return columns.map((column) => column.split(" ")[0]).join(", ");
}

/** The values of each of so many columns, in the order of the rows. */
export function byColumn(rows: readonly (readonly (string | number | null)[])[], columns: number): Bound[] {
  return Array.from({ length: columns }, (_, column) => rows.map((row) => row[column]!));
}
