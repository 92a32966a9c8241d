import { isStopWord, termsOf, wordsOf } from "../../engines/pages/terms.js";
import { isTalk } from "./page-sentences.js";
import type { Source } from "./sources.js";

/** Says of a sentence of the texts it was made from whether it belongs to the pages rather than to their subject. */
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
  const seen = new Map<string, { readonly first: number; readonly texts: string[]; recurs: boolean }>();
  for (const { source, text } of texts) {
    for (const pattern of patternsOf(text, query)) {
      const held = seen.get(pattern);
      if (held === undefined) seen.set(pattern, { first: source, texts: [text], recurs: false });
      else {
        held.texts.push(text);
        if (held.first !== source) held.recurs = true;
      }
    }
  }
  const recurring = new Set([...seen.values()].flatMap((pattern) => (pattern.recurs ? pattern.texts : [])));
  return (text) => recurring.has(text);
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

/** A question with answers of several people, or a row of posts. */
const FORUM_HEADING =
  /^(\d+ (answers?|replies|comments|posts|responses)|your (answer|reply)|(post|leave|add) a (reply|comment))$/i;
const FIRST_PERSON = /(^|[^\p{L}'])(I|I['\u2019](m|ve|d|ll)|my|me)(?=[^\p{L}'.-]|$)/u;

const forums = new WeakMap<Source, boolean>();

function isForum(source: Source): boolean {
  const known =
    forums.get(source) ?? source.blocks.some(({ kind, text }) => kind === "heading" && FORUM_HEADING.test(text));
  forums.set(source, known);
  return known;
}

const OFFER_HEADING =
  /\b(newsletters?|mailing list|e-?mail updates|subscribe|sign up|join us|follow us|weekly (\w+ )?letter|stay in touch|our (books?|shop|courses?|podcast|sponsors?)|support us|donate|get an? (?:\p{L}+ )*quote|(schedule|book|request|make|arrange) (?:(?:an?|your|my) )?(?:\p{L}+ )?(appointment|consultation|visit|demo|call|tour|service)|contact us|ready to (?!\p{L}+[- ]to)\p{L}+|why choose|how we can|shop (?:now|our|the|all)|customer care|warranty|guarantee|backed by|our promise)\b/iu;
/** Sections of the files that go with programs, and lists of further pages. */
const PROJECT_HEADING =
  /^((the )?(maintainers?|authors?|contributors?|contributing|licen[cs]e|sponsors?|backers|related( \w+)?|credits|acknowledge?ments|running tests|building docs|badges?)|.*\bfor enterprise)$/i;
/** What a page tells once more in short, or lists of what else there is to read. */
const RECAP_HEADING =
  /^(?:(?:the |key )?takeaways?|(?:key|main) points(?: to remember)?|(?:section|chapter|lesson|unit) (?:summary|review|recap|questions)|quick (?:facts|identity|summary|recap)|tl;?dr|(?:in|what's in) this (?:article|guide|post)|what you(?:'|\u2019)ll learn|(?:table of )?contents|read next|further reading|(?:for )?(?:more|further) (?:information|resources)|(?:additional|useful|helpful|other|more) (?:resources|links)|resources|where to learn more|learn more|you (?:may|might) also (?:like|enjoy)|more from .*|related (?:articles|posts|stories|reading))[:.]?$/i;
const AUTHOR_HEADING = /^(about|meet) (the )?(authors?|writers?|editors?|me|us)$|^(written|reviewed|edited) by\b/i;
const OCCUPATION =
  /\b(writer|journalist|author|editor|blogger|columnist|freelancer|contributor|photographer|nutritionist|dieti[ct]ian|professor|lecturer|surgeon|physician|doctor|nurse|naturalist|consultant|teacher|founder|coach|expert|enthusiast|gardener|chef|cook|lives|writes|works|holds|studied)\b/;

/** "Build Gates Your Way with gates.example", "Plan Your Hedge with Ashdown": what a firm offers. */
const WITH_FIRM =
  /(?:^|\s)[\w-]+\.(?:com|io|net|org|co|ai|app|example)\b|^(?:kick off|get|start|begin|plan|launch|create|build|simplify|streamline|transform|take|make|manage|grow|boost) (?:[\p{L}-]+ )*(?:your|the|an?) (?:[\p{L}-]+ )*(?:with|at) \p{Lu}[\p{L}&-]+(?: \p{Lu}[\p{L}&-]+)*[.!]?$/iu;
/** A name with a capital where the words around it have none, or an address. */
const NAMED = /(?:with|at) \p{Lu}|\.(?:com|io|net|org|co|ai|app|example)\b/u;

function isOfFirm(heading: string): boolean {
  return WITH_FIRM.test(heading) && NAMED.test(heading);
}

/** Whether a heading stands over lists of what else there is to read, with sections of its own below it. */
export const listsReading = (heading: string): boolean => RECAP_HEADING.test(heading);

/** Whether a section, or a block without its heading, is an offer of the site, about who made it, or a post to others. */
export function isAboutPage(heading: string, text: string, source: Source): boolean {
  if (OFFER_HEADING.test(heading) || AUTHOR_HEADING.test(heading) || PROJECT_HEADING.test(heading)) return true;
  if (RECAP_HEADING.test(heading) || isOfFirm(heading)) return true;
  if (heading === "" && isForum(source) && (FIRST_PERSON.test(text) || isTalk(text))) return true;
  const { byline } = source;
  const name = /^(?:about|meet) (\p{Lu}\p{L}+ .*)$/iu.exec(heading)?.[1] ?? byline;
  if (name === "" || !/^\p{Lu}\p{L}+ \p{Lu}/u.test(name)) return false;
  return text.startsWith(name) && OCCUPATION.test(text.slice(0, 200));
}
