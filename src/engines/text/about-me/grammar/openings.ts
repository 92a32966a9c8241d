import type { Sentences } from "./grammar.js";

/** Who writes, and about what. */
export const openings: Sentences = [
  "{Hello and welcome|Welcome|Hello there}: {this is the page where|these are the pages where} {I} {write|keep notes} about {topic}.",
  "{I} {started|began} this {site|page} {because|when} {my} {notes|scribbles} about {topic} no longer fit {in a drawer|on the fridge door|in one notebook}.",
  "{You have found|You have reached} a {small|quiet|modest} corner of the web {given over|devoted} to {goal}.",
  "{solo}{Behind this page|At this desk} {sits|is} someone who {can talk|will happily talk} about {topic} {for longer than is polite|until the coffee goes cold|well past dinner}.",
  "{My} {subject|theme} here is {easily named|simple to state}: {everything|anything} to do with {topic}.",
  "{What began|What started} as a {folder of links|list of questions|handful of saved clippings} about {topic} {has slowly become|has turned into|grew into} this site.",
  "{This site|This little site} is {my} {open notebook|workbench|chest of findings} on {topic}, {tidied up|sorted|cleaned up} a little for visitors.",
  "{I} {write|put together} {plain|short|friendly} {pieces|articles} about {topic} for {people with more curiosity than time|anyone who likes a straight answer|readers who want the useful part first}.",
  "{Somebody|A friend} once {asked|told} {me} to {stop talking|quit talking} about {topic} and {write it down instead|put it in writing}, so here {it is|we are}.",
  "{Pull up a chair|Make yourself at home}: {most|nearly all} of what you will {read|see} here is about {topic}.",
  "{There are many|You will find plenty of} {loud|busy} {sites|pages} about {topic}; {this one is meant|this one tries} to be {calm|quiet} and {useful|readable}.",
  "{I} {look after|run|write} this {page|site} in {the evenings|spare hours|quiet moments}, and {thing} {always|still} keep{s} {me} busy.",
  "{Think of|Treat} this {site as|page as} a {conversation across the kitchen table|long letter|neighborly chat} about {topic}.",
  "{If you ask what {I} do here|In one line}, {I} collect, test and explain {things|small discoveries} about {topic}.",
  "{Questions|Small, stubborn questions} about {topic} are {what drives|the reason for} {this page|this site}.",
  "{solo}{I} {{am}|have always been} the {sort|kind} of person who reads the footnotes, and on this site {even the footnotes|all of them} are about {topic}.",
  "{This|Here} is {my} {tag} {notebook|diary|corner}, {kept in the open|left open on the table} for {anyone|everybody} who {is curious|wants a look}.",
  "{solo}A {quiet|plain} {tag} {page|site} was what {I} {was looking for|wanted to read}, and in the end {I} wrote {it myself|my own}.",
  "{On most days|Most weeks}, {I} can be found {somewhere between|halfway between} {a stack of books|a pile of notes} and {one|yet another} {tag} question.",
  "{My} {tag} notes used to {live|lie around} on {paper slips|the backs of envelopes}; {now they live here|this is their new home}.",
  "{I} {know|remember} what it is like to {meet|face} {one} for the first time, and this {page|site} {starts|begins} there.",
  "{It took one|All it took was one} look at {one} and {I} had a hundred questions; {this page|this site} {holds|keeps} the answers {so far|found so far}.",
  "{Getting to know|Understanding} {one} takes {patience|some time}, and this {site|page} is {my} {record|account} of that.",
  "{solo}{When|The day} {I} {decided|made up {my} mind} to {todo}, {I} {could not find|missed} a {plain|simple} {account|guide}, so {I} {am writing|write} one.",
  "{This page|This site} is for {everyone|people} who {would like|want} to {todo} and would rather {not do it alone|have company}.",
  "{I} {set out|made a plan} to {todo}, {step by step|bit by bit}, and {I} {write down|report} what {works|helps}.",
  "{Some people|Others} {plan|dream}; {I} {wanted|chose} to {todo}, and this {site|page} {shows|tells} how that {goes|is going}.",
  "{To {todo}|Learning to {todo}} was {one of those plans|an idea} {I} {kept putting off|carried around for ages}; here {I} finally {write|talk} about it.",
];

/** A question a visitor may come with. */
export const questions: Sentences = [
  "{Do you have|Are you carrying} a question about {topic} that {nobody|no one} has {answered well|really answered} yet?",
  "{What is it about|Why do people care so much about} {topic} that {keeps {me} reading|makes an afternoon disappear|keeps a person up late}?",
  "Have you ever {typed in a question|looked up something} about {topic} and closed {ten tabs|page after page} {none the wiser|without an answer}?",
  "{Where does one|Where should anyone} {begin|start} with {topic}?",
  "{Is there|Could there be} {anything|something} left to say about {topic}?",
  "{Why|What for}, {you may ask|you might wonder}, does anyone need {another|one more} page about {topic}?",
  "{What would|What do} you {like|want} to know about {topic}?",
  "{How much|How much, really,} does {anyone|a person} need to know about {topic}?",
  "{Curious|Wondering} about {topic}, {or|or just} {a bit lost|slightly puzzled}?",
  "{Would you like|Do you want} to {todo}, and {wonder|are you wondering} {where to begin|what comes first}?",
  "{What does it take|How long does it take} to {todo}?",
  "{What|Which things} should {a beginner|you} know before {choosing|trusting} {one}?",
];

/** Why the writer likes the subject. */
export const fondness: Sentences = [
  "{I} have a {soft spot|weakness} for {thing}, and {I} {no longer try|have stopped trying} to hide it.",
  "{Few things|Not many things} {hold|keep} {my} attention the way {thing} {does}.",
  "{Some people|Other people} collect stamps; {I} collect {facts|small facts|stories} about {topic}.",
  "{It was never|This was never} {a grand plan|planned}, but {I} keep coming back to {goal}.",
  "{Ask {me}|Just ask {me}} about {topic} and you had better {have a little time|sit down first}.",
  "{I} admit it {freely|right away}: {my} {bookmarks|shelves|notebooks} are full of {things|bits and pieces} about {topic}.",
  "{Some interests|Some hobbies} {fade after a month|come and go}, but {my} {interest|delight} in {topic} {has stayed|is still here}.",
  "{I} like {subjects|themes} that {get better|grow} the closer you look, and {thing} {is} {a fine example|one of them}.",
  "{There is|{I} keep finding} {something|a detail} about {topic} that {still surprises {me}|makes {me} look twice}.",
  "{Curiosity|Plain curiosity} {led|brought} {me} to {goal}, and {stubbornness|habit} {keeps|has kept} {me} here.",
  "{A good|Every good} {conversation|talk} at {my} table {turns|comes round} to {goal} {sooner or later|before dessert}.",
  "{I} {fell|stumbled} into {thing} {sideways|by accident}, as one {does|often does} with {the best|good} things.",
  "{I} {wanted|used to want} to {todo} {long before|years before} {I} {dared|tried}.",
  "{The wish|That old wish} to {todo} {never quite left|has stayed with} {me}.",
  "{I} {cannot|can't} {hear|read} about {topic} without {stopping|looking up}.",
];
