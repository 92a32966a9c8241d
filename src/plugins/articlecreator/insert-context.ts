import type { InsertContext } from "../_kit/inserts/index.js";
import type { KeywordLine } from "./keyword-line.js";
import type { Material } from "./material.js";
import type { RunState } from "./preparation.js";
import type { Context } from "./sources.js";

/** What the inserts of an article can be made of; `phrases` go with its keyword. */
export function insertContext(
  { category }: KeywordLine,
  { sources }: Material,
  phrases: readonly string[],
  { random, log, signal, providers, state }: Context & { readonly state: RunState },
): InsertContext {
  const headings = sources.flatMap(({ blocks }) =>
    blocks.flatMap(({ kind, text }) => (kind === "heading" ? [text] : [])),
  );
  return { random, log, signal, session: state.session, video: providers.video, category, headings, phrases };
}
