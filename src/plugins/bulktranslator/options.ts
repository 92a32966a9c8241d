import { z } from "zod";
import { basic, marked, type TaskContext, type TryContext } from "../../kernel/index.js";
import { imageInsertFields } from "../_kit/image-insert/options.js";
import { insertFields, junkFilterFields } from "../_kit/inserts/index.js";
import { choice, decimal, flag, lines, text, whole } from "../_kit/option-fields.js";
import { textsInFields } from "../_kit/rewriting/texts-in.js";
import { webFields } from "../_kit/web/options.js";

/** The data object of a bulk translator. */
export const bulkTranslatorOptions = z.object({
  ...textsInFields,
  articleSpinnerTranslateSource: marked(
    basic(text("auto", "The language of the texts, such as `en`; `auto` finds it out for each."), "en"),
    { group: "main", title: "Language of the texts" },
  ),
  articleSpinnerTranslateTarget: marked(
    basic(
      text("", "The language to translate into, or several as `de,fr,es`. Empty to translate nothing and spin only."),
      "de",
      "de,fr,es",
    ),
    { group: "main", title: "Language to translate into" },
  ),
  translateVia: text(
    "",
    "Languages to go through, such as `es`; with a target that is the language of the text, or none, a round trip that says it in other words.",
  ),
  translateProvider: basic(
    text(
      "default",
      "Who translates: the translation services of the server's settings in their order (`default`), one of them by its name there, such as `deepl`, or a language model of the settings (`llm`).",
    ),
    "llm",
  ),
  writerProvider: marked(
    text(
      "",
      "With `llm`, and for headings of the source `ai`, which of the language models by its name; empty for the first.",
    ),
    { group: "ai" },
  ),
  glossaryFile: marked(
    lines(
      "How terms are translated, one per line: `term|translation`, or `term|translation|de` for one language. Their plurals are formed where that is simple.",
    ),
    { group: "rewriting" },
  ),
  formality: choice(
    { of: ["default", "more", "less"], usual: "default" },
    "How the reader is addressed, in languages that know the difference; heeded by `llm` and by services of the kind `deepl`.",
  ),
  protectedWordsFile: marked(lines("Words and phrases that are never translated and never spun, one per line."), {
    group: "rewriting",
  }),
  ...junkFilterFields,
  ...imageInsertFields,
  ...insertFields,
  spinMode: marked(
    basic(
      choice(
        { of: ["none", "spin", "spintax", "paraphrase"], usual: "none" },
        "What is done with the text, after it was translated: nothing, other words (`spin`), spintax, or other sentences (`paraphrase`).",
      ),
      "spin",
    ),
    { group: "rewriting" },
  ),
  spinLevel: marked(
    choice(
      { of: ["low", "medium", "high"], usual: "medium" },
      "How sure the spinner has to be of a word: `high` takes only the safest.",
    ),
    { group: "rewriting" },
  ),
  spinUnits: marked(
    lines("What is exchanged: any of `words`, `phrases`, `sentences`, `paragraphs`.", ["words", "phrases"]),
    { group: "rewriting" },
  ),
  nestedSpin: marked(flag(false, "Choices may stand within the options of others."), { group: "rewriting" }),
  keepOriginalOption: marked(flag(true, "What the text has is one of the options of each choice."), {
    group: "rewriting",
  }),
  protectCapitalised: marked(flag(true, "Words with a capital that stand within a sentence are not spun."), {
    group: "rewriting",
  }),
  variants: basic(
    whole({ from: 1, to: 50, usual: 1 }, "How many plain texts are written of each, with `spin` and `paraphrase`."),
    3,
  ),
  reorderParagraphs: marked(
    flag(
      false,
      "Paragraphs between two headings are put in another order; the first, the last and those that go on from another keep their places. Only with spinning.",
    ),
    { group: "rewriting" },
  ),
  keepHtml: flag(true, "HTML stays HTML; off writes its words as plain text."),
  minChange: marked(
    decimal({ from: 0, to: 1, usual: 0 }, "Least `changedRatio`; below it the status of the row is `check`."),
    { group: "rewriting" },
  ),
  maxChange: marked(
    decimal({ from: 0, to: 1, usual: 1 }, "Most `changedRatio`; above it the status of the row is `check`."),
    { group: "rewriting" },
  ),
  dryRun: flag(
    false,
    "Says in the log and the rows which files would be written, how many characters would be sent and about what that costs. Nothing is sent or written.",
  ),
  ...webFields,
});

export type BulkTranslatorOptions = z.output<typeof bulkTranslatorOptions>;
export type Used = "folder" | "translator" | "writer" | "spinner" | "paraphraser" | "web" | "images" | "video";
export type Context = TaskContext<BulkTranslatorOptions, never, Used>;
export type Trying = TryContext<BulkTranslatorOptions, never, Used>;
/** What the work of one text needs, in a run and in a try. */
export type Working = Pick<Context, keyof Context & keyof Trying>;
