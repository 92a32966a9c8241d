/** A stretch of a text, the end not included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Where the given code stands in a text, in order and apart from each other: of two that overlap the longer one. */
export function codeSpans(text: string, code: readonly string[]): Stretch[] {
  const found: Stretch[] = [];
  for (const one of longestFirst(code))
    for (const { index, 0: match } of text.matchAll(wholly(one))) {
      const span = { from: index, to: index + match.length };
      if (found.every(({ from, to }) => to <= span.from || from >= span.to)) found.push(span);
    }
  return found.sort((one, other) => one.from - other.from);
}

/** Of the code in a text what is nothing else there: "a" of "`a` is a letter" could not be told from the article. */
export function unmistakableCode(text: string, code: readonly string[]): string[] {
  const spans = codeSpans(text, code);
  return [...new Set(code)].filter((one) => {
    const found = spans.filter(({ from, to }) => text.slice(from, to) === one).length;
    return one !== "" && found > 0 && found === code.filter((other) => other === one).length;
  });
}

/** A text with a plain word in place of each piece of code that it holds. */
export function withoutCode(text: string, code: readonly string[]): string {
  let plain = "";
  let at = 0;
  for (const { from, to } of codeSpans(text, code)) {
    plain += `${text.slice(at, from)}${from === 0 ? "Code" : "code"}`;
    at = to;
  }
  return plain + text.slice(at);
}

function longestFirst(code: readonly string[]): string[] {
  return [...new Set(code)].filter((one) => one !== "").sort((one, other) => other.length - one.length);
}

function wholly(code: string): RegExp {
  const before = /^[\p{L}\p{N}_]/u.test(code) ? "(?<![\\p{L}\\p{N}_])" : "";
  const after = /[\p{L}\p{N}_]$/u.test(code) ? "(?![\\p{L}\\p{N}_])" : "";
  return new RegExp(`${before}${code.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}${after}`, "gu");
}
