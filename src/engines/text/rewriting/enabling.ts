import { wordSet } from "../word-set.js";
import { fullNounPhraseAt, nounPhraseAt, verbGroups } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { comma, spaced, type Word, type Words, word } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { OBJECT_OF, SUBJECT_OF, THIRD_PERSON, WH } from "./vocabulary.js";

/** "The card allows guests to use the pool" becomes "With the card, guests can use the pool", and "Reading it lets you ..." "By reading it, you can ...". */
export const enabling: Transformation = {
  kind: "enabling",
  whole: true,
  strength: 0.8,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const means = meansOf(words, grammar);
    if (means === undefined) return [];
    const { verb, preposition } = means;
    const who = nounPhraseAt(words, verb + 1);
    if (who === undefined) return [];
    const bare = words[verb]!.low.startsWith("let");
    const from = bare ? who.end : who.end + 1;
    if (!bare && words[who.end]?.low !== "to") return [];
    const acting = words[from]?.tag === "ADV" ? words[from + 1] : words[from];
    if (acting?.tag !== "VERB" || grammar.lemma(acting, "verb") !== acting.low || acting.low === "be") return [];
    // "With the regulations, a firm can": it can under them.
    if (RULES.has(grammar.lemma(words[verb - 1]!, "noun") ?? "")) return [];
    const phrase = words.slice(verb + 1, who.end);
    const shown = who.pronoun ? SUBJECT_OF.get(phrase[0]!.low) : undefined;
    if (who.pronoun ? shown === undefined : phrase.some(({ low }) => THIRD_PERSON.has(low))) return [];
    const rest = words.slice(from, end);
    if (rest.some(({ low }) => UNFIT.has(low)) || tellsOfMeans(rest)) return [];
    // "lets guests eat and sells maps": the second verb is that of the means.
    const joined = verbGroups(words, from, end, grammar).some(
      ({ start, form }) => words[start - 1]!.tag === "CCONJ" && form !== "base",
    );
    if (joined) return [];
    const actors = shown === undefined ? spacedFirst(phrase) : [word(shown, "PRON", phrase)];
    const can = word("can", "AUX", [words[verb]!, ...(bare ? [] : [words[who.end]!])]);
    const front = [word(preposition, "ADP"), ...spacedFirst(words.slice(0, verb)), comma()];
    return [[...front, ...actors, can, ...rest, ...words.slice(end)]];
  },
};

const RULES = wordSet(
  "rule law regulation act policy permit license licence statute code bill amendment treaty contract",
);

/** What makes something possible at the start of the sentence, up to its "allows", "enables" or "lets". */
function meansOf(words: Words, grammar: Grammar): { readonly verb: number; readonly preposition: string } | undefined {
  const verb = words.findIndex(({ low }) => /^(?:allows?|enables?|lets?)$/u.test(low));
  const means = words.slice(0, verb);
  if (verb < 1 || verb > 12 || means.some((item) => isUnfit(item) || item.tag === "PUNCT")) return undefined;
  // "Making plans that allow us to eat": the plans allow it.
  if (words[verb - 1]!.low === "that") return undefined;
  const opener = words[0]!;
  const doing = opener.tag === "VERB" && opener.low.endsWith("ing");
  if (doing) {
    // What somebody does makes it possible for himself: "Knowing the rules allows you to ...".
    const agent = /^(?:you|us)$/u.test(words[verb + 1]?.low ?? "");
    return agent && verbGroups(words, 0, verb, grammar).every(({ finite }) => !finite)
      ? { verb, preposition: "by" }
      : undefined;
  }
  const clause = clauseAt(words, 0, grammar);
  if (clause === undefined || clause.subject.pronoun || clause.verb.start !== verb || clause.verb.end !== verb + 1)
    return undefined;
  // A person or a firm is no means.
  const head = words[clause.subject.head]!;
  if (head.tag === "PROPN") {
    if (!/^(?:the|our|this)$/u.test(opener.low)) return undefined;
  } else if (isBareName(words, clause.subject.end, grammar)) return undefined;
  else if (/^(?:person|group)$/u.test(grammar.category(head) ?? "") || head.low.endsWith("ing")) return undefined;
  return means.some(({ low }) => /^(?:with|by|if|to)$/u.test(low)) ? undefined : { verb, preposition: "with" };
}

/** "Wave makes it easy": one word without an article and not plural may be a name, though it looks like none. */
const isBareName = (words: Words, end: number, grammar: Grammar) => end === 1 && grammar.plural(words[0]!) !== true;

/** "..., making them a good choice": a participle and a pronoun of what was the subject. */
function tellsOfMeans(rest: Words): boolean {
  const mark = rest.findIndex(({ text }, index) => text === "," && /ing$/u.test(rest[index + 1]?.low ?? ""));
  return mark !== -1 && rest.slice(mark).some(({ low }) => THIRD_PERSON.has(low));
}

const isUnfit = ({ low }: Word) => THIRD_PERSON.has(low) || WH.has(low) || UNFIT.has(low);

/** What a "can" would put in another light. */
const UNFIT = wordSet("not n't never no only also each can could will would ability right law rule decision policy");

/** "With the card, guests can use the pool" becomes "The card allows guests to use the pool", and "By reading it, ..." "Reading it allows ...". */
export const enabled: Transformation = {
  kind: "enabling",
  whole: true,
  strength: 0.8,
  apply(words, grammar) {
    const mark = words.findIndex(({ text }) => text === ",");
    if (isQuestion(words) || mark < 2 || mark > 12) return [];
    const plural = means(words, mark, grammar);
    const clause = clauseAt(words, mark + 1, grammar);
    if (plural === undefined || clause === undefined) return [];
    if (words[clause.verb.start]!.low !== "can" || clause.verb.negation !== undefined) return [];
    const end = bodyEnd(words);
    const who = words.slice(mark + 1, clause.subject.end);
    const object = clause.subject.pronoun ? OBJECT_OF.get(who[0]!.low) : undefined;
    if (clause.subject.pronoun && (object === undefined || THIRD_PERSON.has(who[0]!.low))) return [];
    const rest = words.slice(clause.verb.start + 1, end);
    if (who.length > 6 || who.some(isUnfit) || rest.some(({ low }) => UNFIT.has(low))) return [];
    const actors = object === undefined ? spacedFirst(who) : [word(object, "PRON", who)];
    const allow = word(plural ? "allow" : "allows", "VERB", [words[0]!, words[clause.verb.start]!]);
    const phrase = spacedFirst(words.slice(1, mark));
    return [[...phrase, allow, ...actors, word("to", "PART"), ...rest, ...words.slice(end)]];
  },
};

/** Whether the means that the sentence opens with is plural; undefined when it opens with none. */
function means(words: Words, mark: number, grammar: Grammar): boolean | undefined {
  const phrase = words.slice(1, mark);
  if (phrase.some(({ low, text }) => UNFIT.has(low) || WH.has(low) || /^["“”(]$/u.test(text))) return undefined;
  const first = words[1]!;
  if (words[0]!.low === "by") {
    const doing = first.tag === "VERB" && first.low.endsWith("ing");
    return doing && !verbGroups(words, 1, mark, grammar).some(({ finite }) => finite) ? false : undefined;
  }
  const noun = words[0]!.low === "with" ? fullNounPhraseAt(words, 1) : undefined;
  if (noun === undefined || noun.pronoun || noun.end !== mark || phrase.some(({ low }) => THIRD_PERSON.has(low)))
    return undefined;
  const plural = noun.several ? true : grammar.plural(words[noun.head]!);
  const shown = /^(?:the|this|these|our|a|an)$/u.test(first.low) || plural === true;
  const tool = TOOLS.has(grammar.category(words[noun.head]!) ?? "") || TOOL_NOUNS.has(words[noun.head]!.low);
  return shown && tool && phrase.length < 7 ? plural : undefined;
}

const TOOLS = new Set(["artifact", "communication", "cognition"]);
const TOOL_NOUNS = wordSet(
  "solution platform app tool checker software builder tracker planner calculator feature service",
);

/** "The card makes it easy to find the pool" becomes "With the card, it is easy to find the pool". */
export const easing: Transformation = {
  kind: "enabling",
  whole: true,
  strength: 0.7,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const clause = clauseAt(words, 0, grammar);
    if (clause === undefined || clause.subject.pronoun || !/^makes?$/u.test(words[clause.verb.head]!.low)) return [];
    const { verb, subject } = clause;
    const [it, adjective, next] = words.slice(verb.end, verb.end + 3);
    if (verb.end - verb.start !== 1 || it?.low !== "it" || !/^(?:to|for)$/u.test(next?.low ?? "")) return [];
    if (!EASY.has(adjective?.low ?? "") || subject.end > 9) return [];
    const front = words.slice(0, verb.start);
    const head = words[subject.head]!;
    if (front.some((item) => isUnfit(item) || item.tag === "PUNCT" || item.low === "with")) return [];
    if (head.tag === "PROPN" || grammar.category(head) === "person" || isBareName(words, verb.start, grammar))
      return [];
    const is = word("is", "AUX", [words[verb.head]!]);
    const phrase = [word("with", "ADP"), ...spacedFirst(front), comma()];
    return [[...phrase, it, is, ...words.slice(verb.end + 1, end), ...words.slice(end)]];
  },
};

const EASY = wordSet("easy easier possible simple simpler quick safe convenient");

const spacedFirst = (part: Words): Words => (part[0] === undefined ? part : [spaced(part[0]), ...part.slice(1)]);
