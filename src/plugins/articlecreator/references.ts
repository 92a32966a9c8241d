import { stem, termsOf, wordsOf } from "../../engines/pages/terms.js";
import { withWholeForms } from "./abbreviations.js";
import { keyOf } from "./chosen.js";
import type { Material, Sentence } from "./material.js";
import { pointsAtUnknown, withWholeNames } from "./mentions.js";
import { type Passage, standing } from "./runs.js";

export interface Checked {
  readonly parts: readonly Arranged[];
  /** Keys of the sentences that speak of what readers have not heard of. */
  readonly unknown: readonly string[];
}

/** A part of an article in its place. */
export interface Arranged {
  readonly heading: string;
  /** Of the heading: 3 below another one. @default 2 */
  readonly level?: 2 | 3;
  readonly passages: readonly Passage[];
}

/** Looks through an article from its beginning: people get their whole names where they come up first. */
export function withReferences(parts: readonly Arranged[], title: string, material: Material): Checked {
  const said = new Set([...material.query, ...termsOf(title)]);
  const unknown: string[] = [];
  let text = "";
  const isSaid = (name: string) =>
    said.has(name) || (name.length >= 4 && material.query.some((term) => term.endsWith(name)));
  const look = (sentence: Sentence, isListed: boolean): Sentence => {
    const mentions = material.mentions(sentence.paragraph.source);
    const named = withWholeForms(
      withWholeNames(sentence.text, sentence.at, mentions, text),
      sentence.at,
      mentions.abbreviations,
      text,
    );
    // What is written out for the readers is known to them.
    const given = new Set(wordsOf(sentence.text).map(stem));
    const isKnown = (name: string) => isSaid(name) || (named !== sentence.text && !given.has(name));
    if (!isListed && pointsAtUnknown(named, sentence.at, mentions, isKnown)) unknown.push(keyOf(sentence));
    for (const word of wordsOf(named)) said.add(stem(word));
    text += `${named} `;
    return named === sentence.text ? sentence : standing(sentence, named);
  };
  const checked = parts.map((part) => {
    const { heading, passages } = part;
    for (const term of termsOf(heading)) said.add(term);
    return {
      ...part,
      passages: passages.map((passage): Passage => {
        const { list } = passage;
        if (list === undefined) return { ...passage, sentences: passage.sentences.map((each) => look(each, false)) };
        const items = list.items.map((item) => item.map((each) => look(each, true)));
        const intro = passage.sentences.slice(0, passage.sentences.length - items.flat().length);
        return { ...passage, sentences: [...intro, ...items.flat()], list: { ...list, items } };
      }),
    };
  });
  return { parts: checked, unknown };
}
