import { bitsApart, fingerprint, SeenTexts } from "../../../engines/pages/near-duplicates.js";

/** Pages that are compared: enough to see what a template makes, and few enough to take no time. */
const MOST_PAGES = 5000;
const BITS = 64;

/** Finds pages of a run that say nearly the same. */
export class Similarity {
  private readonly seen: SeenTexts;
  private readonly prints = new Map<string, string>();
  private before: string | undefined;
  private count = 0;
  /** How many pages are near-identical to an earlier one, and the first that is. */
  near = 0;
  first: { readonly row: string; readonly other: string; readonly likeness: number } | undefined;

  /** From `warnAt` on pages are near-identical; 0 compares none. */
  constructor(private readonly warnAt: number) {
    // In how many bits fingerprints may differ by that cosine (Charikar).
    this.seen = new SeenTexts("near", Math.floor((BITS * Math.acos(warnAt)) / Math.PI));
  }

  /** How like a page is to the first one that is near-identical, else to the one before; null where it is not compared. */
  of(text: string, row: number): number | null {
    if (this.warnAt === 0 || this.count >= MOST_PAGES) return null;
    this.count += 1;
    const print = fingerprint(text);
    const name = String(row);
    const other = this.seen.firstLike(print, name);
    const against = other === undefined ? this.before : this.prints.get(other);
    if (other === undefined) this.prints.set(name, print.simhash);
    else {
      this.near += 1;
      this.first ??= { row: name, other, likeness: likeness(print.simhash, this.prints.get(other)!) };
    }
    this.before = print.simhash;
    return against === undefined ? null : likeness(print.simhash, against);
  }
}

/** From 0 to 1, the cosine that the fingerprints tell, with two digits. */
function likeness(one: string, other: string): number {
  return Math.round(100 * Math.max(0, Math.cos((Math.PI * bitsApart(one, other)) / BITS))) / 100;
}
