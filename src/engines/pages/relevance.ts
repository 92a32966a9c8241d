import { queryTerms, termsOf } from "./terms.js";

/** How well a page or a link fits what is looked for: from 0 for not at all to 1. */
export interface Relevance {
  ofPage(title: string, text: string): number;
  /** By what a reader clicks on, the address, and how well the page fits that it is on. */
  ofLink(text: string, address: string, ofPage: number): number;
}

const SATURATION = 1.2;
const LENGTH_EFFECT = 0.75;
/** Terms of a usual page and of a usual link; what is longer has to hold the query more often. */
const PAGE_TERMS = 400;
const LINK_TERMS = 4;
const MAX_TEXT = 50_000;

/**
 * The counting of BM25 without rarity, which nobody knows while a crawl is running: each term of the query counts alike,
 * and the more the fewer times it was there before.
 */
export function relevanceTo(query: string): Relevance {
  const wanted = queryTerms(query);
  const score = (terms: readonly string[], usual: number): number => {
    if (wanted.length === 0 || terms.length === 0) return 0;
    const counts = new Map(wanted.map((term) => [term, 0]));
    for (const term of terms) {
      const count = counts.get(term);
      if (count !== undefined) counts.set(term, count + 1);
    }
    const length = SATURATION * (1 - LENGTH_EFFECT + (LENGTH_EFFECT * terms.length) / usual);
    let sum = 0;
    for (const count of counts.values()) sum += count / (count + length);
    return sum / wanted.length;
  };
  return {
    ofPage: (title, text) =>
      0.5 * score(termsOf(title), LINK_TERMS) + 0.5 * score(termsOf(text.slice(0, MAX_TEXT)), PAGE_TERMS),
    ofLink: (text, address, ofPage) =>
      0.5 * score(termsOf(text), LINK_TERMS) + 0.2 * score(termsOf(wordsOfAddress(address)), LINK_TERMS) + 0.3 * ofPage,
  };
}

function wordsOfAddress(address: string): string {
  const path = address.slice(address.indexOf("/", 8));
  return path.replace(/[^a-z\d]+/gi, " ");
}
