import type { Random } from "../../../kernel/index.js";
import type { Form } from "./forms.js";

/** Words that a paragraph begins with when it goes on from the one before. */
const GOES_ON =
  /^(?:this|that|these|those|it|its|he|she|they|his|her|their|such|however|but|and|so|then|therefore|thus|also|next|finally|later|afterwards|instead|moreover|furthermore|nevertheless|first|second|third|another|both|dies|dann|aber|jedoch|cette|ce|mais|este|esta|pero)\b/i;

/**
 * The text with paragraphs in another order. Between two headings the first and the last one stay where they are, one that
 * goes on from the one before stays behind it, and lists, code and tables divide as headings do.
 */
export function reordered(text: string, form: Form, random: Random): string {
  return form === "html" ? reorderedHtml(text, random) : reorderedLines(text, random);
}

const PARAGRAPH = /<p\b[^<>]*>(?:(?!<\/?p\b)[\s\S])*<\/p>/gi;

function reorderedHtml(text: string, random: Random): string {
  const found = [...text.matchAll(PARAGRAPH)].map(({ 0: whole, index }) => ({
    start: index,
    end: index + whole.length,
  }));
  return withRuns(text, found, random, (part) => part.replace(/<[^<>]*>/g, "").trim());
}

function reorderedLines(text: string, random: Random): string {
  const head = /^(?:---\r?\n[\s\S]*?\n---|\+\+\+\r?\n[\s\S]*?\n\+\+\+)[ \t]*(?:\r?\n|$)/.exec(text)?.[0].length ?? 0;
  const found: { start: number; end: number }[] = [];
  let isFenced = false;
  for (const { 0: whole, index } of text.slice(head).matchAll(/(?:[^\n]*\S[^\n]*(?:\n|$))+/g)) {
    const fences = whole.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0;
    const isCode = isFenced || fences > 0;
    if (fences % 2 === 1) isFenced = !isFenced;
    const trimmed = whole.trimEnd();
    if (!isCode && isParagraph(trimmed)) found.push({ start: head + index, end: head + index + trimmed.length });
  }
  return withRuns(text, found, random, (part) => part.trim());
}

const isParagraph = (text: string) =>
  !/^(?:\s{4}|\t|\s*(?:#|>|[-*+]\s|\d{1,9}[.)]\s|\||<|!\[|\[[^\]]+\]:|[-=*_]{3,}\s*$))/m.test(text) &&
  /[.!?…]["'”’)\]]*$/.test(text);

function withRuns(
  text: string,
  found: readonly { readonly start: number; readonly end: number }[],
  random: Random,
  read: (part: string) => string,
): string {
  let out = "";
  let at = 0;
  for (let first = 0; first < found.length; ) {
    let last = first;
    while (last + 1 < found.length && text.slice(found[last]!.end, found[last + 1]!.start).trim() === "") last += 1;
    const run = found.slice(first, last + 1);
    const parts = run.map(({ start, end }) => text.slice(start, end));
    const fresh = inOtherOrder(parts, random, read);
    for (const [index, { start, end }] of run.entries()) {
      out += text.slice(at, start) + fresh[index]!;
      at = end;
    }
    first = last + 1;
  }
  return out + text.slice(at);
}

function inOtherOrder(parts: readonly string[], random: Random, read: (part: string) => string): readonly string[] {
  if (parts.length < 4) return parts;
  const groups: string[][] = [];
  for (const part of parts.slice(1, -1)) {
    const last = groups.at(-1);
    if (GOES_ON.test(read(part)) && last !== undefined) last.push(part);
    else groups.push([part]);
  }
  // What the first paragraph is gone on from, and what the last one goes on from, stays beside it.
  const start = GOES_ON.test(read(parts[1]!)) ? groups.splice(0, 1).flat() : [];
  const end = GOES_ON.test(read(parts.at(-1)!)) ? groups.splice(-1, 1).flat() : [];
  return [parts[0]!, ...start, ...random.shuffled(groups).flat(), ...end, parts.at(-1)!];
}
