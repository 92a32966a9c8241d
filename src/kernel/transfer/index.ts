export { exported, toExport } from "./exported.js";
export type { LeftOut, TransferCounts } from "./format.js";
export { type ImportOptions, imported, type OnConflict, surveyed } from "./imported.js";
export { linesOf } from "./lines.js";
