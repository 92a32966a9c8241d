import { queryTerms, termsOf } from "../../engines/pages/terms.js";
import { type Definition, definitionIn } from "./definition.js";
import { subjectTerms, taskOf } from "./keyword-sense.js";
import type { Material, Sentence } from "./material.js";
import { unfitToIntroduce } from "./source-nature.js";

export type Kind = "person" | "event" | "place" | "illness" | "creature" | "plant" | "machine" | "thing" | "unknown";

export interface Defining {
  readonly sentence: Sentence;
  readonly definition: Definition;
}

const known = new WeakMap<Material, { readonly all: readonly Defining[] }>();

/** The sentences that say what the keyword is, the best first. */
export function definingOf(material: Material): readonly Defining[] {
  const held = known.get(material);
  if (held !== undefined) return held.all;
  const query = subjectTerms(material.keyword, material.query);
  const all = material.paragraphs
    .filter(({ kind }) => kind === "paragraph")
    .flatMap(({ sentences }) => sentences.filter((sentence) => sentence !== undefined))
    .flatMap((sentence): Defining[] => {
      const { text, needs, index } = sentence;
      const definition = needs === index ? definitionIn(text, query) : undefined;
      return definition === undefined ? [] : [{ sentence, definition }];
    })
    .toSorted((one, other) => worthOf(other, material) - worthOf(one, material));
  known.set(material, { all });
  return all;
}

/** Strength first, then how near the beginning of its source it stands, and how wholly that is about the subject. */
function worthOf(
  { sentence: { paragraph, index, words }, definition: { strength } }: Defining,
  { sources, query }: Material,
): number {
  const source = sources[paragraph.source]!;
  const named = termsOf(source.title);
  const isOwn = query.every((term, at) => named[at] === term);
  const lead = paragraph.order === 0 && index === 0 ? 0.15 : 0;
  const head = paragraph.heading === "" ? 0.1 : 0;
  const nature = (isOwn ? 0.15 : 0) - UNFIT * unfitToIntroduce(source);
  return strength + nature + lead + head - 0.3 * paragraph.position - (words > 45 ? 0.1 : 0);
}

const UNFIT = 0.4;

const EVENT =
  /\b(collapse|wars?|battle|disaster|fire|earthquake|eruption|crash|accident|explosion|sinking|revolts?|rebellion|revolution|election|expedition|strike|flood|famine|epidemic|pandemic|outbreak|massacre|siege|trial|treaty|uprising|wreck|riots?|campaign|crisis|operation carried|mission|assassination|catastrophe|shipwreck|storm|hurricane)\b/i;
const PLACE =
  /\b(capital|city|cities|town|village|island|country|river|lake|mountain|range of hills|region|county|province|valley|state|seaport|bay|peninsula|district|suburb|park|municipality|hamlet|archipelago|desert|coast|cape|glacier|volcano|castle|cathedral|abbey|fortress|palace)\b(?! of (?:its|the art))/i;
const CREATURE =
  /\b(mammals?|birds?|fish(?:es)?|insects?|reptiles?|amphibians?|rodents?|beetles?|butterfl(?:y|ies)|spiders?|whales?|sharks?|animals?|mollus[ck]s?|breed of (?:dog|cat|cattle|sheep|horse|chicken)|dog breed|bees?|wasps?)\b/i;
const PLANT =
  /\b(plants?|trees?|shrubs?|herbs?|flowers?|ferns?|moss(?:es)?|grass(?:es)?|fung(?:us|i)|mushrooms?|perennials?|vegetables?|conifers?|orchids?|vines?|bulbs?)\b/i;
const ILLNESS =
  /\b(condition|diseases?|illness|disorder|infection|injury|syndrome|inflammation|allergy|cancer|pain)\b/i;
const MACHINE =
  /\b(machines?|devices?|chambers?|engines?|tools?|instruments?|mechanisms?|vehicles?|appliances?|pumps?|clocks?|locks?|systems?|ships?|boats?|aircraft|turbines?|mills?|motors?|cameras?|telescopes?|ovens?|stoves?|kilns?|furnaces?|software|programs?|networks?|computers?)\b/i;
const PERSON =
  /\b(?:born|died|he|she|who became|(?:collector|dealer|writer|poet|painter|artist|scientist|engineer|inventor|explorer|king|queen|politician|physicist|chemist|composer|musician|singer|actor|actress|architect|philosopher|mathematician|naturalist|author|nurse|physician|surgeon|astronomer|botanist|geologist|photographer|soldier|general|admiral|saint|missionary|lawyer|journalist|economist|player|athlete|pioneer|designer|sculptor|novelist|polymath|scholar|intellectual|historian|theologian|statesman|stateswoman|activist|entrepreneur|businessman|businesswoman|programmer|emperor|empress|monarch|prince|princess|pope|bishop|priest|monk|nun|philanthropist|aristocrat|countess|duchess|dancer|pianist|violinist|director|comedian|chef|woman|man))\b/i;

const kinds = new WeakMap<Material, Kind>();

/** What sort of thing the keyword is, by the sentence that says so, and by how the sources speak of it. */
export function kindOf(material: Material): Kind {
  const kind = kinds.get(material) ?? kindFrom(material);
  kinds.set(material, kind);
  return kind;
}

function kindFrom(material: Material): Kind {
  const [best] = definingOf(material);
  const { keyword } = material;
  if (taskOf(keyword) !== undefined) return "unknown";
  const kind =
    best === undefined
      ? ""
      : (best.definition.rest.split(/[,;]| (?:that|which|who|where|in which|when|with|from|to|by|on|during) /)[0] ??
        "");
  if (EVENT.test(keyword.split(" ").at(-1) ?? "") || (/^was/.test(best?.definition.verb ?? "") && EVENT.test(kind)))
    return "event";
  if (isPerson(material, best)) return "person";
  if (best === undefined) return "unknown";
  const ofKind = kind.split(/ (?:of|for|in|at) /)[0]!;
  if (isName(material) && PLACE.test(kind)) return "place";
  if (CREATURE.test(ofKind)) return "creature";
  if (PLANT.test(ofKind)) return "plant";
  if (ILLNESS.test(ofKind)) return "illness";
  return MACHINE.test(ofKind) ? "machine" : "thing";
}

/** Whether the subject is a life or an event, which is told by its years. */
export function isStory(material: Material): boolean {
  const kind = kindOf(material);
  return kind === "person" || kind === "event";
}

/** A name of two words or more that sources always write with capitals, of somebody they call "he" or "she". */
function isPerson(material: Material, best: Defining | undefined): boolean {
  if (!isName(material)) return false;
  if (
    best !== undefined &&
    (EVENT.test(best.definition.rest.slice(0, 60)) || PLACE.test(best.definition.rest.slice(0, 40)))
  )
    return false;
  const sentences = material.paragraphs.flatMap((each) => each.sentences.filter((sentence) => sentence !== undefined));
  const spoken = sentences.filter(({ text }) => /\b(he|she|his|her)\b/i.test(text)).length;
  const isOne =
    best !== undefined &&
    /\b(is|was)\b/.test(best.definition.verb) &&
    (PERSON.test(best.definition.rest.slice(0, 90).split(OF_OTHERS)[0]!) ||
      /\(?born\b|[\u2013\u2014-]\s?died\b| who (?:invent|discover|found|wrote|built|led|design|compos)/.test(
        best.sentence.text,
      ));
  return isOne ? spoken >= 2 : best === undefined && material.query.length >= 2 && spoken >= 0.25 * sentences.length;
}

/** "A charter of rights agreed to by King John": what comes after these is somebody or something else. */
const OF_OTHERS = / (?:by|to|from|under|against|between|named after) /;

function isName({ query, paragraphs }: Material): boolean {
  let large = 0;
  let small = 0;
  for (const { sentences } of paragraphs) {
    for (const sentence of sentences) {
      for (const [word] of sentence?.text.slice(1).matchAll(/(?<![.!?:] )\b\p{L}[\p{L}-]+/gu) ?? []) {
        if (!query.includes(queryTerms(word)[0] ?? "")) continue;
        if (/^\p{Lu}/u.test(word)) large += 1;
        else small += 1;
      }
    }
  }
  return large > 3 * small;
}
