/** Settings between lines `---` or `+++` at the beginning. */
const FRONT_MATTER = /^\ufeff?(---|\+\+\+)[ \t]*\n(?:[\s\S]*?\n)?\1[ \t]*(?:\n|$)/;

/** Where the text of Markdown begins that may have settings at its head; its lines end with `\n`. */
export function frontMatterEnd(text: string): number {
  const [whole = ""] = FRONT_MATTER.exec(text) ?? [];
  // A lone rule at the top is no front matter; settings have a name and a value.
  return /^[\w"'-][^:=\n]*[:=]/m.test(whole) ? whole.length : 0;
}
