import contrasts from "../../../../data/english/contrasts.txt";
import { once, readTable } from "../../tables.js";

/** Of each word: the lines it is in, and in which of the groups of each. */
const placesOf = once((): ReadonlyMap<string, ReadonlyMap<number, number>> => {
  const places = new Map<string, Map<number, number>>();
  const table = { name: "english/contrasts.txt", text: contrasts };
  for (const { groups, line } of readTable(table, { columns: { groups: "list" } })) {
    for (const [group, members] of groups.entries()) {
      for (const word of members.split("/")) {
        const known = places.get(word);
        if (known === undefined) places.set(word, new Map([[line, group]]));
        else known.set(line, group);
      }
    }
  }
  return places;
});

/** Whether the two dictionary forms exclude one another. */
export function areContrary(one: string, other: string): boolean {
  const places = placesOf().get(other);
  if (places === undefined) return false;
  for (const [line, group] of placesOf().get(one) ?? []) {
    const place = places.get(line);
    if (place !== undefined && place !== group) return true;
  }
  return false;
}
