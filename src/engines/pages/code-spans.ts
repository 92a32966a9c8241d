import type { Stretch } from "./blocks.js";

/** Where the given code stands in a text, in order and apart from each other: of two that overlap the longer one. */
export function codeSpans(text: string, code: readonly string[]): Stretch[] {
  const found: Stretch[] = [];
  for (const one of longestFirst(code))
    for (const span of wholeIn(text, one)) {
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
  const kept: string[] = [];
  const moved: { from: number; to: number }[] = [];
  let at = 0;
  let cut = 0;
  let next = 0;
  const takeCodeUpTo = (end: number) => {
    for (; next < code.length && code[next]!.from < end; next += 1) {
      const { from, to } = code[next]!;
      if (from >= at) moved.push({ from: from - cut, to: to - cut });
    }
  };
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const end = index + found.length;
    takeCodeUpTo(index);
    const around = code[next - 1];
    const isCode = [around, code[next]].some((each) => each !== undefined && each.from <= index && end <= each.to);
    if (isCode) continue;
    // Code that goes on into what is left out ends before it.
    const last = moved.at(-1);
    if (last !== undefined) last.to = Math.min(last.to, index - cut);
    kept.push(text.slice(at, index));
    at = end;
    cut += found.length;
  }
  takeCodeUpTo(Number.POSITIVE_INFINITY);
  kept.push(text.slice(at));
  return { text: kept.join(""), ...(moved.length > 0 && { code: moved }) };
}

function longestFirst(code: readonly string[]): string[] {
  return [...new Set(code)].filter((one) => one !== "").sort((one, other) => other.length - one.length);
}

/** Where a piece of code stands in a text and is no part of a longer word. */
function wholeIn(text: string, code: string): Stretch[] {
  const begins = BEGINS_AS_WORD.test(code);
  const ends = ENDS_AS_WORD.test(code);
  const found: Stretch[] = [];
  let from = text.indexOf(code);
  while (from >= 0) {
    const to = from + code.length;
    // Two units hold any character.
    const goesOn =
      (begins && ENDS_AS_WORD.test(text.slice(Math.max(0, from - 2), from))) ||
      (ends && BEGINS_AS_WORD.test(text.slice(to, to + 2)));
    if (!goesOn) found.push({ from, to });
    from = text.indexOf(code, goesOn ? from + 1 : to);
  }
  return found;
}

const BEGINS_AS_WORD = /^[\p{L}\p{N}_]/u;
const ENDS_AS_WORD = /[\p{L}\p{N}_]$/u;
