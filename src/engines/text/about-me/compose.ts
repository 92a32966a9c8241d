import { renderSpintax } from "../../../kernel/text/spintax.js";
import type { Random } from "../../../kernel/values/random.js";
import type { Move, Sentences } from "./grammar.js";
import { type Material, materialFor } from "./material.js";
import type { Subject } from "./subject.js";

const FEWEST_WORDS = 92;
const MOST_WORDS = 176;
const ATTEMPTS = 60;
/** The keyword is there once in 25 to once in 100 words; a little inside, so that other ways to count agree. */
const LOWEST_DENSITY = 0.0115;
const HIGHEST_DENSITY = 0.037;

const WRITERS: readonly Readonly<Record<string, string>>[] = [
  { I: "I", my: "my", My: "My", me: "me", am: "am", solo: "" },
  { I: "I", my: "my", My: "My", me: "me", am: "am", solo: "" },
  { I: "we", my: "our", My: "Our", me: "us", am: "are" },
];

/** A text whose sentences fit the keyword and each other. */
export function composed(subject: Subject, random: Random): string {
  const material = materialFor(subject, random.next() < 0.5);
  let best = "";
  let leastFault = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const text = new Draft(subject, material, random).text();
    const fault = faultOf(text, subject);
    if (fault < leastFault) [best, leastFault] = [text, fault];
    if (fault === 0) break;
  }
  return best;
}

/** How far from the wanted length and density; 0 for a text that keeps both. The keyword counts as one word. */
function faultOf(text: string, { keyword, slots }: Subject): number {
  const topic = slots.get("topic") ?? slots.get("name")!;
  const exact = occurrences(text, [keyword]);
  const all = occurrences(text, [keyword, topic]);
  const words = wordsOf(text).length - all * (wordsOf(keyword).length - 1);
  // A reader who counts takes "guitars" for "guitar", but not "universities" for "university".
  const counted = topic.startsWith(keyword) || slots.has("todo") ? all : exact;
  const away = (value: number, low: number, high: number) => Math.max(0, low - value, value - high);
  return (
    (exact === 0 ? 1_000 : 0) +
    away(words, FEWEST_WORDS, MOST_WORDS) +
    (away(counted / words, LOWEST_DENSITY, 1) + away(all / words, 0, HIGHEST_DENSITY)) * 1_000
  );
}

/** How often one of the phrases is there as whole words. */
function occurrences(text: string, phrases: readonly string[]): number {
  const longestFirst = phrases.map(escaped).sort((one, other) => other.length - one.length);
  return (
    text.match(new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join("|")})(?![\\p{L}\\p{N}])`, "giu"))?.length ?? 0
  );
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

class Draft {
  private readonly slots: Map<string, string>;
  private readonly used = new Set<string>();
  private aspects: readonly string[];
  private readonly said = new Set<string>();
  private opening = "";
  /** Words of the keyword, which may and must come again. */
  private readonly own: ReadonlySet<string>;
  /** The usual form of the keyword in a text reads differently ("universities"), so the keyword itself must come too. */
  private readonly wantsExact: boolean;

  constructor(
    subject: Subject,
    private readonly material: Material,
    private readonly random: Random,
  ) {
    this.slots = new Map([...Object.entries(random.pick(WRITERS)), ...subject.slots]);
    this.own = new Set(wordsOf([...subject.slots.values()].join(" ")));
    this.wantsExact = !(subject.slots.get("topic") ?? subject.keyword).startsWith(subject.keyword);
    this.aspects = random.shuffled(material.aspects);
  }

  text(): string {
    const possible = this.material.structures.filter((structure) =>
      structure.flat().every((move) => this.fitting(this.material.sentences(move)).length > 0),
    );
    return this.random
      .pick(possible)
      .map((paragraph) => paragraph.map((move) => this.sentence(move)).join(" "))
      .join("\n\n");
  }

  /** The next sentence: one that says something new, begins in another way and repeats the fewest words. */
  private sentence(move: Move): string {
    const candidates = this.random.shuffled(this.fitting(this.material.sentences(move))).slice(0, 6);
    let best = {
      source: "",
      text: "",
      words: [] as string[],
      aspects: [] as readonly string[],
      repeats: Number.POSITIVE_INFINITY,
    };
    for (const source of candidates) {
      const { text, aspects } = this.filled(renderSpintax(source, this.random));
      const words = wordsOf(text).filter((word) => word.length > 4 && !this.own.has(word));
      const repeats =
        words.filter((word) => this.said.has(word)).length +
        (wordsOf(text)[0] === this.opening ? 10 : 0) -
        (this.wantsExact && EXACT.test(source) ? 3 : 0);
      if (repeats < best.repeats) best = { source, text, words, aspects, repeats };
    }
    this.used.add(best.source);
    this.aspects = this.aspects.filter((source) => !best.aspects.includes(source));
    for (const word of best.words) this.said.add(word);
    this.opening = wordsOf(best.text)[0] ?? "";
    return best.text;
  }

  private fitting(sentences: Sentences): Sentences {
    return sentences.filter(
      (sentence) =>
        !this.used.has(sentence) && slotsIn(sentence).every((slot) => this.slots.has(slot) || ORDINALS.includes(slot)),
    );
  }

  private filled(sentence: string): { text: string; aspects: readonly string[] } {
    const several = sentence.includes("{second}");
    const aspects: string[] = [];
    const text = sentence.replace(SLOT, (_, slot: string) => {
      if (!ORDINALS.includes(slot)) return this.slots.get(slot)!;
      const { source, text } = this.aspect(aspects, several);
      aspects.push(source);
      return text;
    });
    return { text: capitalized(text), aspects };
  }

  /** A side of the subject that has not been named yet. Between others it has no "and" of its own. */
  private aspect(taken: readonly string[], between: boolean): { source: string; text: string } {
    const free = this.aspects.filter((source) => !taken.includes(source));
    const drawn = free.map((source) => ({ source, text: renderSpintax(source, this.random) }));
    return drawn.find(({ text }) => !between || !text.includes(" and ")) ?? drawn[0]!;
  }
}

const ORDINALS = ["first", "second", "third"];
const EXACT = /\{(?:one|tag|todo)\}/;
const SLOT = /\{([A-Za-z-]+)\}/g;

function slotsIn(sentence: string): string[] {
  return [...sentence.matchAll(SLOT)].map((match) => match[1]!);
}

/** With a capital at the start and after a full stop inside; words with capitals of their own stay ("iPhone"). */
function capitalized(text: string): string {
  return text.replace(
    /^\p{Ll}[\p{Ll}\p{M}]*(?![\p{L}\p{N}])|(?<=[.?!] )(?:we|our)\b/gu,
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  );
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)?/gu) ?? [];
}
