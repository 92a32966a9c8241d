import { type VerbGroup, verbGroups } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { isRequest } from "./main-clauses.js";
import { opened } from "./pronouns.js";
import { retext, spaced, type Words, word } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { THIRD_PERSON, WH } from "./vocabulary.js";

/** "Save money by borrowing tools" becomes "Borrow tools to save money", and with "you can" before it as well. */
export const meansFirst: Transformation = {
  kind: "purpose",
  whole: true,
  strength: 0.9,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const verb = actionAt(words, grammar);
    const by = words.findIndex(
      ({ low }, index) => low === "by" && words[index + 1]?.tag === "VERB" && words[index + 1]!.low.endsWith("ing"),
    );
    if (verb === undefined || by <= verb + 1 || by > verb + 9) return [];
    const end1 = words.slice(verb + 1, by);
    if (!isPlain(end1) || verbGroups(words, verb, by, grammar).length !== 1) return [];
    if (/^(?:start|begin|end|finish|open|close|prefer|help|let|get|go|keep|try|continue)$/u.test(words[verb]!.low))
      return [];
    const means = asRequests(words, by + 1, end, grammar);
    if (means === undefined) return [];
    const purpose = [word("to", "PART", [words[by]!]), retext(spaced(words[verb]!), words[verb]!.low), ...end1];
    const [, shown] = opened([], means);
    return [[...words.slice(0, verb), ...(verb === 0 ? means : shown), ...purpose, ...words.slice(end)]];
  },
};

/** Where the verb of a request, or of what the reader can do, stands. */
function actionAt(words: Words, grammar: Grammar): number | undefined {
  if (words[0]?.low === "you" && /^(?:can|could|may|should|must)$/u.test(words[1]?.low ?? "")) {
    const verb = clauseAt(words, 0, grammar)?.verb;
    return verb !== undefined && verb.head === 2 && !verb.passive ? 2 : undefined;
  }
  return isRequest(words, 0, grammar) && words[0]!.tag === "VERB" ? 0 : undefined;
}

/** Whether the words hold nothing that leans on what stands elsewhere. */
const isPlain = (part: Words) =>
  part.length > 0 &&
  !part.some(
    ({ low, tag, text, before, after }) =>
      THIRD_PERSON.has(low) ||
      WH.has(low) ||
      /^(?:SCONJ|CCONJ|PUNCT)$/u.test(tag) ||
      /^(?:not|n't|only|just|even|to|also|too|by)$/u.test(low) ||
      /^["“(]/u.test(text) ||
      before + after !== "",
  );

/** The gerunds, each with its object, as base forms; undefined where there is another verb among them. */
function asRequests(words: Words, start: number, end: number, grammar: Grammar): Words | undefined {
  const part = words.slice(start, end);
  if (part.some(({ low, tag }) => WH.has(low) || tag === "SCONJ" || THIRD_PERSON.has(low) || low === "not"))
    return undefined;
  const groups = verbGroups(words, start, end, grammar);
  const opens = ({ start: place }: VerbGroup) => place === start || /^(?:and|or|,)$/u.test(words[place - 1]!.low);
  if (groups.length === 0 || part.length > 16) return undefined;
  const places = new Map<number, string>();
  for (const group of groups) {
    const lemma = grammar.lemma(words[group.head]!, "verb");
    if (group.form !== "gerund" || group.start !== group.head || !opens(group) || lemma === undefined) return undefined;
    places.set(group.head, lemma);
  }
  // "by heating, cooling and rolling": nouns as much as verbs.
  if (groups.some(({ end: after }) => !/^(?:DET|NOUN|ADJ|PRON|PROPN|NUM|ADP|ADV)$/u.test(words[after]?.tag ?? "")))
    return undefined;
  // "by watching competitors and buying patterns": what is watched as much as what is done.
  const [, ...others] = groups;
  if (others.some(({ end: after }) => words[after]!.tag === "NOUN")) return undefined;
  return part.map((item, index) => {
    const lemma = places.get(start + index);
    return lemma === undefined ? item : retext(item, lemma);
  });
}
