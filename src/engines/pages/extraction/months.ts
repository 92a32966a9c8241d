import monthNames from "../../../../data/pages/months.txt";
import { once, readTable, refuseRow } from "../../tables.js";

const months = once((): ReadonlyMap<string, number> => {
  const file = { name: "pages/months.txt", text: monthNames };
  const found = new Map<string, number>();
  for (const { names, line } of readTable(file, { columns: { names: "list" } })) {
    if (names.length > 12) refuseRow(file, line, `a year has 12 months, and these are ${names.length}`);
    for (const [index, name] of names.entries()) {
      const stem = plain(name);
      if (!found.has(stem)) found.set(stem, index + 1);
    }
  }
  return found;
});

/** 1 to 12, or undefined for a word that is no month. */
export function monthOf(word: string): number | undefined {
  const name = plain(word);
  for (let length = name.length; length >= 3; length -= 1) {
    const month = months().get(name.slice(0, length));
    // Words that only begin like a short name are others: "decided" is not December, "junction" not June.
    if (month !== undefined && (length === name.length || (length > 3 && name.length - length <= 3))) return month;
  }
  return undefined;
}

function plain(word: string): string {
  return word
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/\u0131/g, "i");
}
