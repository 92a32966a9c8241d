import { termsOf } from "../../engines/pages/terms.js";
import { holdsPhrase } from "./source-sentences.js";

/** Taken apart: "The European hedgehog", "is", "a small mammal that lives in Europe". */
export interface Definition {
  readonly subject: string;
  readonly verb: string;
  readonly rest: string;
  /** 1 for a subject that is the keyword and nothing else, less for a longer name or a weaker way to say what a thing is. */
  readonly strength: number;
}

const VERB =
  /\b(is|are|was|were|refers? to|means|consists? of|denotes?|describes?|comprises?|contains?|involves?|occurs? when|happens? when|develops? when)\b/u;
/** What may stand before the subject: "In medicine, ...", "The term ...". */
const BEFORE =
  /^(?:In (?:\p{Ll}+ ){0,2}\p{Ll}+, |(?:The|A) (?:term|word|name|phrase|expression) |By definition, |Simply put, |Technically, |(?:Also|Formerly) known as [^,]{3,60}, )/u;
const ADVERB =
  /^(?:(?:simply|essentially|basically|usually|generally|often|typically|traditionally|both|also|really|actually|commonly|mainly|mostly|originally|perhaps|probably|arguably) )+/;
const ONE_OF_A_KIND = /^(?:an?|the|any|one of|part of|another (?:name|word) for|what|when|where) /;
const NAMING =
  /^(?:the (?:name|term|word) |(?:known|defined|described|classified|regarded|thought of) as |used (?:to describe|for) )/;
/** "Hedgehogs are small mammals that ...", "Kombucha is fermented tea made ...". */
const KIND =
  /^(?:[\p{L}-]+,? ){0,4}[\p{L}-]{3,}(?: (?:that|which|who|whose|made|produced|obtained|consisting|used|designed|formed|caused|found|native|belonging|of|in|with|from|living|you|, )|, (?:which|made|usually|often|mostly|with|and)|\.$)/u;
const PARTICIPLE_OR_OPINION =
  /^(?:not|no|never|only|more|less|most|very|too|so|as|quite|all|always|sometimes|still|now|there|here|worth|able|likely|easy|hard|good|great|better|available|popular|famous|important|common|rare|at|in|on|of|from|for|to|by|with|under|over|about|like|because|used|made|found|sold|seen|built|kept|done|taken|given|shown|held|led|sent|put|set|cut|grown|drawn|written|spoken|worn|eaten|laid|told|taught|paid|bought|brought|caught|chosen|begun|run|\p{L}+ed(?! \p{L}+ (?:that|which|made|from|of|with)\b)|\p{L}+ing(?= the| an?| to| in| on))\b/u;
/** "A core practice of modern firms", "the backbone of the village": how much depends on it. */
const WEIGHT =
  /^(?:an?|the|one of the) (?:\p{L}+ )?(?:(?:core|central|critical|major|fundamental|significant|foundational|basic|vital) (?:practices?|parts?|components?|elements?|aspects?|skills?|pillars?|roles?|factors?|concerns?|priorit(?:y|ies)|drivers?|functions?|concepts?)|cornerstones?|backbone|lifeblood|hallmarks?|heart|soul|linchpin)\b/u;
const OPINION =
  /^(?:an?|the|one of the) (?:(?:very|really|most|truly) )?(?:crucial|vital|key|integral|essential|necessary|big|important|great|good|best|better|bad|nice|perfect|must|matter|question|joy|pleasure|sign|reason|reminder|bit|lot|little|big|favou?rite|way|only|first|last|next|same|subject|topic|result|answer|key|thing|time|case|problem|fun|wonderful|fantastic|amazing|awesome|incredible|ideal|excellent|simple way|popular choice|smart|real|other|second|third|hardest|easiest|main reason|cause of|perfectly|new(?:est)?|daughter|son|wife|husband|child|sister|brother)\b/;
/** Nouns that praise or compare, and name no kind of thing. */
const EMPTY_KIND =
  /\b(?:topics?|subjects?|issues?|questions?|matters?|skills?|alternatives?|ways?|options?|choices?|solutions?|things?|spectrum|journeys?|stor(?:y|ies)|adventures?|game[- ]changers?|classics?|favou?rites?|staples?|essentials?|investments?|companions?|friends?|myths?|myster(?:y|ies)|dreams?|nightmares?|beasts?|kings?|queens?|heroe?s?|stars?|gems?|treasures?|delights?|blessings?|curses?|headaches?|must-haves?|winners?|no-brainers?|lifesavers?|icons?|dance|balancing act|epics?|sagas?|tales?|legends?|puzzles?)$/;
/** "a process that requires patience": said of anything. */
const SAID_OF_ANYTHING =
  /^[^,]*\b(?:that|which) (?:requires?|takes?|needs?|seems?|can|will|makes?|never|always|every)\b/;
const IMPRESSION =
  /^an? (?:very|really|extremely|incredibly|rather|quite|pretty|so|truly) (?:complicated|complex|difficult|hard|easy|simple|serious|common|popular|useful|versatile|interesting|special|powerful|unique|old|long|strange|sad|rewarding)\b/;
const HONOUR =
  /^(?:an?|the) [^,]*\b(?:capital of culture|winner|hosts?|finalist|runner-up|recipient|champion|candidate|nominee)\b/i;
/** Where the noun that says the kind ends and what sets the thing apart begins. */
const DIFFERENCE =
  /,| (?:of|in|on|at|by|to|from|with|for|between|among|off|near|without|that|which|who|whose|where|when|as|used|made|\p{L}{3,}(?:ed|ing)) /u;
const NEGATED = /\b(?:not|never|nobody|nothing|neither|no longer|n't)\b|^no\b/;
/** Words that make another subject of the keyword: "most hedgehogs", "the first canal lock". */
const PARTIAL =
  /\b(?:most|some|many|few|several|all|both|each|every|no|two|three|four|five|this|that|these|those|his|her|their|its|our|your|my|first|last|second|next|other|another|such|only|old|new|good|bad|best|cheap|large|small|big|little|early|later?|single|wild|dead|young|adult|male|female|what|who|how|why|if|when|while|because|since|although|though|after|before|until|unless|whether|where|for|with|like|unlike|to|from|by|about|on|at|making|and|&)\b|\d/i;
const ORDINARY = /^(?:an?|the|common|typical|true|classic|traditional|modern|sir|dame|dr|saint|st|mount|lake|river)$/i;
const WORDS_OF_SUBJECT = 9;

/** A sentence that says what the keyword is, taken apart. Undefined for any other, and for one that says what it is not. */
export function definitionIn(text: string, query: readonly string[]): Definition | undefined {
  if (query.length === 0 || /\?$|^(?:no|yes)\b/i.test(text)) return undefined;
  const plain = withKnownName(withoutAsides(text.replace(BEFORE, "")), text, query);
  const found = VERB.exec(plain);
  if (found === null) return undefined;
  const subject = plain
    .slice(0, found.index)
    .replace(/["\u201c\u201d\u2018]/g, "")
    .replace(/[,\s]+$/, "");
  const verb = found[1]!;
  const rest = plain.slice(found.index + found[0].length).trim();
  const ofSubject = Math.max(subjectStrength(subject, query), ofShortName(subject, rest, query));
  if (ofSubject === 0) return undefined;
  const ofRest = verb.length > 4 ? otherVerbStrength(verb, rest) : beingStrength(rest, subject);
  // "Is a form of matter that does not shine" says what it is all the same.
  const kind = rest.slice(0, 60).split(/,| (?:that|which|who|whose) /)[0]!;
  // "Wedding catering is the dearest type of catering" says nothing of catering.
  const isOfOneKind = termsOf(subject).length > query.length && holdsPhrase(termsOf(rest), query);
  if (isOfOneKind || ofRest === 0 || NEGATED.test(kind)) return undefined;
  return { subject, verb, rest, strength: ofSubject * ofRest };
}

/** Whether a sentence says how its subject strikes somebody: "Diabetes is a very complicated disease". */
export function isImpression(text: string): boolean {
  const found = VERB.exec(text);
  return found !== null && IMPRESSION.test(text.slice(found.index + found[0].length).trim());
}

/** Whether a sentence says of the subject only how good or important it is. */
export function isPraise(text: string, query: readonly string[]): boolean {
  const plain = withoutAsides(text.replace(BEFORE, ""));
  const found = VERB.exec(plain);
  if (found === null || found[1]!.length > 4) return false;
  const rest = plain
    .slice(found.index + found[0].length)
    .trim()
    .replace(ADVERB, "");
  const isOfSubject = subjectStrength(plain.slice(0, found.index).trim(), query) > 0;
  return isOfSubject && (OPINION.test(rest) || (ONE_OF_A_KIND.test(rest) && kindStrength(rest) < 1));
}

/** "A starter, also called a leaven, is ...", "Anning (1799-1847) was ...": what stands in brackets or between commas goes. */
function withoutAsides(text: string): string {
  const bare = text.replace(/\s*\([^()]{0,160}\)/g, "").replace(/\s*\[[^[\]]{0,60}\]/g, "");
  const verb = VERB.exec(bare);
  const head = /^([^,:;]{2,80}), (?!and )(?:[^;:.]{1,140}), (?=(?:is|are|was|were|refers?|means|contains?)\b)/u.exec(
    bare,
  );
  if (head !== null && !VERB.test(head[1]!)) return `${head[1]} ${bare.slice(head[0].length)}`;
  const dashed =
    /^([^,:;\u2013\u2014]{2,80}?) ?[\u2013\u2014] ?[^\u2013\u2014]{1,120}[\u2013\u2014] ?(?=(?:is|are|was|were)\b)/u.exec(
      bare,
    );
  if (dashed !== null && verb !== null) return `${dashed[1]} ${bare.slice(dashed[0].length)}`;
  const either =
    /^((?:An? |The )?[\p{L} '-]{2,60}?),? (?:or|also called|also known as|known as|a\.k\.a\.?) [\p{L}\d "\u201c\u201d'-]{2,60}?,? (?=(?:is|are|was|were|contains?)\b)/iu.exec(
      bare,
    );
  return either === null ? bare : `${either[1]} ${bare.slice(either[0].length)}`;
}

const KNOWN_AS =
  /,? (?:(?:better|also|more commonly|commonly|usually|often|generally|popularly|professionally|widely) )?(?:known (?:professionally )?(?:as|by)|called) (?:(?:his|her|its|their|the) (?:[\p{Ll}-]+ ){1,3})?([^,;:.]{2,60}?),? (?=(?:is|are|was|were)\b)/u;

/** "Samuel Clemens, better known by his pen name Mark Twain, was ..." for whoever asks for Mark Twain. */
function withKnownName(plain: string, text: string, query: readonly string[]): string {
  if (!/known|called/.test(text)) return plain;
  const whole = text.replace(/\s*\([^()]{0,200}\)/g, "").replace(/\s*\[[^[\]]{0,60}\]/g, "");
  const found = KNOWN_AS.exec(whole);
  if (found === null || found.index > LONGEST_NAME) return plain;
  const terms = termsOf(found[1]!);
  const isAsked = terms.length === query.length && holdsInOrder(terms, query);
  return isAsked ? `${found[1]!} ${whole.slice(found.index + found[0].length)}` : plain;
}

const LONGEST_NAME = 90;

function subjectStrength(subject: string, query: readonly string[]): number {
  const words = subject.split(" ").filter((word) => word !== "");
  if (words.length === 0 || words.length > WORDS_OF_SUBJECT || /[,;:]/.test(subject)) return 0;
  const terms = termsOf(subject);
  // "Knife sharpening" for "sharpening knives", "a branch in Git" for "Git branch".
  if (terms.length === query.length && query.length > 1 && isSameInOtherOrder(terms, query))
    return PARTIAL.test(withoutQueryWords(words, query)) ? 0 : 0.9;
  if (terms.length < query.length || terms.at(-1) !== query.at(-1) || !holdsInOrder(terms, query)) return 0;
  if (terms.length === query.length) return PARTIAL.test(withoutQueryWords(words, query)) ? 0 : 1;
  if (PARTIAL.test(withoutQueryWords(words, query)) || / of /.test(subject)) return 0;
  const others = words.filter((word) => !termsOf(word).some((term) => query.includes(term)) && !ORDINARY.test(word));
  const isName = others.every((word) => /^\p{Lu}/u.test(word));
  return others.length > 2 ? 0 : isName ? 0.85 : holdsPhrase(terms, query) ? 0.55 : 0;
}

/**
 * "Python is ... a programming language" for "Python programming language": the keyword names a thing and its kind. "Hooks are programs
 * that ... at points of the run of Git" for "git hooks": the thing has its short name, and what it belongs to comes after.
 */
function ofShortName(subject: string, rest: string, query: readonly string[]): number {
  const terms = termsOf(subject);
  if (terms.length === 1 && query.length === 2 && terms[0] === query[1] && termsOf(rest).includes(query[0]!))
    return 0.8;
  if (terms.length === 0 || terms.length >= query.length || terms.some((term, at) => term !== query[at])) return 0;
  const kind = termsOf(rest.split(/,? (?:that|which|who|whose|for|with) /)[0]!);
  return holdsPhrase(kind, query.slice(terms.length)) ? 0.95 : 0;
}

function isSameInOtherOrder(terms: readonly string[], query: readonly string[]): boolean {
  return !holdsInOrder(terms, query) && query.every((term) => terms.includes(term));
}

function withoutQueryWords(words: readonly string[], query: readonly string[]): string {
  const isAsked = (word: string) => termsOf(word).some((term) => query.includes(term));
  // "New Zealand" is a name, and "new canal locks" are some of them.
  const isOfName = (word: string, next = "") =>
    /^(?:New|Old|Big|Little|Great)$/.test(word) && /^\p{Lu}/u.test(next) && isAsked(next);
  return words.filter((word, at) => !isAsked(word) && !isOfName(word, words[at + 1])).join(" ");
}

function holdsInOrder(terms: readonly string[], query: readonly string[]): boolean {
  let at = 0;
  for (const term of terms) if (term === query[at]) at += 1;
  return at === query.length;
}

function beingStrength(rest: string, subject: string): number {
  const bare = rest.replace(ADVERB, "");
  if (/^(?:the|one of the) (?:earliest|oldest|largest|biggest|smallest|newest|latest)\b/.test(bare)) return 0.4;
  if (WEIGHT.test(bare)) return 0.3;
  if (OPINION.test(bare)) return /^(?:the|one of the) (?:only|first|main|most|daughter|son)\b/.test(bare) ? 0.4 : 0;
  if (IMPRESSION.test(bare)) return 0;
  if (ONE_OF_A_KIND.test(bare)) return kindStrength(bare);
  if (NAMING.test(bare)) return 0.8;
  if (PARTICIPLE_OR_OPINION.test(bare) || !KIND.test(bare)) return 0;
  return /[^s]s$/.test(subject) === /^(?:[\p{L}-]+ ){0,4}[\p{L}-]+[^s]s\b/u.test(bare) ? 0.8 : 0.5;
}

/** How far "a small mammal that lives in Europe" says a kind and what sets the thing apart from others of it. */
function kindStrength(bare: string): number {
  const end = DIFFERENCE.exec(bare)?.index;
  const kind = bare.slice(0, end ?? bare.length).replace(/[.\s]+$/, "");
  if (EMPTY_KIND.test(kind) || /^one of (?:those|these)\b/.test(bare)) return 0;
  if (HONOUR.test(bare) || SAID_OF_ANYTHING.test(bare)) return 0.3;
  if (/^an? (?:\p{L}+ )?example of /u.test(bare)) return 0.6;
  if (end !== undefined) return 1;
  // "A speed", "an argument": without anything that sets it apart this is a figure of speech as often as not.
  return kind.split(" ").length > 2 ? 0.7 : 0;
}

function otherVerbStrength(verb: string, rest: string): number {
  if (/^(?:contain|comprise|describe|consist)/.test(verb))
    return /^(?:an?|the|of|one|two|three) (?!(?:high|low|great|larg|small|few)\w* (?:number|amount|level|share|quantity|proportion)\b)/.test(
      rest,
    )
      ? 0.6
      : 0;
  if (verb.startsWith("involve"))
    return /^(?:\p{L}+ing|the \p{L}{3,}(?:tion|sion|ment|ance|al) of) /u.test(rest) ? 0.9 : 0;
  return /^(?:occur|happen|develop)/.test(verb) ? 0.7 : 0.9;
}
