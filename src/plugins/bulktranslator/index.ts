import { defineTaskPlugin } from "../../kernel/index.js";
import { TextTranslator } from "../_kit/rewriting/text-translator.js";
import { textsIn, textsLine } from "../_kit/rewriting/texts-in.js";
import { workTexts } from "../_kit/rewriting/work-texts.js";
import { bulkTranslatorProblems } from "./checks.js";
import { doneJob, failedRow } from "./job.js";
import { targetLanguages } from "./languages.js";
import { bulkTranslatorOptions, type Context } from "./options.js";

export const bulktranslator = defineTaskPlugin({
  type: "bulktranslator",
  words: "bulk translator",
  title: "Bulk Translator",
  summary:
    "Translates folders of texts, HTML and Markdown into one or several languages, with a glossary, and spins them.",
  uses: ["folder", "translator", "writer", "spinner", "paraphraser"],
  options: bulkTranslatorOptions,
  // One line: which files there are is known when the folder is read.
  inputs: (options) => [textsLine(options) ?? ""],
  check: (options, { providers }) => bulkTranslatorProblems(options, providers),
  run: (_line, context) => translateAll(context),
  // The texts have rows of their own.
  failure: (line, { message, facts }) =>
    facts["hasRows"] === true ? null : { file: line, lang: "", status: "failed", error: message },
});

async function translateAll(context: Context): Promise<void> {
  const { options, providers, signal } = context;
  const sources = await textsIn(options, providers.folder, signal);
  const targets = targetLanguages(options);
  const { glossaryFile, protectedWordsFile, translateProvider, writerProvider, formality } = options;
  const translator = new TextTranslator(
    {
      glossary: glossaryFile,
      protectedWords: protectedWordsFile,
      model: translateProvider === "llm" ? { provider: writerProvider.trim(), formality } : undefined,
    },
    context,
  );
  await workTexts(
    sources.flatMap((source) => targets.map((target) => ({ source, target }))),
    context,
    {
      work: (job, random) => doneJob(job, random, translator, context),
      failureRow: failedRow,
    },
  );
}
