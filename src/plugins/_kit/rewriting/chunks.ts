/** Longest text that the engines get at once. */
const LONGEST = 90_000;

/** A long text in parts that the engines take, cut between paragraphs where it can be. */
export function chunksOf(text: string): readonly string[] {
  const chunks: string[] = [];
  let from = 0;
  while (text.length - from > LONGEST) {
    const window = text.slice(from, from + LONGEST);
    const places = [window.lastIndexOf("\n\n") + 2, window.lastIndexOf("</p>") + 4, window.lastIndexOf("\n") + 1];
    const cut = places.find((place) => place > LONGEST / 2) ?? window.lastIndexOf(" ") + 1;
    const length = cut > 0 ? cut : LONGEST;
    chunks.push(text.slice(from, from + length));
    from += length;
  }
  return [...chunks, text.slice(from)];
}
