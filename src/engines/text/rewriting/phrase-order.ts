import { fullNounPhraseAt } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion, isSimple, startsClause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { isOneMain, standsAlone, startsMain } from "./main-clauses.js";
import { opened, withNameFirst } from "./pronouns.js";
import { comma, spaced, type Word, type Words } from "./sentence-reading.js";
import { isTime, placePhraseEnd, timePhraseEnd } from "./time-and-place.js";
import { replaced, type Transformation } from "./transformation.js";
import { BE, POSSESSIVES, THIRD_PERSON, TIME_NOUNS, WH } from "./vocabulary.js";

/** "In 2019, the firm grew" becomes "The firm grew in 2019", and "At the top you see the lid" "You see the lid at the top". */
export const phraseToEnd: Transformation = {
  kind: "phrase order",
  whole: true,
  strength: 0.7,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const time = timePhraseEnd(words, 0, grammar);
    const phraseEnd = time ?? placePhraseEnd(words, 0, grammar);
    if (phraseEnd === undefined) return [];
    const start = words[phraseEnd]?.text === "," ? phraseEnd + 1 : phraseEnd;
    const clause = clauseAt(words, start, grammar);
    const main = words.slice(start, end);
    if (clause === undefined || !isSimple(words, start, end, grammar) || !standsAlone(main)) return [];
    const behind = words.slice(clause.verb.end, end);
    // Behind another phrase it would hang on that one.
    if (time === undefined && behind.some((item) => item.tag === "ADP" && item.low !== "of")) return [];
    if (behind.some((item) => item.low === "to" || isTime(item, grammar) || item.tag === "NUM") || end - phraseEnd > 16)
      return [];
    if (behind.length === 0 && !clause.verb.passive && time === undefined) return [];
    const phrase = words.slice(0, phraseEnd);
    // "In some towns, they do not ...": at the end the denial would be of all of it.
    const counts = phrase.some(({ low }) => /^(?:some|many|most|few|several|all|every|each|both)$/u.test(low));
    if (counts && clause.verb.negation !== undefined) return [];
    const named = withNameFirst(main, phrase, grammar);
    if (named === undefined || named[0] !== main) return [];
    const moved = [...main, ...opened([], phrase)[1], ...words.slice(end)];
    const marked = [...phrase, comma(), ...opened([], main)[1], ...words.slice(end)];
    return start === phraseEnd ? [moved, marked] : [moved];
  },
};

/** "The firm grew in 2019" becomes "In 2019, the firm grew". */
export const phraseToStart: Transformation = {
  kind: "phrase order",
  whole: true,
  strength: 0.7,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const main = clauseAt(words, 0, grammar);
    if (main === undefined || !isSimple(words, 0, end, grammar) || !standsAlone(words.slice(0, end))) return [];
    if (words.slice(0, end).some((item) => item.low === "only")) return [];
    if (
      words.slice(main.verb.end, end).some((item) => item.tag === "CCONJ" || (item.low === "to" && item.tag === "PART"))
    )
      return [];
    for (let index = main.rest; index < end; index += 1) {
      const time = timePhraseEnd(words, index, grammar);
      // "on Friday at noon" is one time.
      if (time !== end && (time === undefined || timePhraseEnd(words, time, grammar) !== end)) continue;
      const { low } = words[index]!;
      if (/^(?:by|until|before|for|within|over)$/u.test(low)) return [];
      const before = words[index - 1]!;
      if (before.tag === "ADP" || before.tag === "DET" || WH.has(before.low) || before.tag === "NUM") return [];
      // "early in the year", "on Friday at noon": one time with the words before it.
      if (/^(?:early|late|later|earlier|once|twice|sometime|soon|only|just)$/u.test(before.low)) return [];
      if (isTime(before, grammar)) return [];
      if (words[main.verb.head]!.tag === "AUX" && index === main.rest) return [];
      // "It was approved in 2021": with nothing else behind it the verb would end the sentence.
      const bare = main.subject.pronoun || BE.has(words[main.verb.head]!.low);
      if (bare && index - main.verb.end < 2) return [];
      // "describes life during the war": in the present the time is the noun's.
      const present = main.verb.auxiliaries.length === 0 && main.verb.form !== "past";
      if (present && (low === "during" || low === "throughout") && words[index - 1]!.tag === "NOUN") return [];
      if (main.verb.auxiliaries.some((place) => /^(?:has|have|'ve)$/u.test(words[place]!.low))) return [];
      const phrase = words.slice(index, end);
      if (phrase.some((item) => THIRD_PERSON.has(item.low) || POSSESSIVES.has(item.low))) return [];
      return [[...phrase, comma(), spaced(words[0]!), ...words.slice(1, index), ...words.slice(end)]];
    }
    return [];
  },
};

/** Prepositions whose phrase modifies the whole sentence. */
const ADJUNCTS = (
  "according to|because of|as a result of|due to|owing to|thanks to|in spite of|despite|during|after|before|without|" +
  "instead of|in addition to|unlike"
).split("|");

/** The end of such a phrase that begins at `start`. */
function adjunctEnd(
  words: Words,
  start: number,
  grammar: Grammar,
): { readonly end: number; readonly opener: string } | undefined {
  for (const opener of ADJUNCTS) {
    const parts = opener.split(" ");
    if (!parts.every((part, offset) => words[start + offset]?.low === part)) continue;
    const from = start + parts.length;
    const phrase = fullNounPhraseAt(words, from);
    if (phrase === undefined || phrase.pronoun || startsClause(words, from, grammar)) return undefined;
    if (/^(?:after|before|during)$/u.test(opener) && !HAPPENS.has(grammar.category(words[phrase.head]!) ?? ""))
      return undefined;
    let end = phrase.end;
    while (words[end]?.tag === "ADP") {
      const more = fullNounPhraseAt(words, end + 1);
      if (more === undefined || more.pronoun) break;
      end = more.end;
    }
    return { end, opener };
  }
  return undefined;
}

const HAPPENS = new Set(["event", "act", "phenomenon", "process", "time", "state", "communication"]);

/** "Because of the strike, the shops were shut" becomes "The shops were shut because of the strike". */
export const adjunctToEnd: Transformation = {
  kind: "phrase order",
  whole: true,
  strength: 0.7,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const adjunct = adjunctEnd(words, 0, grammar);
    if (adjunct === undefined || /^(?:unlike|in addition to)$/u.test(adjunct.opener)) return [];
    const mark = adjunct.end;
    const main = words.slice(mark + 1, end);
    if (words[mark]?.text !== "," || !startsMain(words, mark + 1, grammar) || !standsAlone(main)) return [];
    const free = adjunct.opener === "according to";
    const bound = ({ tag, low }: Word) => tag === "SCONJ" || (tag === "PART" && low === "to");
    if (!free && (!isOneMain(words, mark + 1, end, grammar) || main.some(bound))) return [];
    const named = withNameFirst(main, words.slice(0, mark), grammar);
    if (named === undefined || named[0] !== main) return [];
    return [[...main, ...(free ? [comma()] : []), ...opened([], words.slice(0, mark))[1], ...words.slice(end)]];
  },
};

/** What is denied with its cause is something else than what the cause denies. */
const DENYING = /^(?:not|n't|never|no|none|nobody|nothing|neither|nor|few|hardly|rarely|seldom|only)$/u;

/** "The shops were shut because of the strike" becomes "Because of the strike, the shops were shut". */
export const adjunctToStart: Transformation = {
  kind: "phrase order",
  whole: true,
  strength: 0.7,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const verb = clauseAt(words, 0, grammar)?.verb.end;
    if (verb === undefined) return [];
    for (let index = verb; index < end; index += 1) {
      const adjunct = adjunctEnd(words, index, grammar);
      if (adjunct === undefined || adjunct.end !== end) continue;
      const mark = words[index - 1]!.text === "," ? index - 1 : index;
      const main = words.slice(0, mark);
      const phrase = words.slice(index, end);
      if (!standsAlone(main) || !isSimple(words, 0, mark, grammar)) return [];
      if (/^(?:instead of|without|in addition to)$/u.test(adjunct.opener)) return [];
      // "is due to", "soon after the war", "the week before the race"
      const before = words[index - 1]!;
      if (/^(?:ADV|AUX|NUM)$/u.test(before.tag) || TIME_NOUNS.has(grammar.lemma(before, "noun") ?? "")) return [];
      if (main.some((item) => DENYING.test(item.low))) return [];
      const first = clauseAt(words, 0, grammar)?.verb;
      const present = first?.auxiliaries.length === 0 && first.form !== "past";
      if (present && /^(?:during|before|after)$/u.test(adjunct.opener) && before.tag === "NOUN") return [];
      const named = withNameFirst(phrase, main, grammar);
      if (named === undefined || named[0] !== phrase) return [];
      return [[...phrase, comma(), spaced(words[0]!), ...main.slice(1), ...words.slice(end)]];
    }
    return [];
  },
};

/** "met in Leeds on Monday" becomes "met on Monday in Leeds". */
export const placeAndTime: Transformation = {
  kind: "phrase order",
  strength: 0.4,
  apply(words, grammar) {
    const made: Word[][] = [];
    const end = bodyEnd(words);
    for (let index = 2; index < end; index += 1) {
      const place = /^(?:in|at|near)$/u.test(words[index]!.low) ? placePhraseEnd(words, index, grammar) : undefined;
      if (place === undefined || timePhraseEnd(words, index, grammar) !== undefined || place >= end) continue;
      const time = timePhraseEnd(words, place, grammar);
      const before = words[index - 1]!;
      if (time === undefined || (time < end && words[time]!.tag !== "PUNCT") || !["VERB", "ADV"].includes(before.tag))
        continue;
      if (words.slice(index, time).some((item) => THIRD_PERSON.has(item.low))) continue;
      made.push(replaced(words, index, time, [...words.slice(place, time), ...words.slice(index, place)]));
    }
    return made;
  },
};
