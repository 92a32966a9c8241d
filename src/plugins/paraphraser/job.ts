import { escapeSpintax, type JsonObject, type Random, type ScriptoriumError } from "../../kernel/index.js";
import { FORM_TYPES, type Form, inUtf8 } from "../_kit/rewriting/forms.js";
import { changeOf, readWords } from "../_kit/rewriting/measures.js";
import { piecesOf } from "../_kit/rewriting/pieces.js";
import { withoutHtml } from "../_kit/rewriting/plain-form.js";
import { PlannedCalls, type PlannedText } from "../_kit/rewriting/plan-texts.js";
import { type RewrittenText, rewrittenText } from "../_kit/rewriting/rewrite-text.js";
import { builtInRewriter, writerRewriter } from "../_kit/rewriting/rewriters.js";
import { skipOtherLanguages } from "../_kit/rewriting/skipped-texts.js";
import type { TextTranslator } from "../_kit/rewriting/text-translator.js";
import { type Outcome, type OutFile, outPath, type TextJob } from "../_kit/rewriting/work-texts.js";
import { languagesOf } from "./checks.js";
import type { Working } from "./options.js";

/** Says one text in other words. */
export async function doneJob(
  job: TextJob,
  random: Random,
  translator: TextTranslator,
  context: Working,
): Promise<Outcome> {
  const { options, log } = context;
  const { file } = job.source;
  const { source, form, asText, from, to, inBetween } = await opened(job, context);
  const before = await translator.translated(source, form, route(from, inBetween));
  const rewriter = rewriterIn(inBetween, context);
  const made = await rewrittenText(before.text, { rewriter, ...howIn(form, inBetween, random, context) });
  const { texts, kept } = await finished(made, { form, route: route(inBetween, to) }, translator, context);
  for (const note of made.notes) log.warn(`${file}: ${note}`);
  if (before.kept + kept > 0)
    log.warn(
      `${file}: ${before.kept + kept} of its parts could not be translated without other numbers or markup. Look at the text before you use it.`,
    );
  if (made.rejected > 0)
    log.info(`${file}: ${made.rejected} of ${made.units} units stay as they were. The first: ${made.firstFault}`);
  const { overlap, similarity } = changeOf(readWords(before.text), readWords(made.variant(0)));
  const files = texts.map(
    (text, number): OutFile => ({
      path: outPath("out", file, { number, asText }),
      content: inUtf8(text, form),
      type: FORM_TYPES[form],
    }),
  );
  const isOdd = overlap > options.maxOverlap && made.units > 0;
  return {
    files,
    row: rowOf({
      file,
      units: made.units,
      rewritten: made.rewritten,
      overlap,
      similarity,
      rejectedUnits: made.rejected,
      variantCount: files.length,
      outFile: files[0]!.path,
      status: isOdd ? "check" : "ok",
    }),
  };
}

/** What would become of one text. */
export async function plannedJob(
  job: TextJob,
  { translator, calls }: { readonly translator: TextTranslator; readonly calls: PlannedCalls },
  context: Working,
): Promise<PlannedText> {
  const { options, providers, random } = context;
  const { file } = job.source;
  const { source, form, asText, from, to, inBetween } = await opened(job, context);
  await translator.translated(source, form, route(from, inBetween));
  const asked = new PlannedCalls();
  const rewriter = async (unit: string) => {
    if (options.paraphraseProvider === "llm") asked.add(unit, waysOf(options));
    return { ways: [] };
  };
  const { units } = await rewrittenText(source, { rewriter, ...howIn(form, inBetween, random, context) });
  const variantCount = options.output === "spintax" ? 1 : options.variants;
  // Each way to say it is another text to the service.
  const again = options.output === "spintax" ? TRANSLATED : options.variants;
  if (inBetween !== to) calls.add(source, again);
  return {
    chars: source.length,
    sentChars: calls.chars + asked.chars,
    costs: [calls.ofService(providers.translator, ""), asked.ofModel(providers.writer, options.writerProvider.trim())],
    row: rowOf({ file, units, variantCount, outFile: outPath("out", file, { number: 0, asText }), status: "planned" }),
  };
}

/** A text as it is worked on, and its languages. */
async function opened({ source: { file, form: given, read } }: TextJob, { options, signal }: Working) {
  const raw = await read(signal);
  skipOtherLanguages(raw, file, options);
  const asText = given === "html" && !options.keepHtml;
  const { from, to } = languagesOf(options);
  return {
    ...{ source: asText ? withoutHtml(raw) : raw, form: asText ? ("txt" as const) : given, asText, from, to },
    // The engine knows English best: what becomes another language anyway is rewritten in it.
    inBetween: from === to ? from : "en",
  };
}

function howIn(form: Form, language: string, random: Random, { options, signal }: Working) {
  const { unit, protectedWordsFile: protectedWords, keepNumbers: keepsNumbers, minSimilarity, maxOverlap } = options;
  return { form, unit, language, protectedWords, keepsNumbers, minSimilarity, maxOverlap, random, signal };
}

/** How often a language model is asked for each unit. */
function waysOf({ output, variants }: Working["options"]): number {
  return output === "spintax" ? 3 : Math.min(variants, 5);
}

const route = (from: string, to: string) => (from === to ? [from] : [from, to]);

function rewriterIn(language: string, { options, providers, signal, progress }: Working) {
  const { strength, tone, protectedWordsFile: protectedWords } = options;
  const shared = { language, protectedWords, signal };
  // `check` has looked for the one that is asked for.
  if (options.paraphraseProvider === "builtin")
    return builtInRewriter({ paraphraser: providers.paraphraser!, spinner: providers.spinner, strength }, shared);
  const ways = waysOf(options);
  const provider = options.writerProvider.trim();
  return writerRewriter({ writer: providers.writer!, provider, strength, tone, ways, progress }, shared);
}

/** Ways to say a sentence that are translated, for spintax. */
const TRANSLATED = 2;

/** The texts as they are written. */
async function finished(
  made: RewrittenText,
  { form, route }: { readonly form: Form; readonly route: readonly string[] },
  translator: TextTranslator,
  { options }: Working,
): Promise<{ readonly texts: readonly string[]; readonly kept: number }> {
  const isSpintax = options.output === "spintax";
  if (isSpintax && route.length === 1) return { texts: [made.spintax()], kept: 0 };
  const count = isSpintax ? TRANSLATED : options.variants;
  const plain = [...new Set(Array.from({ length: count }, (_, number) => made.variant(number)))];
  const translated = [];
  for (const text of plain) translated.push(await translator.translated(text, form, route));
  const texts = translated.map(({ text }) => text);
  const kept = Math.max(...translated.map((each) => each.kept));
  return { texts: isSpintax ? [joined(texts, form)] : [...new Set(texts)], kept };
}

/** The ways to say each paragraph as a choice. */
function joined([text = "", ...others]: readonly string[], form: Form): string {
  const pieces = piecesOf(text, form);
  const other = others
    .map((one) => ({ one, pieces: piecesOf(one, form) }))
    .filter((each) => each.pieces.length === pieces.length);
  let out = "";
  let at = 0;
  for (const [index, { start, end }] of pieces.entries()) {
    const ways = new Set([text.slice(start, end)]);
    for (const { one, pieces } of other) ways.add(one.slice(pieces[index]!.start, pieces[index]!.end));
    const options = [...ways].map(escapeSpintax);
    out += escapeSpintax(text.slice(at, start)) + (options.length === 1 ? options[0]! : `{${options.join("|")}}`);
    at = end;
  }
  return out + escapeSpintax(text.slice(at));
}

export function failedRow({ source }: TextJob, { message }: ScriptoriumError): JsonObject {
  return rowOf({ file: source.file, status: "failed", error: message });
}

/** The columns of the results. */
function rowOf(facts: JsonObject): JsonObject {
  return {
    file: "",
    units: 0,
    rewritten: 0,
    overlap: null,
    similarity: null,
    rejectedUnits: 0,
    variantCount: 0,
    outFile: "",
    status: "",
    error: "",
    ...facts,
  };
}
