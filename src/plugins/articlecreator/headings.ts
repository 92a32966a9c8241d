import { countWords, termsOf } from "../../engines/pages/terms.js";
import { likeness } from "./likeness.js";
import type { Material } from "./material.js";
import { relatedPhrases } from "./related.js";
import { inNumber, roleOf } from "./roles.js";
import type { Passage } from "./runs.js";
import type { Topic } from "./topics.js";

const LONGEST_HEADING = 9;
/** From here on two headings are held to be the same. */
const SAME_HEADING = 0.6;
/** Headings that say nothing about what is below them. */
const EMPTY_HEADING =
  /^(introduction|intro|overview|conclusions?|summary|background|details?|more|notes?|tips?|faqs?|frequently asked questions|questions|final thoughts|the bottom line|bottom line|key takeaways|takeaways|in short|in brief|getting started|description|general|general information|information|about|home|main|discussion|results?|methods?|ingredients?|instructions?|directions|method|steps?|materials?|equipment|supplies|what you need|what you'll need|video|gallery|author|abstract|history)$/i;

/**
 * A heading for a part of an article: that of the section it is from, else what its sections have in common. Empty when
 * there is none that says something; never one that is taken.
 */
export function topicHeading(
  { role }: Topic,
  passages: readonly Passage[],
  material: Material,
  taken: readonly string[],
): string {
  // What all headings may have in common, the keyword, does not make them alike.
  const ownTerms = (text: string) => new Set(termsOf(text).filter((term) => !material.query.includes(term)));
  const free = (text: string) =>
    text !== "" &&
    taken.every(
      (other) => other.toLowerCase() !== text.toLowerCase() && likeness(ownTerms(text), ownTerms(other)) < SAME_HEADING,
    );
  const usable = (text: string) => isHeading(text) && free(text);
  const sections = new Set(passages.map(({ paragraph }) => paragraph.section));
  const sources = [...new Set(passages.map(({ paragraph }) => paragraph.source))];
  const own = cleanHeading(passages[0]?.paragraph.heading ?? "");
  const title = cleanHeading(material.sources[sources[0] ?? 0]?.title ?? "");
  if (sections.size === 1 && usable(own)) return own;
  if (sections.size === 1 && own === "" && isShortTitle(title) && usable(title)) return title;
  const plural = isPlural(material.keyword);
  if (role !== undefined && role.heading !== "" && free(inNumber(role.heading, plural))) {
    const ofTitle = sources.length === 1 && sections.size > 1 && roleOf(title) === role;
    return ofTitle && usable(title) && isShortTitle(title) ? title : inNumber(role.heading, plural);
  }
  const largest = [...Map.groupBy(passages, ({ paragraph }) => paragraph.section).values()].toSorted(
    (one, other) => wordsIn(other) - wordsIn(one),
  );
  const headings = largest.map(([passage]) => cleanHeading(passage!.paragraph.heading));
  return (
    [...(sources.length === 1 && isShortTitle(title) ? [title] : []), ...headings].find(usable) ??
    phraseHeading(passages, material, free)
  );
}

function isShortTitle(title: string): boolean {
  return countWords(title) <= 6 && !title.includes(":");
}

function phraseHeading(passages: readonly Passage[], material: Material, free: (text: string) => boolean): string {
  const texts = passages.flatMap(({ sentences }) => sentences.map(({ text }) => text));
  return relatedPhrases("", material.query, material.related, texts).map(titleCase).find(free) ?? "";
}

function wordsIn(passages: readonly Passage[]): number {
  return passages.reduce((sum, { words }) => sum + words, 0);
}

/** Whether a keyword names several things: "gallstones". */
export function isPlural(keyword: string): boolean {
  return /[^s]s$/i.test(keyword) && !/(us|is)$/i.test(keyword);
}

function isHeading(text: string): boolean {
  const words = countWords(text);
  return (
    words > 0 &&
    words <= LONGEST_HEADING &&
    !EMPTY_HEADING.test(text) &&
    !/[!|@{}<>]|https?:|\b(my|our|we|i)\b/i.test(text)
  );
}

/** A heading of a source without its number, mark or full stop, in title case where it is English. */
export function cleanHeading(text: string): string {
  const bare = text
    .replace(/^[\s#*\u2022\u2013\u2014-]+/, "")
    .replace(
      /^(?:the )?(?:top )?\d{1,3} (?=(?:\p{L}+ )?(?:ways|tips|reasons|facts|things|types|kinds|steps|uses|benefits|signs|mistakes)\b)/iu,
      "",
    )
    .replace(
      /^(step|part|chapter|section|tip|day|reason|stage|no\.?|number|question|q)\s*#?\d{1,3}\s*[:.)\u2013\u2014-]*\s*/i,
      "",
    )
    .replace(/^(\d{1,3}(\.\d{1,3}){0,3}|[ivx]{1,5}|[a-z])[.):]\s*/i, "")
    .replace(/[\s:;.,#\u00b6*\u2013\u2014-]+$/, "")
    .trim();
  return titleCase(bare);
}

const SMALL_WORDS = new Set(
  "a an and as at but by for from if in into nor of off on onto or over per so than the to up via vs with yet".split(
    " ",
  ),
);

/** Capitals as English titles have them; words with capitals or figures of their own stay as they are. */
export function titleCase(text: string): string {
  const given = text.split(" ").filter((word) => word !== "");
  const isAllCapitals = given.length > 1 && text === text.toUpperCase() && /\p{Lu}/u.test(text);
  const words = isAllCapitals ? text.toLowerCase().split(" ") : given;
  return words
    .map((word, index) => {
      const edge = index === 0 || index === words.length - 1 || /[:?!\u2013\u2014]$/.test(words[index - 1] ?? "");
      const shouted = words.every((each) => each === each.toUpperCase())
        ? /^\p{Lu}{5,}[:?!]?$/u.test(word)
        : SMALL_WORDS.has(word.toLowerCase());
      const plain = shouted || /^\p{Lu}?\p{Ll}*$/u.test(word.replace(/[^\p{L}]/gu, "")) ? word.toLowerCase() : word;
      if (!edge && SMALL_WORDS.has(plain)) return plain;
      return plain.replace(
        /^([^\p{L}\p{N}]*)(\p{L})/u,
        (_, mark: string, letter: string) => mark + letter.toUpperCase(),
      );
    })
    .join(" ");
}
