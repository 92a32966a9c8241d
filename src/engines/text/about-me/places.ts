import placeNames from "../../../../data/english/about-me/places.txt";
import { once, readList } from "../../tables.js";
import type { English } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { isKnownWord } from "./reading.js";

// The dictionary has no names of places: those that people write about most.
const places = once(
  (): ReadonlySet<string> => new Set(readList({ name: "english/about-me/places.txt", text: placeNames })),
);

/** What names of places begin and end with. */
const BEFORE = wordSet("lake mount isle island cape loch lough river port fort");
const AFTER = wordSet(
  "lake lakes island islands isles valley bay falls canyon peninsula archipelago fjord glacier gorge",
);
/** The same where the word before is in no dictionary. */
const AFTER_NAMES = wordSet(
  "mountain mountains beach forest river desert hills dales moors broads downs fens beacons coast village district province county reef",
);
/** Words for regions: names with "the" alone, or behind a direction or the word for a country ("Scottish Borders"). */
const REGIONS = wordSet(
  "borders highlands lowlands uplands midlands downs fens broads moors dales wolds marches levels beacons cotswolds hebrides hills mountains " +
    "alps dolomites pyrenees highland heartland riviera outback bush prairies plains plateau steppe steppes delta marshes lakelands peaks heath",
);
const DIRECTION = wordSet(
  "north south east west northern southern eastern western central upper lower inner outer mid high great greater",
);
const OF_A_COUNTRY = /(?:ish|[ai]an|ese|ch|lsh|iss)$/;
const SMALL = wordSet("of the on upon de da do la le del by in");

/** Whether the keyword names a place: a known one, one with its country, or a name such as "Lake Bled" or "Hope Valley". */
export function isPlaceName(keyword: string, english: English): boolean {
  const lower = keyword.toLowerCase().replace(/^the /, "");
  // In small letters "turkey" and "china" are what is eaten and eaten from.
  if (places().has(lower) && !english.noun(keyword)) return true;
  const parts = lower.split(/, ?/);
  if (parts.length > 1) return parts.every((part) => places().has(part)) || places().has(parts.at(-1)!);
  const words = keyword.replace(/^[Tt]he /, "").split(" ");
  if (words.length === 1 && /^the \p{Lu}/iu.test(keyword) && /^\p{Lu}/u.test(words[0]!)) return REGIONS.has(lower);
  if (words.length < 2 || words.length > 5) return false;
  if (!words.every((word) => /^\p{Lu}/u.test(word) || SMALL.has(word))) return false;
  if (BEFORE.has(words[0]!.toLowerCase())) return true;
  if (isRegion(words)) return true;
  const last = words.at(-1)!.toLowerCase();
  const before = words.slice(0, -1).map((word) => word.toLowerCase());
  // "Mountain Village" and "Beautiful Island" are nouns in capitals, "Hope Valley" is a name.
  if (before.some((word) => !isKnownWord(word, english))) return AFTER.has(last) || AFTER_NAMES.has(last);
  return (
    AFTER.has(last) &&
    before.length === 1 &&
    english.knows(before[0]!, "noun") &&
    !english.knows(before[0]!, "adjective")
  );
}

/** "Scottish Borders", "South Downs": words in capitals of which the last is one for a region. */
function isRegion(words: readonly string[]): boolean {
  const before = words.slice(0, -1).map((word) => word.toLowerCase());
  return (
    REGIONS.has(words.at(-1)!.toLowerCase()) &&
    before.every((word) => SMALL.has(word) || DIRECTION.has(word) || OF_A_COUNTRY.test(word))
  );
}

// Names that want the article: "the Isle of Skye", "the Lake District".
const WITH_ARTICLE =
  /^(?:isle|isles|gulf|bay|coast|valley) of |^river |(?:islands|isles|borders|highlands|lowlands|uplands|midlands|alps|mountains|hills|dales|moors|wolds|marches|levels|broads|downs|fens|outback|riviera|prairies|plains|beacons|district|desert|peninsula|republic|states|emirates|kingdom|coast|forest|canyon|region|archipelago|rainforest|reef|balkans|netherlands|philippines|maldives|bahamas|seychelles|cotswolds|hebrides|dolomites|pyrenees|carpathians|himalayas|andes|rockies|appalachians|azores|algarve|sahara|matterhorn|galapagos)$/i;

/** The name of a place as it is after a preposition. */
export function placeInText(keyword: string): string {
  return WITH_ARTICLE.test(keyword) && !/^the /i.test(keyword) ? `the ${keyword}` : keyword;
}
