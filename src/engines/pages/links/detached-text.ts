/** The same text with characters of its own: one that was cut out of a page keeps the whole page in memory. */
export function detachedText(text: string): string {
  return Buffer.from(text).toString();
}
