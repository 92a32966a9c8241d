export type { TransferCounts } from "./counts.js";
export { exported, toExport } from "./exported.js";
export { type ImportOptions, imported, type OnConflict, surveyed } from "./imported.js";
export { linesOf } from "./lines.js";
