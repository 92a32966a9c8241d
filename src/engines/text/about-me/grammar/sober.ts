import type { Family, Grammar } from "./grammar.js";

/**
 * For illness, death, violence, weapons, addiction: no jokes, no praise, no advice, and nothing about the writer's own
 * life that a reader could take for experience.
 */
export const soberGrammar: Grammar = {
  opening: [
    "{Under|Behind} the {tag} heading {you find|there are} {plain|careful} notes, {without pictures|free of drama}.",
    "{The|{My}} {tag} {file|folder} {behind|on} this page {holds|contains} {public|verified} {reports|studies}, {sorted|arranged} by {theme|date}.",
    "{For some time|Over the months} {I} have {read|studied} what {careful|serious} {authors|researchers} publish about {topic}, and {a summary|the outline} {stands|is kept} here.",
    "{People|Many people} {search for|look up} {topic} {late at night|in difficult hours}; {I} {try to|want to} {meet|answer} them with {plain|quiet} {sentences|language}.",
    "{Reports|Articles} about {topic} {often|too often} {leave|end with} more questions than answers, so {I} {arrange|sort} {them|what there is} {patiently|by theme}.",
    "{A library shelf|A reading list} {is|comes} close to {what this page offers|the idea of this page}: {texts|references} on {topic}, each with a {short|neutral} note.",
    "{This page|This site} {gathers|collects} {plain|careful} information {about|on} {topic}.",
    "{I} {keep|maintain} this {page|site} for {people|anyone} looking for {calm|sober} {reading|words} about {topic}.",
    "{Here|On these pages} {I} {write|report} about {topic} {with care|carefully}, {without|and without} {drama|alarm}.",
    "{Writing|A page} about {topic} {calls for|asks for} {care|restraint}, and {I} {try|aim} to {keep|bring} that {in mind|to every line}.",
    "{There is|One finds} a great deal of {noise|loud text} about {topic}; {this page|this site} is {meant|intended} to be {quiet|measured}.",
    "{The subject|The theme} of {this page|these notes} is {everything to do with|what is known about} {topic}.",
    "{Some subjects|Some themes} {deserve|need} {a slower|a quieter} {voice|pace}, and {among them is|one of them is} {anything to do with|the matter of} {topic}.",
    "{I} {started|opened} this {page|site} because {clear|respectful} {texts|articles} about {topic} {can be|are often} hard to find.",
    "{What follows|What you read here} is {an attempt|a modest attempt} to {write|speak} about {topic} {in plain words|without loud words}.",
  ],
  question: [
    "{Where can|Where does} {one|a person} read about {topic} {in peace|without being alarmed}?",
    "{How can|How should} one {write|speak} about {topic} {with respect|fairly}?",
    "Where can {reliable|careful} sources on {topic} be found?",
    "{Which|What} {words|terms} do {professionals|officials} {use|choose} {when|where} they {speak|write} about {topic}?",
  ],
  fondness: [],
  definition: [],
  contents: [
    "{The entries|The pages} {deal with|cover} {first}, {second} and {third}.",
    "{You will|Visitors} find {sections|notes} on {first}, {second} and {third}.",
    "{So far|Up to now} there are {sections|pages} about {first} and {second}; {one about|a part on} {third} is {being prepared|in progress}.",
    "{Among|Some of} the {themes|subjects}: {first}, {second} and {third}.",
    "{Each|Every} {page|part} {keeps to|treats} one {theme|matter}, such as {first} or {second}.",
    "{Readers|Visitors} {most often|usually} {look for|ask about} {first}, {second} and {third}.",
  ],
  method: [
    "{Every|Each} {tag} entry is {dated|reviewed} before it appears.",
    "{Any|Each} {tag} {claim|statement} {without|lacking} a source is {left out|removed}.",
    "{Before|Until} {a line|a paragraph} {appears|goes up}, {somebody else|a second pair of eyes} {reads|checks} it {for tone|for fairness}.",
    "{Translated|Quoted} {terms|passages} {keep|carry} their original {wording|form} beside them.",
    "{Where|If} {experts|researchers} {disagree|reach different results}, {the reasons|both accounts} are {given|printed} {in full|in short}.",
    "{Archive copies|Older versions} {stay|remain} {available|on file}, so that {changes|revisions} can be {followed|traced}.",
    "{Sources|References} are {named|given}, and {what is uncertain|what is disputed} is {called so|marked as such}.",
    "{I} {choose|weigh} words {slowly|with care} and {leave out|avoid} {pictures|details} that {could hurt|serve no purpose}.",
    "{Every|Each} {page|text} is {checked|reviewed} {again|regularly}, because {knowledge|the state of things} {changes|moves on}.",
    "{Rumors|Personal theories}, {slogans|advertising} and {quick|easy} {promises|answers} have no place {here|on this page}.",
    "{Mistakes|Errors} are {corrected|put right} {openly|with a note}, {as soon as|once} they are {known|noticed}.",
    "{Numbers|Figures} {come|appear} with {their source|a date}, and {I} {do not|never} {round|bend} them {for effect|to make a point}.",
    "{Terms|Technical words} are {explained|put into plain words} {where|when} they first {appear|occur}.",
    "{I} {do not|never} {rank|judge} {people|anyone}, and {I} {tell|repeat} no private stories.",
    "{Different|Opposing} {views|positions} are {described|set out} {side by side|fairly}, {without|and without} {scorn|shouting}.",
    "{Nothing|No product} is {sold|advertised} {here|on these pages}, and {no one pays|nobody is paid} for a mention.",
  ],
  lately: [
    "{At present|Just now} {I} {{am} working|work} on {a page|a section} about {first}.",
    "{A text|A longer piece} on {first} is {in preparation|being checked}.",
    "{The newest|The latest} {page|part} {looks at|is about} {first} and {second}.",
  ],
  reader: [
    "{Teachers|Journalists} {may|are free to} {reuse|quote} {these|the} {outlines|definitions} in {class|their work}.",
    "{Whatever|No matter which} question {led|brought} you {here|to this place}, it {is met|will be met} with {respect|an open mind}.",
    "{The index|A glossary} {leads|takes} {hurried|first-time} {visitors|readers} to the {right|relevant} {entry|passage}.",
    "{It is fine|You are free} to {read|take in} {a little|one paragraph} and {come back|continue} {another day|later}.",
    "{Some readers|Some people} come {for study|for work}, others because {they are|someone close is} affected; {I} {keep|try to keep} both in mind.",
    "{No prior|No special} knowledge is {needed|expected}, {and|as} the {pages|parts} can be read in any order.",
    "{Relatives|Friends}, {students|teachers} and {neighbors|colleagues} {may|will} {all|each} {find|look for} something {different|else} here.",
    "{Take|Please take} {your time|breaks}; {nothing|no page} here {has to|needs to} be read {at once|in one sitting}.",
    "{Those|Readers} who {want|prefer} only the {facts|outline} can stop {after|with} the {first|short} {summary|section}.",
    "{Anyone|A reader} {who feels|feeling} {unsettled|troubled} by {a page|the subject} {may|should feel free to} {put it aside|leave it}.",
  ],
  aside: [
    "{I} {write|speak} as {a careful|an ordinary} reader, not as {an authority|a specialist}.",
    "{The tone|The style} is {plain|even} {on purpose|by choice}.",
    "{I} {keep|hold} {opinions|private views} {in the background|out of the way}; the {subject|matter} comes first.",
  ],
  closing: [
    "{More|Further} {tag} references are {listed|named} at the end of {every|each} page.",
    "{The|All} {tag} {pages|entries} {close|end} with a list of sources.",
    "{A reply|An answer} to {letters|messages} {can|may} take {some days|a week}; each is {treated|handled} in confidence.",
    "{The list of sources|A bibliography} {closes|rounds off} {every|each} {page|chapter}.",
    "{Anyone|Whoever} {knows|has read} a {solid|recent} {study|book} on {topic} is {invited|asked} to {name|send} it.",
    "{So much|That is all} {by way of introduction|about the purpose}; the {entries|articles} on {topic} {follow|begin below}.",
    "{Quiet|Attentive} {criticism|questioning} {improves|keeps up the standard of} {such work|a collection like this}.",
    "{Hints|Notes} on {errors|gaps} and {better|newer} sources are {welcome|gladly received}.",
    "{Thank you|Thanks} for reading {with|about this with} {care|patience}.",
    "If {something|anything} {here|on this page} is {wrong|outdated}, please {write|let {me} know}.",
    "{I} {add|revise} {pages|sections} {slowly|step by step}, {and|so} {this one|the list} {will|may} {grow|change} {with time|over the months}.",
    "{Suggestions|Questions} about {topic} {reach {me}|are read}, {even where|also when} {I} cannot {answer|reply to} each of them.",
    "May {these pages|these notes} help {someone|a reader} to {find|choose} {the right|clear} words about {topic}.",
    "{More|Further reading} about {topic} is {listed|named} at the {end|foot} of {each|every} {page|section}.",
    "{For|On} {topic}, as for {anything|everything} serious, {several|two} {good|careful} sources are better than one.",
  ],
};

export const sober: Family = {
  sayings: [
    "{Fear|Worry} {feeds on|grows with} {half-knowledge|rumor}; {context|clarity} {can|may} {loosen|ease} its grip.",
    "{Every|Each} {generation|society} has {spoken|thought} about {this|the matter} in {its own|another} way, and {that|the change} is {worth|part of} {the study|a closer look}.",
    "{Simple|Catchy} {formulas|explanations} {attract|win} {attention|clicks}, {though|but} {reality|life} {tends to be|is} {untidy|more tangled}.",
    "{Neighbors|Families}, {schools|employers} and {courts|offices} {meet|encounter} the {question|theme} {from|at} {different|opposite} {ends|angles}.",
    "{Statistics|Tables} {count|describe} {many|crowds}; {a life|a biography} is {always|only ever} {one|singular}.",
    "{Behind|Beyond} the {figures|headlines} {there are|stand} people, and {they|their dignity and their rights} come first.",
    "{Calm|Plain} words {help|serve} more than {loud|alarming} ones.",
    "{Much|A great deal} {depends|hangs} on {circumstances|the single case}, so {general|broad} {statements|claims} {remain|are} rare here.",
    "{History|Law}, {research|language} and {daily life|public debate} all {touch|enter into} the {subject|matter}.",
    "{What is known|Knowledge} {grows|changes} over time, and {older|earlier} {texts|figures} are {read|treated} with {that|this} in mind.",
    "{Silence|Shame} {rarely|seldom} {helps|makes things easier}; {neither does|nor does} {shouting|blame}.",
    "{Headlines|Short reports} {shorten|simplify}; {here|on this page} there is room for the {longer|slower} account.",
    "{Words|Names} {matter|carry weight}, {and|so} {I} {follow|respect} the {ones|terms} that {those affected|the people concerned} {use|prefer}.",
    "{A sober|A careful} {description|account} is {no|not a} {verdict|judgment}.",
  ],
  aspects: [
    "{terms|words} that {need|deserve} care",
    "the way {numbers|reports} are {made|read}",
    "{older|current} {debates|texts}",
    "{questions|points} {readers|students} {raise|ask about}",
    "{careful|responsible} reporting",
    "{terms|words} and {their meaning|how they are used}",
    "{history|background}",
    "{public debate|law} and {its limits|society}",
    "{research|evidence} and {open|unsettled} questions",
    "{reliable|trustworthy} sources",
    "{language|reporting} {without|free of} {blame|stigma}",
    "{common|frequent} misunderstandings",
    "{figures|statistics} and {how to read them|where they come from}",
    "{books|articles} for further reading",
    "{places|organizations} that {inform|listen}",
  ],
};

/** What a text on an illness adds. */
export const health: Family = {
  sayings: [
    "{Only|None but} {a clinician|medical staff} can {judge|assess} a {particular|personal} case; {this page|this site} {stays|remains} {general|with the general picture}.",
    "{Therapy|Medication} is {never|not} {recommended|compared} here, whether {old or new|common or rare}.",
    "{Nothing|No page} here {replaces|takes the place of} {a conversation|talking} with a doctor.",
    "{Diagnosis|Treatment} {is|remains} a matter for {trained|medical} {professionals|staff}; {I} {describe|explain} only {terms|what is publicly known}.",
    "{I} {give|offer} no medical advice, {only|just} {orientation|background} and {sources|names of places that inform}.",
    "{Questions|Worries} about {one's own|your own} health {should go|belong} to {a doctor|a medical practice}.",
  ],
  aspects: [
    "{medical|clinical} terms in plain {words|language}",
    "{everyday|daily} life for {those affected|families}",
    "{patient|support} {organizations|groups}",
    "{how|the way} {studies|trials} are {read|reported}",
    "{questions|notes} to {bring|take} to {an appointment|a doctor}",
  ],
};

/** What a text on death, violence or despair adds. */
export const grave: Family = {
  sayings: [
    "{Privacy|Dignity} {outweighs|goes before} {curiosity|completeness}, so {names|private details} {of victims|of families} {stay|remain} {out|private}.",
    "{Trained|Patient} {listeners|counselors} {answer|can be reached} {day and night|around the clock} in {many|most} {regions|countries}; {a call|reaching out} {costs little|is no weakness}.",
    "{Nobody|No one} {has to|needs to} {carry|face} {such|heavy} {thoughts|matters} alone: {talk|speak} to someone you trust, {and|or} {in danger|in an emergency} {call|contact} the {emergency|local emergency} services.",
    "{I} {leave out|avoid} {methods|graphic details} and {pictures|images}; they {help|serve} nobody.",
    "{Those|The people} {affected|concerned} {are|remain} more than {what happened|a headline}.",
    "{If the subject touches|Should the subject touch} you closely, {help|someone to talk to} is {available|within reach} in {most|many} {places|countries}, by {phone|telephone} {and|or} {in person|online}.",
  ],
  aspects: [
    "{remembrance|grief} and {language|rituals}",
    "{prevention|protection} and {public|shared} responsibility",
    "{help lines|counseling} and {how they work|who runs them}",
    "{respectful|careful} reporting",
    "{support|words} for {relatives|those who stay behind}",
  ],
};

/** What a text on weapons, drugs, gambling or other regulated things adds. */
export const regulated: Family = {
  sayings: [
    "{Counseling|Advice} {centers|services} {offer|provide} {confidential|free} {talks|help} {wherever|when} {use|a habit} {turns into|becomes} {harm|a burden}.",
    "{No|Not one} {shop|dealer} is {linked|named} {here|on this page}, and {no|not a single} {price|offer} {appears|is quoted}.",
    "{Laws|Rules} {differ|vary} {from country to country|from one place to the next}, and {the authorities|official offices} {have|keep} the {current|binding} {text|version}.",
    "{This page|This site} {informs|describes}; it does not {advertise|encourage}.",
    "{Safety|The protection of others} {stands|comes} {above|before} {any|every} other {interest|consideration}.",
    "{Young|Vulnerable} readers {deserve|need} {particular|special} care, {so|and} the {tone|wording} {stays|remains} {factual|restrained}.",
  ],
  aspects: [
    "{law|regulation} and {responsibility|age limits}",
    "{safety|risk} and {prevention|protection}",
    "{dependence|harm} and {places that help|public health}",
    "{history|statistics} {behind|in} the debate",
    "{terms|arguments} used {on all sides|in the discussion}",
  ],
};
