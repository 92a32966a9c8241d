import { countWords, termsOf } from "../../engines/pages/terms.js";
import { relatedPhrases } from "../_kit/related-phrases.js";
import { asWritten } from "./as-written.js";
import { begun, headingWords, isCodeName } from "./code-names.js";
import { likeness } from "./likeness.js";
import type { Material } from "./material.js";
import { isLiterary, isOfOthers, isPlain } from "./plain-heading.js";
import { inNumber, WHAT } from "./roles.js";
import { type Passage, wordsOfPassages } from "./runs.js";
import { sideOf } from "./sides.js";
import { definingOf, kindOf } from "./subject.js";
import { mentionsRole, supportsRole } from "./supports-role.js";
import type { Topic } from "./topics.js";

const LONGEST_HEADING = 9;
/** From here on two headings are held to be the same. */
const SAME_HEADING = 0.6;
/** Headings that say nothing about what is below them. */
const EMPTY_HEADING =
  /^(introduction|intro|overview|conclusions?|summary|details?|more|notes?|faqs?|frequently asked questions|questions|final thoughts|the bottom line|bottom line|related(?: .*)?|see also|further reading|(?:the )?final (?:take|verdict|words?)|verdict|wrap(?:ping)?[- ]?up|the short answer|(?:(?:key|main) )?takeaways?|in (?:conclusion|summary)|to sum up|(?:closing|concluding|parting) (?:thoughts|words|remarks)|how|why|what|when|where|who|which|in short|in brief|general|general information|information|about|home|main|video|gallery|author|abstract|glossary|vocabulary|words (?:you need|to know)|key terms|today|now|nowadays|.*\bfaqs?)\??$/i;

/**
 * A heading for a part of an article: that of the section it is from, else its role's where its own words bear that out,
 * else a phrase that its passages share and the sources do not use elsewhere. Empty when there is none; never one that is
 * taken. `byTitle`: the beginning of a page may also stand below the title of that page, whatever it speaks of.
 */
export function topicHeading(
  { role }: Topic,
  passages: readonly Passage[],
  material: Material,
  taken: readonly string[],
  byTitle = false,
): string {
  // What all headings may have in common, the keyword, does not make them alike.
  const ownTerms = (text: string) => new Set(termsOf(text).filter((term) => !material.query.includes(term)));
  const free = (text: string) =>
    text !== "" &&
    taken.every(
      (other) =>
        other.toLowerCase() !== text.toLowerCase() &&
        (figuresIn(other) !== figuresIn(text) ||
          areOtherCalls(text, other) ||
          likeness(ownTerms(text), ownTerms(other)) < SAME_HEADING),
    );
  const usable = (text: string) => isHeading(text) && free(text) && !isKeyword(text, material);
  const sections = [...Map.groupBy(passages, ({ paragraph }) => paragraph.section).values()].toSorted(
    (one, other) => wordsOfPassages(other) - wordsOfPassages(one),
  );
  const [main] = sections;
  if (main === undefined) return "";
  const own = completed(withAbove(ownHeading(main[0]!.paragraph.heading), main[0]!, material), main, material);
  const isMain = wordsOfPassages(main) >= MAIN_SHARE * wordsOfPassages(passages);
  const fits = (answers(own, main) || isMostOf(main, material, own)) && (isMain || speaksOf(own, passages));
  const isOwn = fits && (sections.length === 1 || !own.endsWith("?")) && usable(own);
  if (isOwn && !isOfOthers(own, material) && !isLiterary(own)) return own;
  const general = role === undefined ? "" : inNumber(role.heading, isPlural(material.keyword));
  // What a source with such a title begins with speaks of what the title says.
  const isOfTitle = own === "" && role !== WHAT;
  const isTold = role?.name !== "making" || passages.some(({ list }) => list?.ordered === true);
  const bearsOut = role !== undefined && (isOfTitle ? mentionsRole(role, passages) : supportsRole(role, passages));
  if (role !== undefined && isTold && free(general) && bearsOut) return general;
  const given = material.sources[main[0]!.paragraph.source]?.title ?? "";
  const title = ownHeading(given);
  const ofTitle =
    own === ""
      ? [...titleHeadings(title), ...(OF_CHAPTER.test(given) ? [title] : [])].find(
          (text) => usable(text) && speaksOfMore(text, passages, material) && isPlain(text, passages, material),
        )
      : undefined;
  if (ofTitle !== undefined) return ofTitle;
  // A section that is headed like the article says more of all of it.
  const isOfAll = own === "" ? role === WHAT : isHeading(own) && isKeyword(own, material);
  const more = isOfAll ? [`More about ${spokenOf(material)}`] : [];
  const isNew = (text: string) => taken.every((other) => other !== text);
  const phrase = sharedPhrases(passages, material)
    .map((text) => titleCase(asWritten(text, material)))
    .find(usable);
  if (phrase !== undefined && !isOwn) return phrase;
  const side = own === "" ? "" : (sideOf(kindOf(material), "", wordsOfAll(passages)) ?? "");
  const names = side === "" ? [] : namesIn(passages, material);
  const found = [...names, side].find((text) => usable(text) && !isOfOthers(text, material));
  if (found !== undefined) return found;
  if (isOwn && !isOfOthers(own, material)) return own;
  const titles = byTitle && own === "" && !isOfOthers(title, material) ? [...titleHeadings(title), title] : [];
  const titled = titles.find(usable);
  return more.find(isNew) ?? titled ?? "";
}

/** "open(path, mode)" and "openSync(path, mode)": what differs is the name alone. */
function areOtherCalls(one: string, other: string): boolean {
  const [name, known] = [one, other].map((text) => CALL.exec(text)?.[1]);
  return name !== undefined && known !== undefined && name !== known;
}

const CALL = /^([\w.$]+)\(.*\)$/;

/** "Preliminary Steps" says of what it is only below its heading: "Bridges: Preliminary Steps". */
function withAbove(heading: string, { paragraph: { above, under } }: Passage, material: Material): string {
  if (under === undefined || !OF_ANYTHING.test(heading)) return heading;
  const outer = ownHeading(above);
  const whole = `${outer}: ${heading}`;
  return outer !== "" && !isKeyword(outer, material) && isHeading(outer) && isHeading(whole) ? whole : heading;
}

const OF_ANYTHING =
  /^(?:(?:preliminary|first|next|further|basic|general|initial|additional|final) (?:steps?|notes?|remarks?|settings?|setup|options?)|(?:\p{L}+ )?(?:configuration|installation|setup|settings|requirements|prerequisites|preparation|usage|syntax|parameters|options|limitations|examples?|description|advantages|disadvantages|pros|cons|benefits|drawbacks|features|components|procedure))$/iu;

/** A heading that stands above others, as an article may have it; empty where it may not. */
export function familyHeading(text: string, material: Material, taken: readonly string[]): string {
  const own = ownHeading(text);
  const isFree = taken.every((other) => other.toLowerCase() !== own.toLowerCase());
  const fits = isFree && isHeading(own) && !isKeyword(own, material) && !isOfOthers(own, material) && !isLiterary(own);
  return fits ? own : "";
}

/** The title of a section of a book, which may be one word: "31.6. Restrictions". */
const OF_CHAPTER = /^\d+(?:\.\d+)+\.?\s/;

/** "Type 1 Diabetes" and "Type 2 Diabetes" are two things. */
function figuresIn(text: string): string {
  return (text.match(/\d+/g) ?? []).join(" ");
}

/** "Dark Chocolate" for a section of an article on chocolate that is headed "Dark", where it speaks of dark chocolate. */
function completed(heading: string, passages: readonly Passage[], { keyword }: Material): string {
  if (!/^[\p{L}-]+$/u.test(heading) || countWords(keyword) > 2) return heading;
  const whole = new RegExp(`\\b${escaped(heading)} ${escaped(keyword)}s?\\b`, "i");
  const isSaid = passages.some(({ sentences }) => sentences.some(({ text }) => whole.test(text)));
  return isSaid ? `${heading} ${titleCase(keyword)}` : heading;
}

/** The keyword as the middle of a heading: "the Great Fire of London" where that is what defines it says. */
function spokenOf(material: Material): string {
  const name = titleCase(asWritten(material.keyword, material));
  const subject = definingOf(material)[0]?.definition.subject ?? "";
  if (/^an? /i.test(subject) && /^\p{Ll}/u.test(material.keyword)) return pluralOf(name);
  return /^the /i.test(subject) && termsOf(subject).join(" ") === material.query.join(" ") ? `the ${name}` : name;
}

/** "More about Canal Locks" of an article on a canal lock. */
function pluralOf(name: string): string {
  if (isPlural(name)) return name;
  if (/[^aeiou]y$/i.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/i.test(name) ? `${name}es` : `${name}s`;
}

/** Names of two words or more that the passages have several times, the most frequent first. */
function namesIn(passages: readonly Passage[], { query }: Material): string[] {
  const counts = new Map<string, number>();
  for (const text of wordsOfAll(passages)) {
    for (const [name] of text.matchAll(/(?<![.!?\u201d"] )\b\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+\b/gu)) {
      if (!termsOf(name).every((term) => query.includes(term))) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts]
    .filter(([, count]) => count >= 2)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name]) => name);
}

/** Share of the words from which on the heading of one section serves for all of a part. */
const MAIN_SHARE = 0.7;

function isKeyword(text: string, { query, keyword }: Material): boolean {
  const terms = termsOf(text);
  const bare = text.replace(/^(?:(?:what|who) (?:is|are|was|were) )?(?:(?:the|an?) )?/i, "");
  // "Work" of "remote work" is too frequent to be a term.
  const isNoMore =
    countWords(bare) <= Math.max(query.length, bare.toLowerCase() === keyword.toLowerCase() ? countWords(keyword) : 0);
  return isNoMore && terms.length >= Math.min(2, query.length) && terms.every((term) => query.includes(term));
}

/** A heading of a source as one for an article: nobody's own, and with the mark of a question where it asks one. */
function ownHeading(text: string): string {
  const clean = cleanHeading(text).replace(
    /^(?:My|Our|Your|(?:Definition|Overview|Introduction)(?: and|,| &)) (?=\S)/,
    "",
  );
  const named = begun(clean);
  return ASKS.test(named) && !TELLS.test(named) && !named.endsWith("?") ? `${named}?` : named;
}

/** "Do a warm-up run", "Have a friend read it", "Can finish faster" ask nothing. */
const TELLS =
  /^(?:(?:Can|Could|Will|Would|Should) (?:finish|be|do|have|get|make|take|use|run|help|save|cost|lead|cause|improve|reduce|increase|lift|work|keep|read|write|speak|hold)\b|Do|Have) (?:an?|the|your|some|more|less|not|it|this|that|these|those|one|two|three|all|both|fun|yourself)\b/i;

const ASKS =
  /^(?:(?:How|Why|When|Where|What|Which|Who)(?: (?:much|many|long|often|far|old|big|exactly))? (?:is|are|was|were|do|does|did|can|could|should|will|would|has|have|causes|makes|happens|happened)|Is|Are|Was|Were|Do|Does|Did|Can|Could|Should|Will|Would|Has|Have) /i;

/** Whether the passages begin where their section does, or speak of what its heading names; a question needs its answer. */
function answers(heading: string, passages: readonly Passage[]): boolean {
  if (heading === "") return false;
  const [first] = passages;
  const fromStart = first!.paragraph.order === 0 && first!.sentences[0]!.index === 0;
  if (heading.endsWith("?")) return fromStart;
  return fromStart || speaksOf(heading, passages);
}

/** Whether the passages are most of what their section says: its heading names that. */
function isMostOf(passages: readonly Passage[], { paragraphs }: Material, heading: string): boolean {
  if (heading === "" || heading.endsWith("?")) return false;
  const { section } = passages[0]!.paragraph;
  const all = paragraphs
    .filter((paragraph) => paragraph.section === section)
    .flatMap(({ sentences }) => sentences.map((sentence) => sentence?.words ?? UNUSED_WORDS));
  return wordsOfPassages(passages) >= MOST * all.reduce((sum, words) => sum + words, 0);
}

const MOST = 0.4;
/** Of a sentence that may not be used. */
const UNUSED_WORDS = 15;

/** Whether most sections of a part use a word of the heading. */
function speaksOf(heading: string, passages: readonly Passage[]): boolean {
  const terms = termsOf(heading);
  const naming = passages.filter(({ sentences }) =>
    sentences.some((sentence) => terms.some((term) => sentence.terms.has(term))),
  );
  return wordsOfPassages(naming) >= 0.5 * wordsOfPassages(passages);
}

/** The same of what a heading says besides the keyword. */
function speaksOfMore(heading: string, passages: readonly Passage[], { query }: Material): boolean {
  const more = termsOf(heading).filter((term) => !query.includes(term));
  return speaksOf(more.length === 0 ? heading : more.join(" "), passages);
}

/** A title as a heading: whole where it is short, or what stands before or after its colon or dash. */
function titleHeadings(title: string): string[] {
  const parts = title.split(/\s*[:|\u2013\u2014]\s+| - /);
  return [...(parts.length === 1 ? [title] : []), ...parts.slice(1), parts[0]!]
    .filter((part) => countWords(part) >= 2 && countWords(part) <= LONGEST_OF_TITLE)
    .map(ownHeading);
}

const LONGEST_OF_TITLE = 8;

function wordsOfAll(passages: readonly Passage[]): string[] {
  return passages.flatMap(({ sentences }) => sentences.map(({ text }) => text));
}

/** Phrases that stand in several sentences of the passages and hardly anywhere else in the sources, the best first. */
function sharedPhrases(passages: readonly Passage[], material: Material): string[] {
  const texts = wordsOfAll(passages);
  const inside = new Set(
    passages.flatMap(({ sentences }) => sentences.map(({ at, paragraph }) => `${paragraph.source} ${at}`)),
  );
  const outside = material.paragraphs.flatMap(({ source, sentences }) =>
    sentences.filter((sentence) => sentence !== undefined && !inside.has(`${source} ${sentence.at}`)),
  );
  return relatedPhrases("", material.query, material.related, texts).filter((phrase) => {
    const terms = termsOf(phrase).filter((term) => !material.query.includes(term));
    const own = passages
      .flatMap(({ sentences }) => sentences)
      .filter((each) => terms.every((term) => each.terms.has(term)));
    const others = outside.filter((each) => each !== undefined && terms.every((term) => each.terms.has(term)));
    const isTold = own.length >= TELLING_SHARE * passages.reduce((count, { sentences }) => count + sentences.length, 0);
    return isTold && own.length >= 2 && others.length <= own.length && isNounPhrase(phrase, texts);
  });
}

/** Share of the sentences that use a phrase which may head them. */
const TELLING_SHARE = 0.4;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const WITH_ARTICLE = "(?:an?|the|of|its|their|his|her|this|these|with|and|for|by|in|from|as)";

const AFTER_NAME =
  "(?:and|or|of|in|on|at|to|for|with|by|from|is|are|was|were|has|have|had|can|may|will|would|that|which|who|as|than|into|over|under|after|before|during|because|when|while|but|if|so)";

/** Whether the texts use the phrase as the name of something. */
function isNounPhrase(phrase: string, texts: readonly string[]): boolean {
  const [first] = phrase.split(" ");
  if (/(?:ed|ing|ly)$/.test(first!) || /(?:ed|ly|ing)$/.test(phrase)) return false;
  const isVerb = new RegExp(`\\b${escaped(phrase)} (?:to|the|an?|it|them|that)\\b`, "iu");
  if (texts.some((text) => isVerb.test(text))) return false;
  const used = new RegExp(`\\b${WITH_ARTICLE} ${escaped(phrase)}\\b(?! \\p{L}+s?\\b(?:ed|ing))`, "iu");
  // "Ancient Roman" of "ancient Roman society".
  const goesOn = new RegExp(`\\b${escaped(phrase)} (?!${AFTER_NAME}\\b)\\p{L}`, "iu");
  const whole = new RegExp(`\\b${escaped(phrase)}\\b`, "iu");
  if (2 * texts.filter((text) => goesOn.test(text)).length > texts.filter((text) => whole.test(text)).length)
    return false;
  const isPlain = phrase.includes(" ") || /[^s]s$/.test(phrase);
  return isPlain && texts.filter((text) => used.test(text)).length >= 1;
}

/** Whether a keyword names several things: "gallstones". */
export function isPlural(keyword: string): boolean {
  return /[^s]s$/i.test(keyword) && !/(us|is)$/i.test(keyword);
}

/** "It's Secure", "Choose Northwind": of what the heading before named, and of who wrote the page. */
const NO_HEADING =
  /^(?:enjoy|discover|unlock|get started|ready to|experience the) |^(?:it|they|that|there|he|she)['\u2019](?:s|re|ll|ve) |^(?:choose|try|meet|contact|join|hire|call) \p{Lu}[\p{L}&-]+$|^(?:these|this|those) |^\d+ (?:answers?|comments?|replies|reviews)\b|\b(?:example|case|scenario|attempt|version|sample|exhibit) #?\d+$/iu;

function isHeading(text: string): boolean {
  const words = countWords(text);
  return (
    words > 0 &&
    words <= LONGEST_HEADING &&
    !EMPTY_HEADING.test(text) &&
    !NO_HEADING.test(text) &&
    !/[!|@{}<>]|https?:|\b(my|our|we|i|me|us|mine)\b/i.test(text) &&
    (!/[?]./.test(text) || text.endsWith("?"))
  );
}

/** A heading of a source without its number, mark or full stop, in title case where it is English. */
export function cleanHeading(text: string): string {
  const bare = text
    .replace(
      /^(?:(?:the )?(?:final|closing) (?:take|thoughts?|verdict|words?)|(?:the )?bottom line|conclusion|verdict|summary|in short)\s*[:\u2013\u2014-]\s*(?=\S)/i,
      "",
    )
    .replace(/^\d\ufe0f?\u20e3\s*/u, "")
    .replace(/ ?(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u200d\ufe0f])+/gu, "")
    .replace(/ \(?ks ?\d\)?(?=\??$)/i, "")
    .replace(
      /^(?:So, (?=\p{L})|(?:or|and|but),? (?=(?:do|does|did|is|are|was|were|can|how|why|what|when|where|who)\b))/iu,
      "",
    )
    .replace(/(?<=\p{L})#[\w-]+$/u, "")
    .replace(/^[\s#*\u2022\u2013\u2014-]+/, "")
    .replace(
      /^(?:the )?(?:top )?\d{1,3} (?=(?:\p{L}+ )?(?:ways|tips|reasons|facts|things|types|kinds|steps|uses|benefits|signs|mistakes)\b)/iu,
      "",
    )
    .replace(
      /^(step|part|chapter|section|module|lesson|unit|phase|prompt|strategy|technique|factor|myth|principle|exercise|hack|tip|trend|idea|rule|way|habit|sign|mistake|benefit|method|option|day|reason|stage|no\.?|number|question|q)\s*#?(?:\d{1,3}\s*[:.)\u2013\u2014-]*|(?:one|two|three|four|five|six|seven|eight|nine|ten)\s*[:.\u2013\u2014-])\s*/i,
      "",
    )
    .replace(/^\(?(\d{1,3}(\.\d{1,3}){0,5}|[ivx]{1,5}|[a-z])[.):]\s*/i, "")
    .replace(/^\d{1,3} ?[\u2013\u2014-] (?=\p{L})/u, "")
    .replace(/ \(#\d+\)$/, "")
    .replace(/[\s:;.,#\u00b6*\u2013\u2014-]+$/, "")
    .trim();
  return titleCase(bare);
}

const SMALL_WORDS = new Set(
  "a an and as at but by for from if in into nor of off on onto or over per so than the to up via vs with yet".split(
    " ",
  ),
);

const SMALL_WORDS_OF_NAMES = new Set("di de del della dei degli du des dos das von zu et".split(" "));
/** Small where they stand between capitals: "Leonardo da Vinci". */
const MAYBE_OF_NAMES = new Set("da van der den ter ten la le les el al y e do bin ibn af av i".split(" "));

/** Capitals as English titles have them; words with capitals or figures of their own stay as they are. */
export function titleCase(text: string): string {
  const given = headingWords(text);
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
      if (!edge && word === word.toLowerCase() && isOfName(word, words[index - 1]!, words[index + 1]!)) return word;
      if (isCodeName(word) || /\d|^[/.~\\-]\p{Ll}/u.test(word)) return isAllCapitals ? word.toUpperCase() : word;
      return plain.replace(
        /^([^\p{L}\p{N}]*)(\p{L})/u,
        (_, mark: string, letter: string) => mark + letter.toUpperCase(),
      );
    })
    .join(" ");
}

function isOfName(word: string, before: string, after: string): boolean {
  const isBetween = /^\p{Lu}/u.test(before) && /^\p{Lu}/u.test(after);
  return SMALL_WORDS_OF_NAMES.has(word) || (isBetween && MAYBE_OF_NAMES.has(word));
}
