import { defineTaskPlugin, defineTry, type Random } from "../../kernel/index.js";
import { insertProblems } from "../_kit/inserts/index.js";
import { PlannedCalls, planTexts } from "../_kit/rewriting/plan-texts.js";
import { TextTranslator } from "../_kit/rewriting/text-translator.js";
import { textsIn, textsLine } from "../_kit/rewriting/texts-in.js";
import { refuseProblems, shownTexts, triedTexts } from "../_kit/rewriting/try-texts.js";
import { type TextJob, workTexts } from "../_kit/rewriting/work-texts.js";
import { endReading, noteHowItReads } from "../_kit/web/run-web.js";
import { bulkTranslatorProblems, serviceName, usesModel } from "./checks.js";
import { type Inserting, inserting } from "./inserting.js";
import { doneJob, failedRow, plannedJob } from "./job.js";
import { targetLanguages } from "./languages.js";
import { type BulkTranslatorOptions, bulkTranslatorOptions, type Context, type Used, type Working } from "./options.js";

const tryOfTexts = defineTry<BulkTranslatorOptions, typeof triedTexts, never, Used>({
  asks: triedTexts,
  async show({ texts }, context) {
    refuseProblems(await bulkTranslatorProblems(context.options, context.providers), context);
    const { jobs, each } = await workIn(context, inserting(context, true));
    return await shownTexts(jobs, texts, context, each);
  },
});

export const bulktranslator = defineTaskPlugin({
  type: "bulktranslator",
  words: "bulk translator",
  title: "Bulk Translator",
  summary:
    "Translates folders of texts, HTML and Markdown into one or several languages, with a glossary, and spins them.",
  uses: ["folder", "translator", "writer", "spinner", "paraphraser", "web", "images", "video"],
  options: bulkTranslatorOptions,
  // One line: which files there are is known when the folder is read.
  inputs: (options) => [textsLine(options) ?? ""],
  check: (options, { providers }) => bulkTranslatorProblems(options, providers),
  try: tryOfTexts,
  run: (_line, context) => translateAll(context),
  // The texts have rows of their own.
  failure: (line, { message, facts }) =>
    facts["hasRows"] === true ? null : { file: line, lang: "", status: "failed", error: message },
  finish: (context) => endReading(context),
});

async function translateAll(context: Context): Promise<void> {
  const { options, log, checkpoints } = context;
  const claims: string[] = [];
  // Nobody else writes checkpoints with images.
  for await (const { value } of checkpoints()) claims.push(...((value["images"] ?? []) as string[]));
  const { jobs, each } = await workIn(context, inserting(context, false, claims));
  if (!options.dryRun) {
    // Errors were told by the check; it is images alone that the web is read for.
    for (const { message, severity } of await insertProblems(options)) if (severity === "warning") log.warn(message);
    if (options.articleUseImages) noteHowItReads(context);
    return await workTexts(jobs, context, each);
  }
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

/** Each text in each language, and how it is done. */
async function workIn(context: Working, inserting: Inserting) {
  const { options, providers, signal } = context;
  const sources = await textsIn(options, providers.folder, signal);
  const targets = targetLanguages(options);
  const translator = translatorIn(context);
  return {
    jobs: sources.flatMap((source) => targets.map((target) => ({ source, target }))),
    each: {
      work: (job: TextJob, random: Random) => doneJob(job, random, translator, { ...context, inserting }),
      failureRow: failedRow,
    },
  };
}

function translatorIn(context: Working, planned?: (text: string) => void): TextTranslator {
  const { options } = context;
  const { glossaryFile, protectedWordsFile, writerProvider, formality } = options;
  return new TextTranslator(
    {
      glossary: glossaryFile,
      protectedWords: protectedWordsFile,
      service: serviceName(options),
      formality,
      model: usesModel(options) ? { provider: writerProvider.trim() } : undefined,
      planned,
    },
    context,
  );
}
