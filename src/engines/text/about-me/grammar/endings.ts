import type { Sentences } from "./grammar.js";

/** A word about the writer beyond the subject. */
export const asides: Sentences = [
  "{Away from|When {I} leave} the {keyboard|desk}, {I} {like|enjoy} {long walks|slow breakfasts}, {used bookshops|old maps} and {bad puns|quiet mornings}.",
  "{In between|Between entries} {I} {drink|get through} {far too much|a fair amount of} {tea|coffee} and {water|talk to} the {houseplants|tomato plants}.",
  "{Nobody here|No one at this desk} wears {a white coat|an expert badge}; {all you get is|there are only} {careful|honest} notes.",
  "{solo}{My} {handwriting|spelling} is {terrible|hopeless}, {which|and that} is {one more|another} reason {to type|for a website}.",
  "{Outside|Off the page}, {I} {cook|garden} {badly|with mixed results}, {read|listen} {a lot|widely} and {sleep|rest} {too little|when {I} can}.",
  "{Rainy days|Gray afternoons} are when {most|the best} of {this|it} gets written.",
  "{A good day|The perfect day} {ends|finishes} with {muddy shoes|an empty inbox}, {a full notebook|a solved riddle} and {a warm kitchen|an open window}.",
  "{I} {collect|keep} {pencils|lists} {the way|as} {other people|others} {collect|keep} {stamps|fridge magnets}.",
  "{The rest|What remains} of {my} time {goes to|belongs to} {family|friends}, {music|bicycles} and {the occasional|a rare} {nap|crossword}.",
  "{By temperament|By nature} {I} {lean toward|prefer} {slow|patient} work: {bread that rises overnight|letters on paper}, {repairs|walks} without {a deadline|a map}.",
  "{Friends say|It has been said that} {I} {ask|have} too many questions; {I} {take it as|call that} {a compliment|praise}.",
  "{My} {bookshelf|reading list} {grows|gets longer} faster than {I} can {read|dust it}.",
];

/** How the text ends. */
export const closings: Sentences = [
  "If {something|anything} is {unclear|missing}, {write to {me}|drop {me} a line} and {I} will {look into it|do {my} best}.",
  "{Have a look|Look} around, {and|then} {come back|return} {whenever you like|when you have a question}.",
  "{Thank you|Thanks} for {stopping by|reading this far}; {I} {hope|trust} {you will|you'll} {find|leave with} {something useful|what you came for}.",
  "{Corrections|Second opinions}, {tips|stories} and {stubborn|hard} questions are {always|all} {welcome|read with pleasure}.",
  "{Stay|You may stay} {as long as|for as long as} you {like|want}; the {kettle is on|door is open}.",
  "{Tell {me}|Let {me} know} what {you would like to|you want to} {read|see} {next|more of}; {I} {take requests|do listen}.",
  "{Your|Every} {note|message} is {read|answered}, {even if|although} {the answer|a reply} {takes|may take} {a few days|a week}.",
  "{Pick|Choose} {any page|a page} that {catches your eye|looks interesting} and {start there|see where it leads}.",
  "{I} look forward to {hearing|learning} {from you|what you think}.",
  "{Bring|Send} {your own|along your} {experience|findings}, and {together|between us} {we may|we might} {get a little wiser|learn something}.",
  "May {one page|something here} save you {an hour|a detour} {or a mistake|or two}.",
  "{That is all|So much} about {me}; the {rest|interesting part} is {in the pages|on the pages that follow}.",
  "{If you {know|have heard}|Knowing} something about {topic} that {I} {missed|do not know}, {please share it|please say so}.",
  "{Got|Do you have} a story about {topic}? {I} {would love|should like} to {hear|read} it.",
  "A {warm|special} welcome to {everyone|anyone} with a {soft spot|weak spot} for {thing}; {come in|step inside} and {stay a little|look around}.",
  "{Here is to|Let us raise a cup to} {many more|another hundred} {evenings|conversations} {spent on|about} {topic}.",
  "{There is more|There will be more} about {topic} {soon|before long}, so {check back|look in again} {now and then|when it suits you}.",
  "{If you also|Should you} want to {todo}, {let us compare notes|write and tell {me}}.",
  "{Good luck|All the best} if you {want|have decided} to {todo}, and {tell {me}|let {me} know} how it {goes|went}.",
  "{The day|When} you {manage|finally manage} to {todo}, {I} {would like|want} to {hear|read} about it.",
  "{With that|Enough said}, {on to|let us turn to} the {tag} pages.",
  "{Your|A good} {tag} story {would be|is} {a welcome|the nicest} {reply|answer} to all this.",
];
