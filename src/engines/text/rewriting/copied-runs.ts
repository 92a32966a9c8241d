/**
 * The most words in a row that a rewriting has in common with its sentence, where another one is found: few enough that
 * the end of one sentence and the beginning of the next are no long run either.
 */
const MOST_COPIED = 10;

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];

/** How many words of a text go beyond that, in all runs that it has in common with another one. */
export function copiedBeyond(text: string, other: string): number {
  const known = ` ${wordsOf(other).join(" ")} `;
  const words = wordsOf(text);
  const stands = (from: number, to: number) => known.includes(` ${words.slice(from, to).join(" ")} `);
  let beyond = 0;
  for (let start = 0; start + MOST_COPIED < words.length; start += 1) {
    let end = start + MOST_COPIED;
    if (!stands(start, end)) continue;
    while (end < words.length && stands(start, end + 1)) end += 1;
    beyond += end - start - MOST_COPIED;
    start = end - 1;
  }
  return beyond;
}
