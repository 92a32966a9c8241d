import { renderSpintax } from "../../../kernel/text/spintax.js";
import type { Random } from "../../../kernel/values/random.js";
import { remembering } from "../remembering.js";
import { wordSet } from "../word-set.js";
import { drawnSlots, withoutPlural } from "./details.js";
import { askedOfSeveral } from "./several.js";
import { isGroup } from "./sorts.js";
import type { Subject } from "./subject.js";
import { type Form, type Step, type WholeText, wholeTexts } from "./texts.js";

const ATTEMPTS = 40;
/** So many attempts tell a little of the details, and the rest more, where that was too short. */
const SHORT_ATTEMPTS = 12;
/** After so many more they tell other details. */
const OTHER_DETAILS = 10;

/** In which order texts are tried: the first one that can be said without fault is told. */
export type Order = (texts: readonly WholeText[], subject: Subject) => readonly WholeText[];

/**
 * One of the texts that suit the subject, said in one of its ways, in one paragraph or more. Turns that follow one another tell different
 * details of it.
 */
export function composed(
  given: Subject,
  turn: number,
  random: Random,
  order: Order,
): { text: string; told: WholeText } {
  const subject = withDrawnSlots(given, turn, false);
  const ample = remembering<number, Subject>(ATTEMPTS);
  const usables = wholeTexts()[subject.form].filter((text) =>
    text.steps.every((step) => usable(step, subject).ways.length > 0),
  );
  const texts = detailedTexts(usables, subject) ?? classTexts(usables, subject);
  let best: { text: string; told: WholeText; fault: number } | undefined;
  for (const told of order(texts, subject)) {
    const steps = told.steps.map((step) => usable(step, subject));
    for (let attempt = 0; attempt < ATTEMPTS && best?.fault !== 0; attempt += 1) {
      const isAmple = attempt >= SHORT_ATTEMPTS;
      const at = turn + Math.floor(attempt / OTHER_DETAILS);
      const drawn = isAmple ? ample(at, () => withDrawnSlots(given, at, true)) : subject;
      const text = written(steps, drawn, isAmple, random);
      const fault = faultOf(text, subject);
      if (best === undefined || fault < best.fault) best = { text, told, fault };
    }
    if (best !== undefined && best.fault <= SLIGHT) break;
  }
  return best!;
}

/** Those with slots for the details of the subject, where there are any and the keyword stands in them as it was given. */
function detailedTexts(usables: readonly WholeText[], subject: Subject): readonly WholeText[] | undefined {
  const { detailed, keyword, slots } = subject;
  const shown = ["topic", "name", "signed", "seek", "wedo"].some((slot) =>
    slots.get(slot)?.toLowerCase().includes(keyword.toLowerCase()),
  );
  if (detailed === undefined) return undefined;
  const texts = usables.filter(({ sort }) => sort === detailed.sort);
  // All texts of places have such slots.
  return texts.length > 0 && (shown || texts.length === usables.length) ? texts : undefined;
}

function classTexts(usables: readonly WholeText[], subject: Subject): readonly WholeText[] {
  const own = ownTexts(usables, subject);
  const enough = ENOUGH[subject.form] ?? 0;
  return own.length < enough ? [...own, ...general(usables, enough - own.length)] : own;
}

/** The subject with slots that some of its details fill. */
function withDrawnSlots(subject: Subject, turn: number, ample: boolean): Subject {
  const { detailed, animal, keyword } = subject;
  if (detailed === undefined) return subject;
  const drawn = [...drawnSlots(detailed.details, withoutPlural(keyword), turn, ample)].map(
    ([slot, value]) => [slot, ofAnimal(value, animal)] as const,
  );
  return { ...subject, slots: new Map([...subject.slots, ...drawn]) };
}

/** Those of the subject's class; where they are few, those of the group that it is in as well. */
function ownTexts(usables: readonly WholeText[], { sorts }: Subject): readonly WholeText[] {
  const ofClass = usables.filter(({ sort }) => sorts.includes(sort) && !isGroup(sort));
  return ofClass.length >= ENOUGH_OF_CLASS ? ofClass : usables.filter(({ sort }) => sorts.includes(sort));
}

const ENOUGH_OF_CLASS = 3;

/** Classes with fewer texts get some that suit everything as well. */
const ENOUGH: Readonly<Partial<Record<Form, number>>> = { hobby: 5, product: 3 };

function general(texts: readonly WholeText[], count: number): readonly WholeText[] {
  return texts.filter(({ sort }) => sort === "any").slice(-count);
}

/** The step with the ways whose slots the subject fills, and that make sense with it. */
function usable(step: Step, { slots, keyword }: Subject): Step {
  const forBeginners = /\bbeginners?\b/i.test(keyword);
  return {
    ...step,
    ways: step.ways.filter(
      ({ slots: wanted, spintax }) =>
        wanted.every((slot) => slots.has(slot)) && !(forBeginners && OF_BEGINNERS.test(spintax)),
    ),
  };
}

/** What is said already where a keyword ends in "for beginners". */
const OF_BEGINNERS =
  /\bnew(?:comers)? to \{topic\}|\bbeginn?er|\{topic\} \{is\} new\b|\b(?:know|knows|known) (?:[a-z]+ ){0,4}about \{topic\}|know the subject|good at \{topic\}|tried \{topic\}/i;

function written(
  steps: readonly Step[],
  { voice, slots, alone, animal }: Subject,
  ample: boolean,
  random: Random,
): string {
  const several = voice === "product" && slots.get("is") === "are";
  // What follows a fact is about something else, and what closes a text with details leans on the sentence before it.
  const together = random.integer(1, 3) === 1 && !slots.has("fact");
  const closingApart = random.integer(1, 3) === 1 && !slots.has("fact");
  const withSecond = ample || !slots.has("factb");
  // "Galena, Illinois" is Galena from then on.
  const town = voice === "place" ? /^(.+?), .+$/.exec(slots.get("topic") ?? "") : null;
  const later = town === null ? slots : new Map(slots).set("topic", town[1]!);
  let text = "";
  for (const [index, { ways, beginsParagraph }] of steps.entries()) {
    if (!withSecond && ways[0]!.spintax === "{factb}") continue;
    const leadsToTwo = ample && steps[index + 1]?.ways[0]?.spintax === "{fact}";
    const way = leadsToTwo ? random.pick(TWO_FACTS) : renderSpintax(random.pick(ways).spintax, random);
    const known = ofAnimal(way, animal);
    const asked = several && text.includes(slots.get("topic")!) ? askedOfSeveral(known) : known;
    const said = alone ? saidAlone(asked) : asked;
    const apart = (beginsParagraph && !together) || (closingApart && index === steps.length - 1) || isSignature(said);
    text +=
      (text === "" ? "" : apart ? "\n\n" : " ") + filled(said, town !== null && text.includes(town[0]) ? later : slots);
  }
  // "Galena, Illinois, is": what is set off has a comma on both sides.
  return town === null ? text : text.replaceAll(`${town[0]} `, `${town[0]}, `);
}

/** What leads to two facts instead of one. */
const TWO_FACTS = [
  "Two things are worth knowing.",
  "Two things are worth mentioning here.",
  "Two things may interest you.",
] as const;

/** "Animal" where the keyword says which one: "An animal" is "A dog". */
const ANIMAL = /\b(?:an )?animal/gi;

function ofAnimal(sentences: string, animal: Subject["animal"]): string {
  return animal === undefined ? sentences : sentences.replace(ANIMAL, (word) => sameCase(animal, word));
}

function sameCase(animal: string, word: string): string {
  const named = /^an /i.test(word) ? `a ${animal}` : animal;
  return /^\p{Lu}/u.test(word) ? capitalized(named) : named;
}

const ALONE: Readonly<Record<string, string>> = { we: "I", us: "me", our: "my" };

/** The sentences of a firm from somebody who works alone: "We ask" is "I ask", and "tell us" is "tell me". */
function saidAlone(sentences: string): string {
  return sentences
    .replace(/\bwe are\b/gi, "I am")
    .replace(/\bare we\b/g, "am I")
    .replace(/\b(?:we|us|our)\b/gi, (word) => {
      const own = ALONE[word.toLowerCase()]!;
      return /^\p{Lu}/u.test(word) ? capitalized(own) : own;
    });
}

/** Whether it is no sentence, such as "With kind regards" and a name, which stands alone. */
function isSignature(said: string): boolean {
  return !/[.?!]$|^\{factb?\}$/.test(said);
}

const SLOT = /\{([A-Za-z]+)\}/g;

/** The sentences with their slots filled. Words with capitals of their own keep them at the start of a sentence ("iPhone"). */
function filled(sentences: string, slots: Subject["slots"]): string {
  return sentences.replace(SLOT, (_, slot: string, offset: number) => {
    const value = slots.get(slot)!;
    return /(?:^|[.?!] )$/.test(sentences.slice(0, offset)) ? capitalized(value) : value;
  });
}

function capitalized(text: string): string {
  return text.replace(/^\p{Ll}[\p{Ll}\p{M}]*(?![\p{L}\p{N}])/u, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}

const FEWEST_WORDS = 90;
/** A page that names its keyword oftener in a hundred words reads as if it were made for search engines. */
const MOST_MENTIONS_IN_HUNDRED = 3.8;
/** A question about beginning where the text has said so: "Where should you begin? You may want to know where to begin." */
const REPEATED =
  /\b(?:begin(?:n\w+|s)?|start)\b.*\b(?:how|where) to (?:begin|start)\b|\bbegin(?:n\w+)\b.*\bbeginners?\b|\bfirst visit\b.*\bfirst visit\b/s;
const SAID_TWICE = 0.3;
const NAMED_OFTEN = 0.1;
/** No reason to tell another text. */
const SLIGHT = 0.1;

/**
 * How many sentences begin with the word of the one before, and more if the text is short, names the keyword often or has it nowhere as it
 * was given; 0 is right.
 */
function faultOf(text: string, { keyword, slots }: Subject): number {
  const lower = text.toLowerCase();
  const mentions = lower.split(withoutPlural(keyword)).length - 1;
  // "The cost of living" counts as one word.
  const topic = slots.get("topic") ?? keyword;
  const name = topic.toLowerCase().endsWith(keyword.toLowerCase()) ? topic : keyword;
  const words = text.split(/\s+/).length - mentions * (name.split(" ").length - 1);
  return (
    (lower.includes(keyword.toLowerCase()) ? 0 : 1_000) +
    alikeStarts(text) +
    SAID_AGAIN * saidAgain(lower.replaceAll(keyword.toLowerCase(), "")) +
    ECHO * echoes(lower.replaceAll(keyword.toLowerCase(), "")) +
    (words < FEWEST_WORDS ? (FEWEST_WORDS - words) / 2 : 0) +
    (mentions * 100 > words * MOST_MENTIONS_IN_HUNDRED ? NAMED_OFTEN : 0) +
    (REPEATED.test(lower.replaceAll(keyword.toLowerCase(), "")) ? SAID_TWICE : 0)
  );
}

const SAID_AGAIN = 0.1;
const OFTEN = 3;
/** Words that every text has. */
const IN_EVERY_TEXT = wordSet(
  "about which there would could should please their these those where other people perhaps whether first before after while think thing things",
);

/** How many turns of four words stand in a text twice ("you have in mind"), and how many of its words three times and more. */
function saidAgain(text: string): number {
  const words = text.match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  const runs = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const [index, word] of words.entries()) {
    const run = words.slice(index, index + 4).join(" ");
    runs.set(run, (runs.get(run) ?? 0) + 1);
    if (word.length > 5 && !IN_EVERY_TEXT.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return (
    [...runs.values()].filter((count) => count > 1).length +
    [...counts.values()].filter((count) => count >= OFTEN).length
  );
}

const ECHO = 0.03;
/** Words of the texts that a reader hears again in the next sentence, in one form or another. */
const HEARD =
  /\b(?:use|useful|good|well|worth|easy|easier|easily|easiest|help|helps|interest|interests|interested|interesting|important|possible|possibly|clear|short|long|simple|simply|glad|gladly|happy|welcome|also|too|first|begin|begins|start|before|beforehand|need|needs|time|matter|matters|mention|different|find|see|look|looking|choose|want|wonder|wondering|perhaps|just|please|learn|like|read|remember|visit|detail|details|question|questions|answer|answers|keep|keeps|enough|little)\b/g;
const ONCE_IN_A_TEXT = /\b(?:for example|for instance|as well|in addition|of course)\b/g;

/** How many words are said again in the sentence after, and how many turns that a text has once in it stand there again. */
function echoes(text: string): number {
  const heard = text.split(/(?<=[.?!])\s+/).map((sentence) => new Set((sentence.match(HEARD) ?? []).map(heardAs)));
  const again = heard.map((words, index) => [...words].filter((word) => heard[index - 1]?.has(word)).length);
  const turns = (text.match(ONCE_IN_A_TEXT) ?? []).map((turn) => turn.replace("instance", "example"));
  return again.reduce((sum, count) => sum + count, 0) + 2 * (turns.length - new Set(turns).size);
}

/** "Easily" and "easier" sound alike. */
const heardAs = (word: string) => word.slice(0, 4);

function alikeStarts(text: string): number {
  const starts = text
    .split(/(?<=[.?!])\s+/)
    .map((sentence) => /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)?/u.exec(sentence)?.[0]);
  return starts.filter((start, index) => index > 0 && start?.toLowerCase() === starts[index - 1]?.toLowerCase()).length;
}
