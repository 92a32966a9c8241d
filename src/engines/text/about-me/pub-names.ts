import { wordSet } from "../word-set.js";

/** What pubs are called, alone or behind one of the words below: "The Plough", "The Red Lion", "The Fox and Hounds". */
const SIGNS = wordSet(
  "lion lions hart horse horses bull swan swans bear dragon fox foxes hare hares hound hounds dog duck stag boar cow cock eagle falcon ship oak " +
    "crown crowns anchor bell bells george star plough wheatsheaf woolpack chequers greyhound fleece railway ram lamb pheasant partridge " +
    "cricketers barley mow grapes rose thistle castle globe trout salmon otter badger goose feathers harp compass wagon waggon coach tun barrel " +
    "griffin unicorn phoenix raven magpie heron pelican peacock beehive windmill blacksmith carpenter ploughman shepherd drovers huntsman " +
    "billet hind maypole mermaid saracen talbot whistle pig elephant cross keys sun moon rising acorn yew elm thorn vine nag",
);
const ALONE = wordSet(
  "plough wheatsheaf woolpack chequers greyhound fleece swan crown bell anchor george pheasant cricketers barley grapes trout griffin talbot " +
    "ship railway waggon drovers maypole",
);
const BEFORE = wordSet(
  "red white black golden gold green blue silver brown grey royal old new running flying spotted jolly merry three two five seven six lazy " +
    "hungry thirsty dancing dun rampant bay leaping laughing cross rising snooty crooked hope",
);
/** "The Three Tuns". */
const COUNTED = wordSet("two three five six seven");
const ENDS = wordSet("arms tavern alehouse taproom brewpub inn");
/** "The King's Head". */
const HEADS = /^(?:king|queen|nag|duke|saracen|turk|boar|bull|prince|earl|squire)['’]?s['’]?$/;

/** Whether the words, with their capitals, are called as pubs are. */
export function isPubName(words: readonly string[]): boolean {
  const named = words.filter((word) => !/^(?:the|and|&|of|in|at)$/i.test(word));
  if (named.length === 0 || words.length > 6 || !named.every((word) => /^\p{Lu}/u.test(word))) return false;
  const lower = words.map((word) => word.toLowerCase());
  const last = lower.at(-1)!;
  if (ENDS.has(last) && words.length > 1 && last !== "inn") return !/^(?:small|nuclear|fire|coat)/.test(lower[0]!);
  if (lower[0] !== "the") return false;
  const rest = lower.slice(1);
  if (rest.length === 1) return ALONE.has(rest[0]!);
  if (last === "inn") return true;
  if (rest.length === 2 && COUNTED.has(rest[0]!)) return /s$/.test(last) && !/ss$/.test(last) && last.length < 12;
  if (rest.length === 2) return (BEFORE.has(rest[0]!) && SIGNS.has(last)) || (HEADS.test(rest[0]!) && last === "head");
  return rest.length === 3 && /^(?:and|&)$/.test(rest[1]!) && SIGNS.has(rest[0]!) && SIGNS.has(last);
}
