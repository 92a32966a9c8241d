/**
 * The answer of a language model without what is no part of it: what the model thought before it (`<think>`), a fence of code
 * around the whole, and an opener such as "Here is your article:".
 */
export function cleaned(answer: string): string {
  const cleaner = answerCleaner();
  return cleaner.push(withoutOpenThought(answer)) + cleaner.end();
}

/** The same for an answer that comes in pieces: what may be shown is given back, and what may still go is held. */
export interface AnswerCleaner {
  push(piece: string): string;
  end(): string;
}

const THOUGHT = /^<(think|thinking|thought|reasoning|analysis)>/i;
const MAY_BECOME_THOUGHT = /^<[a-z]{0,9}$/i;
/** Of the fences that models put around texts; one of a program is part of the text. */
const FENCE = /^```(?:markdown|md|html|json|text|txt|xml|plaintext)?[ \t]*\n/i;
const MAY_BECOME_FENCE = /^`{1,3}(?:[a-z]{0,10}[ \t]*)$/i;
const LONGEST_OPENER = 240;

export function answerCleaner(): AnswerCleaner {
  let held = "";
  let isBody = false;

  const push = (piece: string): string => {
    held += piece;
    if (!isBody) held = head(held, false);
    isBody ||= headIsOver(held);
    return isBody && !FENCE.test(held) ? passed() : "";
  };
  /** All but white space at the end, which may be the end of the answer. */
  const passed = (): string => {
    const shown = held.trimEnd();
    if (shown === "") return "";
    const out = shown;
    held = held.slice(shown.length);
    return out;
  };
  return {
    push,
    end() {
      if (!isBody) held = head(held, true);
      return unfenced(held).trimEnd();
    },
  };
}

/** Without what stands in front of the answer, as far as that can be told. */
function head(text: string, isWhole: boolean): string {
  let rest = text.trimStart();
  for (;;) {
    const [tag, name] = THOUGHT.exec(rest) ?? [];
    if (tag === undefined || name === undefined) break;
    const close = rest.toLowerCase().indexOf(`</${name.toLowerCase()}>`);
    // It thought until it had no room left, or goes on thinking.
    if (close < 0) return isWhole ? "" : rest;
    rest = rest.slice(close + name.length + 3).trimStart();
  }
  const end = rest.indexOf("\n");
  const line = end < 0 ? rest : rest.slice(0, end);
  const isOpener = end >= 0 && line.length <= LONGEST_OPENER && OPENERS.some((opener) => opener.test(line.trim()));
  return isOpener && rest.slice(end).trim() !== "" ? rest.slice(end).trimStart() : rest;
}

function headIsOver(rest: string): boolean {
  if (rest === "" || THOUGHT.test(rest) || MAY_BECOME_THOUGHT.test(rest) || MAY_BECOME_FENCE.test(rest)) return false;
  const end = rest.indexOf("\n");
  if (end < 0) return rest.length > LONGEST_OPENER;
  // An opener with nothing behind it yet.
  return rest.slice(end).trim() !== "" || !OPENERS.some((opener) => opener.test(rest.slice(0, end).trim()));
}

const OPENERS = [
  /^(?:(?:sure|certainly|of course|absolutely|okay|ok|great|got it)\b.{0,60}?)?\bhere(?:['\u2019]s| is| are) .{0,120}?\b(?:article|draft|text|version|outline|translation|rewrite|revision|post|paragraphs?|summary|faqs?|table|answer|json|response|list)\b[^.]{0,80}:$/i,
  /^(?:sure|certainly|of course|absolutely)(?: thing)?[!.,]?$/i,
  /^(?:sure|certainly|of course|absolutely)[,!.] .{0,140}(?:help|happy|below|glad|here)\b.{0,60}[.!:]$/i,
];

function unfenced(text: string): string {
  const opening = FENCE.exec(text);
  if (opening === null) return text;
  const inner = text.slice(opening[0].length).trimEnd();
  const isOneFence = inner.endsWith("```") && !/^```/m.test(inner.slice(0, -3));
  return isOneFence ? inner.slice(0, -3).trim() : text;
}

/** Some servers send the end of a thought without its beginning. */
function withoutOpenThought(answer: string): string {
  const close = /<\/(?:think|thinking|reasoning)>/i.exec(answer);
  if (close === null) return answer;
  const isOpened = /<(?:think|thinking|reasoning)>/i.test(answer.slice(0, close.index));
  return isOpened ? answer : answer.slice(close.index + close[0].length);
}
