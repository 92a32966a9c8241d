import { ScriptoriumError } from "../../../kernel/errors.js";
import { escapeSpintax, firstVariant, renderSpintax } from "../../../kernel/text/spintax.js";
import { noProvider, toHaveProvider } from "../../../kernel/values/provider-settings.js";
import { type Random, seededRandom } from "../../../kernel/values/random.js";
import { createTurns, type Turns } from "../../../kernel/values/turns.js";
import type { EnglishWithExpressions } from "../english/english.js";
import type { NotedText } from "../noted-text.js";
import { createRewriter } from "../rewriting/rewriter.js";
import type { Spinner } from "../spinner/spinner.js";
import { joinedSentences } from "./joined-sentences.js";
import { type ReadSentence, sentencesOf } from "./read-sentences.js";
import { waysToSay } from "./sentence-variants.js";
import { type Stretch, stretchesOf } from "./spun-stretches.js";
import { nounsOf } from "./text-nouns.js";
import { type Translator, translatedAll, translatedText } from "./translation.js";

const LONGEST = 100_000;
/** How many ways to say a sentence are translated. */
const TRANSLATED = 2;

export interface ParaphraserParts {
  readonly english: EnglishWithExpressions;
  /** Asked to keep quotations, since a paraphrase changes nobody's words. */
  readonly spinner: Spinner;
  /** For a final language that is not the source language. */
  readonly translator?: Translator | undefined;
}

export interface ParaphraseOptions {
  /** ISO 639-1 codes. */
  readonly sourceLanguage: string;
  /** @default the source language */
  readonly finalLanguage?: string;
  /** Words and phrases that must not change, whatever their case and ending. */
  readonly protectedWords: readonly string[];
  readonly seed?: string;
  readonly signal: AbortSignal;
}

export interface Paraphraser {
  /**
   * The rewritten text in spintax. Throws INPUT_REFUSED for a text that is too long, and for another final language
   * PROVIDER_MISSING and what the translator throws.
   */
  paraphrase(text: string, options: ParaphraseOptions): Promise<NotedText>;
}

/**
 * Says an English text sentence by sentence in other words, as spintax. In every group what the text had comes last, so that
 * taking the first option everywhere is a paraphrase too. Markup, numbers, names, quotations and links stay.
 *
 * The specification leaves open what happens to other languages. A text that stays in its language has its words spun when
 * the spinner has a pack for it; it is not sent through English and back, for that changes more than words. A text for
 * another language is translated into English when it is not English, paraphrased there, and then translated; of a
 * sentence two ways to say it at most.
 */
export function createParaphraser({ english, spinner, translator }: ParaphraserParts): Paraphraser {
  const rewriter = createRewriter(english);

  /** The sentences with other ways to say them, and the words spun. */
  async function worked(text: string, options: ParaphraseOptions, turns: Turns) {
    // Sentences first, in short steps: the spinner finds them rewritten then.
    const read = await sentencesOf(text, { english, rewriter, protectedWords: options.protectedWords }, turns);
    const sentences = joinedSentences(read, text, options.protectedWords);
    const spun = await spinner.spin(text, {
      ...spinOptions(options),
      strength: "conservative",
      sureAlone: true,
      language: "en",
    });
    return { sentences, spun };
  }

  /** Every stretch of the text: what is no sentence as it is, and each sentence as the ways to say it. */
  async function* said(
    text: string,
    { sentences: read, spun }: Awaited<ReturnType<typeof worked>>,
    { protectedWords, seed }: ParaphraseOptions,
    turns: Turns,
  ): AsyncGenerator<string | readonly string[]> {
    const random = seed === undefined ? undefined : seededRandom(seed);
    const unread = [{ start: 0, end: text.length, raw: spun.text, others: [] }];
    const whole = (await stretchesOf(text, spun.text, turns)) ?? unread;
    if (turns.due()) await turns.give();
    const { stretches, sentences } = dividedAt(whole, read);
    const nouns = nounsOf(read, english);
    let next = 0;
    const upTo = (place: number) => {
      const from = next;
      while (next < stretches.length && stretches[next]!.end <= place) next += 1;
      return stretches.slice(from, next);
    };
    for (const sentence of sentences) {
      if (turns.due()) await turns.give();
      yield rawOf(upTo(sentence.start));
      const ways = waysToSay(sentence, { text, nouns, stretches: upTo(sentence.end), protectedWords });
      const own = ways.pop()!;
      yield [...(random === undefined ? ways : random.shuffled(ways)), own];
    }
    yield rawOf(upTo(text.length));
  }

  return {
    async paraphrase(text, options) {
      const { sourceLanguage: from, finalLanguage: to = from, signal } = options;
      signal.throwIfAborted();
      if (text.length > LONGEST) {
        throw new ScriptoriumError(
          "INPUT_REFUSED",
          `The text has ${text.length} characters, and a paraphrase takes ${LONGEST} at most. Send it in parts.`,
          { field: "text" },
        );
      }
      if (to === from && from !== "en") {
        return await spinner.spin(text, { ...spinOptions(options), strength: "bold", language: from });
      }
      const turns = createTurns({ signal, stretchMs: 15, stepsPerLook: 1 });
      if (to === from) return await paraphrased(text, options, turns);
      if (translator === undefined) {
        throw new ScriptoriumError(
          "PROVIDER_MISSING",
          `The text is wanted in another language. ${noProvider("translator")} ${toHaveProvider("translator")}`,
          { provider: "translator" },
        );
      }
      const source =
        from === "en" ? { text, kept: 0 } : await translatedText(text, { translator, from, to: "en", signal });
      if (to === "en") {
        const { text: made, notes } = await paraphrased(source.text, options, turns);
        return { text: made, notes: [...notes, ...keptNotes(source.kept)] };
      }
      // A word that is a little off in English can be far off in the other language.
      const work = await worked(source.text, options, turns);
      const parts: (string | readonly string[])[] = [];
      for await (const part of said(source.text, work, options, turns)) {
        if (typeof part === "string") parts.push(escapeSpintax(firstVariant(part)));
        else parts.push(forTranslation(part));
      }
      // All ways of all sentences together: a service answers one long request sooner than many short ones.
      const ways = parts.flatMap((part) => (typeof part === "string" ? [] : part));
      const { texts, kept } = await translatedAll(ways, { translator, from: "en", to, signal });
      const translations = texts.values();
      const out = parts.map((part) => {
        if (typeof part === "string") return part;
        const options = part.map(() => escapeSpintax(translations.next().value!));
        return group([...new Set(options)]);
      });
      return { text: out.join(""), notes: keptNotes(source.kept + kept) };
    },
  };

  async function paraphrased(text: string, options: ParaphraseOptions, turns: Turns): Promise<NotedText> {
    const work = await worked(text, options, turns);
    let out = "";
    for await (const part of said(text, work, options, turns)) out += typeof part === "string" ? part : group(part);
    return { text: out, notes: out === work.spun.text ? work.spun.notes : [] };
  }
}

function spinOptions({ protectedWords, signal, seed }: ParaphraseOptions) {
  return { protectedWords, signal, keepQuotations: true, ...(seed === undefined ? {} : { seed }) };
}

/** Rewritten sentences in the words of the text; where there is no second one, the sentence in other words too. */
function forTranslation(ways: readonly string[]): readonly string[] {
  const sentences = new Set(ways.map((way) => renderSpintax(way, lastOption)));
  const own = [...sentences].slice(0, TRANSLATED);
  return own.length < TRANSLATED ? [...new Set([...own, firstVariant(ways[0]!)])] : own;
}

/** What the text had comes last in every group of words. */
const lastOption: Random = {
  ...seededRandom("unused"),
  integer: (_first, last) => last,
};

function keptNotes(kept: number): readonly string[] {
  if (kept === 0) return [];
  const parts = kept === 1 ? "One part was" : `${kept} parts were`;
  return [`${parts} not translated, because the translation had other numbers. Look at the text before you use it.`];
}

const rawOf = (stretches: readonly Stretch[]) => stretches.map(({ raw }) => raw).join("");

const group = (options: readonly string[]) => (options.length === 1 ? options[0]! : `{${options.join("|")}}`);

/** Stretches without a choice cut where a sentence begins or ends; sentences that a choice reaches across fall away. */
function dividedAt(
  stretches: readonly Stretch[],
  sentences: readonly ReadSentence[],
): { readonly stretches: Stretch[]; readonly sentences: ReadSentence[] } {
  const cuts = sentences.flatMap(({ start, end }) => [start, end]);
  const pieces: Stretch[] = [];
  const crossed = new Set<number>();
  let next = 0;
  for (const stretch of stretches) {
    const { start, end, raw, others } = stretch;
    let from = start;
    const cutTo = (to: number) => {
      if (to > from) pieces.push({ start: from, end: to, raw: raw.slice(from - start, to - start), others: [] });
      from = to;
    };
    while (next < cuts.length && cuts[next]! <= start) next += 1;
    for (; next < cuts.length && cuts[next]! < end; next += 1) {
      if (others.length > 0 || raw.length !== end - start) crossed.add(cuts[next]!);
      else cutTo(cuts[next]!);
    }
    if (from === start) pieces.push(stretch);
    else cutTo(end);
  }
  return {
    stretches: pieces,
    sentences: sentences.filter(({ start, end }) => !crossed.has(start) && !crossed.has(end)),
  };
}
