/** Where a column is looked for. */
export const COLUMN_SOURCES = ["page", "jsonld", "microdata", "meta", "state"] as const;
export type ColumnSource = (typeof COLUMN_SOURCES)[number];

/** How one column of a row is found, as tasks write it. */
export interface ColumnRule {
  readonly name: string;
  /** One of these four; without any, `take` of the row itself. */
  readonly css?: string | undefined;
  readonly xpath?: string | undefined;
  readonly jsonPath?: string | undefined;
  /** RE2 syntax, over the HTML of the row or over what another rule finds; the first group, or the whole match. */
  readonly regex?: string | undefined;
  /** `page`, or data that the page has for programs, which `jsonPath` looks through. @default "page" */
  readonly from?: ColumnSource | undefined;
  /** `text`, `html`, `attr:NAME`, `count`, `exists`. @default "text" */
  readonly take?: string | undefined;
  /** All that is found, joined by `join`. @default false */
  readonly all?: boolean | undefined;
  /** @default "|" */
  readonly join?: string | undefined;
  /** Looked for in the whole page, not in the row. @default false */
  readonly repeat?: boolean | undefined;
  /** For template columns only. @default false */
  readonly hidden?: boolean | undefined;
  /** Where nothing is found. @default "" */
  readonly default?: string | undefined;
  readonly transform?: readonly string[] | undefined;
}
