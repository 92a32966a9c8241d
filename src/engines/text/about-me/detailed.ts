import type { English } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { type Detailed, type Details, detailsOf, hasDetails, singularsOf } from "./details.js";
import { calledOf, type FirmKind, isWithPlace, SINGLY } from "./firms.js";
import { singularOf } from "./number.js";
import { isAmerican } from "./places.js";
import type { Reading } from "./reading.js";

const FOR_OTHERS = / for (?:dogs?|cats?|horses?|ponies|pets?|rabbits?|birds?|babies|toddlers?|dolls?)$/;

/** What tells apart nouns that end alike: a phone case and a pillow case are of two classes. */
export type ClassOf = (keyword: string) => string | undefined;

/** The details of a thing or a subject: of the keyword as it is, or of the longest noun at the end of what it calls by name. */
export function nounDetails(
  kind: Extract<Detailed, "thing" | "hobby">,
  reading: Reading,
  english: English,
  classOf: ClassOf,
): Details | undefined {
  const { lower, headAt, slots, turned } = reading;
  if (kind === "hobby" && turned !== undefined) return detailsOf(kind, turned);
  const whole = nameOf(kind, bare(lower), english) ?? slots.topic.toLowerCase();
  if (hasDetails(kind, whole)) return detailsOf(kind, whole);
  // "Raincoats for dogs" have no cuffs.
  if (FOR_OTHERS.test(lower.join(" "))) return undefined;
  const called = bare(lower.slice(0, headAt + 1));
  const name = nameAtEnd(kind, called, english);
  if (name === undefined || isOther(called, name, english)) return undefined;
  // What is done to roses is not all that there is to say of them.
  if (reading.treating && !name.startsWith(`${lower[0]!} `)) return undefined;
  const [own, its] = [classOf(called.join(" ")), classOf(name)];
  if (own !== undefined && its !== undefined && own !== its) return undefined;
  return detailsOf(kind, name);
}

/** Whether there are details of exactly this noun, in the singular or the plural. */
export function isDetailed(kind: Detailed, lower: readonly string[], english: English): boolean {
  return nameOf(kind, bare(lower), english) !== undefined;
}

/** The details of a firm: of the words that its keyword ends in, or in a name of the last ones that say what it does. */
export function firmDetails(reading: Reading, kind: FirmKind | undefined, english: English): Details | undefined {
  const called = calledOf(reading);
  for (let end = called.length; end > 0; end -= 1) {
    const words = called.slice(0, end);
    const name = nameAtEnd("firm", words, english);
    if (name !== undefined) return isOther(words, name, english) ? undefined : detailsOf("firm", name);
    if (kind !== "name") return undefined;
  }
  return undefined;
}

const HOUSES = wordSet(
  "centre center club house room parlour parlor school office market hall studio unit mill clinic practice hotel shop store station agency company " +
    "society association group team crew circle guild trust fund network league farm ranch croft reserve sanctuary planetarium ristorante osteria " +
    "taverna tandoori cantina caffe lido toyshop drugstore grocery lounge chorale chorus sinfonia ensemble philharmonic brewhouse bunkhouse theatre " +
    "theater multiplex emporium creperie crêperie fair fete show rally smithy forge smokery bindery conservatoire refuge charity initiative authority " +
    "community council township municipality tabernacle priory friary temple mandir masjid shul ashram parish congregation benefice hackspace saleroom " +
    "archive nonprofit ngo camp yard park site resort garden golf academy college university bank label ministry institute tank links mall stall place " +
    "press duo rink slope playground attraction home joint lab cellar registry conference summit expo convention symposium congress exhibition nightclub bureau pack project scheme enterprise movement",
);
const TRADE = /(?<!chart)(?:er|or|ist|ian|smith|wright|[^o]man|artist|agent|registrar|officiant|analyst)$/;

/** What sort of firm a keyword stands for that no list has, but of which there are details as a firm and as nothing else. */
export function detailedFirmKind(reading: Reading, english: English): FirmKind | undefined {
  const { lower, lemma, knowledge, counts } = reading;
  const known = (kind: Detailed) => isDetailed(kind, lower, english);
  const isPlaced = isWithPlace(reading) && nameOf("firm", calledOf(reading), english) !== undefined;
  if (!isPlaced && (!known("firm") || known("thing") || known("hobby"))) return undefined;
  if (/ for beginners$/.test(lower.join(" "))) return undefined;
  // "Septic tanks" are offered, and a think tank is somebody.
  if (HOUSES.has(lemma) && !(lemma === "tank" && knowledge?.category === "artifact")) return "establishment";
  if (knowledge?.category === "person" || TRADE.test(lemma)) return "trade";
  // "Dental" and "copy and content" are parts of a name.
  if (lower.includes("and") || (lower.length === 1 && !english.knows(lemma, "noun"))) return undefined;
  return counts && knowledge?.category === "group" && !SINGLY.has(lemma) ? "establishment" : "service";
}

/** The details of what a person does: "guitar teacher". */
export function tradeDetails(trade: string, english: English): Details | undefined {
  const name = nameAtEnd("firm", bare(trade.toLowerCase().split(" ")), english);
  return name === undefined ? undefined : detailsOf("firm", name);
}

/** The details of a place: of its whole name, or of what stands before the comma, "Ludlow, Shropshire". */
export function placeDetails(keyword: string): Details | undefined {
  const name = keyword.toLowerCase().replace(/^the /, "");
  const own = detailsOf("place", name.replace(",", ""));
  const [town, region] = keyword.split(", ");
  if (own !== undefined || region === undefined || isAmerican(region)) return own;
  return detailsOf("place", town!.toLowerCase());
}

const LONGEST = 5;

/** The longest name of a noun with details that the words end in. */
function nameAtEnd(kind: Detailed, words: readonly string[], english: English): string | undefined {
  for (let start = Math.max(0, words.length - LONGEST); start < words.length; start += 1) {
    const found = nameOf(kind, words.slice(start), english);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The name that the words are, or are the plural of. */
function nameOf(kind: Detailed, words: readonly string[], english: English): string | undefined {
  const phrase = words.join(" ");
  return [phrase, inSingular(words, english), ...singularsOf(phrase)].find((name) => hasDetails(kind, name));
}

const MOST_GENERAL = 10;

/** Whether the dictionary has the words as a noun that is none of those that it ends in: a water scooter is no scooter. */
function isOther(words: readonly string[], name: string, english: English): boolean {
  const length = name.split(" ").length;
  for (const more of [2, 1]) {
    if (words.length < length + more) continue;
    let general = english.noun(inSingular(words.slice(-length - more), english));
    if (general === undefined) continue;
    for (let step = 0; step < MOST_GENERAL && general !== undefined; step += 1) {
      if (general.lemma === name) return false;
      general = general.hypernym === undefined ? undefined : english.noun(general.hypernym);
    }
    return true;
  }
  return false;
}

function inSingular(words: readonly string[], english: English): string {
  return [...words.slice(0, -1), singularOf(words.at(-1)!, english)].join(" ");
}

function bare(words: readonly string[]): readonly string[] {
  // "Hair & beauty".
  return words
    .map((word) => (word === "&" ? "and" : word))
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""));
}

/** The details of all places of a kind. */
export const landDetails = (land: string): Details | undefined => detailsOf("land", land);
