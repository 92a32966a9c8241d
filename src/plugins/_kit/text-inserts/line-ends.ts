/** A text whose lines end with `\n` alone, and how one made of it gets the ends of lines that it had. */
export function plainLines(text: string): { readonly lines: string; restored(changed: string): string } {
  if (!text.includes("\r\n")) return { lines: text, restored: (changed) => changed };
  return { lines: text.replaceAll("\r\n", "\n"), restored: (changed) => changed.replace(/\r?\n/g, "\r\n") };
}
