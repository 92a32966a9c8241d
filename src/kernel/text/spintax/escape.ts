/** Spintax whose only variant is this text, whatever it holds. Text without `{`, `|`, `}` and `\` stays as it is. */
export function escapeSpintax(plain: string): string {
  return plain.replace(/[\\{|}]/g, "\\$&");
}

/** The text with its escapes resolved and its groups left alone; undoes `escapeSpintax`. */
export function unescapeSpintax(text: string): string {
  return text.includes("\\") ? text.replace(/\\([\\{|}])/g, "$1") : text;
}
