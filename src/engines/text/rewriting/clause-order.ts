import { wordSet } from "../word-set.js";
import { verbGroups } from "./chunks.js";
import { bodyEnd, clauseAt, hasSubordinate, isQuestion, startsClause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { isLoose, isProgress } from "./loose-clauses.js";
import { isOneMain, isRequest, standsAlone, startsMain } from "./main-clauses.js";
import { withNameFirst } from "./pronouns.js";
import { comma, spaced, type Word, type Words } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { BE, WH } from "./vocabulary.js";

/** Conjunctions of several words, for clauses that only move to the end, and whether a comma comes before them there. */
const LONGER: readonly (readonly [RegExp, number, boolean])[] = [
  [/^even (?:if|when) /u, 2, false],
  [/^(?:as long as|as soon as|the moment that) /u, 3, false],
  [/^even though /u, 2, true],
  [/^no matter (?:what|how|where|who|when|which) /u, 2, true],
];

/** The conjunction of several words that begins the sentence. */
function longerOpener(words: Words): { readonly length: number; readonly comma: boolean } | undefined {
  const shown = `${words
    .slice(0, 4)
    .map((item) => item.low)
    .join(" ")} `;
  const found = LONGER.find(([pattern]) => pattern.test(shown));
  if (found !== undefined) return { length: found[1], comma: found[2] };
  // "Whether you rent or buy, ..."
  const mark = words.findLastIndex((item) => item.text === ",");
  const offers = words[0]?.low === "whether" && words.slice(0, mark).some((item) => item.low === "or");
  return offers ? { length: 1, comma: true } : undefined;
}

const MOVABLE = wordSet(
  "when if because although though while whereas after before since unless once whenever until wherever",
);

/** Where a subordinate clause at the start of the sentence ends: the place of its comma. */
function leadingClause(words: Words, grammar: Grammar): number | undefined {
  const opener = words[0];
  const longer = longerOpener(words);
  // An "although" we made of a "but" stays where the "but" kept the order.
  if (
    opener === undefined ||
    (longer === undefined && !MOVABLE.has(opener.low) && !isProgress(words, 0, grammar)) ||
    (opener.made && opener.low === "although")
  )
    return undefined;
  const reduced = isReduced(words, grammar) || isTopic(words, 0);
  const free = longer !== undefined && /^(?:no|whether)$/u.test(opener.low);
  if (!reduced && !free && !startsClause(words, longer?.length ?? 1, grammar)) return undefined;
  const end = bodyEnd(words);
  for (let index = 2; index < end; index += 1) {
    if (words[index]!.text !== ",") continue;
    // Another subject and verb behind the comma, and nothing that makes it the comma of a list.
    const said = reduced || verbGroups(words, 1, index, grammar).some((group) => group.finite);
    const main = startsMain(words, index + 1, grammar) || doesMain(words, index + 1, end, grammar);
    if (free && !main) continue;
    // "Whether you fill them or not, these boxes ...": behind what they stand for, another noun may be nearer.
    if (free && words.slice(1, index).some(({ low }) => /^(?:them|they|their)$/u.test(low))) return undefined;
    return said && main ? index : undefined;
  }
  return undefined;
}

/** "When the rain stopped, the match went on" becomes "The match went on when the rain stopped". */
export const clauseToEnd: Transformation = {
  kind: "clause order",
  whole: true,
  strength: 0.9,
  apply(words, grammar) {
    const mark = leadingClause(words, grammar);
    if (mark === undefined) return [];
    const end = bodyEnd(words);
    const main = words.slice(mark + 1, end);
    const sub = words.slice(0, mark);
    // "Once mixed, add salt": what has been mixed is not what is added.
    if (isReduced(words, grammar) && isRequest(words, mark + 1, grammar)) return [];
    // "If it is not just, the outcome will never be.": what it will be has to come before.
    if (main.at(-1)!.tag === "AUX" || BE.has(main.at(-1)!.low)) return [];
    // "If these are not there, ...": behind other things one would take them for those.
    if (/^(?:these|those|this|that)$/u.test(sub[1]!.low) && sub[2]?.tag !== "NOUN" && sub[2]?.tag !== "ADJ") return [];
    if (words[0]!.low === "if" && main.length > LONGEST_BEFORE_IF) return [];
    // "If you buy a lamp, take one with a hook": one of those that have been named.
    if (main.some(({ low }, index) => /^ones?$/u.test(low) && main[index + 1]?.tag === "ADP")) return [];
    // "If they do, ..."
    if (/^(?:that|this|did|so)$/u.test(sub.at(-1)!.low)) return [];
    if (sub.length < 4 && /^(?:do|does|did|is|are|was|were|can|will|not|so)$/u.test(sub.at(-1)!.low)) return [];
    if (!standsAlone(main) || isQuestion(words) || main.some((item) => item.low === "then" || item.low === "so"))
      return [];
    const fits =
      isOneMain(words, mark + 1, end, grammar) ||
      doesMain(words, mark + 1, end, grammar) ||
      hasInfinitive(words, mark + 1, end, words[0]!, grammar) ||
      hasOnlyInfinitives(words, mark + 1, end, words[0]!, grammar) ||
      doesTwo(words, mark + 1, end, grammar) ||
      (!isReduced(words, grammar) && isLoose(words, mark + 1, end, words[0]!, grammar));
    if (!fits || pointsBack(main, sub) || (words[mark + 1]!.low === "one" && words[mark + 2]?.low === "of")) return [];
    const named = withNameFirst(main, sub.slice(1), grammar);
    if (named === undefined) return [];
    const [first, second] = named;
    const lead = words[0]!;
    // Behind a comma it would be a contrast, and without one a time.
    if (lead.low === "while" || lead.low === "whereas") return [];
    // "I have booked a table since ..." would tell from when on.
    if (lead.low === "since" && main.some((item) => /^(?:has|have|had|'ve|'s|'d)$/u.test(item.low))) return [];
    const marked = lead.low === "although" || lead.low === "though";
    const glue = (longerOpener(words)?.comma ?? marked) ? [comma()] : [];
    return [[...first, ...glue, spaced(lead), ...second, ...words.slice(end)]];
  },
};

/** A condition behind more than this trails after it. */
const LONGEST_BEFORE_IF = 18;

const OCCASIONS =
  /^(?:occasions?|times?|days?|moments?|situations?|cases?|instances?|circumstances?|scenarios?|points?)$/u;

/** "The match went on when the rain stopped" becomes "When the rain stopped, the match went on". */
export const clauseToStart: Transformation = {
  kind: "clause order",
  whole: true,
  strength: 0.9,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    if (!startsMain(words, 0, grammar)) return [];
    const verb = clauseAt(words, 0, grammar)?.verb.head ?? 0;
    const opensClause = (index: number) =>
      (MOVABLE.has(words[index]!.low) ||
        isReason(words, index, grammar) ||
        (words[index - 1]?.text !== "," && isProgress(words, index, grammar))) &&
      !isTopic(words, index) &&
      startsClause(words, index + 1, grammar);
    const places = [...words.keys()].filter((index) => index > verb && index < end && opensClause(index));
    const place = places.at(-1);
    if (place === undefined) return [];
    // Of several only one behind a comma modifies all that comes before it.
    const tells = words[place - 1]!.text === "," && /^(?:because|since|although|though|as)$/u.test(words[place]!.low);
    if (places.length > 1 && !tells) return [];
    const conjunction = words[place]!;
    if (words[0]!.low === "it" && BE.has(words[1]?.low ?? "")) return [];
    if (conjunction.low === "until" || conjunction.low === "wherever") return [];
    // "for when", "or if", and what "this" points at has just been said.
    if (/^(?:ADP|CCONJ|NUM)$/u.test(words[place - 1]!.tag) || words[0]!.tag === "NUM") return [];
    if (/^(?:this|that|these|those)$/u.test(words[0]!.low) && words[1]!.tag !== "NOUN") return [];
    // "There are days when it rains", "at times when nobody is there": which ones.
    if (words[0]!.low === "there" || OCCASIONS.test(words[place - 1]!.low)) return [];
    if (words[0]!.low === "another" || (words[0]!.low === "one" && words[1]!.low === "of")) return [];
    // "..., though this was not required" and "We also like ..., whereas": they follow what has been said.
    const said = /^(?:although|though|whereas|while)$/u.test(conjunction.low);
    if (isPointing(words, place + 1) && conjunction.low !== "if" && conjunction.low !== "when") return [];
    if (said && words.slice(0, place).some(({ low }) => low === "also")) return [];
    // "while the others have five": what they have five of has been named before.
    if (said && /^(?:NUM|SYM)$|%$/u.test(words[end - 1]!.text === "%" ? "%" : words[end - 1]!.tag)) return [];
    const withComma = words[place - 1]?.text === ",";
    const mainEnd = withComma ? place - 1 : place;
    // Behind a comma these modify the whole sentence, however much of it there is.
    const loose = withComma && /^(?:because|since|although|though|while|whereas|as)$/u.test(conjunction.low);
    const fits =
      loose ||
      isOneMain(words, 0, mainEnd, grammar) ||
      hasInfinitive(words, 0, mainEnd, conjunction, grammar) ||
      ((/^(?:if|unless)$/u.test(conjunction.low) || BE.has(words[verb]!.low)) &&
        isLoose(words, 0, mainEnd, conjunction, grammar)) ||
      (ENABLING.has(grammar.lemma(words[verb]!, "verb") ?? "") &&
        hasOnlyInfinitives(words, 0, mainEnd, conjunction, grammar));
    if (!fits) return [];
    // "The season is usually when ...": the clause says what it is.
    const closing = words.slice(0, mainEnd).findLast(({ tag }) => tag !== "ADV");
    if (!standsAlone(words.slice(0, mainEnd)) || (!withComma && BE.has(closing?.low ?? ""))) return [];
    if (
      /^(?:only|just|even|especially|particularly|mainly|partly|simply|ever|soon|years?|months?|days?|weeks?|hours?|minutes?|shortly|long|right)$/u.test(
        words[mainEnd - 1]?.low ?? "",
      )
    )
      return [];
    // "I will call you tomorrow when I am back": it tells more of the tomorrow.
    const dated = /^(?:today|tomorrow|tonight|yesterday|now|then)$/u.test(words[mainEnd - 1]?.low ?? "");
    if (dated && /^(?:when|while|after|before|once)$/u.test(conjunction.low)) return [];
    // "can only run if": what is said is the condition.
    if (words.slice(0, mainEnd).some((item) => item.low === "only" || item.low === "just")) return [];
    const denied = words.slice(0, mainEnd).some((item) => /^(?:not|n't|never)$/u.test(item.low));
    if (denied && conjunction.low === "because" && !withComma) return [];
    const last = verbGroups(words, 0, mainEnd, grammar).at(-1);
    const asking =
      (last !== undefined && ASKING.has(grammar.lemma(words[last.head]!, "verb") ?? "")) ||
      /^(?:sure|certain|unsure|clear|unclear|aware|see|know)$/u.test(words[mainEnd - 1]!.low);
    if (asking && /^(?:when|if|while)$/u.test(conjunction.low)) return [];
    const sub = words.slice(place + 1, end);
    if (!standsAlone(sub)) return [];
    const named = withNameFirst(sub, words.slice(0, mainEnd), grammar);
    if (named === undefined) return [];
    const [first, second] = named;
    return [[conjunction, ...first, comma(), ...second, ...words.slice(end)]];
  },
};

/** ", as they are gentle": behind a comma it gives the reason, unless it tells how something was said or done. */
function isReason(words: Words, index: number, grammar: Grammar): boolean {
  if (words[index]!.low !== "as" || words[index - 1]?.text !== ",") return false;
  const clause = clauseAt(words, index + 1, grammar);
  if (clause === undefined) return false;
  const { verb } = clause;
  const lasting = BE.has(words[verb.head]!.low) || /^(?:base|third)$/u.test(verb.form);
  const said = MANNERS.has(grammar.lemma(words[verb.head]!, "verb") ?? "") || verb.end >= bodyEnd(words);
  // "as we have here"
  const shown = /^(?:we|you|i)$/u.test(words[index + 1]!.low) && /^(?:have|had)$/u.test(words[verb.head]!.low);
  return lasting && !said && !shown && !isPointing(words, index + 1);
}

const MANNERS = wordSet(
  "say see mention note know show explain discuss describe expect tell put suggest imply do like want go grow evolve age",
);

const isPointing = (words: Words, index: number) =>
  /^(?:this|that|these|those)$/u.test(words[index]!.low) && /^(?:AUX|VERB|ADV)$/u.test(words[index + 1]?.tag ?? "");

/** "If it rains, you can stay here or take the bus": two things that one does, of which none comes behind the other. */
function doesTwo(words: Words, start: number, end: number, grammar: Grammar): boolean {
  const [lead] = words;
  if (!/^(?:if|when|whenever|once|unless)$/u.test(lead!.low) || hasSubordinate(words, start, end, grammar))
    return false;
  const main = words.slice(start, end);
  if (
    main.length > 18 ||
    main.some(({ low, tag }) => tag === "SCONJ" || WH.has(low) || /^(?:that|then|to)$/u.test(low))
  )
    return false;
  const [first, second, another] = verbGroups(words, start, end, grammar);
  if (first === undefined || second === undefined || another !== undefined || !first.finite) return false;
  const joined = /^(?:and|or)$/u.test(words[second.start - 1]!.low) && second.auxiliaries.length === 0;
  return joined && second.form === (first.auxiliaries.length > 0 ? "base" : first.form);
}

/** "If you have a car, getting there is easy": a gerund with its object as the subject of the one finite verb. */
function doesMain(words: Words, start: number, end: number, grammar: Grammar): boolean {
  const opener = words[start];
  if (opener?.tag !== "VERB" || !opener.low.endsWith("ing") || hasSubordinate(words, start, end, grammar)) return false;
  if (words.slice(start, end).some(({ low, tag }) => WH.has(low) || tag === "CCONJ" || low === "to")) return false;
  const groups = verbGroups(words, start, end, grammar);
  return groups.length === 2 && groups[1]!.finite;
}

/** Whether the main clause names again, as "the gate" or "that gate", what the clause before it brings in. */
function pointsBack(main: Words, sub: Words): boolean {
  const nouns = new Set(sub.filter(({ tag }) => tag === "NOUN").map(({ low }) => low.replace(/s$/u, "")));
  return main.some(({ low }, index) => {
    const next = main.slice(index + 1, index + 4).find(({ tag }) => tag === "NOUN");
    if (low === "that" && main[index - 1]?.tag === "NOUN") return false;
    // "refer to this chart": shown to the reader, and not named in the clause.
    const shown = low === "this" && index > 1 && next !== undefined && !nouns.has(next.low.replace(/s$/u, ""));
    if (/^(?:this|that|these|those|such)$/u.test(low) && !shown)
      return !(low === "such" && main[index + 1]?.low === "as");
    return /^(?:the|another|other|next)$/u.test(low) && next !== undefined && nouns.has(next.low.replace(/s$/u, ""));
  });
}

/** "when it comes to price": no time, but what is spoken of. */
const isTopic = (words: Words, index: number) =>
  words[index]!.low === "when" && words[index + 1]?.low === "it" && words[index + 2]?.low === "comes";

/** "Unless otherwise agreed,", "When heated,": a conjunction with a participle and no subject. */
function isReduced(words: Words, grammar: Grammar): boolean {
  if (!/^(?:when|if|unless|once|where|until)$/u.test(words[0]!.low)) return false;
  const verb = words[1]?.tag === "ADV" ? words[2] : words[1];
  return verb?.tag === "VERB" && /(?:ed|en|wn)$/u.test(verb.low) && grammar.lemma(verb, "verb") !== verb.low;
}

/** "decided to close the shop because ...": with these conjunctions it does not matter which of the verbs they hang on. */
function hasInfinitive(words: Words, start: number, end: number, conjunction: Word, grammar: Grammar): boolean {
  if (!/^(?:because|although|though|if|unless)$/u.test(conjunction.low)) return false;
  const groups = verbGroups(words, start, end, grammar);
  return (
    groups.length === 2 &&
    groups[0]!.finite &&
    words[groups[1]!.start - 1]?.low === "to" &&
    !words.slice(start, end).some((item) => item.tag === "SCONJ" || WH.has(item.low) || item.low === "that")
  );
}

/** "If you are unsure, feel free to ask": behind one main verb only infinitives, to which the condition may belong as well. */
function hasOnlyInfinitives(words: Words, start: number, end: number, conjunction: Word, grammar: Grammar): boolean {
  if (!/^(?:if|when|unless|whenever)$/u.test(conjunction.low) || hasSubordinate(words, start, end, grammar))
    return false;
  const main = words.slice(start, end);
  if (
    main.some(
      ({ tag, low }) => tag === "SCONJ" || tag === "CCONJ" || WH.has(low) || /^(?:that|too|enough|then)$/u.test(low),
    )
  )
    return false;
  const [, ...others] = verbGroups(words, start, end, grammar);
  return (
    others.length > 0 &&
    others.length < 3 &&
    others.every((group) => words[group.start - 1]!.low === "to" && !group.finite)
  );
}

/** Verbs that make possible what their infinitive says, so that a time or a condition of the one is that of the other. */
const ENABLING = wordSet("allow enable help let permit use need require");

/** Verbs that may have the clause for their object: "tells you when the water is ready". */
export const ASKING = wordSet(
  "choose plan analyze analyse assess examine evaluate test verify confirm care doubt tell remind warn alert notify inform know see show ask learn decide say explain remember find wonder check notice determine indicate understand forget",
);
