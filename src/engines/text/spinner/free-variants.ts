import type { English, Sentence, Token } from "../english/types.js";
import { wordSet } from "../word-set.js";
import type { SetPhrase } from "./set-phrases.js";

type Tokens = readonly Token[];
type Knowledge = Pick<English, "lemmaOf" | "noun">;

/**
 * Function words of the sentence that grammar lets stand in another form, which says the same: contractions, `that` for
 * `which` and `who`, a conjunction or a relative pronoun that may also be left out, and the `to` of a purpose; in a text that
 * contracts, what it does not contract as well. In order.
 */
export function freeVariantsOf({ tokens }: Sentence, english: Knowledge, contracts: boolean): SetPhrase[] {
  const asks = tokens.at(-1)?.text === "?";
  const hasOneRelative = tokens.filter(isRelative).length === 1;
  const found: SetPhrase[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const variant =
      contraction(tokens, at, asks) ??
      (contracts && !asks ? contracted(tokens, at) : undefined) ??
      (hasOneRelative ? relative(tokens, at, english) : undefined) ??
      conjunction(tokens, at, english) ??
      purpose(tokens, at);
    if (variant === undefined) continue;
    found.push(variant);
    at = variant.last;
  }
  return found;
}

/** Of `ca` and `wo` before `n't`, and of the verbs that are whole there. */
const NEGATED: Readonly<Record<string, string>> = { ca: "cannot", wo: "will not" };
const AUXILIARIES = wordSet("do does did is are was were could would should has have had");
const ENDINGS: Readonly<Record<string, { readonly after: ReadonlySet<string>; readonly whole: string }>> = {
  re: { after: wordSet("you we they"), whole: "are" },
  ve: { after: wordSet("i you we they"), whole: "have" },
  ll: { after: wordSet("i you he she it we they"), whole: "will" },
  m: { after: wordSet("i"), whole: "am" },
};
const WITH_IS = wordSet("it that there he she");

/** "Don't" as "do not", "it's" as "it is"; where the `'s` may be `has` it stays. */
function contraction(tokens: Tokens, at: number, asks: boolean): SetPhrase | undefined {
  const [token, ending, next] = [tokens[at]!, tokens[at + 1], tokens[at + 2]];
  if (ending === undefined || ending.start !== token.end) return undefined;
  const word = token.text.toLowerCase();
  const mark = ending.text.toLowerCase().replace("\u2019", "'");
  const others = (whole: string): SetPhrase => ({ first: at, last: at + 1, others: [whole] });
  if (mark === "n't") {
    const negated = AUXILIARIES.has(word) ? `${token.text} not` : NEGATED[word];
    // "Don't you see?" and "Didn't they just!" have the subject behind.
    if (negated === undefined || asks || next === undefined || next.tag === "PRON" || isShouted(token))
      return undefined;
    return others(/^\p{Lu}/u.test(token.text) ? negated[0]!.toUpperCase() + negated.slice(1) : negated);
  }
  if (mark === "'s") {
    const seen = tokens[at + 2]?.tag === "ADV" ? tokens[at + 3] : next;
    const isVerb = seen?.tag === "VERB" || seen?.tag === "AUX";
    if (!WITH_IS.has(word) || ending.tag !== "AUX" || seen === undefined) return undefined;
    return isVerb && !/ing$/i.test(seen.text) ? undefined : others(`${token.text} is`);
  }
  const known = ENDINGS[mark.replace("'", "")];
  return mark.startsWith("'") && known?.after.has(word) ? others(`${token.text} ${known.whole}`) : undefined;
}

/** Whether a sentence has a contraction; whoever writes one writes others. */
export function hasContraction({ tokens }: Sentence): boolean {
  return tokens.some(({ text }) => /^(?:n['\u2019]t|['\u2019](?:re|ve|ll|m))$/i.test(text));
}

const SHORTENED: Readonly<Record<string, { readonly after: ReadonlySet<string>; readonly ending: string }>> = {
  are: { after: wordSet("you we they"), ending: "'re" },
  have: { after: wordSet("i you we they"), ending: "'ve" },
  will: { after: wordSet("i you he she it we they"), ending: "'ll" },
  am: { after: wordSet("i"), ending: "'m" },
  is: { after: wordSet("it that there he she"), ending: "'s" },
};
const DENIED: ReadonlyMap<string, string> = new Map([
  ["can", "can't"],
  ["will", "won't"],
]);
/** What is denied in contrast to something else is stressed. */
const STRESSED = wordSet("only just merely simply necessarily yet limited all");

const OBJECTS = wordSet("it you that");
const GAPPED = wordSet("as than what how where who which whatever wherever whoever however");

/** "Do not" as "don't" and "you are" as "you're", where another word of the sentence follows and nothing is stressed. */
function contracted(tokens: Tokens, at: number): SetPhrase | undefined {
  const [token, second, third] = [tokens[at]!, tokens[at + 1], tokens[at + 2]];
  const word = token.text.toLowerCase();
  const isPlain = (one: Token | undefined) => one !== undefined && /^[a-z]/i.test(one.text) && !isShouted(one);
  if (!isPlain(token) || !isPlain(second) || token.text.slice(1) !== token.text.slice(1).toLowerCase())
    return undefined;
  if (word === "cannot") return { first: at, last: at, others: [likeIn(token, "can't")] };
  if (second!.text === "not") {
    const short = DENIED.get(word) ?? (AUXILIARIES.has(word) ? `${word}n't` : undefined);
    const isStressed = third === undefined || !isPlain(third) || STRESSED.has(third.text.toLowerCase());
    if (short === undefined || isStressed || tokens.slice(at).some(({ text }) => /^but$/i.test(text))) return undefined;
    return { first: at, last: at + 1, others: [likeIn(token, short)] };
  }
  const known = Object.hasOwn(SHORTENED, second!.text) ? SHORTENED[second!.text] : undefined;
  if (!known?.after.has(word) || second!.tag !== "AUX" || !isPlain(third)) return undefined;
  // "As good as it is in spring", "what they are for": what is meant stands before.
  if (GAPPED.has(tokens[at - 1]?.text.toLowerCase() ?? "")) return undefined;
  // "The way to do it will come up": of the verb before.
  if (tokens[at - 1]?.tag === "VERB" && OBJECTS.has(word)) return undefined;
  // "The plan that is denied" has no contraction, and what owns is no auxiliary.
  if (third!.text === "not" || (word === "that" && at > 0) || (second!.text === "have" && !isPast(third!)))
    return undefined;
  return { first: at, last: at + 1, others: [token.text + known.ending] };
}

const isPast = ({ tag, text }: Token): boolean =>
  (tag === "VERB" || tag === "AUX") && /(?:ed|en|been|had|made|got)$/.test(text);
const likeIn = ({ text }: Token, short: string): string =>
  /^\p{Lu}/u.test(text) ? short[0]!.toUpperCase() + short.slice(1) : short;

const UNIQUE =
  /^(?:only|first|last|next|same|all|every|any|each|no|very|most|least|best|worst|everything|anything|something|nothing|\p{L}{3,}est)$/iu;
const ABSTRACT_HEADS = wordSet("way time reason fact day moment kind sort type point idea one thing place case");
const WORDS_BACK = 6;
/** What tells how something is done or where it is, behind its participle. */
const BEHIND_PARTICIPLE = wordSet("by for in as from with on at of into");
const PARTICIPLE =
  /(?:ed|built|made|held|kept|known|written|sold|taken|grown|found|given|shown|drawn|worn|spoken|chosen|driven|bought|taught|caught|sent|spent|left|led|lost|cut|put)$/i;

/** "A tool that helps" as "a tool which helps"; "rooms that are used for storage" as "rooms used for storage". */
function relative(tokens: Tokens, at: number, english: Knowledge): SetPhrase | undefined {
  const [noun, pronoun, next] = [tokens[at - 1], tokens[at]!, tokens[at + 1]];
  const word = pronoun.text.toLowerCase();
  if (pronoun.tag !== "PRON" || (word !== "that" && word !== "which" && word !== "who")) return undefined;
  if (noun?.tag !== "NOUN" || next === undefined || ABSTRACT_HEADS.has(noun.text.toLowerCase())) return undefined;
  const isVerbal = next.tag === "VERB" || next.tag === "AUX";
  if (!isVerbal || /^['\u2019]/.test(next.text)) return undefined;
  const back = tokens.slice(Math.max(0, at - WORDS_BACK), at).map(({ text }) => text.toLowerCase());
  const isCleft = back.includes("it") && back.some((each) => /^(?:is|was|['\u2019]s)$/.test(each));
  if (isCleft || back.some((each) => UNIQUE.test(each))) return undefined;
  const participle = tokens[at + 2];
  const behind = tokens[at + 3];
  const isReducible =
    /^(?:is|are|was|were)$/i.test(next.text) &&
    participle?.tag === "VERB" &&
    PARTICIPLE.test(participle.text) &&
    behind !== undefined &&
    BEHIND_PARTICIPLE.has(behind.text.toLowerCase());
  const other = otherRelative(word, noun, english);
  if (isReducible) {
    const rest = `${next.text} ${participle.text}`;
    return {
      first: at,
      last: at + 2,
      others: [participle.text, ...(other === undefined ? [] : [`${other} ${rest}`])],
    };
  }
  return other === undefined ? undefined : { first: at, last: at, others: [other] };
}

/** Of `that` the pronoun for a person or a thing; a group or an animal may be either. */
function otherRelative(word: string, noun: Token, english: Knowledge): string | undefined {
  if (word === "which") return "that";
  if (word === "who") return undefined;
  const lemma = english.lemmaOf(noun.text, "noun");
  const category = lemma === undefined ? undefined : english.noun(lemma)?.category;
  if (category === "person") return "who";
  return category === undefined || category === "group" || category === "animal" ? undefined : "which";
}

function isRelative({ text, tag }: Token): boolean {
  return tag === "PRON" && /^(?:that|which|who|whom|whose)$/i.test(text);
}

const SAYING = wordSet("think believe know hope feel realize realise say notice mean ensure understand find");
const SUBJECTS = wordSet("i he she we they");
const MAYBE_SUBJECTS = wordSet("it you there");
const EXTRACTING = /^(?:what|who|whom|which|that|how|where|when|why|whatever|than|as)$/i;

/** "I think that they are" as "I think they are", and the other way round. */
function conjunction(tokens: Tokens, at: number, english: Knowledge): SetPhrase | undefined {
  const verb = tokens[at - 1];
  if (verb?.tag !== "VERB" || !SAYING.has(english.lemmaOf(verb.text, "verb") ?? "")) return undefined;
  const hasThat = tokens[at]!.text.toLowerCase() === "that" && tokens[at]!.tag === "SCONJ";
  const subject = tokens[hasThat ? at + 1 : at];
  const finite = tokens[hasThat ? at + 2 : at + 1];
  if (subject?.tag !== "PRON" || finite === undefined || /^['\u2019]/.test(finite.text)) return undefined;
  const word = subject.text.toLowerCase();
  const isSubject = SUBJECTS.has(word) || MAYBE_SUBJECTS.has(word);
  if (hasThat) {
    const hasVerb = finite.tag === "AUX" || finite.tag === "VERB" || finite.tag === "ADV";
    return isSubject && hasVerb ? { first: at, last: at + 1, others: [subject.text] } : undefined;
  }
  const isClause = finite.tag === "AUX" || (SUBJECTS.has(word) && finite.tag === "VERB");
  // What is asked for comes from the clause behind: "what they say they want".
  const back = tokens.slice(Math.max(0, at - 1 - WORDS_BACK), at - 1);
  if (!isSubject || !isClause || /ing$/i.test(verb.text) || back.some(({ text }) => EXTRACTING.test(text)))
    return undefined;
  return { first: at, last: at, others: [`that ${subject.text}`] };
}

const NO_PURPOSE = wordSet("be begin start conclude sum put tell say name top date quote borrow recap reiterate");
const LATEST_COMMA = 20;

/** "To keep it warm, wrap it" as "In order to keep it warm, wrap it". */
function purpose(tokens: Tokens, at: number): SetPhrase | undefined {
  const [to, verb] = tokens;
  if (at !== 0 || to!.text !== "To" || to!.tag !== "PART" || verb?.tag !== "VERB") return undefined;
  if (NO_PURPOSE.has(verb.text.toLowerCase())) return undefined;
  const comma = tokens.findIndex(({ text }) => text === ",");
  const main = tokens[comma + 1];
  const leads = comma >= 3 && comma <= LATEST_COMMA && main !== undefined && LEADING.has(main.tag);
  return leads && tokens.at(-1)?.tag === "PUNCT" ? { first: 0, last: 0, others: ["In order to"] } : undefined;
}

const LEADING: ReadonlySet<string> = new Set(["PRON", "DET", "VERB"]);

function isShouted({ text }: Token): boolean {
  return text.length > 1 && text === text.toUpperCase();
}
