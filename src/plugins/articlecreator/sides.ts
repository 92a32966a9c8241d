import type { Kind } from "./subject.js";

/** What there is to say of a kind of subject: a noun for a title, and the words that tell of it. In the order of an article. */
const SIDES: Readonly<Partial<Record<Kind, readonly (readonly [string, RegExp])[]>>> = {
  person: [
    [
      "Life",
      /\b(born|grew up|father|mother|parents|brother|sister|married|childhood|school|family|died|death|illness|moved)\b/i,
    ],
    [
      "Work",
      /\b(found|finds?|discover\w*|wrote|writ\w+|worked|works?|published|invent\w*|design\w*|paint\w*|collect\w*|report\w*|stud\w+|sold|articles?|letters?|career|built)\b/i,
    ],
    [
      "Legacy",
      /\b(named after|after (?:her|him)|museum|statue|remember\w*|honou?r\w*|today|film|novel|memorial|legacy|monument|influenc\w*)\b/i,
    ],
  ],
  event: [
    [
      "Causes",
      /\b(caus\w+|because|blam\w+|fail\w*|fault\w*|defects?|cracked|overturn\w*|mistakes?|explanations?|why)\b/i,
    ],
    ["Victims", /\b(kill\w*|died|dead|deaths?|victims?|bodies|injur\w*|survivors?|passengers|blind\w*)\b/i],
    ["Relief", /\b(rescue\w*|relief|aid|doctors|hospitals?|nurses|shelter\w*|donat\w*|volunteers?)\b/i],
    ["Inquiry", /\b(inquir\w+|court|investigat\w+|commission|judge\w*|trial|evidence|verdict|report)\b/i],
    [
      "Aftermath",
      /\b(afterwards?|rebuil[dt]\w*|memorial\w*|anniversary|since then|today|new \p{L}+ was built|legacy|remember\w*|museum|later|recovered)\b/iu,
    ],
  ],
  place: [
    [
      "Geography",
      /\b(islands?|coast\w*|kilomet\w+|climate|rivers?|hills?|bay|highest|area|lakes?|north|south|west|east)\b/i,
    ],
    ["History", /\b(1\d{3}|centur\w+|king|queen|founded|war|conquer\w*|medieval|settle\w*|ruled|treaty)\b/i],
    [
      "Economy",
      /\b(econom\w+|industr\w*|trade|exports?|compan\w+|employ\w*|farm\w*|oil|tourism|factor\w+|product\w*)\b/i,
    ],
    ["People", /\b(population|language\w*|dialect|speak|spoken|inhabitants|percent of the population|religion)\b/i],
    [
      "Sights",
      /\b(museums?|church\w*|towers?|cathedral|visit\w*|walk\w*|square|castle|palace|gallery|ruins?|tickets?|entry|monuments?)\b/i,
    ],
    ["Transport", /\b(ferr(?:y|ies)|bus(?:es)?|trams?|airport|flights?|trains?|rides?|station)\b/i],
  ],
  illness: [
    ["Causes", /\b(caus\w+|risk\w*|because|more often|trigger\w*|due to|leads? to|inherit\w*)\b/i],
    ["Symptoms", /\b(symptoms?|pain\w*|swell\w*|swollen|fever|stiff\w*|hurts?|attacks?|stages?|stage)\b/i],
    ["Diagnosis", /\b(diagnos\w+|x-ray|scan|ultrasound|blood test|tests?|examin\w+)\b/i],
    [
      "Treatment",
      /\b(treat\w*|surg\w+|drugs?|medicines?|therap\w+|inject\w+|tablets?|dose|physiotherapy|exercises?|operation|stretch\w*)\b/i,
    ],
    ["Diet", /\b(food|eat\w*|diet|drink\w*|meat|beer|alcohol|vegetables)\b/i],
    ["Prevention", /\b(prevent\w*|avoid\w*|lower\w* the risk)\b/i],
  ],
  creature: [
    ["Anatomy", /\b(spines|fur|legs|centimet\w+|teeth|weigh\w*|wings?|feathers?|hair\w*|tail|skin|eyes)\b/i],
    ["Diet", /\b(eats?|eaten|prey|food|diet|feeds? on|hunts?)\b/i],
    ["Behaviour", /\b(sleep\w*|hibernat\w*|night|territor\w*|calls?|migrat\w*|nests?|wakes?|curl\w*)\b/i],
    ["Breeding", /\b(young|mat(?:e|es|ing)|eggs?|litter|breed\w*|gestation|born)\b/i],
    ["Folklore", /\b(legend\w*|believed|folklore|superstition\w*|tales?|pliny|stories)\b/i],
    ["Threats", /\b(declin\w*|fallen by|roads?|pesticides?|predators?|threat\w*|endangered|fewer)\b/i],
    ["Care", /\b(box|towel|feed|rescue|vet|hospital|garden\w*|warm\w*|cage|pets?)\b/i],
  ],
};
/** Of the sentences of a part, those that must speak of a side to be called so. */
const LEAST_SHARE = 0.4;

/** The side of its subject that a part tells most of; undefined where none stands out, or without its texts. */
export function sideOf(kind: Kind, heading: string, texts: readonly string[]): string | undefined {
  const counted = (SIDES[kind] ?? []).map(([label, words]) => {
    const telling = texts.filter((text) => words.test(text)).length;
    return { label, share: telling / Math.max(1, texts.length) + (words.test(heading) ? LEAST_SHARE : 0) };
  });
  const [best] = counted.toSorted((one, other) => other.share - one.share);
  return best === undefined || texts.length === 0 || best.share < LEAST_SHARE ? undefined : best.label;
}

/** Where a label stands among those of its kind; those of no kind keep their order. */
export function sidePlace(kind: Kind, label: string): number {
  return (SIDES[kind] ?? []).findIndex(([one]) => one === label);
}
