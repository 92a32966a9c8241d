import type { ColumnRule } from "./column-rule.js";

/** Rules that were found, before they were tried. */
export interface Draft {
  readonly rowSelector: string;
  readonly columns: readonly ColumnRule[];
  /** How likely it is that they are meant and hold, from 0 up. */
  readonly score: number;
}
