/** Where the text stops being JSON, counted from 1; engines say it only in their message, and not always. */
export function breakingPoint(error: unknown, text: string): number {
  const position = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
  return (position === undefined ? missingValue(text) : Number(position)) + 1;
}

/** The first place where a value is missing, the error for which engines name no position. */
function missingValue(text: string): number {
  const literal = /true|false|null|-?\d[\d.eE+-]*/y;
  let before = "";
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]!;
    if (/[ \t\r\n]/.test(character)) continue;
    const isWanted = before === "" || before === ":" || before === "," || before === "[";
    if (character === '"') {
      for (index += 1; index < text.length && text[index] !== '"'; index += 1) if (text[index] === "\\") index += 1;
    } else if (":,}]".includes(character)) {
      if (isWanted && before + character !== "[]") return index;
    } else if (!"{[".includes(character)) {
      literal.lastIndex = index;
      if (!literal.test(text)) return index;
      index = literal.lastIndex - 1;
    }
    before = character;
  }
  return text.length;
}
