import { keyOf, sentencesOf, wordsIn } from "./sentences.js";
import type { Step, WrittenStep } from "./step.js";

interface Remark {
  readonly quote: string;
  readonly problem: string;
  readonly remedy: string;
}

const LONGEST_SENTENCE = 45;
const REMARKS = /\n\s*Remarks:\s*\n/;

/** What can be counted: numbers that no source has, sentences that stand twice or are long, the length of the whole. */
export function critique({ text, sources, head }: Step): WrittenStep {
  const known = new Set(sources.flatMap((one) => numbersIn(one.text)));
  const seen = new Set<string>();
  const remarks: Remark[] = [];
  for (const sentence of proseOf(text).flatMap(sentencesOf)) {
    const strange =
      sources.length === 0 ? [] : numbersIn(sentence.replace(/\[\d+\]/g, "")).filter((one) => !known.has(one));
    const key = keyOf(sentence);
    if (strange.length > 0) {
      remarks.push({
        quote: sentence,
        problem: `No source has the number ${strange[0]}.`,
        remedy: "Correct it, or leave the sentence out.",
      });
    }
    if (seen.has(key))
      remarks.push({ quote: sentence, problem: "It stands there twice.", remedy: "Leave one of them out." });
    seen.add(key);
    if (wordsIn(sentence) > LONGEST_SENTENCE) {
      remarks.push({
        quote: sentence,
        problem: `It has ${wordsIn(sentence)} words.`,
        remedy: "Make two sentences of it.",
      });
    }
  }
  const length = proseOf(text).reduce((sum, one) => sum + wordsIn(one), 0);
  const { words } = head;
  if (words !== undefined && (length < words.from || length > words.to)) {
    const isShort = length < words.from;
    remarks.push({
      quote: "",
      problem: `The text has ${length} words, and ${words.from} to ${words.to} are wanted.`,
      remedy: isShort ? "Add what the sources say besides." : "Leave out what matters least.",
    });
  }
  const lines = remarks.map(({ quote, problem, remedy }) => `- ${JSON.stringify(quote)}: ${problem} ${remedy}`);
  return { json: { remarks }, text: lines.length === 0 ? "There is nothing to remark." : lines.join("\n") };
}

/** The text without sentences that stand twice or that the remarks say no source bears out. */
export function revised({ text }: Step): WrittenStep {
  const [body = "", remarks = ""] = text.split(REMARKS);
  const unfounded = [...remarks.matchAll(/^- ("(?:[^"\\]|\\.)*"): No source/gm)].map(([, quote]) =>
    keyOf(JSON.parse(quote!) as string),
  );
  const gone = new Set(unfounded);
  const seen = new Set<string>();
  const blocks = body.split(/\n\s*\n/).map((block) => {
    if (!isProse(block)) return block;
    const kept = sentencesOf(block).filter((sentence) => {
      const key = keyOf(sentence);
      if (seen.has(key) || gone.has(key)) return false;
      seen.add(key);
      return true;
    });
    return kept.join(" ");
  });
  const full = blocks.filter((block) => block.trim() !== "");
  // A heading with nothing left below it goes, too.
  const kept = full.filter(
    (block, at) => !isHeading(block) || at === 0 || (full[at + 1] !== undefined && !isAbove(block, full[at + 1]!)),
  );
  const result = kept.join("\n\n").trim();
  return { json: { body: result }, text: result };
}

function isHeading(block: string): boolean {
  return /^#{1,6} [^\n]+$/.test(block.trim());
}

/** Whether what follows is a heading that is not below this one. */
function isAbove(block: string, next: string): boolean {
  const depth = (text: string) => /^#*/.exec(text.trim())![0].length;
  return isHeading(next) && depth(next) <= depth(block);
}

/** Not a heading, a list, a table, a quotation or code. */
function isProse(block: string): boolean {
  return block.trim() !== "" && !/^\s*(?:#|[-*+] |\d+[.)] |\||>|```|<)/.test(block);
}

export function proseOf(text: string): string[] {
  return text.split(/\n\s*\n/).filter(isProse);
}

function numbersIn(text: string): string[] {
  return (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((one) => one.replaceAll(",", ""));
}
