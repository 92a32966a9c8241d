import { createHash } from "node:crypto";
import { keywordLine } from "./keyword-line.js";

const MAX_CHARACTERS = 80;
/** File systems count bytes, and the number, the hash and the ending still have to fit. */
const MAX_BYTES = 200;
/** Names that some systems keep for devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** A keyword as a file name: letters and digits of any script in lower case, hyphens between, never empty. */
export function slug(text: string): string {
  let name = "";
  // Far more than a name holds, and little enough to walk.
  for (const character of text.slice(0, 2000).toWellFormed().normalize("NFC").toLowerCase().normalize("NFC")) {
    if (/[\p{L}\p{N}\p{M}]/u.test(character)) name += character;
    else if (!/['\u2019]/.test(character) && name !== "" && !name.endsWith("-")) name += "-";
  }
  name = cut(name).replace(/^[-\p{M}]+|-+$/gu, "");
  if (name === "") return "article";
  return RESERVED.test(name) ? `${name}-article` : name;
}

function cut(name: string): string {
  let short = "";
  let bytes = 0;
  let characters = 0;
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    characters += 1;
    if (bytes > MAX_BYTES || characters > MAX_CHARACTERS) {
      const word = short.lastIndexOf("-");
      return word > short.length / 2 ? short.slice(0, word) : short;
    }
    short += character;
  }
  return short;
}

/**
 * A file name without ending for every line, such that no two lines and none of their numbered articles share one.
 * The first line with a name has it plain; a later one gets eight hexadecimal characters of its hash.
 */
export function fileNames(
  lines: readonly string[],
  articlesPerLine: number,
  taskId: string,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const line of lines.map((each) => each.trim())) {
    if (line === "" || names.has(line)) continue;
    const plain = slug(keywordLine(line, taskId).keyword);
    const hash = createHash("sha256").update(line).digest("hex");
    const candidates = [
      plain,
      ...Array.from({ length: 8 }, (_, index) => `${plain}-${hash.slice(8 * index, 8 * index + 8)}`),
    ];
    const name =
      candidates.find((each) => numbered(each, articlesPerLine).every((file) => !taken.has(file))) ??
      `${plain}-${hash}`;
    for (const file of numbered(name, articlesPerLine)) taken.add(file);
    names.set(line, name);
  }
  return names;
}

/** `bees`, `bees-2`, `bees-3` ... */
export function numberedName(name: string, n: number): string {
  return n === 1 ? name : `${name}-${n}`;
}

function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => numberedName(name, index + 1));
}
