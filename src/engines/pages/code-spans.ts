import type { Stretch } from "./blocks.js";

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

/** The stretches that lie within a part of a text, as places of that part. */
export function stretchesIn(stretches: readonly Stretch[], { from, to }: Stretch): Stretch[] {
  const within = stretches.filter((each) => each.from >= from && each.to <= to);
  return within.map((each) => ({ from: each.from - from, to: each.to - from }));
}

/** Code of a text that nothing else there looks like: "a" of "`a` is a letter" could not be told from the article. */
export function unmistakableCode(text: string, stretches: readonly Stretch[]): string[] {
  const code = stretches.map(({ from, to }) => text.slice(from, to));
  const spans = codeSpans(text, code);
  return [...new Set(code)].filter((one) => {
    const found = spans.filter(({ from, to }) => text.slice(from, to) === one).length;
    return one !== "" && found === code.filter((other) => other === one).length;
  });
}

/** A text with a plain word in place of each piece of code that it holds. */
export function withoutCode(text: string, stretches: readonly Stretch[]): string {
  let plain = "";
  let at = 0;
  for (const { from, to } of stretches) {
    plain += `${text.slice(at, from)}${from === 0 ? "Code" : "code"}`;
    at = to;
  }
  return plain + text.slice(at);
}

/** Signs that nobody writes. */
const OPEN = "\ue000";
const CLOSE = "\ue001";

/** Code between signs by which it is found again when its text has been put together. */
export function markedCode(code: string): string {
  return `${OPEN}${withoutMarks(code)}${CLOSE}`;
}

/** A text without such signs. */
export function withoutMarks(text: string): string {
  return text.replace(/[\ue000\ue001]/g, "");
}

/** A text without such signs, and what was between them. */
export function readMarked(marked: string): { readonly text: string; readonly code?: readonly Stretch[] } {
  const code: Stretch[] = [];
  let text = "";
  let from = 0;
  for (const part of marked.split(/([\ue000\ue001])/)) {
    if (part === OPEN) from = text.length;
    else if (part === CLOSE) {
      if (text.length > from) code.push({ from, to: text.length });
    } else text += part;
  }
  return { text, ...(code.length > 0 && { code }) };
}

/** A text with what a pattern finds left out, but for what it finds within code; and its code where that is then. */
export function leftOut(
  { text, code = [] }: { readonly text: string; readonly code?: readonly Stretch[] },
  pattern: RegExp,
): { readonly text: string; readonly code?: readonly Stretch[] } {
  const cuts = [...text.matchAll(pattern)]
    .map(({ 0: found, index }) => ({ from: index, to: index + found.length }))
    .filter((cut) => !code.some(({ from, to }) => from <= cut.from && cut.to <= to));
  if (cuts.length === 0) return { text, ...(code.length > 0 && { code }) };
  const isCut = (at: number) => cuts.some(({ from, to }) => from <= at && at < to);
  const before = (at: number) =>
    cuts.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, at) - Math.min(from, at)), 0);
  const kept = code.filter(({ from }) => !isCut(from));
  return {
    text: cuts.toReversed().reduce((left, { from, to }) => left.slice(0, from) + left.slice(to), text),
    ...(kept.length > 0 && { code: kept.map(({ from, to }) => ({ from: from - before(from), to: to - before(to) })) }),
  };
}

function longestFirst(code: readonly string[]): string[] {
  return [...new Set(code)].filter((one) => one !== "").sort((one, other) => other.length - one.length);
}

function wholly(code: string): RegExp {
  const before = /^[\p{L}\p{N}_]/u.test(code) ? "(?<![\\p{L}\\p{N}_])" : "";
  const after = /[\p{L}\p{N}_]$/u.test(code) ? "(?![\\p{L}\\p{N}_])" : "";
  return new RegExp(`${before}${code.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}${after}`, "gu");
}
