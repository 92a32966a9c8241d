import { isStopWord, termsOf, wordsOf } from "../../engines/pages/terms.js";
import type { Source } from "./sources.js";

/** Says whether a sentence belongs to the pages it stands on rather than to their subject. */
export type BoilerplateFilter = (text: string) => boolean;

const FEWEST_WORDS = 4;
const MOST_WORDS = 40;

/**
 * A filter of what recurs in several sources, as a whole or with one word or name changed, and says nothing of the keyword:
 * such as the lines about an author, or what a site offers below every page. Figures are not such a change: two sources
 * that give different ones disagree.
 */
export function boilerplateOf(
  texts: readonly { readonly source: number; readonly text: string }[],
  query: readonly string[],
): BoilerplateFilter {
  const seen = new Map<string, number>();
  const recurring = new Set<string>();
  for (const { source, text } of texts) {
    for (const pattern of patternsOf(text, query)) {
      const first = seen.get(pattern);
      if (first === undefined) seen.set(pattern, source);
      else if (first !== source) recurring.add(pattern);
    }
  }
  return (text) => recurring.size > 0 && patternsOf(text, query).some((pattern) => recurring.has(pattern));
}

/** The sentence with names, and then with each of its words in turn, left open. */
function patternsOf(text: string, query: readonly string[]): string[] {
  const words = wordsOf(
    text.replace(/\b\p{Lu}[\p{L}'\u2019]*(?: \p{Lu}[\p{L}'\u2019]*)*/gu, (name, at: number) =>
      at === 0 && !name.includes(" ") ? name : "_x",
    ),
  );
  if (words.length < FEWEST_WORDS || words.length > MOST_WORDS) return [];
  const terms = termsOf(text);
  if (query.length > 0 && query.every((term) => terms.includes(term))) return [];
  const whole = words.join(" ");
  const patterns = [whole];
  if (words.length < 6) return patterns;
  for (const [at, word] of words.entries()) {
    if (isStopWord(word) || /\d/.test(word)) continue;
    patterns.push([...words.slice(0, at), "_", ...words.slice(at + 1)].join(" "));
  }
  return patterns;
}

/** Offers of a shop or a site, its prices and its staff, whatever it sells. */
const OFFER =
  /\b((contact|call|visit|find|ask|stop by) (your|an?|the) (nearest|local) (?!(authority|council|government)\b)|will contact you|call (now|today|us)|live chat|(all |our )?prices (are|were) based on|survey data|next review|last reviewed|(only|just) [$\u00a3\u20ac]\d+|money-?back|(full|partial) refund|satisfaction guarantee|free (trial|quote|estimate|consultation|preview)|orders? (placed|ships?|over)|sold separately|terms and conditions|trademarks? of|purchased in|intended for use in|created specifically for|is an online (class|course)|(this|the|our) (class|course|bundle|preview) (is|will|was|includes?|gives|covers|teaches|offers|comes)|in this (class|course)|reader-supported|pull requests|released under the|file (was|is) generated|our promise|the \p{L}+ promise (is|has)|years of (expertise|experience)|only \p{L}+ brings you|(expertise|specialties) includes?|board-certified|skip the form|top models|talk to our|see (the |our )?(\p{L}+ )?(website|site) for|customer (care|service)|of the \p{L}+ subscription|create an issue|open (an )?issues? to)\b|\(?\b\d{3}\)?[ .-]\d{3}[.-]\d{4}\b|\b0\d{3,4} \d{3} \d{3,4}\b/iu;
/** "Ruth Ashdown covered tools for the magazine", "the clinic's own Ruth Ashdown", "Ruth Ashdown, MD, is a", "A. The box ...". */
const STAFF =
  /^\p{Lu}\p{Ll}+ \p{Lu}[\p{L}-]+ (covers|covered|reports on|reported on|edits|edited|contributed) |\p{L}['\u2019]s? own \p{Lu}\p{Ll}+ \p{Lu}|\p{Lu}\p{L}+, (MD|PhD|RN|DO|DVM),? is an? |^[AQ]\. (?!\p{Lu}\.)/u;
/** What people say to each other below a question. */
const TALK =
  /^(?:(?:\p{Lu}\p{Ll}+|he|she)['\u2019]s (?:right|wrong|spot on)\b|(?:that|you)['\u2019](?:s|re) (?:right|wrong|not right)\b|easy way to tell|(?:\p{L}+ )?\p{L}+ here(?:,| \()|same here|yes it |agreed?\b[,.]|yours (?:went|is|was|were))|\bto add to (?:that|this|what)\b|\bplease (?:don['\u2019]t|do not) (?:any\p{L}+|throw)\b|\bhope (?:this|that) helps\b|\bjust my two\b|\b(?:nobody|no one|anybody|anyone)(?:['\u2019]s| has) said\b|\b(?:imho|afaik|tbh)\b/iu;
/** A question with answers of several people, or a row of posts. */
const FORUM_HEADING =
  /^(\d+ (answers?|replies|comments|posts|responses)|your (answer|reply)|(post|leave|add) a (reply|comment))$/i;
const FIRST_PERSON = /(^|[^\p{L}'])(I|I['\u2019](m|ve|d|ll)|my|me)(?=[^\p{L}'.-]|$)/u;

/** Whether a sentence is about what a site sells, or about the people who make it. */
export function isOfPage(text: string): boolean {
  return OFFER.test(text) || STAFF.test(text);
}

/** Whether a sentence answers somebody who wrote before. */
export function isTalk(text: string): boolean {
  return TALK.test(text);
}

const forums = new WeakMap<Source, boolean>();

function isForum(source: Source): boolean {
  const known =
    forums.get(source) ?? source.blocks.some(({ kind, text }) => kind === "heading" && FORUM_HEADING.test(text));
  forums.set(source, known);
  return known;
}

const OFFER_HEADING =
  /\b(newsletters?|mailing list|e-?mail updates|subscribe|sign up|join us|follow us|weekly (\w+ )?letter|stay in touch|our (books?|shop|courses?|podcast|sponsors?)|support us|donate|get a free quote|customer care|warranty|guarantee|backed by|our promise)\b/i;
/** Sections of the files that go with programs, and lists of further pages. */
const PROJECT_HEADING =
  /^((the )?(maintainers?|authors?|contributors?|contributing|licen[cs]e|sponsors?|backers|related( \w+)?|credits|acknowledge?ments|running tests|building docs|badges?)|.*\bfor enterprise)$/i;
const AUTHOR_HEADING = /^(about|meet) (the )?(authors?|writers?|editors?|me|us)$|^(written|reviewed|edited) by\b/i;
const OCCUPATION =
  /\b(writer|journalist|author|editor|blogger|columnist|freelancer|contributor|photographer|nutritionist|dieti[ct]ian|professor|lecturer|surgeon|physician|doctor|nurse|naturalist|consultant|teacher|founder|coach|expert|enthusiast|gardener|chef|cook|lives|writes|works|holds|studied)\b/;

/** Whether a section, or a block without its heading, is an offer of the site, about who made it, or a post to others. */
export function isAboutPage(heading: string, text: string, source: Source): boolean {
  if (OFFER_HEADING.test(heading) || AUTHOR_HEADING.test(heading) || PROJECT_HEADING.test(heading)) return true;
  if (heading === "" && isForum(source) && (FIRST_PERSON.test(text) || TALK.test(text))) return true;
  const { byline } = source;
  const name = /^(?:about|meet) (\p{Lu}\p{L}+ .*)$/iu.exec(heading)?.[1] ?? byline;
  if (name === "" || !/^\p{Lu}\p{L}+ \p{Lu}/u.test(name)) return false;
  return text.startsWith(name) && OCCUPATION.test(text.slice(0, 200));
}
