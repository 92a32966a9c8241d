/** Offers of a shop or a site, its prices and its staff, whatever it sells. */
const OFFER =
  /\b((contact|call|visit|find|ask|stop by) (your|an?|the) (nearest|local) (?!(authority|council|government)\b)|will contact you|call (now|today|us)|live chat|(all |our )?prices (are|were) based on|survey data|next review|last reviewed|(only|just) [$\u00a3\u20ac]\d+|money-?back|(full|partial) refund|satisfaction guarantee|free (trial|quote|estimate|consultation|preview)|orders? (placed|ships?|over)|sold separately|terms and conditions|trademarks? of|purchased in-?store|intended for use in|created specifically for|is an online (class|course)|(this|the|our) (class|course|bundle|preview) (is|will|was|includes?|gives|covers|teaches|offers|comes)|in this (class|course)|reader-supported|pull requests|released under the|file (was|is) generated|our promise|the \p{L}+ promise (is|has)|years of (expertise|experience)|only \p{L}+ brings you|(expertise|specialties) includes?|board-certified|skip the form|top models|talk to our|see (the |our )?(\p{L}+ )?(website|site) for|customer (care|service)|of the \p{L}+ subscription|create an issue|open (an )?issues? to)\b|\(?\b\d{3}\)?[ .-]\d{3}[.-]\d{4}\b|\b0\d{3,4} \d{3} \d{3,4}\b/iu;
/** "Ruth Ashdown joins Fell College", "Ruth Ashdown covered tools for the magazine", "the clinic's own Ruth Ashdown", "Ruth Ashdown, MD, is a", "A. The box ...". */
const STAFF =
  /\b\p{Ll}+(?:er|or|ist|ian|an) \p{Lu}\p{Ll}+ \p{Lu}[\p{L}-]+ (?:joins|will join|is joining) (?:the )?\p{Lu}|^\p{Lu}\p{Ll}+ \p{Lu}[\p{L}-]+ (?:joins|will join|is joining) [^.]{3,60} as (?:an?|the|its|their|\p{Ll}+ (?:of|director|editor|manager))\b|\b(?:recently|newly) (?:named|appointed) (?:as )?(?:the )?(?:new )?(?:director|head|chief|editor|president|manager|dean|chair|professor)\b|^\p{Lu}\p{Ll}+ \p{Lu}[\p{L}-]+ (covers|covered|reports on|reported on|edits|edited|contributed|explains (?:what|how|why|when)|breaks down|walks (?:us|you) through) |^\p{Lu}\p{Ll}+ explains what .{2,40} (?:is|are) and |\p{L}['\u2019]s? own \p{Lu}\p{Ll}+ \p{Lu}|\p{Lu}\p{L}+, (MD|PhD|RN|DO|DVM),? is an? |^[AQ]\. (?!\p{Lu}\.)/u;
/** What a page says of itself and of when it was made: a leaflet, its pictures, its small print. */
const OF_ITSELF = new RegExp(
  [
    "\\b(?:this|the present) (?:leaflet|fact ?sheet|brochure|booklet|handout|worksheet|checklist|list|web ?page|round-?up|faq|episode|podcast|transcript|newsletter)\\b",
    "\\b(?:this|the present) (?:document|manual|white ?paper|chapter|text) (?:strives|aims|describes|explains|covers|provides|contains|lists|is intended|is meant|discusses|assumes|shows|outlines|deals|gives|attempts|summari[sz]es)\\b",
    "^(?:leaflet|fact ?sheet|handout|worksheet|lesson|activity|slide|issue|edition)(?: no\\.?| number)? [\\d\\p{Lu}][^ ]*(?: \\S+)?[.]$",
    // Guides and programs that say what they are for.
    "\\b(?:the|these|this) (?:(?:next|following|rest|remaining|remainder) (?:\\p{L}+ )?(?:sections?|chapters?|pages?)|(?:sections?|chapters?|pages?|examples?) (?:below|that follow)|rest of (?:this|the) (?:document|manual|tutorial|guide|page|text|chapter))\\b",
    "\\b(?:in|throughout) this (?:[\\p{L}-]+ ){1,3}(?:guide|article|post|tutorial|overview|review|piece)\\b",
    "^(?:discover|unlock|uncover|find out|learn) (?:how|why|what|about|everything|the (?:secrets?|power|art|(?:\\p{L}+ )?(?:essential|key|top|best|simple|basics?)))\\b",
    "^master the art of\\b",
    "^(?:discover|explore|check out|browse|uncover) (?:the|our|these|some of the) (?:\\d+ )?(?:top|best|latest|newest|hottest|biggest|finest|most (?:popular|beautiful|important))\\b",
    "\\bnear me\\b['\"\u2019\u201d]",
    "^read (?:all about|how|more|about|on (?:to|for)|our|the full|the rest)\\b",
    "\\b(?:in|by the end of|throughout|after(?: reading| completing)?) (?:this|the) (?:lesson|tutorial|guide|course|module|unit|workshop|walkthrough|how-to|manual|lecture|lab)\\b",
    "\\b(?:(?:this|the present) (?:how-?to|walkthrough|cheat ?sheet|readme|overview|introduction|quick ?start|lecture|workshop)|(?:this|the) (?:\\p{L}+ ){0,3}(?:lesson|tutorial|guide|document|documentation|manual|readme|page|section)) (?:includes?|has an example|contains|shows?|describes?|explains?|covers?|teaches|walks|helps?|assumes?|introduces?|gives?|provides?|demonstrates?|discusses?|uses|will (?:\\p{L}+ )?(?:show|describe|explain|cover|teach|walk|help|introduce|give|guide|use))\\b",
    "\\bthis (?:[\\p{L}\\p{N}'-]+ ){0,6}(?:guide|article|post|tutorial|overview|explainer|primer|walkthrough) (?:is (?:designed|intended|meant|written|made|aimed|here|for|your)|was (?:designed|written|created|made)|(?:provid|offer|explor|outlin|compar|highlight|answer|break|tak|div|look|list|aim|shar|focus|deliver|review|summari[sz])(?:e?s|e)?)\\b",
    "^(?:the|this) (?:module|library|package|project|framework|tool|plugin|program|software) (?:aims?|tries|strives|is (?:an attempt|maintained|sponsored|licensed|inspired by|open source))\\b",
    "^(?:please |also )?(?:see|refer to|consult) (?!(?:if|whether|that|how|what|why|a doctor|an? |your )\\b)[^,;]{1,160}\\.$",
    // Further reading, and what the page shows beside its text.
    "\\b(?:best|most (?:complete|thorough|useful)|classic|standard|definitive|recommended) (?:books?|references?|introductions?|textbooks?) (?:on|about|for|to)\\b",
    "^(?:enjoy|watch|listen to|play) (?:this|the following) ",
    "^watch (?:the|our|an?) [^.]{0,80}\\b(?:video|film|webinar|recording)\\b|^you can also (?:visit|take) [^.]{0,60}\\b(?:virtual|interactive|guided)\\b",
    "\\b(?:(?:live|interactive) (?:sample|example|demo)s?|(?:sample|demo|figure|diagram|screenshot|picture|illustration) (?:below|above|on the (?:left|right)))\\b",
    "^(?:now )?(?:see|notice|observe|look at|try to guess) what happens (?:if|when)\\b",
    "\\b(?:is|are|was|were) (?:discussed|covered|explained|described|shown|treated|documented) (?:further |in (?:more )?detail )?in (?:(?:the )?(?:chapter|section|appendix|part))\\b",
    "^for (?:[^,]{0,40} )?(?:information|details?|examples?|reference|explanation|description|background|instructions|list|usage|more|options)\\b[^,]*, (?:please )?(?:see|refer to|check|consult|read|visit|have a look|take a look)\\b",
    "\\b(?:listed|described|explained|covered|found|documented|discussed) (?:in|under) the (?:\\p{L}+ ){1,3}(?:section|chapter|guide|page|tutorial)s?\\b",
    "\\b(?:available|found|described|listed|documented) (?:in|on) (?:the|its|our|their) (?:readme|docs?|documentation|wiki|repository|repo|api reference|source code)\\b|\\b(?:is|are) documented (?:under|in|on|at|by)\\b",
    "^(?:everything|all|what) you(?:['\u2019]ll)? (?:need|want|have) (?:to know|for)\\b",
    "^(?:free |our )?(?:printable|downloadable) (?:\\p{L}+ ){0,3}(?:checklists?|guides?|templates?|planners?|calendars?|worksheets?|pdfs?|lists?)\\b",
    "\\bread (?:it|this|the \\w+)? ?carefully and keep\\b",
    "\\b(?:for|as) (?:general|informational|educational|information) (?:guidance|information|purposes|use) only\\b",
    "\\bfull statement of the law\\b",
    "\\bnot (?:medical|legal|financial|tax|professional) advice\\b",
    "\\bsubstitute for (?:professional|medical|legal) \\w+",
    "\\b(?:large print|easy read version|other formats|other languages on request)\\b",
    "\\byou(?:['\u2019]ll)? (?:can |will )?(?:see|find|read about) (?:that|this|it|the) (?:\\p{L}+ )?(?:sections?|parts?|tables?|lists?)?\\b ?(?:below|later|further (?:down|on))\\b",
    "\\b(?:tips|steps|points|advice|ideas|tricks|strategies|recommendations|suggestions|guidelines|methods) (?:above|below|listed here|on this page)\\b",
    "\\b(?:below|above) (?:shows?|lists?|gives?|explains?|illustrates?|demonstrates?|compares?)\\b",
    "\\b(?:at|as of) (?:the time of (?:writing|publication|going to press)|this writing|press time)\\b",
    "^(?:first )?(?:updated|published|reviewed|posted|modified|revised|accessed|retrieved)\\b.{0,12}(?:\\d|january|february|march|april|may|june|july|august|september|october|november|december)",
    "(?:^|[,;:] |^(?:so|and|but),? )here(?:'s| is| are) (?:an?|the|some|one|another|our|my|several|a few|\\d+|two|three|four|five|six|seven|eight|nine|ten)\\b",
    "\\b(?:getty images|shutterstock|istock|unsplash|wikimedia commons|file photo|courtesy of)\\b",
    "^(?:additional|further|other|with)(?: additional)? (?:contributions?|reporting|research|editing|testing) (?:by|from)\\b",
    "\\blike (?:this|so)\\.$",
    "^(?:as )?(?:we|you) can (?:also )?see (?:that|from|in|how|here)\\b|^when you (?:un)?comment\\b",
    "^(?:left|right|top|bottom|clockwise|from left|far left|far right)(?: to right| from top \\w+)?[:,]",
    "\\((?:left|right|above|below|centre|center|pictured|far left|far right)\\)",
    "\\b(?:registered (?:charity|company|office)|charity (?:no|number)|member fdic|equal housing lender)\\b",
    "^(?:myth|fact|tip|mistake|lie|secret|reason) (?:number |no\\.? |#)?(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten)\\b",
    "\\b(?:clocks?|products?|items?|ones?|something|models?) like (?:this|these)(?: one)?\\b(?! \\p{Ll}*s? (?:is|are|was)\\b)",
  ].join("|"),
  "iu",
);
/** What the seller of something says of it, whatever it is. */
const PRAISE = new RegExp(
  [
    "\\b(?:experience the (?:difference|magic|power|future|ultimate)|look no further|say (?:goodbye|hello) to|second to none|rest assured|(?:gives?|brings?|offers?|delivers?) (?:you )?peace of mind|to the next level|next-level|elevate your|a must(?:-have)? for|must-haves?|best-in-class|industry-leading|market-leading|state-of-the-art|cutting-edge|top-notch|unmatched|unparalleled|unrivall?ed|hassle-free|game-?changers?|effortless(?:ly)?|seamless(?:ly)?|and then some|every adventure|the perfect (?:companion|gift|solution|addition)|best of both worlds|has you covered|got you covered|in today's (?:fast|busy|modern|hectic|digital)[\\w-]*|trusted by (?:thousands|millions|\\w+ of))\\b",
    "^(?:tough|durable|featherlight|lightweight|rugged|premium|versatile|innovative|stylish|sleek|ergonomic|roomy|padded|the (?:ergonomic|innovative|revolutionary|sleek|stylish|advanced|premium))\\b.*\\b(?:ensur|provid|offer|deliver|keep|mak|giv|allow|withstand)(?:e?s|ing)\\b",
    "\\bensur(?:es|ing) (?:comfortable|easy|reliable|maximum|optimal|ultimate|lasting|smooth|effortless|you won't|you (?:stay|never|always))\\b",
  ].join("|"),
  "iu",
);
/** What a site wants its readers to do next, and what they get for it. */
const CALL = new RegExp(
  [
    "\\b(?:do book|book (?:now|online|today|your (?:stay|place|seat|spot|table|appointment|tickets?))|(?:order|shop|buy|call|apply|register|enrol|enroll|join|start) (?:now|online|today|us)|shop (?:our|the|all)|schedule (?:your|an|a) (?:appointment|visit|service|consultation|inspection|call)|(?:talk|speak) (?:to|with) (?:one of (?:the|our)|an?) (?:agents?|advis[eo]rs?|representatives?|specialists?)|get (?:started today|in touch|yours|a quote)|find (?:a|your) (?:store|dealer|branch|retailer|clinic|agent|location|installer)|visit (?:us|your (?:nearest|local))|reach out to (?:us|your|an?|the)|start your free|limited[- ]time|while (?:stocks|supplies) last|special offers?|promo(?:tion)? codes?|discount codes?|free (?:delivery|returns|gift)|(?:working|partnering|teaming up) with (?:\\p{L}+[\u2019']s?) (?:\\p{L}+ ){0,2}(?:platform|team|experts?|service)|templates? like (?:this|these)|price match|rebate (?:claim|check|form)s?|submit (?:an?|your|the) (?:\\p{L}+ )?(?:claim|rebate)|find deals|best prices|rrp|msrp|retails (?:at|for)|in stock|out of stock|pre-?order)\\b",
    "\\b\\d+ ?% off\\b",
    "\\b(?:see|buy|check|shop|order|get|available|view|find)(?: (?:it|them|this|one|price|prices))? (?:at|on|from) (?:amazon|ebay|walmart|best buy|etsy|wayfair|argos)\\b",
    "\\b\\d{2,3}\\/100 rating\\b",
    "\\b(?:view|see|find|get|check|buy|download|read)(?: (?:it|them|these|this|all|more))? here[.!]$",
    "\\b(?:members|subscribers|readers) (?:can|get|receive|may|also|rate|rated) (?:\\w+ )?(?:access|read|save|download|view|enjoy|compare|free|a |an |the |\\p{L}+ )",
    "\\b(?:insurance|mortgage|travel|sales|estate|real estate) agents? (?:can|will|is|are) (?:help|happy|ready|here|there)\\b",
  ].join("|"),
  "iu",
);
/** Exercises of a school. */
const EXERCISE = new RegExp(
  [
    "\\b(?:your (?:class|classmates?|partner's|teacher|pupils|students|exercise book|own words)|key stage \\d|learning (?:objectives?|outcomes?)|lesson plans?|whiteboards?|glossary words)\\b",
    "\\b(?:pupils|students|learners|the class) (?:should|can|could|will|must|may|then) (?:be able to |be asked to )?(?:discuss|write|draw|explain|complete|read|learn|act|list|present|label|find)\\b",
    "^(?:write|name|list|give|find|draw|think of|label|describe|choose|imagine)(?: down)? (?:one|two|three|four|five|six|\\d+|a|some|that you|you are|what you) (?:\\w+ )?(?:things|facts|reasons|ways|words|sentences|questions|examples|differences|paragraphs?|letters?|diary|pictures?|poem|map|are|were)\\b",
  ].join("|"),
  "iu",
);
/** "At Meadow House, you ...": a firm speaks of itself. */
const FIRM =
  /^At \p{Lu}[\p{L}&'\u2019.-]*(?: (?:\p{Lu}[\p{L}&'\u2019.-]*|of|and|&))+, (?:you|your|students|customers|clients|guests|members|families|patients|every|each|the team)\b/u;
/** What a traveller ate, and words shouted at the reader. */
const DIARY = /^(?:breakfast|lunch|dinner|supper) was (?:an?|at|in) |\b(?:first|last) thing\.$/iu;
const SHOUTED = /\b(?:THE|NEVER|ALWAYS|VERY|YOUR|FREE|NOW|EVERY|ONLY|REALLY)\b/;
/** "Two huts, joined by a passage, with a lamp of tin": what is seen, and nothing that is said of it. */
const FRAGMENT =
  /^(?:an?|two|three|four|five|six|seven|eight|nine|ten|\d+) [^,]{2,40}(?:, (?:\p{L}+ed (?:by|with|of|from|in|into|to|out)|with|without|end to end|side by side) [^,]*)+\.$/iu;
/** "Smarter, quicker, cheaper.", "More speed and wider reach.": said of what is not named. */
const UNNAMED =
  /^(?:(?:\p{L}+er|more \p{L}+), (?:(?:\p{L}+er|more \p{L}+), )*(?:and )?(?:\p{L}+er|more \p{L}+)|(?:more|fewer|less|better|greater|faster|wider|lower|higher) (?!than\b)(?:\p{L}+ ){1,2}and (?:more|fewer|less|better|greater|faster|wider|lower|higher) (?:\p{L}+ ?){1,3})\.$/iu;
/** What people say to each other below a question. */
const TALK =
  /^(?:(?:\p{Lu}\p{Ll}+|he|she)['\u2019]s (?:right|wrong|spot on)\b|(?:that|you)['\u2019](?:s|re) (?:right|wrong|not right)\b|easy way to tell|(?:\p{L}+ )?\p{L}+ here(?:,| \()|same here|yes it |agreed?\b[,.]|yours (?:went|is|was|were))|\bto add to (?:that|this|what)\b|\bplease (?:don['\u2019]t|do not) (?:any\p{L}+|throw)\b|\bhope (?:this|that) helps\b|\bjust my two\b|\b(?:nobody|no one|anybody|anyone)(?:['\u2019]s| has) said\b|\b(?:imho|afaik|tbh|tl;dr|upvoted?|bumping this|this thread|the op|original poster|thanks in advance|thanks for (?:any|all (?:the|your)) \p{L}+|any (?:advice|ideas|thoughts) (?:would|welcome|appreciated)|anyone else\b[^.]*\?)\b|^(?:op here|edit ?\d*:|update ?\d*:|following\b[.,]|anyone else\b|anybody else\b)/iu;

const SAYS_BEING = /\b(?:is|are|was|were|has|have|had|can|will|may|must|should|means?|makes?|needs?)\b/i;

/** Whether a sentence is about what a site sells, or about the people who make it. */
export function isOfPage(text: string): boolean {
  const plain = text.replaceAll("\u2019", "'");
  return (
    SHOUTED.test(plain) ||
    STAFF.test(text) ||
    FIRM.test(text) ||
    [OFFER, OF_ITSELF, PRAISE, CALL, EXERCISE, DIARY, FRAGMENT].some((pattern) => pattern.test(plain)) ||
    (UNNAMED.test(plain) && !SAYS_BEING.test(plain))
  );
}

/** Whether a sentence answers somebody who wrote before. */
export function isTalk(text: string): boolean {
  return TALK.test(text);
}
