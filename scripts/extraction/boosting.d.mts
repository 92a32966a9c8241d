/** A leaf has feature -1; at any other node a row whose feature is at most the value goes to `left`, others to the node behind. */
export interface Tree {
  readonly features: readonly number[];
  readonly values: readonly number[];
  readonly cuts: readonly number[];
  readonly left: readonly number[];
}

export interface Forest {
  readonly base: number;
  readonly trees: readonly Tree[];
}

export interface Settings {
  readonly rounds: number;
  readonly leaves: number;
  readonly depth: number;
  readonly rate: number;
  readonly leastRows: number;
  readonly rows: number;
  readonly columns: number;
  readonly smoothing: number;
  readonly seed: number;
}

export interface Table {
  readonly bins: Uint8Array;
  readonly cuts: readonly (readonly number[])[];
  readonly count: number;
  readonly width: number;
}

export function binned(rows: Float32Array, width: number): Table;
export function grown(
  table: Table,
  labels: ArrayLike<number>,
  weights: ArrayLike<number>,
  chosen: Int32Array,
  settings: Settings,
): Forest;
export function chanceOf(forest: Forest, table: Table, row: number): number;
