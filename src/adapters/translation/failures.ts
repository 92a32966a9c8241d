import { ScriptoriumError } from "../../kernel/errors.js";
import { LANGUAGES } from "../../kernel/text/text-tools.js";

/** A translation service that did not answer as it should. `says` is one sentence of what is wrong and one of what to do. */
export function translationFailed(says: string, facts: Record<string, unknown>, cause?: unknown): ScriptoriumError {
  return new ScriptoriumError("TRANSLATION_FAILED", says, facts, cause === undefined ? {} : { cause });
}

/** A pair of languages that `who` has no translation for. */
export function pairMissing(who: string, from: string, to: string): ScriptoriumError {
  return new ScriptoriumError(
    "LANGUAGE_PAIR_MISSING",
    `${who} cannot translate from ${languageName(from)} to ${languageName(to)}. Install these languages, or set up another translation service.`,
    { from, to },
  );
}

export function configInvalid(message: string, setting: string): ScriptoriumError {
  return new ScriptoriumError("CONFIG_INVALID", message, { setting });
}

/** Whether the error is one of ours with this code. */
export function hasCode(error: unknown, code: ScriptoriumError["code"]): error is ScriptoriumError {
  return ScriptoriumError.is(error) && error.code === code;
}

/** The English name of a language, for messages and prompts. */
export function languageName(code: string): string {
  return isLanguage(code) ? (LANGUAGES[code] ?? "") : "an unknown language";
}

export function isLanguage(code: string): boolean {
  return Object.hasOwn(LANGUAGES, code);
}

/** How messages of the services speak of them, and the code of their errors. */
export const TRANSLATION_SERVICE = { like: "a translation service", code: "TRANSLATION_FAILED" } as const;
