/**
 * Words and phrases of one CSV record (RFC 4180): separated by commas, in quotes where they hold a comma, a quote written
 * twice. Line breaks separate as commas do. Blank entries are left out.
 */
export function protectedWords(csv: string): readonly string[] {
  if (csv === "") return [];
  const words: string[] = [];
  let word = "";
  let quoted = false;
  for (let index = 0; index < csv.length; index += 1) {
    const character = csv[index]!;
    if (quoted) {
      if (character !== '"') word += character;
      else if (csv[index + 1] === '"') {
        word += '"';
        index += 1;
      } else quoted = false;
    } else if (character === '"' && word.trim() === "") {
      quoted = true;
      word = "";
    } else if (character === "," || character === "\n" || character === "\r") {
      words.push(word);
      word = "";
    } else word += character;
  }
  words.push(word);
  return words.map((one) => one.trim()).filter((one) => one !== "");
}
