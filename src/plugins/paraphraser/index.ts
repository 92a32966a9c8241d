import { defineTaskPlugin, defineTry, type Random } from "../../kernel/index.js";
import { TextTranslator } from "../_kit/rewriting/text-translator.js";
import { textsIn, textsLine } from "../_kit/rewriting/texts-in.js";
import { refuseProblems, shownTexts, triedTexts } from "../_kit/rewriting/try-texts.js";
import { type TextJob, workTexts } from "../_kit/rewriting/work-texts.js";
import { paraphraserProblems } from "./checks.js";
import { doneJob, failedRow } from "./job.js";
import { type Context, type ParaphraserOptions, paraphraserOptions, type Used, type Working } from "./options.js";

const tryOfTexts = defineTry<ParaphraserOptions, typeof triedTexts, never, Used>({
  asks: triedTexts,
  async show({ texts }, context) {
    refuseProblems(await paraphraserProblems(context.options, context.providers), context);
    const { jobs, each } = await workIn(context);
    return await shownTexts(jobs, texts, context, each);
  },
});

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
  try: tryOfTexts,
  run: (_line, context) => paraphraseAll(context),
  // The texts have rows of their own.
  failure: (line, { message, facts }) =>
    facts["hasRows"] === true ? null : { file: line, status: "failed", error: message },
});

async function paraphraseAll(context: Context): Promise<void> {
  const { jobs, each } = await workIn(context);
  await workTexts(jobs, context, each);
}

/** Each text, and how it is done. */
async function workIn(context: Working) {
  const { options, providers, signal } = context;
  const sources = await textsIn(options, providers.folder, signal);
  const translator = new TextTranslator({ glossary: [], protectedWords: options.protectedWordsFile }, context);
  return {
    jobs: sources.map((source) => ({ source, target: "" })),
    each: {
      work: (job: TextJob, random: Random) => doneJob(job, random, translator, context),
      failureRow: failedRow,
    },
  };
}
