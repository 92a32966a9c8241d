import placeNames from "../../../../data/english/about-me/places.txt";
import { once, readList } from "../../tables.js";
import type { English } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { namesOf } from "./details.js";
import { isKnownWord } from "./reading.js";

const ARTICLE = /^the /i;

// The dictionary has no names of places: those that people write about most, and those of which there are details.
const places = once(() => {
  const names = readList({ name: "english/about-me/places.txt", text: placeNames });
  const detailed = [...namesOf("place")];
  const all = new Set([...names.map((name) => name.replace(ARTICLE, "")), ...detailed]);
  for (const name of detailed.filter((name) => isWithRegion(name, all))) all.delete(name);
  return {
    all: all as ReadonlySet<string>,
    withArticle: new Set(
      names.filter((name) => ARTICLE.test(name)).map((name) => name.replace(ARTICLE, "")),
    ) as ReadonlySet<string>,
  };
});

/** "Galena illinois" and "clifton bristol", which are written with a comma, but not "lake geneva" and "east austin". */
function isWithRegion(name: string, all: ReadonlySet<string>): boolean {
  const words = name.split(" ");
  if (DIRECTION.has(words[0]!) || BEFORE.has(words[0]!) || /^(?:new|old)$/.test(words[0]!)) return false;
  return [1, 2].some((count) => {
    const region = words.slice(-count).join(" ");
    return (
      words.length > count &&
      !SMALL.has(words.at(-count - 1)!) &&
      (STATES.has(region) || STATE_LETTERS.test(region.toUpperCase()) || all.has(region))
    );
  });
}

/** What firms are called that have a name of water or land before: "Lake View Lodge". */
const FIRMS = wordSet(
  "glamping lodge lodges hotel hotels inn cottages cottage apartments campsite camping cafe café restaurant bistro cruises boats charters tours " +
    "adventures farm farms vets dental surgery pharmacy school academy nursery garage motors holidays caravans retreat spa studio studios gallery " +
    "bakery brewery distillery kennels cattery stables marina club company ltd limited services",
);
/** What names of places begin and end with. */
const BEFORE = wordSet("lake mount mt isle island cape loch lough river port fort lago monte piz");
const AFTER = wordSet(
  "lake lakes island islands isles valley bay falls canyon peninsula archipelago fjord glacier gorge cove estuary",
);
/** The same where the word before is in no dictionary. */
const AFTER_NAMES = wordSet(
  "mountain mountains beach forest river desert hills dales moors moor broads downs fens beacons coast village district province county reef " +
    "town hill park wood woods heath point head sands wall abbey castle cathedral pier tor fell pike pass creek springs marsh marshes plain " +
    "sound strait sea ocean square street quarter docks dock wharf harbour harbor reservoir tarn mere waterfall volcano bridge tower canal rocks stones crag cliff caves cliffs crags edge oasis lagoon gardens water mill dam weir quay priory minster viaduct lighthouse observatory house hall manor palace temple",
);
/** Words for landscapes that a known place can have: "Northumberland coast". */
const LANDSCAPES = wordSet(
  "coast coastline islands mountains hills countryside highlands lowlands uplands moors moorland dales fens broads downs wolds borders valley valleys riviera peninsula lakes",
);
/** The same behind names that no list has, typed in small letters. */
const SHORES = wordSet(
  "beach bay sands pier abbey cathedral lighthouse harbour harbor docks dock wharf cove falls gorge island estuary marina quay",
);
/** Words for long walks, behind a name or what they follow: "Cotswold Way", "Thames Path". */
const TRAILS = wordSet("path trail way");
/** Words for what monks, bishops and lords built, which are names behind any noun in capitals: "Fountains Abbey". */
const FOUNDATIONS = wordSet("abbey priory minster cathedral");
const PARKS = /^.+ (?:national|state|country|provincial|regional|nature) (?:park|reserve|forest)$/;
/** Words for regions: names with "the" alone, or behind a direction or the word for a country ("Scottish Borders"). */
const REGIONS = wordSet(
  "borders highlands lowlands uplands midlands downs fens broads moors dales wolds marches levels beacons cotswolds hebrides hills mountains " +
    "alps dolomites pyrenees highland heartland riviera outback bush prairies plains plateau steppe steppes delta marshes lakelands peaks heath",
);
const DIRECTION = wordSet(
  "north south east west northern southern eastern western central upper lower inner outer mid high great greater",
);
/** What stands before no other names than those of places, where the word behind is in no dictionary. */
const OF_PLACES_ALONE = wordSet("North South East West Upper Lower Inner Outer");
const OF_A_COUNTRY = /(?:ish|[ai]an|ese|ch|lsh|iss|eek)$/;
const SMALL = wordSet("of the and on upon de da do la le del by in");
/** "The Forest of Bowland", "Ring of Kerry". */
const OF_A_NAME =
  /^(?:isles?|islands?|forest|ring|bay|gulf|vale|mull|lake|straits?|coast|valley|kingdom|duchy|county|peninsula|cape|mount|firth|sea|falls|glens|bridge|palace|province|city|port) of (?:the )?\p{Lu}/iu;
/** What only names of places end in, and what surnames end in as well. */
const ENDING =
  /^(?=.{6})\p{L}+(?:moor|dale|shire|mouth|bury|borough|burgh|minster|chester|combe|thorpe|wick|holme|haven|stadt|grad|stan|fjord|fjell|abad)$/u;
const LONG_ENDING = /^(?=.{8})\p{L}+(?:ton|ham|ford|stock|church|bridge|port|pool|burg|heim|ville)$/u;
const BEGINNING = /^(?:aber|llan|inver|bally|strath|auchter|pwll|betws)\p{L}{3,}$/u;
const NO_PLACES = wordSet(
  "airedale clydesdale attenborough cadbury carlsberg cunningham rutherford skeleton beckham gainsborough tottenham boredom",
);
const NO_HOUSES =
  / (?:guest|tea|coffee|ale|public|opera|auction|publishing|care) (?:house|home)$| (?:town|village|church) hall$/;
const COMPOUND = /^\p{Lu}[\p{L}']+-(?:upon|on|in|under|by|le|la|sur|de|en|am|an|the)-(?:the-)?\p{L}+$/u;
const SAINT = /^(?:Saint|Sainte|Sankt)-\p{Lu}/u;

/** Whether the words, in small letters, are the name of a known place. */
export function isKnownPlace(words: string): boolean {
  const name = words.replace(ARTICLE, "");
  // "Hay on Wye".
  return places().all.has(name) || (/ (?:on|upon|under) /.test(name) && places().all.has(name.replaceAll(" ", "-")));
}

/** What towns have, behind their name: "Leeds city centre", "Whitby harbour", "Margate Old Town". */
const LANDMARKS = new Set([
  "city",
  "north beach",
  "south beach",
  "riverwalk",
  "the lanes",
  "hill country",
  "triangle",
  "city centre",
  "city center",
  "town centre",
  "town center",
  "village centre",
  "old town",
  "old city",
  "west end",
  "east end",
  "north end",
  "south end",
  "high street",
  "market place",
  "marketplace",
  "market square",
  "city walls",
  "town walls",
  "seafront",
  "sea front",
  "waterfront",
  "riverside",
  "riverfront",
  "lakefront",
  "promenade",
  "boardwalk",
  "harbour",
  "harbor",
  "harbourside",
  "quayside",
  "docks",
  "docklands",
  "marina",
  "pier",
  "beach",
  "beaches",
  "bay",
  "castle",
  "cathedral",
  "abbey",
  "minster",
  "lighthouse",
  "canal",
  "canals",
  "coast",
  "coastline",
  "village",
  "downtown",
  "harbour village",
  "shambles",
  "lanes",
  "quays",
  "jewellery quarter",
  "northern quarter",
  "latin quarter",
  "historic centre",
  "historic center",
  "common",
  "botanic gardens",
  "botanical gardens",
  "country park",
  "water park",
  "old port",
]);

/** States and countries that follow the name of a town, with the letters that states are written by. */
const AMERICAN =
  "alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan " +
  "minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia washington wisconsin wyoming ontario quebec alberta manitoba " +
  "saskatchewan";
const AMERICAN_STATES = wordSet(AMERICAN);
const STATES = wordSet(
  `${AMERICAN} england scotland wales ireland cornwall devon dorset somerset kent sussex surrey essex suffolk norfolk lincolnshire yorkshire cumbria northumberland lancashire cheshire`,
);
const STATE_LETTERS =
  /^(?:A[KLRZ]|C[AOT]|DE|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|BC|ON|AB|QC)$/;

/** Whether a town in the region may be another one than that which is known by its name alone: "Paris, Texas". */
export function isAmerican(region: string): boolean {
  return /^[A-Z]{2}$/.test(region) || AMERICAN_STATES.has(region.toLowerCase());
}

/** Whether the word stands behind names of towns, to tell where they are: "Oregon", "TX". */
export function isRegionOrState(word: string): boolean {
  return STATE_LETTERS.test(word) || (/^\p{Lu}/u.test(word) && STATES.has(word.toLowerCase()));
}

/** Whether the words, in small letters, are what towns have: "old town". */
export function isLandmarkWord(words: string): boolean {
  return LANDMARKS.has(words);
}

/** Words in capitals that end as names of parks, streets and buildings do: "Portobello Beach". */
export function isLandmarkName(words: readonly string[]): boolean {
  const last = words.at(-1)!.toLowerCase();
  return (
    words.length > 1 &&
    words.every((word) => /^\p{Lu}/u.test(word) || SMALL.has(word)) &&
    (AFTER.has(last) ||
      AFTER_NAMES.has(last) ||
      /^(?:park|market|district|gardens|heights|meadows|common|zoo)$/.test(last))
  );
}

/** "Lyme Regis harbour", "North Norfolk coast", "Downtown Staunton": a known town, or one with its state, and what it has. */
function isLandmarkOf(words: readonly string[], english: English): boolean {
  const lower = words.map((word) => word.toLowerCase());
  const isTown = (own: readonly string[]) =>
    own.length > 0 &&
    own.every((word) => /^\p{Lu}/u.test(word) || SMALL.has(word)) &&
    (isKnownPlace(own.join(" ").toLowerCase()) ||
      isPartOfPlace(own.map((word) => word.toLowerCase())) ||
      (own.length > 1 && isRegionOrState(own.at(-1)!)));
  if (["downtown", "old town", "central"].some((first) => lower.join(" ").startsWith(`${first} `))) {
    const own = words.slice(lower[0] === "old" ? 2 : 1);
    if (
      isTown(own) ||
      (own.length === 1 && /^\p{Lu}\p{Ll}/u.test(own[0]!) && !isKnownWord(own[0]!.toLowerCase(), english))
    )
      return true;
  }
  // "Omaha Old Market".
  const cities = [1, 2].filter((count) => words.length > count + 1 && isTown(words.slice(0, count)));
  if (cities.some((count) => isLandmarkName(words.slice(count)))) return true;
  return [1, 2].some((count) => LANDMARKS.has(lower.slice(-count).join(" ")) && isTown(words.slice(0, -count)));
}

/** Whether names of regions and landscapes end in the word: "coast", "valley". */
export function isRegionWord(word: string): boolean {
  return AFTER.has(word) || AFTER_NAMES.has(word) || REGIONS.has(word);
}

/** Whether the words, in small letters, are a part of a known place: "north wales". */
export function isPartOfPlace(words: readonly string[]): boolean {
  return DIRECTION.has(words[0]!) && isKnownPlace(words.slice(1).join(" "));
}

/** Whether the keyword names a place: a known one, one with its country, or a name such as "Lake Bled" or "Hope Valley". */
export function isPlaceName(keyword: string, english: English): boolean {
  const bare = keyword.replace(ARTICLE, "");
  const lower = bare.toLowerCase();
  const { all, withArticle } = places();
  // In small letters "turkey" and "china" are what is eaten and eaten from, and a lizard is only a place with "the".
  if (
    all.has(lower) &&
    !english.noun(keyword) &&
    !(withArticle.has(lower) && bare === keyword && isOneWord(lower, english))
  )
    return true;
  const parts = lower.split(/, ?/);
  if (parts.length > 1) return all.has(parts.at(-1)!) || /^(?:\p{Lu}[\p{L}'’.-]+ ?){1,3}, ?[A-Z]{2}$/u.test(bare);
  const words = bare.split(" ");
  if (words.length < 6 && isLandmarkOf(words, english)) return true;
  if (words.length === 1) return isNameOfOneWord(keyword, bare, english);
  const parent = lower.slice(0, lower.lastIndexOf(" "));
  if (LANDSCAPES.has(lower.slice(parent.length + 1)) && isParent(words, english)) return true;
  // "Holkham beach", with a name that is in no dictionary.
  if (words.length === 2 && SHORES.has(words[1]!) && /^\p{Lu}\p{Ll}/u.test(words[0]!)) {
    return all.has(parent) || !isKnownWord(parent, english);
  }
  if (words.length > 5 || !words.every((word) => /^(?:d['’])?\p{Lu}/u.test(word) || SMALL.has(word))) return false;
  if (BEFORE.has(words[0]!.toLowerCase()) && !isFirmBehind(words)) return true;
  if (OF_A_NAME.test(bare) || PARKS.test(lower)) return true;
  if (isRegion(words)) return true;
  // "North Wales".
  if (DIRECTION.has(words[0]!.toLowerCase()) && all.has(lower.slice(words[0]!.length + 1))) return true;
  // "Lower Wharfedale", "Great Tewbury", "North Holderness".
  if (words.length === 2 && DIRECTION.has(words[0]!.toLowerCase()) && isNameOfOneWord(words[1]!, words[1]!, english))
    return true;
  if (words.length === 2 && OF_PLACES_ALONE.has(words[0]!) && !isKnownWord(words[1]!.toLowerCase(), english))
    return true;
  if (NO_HOUSES.test(lower)) return false;
  const last = words.at(-1)!.toLowerCase();
  const before = words.slice(0, -1).map((word) => word.toLowerCase());
  const named = before.every((word) => !SMALL.has(word) && !english.knows(word, "adjective"));
  if (FOUNDATIONS.has(last) && named) return true;
  if (TRAILS.has(last) && before.some((word) => all.has(word) || !isKnownWord(word, english))) return true;
  // "Mountain Village" and "Beautiful Island" are nouns in capitals, "Hope Valley" is a name.
  if (before.some((word) => !isKnownWord(word, english))) return AFTER.has(last) || AFTER_NAMES.has(last);
  return (
    AFTER.has(last) &&
    before.length === 1 &&
    english.knows(before[0]!, "noun") &&
    !english.knows(before[0]!, "adjective")
  );
}

/** "The Fens", "the Dordogne", "Tewkesbury", "Stratford-upon-Avon". */
function isNameOfOneWord(keyword: string, bare: string, english: English): boolean {
  const lower = bare.toLowerCase();
  const capital = /^\p{Lu}\p{Ll}/u.test(bare);
  if (capital && bare !== keyword) {
    // Plurals that no list has are peoples and bands.
    return REGIONS.has(lower) || (!lower.endsWith("s") && !isKnownWord(lower, english));
  }
  if (COMPOUND.test(bare) || SAINT.test(bare)) return true;
  if (NO_PLACES.has(lower) || isKnownWord(lower, english)) return false;
  return ENDING.test(lower) || (capital && (LONG_ENDING.test(lower) || BEGINNING.test(lower)));
}

/** "Northumberland" or "Cornish", before "coast". */
function isParent(words: readonly string[], english: English): boolean {
  const parent = words.slice(0, -1).join(" ");
  if (!/^\p{Lu}/u.test(parent)) return false;
  const lower = parent.toLowerCase();
  // A surrey is a carriage, but "Surrey Hills" are hills.
  if (places().all.has(lower)) return /^\p{Lu}/u.test(words.at(-1)!) || !english.noun(lower);
  const thing = english.knows(lower, "noun") && !english.knows(lower, "adjective");
  return OF_A_COUNTRY.test(lower) && words.length === 2 && !thing;
}

/** "Loch View Glamping" is a firm with a view of the loch. */
function isFirmBehind(words: readonly string[]): boolean {
  return words.length > 2 && FIRMS.has(words.at(-1)!.toLowerCase());
}

function isOneWord(lower: string, english: English): boolean {
  return !lower.includes(" ") && isKnownWord(lower, english);
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
  /^(?:isles?|gulf|bay|coast|valley|forest|ring|vale|mull|straits?|kingdom|duchy|county|firth|city|province|glens) of |^river |(?:islands|isles|borders|highlands|lowlands|uplands|midlands|alps|mountains|hills|dales|moors|wolds|marches|levels|broads|downs|fens|outback|riviera|prairies|plains|beacons|district|desert|peninsula|path|trail|\bway|countryside|coastline|moorland|valleys|republic|states|emirates|kingdom|coast|forest|canyon|region|quarter|archipelago|rainforest|reef|balkans|philippines|maldives|bahamas|seychelles|cotswolds|dolomites|pyrenees|carpathians|himalayas|andes|rockies|appalachians|azores|sahara|matterhorn|galapagos|canals?|navigation|aqueduct|viaduct|(?:north|south) pole|(?:ant)?arctic circle|arctic)$|^canal /i;
// Those among them that do without it: "Epping Forest" and "Beverly Hills".
const WITHOUT_ARTICLE = /^(?!new |great |southern |northern |eastern |western )\S+ (?:forest|hills|moor|downs)$/i;

const ON =
  /^(?:the )?(?:isle of |(?:skye|mull|arran|bute|islay|jura|iona|tiree|anglesey)$|norfolk broads$|costa |gower$)/i;

/** The name of a place with "in", "on" or "at", as one says where something is. */
export function whereIn(place: string): string {
  if (/^(?:lake|loch|lough|lago) /i.test(place)) return `at ${place}`;
  return `${ON.test(place) ? "on" : "in"} ${place}`;
}

/** The name of a place as it is after a preposition. */
export function placeInText(keyword: string): string {
  if (ARTICLE.test(keyword)) return /^The Hague\b/.test(keyword) ? keyword : keyword.replace(/^The /, "the ");
  const lower = keyword.toLowerCase();
  // "The Shropshire Hills", but "Beverly Hills".
  const ofPlace = /^.+(?= (?:hills|downs)$)/.exec(lower)?.[0];
  const bare = WITHOUT_ARTICLE.test(keyword) && !(ofPlace !== undefined && places().all.has(ofPlace));
  const wanted = places().withArticle.has(lower) || (WITH_ARTICLE.test(keyword) && !bare);
  return wanted ? `the ${keyword}` : keyword;
}
