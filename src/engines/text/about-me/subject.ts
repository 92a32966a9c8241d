import type { English } from "../english/types.js";
import { type FirmKind, firmKind, firmSlots, isFirmWord, isShop } from "./firms.js";
import type { FamilyName, Form, Voice } from "./grammar.js";
import { singularOf } from "./number.js";
import { isPersonName } from "./person-names.js";
import { isPlaceName, placeInText } from "./places.js";
import { isKnownWord, type Reading, readingOf, sameEverywhere } from "./reading.js";
import { type Gravity, gravityOf } from "./sensitive.js";

/** What a keyword is, who speaks about it, and how it can be in an English sentence. */
export interface Subject {
  readonly keyword: string;
  readonly voice: Voice;
  /** Whose passages are taken: those of the voice, or sober ones. */
  readonly form: Form;
  readonly family: FamilyName;
  /** Whether it is something that one does. */
  readonly practised: boolean;
  /** Whether it is a firm where one buys or is a guest. */
  readonly shop: boolean;
  /** Whether it is a thing that one buys and keeps. */
  readonly lasting: boolean;
  /** What fills the slots of the grammar that are about the keyword; a slot that is missing cannot be used. */
  readonly slots: ReadonlyMap<string, string>;
}

/** Reads a clean keyword, in the voice asked for or in the one that suits it. */
export function subjectOf(keyword: string, english: English, asked?: Voice): Subject {
  const words = keyword.split(" ");
  const nameWords = {
    isPluralNoun: (word: string) =>
      singularOf(word, english) !== word && english.knows(singularOf(word, english), "noun"),
    isWord: (word: string) => isKnownWord(word, english),
    isOfFirms: isFirmWord,
  };
  const reading = readingOf(keyword, english);
  const place = isPlaceName(keyword, english);
  const firm = place ? undefined : firmKind(reading, english);
  const gravity = gravityOf(words, reading.knowledge);
  const person = !place && isPersonName(words, nameWords);
  const voice = asked ?? (firm === "name" ? "business" : person ? "person" : voiceOf(reading, firm, place));
  const named = place ? placeInText(keyword) : person ? keyword : undefined;
  const kind = named === undefined ? firm : "name";
  return {
    keyword,
    voice,
    form: isSober(voice, asked, gravity) ? "sober" : voice,
    family: named !== undefined ? "anything" : reading.family,
    practised: reading.practised && named === undefined,
    shop: isShop(reading),
    lasting: reading.lasting && named === undefined,
    slots: new Map(Object.entries(slotsOf(voice, reading, named, kind, gravity))),
  };
}

function voiceOf(reading: Reading, firm: FirmKind | undefined, place: boolean): Voice {
  if (place) return "place";
  if (firm !== undefined) return "business";
  return reading.sold ? "product" : "hobby";
}

/** Nobody is fond of a grave subject, and nobody sells it unless the caller says so. */
function isSober(voice: Voice, asked: Voice | undefined, gravity: Gravity | undefined): boolean {
  if (gravity === undefined || voice === "business" || voice === "person") return false;
  return voice === "hobby" || asked === undefined;
}

function slotsOf(
  voice: Voice,
  reading: Reading,
  named: string | undefined,
  firm: FirmKind | undefined,
  gravity: Gravity | undefined,
): Readonly<Record<string, string>> {
  const { keyword } = reading;
  // Names of places and persons are read as such, whatever their words mean.
  const slots =
    named !== undefined
      ? { ...sameEverywhere(named, false), tag: keyword }
      : "todo" in reading.slots && (voice !== "hobby" || gravity)
        ? // A wish is taken up as a hobby alone, and not where the subject is grave.
          { topic: `“${keyword}”` }
        : reading.slots;
  switch (voice) {
    case "person":
      return { topic: keyword, name: keyword };
    case "place":
      return { topic: isCountable(slots) ? `the ${keyword}` : slots.topic };
    case "business":
      return { ...slots, ...firmSlots(reading, firm, slots.topic) };
    case "product":
      return { ...sameEverywhere(slots.topic, false), ...slots };
    case "hobby":
      return slots;
  }
}

/** Whether there is one of the thing and several, so that a page about a single one says "the". */
function isCountable({ one, topic }: Readonly<Record<string, string>>): boolean {
  return one !== undefined && one !== topic && /^an? /.test(one);
}
