const MAX_CHARACTERS = 80;
/** File systems count bytes, and the number, the hash and the ending still have to fit. */
const MAX_BYTES = 200;
/** Names that some systems keep for devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** A text as a file name without ending: letters and digits of any script in lower case, hyphens between, never empty. */
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
