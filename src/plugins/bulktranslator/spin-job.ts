import { type Random, renderSpintax, type SpinStrength } from "../../kernel/index.js";
import type { Form } from "../_kit/rewriting/forms.js";
import { type Change, changeOf, readWords } from "../_kit/rewriting/measures.js";
import { reordered } from "../_kit/rewriting/reorder.js";
import { rewrittenText } from "../_kit/rewriting/rewrite-text.js";
import { builtInRewriter } from "../_kit/rewriting/rewriters.js";
import { spunText } from "../_kit/rewriting/spin-text.js";
import { spinUnits } from "./checks.js";
import type { Working } from "./options.js";

export interface SpunTexts {
  /** Different from each other where they can be. */
  readonly texts: readonly string[];
  /** Paragraphs or sentences that stayed as they were, because a number, a name or a negation was changed. */
  readonly rejected: number;
  readonly notes: readonly string[];
  /** Of the first text, of a spintax one of its variants; undefined where nothing was spun. */
  readonly change: Change | undefined;
}

interface Given {
  readonly form: Form;
  readonly language: string;
  readonly random: Random;
}

const STRENGTHS: Readonly<Record<Working["options"]["spinLevel"], SpinStrength>> = {
  low: "bold",
  medium: "default",
  high: "conservative",
};

/** What `spinMode` makes of a text. */
export async function spunTexts(source: string, given: Given, context: Working): Promise<SpunTexts> {
  const { spinMode } = context.options;
  if (spinMode === "none") return { texts: [source], rejected: 0, notes: [], change: undefined };
  const made =
    spinMode === "paraphrase" ? await paraphrased(source, given, context) : await spun(source, given, context);
  const first = spinMode === "spintax" ? renderSpintax(made.texts[0]!, given.random) : made.texts[0]!;
  return { ...made, change: changeOf(readWords(source), readWords(first)) };
}

type Made = Omit<SpunTexts, "change">;

async function paraphrased(source: string, { form, language, random }: Given, context: Working): Promise<Made> {
  const { providers, signal, options } = context;
  const protectedWords = options.protectedWordsFile;
  // Both are there where the engines are built in; `check` has looked for the one that is needed.
  const { paraphraser, spinner } = providers;
  const rewriter = builtInRewriter(
    { paraphraser: paraphraser!, spinner, strength: "standard" },
    { language, protectedWords, signal },
  );
  const made = await rewrittenText(source, {
    rewriter,
    form,
    unit: "sentence",
    language,
    protectedWords,
    keepsNumbers: true,
    minSimilarity: 0,
    maxOverlap: 1,
    random,
    signal,
  });
  const texts = Array.from({ length: options.variants }, (_, number) => made.variant(number));
  return { texts: [...new Set(texts)], rejected: made.rejected, notes: made.notes };
}

/** How often another text is tried where one came out twice. */
const TRIES = 5;

async function spun(source: string, { form, language, random }: Given, context: Working): Promise<Made> {
  const { options, providers, signal } = context;
  const units = spinUnits(options);
  const isWhole = units.has("sentences") || units.has("paragraphs");
  const how = {
    form,
    spinner: providers.spinner!,
    // Only at its boldest the engine says whole sentences in other ways.
    strength: isWhole ? ("bold" as const) : STRENGTHS[options.spinLevel],
    shape: { units, nested: options.nestedSpin, keepsOriginal: options.keepOriginalOption },
    protectedWords: options.protectedWordsFile,
    protectsCapitalised: options.protectCapitalised,
    language,
    random,
    signal,
  };
  const inOrder = (text: string) => (options.reorderParagraphs ? reordered(text, form, random) : text);
  if (options.spinMode === "spintax") {
    const whole = await spunText(inOrder(source), how);
    const { text, rejected } = whole.spintax();
    return { texts: [text], rejected, notes: whole.notes };
  }
  const texts = new Set<string>();
  const notes = new Set<string>();
  let rejected = 0;
  let whole = await spunText(inOrder(source), how);
  for (let attempt = 0; texts.size < options.variants && attempt < options.variants + TRIES; attempt += 1) {
    if (attempt > 0 && options.reorderParagraphs) whole = await spunText(inOrder(source), how);
    const variant = whole.variant();
    for (const note of whole.notes) notes.add(note);
    rejected = Math.max(rejected, variant.rejected);
    texts.add(variant.text);
  }
  return { texts: [...texts], rejected, notes: [...notes] };
}
