import { defineTaskPlugin } from "../../kernel/index.js";
import { TextTranslator } from "../_kit/rewriting/text-translator.js";
import { textsIn, textsLine } from "../_kit/rewriting/texts-in.js";
import { workTexts } from "../_kit/rewriting/work-texts.js";
import { paraphraserProblems } from "./checks.js";
import { doneJob, failedRow } from "./job.js";
import { type Context, paraphraserOptions } from "./options.js";

export const paraphraser = defineTaskPlugin({
  type: "paraphraser",
  words: "paraphraser",
  title: "Paraphraser",
  summary: "Says folders of texts, HTML and Markdown in other words, and keeps numbers, names and negations.",
  uses: ["folder", "translator", "writer", "spinner", "paraphraser"],
  options: paraphraserOptions,
  // One line: which files there are is known when the folder is read.
  inputs: (options) => [textsLine(options) ?? ""],
  check: (options, { providers }) => paraphraserProblems(options, providers),
  run: (_line, context) => paraphraseAll(context),
  // The texts have rows of their own.
  failure: (line, { message, facts }) =>
    facts["hasRows"] === true ? null : { file: line, status: "failed", error: message },
});

async function paraphraseAll(context: Context): Promise<void> {
  const { options, providers, signal } = context;
  const sources = await textsIn(options, providers.folder, signal);
  const translator = new TextTranslator({ glossary: [], protectedWords: options.protectedWordsFile }, context);
  await workTexts(
    sources.map((source) => ({ source, target: "" })),
    context,
    {
      work: (job, random) => doneJob(job, random, translator, context),
      failureRow: failedRow,
    },
  );
}
