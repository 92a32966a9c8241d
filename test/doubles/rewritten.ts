import { loadEnglish } from "../../src/adapters/text/language-data.js";
import { createRewriter, type Rewrite } from "../../src/engines/text/rewriting/rewriter.js";

/** The language data of the package, with which the sentences of a test are rewritten. */
export const english = await loadEnglish();

/** The rewriter of these data. */
export const rewriter = createRewriter(english);

/** The rewritings of every sentence of a text, those of one sentence best first. */
export const rewritesOf = (text: string): readonly Rewrite[] =>
  english.tagger.tag(text).flatMap((sentence) => rewriter.rewrites(sentence, text));

/** What these rewritings say. */
export const textsOf = (text: string): readonly string[] => rewritesOf(text).map((rewrite) => rewrite.text);
