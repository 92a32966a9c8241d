import { isStopWord, wordsOf } from "../../engines/pages/terms.js";
import { isOfPage, isTalk } from "./page-sentences.js";
import { leavesUnsaid } from "./unsaid.js";
import { hasVerb, isReferenceEntry } from "./verbs.js";

/**
 * Why a sentence is no good in an article of its own, whatever the subject; undefined when it is fine.
 * @param text A question as a statement, with `asks`.
 */
export function sentenceProblem(
  text: string,
  { asks }: { readonly asks: boolean } = { asks: false },
): string | undefined {
  if (text.length > 2000) return "too long";
  if (!/[.\u3002\uff0e\u0964](["'\u201d\u2019\u00bb)\]]{0,3})$/.test(text)) return "does not end as a statement";
  if (/(\.\.\.|\u2026)["'\u201d\u2019)\]]{0,3}$/.test(text)) return "is cut off";
  if (!BEGINNING.test(text)) return "does not begin as a sentence";
  const isAttributed = ATTRIBUTED.test(text);
  if (/^["\u201c\u00ab]/.test(text) && !QUOTED_NAME.test(text) && !isAttributed) return "is speech";
  if (
    /[<>{}|\\^~\u2022\u25cf\u25aa\u2192\u00bb\ufffd]|https?:|www\.|@|\[\d|\[[A-Z][A-Z\d-]{2,}\]|\[\.\.\.|\[\u2026|#\w|[A-Za-z]\*(?!\d)|__/.test(
      text,
    )
  )
    return "holds marks of a page";
  if (!isBalanced(text)) return "has an open bracket or quotation";
  if (isShouted(text)) return "is in capitals";
  const lower = text.toLowerCase().replaceAll("\u2019", "'");
  if (FIRST_PERSON.test(withoutEverybody(text).toLowerCase().replaceAll("\u2019", "'"))) return "speaks of the writer";
  if (CHATTER.test(lower)) return "chats with the reader";
  if (isTalk(text)) return "is talk of several people";
  if (BOILERPLATE.test(lower) || OF_FIGURES.test(lower) || isOfPage(text)) return "is about the page";
  if (ELSEWHERE.test(lower) || OF_BOOK.test(text) || OF_LINK.test(text) || OF_EXAMPLES.test(text))
    return "refers to something elsewhere";
  if (LATELY.test(lower) || (DAY_OF_WEEK.test(lower) && !DATED.test(lower)) || (REPORTED.test(text) && !isAttributed))
    return "is news of a day";
  const words = wordsOf(text);
  const figures = words.filter((word) => /^\d/.test(word)).length;
  if (figures * 3 > words.length) return "is mostly figures";
  if (/^\S+(\s\S+)?:\s/.test(text) || LABELLED.test(text) || OF_TABLE.test(text)) return "is an entry with a label";
  if (!asks && /^(how|why|where to|what to|when to)\b/.test(lower) && !CLAUSE_AS_SUBJECT.test(lower))
    return "is a heading";
  if (BIOGRAPHY.test(lower)) return INTRODUCES_WRITER;
  // "1Industry average excludes the largest fund": a footnote.
  if (/^\d/.test(text) && (!/^\d[\d,.]*\s*(%|\p{L}{3,})/u.test(text) || /^\d\p{Lu}\p{Ll}/u.test(text)))
    return "is a list entry";
  if (WITHOUT_SUBJECT.some((pattern) => pattern.test(text))) return "has no subject";
  if (isReferenceEntry(text) || (isEnglish(words) && !hasVerb(text))) return "has no verb";
  return undefined;
}

/** "Listing 4-4 shows", "(see sidebar Hedges)": what stands beside the text of a page or a book. */
const OF_BOOK =
  /\b(?:listings?|examples?|figures?|tables?|exhibits?|equations?|sections?|chapters?|sidebars?) \d{1,3}(?:[.-]\d{1,3})+\b|\b(?:figure|listing|exhibit) \d{1,3}\b|\b(?:the|these|those|all) (?:\p{L}+ )?(?:machines|tools|models|options|products|examples|devices|methods|items|lists|tables|commands|settings|recipes|books|apps|programs|services|brands|picks|choices|ones) above(?=[.,;)]| (?:have|has|are|were|do|does|did|can|will|may|use|used|in|for|with|offer|include|and|or)\b)|\bwiki pages?\b|\bsee (?:the )?(?:sidebar|box|inset|margin|appendix|figure|listing|exhibit)\b/iu;
/** "Which is discussed in Laying a hedge on a slope": the name of another page. */
const OF_LINK =
  /\b(?:discussed|covered|explained|described|documented|treated) in \p{Lu}\p{Ll}+(?: (?!of\b|and\b|by\b)\p{Ll}+){2,}|\bcan be found (?:in|at|on) (?:the )?\p{Lu}[\p{L}\u2019']* [\p{L}\u2019']+\./u;
/** "Tables child1, child2 and child3": of an example on the page. */
const OF_EXAMPLES =
  /\b(?:tables?|columns?|files?|nodes?|hosts?|servers?|machines?|users?|variables?|objects?|functions?|classes|boxes|items?) \p{Ll}{3,}\d\b/iu;
/** "Older oils and greases: Keep to what the maker says", set in bold on its page. */
const LABELLED =
  /^(?!(?:(?:[^:]*\b(?:is|are|was|were|has|have|had|can|may|must|will|do|does|did|follows?|means?|says|said|know|remember|note|say|ask|take|choose|include)\b)|[^:]*["\u201c]))\p{Lu}[^:.;!?]{8,60}: \p{Lu}\p{Ll}* \p{Ll}|^\p{Lu}\p{Ll}+(?: \p{L}+){0,3} ?[-\u2013\u2014] \p{Lu}\p{Ll}* \p{Ll}(?!.* [-\u2013\u2014] )/u;

/** "Strategy Uses a portfolio manager": a row of a table, whose cells have run together. */
const OF_TABLE =
  /^(?:Goal|Strategy|Risk|Cost|Price|Purpose|Result|Advantage|Disadvantage|Benefit|Drawback|Tax efficiency|Management style|Best for|Ideal for|Pros|Cons|Timeline|Difficulty|Style|Type)s? (?:Usually|Typically|Often|Generally|\p{Lu}\p{Ll}+s) \p{Ll}/u;
/** "Savings are derived from the most costly option": what a table or a figure on the page was made from. */
const OF_FIGURES =
  /^(?:calculations?|figures|estimates|averages|prices|savings|costs|rates|ranges|percentages|numbers|totals) (?:shown |given |quoted |listed )?(?:is|are|was|were) (?:based on|derived from|calculated|approximate|as of|estimates|rounded|taken from)\b/;

const FIRST_PERSON =
  /(^|[^\w'])(i|i'm|i've|i'd|i'll|me|my|mine|myself|we|we're|we've|we'd|we'll|us|our|ours|ourselves|let's)(?=[^\w'.-]|$)/;
/** "World War I" counts, and "our understanding of radioactivity" is that of everybody. */
const EVERYBODY =
  /(?<=\p{Lu}\p{Ll}+ )I(?=[,.;:)]|$| (?:and|or|in|of|to|was (?:born|crowned|succeeded|fought)|ended|began)\b)|\b[Ww]e (?=(?:all|can(?:not|['\u2019]t)?|must|should|need|have to|take|look|feel|want|find|learn|sleep|wake|live|eat|breathe|consume|tend|often|usually|know|think(?! (?:that|this|these|those|the|it|they|you)\b))\b(?! (?:help|offer|provide|assist|recommend|suggest|deliver|work|make|guarantee|ship|supply|serve|answer|you|your)\b))|\b[Oo]ur (?=(?:(?:current|modern|own|present|scientific|collective|basic|daily|everyday) )?(?:oceans?|rivers?|seas?|soils?|environment|society|communities|health|food|climate|water|children|homes|future|minds?|understanding|knowledge|planet|world|solar system|galaxy|universe|species|ancestors|sun|moon|sense of|view of|picture of|lives|bodies|brains|eyes|immune systems?)\b)/gu;
function withoutEverybody(text: string): string {
  return text.replace(EVERYBODY, "");
}
const CHATTER =
  /^(oh|well|ah|hey|yep|yeah|okay|ok|same here), |^thanks for |, of course\.$|\b(you'll love|you guys|(?<!will )thank you|welcome to|did you know|believe it or not|trust me|don't worry|good luck|happy (baking|reading|gardening)|stay tuned|as you (can see|know|might)|you (might|may) (be wondering|ask (why|how|yourself)|have heard|have noticed)|if you (enjoyed|liked|have (?:(?:any|more|further|other|additional|specific) )?questions|have been|are (reading|looking|wondering|new))|keep (reading|in touch)|read on|feel free|without further ado|here's (how|why|what|the)\b(?!.*:$)|needless to say|to recap|before learning|become familiar with|recall that|as you (have )?learned|to be honest|lol|guess what|pro tip|fun fact|spoiler)\b/;
const BOILERPLATE =
  /\b(^subscribe|subscrib(?:e|es|ed|ing) (?:to (?:our|my|this|us)|now|today|here|below|via|for|and)|subscrib\w* .{0,60}\b(?:newsletter|magazine|channel|podcast|blog|updates|mailing list|emails?)|subscribers? (?:only|get|receive|enjoy|save)|(?:our|my|paid|premium|magazine|loyal) subscri(?:bers?|ptions?)|your subscription|newsletters?|cookie (policy|settings|consent)|(use|uses|using|accept) cookies|click(?:ing)? (?:here|below|through|to (?:read|see|view|enlarge|learn|buy|shop|order|download|expand|watch|play|find|get|listen|zoom|share)|(?:on )?(?:the|this|any|our|each) (?:[\w-]+ )?(?:links?|images?|photos?|pictures?|banner|thumbnails?|headlines?|map|button (?:below|above|to)))|copyright (\(c\)|\d{4}|by|notice|belongs|of (this|the) (author|site|page))|all rights reserved|affiliate\w*|sponsored (?:by|posts?|content|links?|articles?|ads?)|disclaimer|privacy policy|terms of (use|service)|sign up|^(?:please )?log in(?! (?:as|with|using|over|via|on|to the))|log in (?:here|now|or|to (?:comment|reply|post|view|vote|continue|read|save|leave|rate|your account))|your (email|e-mail|browser|inbox|cart|account)|(?:this|our|the|my) (?:e-?book|white ?paper|webinar|infographic|worksheet|cheat ?sheet|swipe file)|for (?:more|further) (?:insights|tips|ideas|inspiration|resources|help|advice)|(?:explore|browse|visit) (?:our|all our|more of our)|this (article|post|page|guide|blog|site|website|chapter|tutorial|paper|study|recipe|video|book)|these (guides|articles|pages)|(articles|posts|guides|pages|chapters) (gathered|collected|listed|in this|below|here)|in the (article|post|guide|video)|the (present|current) (article|paper|study)|photo(graph)? (by|courtesy)|image (by|credit|source)|originally (published|posted)|last (updated|modified)|leave a comment|comment section|comments below|share this|follow us|check out (our|this|these|my|more|another|how|what|some|the)\b(?! (branch|code|file|files|commit|source))|read more|learn more|find out (how|more|what|why)|download (the|our|your|a)|buy now|free shipping|add to cart|table of contents|this section|next section|previous section|following section|(for|find|get|give) (more|further) (information|details|reading)|reading time|minute read|print edition|(print|back|current|latest|next) issue of|(from )?our issue|visitors to .{3,80} (?:will|can) (?:find|see|discover|enjoy)|(major|new|special) exhibition|(these|our|the|all) (notes|prices|details|facts|figures|times|links|opening hours)( \w+)? (was|were|are|is) (last )?(checked|correct|verified|accurate|up to date)|(monthly|annual|yearly) (subscription|membership)|donat(e|ions?) (to|here|now|today)|your (support|donation|gift)|become a (member|patron|supporter)|try (?:[\w.-]+ ){1,4}for free|^try (?:[\w.-]+ ){1,4}(?:today|now)\.$|(?:start|begin|claim|get) (?:a|your) (?:free|no-obligation) (?:trial|quote|estimate|consultation|demo|account)|(?:book|request|schedule|arrange) (?:a|your) (?:[\w-]+ )?(?:demo|call|consultation|quote|appointment|tour)\b|(?:contact|call|reach out to) us\b|get in touch\b|get started (?:for free|today|now)|brought to you by|in (partnership|association) with|(small|sales) commission|newsagents?|posted (on|by|in)|filed under|tagged (with|as|under)|guest post|\d+ comments?|(your|a) reply|report (a|this) comment|(?:enable|activate|allow|requires?|turn on) javascript|javascript (?:(?:is|must be|has been|to be|appears to be|seems to be) )?(?:disabled|required|enabled|turned o\w+)|adblock\w*|unsubscribe)\b|\u00a9/;
const ELSEWHERE =
  /^(below|above|here) (is|are)\b|(?:^|[(;:\u2013\u2014] ?|\bplease |\bcan |, )see (?:figure|fig|table|section|chapter|page|below|above|also|our|the (?:section|table|figure|chart|list|page|links?|posts?|articles?|guide|notes?|instructions|appendix|docs|documentation|recipe|video|photo|picture|image|sidebar|box)\b)|\b((figure|fig\.?|table|chapter|section) \d|(shown|described|mentioned|discussed|noted|listed|outlined|explained|given|pictured|seen|stated|introduced|defined|presented|covered|detailed|documented) (above|below|earlier|previously|here|later)|as (mentioned|noted|described|discussed|explained|stated|seen|shown)\b|(above|below)-?mentioned|in the above \w+|aforementioned|the (answer|comment|post|poster|commenter|reply) (above|below)|mentioned earlier|(the|see) (picture|photo|image|diagram|chart|graph|video|recipe|steps?|instructions|table|list) (above|below|here|at (left|right))|(picture|photo|image|diagram|chart|graph) (shows|above|below)|pictured|(?:calculator|form|tool|widget|quiz|map|infographic|table|video|button|links?|lists?|steps?|plans?|tips|instructions|schedule|checklist|template|worksheet|timeline) (?:below|above)\b|(?:on|from|in|of|to|both|see|under|with|and|repeat) steps? (?:\d|one|two|three|four|five|six)\b|^each (?:section|chapter|lesson|part|module) (?:will|has|includes|covers|contains|below)\b|(in|see) (the )?(part|chapter|section|volume|lesson|unit) (\d|one|two|three|four|five|six)\b|in (the (next|previous|last|first|second|third|following|preceding)|another|a (later|separate|previous)) (part|section|chapter|article|post|lesson|page|guide)\b|(explained|described|covered|discussed|shown|documented) (in detail )?(elsewhere|separately)|separately (explained|described|covered|documented)|^(the )?following \p{L}+ (have|has|are|is)\b)/u;
/** A name may begin with a small letter: "iRobot", "colors.js". */
const BEGINNING =
  /^(["'\u201c\u2018\u00ab]?[\p{Lu}\p{Lt}\p{Lo}\d]|\p{Ll}\p{Lu}\p{Ll}|\p{Ll}+[-.][\p{L}\d.-]+ (is|has|was|does|uses|used|can|lets|contains|supports|provides) )/u;
/** "Cafezinho," a small coffee, is ...: a name in quotation marks, and nothing that was said. */
const QUOTED_NAME =
  /^["\u201c][^"\u201c\u201d]{1,40}["\u201d] (a|an|the|is|was|are|were|means|comes|refers|has|had)\b(?!.*\b(said|says|wrote|asked|told)\b)/;
/** "Clay shrinks as it dries," says Ruth Ashdown, a potter in Fell.": said at any time, by somebody with a name. */
const ATTRIBUTED =
  /^(?:["\u201c](?!(?:I|We|My|Our|Yes|No|Well)\b)[^"\u201c\u201d]{25,},["\u201d] (?:(?:he|she) (?:says|explains|notes|adds|advises)|(?:says|explains|notes|adds|advises) \p{Lu}[\p{L}'\u2019-]+)\.$|[^"\u201c\u201d]*["\u201c][^"\u201c\u201d]{25,},["\u201d] (?:says|explains|notes|adds|advises) \p{Lu}[\p{L}'\u2019-]+(?: \p{Lu}[\p{L}.'\u2019-]*)+, (?:an?|the|one of|who|\p{Ll}+(?: \p{Ll}+){0,3} (?:of|at|for|with)) [^"\u201c\u201d]+\.$)/u;
/** "How the dish was shaped is not known." */
const CLAUSE_AS_SUBJECT =
  /^(how|why) (?!(to|do|does|did|is|are|was|were|can|should|will|would|has|have|had)\b)\S+ .*\b(is|are|was|remains?|depends?|matters|varies) /;
/** As lists of what a product or a program does have it: "Returns an object", "Mops the floor", "Ideal for small homes". */
const WITHOUT_SUBJECT: readonly RegExp[] = [
  // "A is called a cyclist.": a page that has lost a word.
  /^(?:An?|The) (?:is|are|was|were|has|have|had)\b/,
  // "Needs no explanation."
  /^(?:Needs|Requires) (?:no|some|an?|little|more|only|at least) [^,]*$/,
  // "Will define the property on the instance."
  /^(?:Will|Would) (?!the|it|this|they|you|an?\b)\p{Ll}/u,
  /^(?:(?:Returns|Specifies|Gets|Sets|Defaults|Detects?|Can be|Used (?:internally|by|for|to|as|when)|Defines|Contains|Enables|Disables|Indicates)|(?:[A-Z][a-z]+ly )?(?:[Kk]nows|[Kk]eeps|[Cc]leans|[Ll]earns|[Pp]rotects|[Rr]educes|[Oo]ptimi[sz]es|[Ee]nsures|[Pp]rovides|[Ii]ncludes|[Aa]llows|[Rr]emoves|[Cc]aptures|[Aa]djusts|[Dd]elivers|[Aa]dds|[Bb]rings|[Cc]reates|[Mm]akes|[Gg]ives|[Ll]ets|[Pp]revents|[Ee]liminates|[Ii]mproves|[Ee]nhances|[Ss]aves|[Aa]voids|[Rr]emembers|[Rr]ecogni[sz]es|[Aa]dapts|[Ee]mpties)) (?![^,]*, (?:the|it|this|they|an?)\b)/,
  /^(?:[A-Z][a-z]+ly )?[A-Za-z][a-z]+[^\Ws]s (?:exactly )?(?:the|a|an|your|its|what)\b(?! (?:world|whole|way|size))/,
  /^(?:Ideal|Perfect|Suitable|Great|Available|Compatible|Designed|Engineered|Crafted|Backed|Powered|Featuring|Providing|Offering|Including) [^,]*(?:, (?!(?:the|it|this|they|an?|he|she|there|you)\b|[A-Z])[^,]*)*$/,
  /^(?!\w*(?:ee|fre)d )(?:[A-Z][a-z]+ly |Later |First )?[A-Za-z][a-z]+ed (?:under|on|by|in|as|for|with|to|from|internally)\b(?!.*(?:, (?:the|it|this|they|an?|he|she|there|you)\b|, [A-Z]|\b(?:they|he|she|we|is|are|was|were|has|have|had|can|may|will)\b))/,
  // "Died January 25, 1891.", "Founded the Radium Institute in Paris.", "Sold for 400 francs."
  /^(?:Died|Sold|Born|Won|Met|Wrote|Built|Became|Left|(?!\w*(?:ee|fre)d |Shred|Shed|Embed)[A-Z][a-z]+ed) (?:\d|(?:the|an?|her|his|its|their|for|with|to|by)\b|[A-Z])(?!.*(?:, (?:the|it|this|they|an?|he|she|there|you|his|her|its|their)\b|, [A-Z]|\b(?:they|he|she|we|is|are|was|were|has|have|had|can|may|will)\b))/,
];
/** Of sentences about pages, their writers and readers: what is left out with them is not missed. */
const OF_PAGES = new Set([
  "is junk",
  "is about the page",
  "speaks of the writer",
  "chats with the reader",
  "is talk of several people",
  "is news of a day",
  "refers to something elsewhere",
]);

/** Of sentences by which a page leads its readers about: the next sentence goes on from the one before them. */
const ASIDES = new Set(["is junk", "is about the page", "chats with the reader", "refers to something elsewhere"]);

/** Whether what stands around a sentence that may not be used reads on without it. */
export function isAside(problem: string): boolean {
  return ASIDES.has(problem);
}

/** Whether a sentence that may not be used belongs to what its section tells, so that the rest is not whole without it. */
export function isMissed(text: string, problem: string): boolean {
  return !OF_PAGES.has(problem) && problem !== INTRODUCES_WRITER && !/[?!]["\u201d')]?$/.test(text);
}

/** A problem of sentences about the writers of pages, and none where somebody who writes is the subject. */
export const INTRODUCES_WRITER = "introduces a writer";
const BIOGRAPHY =
  /\b(writes (about|for|on)|(is|was) (a|an|the) ([a-z-]+ ){0,4}(writer|journalist|author|editor|blogger|columnist|freelancer|contributor) (and|who|based|for|of|at|from|in)\b|has been (writing|blogging)|lives (in|on|near|with) ([a-z]+ ){0,6}with (his|her|their)\b)/;
const LATELY =
  /\b(yesterday|tomorrow|tonight|this (morning|week|month|weekend)|last (night|week|month|weekend)|next (week|month)|(said|told|says|asked|wrote|tweeted|announced) (on (mon|tues|wednes|thurs|fri|satur|sun)day|in an? (statement|interview|e-?mail|post|release))|(last|first|next) to speak|there was applause)\b/;
const DAY_OF_WEEK =
  /\bon (the )?(mon|tues|wednes|thurs|fri|satur|sun)day\b(?! (of|in|he|she|it|they)\b)|\b(mon|tues|wednes|thurs|fri|satur|sun)day(,| evening| morning| night)/;
const DATED = /\b1\d{3}\b|\b20\d{2}\b/;
/** "The rule, says Ruth Ashdown, is ...", "Dr. Reyes said ...". */
const REPORTED =
  /,["\u201d]? (says|said) (the |Mr|Mrs|Ms|Dr|\p{Lu}\p{Ll}+ \p{Lu})|\b(Mr|Mrs|Ms|Dr|Mayor)\b\.? [\p{L}-]+ (says|said|told)\b/u;

function isBalanced(text: string): boolean {
  const closing: string[] = [];
  const pairs: Readonly<Record<string, string>> = {
    "(": ")",
    "[": "]",
    "\u00ab": "\u00bb",
    "\u300c": "\u300d",
  };
  for (const character of text) {
    const partner = pairs[character];
    if (partner !== undefined) closing.push(partner);
    else if (")]\u300d".includes(character) && closing.pop() !== character) return false;
  }
  return closing.length === 0 && text.split(/["\u201c\u201d]/).length % 2 === 1;
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

const LEANING_WORDS = new Set(
  (
    "this that that's these those yours mine theirs it its it's they they're their them he he's she she's his her him such both however but and or nor so " +
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
  /^(?:(?:buried|hidden|tucked|included|found|set|built|packed) (?:inside|within|among|between|underneath|nearby) (?:is|are|was|were)\b)|^(in (this|that|these|those|such|both|either|addition|contrast|fact|other|turn|return|that case|the same|short|summary|general|all)\b|for (this|that|these|those|such|example|instance|both)\b|because of (this|that|these)|as (a result|such|well|for|before|an alternative|it|they|soon as (it|they|this|that)|this|that|these)\b|on the (other|contrary|one)|at (this|that|these|the same|the other|the opposite)\b|after (this|that|these|it|they|which|all|about|another|doing)\b|from (this|that|these|there|here|then)\b|to (do|achieve|avoid|prevent|fix|solve|correct) (this|that|it|so|these)\b|by (this|that|doing (this|so|that)|contrast|then)\b|with (this|that|these|those|it|them|its|their|such)\b|of (these|those|this|them|course)\b|unlike (this|that|these|those|the)\b|like (this|that|these|those|its|their)\b|even (so|then|this|that|these|those|better|worse)\b|one (of (these|those|them|the)|reason|way|is|was|more|such|side|other|exception|end)\b|once (this|that|these|it|they|more|there|again|all)\b|if (this|that|these|those|so|not|it|they|he|she|necessary|needed|desired|possible)\b|when (this|that|these|those|it|they|he|she|done|ready)\b|while (this|that|these|those|it|they|he|she)\b|until (this|that|it|they|then)\b|since (this|that|it|they|then)\b|although (this|that|these|it|they|he|she)\b|though (this|that|it|they)\b|because (it|they|he|she|of its|of their)\b|before (this|that|it|they|doing)\b|during (this|that|these|its|their)\b|over (this|that|these)\b|under (this|that|these)\b|most of (it|them|these|those|this)|some of (it|them|these|those)|many of (them|these|those)|each of (them|these|those)|all of (them|these|those|this|it)|all (this|that|these|those|three|four)\b|none of|two of|three of|part of (this|that|the reason)|not (only|all of|so|that|this|least)\b|more(over| importantly| than that)|most importantly|above all|the (former|latter|same|other|others|second|third|fourth|next|last|result|results|answer|reason|reasons|resulting|remaining|rest|opposite|exception|whole (process|thing)|difference|first (is|was|of)|trick|point|idea|remedy|cure|effect|consequence|drawback|advantage|solution|two|three|four|figures?|figure is|choice|process is|method is)\b|(a|an) (second|third|similar|different|better|further|alternative|simpler|related|final|last|few of (these|those|them))\b|(two|three|four|several|few|many|some|most|others|all) (others|more|such|remain|do|did|have|are|were)\b|no (such|other|matter)\b|doing (so|this|that|it)\b|what (this|that|it|they)\b|an? (\w+ )?example\b|the (rule|example|exercise|comparison|same is|rest)\b|where (this|that|these|it|they)\b|how (it|they|this|that)\b|rather than (this|that|it)|together(,| they| these)|whatever|whichever|either (way|of)|except for|apart from (this|that|these)|first(,| of all|ly)|to (begin|start) with|(?:no|yes) ?[;\u2013\u2014])/;
/** Things with an article that only the sentences before can have brought up. */
const KNOWN_THING =
  /(?<!\b(?:is|are|was|were) )\b(the|his|her|their|its) (change|difference|idea|process|problem|effect|practice|question|answer|trouble|reason|result|results|task|move|discovery|experiment|device|invention|arrangement|decision|event|approach|technique|procedure|phenomenon|case|cases|point|trick|sum|figure|figures|outcome|proposal|theory|claim|debate|remedy|cure|advantage|drawback|benefit|benefits|risk|pattern|mixture|combination|resulting)\b(?! (of|in|for|that|between|is|are|by|to|with)\b)/;
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
  if (LEANING_OPENINGS.test(lower) || OF_TWO.test(lower)) return true;
  if (words.slice(0, 4).some((word) => COMPARATIVE.has(word)) && !/\bthan\b/.test(lower)) return true;
  if (REFERS_BACK.test(lower) || GOES_ON.test(lower)) return true;
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
  if (
    /\bboth\b/.test(lower) &&
    !/\bboth\b.* and | and .*\bboth\b|\bor (?:\p{L}+ ){0,3}both\b|\bboth (?!of\b)\p{L}+s\b/u.test(lower)
  )
    return true;
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

/** "Low levels of either can do harm": of two things that were named before. */
const OF_TWO =
  /\b(?:of|to|for|with|in|on|from) (?:either|neither|both)(?:[.,;]| (?:can|may|will|is|are|was|were|has|have|leads?|causes?|makes?|would|should|must)\b)/;

/** "Consider, then, ...", "The barrel, then, ...": follows from what was said. */
const GOES_ON = /^[^,]{2,40}, then,/;

/** Anywhere in a sentence. */
const REFERS_BACK =
  /\b(the former|the latter|the (?:second|third|fourth|other|remaining) (?:way|method|option|step|reason|approach|possibility)|respectively|by then|since then|until then|at that time|at the time(?! of\b| when\b| that\b)|that (year|day|month|week|night|morning|evening|spring|summer|autumn|winter|decade|century|moment|point|war)|(in|during|since|from) those (days|years)|(is|was|are|were) the (other|others|second|third)\b|both (have|are|were|had|can|do|did|will)|(do|does|did|doing) so\b(?! that)|for the same reason|the (two|three|four) (?!of\b|or\b|hundred\b|thousand\b|million\b)\p{L}+)\b|^([\p{L}\d]+ ){1,3}(later|earlier|afterwards)\b|^each (one|of|is|was|has|gave|gives|takes|can)\b|^\p{L}+ing (one|it|them|this|these)\b|^(one|ones|some|others|most|many|few|several|half|two|three) (of (the|these|them|its|their) \p{L}+ )?(die|dies|died|is|are|was|were|have|has|had|can|may|come|do|did|live|lived)\b/u;

/** Openings with a pointing word that point at nothing. */
const BEGINS_ALONE =
  /^(too (much|many|little|few)\b|there (is|are|was|were|have|has|exist)\b|(it|it's) (is |was )?(important|possible|best|helpful|worth|useful|essential|necessary|advisable|wise|not necessary|recommended|takes \w+ \w+ to|(not )?(quite |very |hardly |often |sometimes |widely |commonly )?((clear|known|true|said|thought|believed|likely|unlikely|unclear|estimated)( \w+)? (that|why|how|whether|when|where|what)|(easy|hard|difficult) to (say|tell|know|see)|(common|rare|better|safe) (that|to))\b)|both (the )?\p{L}+ and \p{L}+|either (the |a )?\p{L}+ or\b|neither (the |a )?\p{L}+ nor\b)/u;

/** Whether a sentence turns round what the one before says, so that no passage may end between them. */
export function turnsRound(text: string): boolean {
  return TURN.test(text);
}

const TURN =
  /^(?:however|but|yet|still|instead|nevertheless|nonetheless|that said|even so|fortunately|luckily|thankfully|unfortunately|on the other hand|in reality|in fact|the (?:truth|fact|reality|good news|bad news) is)\b/i;

/** "One misconception is that ...", "Another myth about slate is ...": wrong, as only the next sentence says. */
const MISTAKEN =
  /^(?:(?:one|another|an?|the|some) )?(?:(?:most |very |other )?(?:common|popular|widespread|persistent|frequent|big|biggest|main|typical|old) )?(?:misconceptions?|myths?|fallac(?:y|ies)|misunderstandings?|mistaken beliefs?)\b(?! (?:tells?|has it)\b)[^,;:]{0,60}? (?:is|are|has been|says|claims|holds) (?!(?:wrong|false|untrue|not true|easy|hard)\b)/;

/** Whether a sentence promises something that the next one gives, so that a passage may not end with it. */
export function announcesMore(text: string): boolean {
  const lower = text.toLowerCase();
  return (
    /\b(?:consider|try|check out|use|follow|explore|read|take) these (?:\p{L}+ ){0,2}(?:alternatives|tips|ideas|options|resources|examples|links|steps|apps|books|recipes|suggestions|questions|rules)\b|\b(?:the following|the next) (?:\p{L}+ )?(?:essay|example|excerpt|story|passage|image|picture|photo|diagram|chart|video|clip|template|snippet|table|list|tips|ideas|suggestions)\b/u.test(
      lower,
    ) ||
    /\b(?:that|this|it)(?:['\u2019]s| is| was) (?:simply )?(?:not true|not the case|a myth|only (?:half|part) of (?:it|the story))\.$/.test(
      lower,
    ) ||
    /\b(?:(?:this|these|the following) (?:\p{L}+ )?(?:framework|checklist|guide|list|table|chart|overview|steps?|questions|tips|categories|points)|understanding the (?:\p{L}+ )?(?:types|kinds|categories|options|differences|basics)) (?:will|can|should|may) (?:help|guide|show|give)\b/u.test(
      lower,
    ) ||
    MISTAKEN.test(lower) ||
    /\b(legends|stories|theories|versions|accounts) (\p{L}+ ){0,2}(emerged|explain|exist|tell)\b|\b(the following|as follows|here are|these are|in (two|three|four|several) (ways|steps|stages))\b/u.test(
      lower,
    ) ||
    /(?<!\b(?:in|of|for|from|with|on|to|by|into|as) )\b(two|three|four|five|six|several|a few|many|certain|some) (\p{L}+ )?(things|ways|reasons|steps|types|kinds|methods|options|signs|stages|categories|causes|factors|forms|questions|rules|tests)\b/u.test(
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
