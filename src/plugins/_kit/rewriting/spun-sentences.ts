import {
  type ParaphraserProvider,
  type Random,
  ScriptoriumError,
  type SpinnerProvider,
  type SpinStrength,
  type TextResult,
} from "../../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../../kernel/values/provider-settings.js";

export interface SpinModeOptions {
  readonly spinMode: "none" | "spin" | "spintax" | "paraphrase";
  readonly outputFormats: readonly string[];
}

interface Engines {
  readonly spinner?: SpinnerProvider | undefined;
  readonly paraphraser?: ParaphraserProvider | undefined;
}

/** Parts sentences for the text engines: a paragraph each, so that none is worked into another. */
const GAP = "\n\n";

/** Whether variants of the sentences are wanted though the article itself is not reworded. */
export function wantsVariants({ outputFormats, spinMode }: SpinModeOptions): boolean {
  return spinMode === "spintax" || (spinMode === "none" && hasSpintax(outputFormats));
}

/** Whether files with the variants are wanted. */
export function hasSpintax(outputFormats: readonly string[]): boolean {
  return outputFormats.some((format) => format.trim().toLowerCase() === "spintax");
}

/** Throws `no-provider` when the wanted spin mode has none. */
export function checkSpinMode(options: SpinModeOptions, { spinner, paraphraser }: Engines): void {
  const { spinMode } = options;
  if (spinMode === "none" && wantsVariants(options) && spinner === undefined) {
    throw new ScriptoriumError(
      "no-provider",
      `${noProvider("spinner")} Take "spintax" out of outputFormats to do without one. ${toHaveProvider("spinner")}`,
      { provider: "spinner", field: "outputFormats" },
    );
  }
  const [name, provider] =
    spinMode === "paraphrase" ? (["paraphraser", paraphraser] as const) : (["spinner", spinner] as const);
  if (spinMode === "none" || provider !== undefined) return;
  throw new ScriptoriumError(
    "no-provider",
    `${noProvider(name)} Set spinMode, which is "${spinMode}", to "none" to do without one. ${toHaveProvider(name)}`,
    { provider: name, field: "spinMode" },
  );
}

export interface SentenceSpinning {
  readonly mode: "spin" | "paraphrase";
  /** For the spinner, `default` when absent. */
  readonly strength?: SpinStrength;
  readonly protectedWords: readonly string[];
  /** Words for which there are no others in this text. A paraphrase may give them another form. */
  readonly topicWords: readonly string[];
  /** For the spinner; it finds the language out without. */
  readonly language?: string | undefined;
  /** For the paraphraser. */
  readonly sourceLanguage: string;
  /** The engine of the mode is there: `checkSpinMode` has looked. */
  readonly engines: Engines;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** The spintax of every sentence, in their order. */
export async function spunSentences(
  sentences: readonly string[],
  {
    mode,
    strength = "default",
    protectedWords,
    topicWords,
    language,
    sourceLanguage,
    engines,
    random,
    signal,
  }: SentenceSpinning,
): Promise<{ readonly texts: readonly string[]; readonly notes: readonly string[] }> {
  const shared = { protectedWords, seed: String(random.integer(0, 2 ** 31 - 1)), signal };
  const made = async (text: string): Promise<TextResult> =>
    mode === "paraphrase"
      ? await engines.paraphraser!.paraphrase(text, { sourceLanguage, ...shared })
      : await engines.spinner!.spin(text, {
          strength,
          ...(language === undefined ? {} : { language }),
          ...shared,
          protectedWords: [...protectedWords, ...topicWords],
        });
  const whole = await made(sentences.join(GAP));
  const texts = whole.text.split(GAP);
  if (texts.length === sentences.length) return { texts, notes: whole.notes };
  // An engine that does not keep paragraphs gets them one by one.
  const each: TextResult[] = [];
  for (const sentence of sentences) each.push(await made(sentence));
  return { texts: each.map(({ text }) => text), notes: [...new Set(each.flatMap(({ notes }) => notes))] };
}
