import { ScriptoriumError } from "../../../kernel/index.js";
import type { ArticleBody } from "../../_kit/article-body/index.js";
import { checkHeadingWriter, wantsWrittenHeadings } from "../../_kit/inserts/index.js";
import { ANSWERS, answerSchema, asking } from "../../_kit/writing/asking.js";
import { type BudgetedWriter, budgetedWriter } from "../../_kit/writing/budgeted-writer.js";
import { chosenWriter } from "../../_kit/writing/chosen-writer.js";
import type { UsageLedger } from "../../_kit/writing/usage.js";
import type { KeywordLine } from "../keyword-line.js";
import type { Material } from "../material.js";
import type { ArticleCreatorOptions } from "../options.js";
import type { Context } from "../sources.js";
import type { FormedArticle } from "../templates/formed.js";
import type { FormName } from "../templates/forms.js";
import { filledTitle } from "../title.js";
import { answerBlocks } from "./answer-blocks.js";
import { Grounding } from "./grounding.js";
import { filledPrompt } from "./prompt.js";
import { FORM_WISHES } from "./writing-form.js";

/** Characters of one source that a model is given. */
const LONGEST_SOURCE = 8_000;

/** Whether a language model is asked for anything. */
export function asksWriter(options: ArticleCreatorOptions): boolean {
  return options.articleMode === "ai" || wantsWrittenHeadings(options);
}

/** Throws what keeps the mode `ai`, or headings of a model, from working, before anything is read. */
export function checkWriter({ options, providers }: Pick<Context, "options" | "providers">): void {
  checkHeadingWriter(options, providers.writer);
  if (options.articleMode === "ai")
    chosenWriter(providers.writer, { writerProvider: options.writerProvider, what: "Article creator" });
}

interface ModelOrder {
  readonly line: KeywordLine;
  readonly n: number;
  /** Titles of the keyword's earlier articles. */
  readonly earlier: readonly string[];
  readonly language: string;
  /** A prompt template in place of the form's wish; empty for that. */
  readonly prompt: string;
}

/**
 * An article that a language model writes from the material: an outline, then the text. A sentence with a figure or a name that no
 * source has is left out, and every other is tied to the sentence that bears it out.
 */
export async function articleByModel(
  material: Material,
  order: ModelOrder,
  options: ArticleCreatorOptions,
  ledger: UsageLedger,
  context: Context,
): Promise<FormedArticle> {
  const { line, n } = order;
  const writer = budgetedWriter(
    chosenWriter(context.providers.writer, { writerProvider: options.writerProvider, what: "Article creator" }),
    options,
    ledger,
  );
  const { title, body } = await draft(writer, material, order, options, context);
  const grounding = new Grounding(material.sources, line.keyword);
  const blocks = answerBlocks(body, (text, numbers) => grounding.text(text, numbers));
  if (!blocks.some(({ kind }) => kind === "paragraph" || kind === "list")) throw nothingLeft(line.keyword);
  note(grounding, line.keyword, context);
  const values = { keyword: line.keyword, n: String(n), year: String(context.clock.now().getUTCFullYear()) };
  const template = line.title === "" ? options.articleTitle : line.title;
  const article: ArticleBody = {
    title: filledTitle(template, { ...values, title }),
    keyword: line.keyword,
    blocks,
    sources: material.sources.map((source) => ({ title: source.title || source.address, address: source.address })),
    categories: line.category === "" ? [] : [line.category],
    tags: [],
    language: order.language,
  };
  return {
    body: article,
    sourcePlaces: [...material.sources.keys()],
    cells: [],
    form: formOf(options),
    remarks: [],
  };
}

async function draft(
  writer: BudgetedWriter,
  material: Material,
  { line, n, earlier, language, prompt }: ModelOrder,
  options: ArticleCreatorOptions,
  { signal, random, progress, clock }: Context,
): Promise<{ readonly title: string; readonly body: string }> {
  const words = { from: options.articleLengthFrom, to: options.articleLengthTo };
  const year = clock.now().getUTCFullYear();
  const wish = prompt === "" ? FORM_WISHES[formOf(options)] : filledPrompt(prompt, { line, n, year });
  const head = { subject: line.keyword, words, ...(language === "" ? {} : { language }) };
  const [provider, model] = [options.writerProvider.trim(), options.writerModel.trim()];
  const asked = {
    sources: sourcesFor(material),
    ...(provider === "" ? {} : { provider }),
    ...(model === "" ? {} : { model }),
    seed: random.integer(0, 2 ** 31 - 1),
    for: line.keyword,
    signal,
  };
  const others = earlier.length === 0 ? "" : `It is another article than: ${earlier.join("; ")}.`;
  const outline = await writer.answer({
    ...asked,
    step: "outline",
    instructions: asking({ ...head, task: "outline" }, wish, others, "Plan only what the sources say."),
    text: "",
    schema: answerSchema("outline"),
  });
  const plan = parsed(outline.text, ANSWERS.outline);
  const sections = plan.sections.map(({ heading }) => heading);
  const isPlain = formOf(options) === "plain";
  const answer = await writer.answer({
    ...asked,
    step: "draft",
    instructions: asking(
      { ...head, task: "draft", cites: true, ...(isPlain ? {} : { sections }) },
      wish,
      "Say only what the numbered sources say, in your own words, and put the number of its source behind each sentence, as [1].",
    ),
    text: [
      `# ${plan.title}`,
      ...plan.sections.map(({ heading, points }) =>
        [`## ${heading}`, ...points.map((point) => `- ${point}`)].join("\n"),
      ),
    ].join("\n\n"),
    maxWords: Math.ceil(words.to * 1.2),
    schema: answerSchema("draft"),
  });
  for (const { usage } of [outline, answer])
    progress({ tokens: usage.input + usage.output, ...(usage.cost === undefined ? {} : { cost: usage.cost }) });
  return parsed(answer.text, ANSWERS.draft);
}

function parsed<Answer>(text: string, form: { parse(value: unknown): Answer }): Answer {
  try {
    return form.parse(JSON.parse(text));
  } catch (cause) {
    throw new ScriptoriumError(
      "WRITER_FAILED",
      "The language model did not answer in the form that was asked for. Run again, or choose another model with writerModel.",
      {},
      { cause },
    );
  }
}

/** What the material holds of each source, and its beginning where it holds nothing. */
function sourcesFor({ sources, paragraphs }: Material) {
  return sources.map(({ title, address, blocks }, at) => {
    const fitting = paragraphs
      .filter(({ source }) => source === at)
      .map(({ sentences }) => sentences.flatMap((sentence) => sentence?.text ?? []).join(" "))
      .filter((text) => text !== "");
    const text = fitting.length > 0 ? fitting.join("\n") : blocks.map((block) => block.text).join("\n");
    return { title: title || address, url: address, text: text.slice(0, LONGEST_SOURCE).toWellFormed() };
  });
}

function formOf({ articleTemplateInfo }: ArticleCreatorOptions): FormName {
  const name = articleTemplateInfo.trim().toLowerCase();
  return Object.hasOwn(FORM_WISHES, name) ? (name as FormName) : "default";
}

function note({ refused, unfounded }: Grounding, keyword: string, { log }: Context): void {
  if (refused.length > 0)
    log.warn(
      `${refused.length} sentences of the model about "${keyword}" were left out: no source has their figures or names.`,
    );
  if (unfounded > 0)
    log.info(`${unfounded} sentences of the article about "${keyword}" rest on no single sentence of a source.`);
}

function nothingLeft(keyword: string): ScriptoriumError {
  return new ScriptoriumError(
    "WRITER_FAILED",
    `The language model wrote nothing about "${keyword}" that its sources bear out. Give more sources, or choose another model with writerModel.`,
    {},
  );
}
