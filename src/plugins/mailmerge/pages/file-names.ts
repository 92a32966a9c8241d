/** Characters of a part of a path; the number of a row and an ending still have to fit. */
const MOST = 60;
/** File systems count bytes. */
const MOST_BYTES = 180;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Marks where the template had a slash, which those of cells are not. */
export const SLASH = "\ufdd2";

/** Paths for the pages of a run such that no two share one, on any file system: what is filled in cannot lead anywhere else. */
export class FileNames {
  private readonly taken = new Set<string>();

  /** The path without ending, of what the template of names gives for a row; a name that is taken gets the number of the row. */
  claim(filled: string, row: number): string {
    const parts = filled.split(SLASH).map((part) => safePart(part));
    const path = parts.filter((part) => part !== "").join("/") || `row-${row}`;
    for (let n = 1; ; n += 1) {
      const own = n === 1 ? path : n === 2 ? `${path}-${row}` : `${path}-${row}-${n - 1}`;
      // Some file systems do not tell case apart, and some not how a letter with an accent is written.
      const key = own.normalize("NFC").toLowerCase();
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      return own;
    }
  }
}

function safePart(text: string): string {
  const clean = text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\u0000-\u001f\u007f-\u009f<>:"|?*\\/\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, "-")
    .replace(/\s+/g, " ")
    .trim();
  let short = "";
  let bytes = 0;
  for (const character of clean.slice(0, 2 * MOST)) {
    bytes += Buffer.byteLength(character);
    if (short.length + character.length > MOST || bytes > MOST_BYTES) break;
    short += character;
  }
  const name = short.replace(/^[. -]+|[. -]+$/g, "");
  return RESERVED.test(name) ? `${name.replace(/\..*$/, "")}-page` : name;
}
