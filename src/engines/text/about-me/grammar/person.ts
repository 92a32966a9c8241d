import type { Sentences } from "./grammar.js";

/**
 * For a keyword that is a person's name. Nothing is said that could be checked, neither trade nor age nor place, and nobody's
 * gender is guessed: the name or "they".
 */
export interface PersonGrammar {
  readonly opening: Sentences;
  readonly page: Sentences;
  readonly trait: Sentences;
  readonly work: Sentences;
  readonly closing: Sentences;
}

export const firstPerson: PersonGrammar = {
  opening: [
    "{I am|I'm} {name}, and this is {the page|the place} where I {say a little|write a few lines} about {myself|who I am}.",
    "{Hello|Hello there|Welcome}, {my name is|I am} {name}.",
    "{You have found|You have reached} the {page|small corner} of {name}, and {yes|as you may guess}, that is {me|my name}.",
    "{People call me|I go by} {name}, {and this page|and the page before you} is {mine|my own}.",
    "{Nice|Good} to meet you: I am {name}, {and I write|the one who writes} what you {read|find} here.",
  ],
  page: [
    "{Some pages|Some profiles} {list|count} {prizes|titles}; this one {would rather|tries to} {say|tell} how I {think|work}.",
    "{I keep|I like to keep} this page {short|brief} {on purpose|by choice}, {because|since} {deeds|conversations} say more than {profiles|headlines}.",
    "{Here|On this page} you {find|see} {what I care about|what matters to me}, {what I am working on|what keeps me busy} and {how to reach me|where to write to}.",
    "{Writing|Talking} about oneself is {odd|never easy}, so I {will keep|keep} to {what is useful|the essentials}.",
    "{The short version|In short}: {curious|patient}, {fond of|happy with} {clear words|quiet work}, and {rarely|seldom} without a {notebook|pencil}.",
  ],
  trait: [
    "{I listen|I prefer to listen} {first|before I speak}, {and|then} I ask {questions|one more question} {until|till} the {picture|matter} is {clear|complete}.",
    "{Promises|Small promises} {matter to me|count}: {if|when} I say {Friday|yes}, I mean {Friday|it}.",
    "{Good|Careful} work {needs|takes} {time|quiet}, and I {would rather|prefer to} {ask for|take} {a day more|another day} than {deliver|hand over} {half a thing|something rushed}.",
    "{Disagreement|A good argument} does not {frighten|bother} me, {as long as|provided} it stays {kind|friendly}.",
    "{Small|Unseen} {details|things} {please|delight} me: {a well-set table|a tidy sentence}, {a sharp pencil|a door that closes softly}.",
    "{Humor|Laughter} {helps|is allowed}, {above all|especially} at {my own|one's own} expense.",
    "{What I know|The things I know} I {owe|learned} {to patient people|from other people}, and I {like|try} to {pass it on|return the favor}.",
    "{Nobody|No one} is good at everything; {knowing|saying} {where|when} to {stop|ask for help} {is part of|belongs to} the {craft|work}.",
  ],
  work: [
    "{Lately|These days} I give {most of|a good part of} my {attention|time} to {fewer things|the essentials}, {done|and do them} {more thoroughly|with more care}.",
    "{A plan|Every plan} {begins|starts} on paper, {with arrows|with crossed-out lines} and {coffee stains|too many boxes}.",
    "{I like|I enjoy} {beginnings|first drafts}, {but|though} it is {the last|the final} {ten percent|stretch} that {makes|decides} {the difference|everything}.",
    "{Working|Sharing a table} with others {suits|teaches} me {well|a lot}, and so does {an hour|a morning} of {silence|closed doors}.",
    "{Tools|Methods} {change|come and go}; {attention|honesty} {does not|stays}.",
    "{When|If} {a task|something} {looks|seems} {too big|impossible}, I {cut it into|divide it into} {pieces|steps} and {begin with|take} the {smallest|nearest}.",
  ],
  closing: [
    "{If you|Should you} {want|wish} to {get in touch|talk}, {write|send} {a line|a short message} to {name}; {it will reach me|every note is read}.",
    "{Thank you|Thanks} for {reading|stopping by}; {it was|it is} good to have you here, {says|writes} {name}.",
    "{That is|This is} all from {name} {for now|for today}.",
    "{Now|So now} you know {a little|something} about {name}; I {would like|am curious} to {hear|learn} {something|a little} about you.",
    "{Ask|Write to} {name}, {that is to say|in other words} me, {when|if} {something|anything} is unclear.",
  ],
};

export const thirdPerson: PersonGrammar = {
  opening: [
    "{This is|You have found} the {page|profile|small corner} of {name}.",
    "{Meet|Say hello to} {name}, the person {behind|at the center of} {this page|these lines}.",
    "{Here|On this page} you {can read|will find} {a few lines|some words} about {name}.",
    "{Welcome|A warm welcome} to the {page|site} of {name}.",
    "{Who|And who} is {name}? {A short|One short} page {cannot|can hardly} {say|tell} {everything|it all}, {but|yet} it {can|may} {begin|try}.",
  ],
  page: [
    "{Some pages|Some profiles} {list|count} {prizes|titles}; this one {would rather|tries to} {say|show} what {matters|counts} {in a conversation|day to day}.",
    "{The page|It} is {short|brief} {on purpose|by choice}, {because|since} {deeds|meetings} say more than {profiles|headlines}.",
    "{Visitors|Readers} {find|will see} {current|new} {work|ideas}, {older|finished} {pieces|projects} and {a way|an easy way} to {get in touch|write}.",
    "{There is|You will see} no {long|glossy} {list of achievements|success story} here, {only|just} {a few|some} {plain|honest} {words|lines}.",
  ],
  trait: [
    "{They listen|Listening comes} first; {then come|after that come} {questions|a few questions}, and {only then|in the end} {an opinion|an answer}.",
    "{Promises|Small promises} {count|matter} here: {they|these} {are|get} written down and {kept|honored}.",
    "{They|They would} {choose|pick} {a clear no|an honest answer} over {a vague maybe|a polite yes}.",
    "{Good|Careful} work {needs|takes} {time|quiet}, and {they|this person} {will|would} {say so|ask for it} {openly|kindly}.",
    "{Humor|A dry joke} {is|remains} {allowed|welcome}, {above all|especially} {on long days|in long meetings}.",
    "{Curiosity|A habit of asking} {runs|goes} {through|with} {everything|all} they do.",
    "{They|They gladly} {share|pass on} what they {know|have learned}, and {they admit|they say} what they {do not|have not}.",
    "{Disagreement|A good argument} is {fine|no trouble}, {as long as|provided} it stays {kind|friendly}.",
  ],
  work: [
    "{A plan|Every plan} {begins|starts} on paper, {with arrows|with crossed-out lines} and {coffee stains|too many boxes}.",
    "{Few things|Not many things} are {left|given up} {unfinished|half done}, {though|even if} some {take|need} {longer|more evenings} than {expected|planned}.",
    "{They|They like to} {cut|divide} {big|large} {tasks|questions} into {small|manageable} {steps|pieces} and {begin|start} with the {nearest|smallest}.",
    "{Tools|Methods} {change|come and go}; {attention|honesty} {does not|stays}.",
    "{Working|Sharing a table} with others {suits|pleases} them, {and so does|as does} {an hour|a morning} of {silence|closed doors}.",
  ],
  closing: [
    "{A message|A short note} to {name} is {never|not} {lost|too much trouble}; {most|many} {are|get} answered {in time|with care}.",
    "{Anyone|Whoever} {wants|wishes} to {know more|talk} {may|can} {write to|ask} {name} {directly|in person}.",
    "{More|The rest} about {name} is {on|in} the {following|other} pages.",
    "{Thank you|Thanks} for {taking an interest in|the interest in} {name}.",
    "{That is|So much for} {a beginning|the short version}; {the rest|everything else} {is best|should be} {heard from|told by} {name}.",
  ],
};
