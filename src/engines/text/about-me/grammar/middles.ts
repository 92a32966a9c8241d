import type { Sentences } from "./grammar.js";

/** What a visitor finds. */
export const contents: Sentences = [
  "{Expect|You can expect} {notes|a few words|short pieces} on {first}, {second} and {third}.",
  "{Among other things|To name a few}, {you will read|there is something here} about {first}, {second} and {third}.",
  "{The longest|{My} longest} {pages|entries} {deal with|cover} {first} and {second}; {a shorter one|a newer one} {looks at|is about} {third}.",
  "{So far|Up to now} {I} have {written about|looked into} {first}, {second} and, {most recently|a little shyly}, {third}.",
  "{Three|These three} {subjects|themes} {come up|return} {again and again|more than others}: {first}, {second} and {third}.",
  "{You will|You'll} {find|see} {as much|just as much} about {first} as about {second}, plus {the odd page|a word or two} on {third}.",
  "{The first shelf|One shelf} {holds|is for} {first}, the {next|middle} one {is for|holds} {second}, and the {last|lowest} one {is for|holds} {third}.",
  "{Most|Much} of {it|the writing here} {comes down to|turns around} {first} and {second}, {with|and there is} {some room|a little space} for {third}.",
  "{Start with|Begin with} {first} if {you are new|all this is new to you}, {or|or else} {skip|jump} {ahead to|straight to} {second} and {third}.",
  "{Closest to {my} heart|At the top of {my} list}: {first}, {closely followed by|and right after that} {second}.",
  "{Some pages|A few pages} {are about|explain} {first}, {others|some} about {second}, and {one or two|a couple} about {third}.",
  "{Readers|Visitors} {mostly|usually} {come for|ask about} {first}, {stay for|then turn to} {second} and {end up|finish} {reading|asking} about {third}.",
  "{Between|Somewhere between} {first} and {second} {there is|{I} keep} a {whole|small} {section|corner} on {third}.",
  "{I} {try to|do {my} best to} {cover|make sense of} {first}, {second} and {third} {in words|in a way} {anyone can follow|a neighbor would understand}.",
];

/** How the writer works. */
export const methods: Sentences = [
  "{I} {try things|test ideas} {at home|in real life} before {I} {recommend|mention} them.",
  "{When|Whenever} {I} {get something wrong|make a mistake}, {I} {correct it|fix it} {in the open|and say so} {rather than|instead of} {quietly hiding it|pretending otherwise}.",
  "{Nothing here|Not a word here} is {copied from a brochure|paid for by a maker}, and {opinions|views} are {marked|labeled} as {opinions|such}.",
  "{Plain words|Short sentences} {matter to {me}|come first}: {if|when} a {term|word} {needs|wants} explaining, it gets {a line|a sentence} of its own.",
  '{I} would rather {say|write} "I don\'t know" than {guess|fill a gap with a guess}.',
  "{Every|Each} {piece|page} is {read aloud|read twice} before it {goes up|appears}, {which|and that} {removes|catches} {most of|nearly all} the {fog|padding}.",
  "{Long lists|Big numbers} {impress nobody|tell you little}, so {I} {stick to|keep to} {the few points|the handful of points} that {change a decision|make a difference}.",
  "{Old pages|Older entries} are {revisited|checked again} {from time to time|now and then}, because {advice|good advice} {goes stale|ages}.",
  "{I} {listen to|ask} people who {know more|have done it longer} than {I} do and {pass on|share} what {they say|sticks}.",
  "There are no pop-ups here and no {countdowns|flashing boxes}, {only|just} {text|words} and a few {honest|careful} {comparisons|remarks}.",
  "{Whatever|What} {I} {write|publish} has to {survive|pass} {one|a simple} test: would it have helped {me} {at the start|in the first week}?",
  "{Both sides|The good and the bad} get {a fair hearing|equal space}, even when {I} {have|clearly have} a favorite.",
  "{Sources|{My} sources} are {named|given} where {it matters|they help}, and {rumors stay|hearsay stays} {out|outside}.",
  "{I} {keep|like to keep} {entries|pages} {short enough|brief enough} to {read|finish} over {a cup of tea|one cup of coffee}.",
  "{Details|Small details} get {my} {full|undivided} attention, {since|because} that is where {things|plans} {tend to|usually} go wrong.",
  "{I} {write slowly|take {my} time}, {check twice|look things up twice} and {cut|throw out} what {does not help|only sounds clever}.",
  "{If|Where} {two|several} answers are {possible|reasonable}, {both are here|you get both}, with the {reasons|case} for each.",
];

/** What the writer is busy with now. */
export const lately: Sentences = [
  "{Lately|These days} {I} have been {busy with|reading up on} {first}.",
  "{At the moment|Right now} {my} desk is {covered in|buried under} {notes|papers} about {first} and {second}.",
  "{Next on {my} list|The next thing {I} want to tackle} is {a longer piece|a page} {about|on} {first}.",
  "{This month|This season} {I} {want|hope} to {understand|learn more about} {first}, {one step|one page} at a time.",
  "{A half-finished draft|An unfinished page} on {first} is {waiting|sitting} {in the drawer|on {my} desk} {for a rainy day|until {I} get it right}.",
  "The {puzzle|question} of the {week|month} concerns {first}, {so|and therefore} {expect|there will be} more on that soon.",
  "{I} {recently|only recently} {changed|had to change} {my} mind about {first}, {which|and that} {was|proved} {good fun|rather healthy}.",
  "{Slowly|Little by little}, {I} {{am} getting|get} to grips with {first}.",
  "{If {I} had to pick|Pressed to choose} one {theme|subject} for {the coming weeks|the next pages}, it would be {first}.",
  "{There is still|{I} still have} {a lot|plenty} to {learn|sort out} about {first}, {and|which is why} {I} {say so|write about it}.",
];

/** Whom it is for. */
export const readers: Sentences = [
  "{You do not|You don't} need {any background|special training} to {follow along|read on}, {only|just} {a little patience|some curiosity}.",
  "{Beginners|Newcomers} are {welcome|as welcome as old hands}, and no question is too {small|simple}.",
  "{If you are|In case you are} {just starting out|completely new to this}, the {shorter|first} pages were {written|made} {with you in mind|for you}.",
  "{Old hands|People with more experience} {will|may} {recognize|nod at} {a few|some} of the {mistakes|detours} {described|told} here.",
  "{I} {write for|think of} {the reader|someone} who {has ten minutes|has a short break} and {one|a single} {clear|pressing} question.",
  "{Perhaps you are|Maybe you are} {comparing|weighing} {options|choices}, {perhaps|maybe} you are {only|simply} {curious|looking around}; {both are fine|either is fine}.",
  "{Anyone|Everyone} who {likes|wants} to {understand|know} why things {are the way they are|work as they do} {should feel|will be} at home {here|on these pages}.",
  "{Families|Friends}, {students|neighbors} and {night owls|early risers} {are all invited|may all read along}; each of you {will ask|asks} something new.",
  "{Should|If} you {know|already know} {all this|the basics}, {skip|jump} {ahead|to the later pages}; {nobody|no one} {minds|is offended}.",
  "{It helps|It is good} to {bring|have} {a pencil|a notebook}, for {some pages|the better pages} {ask|invite} you to {try something|think} on your own.",
  "{Some readers|A few of you} {only want to|just want to} {todo}, and {that is reason enough|that is fine}.",
  "{If you|When you} {plan|hope} to {todo} {this year|soon}, {begin|start} with {the short pages|the first few pages}.",
  "{People|Readers} who know {one} {well|inside out} {are welcome to|may} {disagree|correct {me}}.",
  "{If you|In case you} are {thinking about|considering} {one}, {take your time|there is no hurry} and {read|look} around.",
  "{If you came for {thing}, take|Anyone who came for {thing} may take} {whatever|what} is useful and {leave|ignore} the rest.",
];
