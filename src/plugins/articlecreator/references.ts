import { stem, termsOf, wordsOf } from "../../engines/pages/terms.js";
import { withWholeForms } from "./abbreviations.js";
import { keyOf } from "./chosen.js";
import type { Material, Sentence } from "./material.js";
import { pointsAtUnknown, withWholeNames } from "./mentions.js";
import { type Passage, standing } from "./runs.js";
import { presented, unknownSpeakers } from "./speakers.js";
import { pointsAtStranger } from "./strangers.js";

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

/**
 * Looks through an article from its beginning: people get their whole names where they come up first, and those who say something are
 * presented there as their source presents them.
 */
export function withReferences(parts: readonly Arranged[], title: string, material: Material): Checked {
  const said = new Set([...material.query, ...termsOf(title)]);
  const unknown: string[] = [];
  let text = "";
  let headings = title;
  const isSaid = (name: string) =>
    said.has(name) || (name.length >= 4 && material.query.some((term) => term.endsWith(name)));
  const look = (sentence: Sentence, isListed: boolean): Sentence => {
    const mentions = material.mentions(sentence.paragraph.source);
    const whole = withWholeForms(
      withWholeNames(sentence.text, sentence.at, mentions, text),
      sentence.at,
      mentions.abbreviations,
      text,
    );
    let named = whole;
    for (const name of unknownSpeakers(whole)) {
      const last = name.slice(name.lastIndexOf(" ") + 1);
      if (text.includes(last) || headings.includes(last)) continue;
      const as = mentions.people.get(last)?.as;
      if (as === undefined) unknown.push(keyOf(sentence));
      else named = presented(named, name, as);
    }
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
    headings += ` ${heading}`;
    return {
      ...part,
      passages: passages.map((passage): Passage => {
        const { list } = passage;
        const heard = `${headings} ${text}`;
        const strangers = passage.sentences.filter((each) => pointsAtStranger(each, material, heard));
        unknown.push(...(list === undefined ? strangers : strangers.length > 0 ? passage.sentences : []).map(keyOf));
        if (list === undefined) return { ...passage, sentences: passage.sentences.map((each) => look(each, false)) };
        const items = list.items.map((item) => item.map((each) => look(each, true)));
        const intro = passage.sentences.slice(0, passage.sentences.length - items.flat().length);
        return { ...passage, sentences: [...intro, ...items.flat()], list: { ...list, items } };
      }),
    };
  });
  return { parts: checked, unknown };
}
