/** Auxiliaries, irregular verbs, and plain forms that are mostly verbs. */
const VERBS = new Set(
  (
    "is are was were be been being am has have had do does did can could will would shall should may might must " +
    "isn't aren't wasn't weren't hasn't haven't doesn't don't didn't can't cannot couldn't won't wouldn't shouldn't " +
    "needn't let need needs came went made gave took found kept left led held began grew knew saw set put cut " +
    "became brought built ran rose fell lay lie stood fed hung sold spent sent felt dealt dug drew drove flew froze " +
    "hid hit hurt lost meant met paid read rode sang sat shone shot shook slept spoke spread sprang struck stuck " +
    "swam swept taught thought threw told understood won wore wrote bore bred burnt caught chose keeps gets goes " +
    "comes says seems lets puts uses tells means wants make makes give gives take takes keep hold come go grow run " +
    "show use help add turn leave seem become bring carry cause cover stand live eat feed work look feel move form " +
    "allow contain include remain reach rise fall begin end build draw drive kill lead lose mean meet offer open " +
    "pass pay play produce provide pull push raise reduce rely require save sell send serve share sit sleep sound " +
    "spend start stay stop store suit support tend travel vary visit want wear weigh win burst bent bit blew bound " +
    "broke cast clung crept drank forgave knelt leapt overcame overtook quit shed shut spat stank stung strode " +
    "swore thrust trod undertook upset wept withdrew withstood wrung awoke arose beat bled heard blown broken " +
    "swollen cost ate fought fled forgot got lent lit rang sank shrank slid sought spun split stole swung tore woke " +
    "wound arisen awoken backslid befell begot begun beheld bid bidden bitten breathed broadcast burned bust chosen " +
    "clad cling clothed done drawn dreamt driven drunk dwelt eaten fallen flown flung forbade forbid forbidden " +
    "forecast foresaw foretold forgiven forgotten forsook frozen given gone grown hewn hove knit known laid lain " +
    "leant leaned leaped learnt learned lighted misled mistook misunderstood mown outdid outgrew outran outsold " +
    "overran overrode oversaw overthrew partook pled proved proven rebuilt recast redid remade repaid reread reset " +
    "resold retold rethought rewrote rid ridden risen said sawn seen sewn shaken shaven shorn shown shrunk slain " +
    "slew slit slung slunk smelt smote snuck sown sped spelt spilt spoilt spoken sprung squat stolen strewn " +
    "stricken stridden strive strove strung sung sunk sworn swum taken tell thrive throve thrown torn undergone " +
    "underwent undid unwound upheld waylaid weave woven wove wed withheld wrought written worn bade abode beset " +
    "oversleep overslept sublet rung used works worked begins asks asked tries tried shows showed turns turned " +
    "knows thinks happens happened follow outnumber check consider try forget guess know miss get love think walk " +
    "hear believe remember call ask talk wait watch drink fill fix hope avoid choose create change expect explain " +
    "fail gain gather happen improve join jump learn listen matter melt mix notice occur pack pick pour prefer " +
    "prepare prevent protect prove receive remove repair repeat replace return roll rub say see seek select shift " +
    "sing skip slice smell soak speak spoil stir strike suffer suggest swim switch taste teach tie touch trust " +
    "twist understand wake wash wish worry write apply appear accept achieve agree answer arrive belong boil break " +
    "breathe breed buy cook count cross die differ discover divide drop earn enjoy enter exist fight find fly flow " +
    "graze hang hate hide hunt ignore increase insist invest lend lift merge depend describe deserve destroy " +
    "develop disappear disagree encourage escape exceed fold freeze imply ought permit possess recommend refer " +
    "regard resemble respond retain reveal roam settle sink solve stick swap throw transport warn " +
    "bet bought ground bereft besought betook forwent gainsaid inlaid interwove misread misspent outbid overdid " +
    "overheard overlaid overshot prepaid rewound unbound underlay underwrote climb climbs ride collect stretch bend " +
    "lean squeeze sweep thread tighten trim unplug wipe wrap wring scrub sprinkle steep strain bake brew chill dig " +
    "hammer peel plough prune roast sow spray whisk owe employ occupy dislike behave emerge evolve interact migrate " +
    "originate persist tolerate vanish worship inherit inhabit invent obey omit organize organise relate remind " +
    "resist search"
  ).split(" "),
);

/** With the ending of a verb, and none. */
const NO_VERB = new Set(
  "this his its always perhaps towards unless besides less yes us plus others ours theirs hers sometimes afterwards thus times even often then when open things".split(
    " ",
  ),
);

/** Commands at the front, and mostly things elsewhere. */
const COMMANDED = new Set(
  "press rest test dry clean close double train plant lower separate report study match link ring mark lock note limit measure point mind blend stop cover rinse soak scrape stir drain chop grind sand strap slide tighten loosen tap".split(
    " ",
  ),
);
const JOINING = new Set("and for from with without into that which who the".split(" "));

const CONTRACTED =
  /\b(it|that|there|he|she|here|what|who|where|how|everything|nothing|everyone|nobody|one)'s\b|\p{L}'(re|ll|ve|d|m)\b|n't\b/u;
/** "They guess", "if you miss". */
const AFTER_PRONOUN = /\b(they|you|we|i) (?!(and|or|all|both|who|that|with|in|on|of|to|as)\b)\p{L}{3,}/u;
/** "Inspect the cables", "To get it there, simply merge it.", "Now consider the matter". */
const COMMAND =
  /(^|, )((but|now|then|never|always|so|or|and),? )?((simply|just|never|always|gently|carefully|slowly) )?(\p{L}{3,} and )?(?!(the|and|with|for|from|all|both|not|but|that|than|this|one|two|into|over|under|like|now|then|out)\b)\p{L}{3,} (the|a|an|your|it|them|directly)\b/u;
/** "Smart technology for dry carpets.": what ends in -s here is a thing. */
const LAST_THINGS = /\b(for|with|without) ([\p{L}'-]+ )?[\p{L}-]+s\.$/u;
/** What follows these is a thing, or the verb of no subject. */
const NAMED_THING = /\b(a|an|the|no|of|with|for|his|her|their|its|your|to) [\p{L}'-]+/gu;
/** "Matera, city, Basilicata region, southern Italy." */
const ENTRY = /^[^\s,.]+( [^\s,.]+){0,2}(, [^\s,.]+( [^\s,.]+){0,2}){3,}\.$/u;

/** Whether an English sentence has a verb. No tagging: a known verb, its ending, or a command is enough to believe it. */
export function hasVerb(text: string): boolean {
  const lower = text.toLowerCase().replaceAll("\u2019", "'");
  if (CONTRACTED.test(lower) || AFTER_PRONOUN.test(lower) || COMMAND.test(lower)) return true;
  const words =
    lower
      .replace(LAST_THINGS, "")
      .replace(NAMED_THING, "it")
      .match(/[\p{L}\p{N}'-]+/gu) ?? [];
  return words.some(
    (word, at) =>
      VERBS.has(word) ||
      (at > 0 && word.length > 3 && /([^e]ed|en|[^su]s|es)$/.test(word) && !NO_VERB.has(word)) ||
      (at === 0 && isPluralWithMore(words)),
  );
}

/** "Gallstones range in size from ...": a plural, and no list of things after it. */
function isPluralWithMore([first = "", second = ""]: readonly string[]): boolean {
  if (COMMANDED.has(first)) return second !== "" && !/^(of|is|and|with|for)$/.test(second);
  return /[^su]s$/.test(first) && !NO_VERB.has(first) && /^\p{L}{3,}$/u.test(second) && !JOINING.has(second);
}

/** An entry of a reference work rather than a sentence: "Matera, city, Basilicata region, southern Italy." */
export function isReferenceEntry(text: string): boolean {
  return ENTRY.test(text) && !hasVerb(text);
}
