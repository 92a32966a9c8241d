/** `user:password@` in an address, wherever in a text the address is; what it follows is kept. */
const LOGIN = /(^\s*(?:(?:sitemap|feed|opml):\s*)?https?:[/\\]*|:[/\\]{2,})[^/\\?#\s]*@/gi;
/** The same at the beginning of a line whose address has no scheme. */
const BARE_LOGIN =
  /^(\s*(?:(?:sitemap|feed|opml):\s*)?)(?!(?:mailto|https?|sitemap|feed|opml):)[^\s/\\?#:@]+:[^\s/\\?#@]*@(?=[^\s@]+\.)/i;

/** A text without the user names and passwords of the addresses in it. */
export function withoutLogins(text: string): string {
  return text.replace(LOGIN, "$1");
}

/** A line that is no address, as a message may show it: what stands before an @ may be a password. */
export function withoutName(line: string): string {
  return line.replace(/^.*@/s, "");
}

/**
 * Lines that are addresses, as a run may show and store them: without user names and passwords, which `webSession` takes from
 * the lines as they were given.
 */
export function addressLines(lines: readonly string[]): string[] {
  return lines.map((line) => withoutLogins(line).replace(BARE_LOGIN, "$1"));
}
