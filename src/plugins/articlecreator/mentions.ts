import { isStopWord, stem, wordsOf } from "../../engines/pages/terms.js";
import { type Abbreviations, abbreviationsOf } from "./abbreviations.js";
import { presentationOf } from "./speakers.js";

/** What a source brings up. */
export interface Mentions {
  /** By the stem of their name, where things are named first. */
  readonly things: ReadonlyMap<string, Mention>;
  /** By their last name, the whole name of people, where it stands first and what it is said there that they are. */
  readonly people: ReadonlyMap<string, { readonly name: string; readonly at: number; readonly as?: string }>;
  readonly abbreviations: Abbreviations;
}

export interface Mention {
  /** Place of the sentence in its source. */
  readonly at: number;
  /** Whether it was named as something known already: "the liver". */
  readonly known: boolean;
}

const POINTING = new Set("the this these those that its their his her your our".split(" "));

export function mentionsOf(
  paragraphs: readonly { readonly sentences: readonly { readonly text: string }[] }[],
): Mentions {
  const things = new Map<string, Mention>();
  const people = new Map<string, { name: string; at: number; as?: string }>();
  const small = new Set(
    paragraphs.flatMap(({ sentences }) =>
      sentences.flatMap(({ text }) => [...text.matchAll(/(?<=[\p{Ll},] )\p{Ll}{3,}/gu)].map(([word]) => word)),
    ),
  );
  let at = 0;
  for (const { sentences } of paragraphs) {
    for (const { text } of sentences) {
      const words = wordsOf(text);
      for (const [index, word] of words.entries()) {
        if (isStopWord(word)) continue;
        const name = stem(word);
        if (things.has(name)) continue;
        const known = POINTING.has(words[index - 1] ?? "") || POINTING.has(words[index - 2] ?? "");
        things.set(name, { at, known });
      }
      for (const found of text.matchAll(WHOLE_NAME)) {
        const [name] = found;
        const after = text.slice(found.index + name.length);
        if (found.index === 0 && !ACTS.test(after)) continue;
        // "Lunar Module Pilot Edwin "Buzz" Aldrin" has more of a name, and a rank.
        if (GOES_ON.test(after) || name.split(" ").length > LONGEST_OF_PERSON) continue;
        const last = name.slice(name.lastIndexOf(" ") + 1);
        // "Sport Climbing": a word that texts write small as well is no name.
        if (isStopWord(last.toLowerCase()) || small.has(last.toLowerCase()) || NO_PERSON.test(name)) continue;
        if (isStopWord(name.slice(0, name.indexOf(" ")).toLowerCase()) || people.has(last)) continue;
        const as = presentationOf(name, text);
        people.set(last, { name, at, ...(as !== undefined && { as }) });
      }
      at += 1;
    }
  }
  const texts = paragraphs.flatMap(({ sentences }) => sentences.map(({ text }) => text));
  return { things, people, abbreviations: abbreviationsOf(texts) };
}

/** What follows a name at the beginning of a sentence; "Explore Oxford Street" names nobody. */
const ACTS = /^(?:,| \(| (?:was|is|had|has|who|and|of|\p{Ll}+ed|\p{Ll}+s|wrote|made|built|found|began|became)\b)/u;
const GOES_ON = /^ ["\u201c(]\p{Lu}\p{Ll}+["\u201d)] \p{Lu}/u;
const LONGEST_OF_PERSON = 4;
/** "Project Gemini", "Mount Etna"; "Phase I. Uta said" names no Phase. */
const NO_PERSON =
  /^(?:Phase|Part|Chapter|Act|Stage|Type|Volume|Class|Level|Category|Group|Table|Figure|Vitamin|Section|Step|Day|Week|Project|Operation|Mission|Program|Apollo|Mount|Lake|River|Cape|Fort|Port|Camp|Street|Avenue|University|College|Institute|Museum|Hotel|Team|Club|Company|School|Hall|Park|Tower|Bridge|Castle|Church|Palace|New|North|South|East|West|Great|Upper|Lower|Old|Big|Little|Team|World|Royal|National|International|United|Central|Northern|Southern|Eastern|Western) /;
const WHOLE_NAME = /\p{Lu}\p{Ll}+ (?:(?:\p{Lu}\.|\p{Lu}\p{Ll}+|de|da|van|von|di) )*\p{Lu}\p{Ll}{2,}/gu;

/** The sentence with the whole name of somebody whom the readers meet by the last name alone; "at Lodge" is a place or a firm. */
export function withWholeNames(text: string, at: number, { people }: Mentions, saidSoFar: string): string {
  let named = text;
  for (const [last, { name, at: first }] of people) {
    if (first >= at || !text.includes(last) || saidSoFar.includes(name) || text.includes(name)) continue;
    if (saidSoFar.includes(last)) continue;
    named = named.replace(
      new RegExp(
        `(?<!\\p{Lu}\\p{Ll}* |[\\p{L}-]|\\b(?:at|in|near|inside|outside) )${last}(?![\\p{L}-]| [\\p{Lu}\\d])`,
        "u",
      ),
      name,
    );
  }
  return named;
}

const COMPLETED = new Set(
  "of that which who whose where when between for in on at to from with behind under above below near inside around along into".split(
    " ",
  ),
);
const ALWAYS_KNOWN = new Set(
  (
    "sun sea sky world earth ground air wind weather rain year time day night morning evening same first most best next last rest " +
    "whole past future public number way end beginning north south east west right left idea law police market internet moment " +
    "second third poor rich young old former new main usual only other others more less very surface floor home house body reader user"
  ).split(" "),
);

/**
 * Whether a sentence speaks of something as known, "the wax", that its source has brought up before and the readers of the
 * article have not heard of.
 */
export function pointsAtUnknown(
  text: string,
  at: number,
  mentions: Mentions,
  isSaid: (name: string) => boolean,
): boolean {
  const words = wordsOf(text);
  return words.some((word, index) => {
    if (!POINTING_AT.has(word)) return false;
    const [name, second = "", third = ""] = words.slice(index + 1, index + 4);
    if (name === undefined || isStopWord(name) || ALWAYS_KNOWN.has(name) || /^\d|est$/.test(name)) return false;
    if (COMPLETED.has(second) || (COMPLETED.has(third) && !isStopWord(second))) return false;
    const key = stem(name);
    if (isSaid(key) || (second !== "" && !isStopWord(second) && isSaid(stem(second)))) return false;
    if (words.slice(0, index).some((other) => stem(other) === key)) return false;
    const mention = mentions.things.get(key);
    return mention !== undefined && mention.at < at && at - mention.at <= MEMORY && !mention.known;
  });
}

/** Sentences for which readers keep in mind what has been brought up; what is spoken of later is known to all. */
const MEMORY = 6;
const POINTING_AT = new Set("the this these those".split(" "));
