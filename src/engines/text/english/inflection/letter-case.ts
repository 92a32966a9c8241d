/** The word in the letter case of the model: small, Capitalised, or ALL CAPITALS. */
export function matchCase(model: string, word: string): string {
  const letters = model.replace(/[^\p{L}]/gu, "");
  if (letters === "" || word === "") return word;
  const first = letters.codePointAt(0)!;
  const head = String.fromCodePoint(first);
  const upper = letters.toUpperCase();
  if ([...letters].length > 1 && letters === upper && letters !== letters.toLowerCase()) return word.toUpperCase();
  if (head === head.toUpperCase() && head !== head.toLowerCase()) return capitalised(model, word);
  return word;
}

/** With a capital first; in a compound or phrase all of whose parts are capitalised, every part. */
function capitalised(model: string, word: string): string {
  const everyPart = /[\s-]\p{L}/u.test(model) && !/[\s-]\p{Ll}/u.test(model);
  const pattern = everyPart ? /(?<=^[^\p{L}]*|[\s-])\p{L}/gu : /(?<=^[^\p{L}]*)\p{L}/u;
  return word.replace(pattern, (letter) => letter.toUpperCase());
}
