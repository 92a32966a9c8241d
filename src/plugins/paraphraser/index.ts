import { defineTaskPlugin, defineTry, type Random } from "../../kernel/index.js";
import { PlannedCalls, planTexts } from "../_kit/rewriting/plan-texts.js";
import { TextTranslator } from "../_kit/rewriting/text-translator.js";
import { textsIn, textsLine } from "../_kit/rewriting/texts-in.js";
import { refuseProblems, shownTexts, triedTexts } from "../_kit/rewriting/try-texts.js";
import { type TextJob, workTexts } from "../_kit/rewriting/work-texts.js";
import { paraphraserProblems } from "./checks.js";
import { doneJob, failedRow, plannedJob } from "./job.js";
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
  if (!context.options.dryRun) return await workTexts(jobs, context, each);
  let calls = new PlannedCalls();
  const translator = translatorIn(context, (text) => calls.add(text));
  await planTexts(jobs, context, {
    plan(job) {
      calls = new PlannedCalls();
      return plannedJob(job, { translator, calls }, context);
    },
    failureRow: failedRow,
  });
}

/** Each text, and how it is done. */
async function workIn(context: Working) {
  const { options, providers, signal } = context;
  const sources = await textsIn(options, providers.folder, signal);
  const translator = translatorIn(context);
  return {
    jobs: sources.map((source) => ({ source, target: "" })),
    each: {
      work: (job: TextJob, random: Random) => doneJob(job, random, translator, context),
      failureRow: failedRow,
    },
  };
}

function translatorIn(context: Working, planned?: (text: string) => void): TextTranslator {
  return new TextTranslator({ glossary: [], protectedWords: context.options.protectedWordsFile, planned }, context);
}
