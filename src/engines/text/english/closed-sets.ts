/** Sets whose members stand side by side: one in place of another makes a statement false, however alike they sound. */
const SETS = [
  "monday tuesday wednesday thursday friday saturday sunday weekend",
  "january february march april may june july august september october november december",
  "yesterday today tomorrow tonight",
  "dawn morning noon midday afternoon evening night midnight",
  "spring summer autumn fall winter",
  "second minute hour day week fortnight month quarter year decade century millennium",
  "north south east west northern southern eastern western",
  "left right top bottom front back",
  "zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million billion trillion dozen half third",
  "first second third fourth fifth sixth seventh eighth ninth tenth last",
  "once twice thrice",
  "single double triple twofold threefold",
  "coloured colored black white red green blue yellow orange purple brown pink grey gray violet golden silver",
  "mother father sister brother son daughter aunt uncle niece nephew grandmother grandfather cousin husband wife",
  "man woman boy girl gentleman lady male female",
  "dollar pound euro cent penny yen",
  "inch foot yard mile centimetre centimeter metre meter kilometre kilometer millimetre millimeter",
  "gram kilogram pound ounce ton tonne litre liter gallon pint",
  "gold silver copper iron steel bronze tin lead zinc aluminium aluminum",
  "breakfast lunch dinner supper",
  "always usually often sometimes rarely seldom never invariably occasionally",
  "hourly daily nightly weekly biweekly monthly quarterly yearly annual periodical periodic",
  "early late",
  "weight length width height depth",
  "payment refund repayment",
  "food meat drink",
  "ashore overboard aboard",
  "weather storm hurricane wind rain snow",
  "just barely hardly scarcely",
  "dollar euro franc mark peso rupee rouble ruble krona",
  "daylight daytime evening bedtime",
  "all most some few none every",
  "increase decrease",
  "before after",
  "buy sell",
  "win lose",
  "north-east north-west south-east south-west",
].map((line) => line.split(" "));

const SETS_OF = new Map<string, string[]>();
for (const set of SETS) {
  for (const word of set) SETS_OF.set(word, [...(SETS_OF.get(word) ?? []), ...set.filter((other) => other !== word)]);
}

/** The words that are never offered for a word because they stand beside it in a closed set. */
export function besides(word: string): readonly string[] {
  return SETS_OF.get(word) ?? [];
}
