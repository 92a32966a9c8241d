import { join } from "node:path";
import type { Settings } from "./settings.js";

/** Where a storage keeps its store within a data folder. */
export function placeIn(folder: string, storage: "sqlite" | "file"): string {
  return join(folder, storage === "sqlite" ? "scriptorium.db" : "store");
}

/** Where the store of the settings is; undefined for one that is in no folder. */
export function placeOf({ storage, data }: Settings): string | undefined {
  return storage === "sqlite" || storage === "file" ? placeIn(data, storage) : undefined;
}
