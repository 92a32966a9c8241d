import closedSets from "../../../../data/english/closed-sets.txt";
import { once, readTable } from "../../tables.js";

/** Of each word the others of the sets it is in. */
const others = once(() => {
  const found = new Map<string, string[]>();
  const table = { name: "english/closed-sets.txt", text: closedSets };
  for (const { members } of readTable(table, { columns: { members: "list" } })) {
    for (const word of members) {
      found.set(word, [...(found.get(word) ?? []), ...members.filter((other) => other !== word)]);
    }
  }
  return found;
});

/** The words that are never offered for a word because they share a closed set with it. */
export function closedSetOf(word: string): readonly string[] {
  return others().get(word) ?? [];
}
