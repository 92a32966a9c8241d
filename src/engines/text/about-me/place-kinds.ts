import kindTable from "../../../../data/english/about-me/place-kinds.txt";
import { once, readLists } from "../../tables.js";
import { wordSet } from "../word-set.js";
import { isKnownPlace } from "./places.js";
import { LANDS } from "./sorts.js";

export type Land = (typeof LANDS)[number];

const known = once((): ReadonlyMap<string, Land> => {
  const kinds = LANDS.filter((kind) => kind !== "town");
  const lists = readLists({ name: "english/about-me/place-kinds.txt", text: kindTable }, kinds);
  return new Map(kinds.flatMap((kind) => lists[kind].map((name) => [name, kind] as const)));
});

/** What names of places begin with. */
const FIRST: readonly (readonly [Land, ReadonlySet<string>])[] = [
  ["lake", wordSet("lake loch lough lago")],
  ["mountain", wordSet("mount mt monte piz ben")],
  ["island", wordSet("isle isles island islands")],
  ["river", wordSet("river")],
  ["coast", wordSet("cape gulf bay")],
  ["park", wordSet("parc parco parque")],
  ["castle", wordSet("château chateau schloss castello palazzo")],
  ["gardens", wordSet("jardin giardini giardino")],
  ["square", wordSet("piazza plaza place rue via calle largo")],
  ["wild", wordSet("forest glen")],
  ["region", wordSet("county kingdom duchy province vale")],
];

/** What they end in. */
const LAST: readonly (readonly [Land, ReadonlySet<string>])[] = [
  ["lake", wordSet("lake lakes water reservoir tarn mere lagoon")],
  ["mountain", wordSet("mountain pike fell peak tor volcano")],
  ["island", wordSet("island")],
  ["region", wordSet("islands isles archipelago")],
  ["river", wordSet("river creek")],
  ["canal", wordSet("canal canals navigation locks kanal gracht")],
  ["beach", wordSet("beach beaches sands strand plage praia playa")],
  [
    "coast",
    wordSet(
      "coast coastline bay cove head point cliffs reef sea strait sound estuary riviera peninsula seafront promenade boardwalk",
    ),
  ],
  ["park", wordSet("park common")],
  [
    "wild",
    wordSet(
      "valley canyon glacier gorge falls waterfall forest desert hills dales moors moor broads downs fens beacons reserve mountains alps " +
        "wood woods heath rocks crag pass springs marsh marshes plain caves crags edge oasis fjord steppe bush dolomites pyrenees peaks",
    ),
  ],
  [
    "region",
    wordSet(
      "district province county borders highlands highland lowlands uplands midlands wolds marches levels cotswolds heartland outback prairies " +
        "countryside plains plateau states emirates republic kingdom region hebrides",
    ),
  ],
  ["trail", wordSet("path trail way trackway")],
  ["harbour", wordSet("harbour harbor docks dock quay quays marina wharf harbourside quayside waterfront")],
  ["quarter", wordSet("quarter quarters centre center downtown docklands heights")],
  [
    "square",
    wordSet(
      "square street lane road boulevard avenue market circus arcade platz piazza plaza bazaar souk terrace mews row parade steps",
    ),
  ],
  ["castle", wordSet("castle abbey priory palace manor house hall fort fortress ruins château chateau")],
  ["gardens", wordSet("gardens garden arboretum")],
  [
    "structure",
    wordSet(
      "bridge viaduct aqueduct pier dam weir tower lighthouse tunnel observatory mill windmill stadium arch monument statue barrier",
    ),
  ],
  ["sight", wordSet("cathedral minster temple basilica wall walls")],
];

/** What people have built or laid out, of which towns may be called after: "Hebden Bridge", "Barnard Castle", "Myrtle Beach". */
const LAID_OUT = new Set<Land>(["square", "castle", "gardens", "structure", "sight", "beach", "park", "canal"]);

/** "Snowdonia National Park" and "Wyre Country Park" are landscapes, and no parks in towns. */
const WILD_PARK =
  /\b(?:national|nature|natural|country|forest|state|provincial|regional|marine|geological|wildlife) park$/;

/** Endings of names of one word: "Oxfordshire", "Exmoor". */
const ENDING: readonly (readonly [Land, RegExp])[] = [
  ["region", /.{2}(?:shire|stan|land|dale)$/],
  ["wild", /.{2}(?:moor|fjord|fjell)$/],
];

const ARTICLE = /^the /;

/** Islands that have one name together. */
const ISLANDS =
  / (?:islands|isles)$|^(?:isles of |(?:outer |inner )?hebrides$|azores$|bahamas$|maldives$|seychelles$|galapagos$|cyclades$|scillies$|shetlands$|orkneys$)/;
const SEVERAL = /^\p{L}+(?:ish|[ai]an|ese|ch|lsh|iss|eek) (?:islands|isles|lakes|villages)$/u;

/** "Margate Old Town", "Glasgow West End", "Downtown Staunton". */
const QUARTER =
  /^(?:downtown|old town|central) | (?:old (?:town|city|port)|(?:west|east|north|south) end|shambles|lanes)$/;

/** Whether the words, in capitals, are one of the known places that are no towns: "Tower Bridge". */
export function isNamedLand(words: readonly string[]): boolean {
  return (
    words.length > 1 &&
    words.every((word) => /^\p{Lu}/u.test(word) || /^(?:the|of|and|de|du|la)$/.test(word)) &&
    known().has(words.join(" ").toLowerCase().replace(ARTICLE, ""))
  );
}

const DIRECTION = /^(?:north|south|east|west|northern|southern|eastern|western|central|upper|lower|inner|outer|mid) /;

/** What the name of a place stands for: a known one, or as the words of the name tell; a town otherwise. */
export function landOf(keyword: string): Land {
  // "Porto, Portugal" is a town.
  const name = keyword.toLowerCase().replace(ARTICLE, "").split(/, ?/)[0]!;
  const kind = known().get(name) ?? (WILD_PARK.test(name) ? "wild" : undefined);
  if (kind !== undefined) return kind === "island" && ISLANDS.test(name) ? "region" : kind;
  const words = name.split(/[ -]/);
  if (QUARTER.test(name)) return "quarter";
  // "The Greek islands" are several.
  if (SEVERAL.test(name)) return "region";
  const starts = FIRST.find(([, first]) => words.length > 1 && first.has(words[0]!))?.[0];
  if (starts !== undefined) return starts;
  // "Wells-next-the-Sea" is called after the sea, and is none.
  const end = name.split(" ").at(-1)!;
  const ends = LAST.find(([, last]) => end !== name && last.has(end))?.[0];
  // A known place that is called like a sight is a town.
  if (ends !== undefined && !(LAID_OUT.has(ends) && isKnownPlace(name))) return ends;
  // "North Wales".
  const part = known().get(name.replace(DIRECTION, ""));
  if (part !== undefined) return part === "island" || part === "country" ? "region" : part;
  if (words.length > 1) return "town";
  if (ARTICLE.test(keyword.toLowerCase())) return "region";
  return ENDING.find(([, ending]) => ending.test(name))?.[0] ?? "town";
}
