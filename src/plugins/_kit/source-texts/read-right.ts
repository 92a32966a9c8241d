const windows1252 = new TextDecoder("windows-1252");
const BYTES = new Map(
  Array.from({ length: 128 }, (_, at) => at + 128).map((byte) => [windows1252.decode(Uint8Array.of(byte)), byte]),
);
const utf8 = new TextDecoder("utf-8", { fatal: true });
/** A character that would be the first byte of one in UTF-8. */
const FIRST = /[\u00c2-\u00f4]/g;

/**
 * A text whose UTF-8 was read as windows-1252 or latin-1 as it was meant. Left as it is when any of its
 * characters could not come from that.
 */
export function readRight(text: string): string {
  const pieces: string[] = [];
  let end = 0;
  FIRST.lastIndex = 0;
  for (let found = FIRST.exec(text); found !== null; found = FIRST.exec(text)) {
    const length = lengthOf(text.charCodeAt(found.index));
    const meant = decoded(text.slice(found.index, found.index + length));
    if (meant === undefined) return text;
    pieces.push(text.slice(end, found.index), meant);
    end = found.index + length;
    FIRST.lastIndex = end;
  }
  return pieces.join("") + text.slice(end);
}

function lengthOf(first: number): number {
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

function decoded(characters: string): string | undefined {
  const bytes = [...characters].map((character) => BYTES.get(character) ?? character.charCodeAt(0));
  if (bytes.some((byte) => byte > 0xff)) return undefined;
  try {
    return utf8.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}
