// Faults of an article that show without understanding it.
import { wordsOf } from "./measures.mjs";

/** Names of the faults, in the order in which they are reported. */
export const ARTICLE_FAULTS = ["danglingOpeners", "likeHeadings", "singleSentences", "tornLists", "emptySections"];

const DANGLING =
  /^(?:it|its|this|these|that(?! (?:is|was) why)|those|he|she|his|her|they|their|them|such|here|there(?! (?:is|are|was|were))|however|therefore|also|then|but|and|so|instead|otherwise|likewise|nevertheless)\b/i;
const TORN = /(?:[:;,]|\b(?:and|or|as follows|the following))\s*$/i;
const HEADING_WORDS = /^(?:a|an|the|of|and|for|to|in|on|with|your|its|is|are|how|what|why)$/;

/**
 * How often each fault is in an article of sections with a heading and paragraphs: a section whose first word points back at
 * what is not there; headings that have their words in common with another; paragraphs below the lead of a single sentence; a
 * paragraph that announces a list and no list after it, and a list of one point; and headings with nothing below them.
 */
export function articleFaults(sections) {
  const faults = Object.fromEntries(ARTICLE_FAULTS.map((name) => [name, 0]));
  const headings = new Set();
  for (const [at, { heading, paragraphs }] of sections.entries()) {
    const [first] = paragraphs;
    if (first === undefined) faults.emptySections += 1;
    else if (DANGLING.test(first.trim())) faults.danglingOpeners += 1;
    const name = headingWords(heading);
    if (name !== "" && headings.has(name)) faults.likeHeadings += 1;
    headings.add(name);
    for (const [index, paragraph] of paragraphs.entries()) {
      const isList = paragraph.includes("\n");
      const next = paragraphs[index + 1];
      if (TORN.test(paragraph) && !(next?.includes("\n") || isListItem(next))) faults.tornLists += 1;
      if (at > 0 && !isList && !isListItem(paragraph) && !TORN.test(paragraph) && isSingle(paragraph))
        faults.singleSentences += 1;
    }
    const items = paragraphs.flatMap((paragraph) => paragraph.split("\n")).filter(isListItem).length;
    if (items === 1) faults.tornLists += 1;
  }
  return faults;
}

function isListItem(text) {
  return text !== undefined && /^(?:[-*\u2022]|\d+[.)])\s/.test(text);
}

function isSingle(text) {
  return (text.match(/[.!?]["”’)]*(?:\s|$)/g) ?? []).length <= 1;
}

/** What two headings must share to be alike: their words in any order, without small ones and endings of the plural. */
function headingWords(heading) {
  return wordsOf(heading)
    .filter((word) => !HEADING_WORDS.test(word))
    .map((word) => word.replace(/(?<=\w{3})s$/, ""))
    .sort()
    .join(" ");
}

const DEFINES = /\b(?:is|are|was|were|means?|refers? to|describes?|consists? of|(?:is|are) (?:called|known as))\b/i;

/** Whether the lead says what the thing is: its first sentence names a word of the keyword and then states something of it. */
export function definesIn(lead, keyword) {
  const first = lead.split(/(?<=[.!?])\s/)[0] ?? "";
  const head = wordsOf(keyword).at(-1)?.replace(/s$/, "") ?? "";
  const verb = DEFINES.exec(first);
  return (
    verb !== null &&
    head !== "" &&
    first
      .slice(0, verb.index)
      .toLowerCase()
      .includes(head.slice(0, -1) || head)
  );
}

/** Runs of more words than `most` that a text has in common with a source, the longest first, as words of the text. */
export function copiedRuns(text, source, most) {
  const words = wordsOf(text);
  const known = ` ${wordsOf(source).join(" ")} `;
  const runs = [];
  for (let start = 0; start + most < words.length; start += 1) {
    let length = most + 1;
    if (!known.includes(` ${words.slice(start, start + length).join(" ")} `)) continue;
    while (start + length < words.length && known.includes(` ${words.slice(start, start + length + 1).join(" ")} `))
      length += 1;
    runs.push({ start, length, text: words.slice(start, start + length).join(" ") });
    start += length - 1;
  }
  return runs.sort((one, other) => other.length - one.length);
}

/** Which words of a text, by their place, no rewording may change: numbers, names within a sentence, and all of a quotation or code. */
export function fixedWords(text) {
  const fixed = [];
  let isQuoted = false;
  for (const { 0: token, 1: word, index } of text.matchAll(/["“”]|([\p{L}\p{N}]+(?:['’][\p{L}]+)?)/gu)) {
    if (word === undefined) {
      isQuoted = token === "“" || (token === '"' && !isQuoted);
      continue;
    }
    const isFirst = /(?:^|[.!?:]["”’)]*\s+|\n\s*)$/.test(text.slice(Math.max(0, index - 4), index));
    const isName = /^\p{Lu}/u.test(word) && !isFirst && word !== "I";
    const isCode =
      /\p{Ll}\p{Lu}|^\p{Lu}{2,}$/u.test(word) || /[_$/\\=]$|(?<=\S)\.$/.test(text.slice(0, index).slice(-1));
    fixed.push(isQuoted || /\p{N}/u.test(word) || isName || isCode);
  }
  return fixed;
}
