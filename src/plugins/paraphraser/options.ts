import { z } from "zod";
import { basic, LANGUAGES, marked, type TaskContext, type TryContext } from "../../kernel/index.js";
import { choice, decimal, flag, lines, text, whole } from "../_kit/option-fields.js";
import { REWRITE_STRENGTHS } from "../_kit/rewriting/rewriters.js";
import { textsInFields } from "../_kit/rewriting/texts-in.js";
import { REWRITE_UNITS } from "../_kit/rewriting/units.js";

const CODES = Object.keys(LANGUAGES).join(", ");

/** The data object of a paraphraser. */
export const paraphraserOptions = z.object({
  ...textsInFields,
  paraphraseProvider: choice(
    { of: ["builtin", "llm"], usual: "builtin" },
    "Who rewrites: the engine of the server, or a language model of its settings (`llm`).",
  ),
  writerProvider: marked(text("", "With `llm`, which of the language models by its name; empty for the first."), {
    group: "ai",
  }),
  strength: basic(
    choice(
      { of: REWRITE_STRENGTHS, usual: "standard" },
      "How far a rewriting may go: `light` exchanges words, `standard` builds new sentences where it can, `strong` takes of many ways those that go furthest.",
    ),
    "strong",
  ),
  sourcelanguage: marked(basic(text("en", `The language of the texts: one of ${CODES}.`), "en"), {
    title: "Language of the texts",
  }),
  finallanguage: marked(
    basic(
      text(
        "",
        "The language of the result, one of the same; empty for that of the texts. Another one needs a translation service.",
      ),
      "de",
    ),
    { title: "Language of the result" },
  ),
  unit: choice({ of: REWRITE_UNITS, usual: "sentence" }, "What is rewritten, checked and rejected at once."),
  output: basic(
    choice({ of: ["plain", "spintax"], usual: "plain" }, "Finished texts, or one with all ways in spintax."),
    "spintax",
  ),
  variants: basic(whole({ from: 1, to: 20, usual: 1 }, "How many plain texts are written of each."), 3),
  protectedWordsFile: lines("Words and phrases that stay as they are, one per line."),
  keepNumbers: flag(true, "A rewriting that changes a number is rejected."),
  keepHtml: flag(true, "HTML stays HTML; off writes its words as plain text."),
  minSimilarity: decimal(
    { from: 0, to: 1, usual: 0.75 },
    "Least similarity of a rewriting to its unit: the share of words that stayed, those that another word stands for counting half. What is less like it is rejected.",
  ),
  maxOverlap: decimal(
    { from: 0, to: 1, usual: 0.6 },
    "Most overlap with the source: the share of its runs of five words that are still there. Ways below it are preferred, and a file above it has the status `check`.",
  ),
  tone: marked(text("", "Such as `friendly`; only with `llm`."), { group: "ai" }),
  dryRun: flag(
    false,
    "Says in the log and the rows which files would be written, how many characters would be sent and about what that costs. Nothing is sent or written.",
  ),
});

export type ParaphraserOptions = z.output<typeof paraphraserOptions>;
export type Used = "folder" | "translator" | "writer" | "spinner" | "paraphraser";
export type Context = TaskContext<ParaphraserOptions, never, Used>;
export type Trying = TryContext<ParaphraserOptions, never, Used>;
/** What the work of one text needs, in a run and in a try. */
export type Working = Pick<Context, keyof Context & keyof Trying>;
