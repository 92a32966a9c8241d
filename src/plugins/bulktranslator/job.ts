import { languageOf } from "../../engines/language.js";
import { type JsonObject, type Random, ScriptoriumError, shown } from "../../kernel/index.js";
import { junkFilter } from "../_kit/inserts/junk-filter.js";
import { FORM_TYPES, type Form, inUtf8 } from "../_kit/rewriting/forms.js";
import { changeOf, readWords } from "../_kit/rewriting/measures.js";
import { withoutHtml } from "../_kit/rewriting/plain-form.js";
import type { PlannedCalls, PlannedText } from "../_kit/rewriting/plan-texts.js";
import { textReplacer } from "../_kit/rewriting/replaced-text.js";
import { skipOtherLanguages } from "../_kit/rewriting/skipped-texts.js";
import type { TextTranslator } from "../_kit/rewriting/text-translator.js";
import { type Outcome, type OutFile, outPath, type TextJob } from "../_kit/rewriting/work-texts.js";
import { withoutJunk } from "../_kit/text-inserts/without-junk.js";
import { serviceName, usesModel } from "./checks.js";
import { type Inserting, withInserts } from "./inserting.js";
import { languagesIn, routeOf, sourceLanguage } from "./languages.js";
import type { Working } from "./options.js";
import { spunTexts } from "./spin-job.js";

/** Translates and spins one text into one language. */
export async function doneJob(
  job: TextJob,
  random: Random,
  translator: TextTranslator,
  context: Working & { readonly inserting: Inserting },
): Promise<Outcome> {
  const { options, log } = context;
  const { file } = job.source;
  const { source, form, asText, route, from, lang } = await opened(job, context);
  const made = await translator.translated(source, form, route);
  const replaced = textReplacer(options.articleReplaceFilterFile)(made.text, { form, language: lang, random });
  const spun = await spunTexts(replaced, { form, language: lang, random }, context);
  noteOf(file, made, spun.notes, context);
  const change = spun.change ?? changeOf(readWords(source), readWords(replaced));
  const inserted = await withInserts(spun.texts, { job, form, asText, source, from, lang }, random, context);
  const files = inserted.texts.map(
    (text, number): OutFile => ({
      path: outPath(`out/${lang}`, file, { number, asText }),
      content: inUtf8(text, form),
      type: FORM_TYPES[form],
    }),
  );
  const [least, most] = [options.minChange, options.maxChange].toSorted((one, other) => one - other) as [
    number,
    number,
  ];
  const isOdd = change.changedRatio < least || change.changedRatio > most;
  if (isOdd)
    log.warn(
      `${file}: its changedRatio is ${change.changedRatio}, and ${least} to ${most} is asked for. Look at ${files[0]!.path}.`,
    );
  return {
    files,
    kept: { images: [...inserted.claims] },
    row: rowOf({
      file,
      lang,
      chars: source.length,
      changedRatio: change.changedRatio,
      // Words of two languages have nothing to do with each other.
      similarity: spun.change !== undefined || from === lang ? change.similarity : null,
      variantCount: files.length,
      pieces: made.pieces,
      fromMemory: made.fromMemory,
      keptPieces: made.kept,
      rejectedUnits: spun.rejected,
      missedTerms: made.missedTerms.join(", "),
      ...inserted.row,
      outFile: files[0]!.path,
      status: isOdd ? "check" : "ok",
    }),
  };
}

/** What would become of one text in one language. */
export async function plannedJob(
  job: TextJob,
  { translator, calls }: { readonly translator: TextTranslator; readonly calls: PlannedCalls },
  context: Working,
): Promise<PlannedText> {
  const { options, providers } = context;
  const { file } = job.source;
  const { source, form, asText, route, lang } = await opened(job, context);
  const { pieces, fromMemory } = await translator.translated(source, form, route);
  const hasVariants = options.spinMode === "spin" || options.spinMode === "paraphrase";
  const cost = usesModel(options)
    ? calls.ofModel(providers.writer, options.writerProvider.trim())
    : calls.ofService(providers.translator, serviceName(options));
  return {
    chars: source.length,
    sentChars: calls.chars,
    costs: [cost],
    row: rowOf({
      ...{ file, lang, chars: source.length, pieces, fromMemory, status: "planned" },
      variantCount: hasVariants ? options.variants : 1,
      outFile: outPath(`out/${lang}`, file, { number: 0, asText }),
    }),
  };
}

/** A text as it is worked on, and the languages that it goes through. */
async function opened({ source: { file, form: given, read }, target }: TextJob, context: Working) {
  const raw = await read(context.signal);
  skipOtherLanguages(raw, file, context.options);
  const asText = given === "html" && !context.options.keepHtml;
  const form: Form = asText ? "txt" : given;
  const source = wanted(asText ? withoutHtml(raw) : raw, form, file, context.options);
  const route = routeFor(source, file, target, context);
  return { source, form, asText, route, from: route[0]!, lang: route.at(-1)! };
}

/** The text without what `articleJunkFilterFile` leaves out. Throws empty-result where that is all of it. */
function wanted(text: string, form: Form, file: string, { articleJunkFilterFile }: Working["options"]): string {
  if (articleJunkFilterFile.length === 0) return text;
  const left = withoutJunk(text, form, junkFilter(articleJunkFilterFile));
  if (left.trim() !== "") return left;
  throw new ScriptoriumError(
    "empty-result",
    `articleJunkFilterFile leaves nothing of ${shown(file)}. Take out the line that is in all of its sentences.`,
    { field: "articleJunkFilterFile" },
  );
}

/** The languages that a text goes through, its own first. */
function routeFor(source: string, file: string, target: string, { options }: Working): readonly string[] {
  const via = languagesIn(options.translateVia, "translateVia");
  const from = sourceLanguage(options) ?? languageOf(source);
  if (from !== "" || (target === "" && via.length === 0))
    return routeOf(from === "" ? UNDETERMINED : from, target, via);
  throw new ScriptoriumError(
    "bad-input",
    `The language of ${shown(file)} cannot be told. Set articleSpinnerTranslateSource to it.`,
    { field: "articleSpinnerTranslateSource" },
  );
}

/** As ISO 639 calls a language that nobody can tell. */
const UNDETERMINED = "und";

function noteOf(
  file: string,
  { kept, missedTerms }: { readonly kept: number; readonly missedTerms: readonly string[] },
  notes: readonly string[],
  { log }: Working,
): void {
  for (const note of notes) log.warn(`${file}: ${note}`);
  if (kept > 0) {
    const parts = kept === 1 ? "one part stays" : `${kept} parts stay`;
    log.warn(
      `${file}: ${parts} as it was, because every translation had other numbers or markup. Look at the text before you use it.`,
    );
  }
  if (missedTerms.length > 0)
    log.warn(
      `${file}: glossaryFile has no translation for ${missedTerms.join(", ")}, a form of one of its terms. Add a line for it.`,
    );
}

export function failedRow({ source, target }: TextJob, { message }: ScriptoriumError): JsonObject {
  return rowOf({ file: source.file, lang: target, status: "failed", error: message });
}

/** The columns of the results. */
function rowOf(facts: JsonObject): JsonObject {
  return {
    file: "",
    lang: "",
    chars: 0,
    changedRatio: null,
    similarity: null,
    variantCount: 0,
    pieces: 0,
    fromMemory: 0,
    keptPieces: 0,
    rejectedUnits: 0,
    missedTerms: "",
    images: 0,
    licence: "",
    imagesUsed: [],
    outFile: "",
    status: "",
    error: "",
    ...facts,
  };
}
