import type { Plugin } from "esbuild";

/** Whether the build ships a file of data/english compressed. */
export function isPackedText(file: string): boolean;

/** Tables that are read together, as they are shipped. */
export interface PackedTables {
  readonly name: string;
  /** Below the folder. */
  readonly files: readonly string[];
  readonly packed: Uint8Array;
}

/** The tables below a folder by what is read together, each group as it is shipped. */
export function packedTables(folder: string): readonly PackedTables[];

export const packedTexts: Plugin;
