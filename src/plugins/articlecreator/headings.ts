import { countWords, termsOf } from "../../engines/pages/terms.js";
import type { Passage } from "./choose.js";
import { likeness } from "./likeness.js";
import type { Material } from "./material.js";
import { relatedPhrases } from "./related.js";

const LONGEST_HEADING = 10;
/** From here on two headings are held to be the same. */
const SAME_HEADING = 0.6;
/** Headings that say nothing about what is below them. */
const EMPTY_HEADING =
  /^(introduction|intro|overview|conclusions?|summary|background|details?|more|notes?|tips?|faqs?|frequently asked questions|questions|final thoughts|the bottom line|bottom line|key takeaways|takeaways|in short|in brief|getting started|description|general|general information|information|about|home|main|discussion|results?|methods?|ingredients?|instructions?|directions|method|steps?|materials?|equipment|supplies|what you need|what you'll need|video|gallery|author|abstract|history)$/i;

/**
 * A heading for passages that are together: the best one of their own sections, else what they have in common, else
 * none. Never one that is taken.
 */
export function chosenHeading(passages: readonly Passage[], material: Material, taken: readonly string[]): string {
  const takenTerms = taken.map((text) => new Set(termsOf(text)));
  const takenKeys = new Set(taken.map((text) => text.toLowerCase()));
  const free = (text: string) => {
    const terms = new Set(termsOf(text));
    return (
      !takenKeys.has(text.toLowerCase()) &&
      terms.size > 0 &&
      !takenTerms.some((other) => likeness(terms, other) >= SAME_HEADING)
    );
  };
  const votes = new Map<string, number>();
  const words = passages.reduce((sum, passage) => sum + passage.words, 0);
  const held = passages.map((passage) => new Set(passage.sentences.flatMap((sentence) => [...sentence.terms])));
  const vote = (text: string, weight: number) => {
    const clean = cleanHeading(text);
    if (isHeading(clean) && free(clean)) votes.set(clean, (votes.get(clean) ?? 0) + weight);
  };
  const sections = new Set(passages.map((passage) => passage.paragraph.section)).size;
  const sources = new Set(passages.map((passage) => passage.paragraph.source)).size;
  for (const passage of passages) {
    const { heading, source } = passage.paragraph;
    const weight = passage.words / words;
    vote(heading, weight * (termsOf(heading).length > 1 ? 1 : 0.4));
    // Pages without sections of their own are about what their title says, and so are several sections of one page.
    const whole = heading === "" ? 0.7 : sources === 1 && sections > 1 ? 0.6 : 0.2;
    vote(material.sources[source]?.title ?? "", weight * whole);
  }
  let best: { text: string; value: number } | undefined;
  for (const [text, votesFor] of votes) {
    const terms = termsOf(text);
    const fitting = held.filter((set) => terms.some((term) => set.has(term))).length / held.length;
    const question = text.endsWith("?") ? 0.15 : 0;
    const value = votesFor + 0.8 * fitting - 0.03 * countWords(text) - question;
    if (best === undefined || value > best.value) best = { text, value };
  }
  if (best !== undefined) return best.text;
  const texts = passages.flatMap((passage) => passage.sentences.map((sentence) => sentence.text));
  const phrases = relatedPhrases("", material.query, material.related, texts).map(titleCase);
  return phrases.find(free) ?? "";
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
  const words = text.split(" ").filter((word) => word !== "");
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
