import { termsOf } from "../../engines/pages/terms.js";
import { withoutNumber } from "../_kit/source-texts/source-index.js";
import { holdsPhrase } from "./source-sentences.js";

/** Of the sentences of a page, those that name the subject where the page is about that as well; and of those of a paragraph. */
const ALSO_ABOUT_IT = 0.2;
const SPEAKS_OF_IT = 0.3;
/** "How to ...", "Your first ...", "Feeding a ..." and others that say no kind of the thing. */
const NO_KIND =
  /^(?:how|what|why|when|where|who|your|my|our|their|its|this|that|these|those|all|any|some|every|each|more|most|best|top|good|great|first|new|old|other|another|about|and|or|of|for|with|in|on|to|from|by|use|using|make|get|buy|choose|\d+|\p{L}+ing|\p{L}+ed)$/iu;

/**
 * Whether a page is about another thing of the kind: "Focus Blur" for "Gaussian blur". Its title is that thing's name and its
 * sentences, given as their terms, hardly name the subject.
 */
export function isOfSibling(
  title: string,
  sentences: readonly (readonly string[])[],
  query: readonly string[],
): boolean {
  return query.length > 1 && namesSibling(title, query) && shareTelling(sentences, query) <= ALSO_ABOUT_IT;
}

/** The share of sentences with the words that tell the thing from others of its kind: "lighthouse" of "lighthouse lens". */
function shareTelling(sentences: readonly (readonly string[])[], query: readonly string[]): number {
  const telling = query.slice(0, -1);
  return (
    sentences.filter((terms) => telling.every((term) => terms.includes(term))).length / Math.max(1, sentences.length)
  );
}

/** Whether a paragraph of such a page is about the subject all the same. */
export function isOnSubject(sentences: readonly (readonly string[])[], query: readonly string[]): boolean {
  return shareNaming(sentences, query) >= SPEAKS_OF_IT;
}

function shareNaming(sentences: readonly (readonly string[])[], query: readonly string[]): number {
  return sentences.filter((terms) => holdsPhrase(terms, query)).length / Math.max(1, sentences.length);
}

function namesSibling(title: string, query: readonly string[]): boolean {
  const plain = withoutNumber(title);
  const names = [plain.split(/\s*[:|(\u2013\u2014]|\s-\s/, 1)[0]!, /\(([^()]+)\)/.exec(plain)?.[1] ?? ""];
  const held = termsOf(plain);
  if (query.slice(0, -1).some((term) => held.includes(term))) return false;
  return names.some((name) => {
    const words = name.replace(/^(?:the|an?) /i, "").split(" ");
    const last = termsOf(words.at(-1)!);
    return (
      words.length >= 2 &&
      words.length <= 3 &&
      last.length === 1 &&
      last[0] === query.at(-1) &&
      words.slice(0, -1).every((word) => !NO_KIND.test(word) && termsOf(word).length > 0)
    );
  });
}
