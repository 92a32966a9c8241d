import nouns from "../../../../../data/english/irregular-nouns.txt";
import nounsInMan from "../../../../../data/english/nouns-in-man.txt";
import { once, readList, readTable } from "../../../tables.js";

/** Plurals by the singular, the usual American one first. */
export const irregularNouns = once(
  (): ReadonlyMap<string, readonly string[]> =>
    new Map(
      readTable(
        { name: "english/irregular-nouns.txt", text: nouns },
        { columns: { singular: "text", plurals: "list" } },
      ).map(({ singular, plurals }) => [singular, plurals]),
    ),
);

/** Nouns that end like a noun of the table in -man and the like but take a plain -s. */
export const plainMan = once(
  (): ReadonlySet<string> => new Set(readList({ name: "english/nouns-in-man.txt", text: nounsInMan })),
);
