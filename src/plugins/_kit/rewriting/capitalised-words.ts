/** Words with a capital that no beginning of a sentence explains; the spinner takes them for words that stay. */
export function capitalisedWords(text: string): readonly string[] {
  const inside = text.matchAll(/(?<=[\p{Ll}\p{N},;][”’"')]?[ \t\n])["“‘'(]?(\p{Lu}[\p{L}\p{M}\p{N}'’-]*)/gu);
  return [...new Set([...inside].map(([, word]) => word!.replace(/['’]s?$/, "")))].filter((word) => word !== "I");
}
