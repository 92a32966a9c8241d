import type { InsertContext } from "../_kit/inserts/index.js";
import { cleanHeading } from "./headings.js";
import type { KeywordLine } from "./keyword-line.js";
import type { Material } from "./material.js";
import type { RunState } from "./preparation.js";
import type { Context } from "./sources.js";
import { targetLanguage } from "./translated.js";

/** What the inserts of an article can be made of; `phrases` go with its keyword. */
export function insertContext(
  { category }: KeywordLine,
  { paragraphs }: Material,
  phrases: readonly string[],
  { random, log, signal, options, providers, state }: Context & { readonly state: RunState },
): InsertContext {
  const headings = new Map<string, string>();
  // Those of a translated article would be in another language.
  if (options.articleUseHeadingInsert && targetLanguage(options) === undefined) {
    for (const { heading, sentences } of paragraphs) {
      for (const sentence of sentences) {
        if (sentence !== undefined) headings.set(sentence.original ?? sentence.text, cleanHeading(heading));
      }
    }
  }
  return {
    ...{ random, log, signal, category, phrases },
    session: state.session,
    video: providers.video,
    headingOf: ({ original, text }) => headings.get(original ?? text) ?? "",
  };
}
