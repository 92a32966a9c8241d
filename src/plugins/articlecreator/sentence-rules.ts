import { isStopWord, wordsOf } from "../../engines/pages/terms.js";
import { leavesUnsaid } from "./unsaid.js";

/** Why a sentence is no good in an article of its own, whatever the subject; undefined when it is fine. */
export function sentenceProblem(text: string): string | undefined {
  if (text.length > 2000) return "too long";
  if (!/[.\u3002\uff0e\u0964](["'\u201d\u2019\u00bb)\]]{0,3})$/.test(text)) return "does not end as a statement";
  if (/(\.\.\.|\u2026)["'\u201d\u2019)\]]{0,3}$/.test(text)) return "is cut off";
  if (!/^["'\u201c\u2018\u00ab]?[\p{Lu}\p{Lt}\p{Lo}\d]/u.test(text)) return "does not begin as a sentence";
  if (/^["\u201c\u00ab]/.test(text)) return "is speech";
  if (/[<>{}|\\^~\u2022\u25cf\u25aa\u2192\u00bb\ufffd]|https?:|www\.|@|\[\d|\[\.\.\.|\[\u2026|#\w/.test(text))
    return "holds marks of a page";
  if (!isBalanced(text)) return "has an open bracket or quotation";
  if (isShouted(text)) return "is in capitals";
  const lower = text.toLowerCase().replaceAll("\u2019", "'");
  if (FIRST_PERSON.test(lower)) return "speaks of the writer";
  if (CHATTER.test(lower)) return "chats with the reader";
  if (BOILERPLATE.test(lower)) return "is about the page";
  if (ELSEWHERE.test(lower)) return "refers to something elsewhere";
  if (LATELY.test(lower)) return "is news of a day";
  const words = wordsOf(text);
  const figures = words.filter((word) => /^\d/.test(word)).length;
  if (figures * 3 > words.length) return "is mostly figures";
  if (/^\S+(\s\S+)?:\s/.test(text)) return "is an entry with a label";
  if (/^(how|why|where to|what to|when to|how to)\b/.test(lower)) return "is a heading";
  if (BIOGRAPHY.test(lower)) return INTRODUCES_WRITER;
  if (/^\d/.test(text) && !/^\d[\d,.]*\s*(%|\p{L}{3,})/u.test(text)) return "is a list entry";
  if (WITHOUT_SUBJECT.test(text)) return "has no subject";
  if (isEnglish(words) && !hasVerb(words)) return "has no verb";
  return undefined;
}

const FIRST_PERSON =
  /(^|[^\w'])(i|i'm|i've|i'd|i'll|me|my|mine|myself|we|we're|we've|we'd|we'll|us|our|ours|ourselves|let's)(?=[^\w'.-]|$)/;
const CHATTER =
  /^(oh|well|ah|hey|yep|yeah|okay|ok|ref here|same here|easy way to), |\b(you'll love|you guys|thank you|thanks for|welcome to|did you know|believe it or not|trust me|don't worry|good luck|happy (baking|reading|gardening)|stay tuned|as you (can see|know|might)|you (might|may) (be wondering|think|ask|have heard|have noticed)|if you (enjoyed|liked|have any questions|have been|are (reading|looking|wondering|new))|keep (reading|in touch)|read on|feel free|the good news|the bad news|without further ado|here's (how|why|what|the)|of course|in other words|needless to say|to be honest|lol|guess what|pro tip|fun fact|spoiler)\b/;
const BOILERPLATE =
  /\b(subscrib\w*|newsletters?|cookie (policy|settings|consent)|(use|uses|using|accept) cookies|click(ing)? (here|on|the|to|below)|copyright(ed)?|all rights reserved|affiliate\w*|sponsored|disclaimer|privacy policy|terms of (use|service)|sign up|log in|your (email|e-mail|browser|inbox|cart|account)|this (article|post|page|guide|blog|site|website|chapter|tutorial|paper|study|recipe|video|book)|these (guides|articles|pages)|(articles|posts|guides|pages|chapters) (gathered|collected|listed|in this|below|here)|in the (article|post|guide|video)|the (present|current) (article|paper|study)|photo(graph)? (by|courtesy)|image (by|credit|source)|originally (published|posted)|last (updated|modified)|leave a comment|comment section|comments below|share this|follow us|check out|read more|learn more|find out (how|more|what|why)|download (the|our|your|a)|buy now|free shipping|add to cart|table of contents|this section|next section|previous section|following section|(for|find|get|give) (more|further) (information|details|reading)|reading time|minute read|print edition|(print|back|current|latest|next) issue of|(from )?our issue|(these|our|the|all) (notes|prices|details|facts|figures|times|links|opening hours)( \w+)? (was|were|are|is) (last )?(checked|correct|verified|accurate|up to date)|(monthly|annual|yearly) (subscription|membership)|donat(e|ions?) (to|here|now|today)|your (support|donation|gift)|become a (member|patron|supporter)|brought to you by|in (partnership|association) with|(small|sales) commission|newsagents?|posted (on|by|in)|filed under|tagged|guest post|\d+ comments?|(your|a) reply|report (a|this) comment|javascript|adblock\w*|unsubscribe)\b|\u00a9/;
const ELSEWHERE =
  /^(below|above|here) (is|are)\b|\b(see (figure|fig|table|section|chapter|page|below|above|also|our|the)|(figure|fig\.?|table|chapter|section) \d|(shown|described|mentioned|discussed|noted|listed|outlined|explained|given|pictured|seen|stated) (above|below|earlier|previously|here|later)|as (mentioned|noted|described|discussed|explained|stated|seen|shown)\b|(above|below)-?mentioned|aforementioned|the (answer|comment|post|poster|commenter|reply) (above|below)|mentioned earlier|(the|see) (picture|photo|image|diagram|chart|graph|video|recipe|steps?|instructions|table|list) (above|below|here|at (left|right))|(picture|photo|image|diagram|chart|graph) (shows|above|below)|pictured|(in|see) (the )?(part|chapter|section|volume|lesson|unit) (\d|one|two|three|four|five|six)\b|in (the (next|previous|last|first|second|third|following|preceding)|another|a (later|separate|previous)) (part|section|chapter|article|post|lesson|page|guide)\b|(explained|described|covered|discussed|shown) (in detail )?(elsewhere|separately))/;
/** As references to programs have it: "Returns an object ...", "Used internally ...". */
const WITHOUT_SUBJECT =
  /^(?:Returns|Specifies|Gets|Sets|Defaults|Detects?|Can be|Used (?:internally|by|for|to|as|when)|Defines|Contains|Enables|Disables|Indicates) (?![^,]*, (?:the|it|this|they|an?)\b)/;
/** A problem of sentences about the writers of pages, and none where somebody who writes is the subject. */
export const INTRODUCES_WRITER = "introduces a writer";
const BIOGRAPHY =
  /\b(writes (about|for|on)|(is|was) (a|an|the) ([a-z-]+ ){0,4}(writer|journalist|author|editor|blogger|columnist|freelancer|contributor) (and|who|based|for|of|at|from|in)\b|has been (writing|blogging)|lives (in|on|near|with) ([a-z]+ ){0,6}with (his|her|their)\b)/;
const LATELY =
  /\b(yesterday|tomorrow|tonight|this (morning|week|month|weekend)|last (night|week|month|weekend)|next (week|month)|(mon|tues|wednes|thurs|fri|satur|sun)day(,| the| evening| morning| night)|(said|told|says|asked|wrote|tweeted|announced) (on|in an?|the|that))\b/;

function isBalanced(text: string): boolean {
  const closing: string[] = [];
  const pairs: Readonly<Record<string, string>> = {
    "(": ")",
    "[": "]",
    "\u201c": "\u201d",
    "\u00ab": "\u00bb",
    "\u300c": "\u300d",
  };
  for (const character of text) {
    const partner = pairs[character];
    if (partner !== undefined) closing.push(partner);
    else if (")]\u201d\u300d".includes(character) && closing.pop() !== character) return false;
  }
  return closing.length === 0 && text.split('"').length % 2 === 1;
}

function isShouted(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  return capitals > letters * 0.4 && letters > 8;
}

const ENGLISH = new Set(
  "the of and to a in is that for it with as are be by from or an on at can this which not when but".split(" "),
);

/** Whether the words look English: only then do English rules say anything. */
function isEnglish(words: readonly string[]): boolean {
  return words.filter((word) => ENGLISH.has(word)).length * 8 >= words.length && words.length > 0;
}

const AUXILIARY = new Set(
  (
    "is are was were be been being am has have had do does did can could will would shall should may might must isn't aren't " +
    "wasn't weren't hasn't haven't doesn't don't didn't can't cannot couldn't won't wouldn't shouldn't needn't let need needs " +
    "came went made gave took found kept left led held began grew knew saw set put cut became brought built ran rose fell lay lie stood " +
    "fed hung sold spent sent felt dealt dug drew drove flew froze hid hit hurt lost meant met paid read rode sang sat shone shot shook " +
    "slept spoke spread sprang struck stuck swam swept taught thought threw told understood won wore wrote bore bred burnt caught chose " +
    "keeps gets goes comes says seems lets puts uses tells means needs wants make makes give gives take takes keep hold come go grow run show use help add turn need leave let seem become bring carry cause cover " +
    "lie stand live eat feed work look feel move form allow contain include remain reach rise fall begin end build cut draw drive " +
    "kill lead lose make mean meet offer open pass pay play produce provide pull push put raise reduce rely require save sell send serve " +
    "share sit sleep sound spend spread start stay stop store suit support tend travel vary visit want wear weigh win " +
    "burst bent bit blew bound broke cast clung crept drank forgave hid knelt leapt overcame overtook quit shed shut spat stank stung " +
    "strode swore thrust trod undertook upset wept withdrew withstood wrung awoke arose beat bled heard blown broken swollen " +
    "cost ate fought fled forgot got lent lit rang sank shrank slid sought spun split stole swung tore woke wound"
  ).split(" "),
);

/** No tagging: an auxiliary, a verb's ending, or a command at the front is enough to believe it. */
function hasVerb(words: readonly string[]): boolean {
  if (words.some((word) => AUXILIARY.has(word))) return true;
  if (words.some((word, index) => index > 0 && word.length > 3 && /(ed|en|es|[^su]s)$/.test(word) && !isStopWord(word)))
    return true;
  const [first, second] = words;
  // "Gallstones range in size from ...".
  if (first !== undefined && /[^su]s$/.test(first) && second !== undefined && !isStopWord(second)) return true;
  return first !== undefined && first.length > 2 && !isStopWord(first) && isStopWord(words[1] ?? "");
}

const LEANING_WORDS = new Set(
  (
    "this that these those it its it's they they're their them he he's she she's his her him such both however but and or nor so " +
    "yet yes also instead then thus therefore hence otherwise similarly likewise moreover furthermore additionally consequently " +
    "meanwhile afterwards afterward accordingly nevertheless nonetheless besides again still second secondly third thirdly fourth " +
    "lastly finally next later another other others either neither likely similar conversely alternatively indeed " +
    "fortunately unfortunately sadly luckily ideally further equally too here there now thereafter thereby today's " +
    "er sie es dies diese dieser dieses dadurch daher deshalb dabei dazu damit aber und auch doch jedoch au\u00dferdem dann " +
    "il elle ils elles ce cela cette ces cependant mais et donc ainsi aussi este esta estos estas esto ese esa ella ellos pero y " +
    "adem\u00e1s tambi\u00e9n as\u00ed entonces"
  ).split(" "),
);
const LEANING_OPENINGS =
  /^(in (this|that|these|those|such|both|either|addition|contrast|fact|other|turn|return|that case|the same|short|summary|general|all)\b|for (this|that|these|those|such|example|instance|both)\b|because of (this|that|these)|as (a result|such|well|for|before|an alternative|it|they|soon as (it|they|this|that)|this|that|these)\b|on the (other|contrary|one)|at (this|that|these|the same|the other|the opposite)\b|after (this|that|these|it|they|which|all|about|another|doing)\b|from (this|that|these|there|here|then)\b|to (do|achieve|avoid|prevent|fix|solve|correct) (this|that|it|so|these)\b|by (this|that|doing (this|so|that)|contrast|then)\b|with (this|that|these|those|it|them|its|their|such)\b|of (these|those|this|them|course)\b|unlike (this|that|these|those|the)\b|like (this|that|these|those|its|their)\b|even (so|then|this|that|these|those|better|worse)\b|one (of (these|those|them|the)|reason|way|is|was|more|such|side|other|exception|end)\b|once (this|that|these|it|they|more|there|again|all)\b|if (this|that|these|those|so|not|it|they|he|she|necessary|needed|desired|possible)\b|when (this|that|these|those|it|they|he|she|done|ready)\b|while (this|that|these|those|it|they|he|she)\b|until (this|that|it|they|then)\b|since (this|that|it|they|then)\b|although (this|that|these|it|they|he|she)\b|though (this|that|it|they)\b|because (it|they|he|she|of its|of their)\b|before (this|that|it|they|doing)\b|during (this|that|these|its|their)\b|over (this|that|these)\b|under (this|that|these)\b|most of (it|them|these|those|this)|some of (it|them|these|those)|many of (them|these|those)|each of (them|these|those)|all of (them|these|those|this|it)|all (this|that|these|those|three|four)\b|none of|two of|three of|part of (this|that|the reason)|not (only|all of|so|that|this|least)\b|more(over| importantly| than that)|most importantly|above all|the (former|latter|same|other|others|second|third|fourth|next|last|result|results|answer|reason|reasons|resulting|remaining|rest|opposite|exception|whole (process|thing)|difference|first (is|was|of)|trick|point|idea|remedy|cure|effect|consequence|drawback|advantage|solution|two|three|four|figures?|figure is|choice|process is|method is)\b|(a|an) (second|third|similar|different|better|further|alternative|simpler|related|final|last|few of (these|those|them))\b|(two|three|four|several|few|many|some|most|others|all) (others|more|such|remain|do|did|have|are|were)\b|no (such|other|matter)\b|doing (so|this|that|it)\b|what (this|that|it|they)\b|an? (\w+ )?example\b|the (rule|example|exercise|comparison|same is|rest)\b|where (this|that|these|it|they)\b|how (it|they|this|that)\b|rather than (this|that|it)|together(,| they| these)|whatever|whichever|either (way|of)|except for|apart from (this|that|these)|first(,| of all|ly)|to (begin|start) with)/;
/** Things with an article that only the sentences before can have brought up. */
const KNOWN_THING =
  /\b(the|his|her|their|its) (change|difference|idea|process|problem|effect|practice|question|answer|trouble|reason|result|results|task|move|discovery|experiment|device|invention|arrangement|decision|event|approach|technique|procedure|phenomenon|case|cases|point|trick|sum|figure|figures|outcome|proposal|theory|claim|debate|remedy|cure|advantage|drawback|benefit|benefits|risk|pattern|mixture|combination|resulting)\b(?! (of|in|for|that|between|is|are|by|to|with)\b)/;
const COMPARATIVE = new Set(
  (
    "gentler simpler cheaper better worse faster larger bigger smaller stronger weaker easier safer quicker slower harder higher " +
    "lower older newer later earlier further thinner thicker shorter longer lighter heavier finer coarser warmer cooler hotter " +
    "deeper milder drier wetter rougher younger richer poorer"
  ).split(" "),
);
/** What "they" may mean; no grammar, and yet a sentence without one leans on another. */
const PLURAL =
  /[^su]s$|^(people|children|men|women|and|mice|geese|teeth|feet|cattle|fish|sheep|police|species|series|many|most|some|few|several|two|three|four|all|those|others)$/;
/** These are mostly about the subject of their own sentence: "Europe got its first lock". */
const POSSESSIVE = new Set(["its", "their", "his"]);
const PRONOUN = new Set("it they them he she him its their his hers theirs".split(" "));

/**
 * Whether a sentence can only be understood after the one before it: it begins with a pointing word, a connective or a
 * pronoun, or has a pronoun before anything it could stand for.
 */
export function leansOnPrevious(text: string): boolean {
  const lower = text
    .toLowerCase()
    .replaceAll("\u2019", "'")
    .replace(/^["'\u201c\u2018(]+/, "");
  // "The flood, also called ...": this adds a name and nothing that was said before.
  const words =
    lower.replace(/, also (?=called|known|spelt|spelled|written|named)/, ", ").match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ??
    [];
  const [first = "", second = ""] = words;
  if (LEANING_WORDS.has(first)) return !BEGINS_ALONE.test(lower);
  if (LEANING_OPENINGS.test(lower)) return true;
  if (words.slice(0, 4).some((word) => COMPARATIVE.has(word)) && !/\bthan\b/.test(lower)) return true;
  if (REFERS_BACK.test(lower)) return true;
  if (
    /\b(as well|too)[.;,]/.test(lower) ||
    words.slice(1, 5).some((word) => word === "also" || word === "therefore" || word === "however")
  )
    return true;
  if (leavesUnsaid(lower)) return true;
  if (KNOWN_THING.test(words.slice(0, 8).join(" "))) return true;
  if (
    words.slice(0, 6).some((word) => word === "this" || word === "these" || word === "those" || word === "such") &&
    !/\bsuch as\b/.test(lower)
  )
    return true;
  if (/\bboth\b/.test(lower) && !/\bboth\b.* and | and .*\bboth\b|\bboth (?!of\b)\p{L}+s\b/u.test(lower)) return true;
  const them = words.findIndex((word) => word === "they" || word === "them");
  if (them >= 0 && !words.slice(0, them).some((word) => PLURAL.test(word))) return true;
  // "Feed it daily": nothing before the pronoun that it could mean.
  let named = 0;
  for (const word of words.slice(0, 9)) {
    if (PRONOUN.has(word)) return named < (POSSESSIVE.has(word) ? 1 : 2);
    if (!isStopWord(word) && !/^\d/.test(word) && !word.endsWith("ly")) named += 1;
  }
  return /^(too|likewise)$/.test(second);
}

/** Anywhere in a sentence. */
const REFERS_BACK =
  /\b(the former|the latter|respectively|by then|since then|until then|at that time|at the time(?! of\b| when\b| that\b)|that (year|day|month|week|night|morning|evening|spring|summer|autumn|winter|decade|century|moment|point|war)|(in|during|since|from) those (days|years)|(is|was|are|were) the (other|others|second|third)\b|both (have|are|were|had|can|do|did|will)|(do|does|did|doing) so\b(?! that)|for the same reason|the (two|three|four) (?!of\b|or\b|hundred\b|thousand\b|million\b)\p{L}+)\b|^([\p{L}\d]+ ){1,3}(later|earlier|afterwards)\b|^each (one|of|is|was|has|gave|gives|takes|can)\b|^\p{L}+ing (one|it|them|this|these)\b|^(one|ones|some|others|most|many|few|several|half|two|three) (of (the|these|them|its|their) \p{L}+ )?(die|dies|died|is|are|was|were|have|has|had|can|may|come|do|did|live|lived)\b/u;

/** Openings with a pointing word that point at nothing. */
const BEGINS_ALONE =
  /^(too (much|many|little|few)\b|there (is|are|was|were|have|has|exist)\b|(it|it's) (is |was )?(important|possible|best|helpful|worth|useful|essential|necessary|advisable|wise|not necessary|recommended|takes \w+ \w+ to|(not )?(quite |very |hardly |often |sometimes |widely |commonly )?((clear|known|true|said|thought|believed|likely|unlikely|unclear|estimated)( \w+)? (that|why|how|whether|when|where|what)|(easy|hard|difficult) to (say|tell|know|see)|(common|rare|better|safe) (that|to))\b)|both (the )?\p{L}+ and \p{L}+|either (the |a )?\p{L}+ or\b|neither (the |a )?\p{L}+ nor\b)/u;

/** Whether a sentence promises something that the next one gives, so that a passage may not end with it. */
export function announcesMore(text: string): boolean {
  const lower = text.toLowerCase();
  return (
    /\b(the following|as follows|here are|these are|in (two|three|four|several) (ways|steps|stages))\b/.test(lower) ||
    /\b(two|three|four|five|six|several|a few|many|certain|some) (\p{L}+ )?(things|ways|reasons|steps|types|kinds|methods|options|signs|stages|categories|causes|factors|forms|questions|rules|tests)\b/u.test(
      lower,
    )
  );
}

/** Whether a sentence speaks to the reader. Right in instructions, and yet a text reads better with little of it. */
export function addressesReader(text: string): boolean {
  return /(^|[^\w'])(you|your|yours|you'll|you're|you've|you'd|yourself)(?=[^\w']|$)/.test(
    text.toLowerCase().replaceAll("\u2019", "'"),
  );
}
