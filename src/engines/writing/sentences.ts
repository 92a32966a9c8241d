import { madeOnce } from "../../kernel/values/made-once.js";

/** A sentence of a source, and where in it. */
export interface SourceSentence {
  readonly text: string;
  /** From 1, as sources are numbered. */
  readonly source: number;
  /** The passage it stands in; what follows it there may refer back to it. */
  readonly passage: number;
  /** The heading above it; empty when there is none. */
  readonly heading: string;
}

/** Texts that end with a full stop and go on. */
const ABBREVIATION =
  /[\s(](?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|etc|e\.g|i\.e|approx|ca|cf|No|Nos|Fig|vol|pp?|ed|Inc|Ltd|Co|Corp|U\.S|U\.K|a\.m|p\.m|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.\s*$/;

const segmenter = madeOnce(() => new Intl.Segmenter("en", { granularity: "sentence" }));

/** The sentences of a passage, those that an abbreviation parts put together. */
export function sentencesOf(passage: string): string[] {
  const sentences: string[] = [];
  let open = "";
  for (const { segment } of segmenter().segment(passage.replace(/\s+/g, " "))) {
    open += segment;
    if (ABBREVIATION.test(` ${open.slice(-16)}`)) continue;
    sentences.push(open.trim());
    open = "";
  }
  if (open.trim() !== "") sentences.push(open.trim());
  return sentences.filter((one) => one !== "");
}

/** What can be quoted of the sources: whole sentences of prose, each passage from its beginning as far as it goes on. */
export function passagesOf(sources: readonly { readonly text: string }[]): SourceSentence[][] {
  const passages: SourceSentence[][] = [];
  const seen = new Set<string>();
  sources.forEach(({ text }, index) => {
    let heading = "";
    for (const block of blocksOf(text)) {
      const asHeading = headingIn(block);
      if (asHeading !== undefined) {
        heading = GENERIC.test(asHeading) ? "" : asHeading;
        continue;
      }
      const sentences: SourceSentence[] = [];
      let isAfterGap = false;
      for (const sentence of sentencesOf(withoutMarkup(block))) {
        const key = keyOf(sentence);
        const isFirst = sentences.length === 0;
        // What comes behind a gap may refer to what is missing.
        if (
          !isQuotable(sentence) ||
          seen.has(key) ||
          (isFirst && (refersBack(sentence) || POINTS.test(sentence))) ||
          (isAfterGap && isFirst && FOLLOWS.test(sentence))
        ) {
          if (!isFirst) break;
          isAfterGap = true;
          continue;
        }
        seen.add(key);
        sentences.push({ text: sentence, source: index + 1, passage: passages.length, heading });
      }
      if (sentences.length > 0) passages.push(sentences);
    }
  });
  return passages;
}

/** Headings that say nothing of what stands below them. */
const GENERIC =
  /^(?:key takeaways?|at a glance|conclusions?|summary|final thoughts|the bottom line|introduction|overview|background|about|details|(?:step|week|day|part|chapter|section|phase)s? [\divx]+\b.*|\d+|highlights|more|tips?|important|notes?|warning|caution|example|did you know\?|tl;?dr)[:.]?$/i;

function blocksOf(text: string): string[] {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/^(```|~~~)[^\n]*\n[\s\S]*?\n\1[ \t]*$/gm, "")
    .split(/\n\s*\n|\n(?=#{1,6} )|(?<=^#{1,6} [^\n]*)\n/m)
    .map((block) => block.trim())
    .filter((block) => block !== "");
}

function headingIn(block: string): string | undefined {
  const marked = /^#{1,6}\s+([^\n]+?)\s*#*$/.exec(block)?.[1];
  if (marked !== undefined) return withoutNumber(marked);
  const isLine = !block.includes("\n") && block.length <= 70 && /^[\p{Lu}\d]/u.test(block);
  return isLine && !/[.!,;:]$/.test(block) ? withoutNumber(block) : undefined;
}

function withoutNumber(heading: string): string {
  return heading.replace(/^(?:Q ?)?\d+(?:\.\d+)*[.):]?\s+(?=\p{Lu})/u, "");
}

/** A short line without an end above another, such as the name of an item. */
const LABEL_LINE = /^[^\n]{1,40}[^\n.!?:;,]\n(?=[\p{Lu}\d])/gmu;

/** As running text; items of lists are none. */
function withoutMarkup(block: string): string {
  return block
    .replace(LABEL_LINE, "")
    .replace(/^[ \t]*(?:[-*+\u2022\u2013]|\d+[.)]) .*$/gm, "")
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/\[\d{1,3}\]/g, "")
    .replace(/\*\*|__|`/g, "");
}

/** A whole statement of prose, about the subject and not about the page or to its reader. */
function isQuotable(sentence: string): boolean {
  const words = sentence.split(" ").length;
  return (
    words >= 5 &&
    words <= 45 &&
    /^["'\u201c]?[\p{Lu}\d]/u.test(sentence) &&
    /[.!]["'\u201d)]?$/.test(sentence) &&
    !/\s[.,](?:\s|$)|[:;]$|\.{3}$|\u2026|https?:|www\.|[|<>{}]/.test(sentence) &&
    !ABOUT_THE_PAGE.test(sentence) &&
    !OF_ITS_AUTHOR.test(sentence) &&
    !LABELLED.test(sentence) &&
    HAS_VERB.test(sentence) &&
    isClosed(sentence)
  );
}

const ABOUT_THE_PAGE =
  /\b(?:cookies?|subscribe|newsletter|sign up|log ?in|click|privacy policy|all rights reserved|copyright|advertis\w+|this (?:article|page|site|website|post|guide|section|chapter|tutorial|document)|(?:see|read) (?:also|more|below|above)|below|as follows|the following|in (?:part|section|chapter) (?:\d|one|two|three)|ignore (?:all|any|the|your) (?:previous|prior|above)|(?:previous|prior|these) instructions|you are an? (?:ai|assistant|language model))\b/i;
/** "Tip: ..." and other beginnings of an item, and what sends its reader elsewhere. */
const LABELLED =
  /^(?:\S+ ){0,4}\S+:\s|^(?:See|Read|Check out|Learn|Find out|Visit|Watch|Download|Take a look|Note that|Your (?:\S+ )?guide|A guide|Photo|Image|Credit|Source|Figure|Table)\b/;
/** Fragments have none of these; that a word in -s is a noun cannot be told. */
const HAS_VERB =
  /\b(?:is|are|was|were|am|be|has|have|had|do|does|did|can|could|may|might|must|will|would|shall|should|became|become|began|came|went|took|gave|grew|won|wrote|know|need|want|use|make|take|give|get|help|come|go|keep|live|grow|contain|include|consist|depend|provide|require|allow|cause|form|occur|mean)\b|n't\b|['\u2019](?:s|re|ll|ve|d)\b|\b\p{Ll}+(?:[^s\W]s|ed)\b/u;
const OF_ITS_AUTHOR = /\b(?:I|[Mm]y|[Ww]e|[Oo]ur|us|[Ll]et['\u2019]s)\b/;

function isClosed(sentence: string): boolean {
  const count = (sign: string) => sentence.split(sign).length - 1;
  return count("(") === count(")") && count("\u201c") === count("\u201d") && count('"') % 2 === 0;
}

/** Whether it speaks of something that was said before it. */
export function refersBack(sentence: string): boolean {
  return /^["'\u201c(]?(?:this|that|these|those|such|it|its|they|their|them|he|his|she|her|him|here|there|however|therefore|thus|hence|so|but|and|in fact|of course|still|occasionally|simply put|in other words|that said|as such|or|nor|yet|then|also|instead|otherwise|moreover|furthermore|additionally|besides|likewise|similarly|conversely|consequently|meanwhile|finally|afterwards?|next|as a result|for example|for instance|in addition|in contrast|on the other hand|both|neither|another|others?|one of (?:them|these|those)|(?:some|many|most|all|each|none) of (?:them|these|those)|the (?:former|latter|same|other|second|third)|to do (?:this|so)|after (?:this|that)|because of this|in this|the (?:answer|result|reason|problem))\b/i.test(
    sentence,
  );
}

/** Of a first sentence, which has nothing before it to point at. */
const POINTS = /\b(?:this|these|those|such)\b/i;

/** Of a sentence behind one that is left out. */
const FOLLOWS = /\b(?:it|its|they|them|their|then|there|too|also)\b/i;

/** The same for sentences that say the same in the same words. */
export function keyOf(sentence: string): string {
  return (sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

export function wordsIn(text: string): number {
  return keyOf(text)
    .split(" ")
    .filter((word) => word !== "").length;
}

const STOP = new Set(
  "a an the of in on at to for from by with and or nor but is are was were be been being as it its this that these those which who whom whose what when where how why can may might will would should could do does did has have had not no than then also into over under about between such their there they them he she his her you your we our i more most some any each other one two only very so if".split(
    " ",
  ),
);

/** The words that carry the meaning, without their usual endings. */
export function stemsOf(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}[\p{L}\p{N}'-]+/gu) ?? [])
    .filter((word) => !STOP.has(word))
    .map((word) =>
      word.replace(/(?:'s|ies|ing|ed|es|s|y)$/u, (ending) => (word.length - ending.length >= 3 ? "" : ending)),
    );
}
