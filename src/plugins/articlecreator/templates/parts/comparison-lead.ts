import { countWords } from "../../../../engines/pages/terms.js";
import type { BodyBlock } from "../../../_kit/article-body/index.js";
import { definitionIn } from "../../definition.js";
import { cleanHeading } from "../../headings.js";
import type { Sentence } from "../../material.js";
import { bodyText, type Shaping, standsAlone } from "../shaping.js";
import { blocksOf, wordsOfTexts } from "../source-sections.js";
import { cutAt } from "../within-words.js";
import { comparedThings, namedIn, onlyNamedIn, type Thing } from "./compared-things.js";

const LEAST_STRENGTH = 0.5;
const LONGEST = 40;
const MOST_PROPERTIES = 6;
const LONGEST_PROPERTY = 6;
/** Words that say how two things stand to each other. */
const RELATES = /\b(?:differ\w*|unlike|while|whereas|compar\w+|than|both|alternatives?|similar\w*)\b/i;
const CHOICE =
  /\bwhich\b.*\b(?:should|choose|better|best|right|buy|take|use|pick|one)\b|\b(?:when|how) to (?:use|choose|take|pick|decide|buy)\b|\b(?:choosing|should you|who should|making (?:the|a) choice)\b/i;
const WORDS_OF_CHOICE = 180;
const FEWEST_WORDS = 12;

/** What each of the things is, else a sentence that tells of all; empty where the sources have neither. */
export function leadOfComparison(shaping: Shaping): BodyBlock[] {
  const things = comparedThings(shaping.keyword);
  const sentences = shaping.material.paragraphs.flatMap((paragraph) =>
    paragraph.kind === "paragraph" ? paragraph.sentences.filter((sentence) => sentence !== undefined) : [],
  );
  const usable = sentences.filter((sentence) => standsAlone(sentence) && shaping.pool.isFree(sentence));
  const defined = things.map((thing) => definitionOf(thing, usable));
  const said = defined.every((one) => one !== undefined) ? [...new Set(defined)] : ofAll(things, usable);
  if (things.length < 2 || said.length === 0) return [];
  shaping.pool.take(said);
  return [{ kind: "paragraph", sentences: said.map(bodyText) }];
}

function definitionOf({ phrase }: Thing, sentences: readonly Sentence[]): Sentence | undefined {
  return sentences
    .map((sentence) => ({ sentence, strength: definitionIn(sentence.text, phrase)?.strength ?? 0 }))
    .filter(({ strength }) => strength >= LEAST_STRENGTH)
    .toSorted((one, other) => other.strength - one.strength || other.sentence.score - one.sentence.score)
    .at(0)?.sentence;
}

function ofAll(things: readonly Thing[], sentences: readonly Sentence[]): Sentence[] {
  return sentences
    .filter(
      ({ text, words }) => words <= LONGEST && RELATES.test(text) && namedIn(text, things).length === things.length,
    )
    .toSorted((one, other) => other.score - one.score)
    .slice(0, 1);
}

/** The lead with what the table below compares the things by. */
export function withProperties(lead: readonly BodyBlock[], blocks: readonly BodyBlock[], keyword: string): BodyBlock[] {
  const things = comparedThings(keyword);
  const properties = blocks
    .flatMap((block) => (block.kind === "table" ? propertiesOf(block.head, block.rows, things) : []))
    .filter((name) => name !== "" && countWords(name) <= LONGEST_PROPERTY)
    .slice(0, MOST_PROPERTIES);
  if (properties.length < 2) return [...lead];
  const names = things.map(({ name }) => name);
  const text = `The table below compares ${joined(names)} by ${joined(properties.map(lowered))}.`;
  const [first, ...others] = lead;
  if (first?.kind !== "paragraph") return [{ kind: "paragraph", sentences: [{ text }] }, ...lead];
  return [{ ...first, sentences: [...first.sentences, { text }] }, ...others];
}

function propertiesOf(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  things: readonly Thing[],
): readonly string[] {
  const isOfThing = (text: string) => onlyNamedIn(text, things) !== undefined;
  return head.slice(1).some(isOfThing) ? rows.map(([first = ""]) => first) : head.slice(1);
}

function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** A label as it stands within a sentence: "Price per 50 g" is "price per 50 g", and "USB ports" stays. */
function lowered(label: string): string {
  return label.replace(/(?<![\p{L}\d'\u2019-])\p{Lu}(?=\p{Ll}+(?![\p{L}\p{Lu}\d]))/gu, (letter) =>
    letter.toLowerCase(),
  );
}

/** The section of a source that says when to take which of the things. */
export function choice(shaping: Shaping): BodyBlock[] {
  const things = comparedThings(shaping.keyword);
  if (things.length < 2) return [];
  for (const { heading, pieces, source } of shaping.sections()) {
    if (!CHOICE.test(heading)) continue;
    const { title } = shaping.material.sources[source]!;
    const said = pieces.map(({ text }) => text).join(" ");
    if (namedIn(`${title} ${heading} ${said}`, things).length < things.length) continue;
    const blocks = cutAt(blocksOf(pieces), WORDS_OF_CHOICE);
    const texts = blocks.flatMap((block) =>
      block.kind === "paragraph" ? block.sentences : block.kind === "list" ? block.items.flat() : [],
    );
    if (wordsOfTexts(texts) < FEWEST_WORDS || texts.some(({ text }) => shaping.pool.hasText(text))) continue;
    for (const { text } of texts) shaping.pool.takeText(text);
    return [{ kind: "heading", level: 2, text: cleanHeading(heading) }, ...blocks];
  }
  return [];
}
