import { inject, injectable } from "../di.js";
import { ScriptoriumError } from "../errors.js";
import {
  ABOUT_ME_VOICES,
  type AboutMeVoice,
  type ProviderName,
  type Providers,
  SPIN_STRENGTHS,
  type SpinStrength,
  type TextResult,
} from "../providers.js";
import { PROVIDERS } from "../tokens.js";
import { shown } from "../values/json.js";
import { noProvider, toHaveProvider } from "../values/provider-settings.js";

/** Languages that `sourcelanguage` and `finallanguage` of a paraphrase may name. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  en: "English",
  ar: "Arabic",
  az: "Azerbaijani",
  zh: "Chinese",
  nl: "Dutch",
  fi: "Finnish",
  fr: "French",
  de: "German",
  hi: "Hindi",
  hu: "Hungarian",
  id: "Indonesian",
  ga: "Irish",
  it: "Italian",
  ja: "Japanese",
  ko: "Korean",
  pl: "Polish",
  pt: "Portuguese",
  ru: "Russian",
  es: "Spanish",
  sv: "Swedish",
  tr: "Turkish",
  uk: "Ukrainian",
  vi: "Vietnamese",
};

interface CallOptions {
  /** The same seed and input give the same output. Spinning and paraphrasing are the same each time without one too. */
  readonly seed?: string;
  readonly signal?: AbortSignal;
}

/** Spinning, paraphrasing and about-me texts, over whichever providers are configured. */
@injectable()
export class TextTools {
  constructor(@inject(PROVIDERS) private readonly providers: Partial<Providers>) {}

  /**
   * The text in spintax, its words replaced where others fit. Throws INPUT_REFUSED, PROVIDER_MISSING, and what the
   * provider throws.
   */
  async spin(
    text: string,
    options: CallOptions & {
      /** Words and phrases that must not change, whatever their case and ending. */
      readonly protectedWords?: readonly string[];
      /** `default` by default. */
      readonly strength?: SpinStrength;
      /** ISO 639-1 code; found out from the text by default. */
      readonly language?: string;
    } = {},
  ): Promise<TextResult> {
    const { strength, language } = options;
    if (language !== undefined && !isLanguageCode(language)) {
      throw new ScriptoriumError(
        "INPUT_REFUSED",
        `language is "${shown(language)}", which is no ISO 639-1 code. Use two small letters, such as en or fr, or leave it out to have it found out.`,
        { field: "language" },
      );
    }
    if (strength !== undefined && !SPIN_STRENGTHS.includes(strength)) {
      throw new ScriptoriumError(
        "INPUT_REFUSED",
        `strength is "${shown(String(strength))}", which is not known. Use one of: ${SPIN_STRENGTHS.join(", ")}.`,
        { field: "strength" },
      );
    }
    return await this.provider("spinner").spin(text, { protectedWords: [], ...complete(options) });
  }

  /**
   * The text rewritten sentence by sentence, in spintax. Throws INPUT_REFUSED for a language that is not one of
   * LANGUAGES, NOT_ENTITLED when a licence provider refuses the login, PROVIDER_MISSING, and what the provider throws.
   */
  async paraphrase(
    text: string,
    login: string,
    options: CallOptions & {
      /** That of the text, one of LANGUAGES; `en` by default. */
      readonly sourceLanguage?: string;
      /** The one to translate the result into, one of LANGUAGES; not translated by default. */
      readonly finalLanguage?: string;
      /** Words and phrases that must not change, whatever their case and ending. */
      readonly protectedWords?: readonly string[];
    } = {},
  ): Promise<TextResult> {
    const { sourceLanguage = "en", finalLanguage } = options;
    checkLanguage("sourcelanguage", sourceLanguage);
    if (finalLanguage !== undefined) checkLanguage("finallanguage", finalLanguage);
    if (this.providers.licence && !(await this.providers.licence.entitled(login, "paraphrase"))) {
      throw new ScriptoriumError(
        "NOT_ENTITLED",
        'This login may not paraphrase on this server. Use one that may; the setting "logins" of the server names them.',
      );
    }
    return await this.provider("paraphraser").paraphrase(text, {
      protectedWords: [],
      ...complete(options),
      sourceLanguage,
    });
  }

  /**
   * An about-me text for the keyword. Throws INPUT_REFUSED for a voice that is not known, PROVIDER_MISSING, and what the
   * provider throws.
   */
  async aboutMe(
    keyword: string,
    options: CallOptions & {
      /** Who speaks; by default the one that suits the keyword. */
      readonly voice?: AboutMeVoice;
    } = {},
  ): Promise<TextResult> {
    const { voice } = options;
    if (voice !== undefined && !ABOUT_ME_VOICES.includes(voice)) {
      throw new ScriptoriumError(
        "INPUT_REFUSED",
        `voice is "${shown(String(voice))}", which is not known. Use one of: ${ABOUT_ME_VOICES.join(", ")}.`,
        { field: "voice" },
      );
    }
    return await this.provider("aboutMe").aboutMe(keyword, complete(options));
  }

  private provider<Name extends ProviderName>(name: Name): Providers[Name] {
    const provider: Providers[Name] | undefined = this.providers[name];
    if (provider !== undefined) return provider;
    throw new ScriptoriumError("PROVIDER_MISSING", `${noProvider(name)} ${toHaveProvider(name)}`, { provider: name });
  }
}

const never = new AbortController().signal;

function complete<Options extends CallOptions>(options: Options): Options & { readonly signal: AbortSignal } {
  return { ...options, signal: options.signal ?? never };
}

/** Whether a code of two letters means a language; 23 of them are LANGUAGES. */
export function isLanguageCode(code: string): boolean {
  return (
    /^[a-z]{2}$/.test(code) &&
    new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(code) !== undefined
  );
}

function checkLanguage(field: string, code: string): void {
  if (Object.hasOwn(LANGUAGES, code)) return;
  throw new ScriptoriumError(
    "INPUT_REFUSED",
    `${field} is "${shown(code)}", which is not a language code that this server knows. Use one of: ${Object.keys(LANGUAGES).join(", ")}.`,
    { field },
  );
}
