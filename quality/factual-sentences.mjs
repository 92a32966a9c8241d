const PEOPLE = [
  "Ines Talbrook",
  "Doctor Vanmere",
  "Colonel Reuss",
  "Petra Lindqvist",
  "Mr Okonda",
  "the Kessel family",
];
const PLACES = ["Marlow Haven", "Port Annick", "Varnholt", "Sorvane", "the Pellan valley"];
const GROUPS = ["Norrvik Tools Ltd", "the Fenwick Street Library", "BRT Shipping", "the University of Eskmoor"];
const MONTHS = ["March", "April", "August", "October"];
const PATTERNS = [
  "{person} did not sell the {number} boats before {month} {day}.",
  "In {year}, {group} built {number} houses in {place} and closed none of them.",
  "Although {person} had only {number} workers, the bridge in {place} was finished in {year}.",
  '"We will never leave {place}," said {person}, who has owned the inn since {year}.',
  "{group} sold {percent} percent of its land to {person} because nobody else wanted it.",
  "The council of {place} decided that {person} cannot use the hall before {day} {month}.",
  "The old mill was bought by {group} for {money} euros, not for {money} euros.",
  "If the storm reaches {place}, {group} will not send more than {number} ships.",
  "Neither {person} nor {group} answered the {number} letters that arrived in {month}.",
  "{person} walked {decimal} kilometres from {place} to the coast without a single pause.",
  "The report, which {person} wrote in {year}, describes {number} farms near {place}.",
  "More than {number} visitors came to {place} on {day} {month}, and {person} welcomed them.",
  "{group} does not repair tools that are older than {number} years.",
  "When {person} returned to {place} in {year}, the school had lost half of its {number} children.",
  "There are no more than {number} rooms in the hotel, so {person} never finds one in {month}.",
  "The engineers made a decision about the {number} pumps after {person} gave a long explanation.",
  "See https://{word}.example/{number} or write to help{number}@{word}.example before {day} {month}.",
  "{person} hardly ever drinks coffee, but {group} pays {money} euros for it every year.",
  "Three of the {number} ships were damaged by ice near {place}, and two were not found until {year}.",
  "Because {group} needed money, {person} gave the company {money} euros in {month} {year}.",
];

/** Invented sentences in which a number, a name or a negation is easily lost. */
export function factualSentences(random, count) {
  const fill = {
    person: () => random.pick(PEOPLE),
    place: () => random.pick(PLACES),
    group: () => random.pick(GROUPS),
    month: () => random.pick(MONTHS),
    word: () => random.pick(["harbour", "garden", "bridge"]),
    number: () => String(random.integer(3, 480)),
    day: () => String(random.integer(1, 28)),
    year: () => String(random.integer(1650, 2019)),
    percent: () => String(random.integer(2, 95)),
    decimal: () => `${random.integer(1, 60)}.${random.integer(1, 9)}`,
    money: () => `${random.integer(1, 900)},${String(random.integer(0, 999)).padStart(3, "0")}`,
  };
  return Array.from({ length: count }, (_, index) => {
    const sentence = PATTERNS[index % PATTERNS.length].replace(/\{(\w+)\}/g, (_, slot) => fill[slot]());
    return sentence[0].toUpperCase() + sentence.slice(1);
  });
}
