import { createHash } from "node:crypto";
import type { TaskContext } from "../../../kernel/index.js";
import type { Form } from "./forms.js";
import { readGlossary, type Term } from "./terms.js";
import { type TranslatedText, translatedText } from "./translate-text.js";
import type { TranslateText } from "./translated-lines.js";
import { TranslationMemory } from "./translation-memory.js";
import { byService, byWriter } from "./translators.js";

export interface TranslatorSettings {
  /** Lines of `glossaryFile`. */
  readonly glossary: readonly string[];
  readonly protectedWords: readonly string[];
  /** One of the translation services by its name; empty for all of them in turn. */
  readonly service?: string;
  /** How the reader is addressed. @default "default" */
  readonly formality?: "default" | "more" | "less";
  /** Told what would be sent, for a plan: nothing is sent or remembered then, and every text stays as it is. */
  readonly planned?: ((text: string) => void) | undefined;
  /** A language model instead of the translation service. */
  readonly model?: { readonly provider: string } | undefined;
}

type Context = Pick<
  TaskContext<unknown, never, "translator" | "writer">,
  "providers" | "signal" | "output" | "progress" | "remembered"
>;

/** Translates the texts of a run, with one memory for each pair of languages. The provider has been looked for before. */
export class TextTranslator {
  private readonly memories = new Map<string, Promise<TranslationMemory>>();
  private readonly glossary: readonly Term[];
  private readonly setting: string;

  /** Throws bad-input for a glossary that cannot be read. */
  constructor(
    private readonly settings: TranslatorSettings,
    private readonly context: Context,
  ) {
    const { glossary, protectedWords, model, service = "", formality = "default", planned } = settings;
    const terms = readGlossary(glossary);
    // A text that stays as it is lacks every translation of a term, and would be asked for again.
    this.glossary = planned === undefined ? terms : [];
    const told = formality === "default" ? [] : [formality];
    const by = model === undefined ? [null, ...told] : [{ ...model, formality }];
    const bears = JSON.stringify([glossary, protectedWords, ...by, ...(service === "" ? [] : [service])]);
    this.setting = createHash("sha256").update(bears).digest("base64url").slice(0, 12);
  }

  /** The text taken from each language of the route to the next; as it is where the route is one language. */
  async translated(source: string, form: Form, route: readonly string[]): Promise<TranslatedText> {
    let whole: TranslatedText = { text: source, pieces: 0, fromMemory: 0, kept: 0, missedTerms: [] };
    for (let step = 1; step < route.length; step += 1) {
      const made = await this.step(whole.text, form, { from: route[step - 1]!, to: route[step]! });
      whole = {
        text: made.text,
        pieces: whole.pieces + made.pieces,
        fromMemory: whole.fromMemory + made.fromMemory,
        kept: whole.kept + made.kept,
        missedTerms: [...new Set([...whole.missedTerms, ...made.missedTerms])],
      };
    }
    return whole;
  }

  private async step(text: string, form: Form, pair: { from: string; to: string }): Promise<TranslatedText> {
    const { signal } = this.context;
    const { protectedWords, planned } = this.settings;
    const output = planned === undefined ? this.context.output : NOWHERE;
    const memory = await this.memoryOf(`${pair.from}-${pair.to}`);
    const translate = planned === undefined ? this.asking(pair) : unchanged(planned);
    const made = await translatedText(text, form, {
      ...pair,
      translate,
      glossary: this.glossary,
      protectedWords,
      memory: { get: (key) => memory.get(key), put: (key, translation) => memory.put(key, translation, output) },
      signal,
    });
    memory.keep(output);
    return made;
  }

  private asking(pair: { from: string; to: string }): TranslateText {
    const { providers, progress } = this.context;
    const { model, service = "", formality = "default" } = this.settings;
    return model === undefined
      ? byService(providers.translator!, pair, { provider: service, formality })
      : byWriter(providers.writer!, pair, { ...model, formality, progress });
  }

  private memoryOf(languages: string): Promise<TranslationMemory> {
    const known = this.memories.get(languages) ?? TranslationMemory.open(languages, this.setting, this.context);
    this.memories.set(languages, known);
    return known;
  }
}

const NOWHERE = { remember() {} };

function unchanged(planned: (text: string) => void): TranslateText {
  return async (text) => {
    planned(text);
    return text;
  };
}
