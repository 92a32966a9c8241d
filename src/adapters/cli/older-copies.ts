import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Settings } from "./settings.js";
import { placeOf } from "./store-place.js";

/** The copies that SQLite storage makes before it brings an older store up to date: `scriptorium.db.before-4`. */
export function olderCopies(settings: Settings): readonly string[] {
  const place = placeOf(settings);
  if (place === undefined || settings.storage !== "sqlite") return [];
  const start = `${basename(place)}.before-`;
  return readdirSync(dirname(place))
    .filter((name) => name.startsWith(start) && /^\d+(-\d+)?$/.test(name.slice(start.length)))
    .sort();
}

/** What a person is told when one is made. */
export function copyMade(name: string): string {
  return `The store was brought up to date. ${name} next to it is the store as it was before, and may hold passwords in the clear: remove it with "scriptorium doctor --store --remove-copies" when you will not go back.`;
}

export function removeCopies(settings: Settings, names: readonly string[]): void {
  for (const name of names) rmSync(join(settings.data, name), { force: true });
}
