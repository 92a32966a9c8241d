import { escapeSpintax } from "../../../kernel/text/spintax.js";
import { createTurns, type Turns } from "../../../kernel/values/turns.js";
import { languageOf } from "../../language.js";
import type { EnglishWithExpressions, Rated } from "../english/english.js";
import { matchCase } from "../english/inflection/index.js";
import type { Sentence } from "../english/types.js";
import { blocks } from "../markup/index.js";
import type { NotedText } from "../noted-text.js";
import type { Packs } from "../packs/packs.js";
import { remembering } from "../remembering.js";
import { createRewriter } from "../rewriting/rewriter.js";
import type { Paragraph } from "../substitution/conditions.js";
import { createFitting } from "../substitution/fitting.js";
import { agreed, createOffers, type Offer, type RatedScene, type Trust } from "../substitution/offers.js";
import { type Target, type TextKnowledge, targetsOf } from "../substitution/substitution-targets.js";
import { createSureExchanges } from "../substitution/sure-exchanges.js";
import { createChoice, ordered, type Slot } from "./choices.js";
import { spinForeign } from "./foreign.js";
import { freeVariantsOf, hasContraction } from "./free-variants.js";
import { BLANK_NOTE, NO_PROSE_NOTE, NOTHING_FITS_NOTE, noPackNote, PROTECTED_NOTE, QUOTED_NOTE } from "./notes.js";
import { paragraphsOf } from "./paragraphs.js";
import { createProtection, type Protection } from "./protection.js";
import { type ReadSentence, readSentences } from "./read-sentences.js";
import { type SetPhrase, setPhrasesOf } from "./set-phrases.js";
import { articleBefore, articleFor, type Group, writeSpintax } from "./spintax-writer.js";

/**
 * How far a spun text may go from its source. Set phrases and words that people judged: those that are right wherever the word
 * stands (conservative), or by words near it too, and other forms of function words (default); or besides, words that people
 * judged right by more of the text or did not judge, and clauses (bold).
 */
export type SpinStrength = "conservative" | "default" | "bold";

export interface SpinOptions {
  /** Words and phrases that must not change, whatever their case and ending. */
  readonly protectedWords: readonly string[];
  /** @default "default" */
  readonly strength?: SpinStrength;
  /** ISO 639-1 code of the text; detected when absent. */
  readonly language?: string;
  readonly seed?: string;
  /** Whether the words in quotation marks stay as they are; those of a title always do. @default false */
  readonly keepQuotations?: boolean;
  /** Whether only exchanges that are right in nearly all places are made. @default false */
  readonly sureAlone?: boolean;
  readonly signal: AbortSignal;
}

export interface Spinner {
  /**
   * The text in spintax, whose first options are the text itself. Yields to the event loop every 15 ms or so. Rejects with
   * the reason of the signal when it is aborted.
   */
  spin(text: string, options: SpinOptions): Promise<NotedText>;
}

/** The most words of a sentence of which it is kept what the ranker said. */
const MOST_KNOWN = 200;
const TRUST: Readonly<Record<SpinStrength, Trust>> = { conservative: "surest", default: "near", bold: "all" };
/** The most rewritten sentences offered for a sentence. */
const MOST_REWRITES = 3;

export function createSpinner({ english, packs }: { english: EnglishWithExpressions; packs?: Packs }): Spinner {
  const rewriter = createRewriter(english);
  const fits = createFitting(english);
  const offers = createOffers(english);
  const isSure = createSureExchanges(english);

  return {
    async spin(
      text,
      { protectedWords, strength = "default", language, seed, keepQuotations = false, sureAlone = false, signal },
    ) {
      signal.throwIfAborted();
      const turns = createTurns({ signal, stretchMs: 15, stepsPerLook: 1 });
      if (text.trim() === "") return { text: writeSpintax(text, []), notes: [BLANK_NOTE] };
      const prose = blocks(text, { openQuotations: !keepQuotations });
      if (prose.length === 0) return { text: writeSpintax(text, []), notes: [NO_PROSE_NOTE] };
      const legible = prose.map(({ legible }) => legible).join("\n");
      const code = (language ?? (languageOf(legible) || "en")).toLowerCase();
      if (code !== "en") {
        const pack = packs?.find(code);
        if (pack === undefined) return { text: writeSpintax(text, []), notes: [noPackNote(code)] };
        const groups = await spinForeign(text, pack, protectedWords, turns, { keepQuotations });
        return { text: writeSpintax(text, groups), notes: groups.length === 0 ? [NOTHING_FITS_NOTE] : [] };
      }

      const protection = createProtection(protectedWords, english);
      const sentences: ReadSentence[] = [];
      for (const sentence of readSentences(text, english, protection, { keepQuotations })) {
        sentences.push(sentence);
        if (turns.due()) await turns.give();
      }
      const work = { strength, protection, keepQuotations, sureAlone, turns, knowledge: knowledgeOf(sentences) };
      const paragraphs = paragraphsOf(sentences);
      const plans: Plan[] = [];
      for (const [index, sentence] of sentences.entries()) {
        const context = [...(sentences[index - 1]?.content ?? []), ...(sentences[index + 1]?.content ?? [])];
        const around = { context, paragraph: paragraphs[index]!, known: remembering<string, Rated>(MOST_KNOWN) };
        const plan = await planOf(text, sentence, around, work);
        plans.push(plan);
        if (strength === "bold" && sentence.whole)
          plan.rewrites.push(...(await rewritten(text, sentence, around, work)));
      }
      const choose = createChoice(
        plans.flatMap((plan) => [...plan.slots, ...plan.rewrites.flatMap(({ plan }) => plan.slots)]),
        seed,
      );
      const groups: Group[] = [];
      for (const plan of plans) {
        if (turns.due()) await turns.give();
        const inner = groupsOf(text, plan, choose);
        if (plan.rewrites.length === 0) groups.push(...inner);
        else {
          const { start, end } = plan.read.sentence;
          const others = plan.rewrites.map((rewrite) =>
            writeSpintax(rewrite.text, groupsOf(rewrite.text, rewrite.plan, choose)),
          );
          groups.push({ start, end, inner, others });
        }
      }
      return { text: writeSpintax(text, groups), notes: groups.length > 0 ? [] : [nothingNote(sentences)] };
    },
  };

  /** What of a sentence can be exchanged for what. */
  async function planOf(text: string, read: ReadSentence, around: Around, work: Work): Promise<Plan> {
    const { strength, sureAlone, turns, knowledge } = work;
    const { sentence } = read;
    const phrases = phrasesOf(text, read, strength, knowledge).map((phrase) => {
      if (!sureAlone) return phrase;
      // What is left without others still keeps the words within it as they are.
      const own = sentence.tokens.slice(phrase.first, phrase.last + 1).map((token) => token.text);
      return { ...phrase, others: phrase.others.filter((other) => isSure(own.join(" "), other)) };
    });
    const inPhrase = new Set<number>();
    for (const { first, last } of phrases) for (let index = first; index <= last; index += 1) inPhrase.add(index);
    const slots: Slot[] = [];
    const offered = new Set<string>();
    const targets = targetsOf(text, read, english, knowledge).reverse();
    for (let target = targets.pop(); target !== undefined; target = targets.pop()) {
      if (turns.due()) await turns.give();
      const { first, last, orElse } = target;
      if (inPhrase.has(first) || inPhrase.has(last)) continue;
      // What the word before may become must not be said twice: `get over` next to `over again`.
      const neighbour = slots.at(-1);
      const ends = new Set(
        neighbour?.target.last === first - 1 ? neighbour.fitting.map(({ text }) => text.split(" ").at(-1)!) : [],
      );
      const capital = /^\p{Lu}/u.test(sentence.tokens[first]!.text);
      const own = target;
      const fitting = fittingOffers(sceneOf(text, sentence, own, around), strength, (offer) => {
        if (sureAlone && !isSure(own.lemma, offer.lemma)) return false;
        if (offered.has(offer.lemma) || ends.has(offer.text.split(" ")[0]!)) return false;
        // With a capital it would be mistaken for the name elsewhere in the text.
        if (capital && knowledge.names.has(matchCase("Capital", offer.text))) return false;
        return fits(sentence, own, offer);
      });
      if (fitting.length === 0) {
        if (orElse !== undefined) targets.push(orElse);
        continue;
      }
      for (const { lemma } of fitting.slice(0, 3)) offered.add(lemma);
      slots.push({ target, fitting });
    }
    return { read, slots, phrases, rewrites: [] };
  }

  /** The set phrases of a sentence and, where not only what is surest is asked for, the function words that may have another form. */
  function phrasesOf(text: string, read: ReadSentence, strength: SpinStrength, known: Known): SetPhrase[] {
    const set = setPhrasesOf(read.sentence, english).filter((phrase) => isWhole(text, read, phrase));
    if (strength === "conservative") return set;
    const free = freeVariantsOf(read.sentence, english, known.contracts).filter(
      ({ first, last }) =>
        set.every((phrase) => phrase.last < first || phrase.first > last) && isOpenWord(text, read, first, last),
    );
    return [...set, ...free];
  }

  /** What may be offered, best first. */
  function fittingOffers(scene: RatedScene, strength: SpinStrength, fit: (offer: Offer) => boolean): readonly Offer[] {
    const trust = TRUST[strength];
    const accepted = offers.judged(scene, trust).filter(fit);
    const judged = trust === "surest" && accepted.length > 0 ? agreed(scene, accepted) : accepted;
    const guessed = strength === "bold" ? offers.guessed(scene).filter(fit) : [];
    // A single one needs no order.
    if (judged.length < 2) return [...judged, ...guessed];
    const { scores } = scene.rated();
    return ordered([...judged.map((offer): Offer => ({ ...offer, score: scores.get(offer.lemma) })), ...guessed]);
  }

  function sceneOf(
    text: string,
    sentence: Sentence,
    target: Target,
    { context, paragraph, known }: Around,
  ): RatedScene {
    const rated = () => {
      // A rewritten sentence has mostly the words of its source, which were looked up already.
      const { first, last, wordClass } = target;
      const words = text.slice(sentence.tokens[first]!.start, sentence.tokens[last]!.end).toLowerCase();
      return known(`${wordClass} ${words}`, () => english.rate(sentence, target, context));
    };
    return { sentence, target, paragraph, rated };
  }

  async function rewritten(text: string, { sentence }: ReadSentence, around: Around, work: Work): Promise<Rewritten[]> {
    const { protection, turns } = work;
    const before = text.slice(sentence.start, sentence.end);
    // Braces, bars and backslashes may be spintax, which must not be moved about.
    if (/[\\{|}]/.test(before)) return [];
    // `mill.Three` is perhaps an address, whatever the sentences are.
    if (
      /[\p{L}\p{N}.!?]$/u.test(text.slice(Math.max(0, sentence.start - 2), sentence.start)) ||
      /^[\p{L}\p{N}]/u.test(text.slice(sentence.end, sentence.end + 2))
    )
      return [];
    const found: Rewritten[] = [];
    const kept = protectedIn(before, protection);
    for (const { text: other, kinds } of rewriter.rewrites(sentence, text)) {
      if (turns.due()) await turns.give();
      if (found.length === MOST_REWRITES) break;
      // Set phrases and contractions are exchanged within the sentence anyway.
      if (kinds.every((kind) => kind === "set phrase" || kind === "contraction")) continue;
      if (other === before || /[\\{|}]/.test(other) || protectedIn(other, protection) !== kept) continue;
      const plans: Plan[] = [];
      for (const sentence of readSentences(other, english, protection, work)) {
        plans.push(await planOf(other, sentence, around, work));
      }
      if (plans.length === 1) found.push({ text: other, plan: plans[0]! });
    }
    return found;
  }
}

/** What is the same for all sentences of one text. */
interface Work extends Required<Pick<SpinOptions, "strength" | "keepQuotations" | "sureAlone">> {
  readonly protection: Protection;
  readonly turns: Turns;
  readonly knowledge: Known;
}

interface Around {
  /** Content words of the sentences before and after. */
  readonly context: readonly string[];
  readonly paragraph: Paragraph;
  /** What the ranker said of places in the sentence, by class and words. */
  readonly known: (key: string, rate: () => Rated) => Rated;
}

/** What of a place is offered. */
type Choice = ReturnType<typeof createChoice>;

interface Plan {
  readonly read: ReadSentence;
  readonly slots: readonly Slot[];
  readonly phrases: readonly SetPhrase[];
  readonly rewrites: Rewritten[];
}

/** Another way to say the whole sentence, and what of that can be exchanged. */
interface Rewritten {
  readonly text: string;
  readonly plan: Plan;
}

/** The groups of one sentence, in order. */
function groupsOf(text: string, { read, slots, phrases }: Plan, choose: Choice): Group[] {
  const { tokens } = read.sentence;
  const places = [
    ...phrases,
    ...slots.map((slot) => {
      const { first, last } = slot.target;
      const model = text.slice(tokens[first]!.start, tokens[last]!.end);
      return { first, last, others: choose(slot).map((alternative) => matchCase(model, alternative.text)) };
    }),
  ].sort((one, other) => one.first - other.first);
  return places.flatMap((place) => groupAt(text, read, place) ?? []);
}

/** The article joins the group where an alternative needs another one; if it may not change, the alternative goes. */
function groupAt(
  text: string,
  { sentence: { tokens }, states }: ReadSentence,
  { first, last, others }: SetPhrase,
): Group | undefined {
  const before = tokens[first - 1];
  const isArticle = before !== undefined && /^an?$/i.test(before.text);
  const article = states[first - 1] === "open" ? articleBefore(text, tokens, first) : undefined;
  const changed = isArticle && others.some((other) => articleFor(before.text, other) !== before.text);
  let { start } = tokens[first]!;
  const { end } = tokens[last]!;
  let options = others;
  if (changed && article !== undefined) {
    const gap = text.slice(article.end, start);
    options = others.map((other) => articleFor(article.text, other) + gap + other);
    start = article.start;
  } else if (changed) options = others.filter((other) => articleFor(before.text, other) === before.text);
  const own = text.slice(start, end);
  const fitting = [...new Set(options)].filter((option) => option !== own);
  return fitting.length === 0 ? undefined : { start, end, inner: [], others: fitting.map(escapeSpintax) };
}

/** Whether nothing of the phrase must stay, and only white space divides its words. */
function isWhole(text: string, read: ReadSentence, { first, last }: SetPhrase): boolean {
  const { tokens } = read.sentence;
  for (let index = first + 1; index <= last; index += 1)
    if (!/^\s+$/.test(text.slice(tokens[index - 1]!.end, tokens[index]!.start))) return false;
  return isOpenWord(text, read, first, last);
}

/** Whether nothing of the words must stay, and they are no part of another word. */
function isOpenWord(
  text: string,
  { sentence: { tokens }, states }: ReadSentence,
  first: number,
  last: number,
): boolean {
  for (let index = first; index <= last; index += 1) if (states[index] !== "open") return false;
  return (
    !/[\p{L}\p{N}\-'’\\]/u.test(text[tokens[first]!.start - 1] ?? " ") &&
    !/^[-'’\p{L}\p{N}]/u.test(text.slice(tokens[last]!.end))
  );
}

interface Known extends TextKnowledge {
  /** Whether the text has contractions. */
  readonly contracts: boolean;
}

function knowledgeOf(sentences: readonly ReadSentence[]): Known {
  const names = new Set<string>();
  for (const { sentence } of sentences) {
    let first = true;
    for (const { text } of sentence.tokens) {
      if (!/[\p{L}\p{N}]/u.test(text)) continue;
      if (!first && /^\p{Lu}\p{Ll}/u.test(text)) names.add(text);
      first = false;
    }
  }
  return { names, contracts: sentences.some(({ sentence }) => hasContraction(sentence)) };
}

/** The protected words of a sentence, however they are ordered. */
function protectedIn(sentence: string, protection: Protection): string {
  return protection(sentence)
    .map(({ start, end }) => sentence.slice(start, end).toLowerCase())
    .sort()
    .join("\n");
}

/** Why not a single word was spun. */
function nothingNote(sentences: readonly ReadSentence[]): string {
  const states = new Set(
    sentences.flatMap(({ sentence, states }) => states.filter((_, index) => CONTENT.has(sentence.tokens[index]!.tag))),
  );
  if (states.has("open")) return NOTHING_FITS_NOTE;
  return states.has("protected") ? PROTECTED_NOTE : states.has("quoted") ? QUOTED_NOTE : NOTHING_FITS_NOTE;
}

const CONTENT: ReadonlySet<string> = new Set(["NOUN", "VERB", "ADJ", "ADV"]);
